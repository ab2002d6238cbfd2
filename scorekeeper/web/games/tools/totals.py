"""Two sheets of a partie side by side: the totals as they are, and as they would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import Ending, MancheFacts, Sheet
from scorekeeper.record.partie.standings import Standing


@dataclass(frozen=True)
class SideTotals:
    """A side's total as it is, and as it would be."""

    side: int
    now: int
    then: int


@dataclass(frozen=True)
class TotalsBeside:
    """The totals of every side, in order of seats, and how the partie would end, if it would."""

    sides: Sequence[SideTotals]
    ended: Ending | None
    ending: Ending | None

    @property
    def ends_otherwise(self) -> bool:
        """Whether the partie would end, or go on, or be won, otherwise than it is."""
        return _outcome(self.ended) != _outcome(self.ending)


def beside(standing: Standing, played: Sequence[MancheFacts[Any]]) -> TotalsBeside:
    """The totals of this partie beside those it would have, had these manches been played. Nothing is written."""
    then: Sheet = standing.game.score(standing.options, standing.seats, played)
    now = standing.sheet
    sides = [SideTotals(side, now.totals[side], then.totals[side]) for side in range(now.sides)]
    return TotalsBeside(sides, now.ending, then.ending)


def _outcome(ending: Ending | None) -> object:
    return None if ending is None else (ending.why, ending.winners, ending.after)
