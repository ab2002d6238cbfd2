"""The order of the rows in the tables of statistics."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.record.read_models.statistics import PlayerFigures
from scorekeeper.web.text.values import MIN_PARTIES


def sort_figures(figures: Sequence[PlayerFigures]) -> list[PlayerFigures]:
    """Return the figures with the largest share won first, and those of too few parties last."""
    # The first value of the key is true for too few parties: false is sorted before true.
    return sorted(figures, key=lambda sums: (sums.parties < MIN_PARTIES, *_share_and_rank(sums)))


def _share_and_rank(sums: PlayerFigures) -> tuple[float, float]:
    """Return the key of sorting: minus the share of parties (games to their end) won, then the mean rank.

    A player for whom no partie counts, because others took over the seat, is last.
    """
    # 1 is sorted last, because minus a share is between −1 and 0.
    if not sums.parties:
        return 1, 0
    return -sums.won / sums.parties, sums.ranks / sums.parties
