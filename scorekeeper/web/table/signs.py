"""The signs of the sides of a partie.

A *sign* is a number from 0 to 7, the mark and the colour on the sheet and in charts; a *side* is a player or a team.
"""

from __future__ import annotations

from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.charts.signs import distinct_signs


def signs_of_sides(scored: ScoredPartie) -> tuple[int, ...]:
    """Return the sign of each side, that of its first player."""
    # Of two sides with the same sign, one gets another. A player's number counts the players of the carnet.
    return distinct_signs([scored.side_players(side)[0].number for side in range(scored.sheet.sides)])
