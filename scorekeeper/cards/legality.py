"""The rules of play as claims: which cards a seat may play, and what each card claims about its hand.

Hands are unseen, so that a rule cannot look into them: it states what must be true of the hand if the play is regular.
Nearly every rule has one form: "a seat may play one of these cards if its whole hand is within this set". The hand
includes the card, and the set may be the whole pack. Rarely, a rule also requires that another hand has none of certain
cards, or forbids the play from any hand.

A set of cards is an integer whose bits are cards of a `Pack`: `a & ~b` are the cards of `a` that are not in `b`. To
*follow suit* is to play a card of the suit that was led. A *manche* is one deal. PI-16 is an article of the rulebook of
Piquet: follow suit, without trumps.
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

    Example: hearts are led. The rule of the clubs is `Rule(clubs, ("PI-16",), only=all cards but the hearts)`: a club
    may be played from a hand without hearts.
    """

    # The set of cards to which it applies.
    cards: int

    # The articles that make it, such as `("PI-16",)`.
    articles: tuple[str, ...]

    # The whole hand of the player, card included, is within this set; None if there is no such condition.
    only: int | None = None

    # Other seats that must not hold certain cards, each as (seat, cards).
    absent: tuple[tuple[int, int], ...] = ()

    # False for a play that is irregular from any hand.
    legal: bool = True

    # The article of following suit, if `articles` has another one, else "". A hand that has the suit led breaks the
    # article of following suit first.
    follow: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the table sees before a card is played."""

    # The seat that plays next.
    seat: int

    # The number of finished tricks.
    tricks_before: int

    # The suit to follow, None if no card has set one.
    led: Suit | None

    # The cards of the current trick.
    trick: tuple[Card, ...]

    # The set of the cards in the finished tricks.
    played_before: int


class Rules(Protocol):
    """What the rules of one manche must have: its pack, the sizes of the hands, the legal cards, the winner of a trick.

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
    # The third argument is `only`: the whole hand is within the other suits.
    return Rule(pack.suits[led], (article,)), Rule(others, (article,), others)


@dataclass(frozen=True, slots=True)
class PlainTricks:
    """The rules of tricks without trumps (PI-16).

    Lead any card; follow suit, or without that suit play any card. The highest card of the led suit wins.
    """

    pack: Pack

    # The number of seats, and that of the cards in a full hand.
    seats: int
    hand_size: int

    # The article of following suit in the game.
    article: str

    # The seat of a short hand, which was dealt fewer cards than the others, and its number of cards; None without one.
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
        # A lead: any card, from any hand.
        if turn.led is None:
            return (Rule(self.pack.all, (self.article,)),)
        return follow_suit(self.pack, turn.led, self.article)

    def strength(self, card: Card) -> int:
        """Return the rank of a card, the ace highest."""
        return tricks.strength(card)

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index of the highest card of the led suit."""
        return tricks.winner(trick)
