"""The decks of the games: tuples of cards. A deck made of two packs, such as `FULL + FULL`, has each card twice."""

from __future__ import annotations

from scorekeeper.cards.cards import Card, Rank, Suit

JOKERS = (Card("X1"), Card("X2"))


def cards_from(lowest: Rank, suits: tuple[Suit, ...] = tuple(Suit)) -> tuple[Card, ...]:
    """Return every card of `suits` from `lowest` up to the ace."""
    # Suit by suit, each from the lowest rank.
    return tuple(Card.of(rank, suit) for suit in suits for rank in Rank if rank >= lowest)


FULL = cards_from(Rank.TWO)  # 52 cards
JASS = cards_from(Rank.SIX)  # the 36 cards of the Swiss game Jass


def remove_cards(deck: tuple[Card, ...], *codes: str) -> tuple[Card, ...]:
    """Return the deck without any copy of the cards with these codes. Example: `remove_cards(FULL, "2D", "2C")`."""
    return tuple(card for card in deck if card.code not in codes)
