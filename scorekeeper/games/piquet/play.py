"""The deck of Piquet, the dealer, elder (the seat that does not deal) and the first leader.

The two seats are 0 and 1. PI-5 and the like are numbered rules of Piquet.
"""

from __future__ import annotations

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.decks import cards_from
from scorekeeper.games.contract import Table
from scorekeeper.games.piquet.options import TRICKS

# The 32 cards from the 7 up, of which each hand has twelve, one for each trick.
DECK, HAND_SIZE = cards_from(Rank.SEVEN), TRICKS


def elder_of(dealer: int) -> int:
    """Return the seat that does not deal: it exchanges and declares first (PI-5, PI-13)."""
    return 1 - dealer


def leader(table: Table) -> int:
    """Return the seat that leads the first trick: elder (PI-16)."""
    # Raises `ValueError` if the dealer of the table is unknown.
    return table.after(table.dealer)
