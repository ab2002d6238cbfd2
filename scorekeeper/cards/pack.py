"""A deck as bits: each card, and each copy in a double deck, is one bit, so that a set of cards is one integer.

Such an integer is also called a *mask*. Example, of the deck 7♣ 8♣ 9♣: 8♣ is 0b010, and the set of 7♣ and 9♣ is 0b101.
`a | b` is the union of two sets, `a & b` their common cards, `a & ~b` the cards of `a` that are not in `b`, and
`a.bit_count()` the number of cards. `bit.bit_length() - 1` is the index of a bit: 1 for 0b010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from scorekeeper.cards.cards import Card, Suit


class Pack:
    """Convert sets of cards of a deck to integers and back. Immutable.

    The bit of a card has its index among the different cards of the deck. The bit of a second copy, its *twin*, has
    that index plus the number of different cards. Example, of the deck 7♣ 8♣ 7♣ 8♣: 8♣ is 0b0010, its twin 0b1000.
    """

    __slots__ = ("_copies", "_first_copies", "_kinds", "_suit_of", "all", "jokers", "size", "suits")

    def __init__(self, deck: Sequence[Card], moved: Iterable[tuple[Card, Suit]] = ()) -> None:
        """Number the cards in the order of the deck; each `moved` card belongs to another suit than its own.

        Example: jokers that are spades, by article AP-25 of Spades.
        """
        # By card, the number of its copies.
        copies = Counter(deck)
        self.size = len(deck)
        # The different cards, in the order of the deck, and their number.
        self._kinds = tuple(copies)
        kinds = len(copies)
        # By card, the set of its copies.
        self._copies = {}
        for index, (card, number) in enumerate(copies.items()):
            # The bit of each copy, `1 << (index + kinds * twin)`, added up.
            self._copies[card] = sum(1 << index + kinds * twin for twin in range(number))
        # The set of the first copies: the lowest `kinds` bits.
        self._first_copies = (1 << kinds) - 1
        self.all = self.mask(copies)
        # A moved card is in the set of its new suit only: a joker that is a spade must be played when spades are led.
        self._suit_of = dict(moved)
        # By suit, the set of its cards; and the set of the cards without a suit.
        self.suits = {suit: self.mask(card for card in copies if self.suit(card) is suit) for suit in Suit}
        self.jokers = self.mask(card for card in copies if self.suit(card) is None)

    def suit(self, card: Card) -> Suit | None:
        """Return the suit to which the card belongs in this deck, None for a joker without suit (DP-2 of Hearts)."""
        return self._suit_of.get(card, card.suit)

    def copies(self, card: Card) -> int:
        """Return the set of every copy of the card, 0 when the deck has none."""
        return self._copies.get(card, 0)

    def mask(self, cards: Iterable[Card]) -> int:
        """Return the set of every copy of each of these cards."""
        result = 0
        for card in cards:
            result |= self.copies(card)
        return result

    def card(self, bit: int) -> Card:
        """Return the card that has this bit."""
        # The remainder: a twin has an index of `len(self._kinds)` or more.
        return self._kinds[(bit.bit_length() - 1) % len(self._kinds)]

    def without_twins(self, mask: int) -> int:
        """Return the set with each card once, as its first copy."""
        # The bits of second copies are above those of the first ones. Shifted down by the number of different cards, a
        # bit of a second copy becomes that of the first copy.
        result = mask & self._first_copies
        while mask := mask >> len(self._kinds):
            result |= mask & self._first_copies
        return result

    def cards(self, mask: int) -> tuple[Card, ...]:
        """Return the cards of a set, in the order of the deck, a card and its twin once."""
        mask = self.without_twins(mask)
        # `mask >> index & 1` is 1 if the card of this index is in the set.
        return tuple(card for index, card in enumerate(self._kinds) if mask >> index & 1)

    def every_copy(self, mask: int) -> tuple[Card, ...]:
        """Return the cards of a set, in the order of the deck, a double card twice if the set has both copies."""
        # Each card as often as the set has copies of it.
        return tuple(card for card in self.cards(mask) for _ in range((mask & self.copies(card)).bit_count()))


@lru_cache(maxsize=32)
def pack_of(deck: tuple[Card, ...], moved: tuple[tuple[Card, Suit], ...] = ()) -> Pack:
    """Return the cached pack of a deck; `moved` are cards with the suit that they follow instead of their own."""
    return Pack(deck, moved)
