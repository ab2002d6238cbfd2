"""The feats of players in a partie, derived from the lines of its sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.games.contract import Line
from scorekeeper.record.partie.scored_partie import ScoredPartie

MOST_FEATS = 6


@dataclass(frozen=True)
class SoireeFeat:
    """A feat told of a partie or a soirée, for one key of lines."""

    # From the number of times and the players, a sentence without its full stop: « Zéros tenus : Anne et Luc ».
    sentence: Callable[[int, str], str]

    # The frequency of the feat in the carnet is added.
    rare: bool = True

    # A whole side may do it.
    shared: bool = False

    # Above 1, only the player who did it most often is named, if at least this number of times.
    least: int = 1


def manches_by_owner(scored: ScoredPartie, why: str) -> dict[str, list[int]]:
    """Return the numbers of the manches with a line of this key, by the name of its player or side.

    Manches played after the end of the partie do not count.
    """
    numbers: dict[str, list[int]] = {}
    rows = scored.sheet.manches
    if scored.ending is not None:
        rows = rows[: scored.ending.after]
    for number, row in enumerate(rows, start=1):
        owners = [_owner_name(scored.as_played(number - 1), line) for line in row.lines if line.why == why]
        # A manche may have several such lines of one player.
        for owner in dict.fromkeys(owners):
            numbers.setdefault(owner, []).append(number)
    return numbers


def _owner_name(scored: ScoredPartie, line: Line) -> str:
    if line.seat is None:
        return scored.side_name(line.side)
    return scored.names[line.seat]
