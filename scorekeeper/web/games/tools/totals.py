"""The comparison of the totals of a partie with those it would have with other manches."""

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
    now: int
    then: int


@dataclass(frozen=True)
class ComparedTotals:
    """The totals of every side in order of seats, with the current ending (`ending_now`) and the hypothetical one."""

    sides: Sequence[SideTotals]
    ending_now: Ending | None
    ending: Ending | None

    @property
    def ending_changes(self) -> bool:
        """Whether the partie would end differently."""
        return _outcome(self.ending_now) != _outcome(self.ending)


def compare_totals(scored: ScoredPartie, played: Sequence[MancheFacts[Any]]) -> ComparedTotals:
    """Compare the totals of this partie with those after these manches. Writes nothing."""
    then: Sheet = scored.game.score(scored.options, scored.seats, played)
    now = scored.sheet
    sides = [SideTotals(side, now.totals[side], then.totals[side]) for side in range(now.sides)]
    return ComparedTotals(sides, now.ending, then.ending)


def _outcome(ending: Ending | None) -> object:
    return None if ending is None else (ending.why, ending.winners, ending.after)
