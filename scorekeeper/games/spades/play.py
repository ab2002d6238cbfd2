"""The rules of play of Atout Pique (Spades): the first leader, leads, following and ruffs, by articles AP-9 to AP-12.

Spades are the trumps: to *ruff* is to play one on another suit. They are *broken* once one was played; before, only a
hand of spades may lead one. By a house rule jokers, and two deuces, are spades above the ace (AP-25). A *manche* is one
deal.

A set of cards is an integer whose bits are cards of the `Pack`: `a & b` has the cards of both, `a & ~b` those of `a`
that are not in `b`. Hands are unseen, so that a rule does not forbid a card: it says from which hands the card may be
played. `Rule(cards, articles, only)` allows these cards from a hand that is within the set `only`, by these articles;
without `only`, from any hand (`cards/legality.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.cards import tricks
from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.cards.legality import PlainTricks, Rule, Turn, follow_suit
from scorekeeper.cards.pack import pack_of
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import Json
from scorekeeper.games.spades.options import FirstTrickSpades, SpadesDeck, SpadesOptions, cards_dealt

# The cards above the ace of spades, the highest last; all of them are spades (AP-25).
_JOKERS = (Card("X2"), Card("X1"))
_ABOVE_ACE = {
    SpadesDeck.STANDARD: (),
    SpadesDeck.JOKERS: _JOKERS,
    SpadesDeck.JOKERS_DEUCES: (Card("2S"), Card("2D"), *_JOKERS),
}


def leader(table: Table) -> int:
    """Return the seat on the dealer's left, which bids first (AP-3) and leads the first trick (AP-9)."""
    return table.after(table.dealer)


def rules(options: SpadesOptions, table: Table, _context: Json) -> SpadesRules:
    """Return the rules of a manche."""
    # These cards are spades, whatever their own suit.
    moved = tuple((card, Suit.SPADES) for card in _ABOVE_ACE[options.deck])
    pack = pack_of(cards_dealt(options, table.seats), moved)
    # The whole pack is dealt, so that the third argument is the number of cards in a hand; AP-10 is the article of
    # following suit.
    return SpadesRules(pack, table.seats, pack.size // table.seats, "AP-10", options=options)


@dataclass(frozen=True, kw_only=True)
class SpadesRules(PlainTricks):
    """The rules of one manche of Atout Pique; they depend on earlier tricks only by whether spades are broken.

    `PlainTricks` has the fields `pack`, `seats` (their number), `hand_size` and `article`, which is that of following
    suit. It also has the rules of a game without trumps, most of which are replaced here.
    """

    options: SpadesOptions

    def at(self, turn: Turn) -> Sequence[Rule]:
        """Return the rules of every card for the seat to play."""
        if turn.led is not None:
            return self._followings[turn.led, turn.tricks_before == 0]
        # Whether it is the first trick, and whether a spade was played in the finished tricks.
        return self._leads[turn.tricks_before == 0, turn.played_before & self._spades != 0]

    def strength(self, card: Card) -> int:
        """Return the rank of a card, from the two to the ace (AP-1), or its place above the ace of spades (AP-25)."""
        above_ace = _ABOVE_ACE[self.options.deck]
        if card in above_ace:
            return Rank.ACE + 1 + above_ace.index(card)
        return super().strength(card)

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index of the highest spade or, without spades, of the highest card of the led suit (AP-11)."""
        return tricks.winner(trick, trump=Suit.SPADES, suit_of=self.pack.suit, strength=self.strength)

    @cached_property
    def _spades(self) -> int:
        return self.pack.suits[Suit.SPADES]

    @cached_property
    def _leads(self) -> dict[tuple[bool, bool], tuple[Rule, ...]]:
        """By (first trick, spades broken), the rules of a lead.

        Until spades are broken, only a hand of spades leads one (AP-9, AP-12).
        """
        others = self.pack.all & ~self._spades
        # There is no entry (True, True): spades cannot be broken before the first trick.
        broken = (Rule(self.pack.all, ("AP-11",)),)
        return {
            (True, False): (Rule(self._spades, ("AP-9",), self._spades), Rule(others, ("AP-9",))),
            (False, False): (Rule(self._spades, ("AP-12",), self._spades), Rule(others, ("AP-11",))),
            (False, True): broken,
        }

    @cached_property
    def _followings(self) -> dict[tuple[Suit, bool], tuple[Rule, ...]]:
        """By (suit led, first trick), the rules of the seats that do not lead."""
        return {(suit, first): self._following(suit, first=first) for suit in Suit for first in (False, True)}

    def _following(self, led: Suit, *, first: bool) -> tuple[Rule, ...]:
        """Follow suit (AP-10); by a house rule, only a hand of spades may ruff the first trick (AP-9)."""
        # `follow`: the cards of the suit, from any hand; `discard`: the others, from a hand without that suit.
        follow, discard = follow_suit(self.pack, led, self.article)
        # The house rule matters only on the first trick, if another suit than spades is led. In any other case, a hand
        # without the suit led plays any card.
        if not first or led is Suit.SPADES or self.options.first_trick_spades is not FirstTrickSpades.NONE:
            return follow, discard
        ruff = Rule(self._spades, ("AP-9",), self._spades)
        return follow, ruff, Rule(discard.cards & ~self._spades, discard.articles, discard.only)
