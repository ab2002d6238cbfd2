"""Suits, ranks and cards, and their codes in the public formats: `QS` is the queen of spades, `X1` a joker.

Names such as DP-7 are articles of the rulebooks: DP of Hearts, AP of Spades, PI of Piquet.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Suit(enum.Enum):
    """One of the four suits; the value is its letter in the public formats."""

    CLUBS = "C"
    DIAMONDS = "D"
    SPADES = "S"
    HEARTS = "H"


class Rank(enum.IntEnum):
    """A rank, ordered from the 2 (low) to the ace (high), as DP-7, AP-1 and PI-1 order them."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def code(self) -> str:
        """Return the rank in the public formats: `2` … `10`, `J`, `Q`, `K`, `A`."""
        # A rank is its number, which is the key here and the text of the others.
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self, str(int(self)))


# Ranks and suits by code.
_RANKS = {rank.code: rank for rank in Rank}
_SUITS = {suit.value: suit for suit in Suit}


class UnknownCardError(ValueError):
    """Raised for a code that names no card."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card. Two cards of the same code are equal, also in a double deck.

    Example: `Card("QS").suit` is `Suit.SPADES`. A joker (`X1` or `X2`, article DP-2) has no `suit` and no `rank`.
    """

    code: str

    # They follow from the code, and are set by `__post_init__`.
    suit: Suit | None = field(init=False, repr=False, compare=False)
    rank: Rank | None = field(init=False, repr=False, compare=False)
    is_joker: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Parse the code. Raises `UnknownCardError` if it names no card."""
        joker = self.code in {"X1", "X2"}
        # The last character is the suit, the others are the rank: 10H.
        suit = _SUITS.get(self.code[-1:])
        rank = _RANKS.get(self.code[:-1])
        if not joker and (suit is None or rank is None):
            raise UnknownCardError(self.code)
        # A frozen dataclass refuses plain assignments.
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "is_joker", joker)

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """Return the card of this rank and suit."""
        return cls(rank.code + suit.value)

    def __str__(self) -> str:
        """Return the code of the public formats."""
        return self.code
