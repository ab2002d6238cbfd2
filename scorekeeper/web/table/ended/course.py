"""How a partie went, in figures: its widest manche, how far behind its winner was, how close it was at the end.

A side's points are compared as they are worth to it: where the smaller total is the better, fewer are more. What is
far or close is measured by an ordinary manche of the same partie, so that it means the same in any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.games.contract import MancheScore
from scorekeeper.record.partie.standings import Standing

LED_THROUGHOUT = 3  # manches, at the least


@dataclass(frozen=True, slots=True)
class Swing:
    """The manche that set the sides furthest apart: the points of those ahead in it, and of those behind."""

    number: int
    best: int
    ahead: tuple[int, ...]
    worst: int
    behind: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comeback:
    """The furthest that the winner was behind: by how much, after which manche."""

    number: int
    behind: int


@dataclass(frozen=True, slots=True)
class CloseFinish:
    """The few points between the winner and those who came next."""

    points: int
    next_ones: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A partie up to the manche that ended it; `sign` is −1 where the smaller total is the better."""

    rows: tuple[MancheScore, ...]
    sign: int
    winners: tuple[int, ...]

    def swing(self) -> Swing | None:
        """The manche that set the sides furthest apart, the first of those; none in a partie of one."""
        widest = max(self.rows, key=_spread)
        if len(self.rows) == 1 or not _spread(widest):
            return None
        points = self._worth(widest.points)
        ahead, behind = _holders(points, max(points)), _holders(points, min(points))
        number = self.rows.index(widest) + 1
        return Swing(number, widest.points[ahead[0]], ahead, widest.points[behind[0]], behind)

    def comeback(self) -> Comeback | None:
        """How far the winner was behind, where that is more than an ordinary manche makes up."""
        if len(self.winners) != 1:
            return None
        furthest = min(self.rows[:-1], key=self._lead, default=None)
        if furthest is None or -self._lead(furthest) * len(self.rows) <= self._spreads():
            return None
        return Comeback(self.rows.index(furthest) + 1, -self._lead(furthest))

    def close_finish(self) -> CloseFinish | None:
        """What the winner won by, where that is no more than half of an ordinary manche."""
        if len(self.winners) != 1:
            return None
        lead = self._lead(self.rows[-1])
        if not 0 < 2 * lead * len(self.rows) <= self._spreads():
            return None
        totals = self._worth(self.rows[-1].totals)
        return CloseFinish(lead, _holders(totals, totals[self.winners[0]] - lead))

    def led_throughout(self) -> bool:
        """Whether the winner was ahead of all after every manche."""
        enough = len(self.winners) == 1 and len(self.rows) >= LED_THROUGHOUT
        return enough and all(self._lead(row) > 0 for row in self.rows)

    def in_manches(self, points: int) -> Fraction:
        """So many points measured in ordinary manches of this partie, of which one sets its sides apart."""
        return Fraction(points * len(self.rows), self._spreads())

    def _worth(self, points: Sequence[int]) -> list[int]:
        return [self.sign * one for one in points]

    def _lead(self, row: MancheScore) -> int:
        """How far the winner is ahead of the best of the others, below 0 when it is behind."""
        (winner,) = self.winners
        totals = self._worth(row.totals)
        return totals[winner] - max(total for side, total in enumerate(totals) if side != winner)

    def _spreads(self) -> int:
        """The spreads of all manches added up: as many times that of an ordinary one as there are manches."""
        return sum(map(_spread, self.rows))


def course_of(standing: Standing) -> Course:
    """The course of a partie that is over."""
    ending = standing.ending
    rows = standing.sheet.manches[: ending.after if ending else None]
    return Course(rows, -1 if standing.game.lowest_leads else 1, ending.winners if ending else ())


def _spread(row: MancheScore) -> int:
    return max(row.points) - min(row.points)


def _holders(points: Sequence[int], wanted: int) -> tuple[int, ...]:
    return tuple(side for side, one in enumerate(points) if one == wanted)
