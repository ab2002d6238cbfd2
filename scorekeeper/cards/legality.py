"""The rules of play as claims: which cards one may play, and what playing them says about one's hand.

Every rule has one form: a card may be played by whoever holds, before playing it, only cards of some set; a card
anyone may play asks for nothing. The hands stay unseen, so a rule never looks at them: it says what must be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.cards import tricks
from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.pack import Pack


@dataclass(frozen=True, slots=True)
class Rule:
    """Cards that one rule covers, and what it asks of whoever plays one of them.

    `only`: the hand, card included, must lie within this set; None asks for nothing. `absent`: cards that another
    seat must not hold, as (seat, cards). `legal` is False when nothing could make the play right.
    """

    cards: int
    articles: tuple[str, ...]
    only: int | None = None
    absent: tuple[tuple[int, int], ...] = ()
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """All that the table sees as a card is to be played.

    The seat to play, how many tricks are over, the suit to follow (None while there is none), the cards of the trick,
    and the set of those that fell in earlier tricks.
    """

    seat: int
    number: int
    led: Suit | None
    trick: tuple[Card, ...]
    fallen: int


class Rules(Protocol):
    """The law of one manche: its cards, how many each seat holds, what may be played and who takes a trick.

    The rules of a turn cover every card of the pack once. Cards beyond the hands lie out of play. Equal laws are equal
    values.
    """

    def __hash__(self) -> int: ...

    @property
    def pack(self) -> Pack:
        """The cards of the manche."""
        ...

    @property
    def seats(self) -> int:
        """How many play."""
        ...

    @property
    def hand_size(self) -> int:
        """How many cards a whole hand has before the first lead, and how many tricks there are."""
        ...

    @property
    def hand_sizes(self) -> Sequence[int]:
        """How many cards each seat holds before the first lead: a whole hand, or fewer where one was left short."""
        ...

    def at(self, turn: Turn) -> Sequence[Rule]:
        """What each card asks of the player to move."""
        ...

    def strength(self, card: Card) -> int:
        """How high a card stands among those of its suit, in tricks as on the keys of the page."""
        ...

    def winner(self, trick: Sequence[Card]) -> int:
        """The index, in order of play, of the card that takes the trick."""
        ...


def follow_suit(pack: Pack, led: Suit, article: str, free: int = 0) -> tuple[Rule, Rule]:
    """Follow the led suit or hold none of it; the `free` cards may be played, and kept, in any case."""
    suit = pack.suits[led]
    following = suit | free
    return Rule(following, (article,)), Rule(pack.all & ~following, (article,), pack.all & ~suit)


@dataclass(frozen=True, slots=True)
class PlainTricks:
    """Lead anything, follow suit or throw any card; the highest card of the led suit takes the trick (PI-16)."""

    pack: Pack
    seats: int
    hand_size: int
    article: str
    short_hand: tuple[int, int] | None = None

    @property
    def hand_sizes(self) -> Sequence[int]:
        """How many cards each seat holds before the first lead; `short_hand` is a seat with fewer, and how many."""
        short, cards = self.short_hand or (None, 0)
        return tuple(cards if seat == short else self.hand_size for seat in range(self.seats))

    def at(self, turn: Turn) -> Sequence[Rule]:
        """What each card asks of the player to move."""
        if turn.led is None:
            return (Rule(self.pack.all, (self.article,)),)
        return follow_suit(self.pack, turn.led, self.article)

    def strength(self, card: Card) -> int:
        """From the lowest rank to the ace."""
        return tricks.strength(card)

    def winner(self, trick: Sequence[Card]) -> int:
        """The index of the highest card of the led suit."""
        return tricks.winner(trick)
