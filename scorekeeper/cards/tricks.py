"""Who takes a trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cards.cards import Card, Suit


def led_suit(cards: Sequence[Card]) -> Suit | None:
    """The suit to follow: that of the first card that is no joker (DP-2); None while there is none."""
    return next((card.suit for card in cards if not card.is_joker), None)


def strength(card: Card) -> int:
    """How high a card stands among those of its suit where an ace is high and a two low; a joker stands nowhere: 0."""
    return card.rank or 0


def winner(
    cards: Sequence[Card],
    *,
    trump: Suit | None = None,
    last_joker_wins: bool = False,
    strength: Callable[[Card], int] = strength,
) -> int:
    """Index, in order of play, of the card that takes a trick.

    A joker takes it outright, the first played unless `last_joker_wins` (DP-2); otherwise the highest trump (AP-11),
    or, with none, the highest card of the led suit (DP-13), the second of two identical ones. `strength` orders the
    cards of a suit. `cards` holds at least one card.
    """
    jokers = [index for index, card in enumerate(cards) if card.is_joker]
    if jokers:
        return jokers[-1 if last_joker_wins else 0]
    suit = trump if trump is not None and any(card.suit is trump for card in cards) else led_suit(cards)
    followed = [(strength(card), index) for index, card in enumerate(cards) if card.suit is suit]
    return max(followed)[1]
