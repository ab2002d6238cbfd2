"""Consequences of other house rules for a partie: its totals, the points of its manches, its ending."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.text.disputes import changed_ending


@dataclass(frozen=True, slots=True)
class TotalChange:
    """The total of a side or player, now and under the other rules."""

    name: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of other house rules: the totals, the numbers of the manches whose points change, the new ending.

    `ending` is a sentence, empty if the ending stays the same.
    """

    totals: tuple[TotalChange, ...]
    manches: tuple[int, ...]
    ending: str

    @property
    def totals_differ(self) -> bool:
        """Whether a total would change."""
        return any(total.now != total.then for total in self.totals)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.totals_differ or self.manches or self.ending)


def consequences_of(now: ScoredPartie, then: ScoredPartie) -> Consequences:
    """Compare a partie under its rules (`now`) with the same partie under other house rules (`then`)."""
    return Consequences(_total_changes(now, then), _changed_manches(now, then), changed_ending(now, then))


def _total_changes(now: ScoredPartie, then: ScoredPartie) -> tuple[TotalChange, ...]:
    """Return the totals under both rules: by side if the sides are the same, else by player."""
    if now.side_of == then.side_of:
        sides = range(now.sheet.sides)
        return tuple(
            TotalChange(now.side_name(side), now.sheet.totals[side], then.sheet.totals[side]) for side in sides
        )
    return tuple(
        TotalChange(name, now.sheet.totals[old_side], then.sheet.totals[new_side])
        for name, old_side, new_side in zip(now.names, now.side_of, then.side_of, strict=True)
    )


def _changed_manches(now: ScoredPartie, then: ScoredPartie) -> tuple[int, ...]:
    """Return the numbers of the manches whose points change."""
    before, after = _points_by_seat(now), _points_by_seat(then)
    return tuple(number for number, (old, new) in enumerate(zip(before, after, strict=True), start=1) if old != new)


def _points_by_seat(scored: ScoredPartie) -> list[list[int]]:
    return [[row.points[side] for side in scored.side_of] for row in scored.sheet.manches]
