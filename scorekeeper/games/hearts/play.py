"""The rules of play of Dame de Pique (Hearts): leads, following and discards (articles DP-11 to DP-16, DP-28, DP-29).

A *manche* is one deal; a *discard* is a card played by a seat that cannot follow suit. Hearts are *broken* once a heart
was played; before, only a hand of hearts may lead one. *Belmont* is a variant with two packs.

A set of cards is an integer whose bits are cards of the `Pack`: `a | b` has the cards of both, `a & ~b` those of `a`
that are not in `b`, and 0 is empty. Hands are unseen, so that a rule does not forbid a card: it says from which hands
the card may be played. `Rule(cards, articles, only)` allows these cards from a hand that is within the set `only`, by
these articles; without `only`, from any hand; with `legal=False`, from none (`cards/legality.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.cards import tricks
from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.cards.legality import PlainTricks, Rule, Turn, follow_suit
from scorekeeper.cards.pack import pack_of
from scorekeeper.games.contract import Order, Table
from scorekeeper.games.hearts.options import Deck, FirstTrick, HeartsLead, HeartsOptions, JokerTie, cards_dealt
from scorekeeper.games.shape import ImpossibleFactsError, Json

_QUEEN_OF_SPADES = Card.of(Rank.QUEEN, Suit.SPADES)
_SEVEN_OF_CLUBS = Card.of(Rank.SEVEN, Suit.CLUBS)
_BELMONT_POINT_CARDS = (Card.of(Rank.KING, Suit.SPADES), Card.of(Rank.ACE, Suit.SPADES))


def opening_card(options: HeartsOptions, seats: int) -> Card:
    """Return the card that leads the first trick: the lowest club dealt, usually the 2♣ (DP-3, DP-8, DP-11).

    A Belmont deck can have two of this card: the first player clockwise from the dealer who has one leads it.
    """
    return lowest_club(cards_dealt(options, seats))


def lowest_club(deck: Sequence[Card]) -> Card:
    """Return the lowest club of a deck."""
    return min((card for card in deck if card.suit is Suit.CLUBS), key=lambda card: card.rank or 0)


def rules(options: HeartsOptions, table: Table, _context: Json) -> HeartsRules:
    """Return the rules. Raises `ImpossibleFactsError` if two seats may have the opening card and no dealer is known."""
    pack = pack_of(cards_dealt(options, table.seats))
    # The whole pack is dealt: `size` is the number of cards in a hand.
    size = pack.size // table.seats
    # In the order of the fields: `pack`, `seats`, `hand_size`, `article`. DP-12 is the article of following suit.
    hearts_rules = HeartsRules(
        pack, table.seats, size, "DP-12", options=options, dealer=table.dealer, order=table.order
    )
    # With two copies of the card, the dealer decides which one leads.
    if hearts_rules.opening.bit_count() > 1 and table.dealer is None:
        raise ImpossibleFactsError("no_dealer", field="dealer", article="DP-11")
    return hearts_rules


@dataclass(frozen=True, kw_only=True)
class HeartsRules(PlainTricks):
    """The rules of one manche of Dame de Pique; they depend on earlier tricks only by whether hearts are broken.

    `PlainTricks` are rules without trumps: it has the fields `pack`, `seats` (their number), `hand_size` and `article`
    (that of following suit), and the strength of a card, which is its rank (DP-7).
    """

    options: HeartsOptions

    # The seat that dealt, None if unknown.
    dealer: int | None = None

    # The seats in the order of play, None if that is by number.
    order: Order | None = None

    @cached_property
    def opening(self) -> int:
        """Return the set of all copies of the card that leads the first trick (DP-11)."""
        return self.pack.copies(lowest_club(self.pack.cards(self.pack.all)))

    def at(self, turn: Turn) -> Sequence[Rule]:
        """Return the rules of every card for the seat to play."""
        if turn.led is not None:
            return self._followings[turn.led, turn.tricks_before == 0]
        # The trick has cards but no suit to follow: only jokers.
        if turn.trick:
            return self._after_joker
        if turn.tricks_before == 0:
            return self._first_lead(turn.seat)
        # The cards of the finished tricks include one that breaks hearts.
        if turn.played_before & self._breaking_cards:
            return self._leads
        return self._leads_before_broken

    def winner(self, trick: Sequence[Card]) -> int:
        """Return the index of the highest card of the led suit, or of a joker (DP-2, DP-13)."""
        # Of two jokers, the house rule `joker_tie` says which one takes the trick.
        return tricks.winner(trick, last_joker_wins=self.options.joker_tie is JokerTie.SECOND)

    @cached_property
    def _hearts(self) -> int:
        return self.pack.suits[Suit.HEARTS]

    @cached_property
    def _penalty_queens(self) -> int:
        """Every copy of the Q♠; the empty set if she is worth nothing and so a spade like any other (DP-29)."""
        if not self.options.queen_points:
            return 0
        return self.pack.copies(_QUEEN_OF_SPADES)

    @cached_property
    def _breaking_cards(self) -> int:
        """The cards that break hearts: any heart (DP-15) and, by a house rule, the Q♠ (DP-16)."""
        if self.options.queen_breaks_hearts:
            return self._hearts | self._penalty_queens
        return self._hearts

    @cached_property
    def _leads(self) -> tuple[Rule, ...]:
        """The leads once hearts are broken: any card."""
        jokers = self.pack.jokers
        return Rule(jokers, ("DP-2",)), Rule(self.pack.all & ~jokers, ("DP-13",))

    @cached_property
    def _leads_before_broken(self) -> tuple[Rule, ...]:
        """The leads before hearts are broken: a heart only from a hand of hearts, unless a house rule allows more."""
        hearts = self._hearts
        queen = self._penalty_queens
        jokers = self.pack.jokers
        # A heart may be led if the whole hand is within the hearts.
        leads_hearts = Rule(hearts, ("DP-15",), hearts)
        # By this house rule, from any hand.
        if self.options.hearts_lead is HeartsLead.FREE:
            leads_hearts = Rule(hearts, ("DP-28",))
        # By this one, also if the hand has the queen too, which it need not lead.
        elif self.options.hearts_instead_of_queen and queen:
            leads_hearts = Rule(hearts, ("DP-15", "DP-16"), hearts | queen)
        others = self.pack.all & ~(hearts | queen | jokers)
        return leads_hearts, Rule(queen, ("DP-16",)), Rule(jokers, ("DP-2",)), Rule(others, ("DP-13",))

    @cached_property
    def _after_joker(self) -> tuple[Rule, ...]:
        """The cards after a joker that led: any card, because it is no lead, although it sets the suit (DP-2)."""
        return (Rule(self.pack.all, ("DP-2",)),)

    def _first_lead(self, seat: int) -> tuple[Rule, ...]:
        """The lowest club leads; if two seats have one, the first of them in turn from the dealer leads (DP-11)."""
        # Every other card is forbidden from any hand.
        wrong = Rule(self.pack.all & ~self.opening, ("DP-11",), legal=False)
        # There is only one such card, or it is unknown who should have led.
        if self.dealer is None or self.opening.bit_count() == 1:
            return Rule(self.opening, ("DP-11",)), wrong
        # The seats in turn, from the one after the dealer to the dealer.
        table = Table(self.seats, self.dealer, self.order)
        in_turn = [table.after(self.dealer, turns) for turns in range(1, self.seats + 1)]
        # The seats before this one must not have the card, or they would have led it.
        absent = tuple((other, self.opening) for other in in_turn[: in_turn.index(seat)])
        return Rule(self.opening, ("DP-11",), absent=absent), wrong

    @cached_property
    def _followings(self) -> dict[tuple[Suit, bool], tuple[Rule, ...]]:
        """By (suit led, first trick), the rules of the seats that do not lead."""
        return {(suit, first): self._following(suit, first=first) for suit in Suit for first in (False, True)}

    def _following(self, led: Suit, *, first: bool) -> tuple[Rule, ...]:
        """Follow suit (DP-12) or play a joker (DP-2); no points on the first trick (DP-14)."""
        jokers = self.pack.jokers
        # `follow`: the cards of the suit, from any hand; `discard`: the others, from a hand without that suit.
        follow, discard = follow_suit(self.pack, led, self.article)
        # A joker may be played from any hand, and so has a rule of its own.
        discards = Rule(discard.cards & ~jokers, discard.articles, discard.only)
        # On the first trick, these may be discarded only from a hand that has nothing else.
        barred = 0
        if first:
            barred = self._barred_on_first_trick & ~follow.cards
        if not barred:
            return follow, Rule(jokers, ("DP-2",)), discards
        # A hand that has the suit led breaks the article of following suit, not DP-14.
        points = Rule(barred, ("DP-14",), barred, follow=self.article)
        return follow, Rule(jokers, ("DP-2",)), points, Rule(discards.cards & ~barred, discards.articles, discards.only)

    @cached_property
    def _barred_on_first_trick(self) -> int:
        """The cards that may be discarded on the first trick only if the hand has no others (DP-14)."""
        if self.options.first_trick_points is FirstTrick.ANY:
            return 0
        # Other cards than hearts and the queen.
        points = []
        if self.options.seven_of_clubs:
            points.append(_SEVEN_OF_CLUBS)
        if self.options.deck is Deck.BELMONT:
            points += _BELMONT_POINT_CARDS
        cards = self._penalty_queens | self.pack.mask(points)
        # By this option, hearts are not barred.
        if self.options.first_trick_points is FirstTrick.HEARTS:
            return cards
        return cards | self._hearts
