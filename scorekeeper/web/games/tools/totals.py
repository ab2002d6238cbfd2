"""The totals of a partie compared with those that it would have with other manches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import Ending, MancheFacts, Sheet
from scorekeeper.record.partie.scored_partie import ScoredPartie


@dataclass(frozen=True)
class SideTotals:
    """The current and the hypothetical total of a side."""

    side: int
    current: int
    hypothetical: int


@dataclass(frozen=True)
class ComparedTotals:
    """The totals of every side, and the current and hypothetical ending; an ending is None if the partie goes on."""

    sides: Sequence[SideTotals]
    current_ending: Ending | None
    hypothetical_ending: Ending | None

    @property
    def ending_changes(self) -> bool:
        """Whether the partie would end differently."""
        return _ending_key(self.current_ending) != _ending_key(self.hypothetical_ending)


def compare_totals(scored: ScoredPartie, other_manches: Sequence[MancheFacts[Any]]) -> ComparedTotals:
    """Compare the totals of this partie with those after these manches, without writing anything."""
    hypothetical: Sheet = scored.game.score(scored.options, scored.seats, other_manches)
    current = scored.sheet
    sides = [SideTotals(side, current.totals[side], hypothetical.totals[side]) for side in range(current.sides)]
    return ComparedTotals(sides, current.ending, hypothetical.ending)


def _ending_key(ending: Ending | None) -> object:
    return None if ending is None else (ending.why, ending.winners, ending.after)
