"""The suit to follow and the winner of a trick.

A joker has no suit in Hearts (article DP-2 of its rulebook) and is a spade in Spades (AP-25). So the functions take
`suit_of`, a function that gives the suit of a card in the game, by default the suit printed on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.cards.cards import Card, Suit


def printed_suit(card: Card) -> Suit | None:
    """Return the suit of a card by its code, None for a joker."""
    return card.suit


def led_suit(cards: Iterable[Card], suit_of: Callable[[Card], Suit | None] = printed_suit) -> Suit | None:
    """Return the suit to follow: that of the first card that has one (DP-2), None without such a card."""
    # A joker that leads has no suit: the next card sets it.
    return next((suit for suit in map(suit_of, cards) if suit is not None), None)


def strength(card: Card) -> int:
    """Return the rank of a card within its suit, the ace highest; 0 for a joker."""
    return card.rank or 0


def winner(
    cards: Sequence[Card],
    *,
    trump: Suit | None = None,
    last_joker_wins: bool = False,
    suit_of: Callable[[Card], Suit | None] = printed_suit,
    strength: Callable[[Card], int] = strength,
) -> int:
    """Return the index, in order of play, of the card that takes a trick of one card or more.

    The first joker without suit takes it, or the last one if `last_joker_wins` (DP-2). Without such jokers the highest
    trump takes it (AP-11) or, without trumps, the highest card of the led suit (DP-13). Of two identical cards, the
    second wins. A joker to which `suit_of` gives a suit takes the trick only by its `strength` (AP-25).
    """
    # By index, the suit of each card.
    suits = [*map(suit_of, cards)]
    # The jokers without a suit; one that is a spade is an ordinary card.
    jokers = [index for index, suit in enumerate(suits) if suit is None]
    if jokers and last_joker_wins:
        return jokers[-1]
    if jokers:
        return jokers[0]
    # The suit that wins: trumps if one was played, else that of the first card.
    suit = trump if trump in suits else suits[0]
    # The cards of this suit, each as (strength, index). Pairs are compared by strength, then by index.
    contenders = [(strength(card), index) for index, card in enumerate(cards) if suits[index] is suit]
    # The index of the strongest card. Of two identical cards, the second has the higher index.
    return max(contenders)[1]
