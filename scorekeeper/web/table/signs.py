"""The signs of the sides of a partie."""

from __future__ import annotations

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.charts.signs import distinct_signs


def signs_of_sides(scored: ScoredPartie) -> tuple[int, ...]:
    """Return the sign of each side, that of its first player."""
    return distinct_signs([scored.side_players(side)[0].number for side in range(scored.sheet.sides)])
