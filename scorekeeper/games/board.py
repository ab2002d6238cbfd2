"""The board of a manche (one deal of a partie): the seat to play, the current trick and the finished ones.

It refuses cards that cannot be on the table, such as one played twice. Whether a card breaks a rule is for the arbiter
(`games/arbiter.py`). A *seat* is a place at the table, from 0 on; the *leader* plays first to a trick. Articles such as
T-1 are those of the rulebook that all games share.

A set of cards is an integer whose bits are cards of the `Pack`: 0 is the empty set, `a | b` has the cards of both,
`a & ~b` the cards of `a` that are not in `b`. A double deck has two copies of each card, each with a bit of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.cards.legality import Rules, Turn
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import CardByCard, Order, Table
from scorekeeper.games.shape import ImpossibleFactsError, quotable, read_list

# By seat, the codes of the cards of a hand laid open (`["QS", "10H"]`), None for an unseen hand.
Hands = Sequence[Sequence[str] | None]


class Board:
    """A manche in progress, without the rulings of the arbiter on its cards.

    A seat without cards is skipped, so a trick may have fewer cards than there are seats.
    """

    def __init__(self, rules: Rules, leader: int, hands: Hands | None = None, order: Order | None = None) -> None:
        """Start before the first lead; `order` are the seats in the order of play, None if that is by number.

        `rules` has the pack, the number of seats, the size of each hand, and the winner of a trick.
        Raises `ImpossibleFactsError` for impossible hands.
        """
        self.rules = rules
        self.table = Table(rules.seats, order=order)
        # The seat to play, None when the manche is over: `Arbiter` and the readers of facts test for that.
        self.seat: int | None = leader
        # The finished tricks, and the cards of the current one.
        self.tricks: list[Trick] = []
        self.trick: list[Card] = []
        # By seat, the whole hand of one laid open, None for an unseen hand; then the same hands as sets.
        self.hands: Hands = [None] * rules.seats if hands is None else hands
        self.open_hands = _open_hands(rules, self.hands)
        # The set of all cards played, empty at first.
        self.played = 0
        self._cards_left = [*rules.hand_sizes]  # by seat
        self._trick_seats: list[int] = []  # the seats that have played to the current trick, in order
        self._in_finished_tricks = 0  # the set of their cards
        # The cards that are in no hand laid open. No card is in two hands, so that the sum of the hands is their union.
        self._in_no_open_hand = rules.pack.all & ~sum(hand or 0 for hand in self.open_hands)

    @property
    def turn(self) -> Turn:
        """Return what the table sees before the next card. Raises `ImpossibleFactsError` when the manche is over."""
        # The pack may move a card to another suit: a joker can be a spade (AP-25). One that has no suit sets none.
        suits = map(self.rules.pack.suit, self.trick)
        return Turn(
            seat=self.required_seat,
            tricks_before=len(self.tricks),
            led=next((suit for suit in suits if suit is not None), None),
            trick=tuple(self.trick),
            played_before=self._in_finished_tricks,
        )

    @property
    def required_seat(self) -> int:
        """Return `seat`, the seat to play. Raises `ImpossibleFactsError` when the manche is over."""
        if self.seat is None:
            raise ImpossibleFactsError("manche_over", field="plays", article="T-1")
        return self.seat

    def next_card(self, code: str, seat: int | None = None) -> int:
        """Return the next card as a bit of the pack (T-1, T-2).

        Raises `ImpossibleFactsError` when it cannot be the next card, or when `seat` is not the seat to play.
        """
        if self.seat is None:
            # `quotable` shortens a long value for the message: any text can be entered as a code.
            raise ImpossibleFactsError("manche_over", field="plays", article="T-1", value=quotable(code))
        if seat is not None and seat != self.seat:
            raise ImpossibleFactsError("out_of_turn", field="plays", article="T-2", seat=seat, expected=self.seat)
        # The copies of this card that are not played yet: none, one or, in a double deck, two.
        copies = _copies(self.rules, code, "plays") & ~self.played
        if not copies:
            raise ImpossibleFactsError("card_played", field="plays", article="T-1", value=code)
        hand = self.open_hands[self.seat]
        # An unseen hand may have any card that no hand laid open had.
        if hand is None:
            hand = self._in_no_open_hand
        playable = copies & hand
        if not playable:
            raise ImpossibleFactsError("not_in_hand", field="plays", article="T-1", value=code, seat=self.seat)
        return _first(playable)

    def play_card(self, bit: int) -> None:
        """Play a card returned by `next_card`; after the last card of a trick, the winner is the next seat to play."""
        seat = self.required_seat
        self.played |= bit
        # New lists, because `Arbiter.copy` makes a copy that shares the lists.
        self.trick = [*self.trick, self.rules.pack.card(bit)]
        self._trick_seats = [*self._trick_seats, seat]
        self._cards_left = [*self._cards_left]
        self._cards_left[seat] -= 1
        # `table.after` is the next seat in the order of play. None: every seat that has cards has played to this trick.
        self.seat = self._next_seat(self.table.after(seat))
        if self.seat is None:
            self._finish_trick()

    def _finish_trick(self) -> None:
        # The rules name the winning card, by its index in the trick.
        winner = self._trick_seats[self.rules.winner(self.trick)]
        self.tricks = [*self.tricks, Trick(self._trick_seats[0], winner, tuple(self.trick))]
        self.trick = []
        self._trick_seats = []
        self._in_finished_tricks = self.played
        # The winner leads, or the next seat if the winner has no more cards; None after the last trick.
        self.seat = self._next_seat(winner)

    def _next_seat(self, first: int) -> int | None:
        """The first seat from `first` on that has cards and has not played to the trick, None if there is none."""
        # All seats in the order of play, beginning with `first` itself, which is after 0 turns.
        seats = (self.table.after(first, turns) for turns in range(self.rules.seats))
        return next((seat for seat in seats if self._cards_left[seat] and seat not in self._trick_seats), None)


def board_of(rules: Rules, cards: CardByCard, hands: Hands | None = None) -> Board:
    """Return the board after these cards; hands laid open in `cards` replace `hands`. Raises `ImpossibleFactsError`."""
    # `hands` were entered before the first card, those in `cards` later.
    if cards.laid_open is not None:
        hands = cards.laid_open
    board = Board(rules, cards.leader, hands, cards.order)
    for code in cards.plays:
        board.play_card(board.next_card(code))
    return board


def _copies(rules: Rules, code: object, field: str) -> int:
    """The set of every copy of the card with this code. Raises `ImpossibleFactsError` when the deck has none."""
    copies = 0
    if isinstance(code, str):
        # `Card` raises this error for a text that is no card; `pack.copies` is 0 for a card that this deck has not.
        with suppress(UnknownCardError):
            copies = rules.pack.copies(Card(code))
    if not copies:
        raise ImpossibleFactsError("not_in_deck", field=field, article="T-1", value=quotable(code))
    return copies


def _first(copies: int) -> int:
    """The first of the copies of a card in this set: the lowest bit. Example: `_first(0b1100)` is `0b0100`."""
    return copies & -copies


def _open_hands(rules: Rules, hands: Hands) -> list[int | None]:
    """The hands laid open as sets, each copy of a card in at most one hand. Raises `ImpossibleFactsError`."""
    # The cards that remain for this hand and the next ones: at first all.
    in_no_earlier_hand = rules.pack.all
    opened: list[int | None] = []
    for seat, codes in enumerate(read_list(hands, "hands", count=rules.seats)):
        if codes is None:
            opened.append(None)
            continue
        size = rules.hand_sizes[seat]
        if len(codes) != size:
            raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=size, found=len(codes))
        hand = 0
        for code in codes:
            # In a double deck, a second copy remains for another hand, or for this one.
            copies = _copies(rules, code, "hands") & in_no_earlier_hand & ~hand
            if not copies:
                raise ImpossibleFactsError("card_twice", field="hands", article="T-1", value=code)
            hand |= _first(copies)
        in_no_earlier_hand &= ~hand
        opened.append(hand)
    return opened
