"""A deck as bits: every card has its own, the twins of a double deck too, so that a set of cards is one integer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from scorekeeper.cards.cards import Card, Suit

_BYTE = 8


class Pack:
    """The numbering of a deck: sets of its cards as integers, and back. What it answers never changes.

    The bit of a card is its place in the deck, twins aside; that of its twin lies a whole deck further.
    """

    __slots__ = ("_copies", "_kinds", "_known", "_low", "all", "jokers", "size", "suits")

    def __init__(self, deck: Sequence[Card]) -> None:
        """Number the cards in the order of the deck."""
        copies = Counter(deck)
        self.size = len(deck)
        self._kinds = tuple(copies)
        kinds = len(copies)
        self._copies = {
            card: sum(1 << place + kinds * twin for twin in range(copies[card])) for place, card in enumerate(copies)
        }
        self._low = (1 << kinds) - 1
        self._known: dict[tuple[int, int], tuple[Card, ...]] = {}
        self.all = self.mask(copies)
        self.suits = {suit: self.mask(card for card in copies if card.suit is suit) for suit in Suit}
        self.jokers = self.mask(card for card in copies if card.is_joker)

    def copies(self, card: Card) -> int:
        """Every copy of the card in the deck, 0 when it has none."""
        return self._copies.get(card, 0)

    def mask(self, cards: Iterable[Card]) -> int:
        """Every copy of each of these cards."""
        result = 0
        for card in cards:
            result |= self.copies(card)
        return result

    def card(self, bit: int) -> Card:
        """The card of a set that holds one."""
        return self._kinds[(bit.bit_length() - 1) % len(self._kinds)]

    def without_twins(self, mask: int) -> int:
        """The set with every card once, as its first copy."""
        result = mask & self._low
        while mask := mask >> len(self._kinds):
            result |= mask & self._low
        return result

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set, in the order of the deck, twins once."""
        mask = self.without_twins(mask)
        result: tuple[Card, ...] = ()
        start = 0
        while mask:
            if part := mask & 255:
                result += self._known.get((start, part)) or self._eight(start, part)
            mask >>= _BYTE
            start += _BYTE
        return result

    def every_copy(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set, in the order of the deck, each copy by itself."""
        return tuple(card for card in self.cards(mask) for _ in range((mask & self.copies(card)).bit_count()))

    def _eight(self, start: int, part: int) -> tuple[Card, ...]:
        """The cards of one byte of a set, remembered: naming cards is most of what a list of choices costs."""
        cards = tuple(self._kinds[start + place] for place in range(_BYTE) if part >> place & 1)
        self._known[start, part] = cards
        return cards


@lru_cache(maxsize=16)
def pack_of(deck: tuple[Card, ...]) -> Pack:
    """The pack of a deck, made once."""
    return Pack(deck)
