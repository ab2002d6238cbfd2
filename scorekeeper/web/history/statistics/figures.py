"""The order of the rows in the tables of statistics."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.read_models.statistics import PlayerFigures
from scorekeeper.web.text.values import MIN_PARTIES


def sort_figures(figures: Sequence[PlayerFigures]) -> list[PlayerFigures]:
    """Return the figures with the largest share won first, and those of too few parties last."""
    return sorted(figures, key=lambda sums: (sums.parties < MIN_PARTIES, *_share_and_rank(sums)))


def _share_and_rank(sums: PlayerFigures) -> tuple[float, float]:
    """Sort by the share won, then by the mean rank; players who only replaced others are last."""
    if not sums.parties:
        return 1, 0
    return -sums.won / sums.parties, sums.ranks / sums.parties
