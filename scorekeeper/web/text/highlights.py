"""The feats of players in a partie, derived from the lines of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.scored_partie import ScoredPartie

MOST_FEATS = 6


@dataclass(frozen=True)
class SoireeFeat:
    """A feat told of a partie or a soirée, for one key of lines.

    `sentence` returns a sentence without its full stop, from the number of times and the players: « Zéros tenus : Anne
    et Luc ». With `rare`, the frequency of the feat in the carnet is added. With `shared`, a whole side may do it. With
    `least` above 1, only the player who did it most often is named, if that was at least `least` times.
    """

    sentence: Callable[[int, str], str]
    rare: bool = True
    shared: bool = False
    least: int = 1


def manches_by_owner(scored: ScoredPartie, why: str) -> dict[str, list[int]]:
    """Return the numbers of the manches with a line of this key, by the name of its player or side.

    Manches played after the end of the partie do not count.
    """
    numbers: dict[str, list[int]] = {}
    for number, line in _counted_lines(scored):
        if line.why == why:
            owner_numbers = numbers.setdefault(_owner_name(scored.as_played(number - 1), line), [])
            if number not in owner_numbers:
                owner_numbers.append(number)
    return numbers


def _counted_lines(scored: ScoredPartie) -> Iterator[tuple[int, Line]]:
    rows = scored.sheet.manches[: scored.ending.after if scored.ending else None]
    return ((number, line) for number, row in enumerate(rows, start=1) for line in row.lines)


def _owner_name(scored: ScoredPartie, line: Line) -> str:
    return scored.side_name(line.side) if line.seat is None else scored.names[line.seat]
