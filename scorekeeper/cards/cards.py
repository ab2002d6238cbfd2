"""Suits, ranks and cards, and their names in the public formats (`QS`, `10H`, `X1`)."""

from __future__ import annotations

import enum
from dataclasses import dataclass


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
        """The rank in the public formats: `2` … `10`, `J`, `Q`, `K`, `A`."""
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self, str(int(self)))


_RANKS = {rank.code: rank for rank in Rank}
_SUITS = {suit.value: suit for suit in Suit}


class UnknownCardError(ValueError):
    """A text that names no card."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card by its code, such as `QS` or `X1`; two identical cards of a double deck are equal."""

    code: str

    def __post_init__(self) -> None:
        """Refuse a code that names no card: raises `UnknownCardError`."""
        if not self.is_joker and not (self.code[:-1] in _RANKS and self.code[-1:] in _SUITS):
            raise UnknownCardError(self.code)

    @property
    def is_joker(self) -> bool:
        """Whether this is one of the two jokers of DP-2."""
        return self.code in {"X1", "X2"}

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for a joker."""
        return _SUITS.get(self.code[-1])

    @property
    def rank(self) -> Rank | None:
        """The rank, or None for a joker."""
        return _RANKS.get(self.code[:-1])

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The card of this rank and suit."""
        return cls(rank.code + suit.value)

    def __str__(self) -> str:
        """The code of the public formats."""
        return self.code
