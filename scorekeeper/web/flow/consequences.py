"""Consequences of other house rules for a partie: its totals, the points of its manches, its ending."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.text.disputes import ending_then


@dataclass(frozen=True, slots=True)
class TotalThen:
    """The total of a side or player, now and under the other rules."""

    who: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of other house rules: the totals, the numbers of the manches whose points change, the ending."""

    totals: tuple[TotalThen, ...]
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
    """Compare the partie as it is with the same partie under other house rules."""
    return Consequences(_totals(now, then), _manches(now, then), ending_then(now, then))


def _totals(now: ScoredPartie, then: ScoredPartie) -> tuple[TotalThen, ...]:
    """Return the totals by side if both rules have the same sides, else by player."""
    if now.side_of == then.side_of:
        sides = range(now.sheet.sides)
        return tuple(TotalThen(now.side_name(side), now.sheet.totals[side], then.sheet.totals[side]) for side in sides)
    sides_of = zip(now.side_of, then.side_of, strict=True)
    both = zip(now.names, sides_of, strict=True)
    return tuple(TotalThen(name, now.sheet.totals[old], then.sheet.totals[new]) for name, (old, new) in both)


def _manches(now: ScoredPartie, then: ScoredPartie) -> tuple[int, ...]:
    """Return the numbers of the manches whose points change."""
    before, after = _points_by_seat(now), _points_by_seat(then)
    return tuple(number for number, (old, new) in enumerate(zip(before, after, strict=True), start=1) if old != new)


def _points_by_seat(scored: ScoredPartie) -> list[list[int]]:
    return [[row.points[side] for side in scored.side_of] for row in scored.sheet.manches]
