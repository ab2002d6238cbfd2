"""The suit to follow and the winner of a trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cards.cards import Card, Suit


def led_suit(cards: Sequence[Card]) -> Suit | None:
    """Return the suit to follow: that of the first card that is not a joker (DP-2), None without such a card."""
    return next((card.suit for card in cards if not card.is_joker), None)


def strength(card: Card) -> int:
    """Return the rank of a card within its suit, the ace highest; 0 for a joker."""
    return card.rank or 0


def winner(
    cards: Sequence[Card],
    *,
    trump: Suit | None = None,
    last_joker_wins: bool = False,
    strength: Callable[[Card], int] = strength,
) -> int:
    """Return the index, in order of play, of the card that takes a trick of one card or more.

    The first joker takes it, or the last one if `last_joker_wins` (DP-2). Without jokers the highest trump takes it
    (AP-11) or, without trumps, the highest card of the led suit (DP-13). Of two identical cards, the second wins.
    """
    jokers = [index for index, card in enumerate(cards) if card.is_joker]
    if jokers:
        return jokers[-1 if last_joker_wins else 0]
    suit = trump if trump is not None and any(card.suit is trump for card in cards) else led_suit(cards)
    contenders = [(strength(card), index) for index, card in enumerate(cards) if card.suit is suit]
    return max(contenders)[1]
