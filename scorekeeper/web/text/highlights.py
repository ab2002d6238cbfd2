"""The feats of players in a partie, from the lines of its sheet: one sentence for each feat and player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flask_babel import LazyString

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.text.manche import MancheText

MOST = 6


@dataclass(frozen=True)
class EveningFeat:
    """A feat in the summary of a soirée, for one key of lines.

    `sentence` returns a sentence without its full stop, from the count and the player. With `rare`, its frequency in
    the carnet is added. With `shared`, it may belong to a whole side. With `least` over 1, only the player who did it
    most is named, if that was at least `least` times.
    """

    sentence: Callable[[int, str], str]
    rare: bool = True
    shared: bool = False
    least: int = 1


def feats(scored: ScoredPartie, sentences: Mapping[str, LazyString], manche: MancheText) -> list[str]:
    """Return at most `MOST` sentences about who did what in which manches, in the order of `sentences`.

    `sentences` are by the key of a line, with the placeholders `who` (a player or a side) and `when`.
    """
    return [
        str(sentence) % {"who": who, "when": manche.in_manches(numbers)}
        for why, sentence in sentences.items()
        for who, numbers in manches_by_owner(scored, why).items()
    ][:MOST]


def manches_by_owner(scored: ScoredPartie, why: str) -> dict[str, list[int]]:
    """Return the numbers of the manches with a line of this key, up to the end, by the name of its player or side."""
    numbers: dict[str, list[int]] = {}
    for number, line in _lines(scored):
        if line.why == why and number not in numbers.setdefault(_owner_name(scored, line), []):
            numbers[_owner_name(scored, line)].append(number)
    return numbers


def _lines(scored: ScoredPartie) -> Iterator[tuple[int, Line]]:
    rows = scored.sheet.manches[: scored.ending.after if scored.ending else None]
    return ((number, line) for number, row in enumerate(rows, start=1) for line in row.lines)


def _owner_name(scored: ScoredPartie, line: Line) -> str:
    return scored.side_name(line.side) if line.seat is None else scored.names[line.seat]
