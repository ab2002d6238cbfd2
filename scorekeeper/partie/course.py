"""The highlights of a partie, such as its largest gap in a manche, the comeback of its winner, a close finish.

A *partie* is a game to its end, a *manche* one deal of it, a *side* a player or team. The *gap* of a manche is the
difference between its best and its worst points. The *lead* after a manche is the total of the winner of the partie
less that of the best other side; it is negative if the winner was behind, by this *deficit*. Manches are numbered
from 1.

Where the smaller total wins, points are negated before they are compared, so that more is better. Points mean something
else in each game: a deficit is large, and a lead small, in comparison with the mean gap of a manche of the same partie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.games.contract import MancheScore
from scorekeeper.partie.scored import ScoredState

FEWEST_LED_MANCHES = 3  # a lead throughout fewer manches is no highlight


@dataclass(frozen=True, slots=True)
class Swing:
    """The manche with the largest gap."""

    # The number of the manche, from 1.
    number: int

    # The best points, and the sides that have them.
    best: int
    ahead: tuple[int, ...]

    # The worst points, and the sides that have them.
    worst: int
    behind: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comeback:
    """The largest deficit of the winner, and the number of the manche after which it was `behind` by this much."""

    number: int
    behind: int


@dataclass(frozen=True, slots=True)
class Margin:
    """The lead of the winner at the end, and the sides in second place."""

    points: int
    second_sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A partie up to the manche that ended it."""

    # The score of each manche.
    rows: tuple[MancheScore, ...]

    # −1 if the smaller total wins, else 1.
    sign: int

    # The sides that won; several if they are equal, none in an abandoned partie.
    winners: tuple[int, ...]

    # A lead is only that of a single winner: without one, the methods below return None or False.

    @property
    def gaps(self) -> int:
        """The sum of the gaps of all manches: the mean gap times the number of manches."""
        return sum(map(_gap, self.rows))

    def swing(self) -> Swing | None:
        """Return the first manche with the largest gap; None in a partie of one manche, or without any gap."""
        widest = max(self.rows, key=_gap)
        if len(self.rows) == 1 or not _gap(widest):
            return None
        points = self._signed(widest.points)
        ahead = _sides_with(points, max(points))
        behind = _sides_with(points, min(points))
        # The points as they were, not negated. The fields of `Swing`, in order: `number`, `best`, `ahead`, `worst`,
        # `behind`.
        number = self.rows.index(widest) + 1
        return Swing(number, widest.points[ahead[0]], ahead, widest.points[behind[0]], behind)

    def comeback(self) -> Comeback | None:
        """Return the largest deficit of the only winner, None if it is at most the mean gap of a manche."""
        if len(self.winners) != 1:
            return None
        # The manche after which the lead was smallest, without the last one, after which the winner is ahead.
        furthest = min(self.rows[:-1], key=self._lead, default=None)
        # There is no earlier manche, or the deficit is at most the mean gap, `gaps / len(rows)`. Both sides are
        # multiplied by `len(rows)`, to compare integers.
        if furthest is None or -self._lead(furthest) * len(self.rows) <= self.gaps:
            return None
        return Comeback(self.rows.index(furthest) + 1, -self._lead(furthest))

    def margin(self) -> Margin | None:
        """Return the final lead of the only winner, None if the winner did not lead by points."""
        if len(self.winners) != 1:
            return None
        lead = self._lead(self.rows[-1])
        # At Piquet, a player may win with fewer points.
        if lead <= 0:
            return None
        # The total of the second side is that of the winner less the lead.
        totals = self._signed(self.rows[-1].totals)
        return Margin(lead, _sides_with(totals, totals[self.winners[0]] - lead))

    def close_finish(self) -> Margin | None:
        """Return the final lead of the only winner, None if it is over half the mean gap of a manche."""
        margin = self.margin()
        # There is no lead, or it is more than half of the mean gap, `gaps / len(rows)`. Both sides are multiplied by
        # `2 * len(rows)`, to compare integers.
        if margin is None or 2 * margin.points * len(self.rows) > self.gaps:
            return None
        return margin

    def deciding_manche(self) -> int | None:
        """Return the manche in which the only winner took the lead for good, by number; None if it is the first."""
        if self.margin() is None:
            return None
        # The manches after which the winner had no lead.
        behind = [number for number, row in enumerate(self.rows, start=1) if self._lead(row) <= 0]
        if not behind:
            return None
        # The manche after the last of them.
        return behind[-1] + 1

    def led_throughout(self) -> bool:
        """Whether the only winner led after every manche; False for fewer than `FEWEST_LED_MANCHES` manches."""
        if len(self.winners) != 1 or len(self.rows) < FEWEST_LED_MANCHES:
            return False
        return all(self._lead(row) > 0 for row in self.rows)

    def in_manches(self, points: int) -> Fraction:
        """Return points as a multiple of the mean gap of a manche of this partie: 2 if they are twice as many."""
        return Fraction(points * len(self.rows), self.gaps)

    def _signed(self, points: Sequence[int]) -> list[int]:
        """Return the points, negated if the smaller total wins."""
        return [self.sign * value for value in points]

    def _lead(self, row: MancheScore) -> int:
        """Return the lead of the only winner after this manche, negative if the winner is behind."""
        # Raises unless there is exactly one winner.
        (winner,) = self.winners
        totals = self._signed(row.totals)
        return totals[winner] - max(total for side, total in enumerate(totals) if side != winner)


def course_of(scored: ScoredState) -> Course:
    """Return the course of a partie that is over."""
    ending = scored.ending
    rows = scored.sheet.manches
    sign = 1
    if scored.game.lowest_leads:
        sign = -1
    # An abandoned partie has no winner.
    if ending is None:
        return Course(rows, sign, ())
    # Manches recorded after the one that ended the partie do not count.
    return Course(rows[: ending.after], sign, ending.winners)


def _gap(row: MancheScore) -> int:
    return max(row.points) - min(row.points)


def _sides_with(points: Sequence[int], wanted: int) -> tuple[int, ...]:
    return tuple(side for side, side_points in enumerate(points) if side_points == wanted)
