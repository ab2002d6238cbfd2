"""The play of Dame de Pique: how a manche opens."""

from __future__ import annotations

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.games.hearts.options import HeartsOptions, cards_dealt


def opening_card(options: HeartsOptions, seats: int) -> Card:
    """The card that leads the first trick: the lowest club dealt, the 2♣ wherever there is one (DP-3, DP-8, DP-11).

    At Belmont, where there are two, the first player clockwise from the dealer who holds one leads it.
    """
    clubs = [card for card in cards_dealt(options, seats) if card.suit is Suit.CLUBS]
    return min(clubs, key=lambda card: card.rank or 0)
