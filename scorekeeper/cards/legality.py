"""The rules of play as claims: which cards a seat may play, and what each card claims about its hand.

Nearly every rule has one form: "a seat may play one of these cards if its whole hand is within this set". The hand
includes the card, and the set may be the whole pack. Rarely, a rule also requires that another hand has none of certain
cards, or forbids the play from any hand. Hands are unseen, so a rule does not inspect them: it states what is true if
the play is regular. Sets of cards are integers, the bits of a `Pack`. The letters of an article, such as PI-16, are
those of its rulebook.
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
    """A rule of some cards, and what must be true if one of them is played. Sets of cards are bits of a `Pack`.

    Example: hearts are led. The rule of the clubs is `Rule(clubs, ("PI-16",), only=all cards but the hearts)`.
    """

    # The set that it covers.
    cards: int
    articles: tuple[str, ...]

    # The whole hand of the player, card included, is within this set; None if there is no such condition.
    only: int | None = None

    # Other seats that must not hold certain cards, each as (seat, cards).
    absent: tuple[tuple[int, int], ...] = ()

    # False for a play that is irregular from any hand.
    legal: bool = True

    # The article of following suit, if it is another one: a hand with the suit led breaks it first.
    follow: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the table sees before a card is played."""

    # The one that plays next.
    seat: int

    # The number of finished tricks.
    tricks_before: int

    # The suit to follow, None if any card may be played.
    led: Suit | None

    # The cards of the current trick.
    trick: tuple[Card, ...]

    # The set of the cards in the finished tricks.
    played_before: int


class Rules(Protocol):
    """The rules of one manche: its pack, the sizes of the hands, the legal cards and the winner of a trick.

    For every turn, each card of the pack is in exactly one rule. If the pack has more cards than the hands, the
    remaining ones are out of play. Rules are compared and hashed by value, because they are keys of caches.
    """

    def __hash__(self) -> int: ...

    @property
    def pack(self) -> Pack:
        """Return the cards of the manche."""
        ...

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        ...

    @property
    def hand_size(self) -> int:
        """Return the number of cards in a full hand before the first lead, which is the number of tricks."""
        ...

    @property
    def hand_sizes(self) -> Sequence[int]:
        """Return by seat the number of cards before the first lead: a full hand, or fewer for a short hand."""
        ...

    def at(self, turn: Turn) -> Sequence[Rule]:
        """Return the rules of every card for the seat to play."""
        ...

    def strength(self, card: Card) -> int:
        """Return the rank of a card within its suit, which decides tricks and orders the card buttons of a page."""
        ...

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index, in order of play, of the card that takes the trick."""
        ...


def follow_suit(pack: Pack, led: Suit, article: str) -> tuple[Rule, Rule]:
    """Return two rules: cards of the led suit are always allowed, other cards only from a hand without that suit."""
    others = pack.all & ~pack.suits[led]
    return Rule(pack.suits[led], (article,)), Rule(others, (article,), others)


@dataclass(frozen=True, slots=True)
class PlainTricks:
    """The rules of tricks without trumps (PI-16).

    Lead any card; follow suit, or without that suit play any card. The highest card of the led suit wins.
    """

    pack: Pack
    seats: int
    hand_size: int
    article: str

    # The seat of a short hand, and its number of cards.
    short_hand: tuple[int, int] | None = None

    @property
    def hand_sizes(self) -> Sequence[int]:
        """Return by seat the number of cards before the first lead."""
        sizes = [self.hand_size] * self.seats
        if self.short_hand is not None:
            seat, size = self.short_hand
            sizes[seat] = size
        return tuple(sizes)

    def at(self, turn: Turn) -> Sequence[Rule]:
        """Return the rules of every card for the seat to play."""
        if turn.led is None:
            return (Rule(self.pack.all, (self.article,)),)
        return follow_suit(self.pack, turn.led, self.article)

    def strength(self, card: Card) -> int:
        """Return the rank of a card, the ace highest."""
        return tricks.strength(card)

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index of the highest card of the led suit."""
        return tricks.winner(trick)
