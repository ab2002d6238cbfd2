"""What players did of note in a partie, from the lines of its sheet: one sentence for each feat and who did it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flask_babel import LazyString

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.text.manche import MancheWords

MOST = 6


@dataclass(frozen=True)
class EveningFeat:
    """How the story of a soirée tells of what somebody did, by the key of a line: so many times, and who.

    `said` gives a sentence without its full stop. How `rare` it is is told too. A `shared` one may be that of a whole
    side. Of what happens all the time, only who did it most is told, if that was `least` times.
    """

    said: Callable[[int, str], str]
    rare: bool = True
    shared: bool = False
    least: int = 1


def feats(standing: Standing, sentences: Mapping[str, LazyString], manche: MancheWords) -> list[str]:
    """Say who did what and in which manches, by the key of a line, the first keys of `sentences` first.

    A sentence leaves a place for `who`, a player or a side, and one for `when`; there are no more than a few.
    """
    return [
        str(sentence) % {"who": who, "when": manche.at(numbers)}
        for why, sentence in sentences.items()
        for who, numbers in done(standing, why).items()
    ][:MOST]


def done(standing: Standing, why: str) -> dict[str, list[int]]:
    """Who has a line of this key, and in which manches, up to the one that ended the partie."""
    by_whom: dict[str, list[int]] = {}
    for number, line in _lines(standing):
        if line.why == why and number not in by_whom.setdefault(_whose(standing, line), []):
            by_whom[_whose(standing, line)].append(number)
    return by_whom


def _lines(standing: Standing) -> Iterator[tuple[int, Line]]:
    rows = standing.sheet.manches[: standing.ending.after if standing.ending else None]
    return ((number, line) for number, row in enumerate(rows, start=1) for line in row.lines)


def _whose(standing: Standing, line: Line) -> str:
    return standing.side_name(line.side) if line.seat is None else standing.names[line.seat]
