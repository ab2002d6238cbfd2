"""What changes in a partie under other house rules: its totals, the points of its manches, its ending.

A *partie* is a game to its end, a *manche* one deal of it. A *side* is a player, or a team with common points; sides
are numbered from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.text.disputes import changed_ending


@dataclass(frozen=True, slots=True)
class TotalChange:
    """The total of a side or player under the rules of the partie (`now`) and under the `other` rules."""

    name: str
    now: int
    other: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """The consequences of other house rules."""

    # One for each side, or for each player if the sides differ; also those whose total stays the same.
    totals: tuple[TotalChange, ...]
    # The numbers, from 1, of the manches whose points change.
    manches: tuple[int, ...]
    # A sentence about the new ending; empty if the ending stays the same.
    ending: str

    @property
    def totals_differ(self) -> bool:
        """Whether a total would change."""
        return any(total.now != total.other for total in self.totals)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.totals_differ or self.manches or self.ending)


def consequences_of(now: ScoredPartie, other: ScoredPartie) -> Consequences:
    """Compare a partie under its rules (`now`) with the same partie under `other` rules."""
    return Consequences(_total_changes(now, other), _changed_manches(now, other), changed_ending(now, other))


def _total_changes(now: ScoredPartie, other: ScoredPartie) -> tuple[TotalChange, ...]:
    """Return the totals under both rules: by side if the sides are the same, else by player."""
    # `side_of` has the side of each seat, such as (0, 1, 0, 1) for two teams. A house rule may make teams, so that the
    # sides under the other rules may differ.
    if now.side_of == other.side_of:
        return tuple(
            TotalChange(now.side_name(side), now.sheet.totals[side], other.sheet.totals[side])
            for side in range(now.sheet.sides)
        )
    return tuple(
        TotalChange(name, now.sheet.totals[side], other.sheet.totals[other_side])
        for name, side, other_side in zip(now.names, now.side_of, other.side_of, strict=True)
    )


def _changed_manches(now: ScoredPartie, other: ScoredPartie) -> tuple[int, ...]:
    """Return the numbers of the manches whose points change."""
    pairs = zip(_points_of_each_manche(now), _points_of_each_manche(other), strict=True)
    return tuple(number for number, (points, other_points) in enumerate(pairs, start=1) if points != other_points)


def _points_of_each_manche(scored: ScoredPartie) -> list[list[int]]:
    """Return the points of each manche by seat, because the sides may differ."""
    return [[row.points[side] for side in scored.side_of] for row in scored.sheet.manches]
