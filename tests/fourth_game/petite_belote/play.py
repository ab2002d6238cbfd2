"""The play of Petite Belote: who leads first, and what may be played (BE-4 to BE-9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from petite_belote.context import read_trump
from petite_belote.options import SEATS, BeloteOptions, Undertrump

from scorekeeper.cards import tricks
from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.cards.decks import cards_from
from scorekeeper.cards.legality import Rule, Turn
from scorekeeper.cards.pack import Pack, pack_of
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import Json

_PARTNER = 2  # the partner's card is two before the next
_ORDER = ("7", "8", "9", "J", "Q", "K", "10", "A")
_TRUMP_ORDER = ("7", "8", "Q", "K", "10", "A", "9", "J")


def leader(table: Table) -> int:
    """Return the seat at the dealer's left, which leads to the first trick (BE-2)."""
    return table.after(table.dealer)


def rules(options: BeloteOptions, _table: Table, context: Json) -> BeloteRules:
    """Return the rules of play of a manche. Raises `ImpossibleFactsError` without a trump (BE-3)."""
    return BeloteRules(options, pack_of(cards_from(Rank.SEVEN)), read_trump(context))


@dataclass(frozen=True)
class BeloteRules:
    """The rules of play of one manche of Petite Belote with its trump; they depend only on the cards played."""

    options: BeloteOptions
    pack: Pack
    trump: Suit
    seats: int = SEATS

    @property
    def hand_size(self) -> int:
        """The number of cards of each seat: all are dealt."""
        return self.pack.size // self.seats

    @property
    def hand_sizes(self) -> Sequence[int]:
        """The same for every seat."""
        return (self.hand_size,) * self.seats

    def at(self, turn: Turn) -> Sequence[Rule]:
        """Return the condition of each card for the current player."""
        if turn.led is None:
            return (Rule(self.pack.all, ("BE-5",)),)
        if turn.led is self.trump:
            return self._following_trump(turn.trick)
        return self._following(turn.led, turn.trick)

    def strength(self, card: Card) -> int:
        """Return the rank of a card in its suit; trumps have another order (BE-4)."""
        order = _TRUMP_ORDER if card.suit is self.trump else _ORDER
        return order.index(card.code[:-1])

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index of the highest trump, or without one of the highest card of the suit led (BE-9)."""
        return tricks.winner(trick, trump=self.trump, strength=self.strength)

    def _following_trump(self, trick: Sequence[Card]) -> tuple[Rule, ...]:
        """Follow with a higher trump, or have none higher (BE-7); another suit only without a trump (BE-5)."""
        everything, trumps, over = self.pack.all, self.pack.suits[self.trump], self._over(trick)
        return (
            Rule(over, ("BE-5",)),
            Rule(trumps & ~over, ("BE-7",), everything & ~over),
            Rule(everything & ~trumps, ("BE-5",), everything & ~trumps),
        )

    def _following(self, led: Suit, trick: Sequence[Card]) -> tuple[Rule, ...]:
        """Follow suit, or have none of it (BE-5) and trump as required (BE-6 to BE-8).

        A play may claim several things at once: together they are one set of cards that the hand may contain.
        """
        suit, trumps, over = self.pack.suits[led], self.pack.suits[self.trump], self._over(trick)
        void, under = self.pack.all & ~suit, trumps & ~over
        return (
            Rule(suit, ("BE-5",)),
            Rule(over, ("BE-5",), void),
            Rule(under, ("BE-5", "BE-7"), void & ~over),
            Rule(void & ~trumps, ("BE-5", "BE-8" if under else "BE-6"), void & ~self._must_trump(trick, over)),
        )

    def _must_trump(self, trick: Sequence[Card], over: int) -> int:
        """Return the trumps that a player who cannot follow must play: none if the partner is winning (BE-6)."""
        if len(trick) - self.winner(trick) == _PARTNER:
            return 0
        return over if self.options.undertrump is Undertrump.FREE else self.pack.suits[self.trump]

    def _over(self, trick: Sequence[Card]) -> int:
        """Return the trumps that beat every trump of the trick, or all of them without one (BE-7)."""
        highest = max((self.strength(card) for card in trick if card.suit is self.trump), default=-1)
        trumps = self.pack.cards(self.pack.suits[self.trump])
        return self.pack.mask(card for card in trumps if self.strength(card) > highest)
