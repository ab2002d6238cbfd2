"""The cards on the table: whose turn it is, the trick, those already taken; what cannot be the next card is refused."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.cards import Card, Suit, UnknownCardError
from scorekeeper.cards.legality import Rules, Turn
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleFactsError, quotable

Hands = Sequence[Sequence[str] | None]


class Board:
    """A manche under way, nothing judged: `seat` is the seat to play, None when the manche is over.

    Who has no card left is passed over: the tricks then have fewer cards, one alone where nobody else has any.
    `trick` holds the cards on the table, `tricks` those taken, `hands` what is left of the hands laid open, as sets,
    None for a hand unseen.
    """

    def __init__(self, rules: Rules, leader: int, hands: Hands | None = None) -> None:
        """Sit down before the first lead. Raises `ImpossibleFactsError` when the hands laid open cannot be."""
        self.rules = rules
        self.seat: int | None = leader
        self.tricks: list[Trick] = []
        self.trick: list[Card] = []
        self.hands = _open_hands(rules, hands)
        self.played = 0
        self._left = [*rules.hand_sizes]
        self._players: list[int] = []
        self._led: Suit | None = None
        self._fallen = 0
        self._hidden = rules.pack.all & ~sum(hand or 0 for hand in self.hands)

    @property
    def turn(self) -> Turn:
        """What the table sees as the next card is to be played; the manche is not over."""
        return Turn(self.to_play, len(self.tricks), self._led, tuple(self.trick), self._fallen)

    @property
    def to_play(self) -> int:
        """The seat to play, of a manche that is not over."""
        if self.seat is None:
            raise ImpossibleFactsError("manche_over", field="plays", article="T-1")
        return self.seat

    def next_card(self, code: str, seat: int | None = None) -> int:
        """The next card as a set, of `seat` if the scribe says whose it is (T-1, T-2).

        Raises `ImpossibleFactsError` when it cannot be the next.
        """
        if self.seat is None:
            raise ImpossibleFactsError("manche_over", field="plays", article="T-1", value=quotable(code))
        if seat is not None and seat != self.seat:
            raise ImpossibleFactsError("out_of_turn", field="plays", article="T-2", seat=seat, expected=self.seat)
        left = _copies(self.rules, code, "plays") & ~self.played
        if not left:
            raise ImpossibleFactsError("card_played", field="plays", article="T-1", value=code)
        hand = self.hands[self.seat]
        here = left & (self._hidden if hand is None else hand)
        if not here:
            raise ImpossibleFactsError("not_in_hand", field="plays", article="T-1", value=code, seat=self.seat)
        return here & -here

    def lay(self, bit: int) -> Card:
        """Put a card that may be the next on the table; the last of a trick gives it to its winner, who leads next."""
        seat, card = self.to_play, self.rules.pack.card(bit)
        hand = self.hands[seat]
        if hand is not None:
            self.hands[seat] = hand & ~bit
        self.played |= bit
        self.trick.append(card)
        self._players.append(seat)
        self._left[seat] -= 1
        if self._led is None:
            self._led = card.suit
        self.seat = self._next(seat + 1)
        if self.seat is None:
            self._take()
        return card

    def _take(self) -> None:
        winner = self._players[self.rules.winner(self.trick)]
        self.tricks.append(Trick(self._players[0], winner, tuple(self.trick)))
        self.trick, self._players, self._led, self._fallen = [], [], None, self.played
        self.seat = self._next(winner)

    def _next(self, first: int) -> int | None:
        """Who plays to the trick, from this seat on clockwise: has cards, and has not played to it. None for nobody."""
        seats = ((first + turn) % self.rules.seats for turn in range(self.rules.seats))
        return next((seat for seat in seats if self._left[seat] and seat not in self._players), None)


def board_of(rules: Rules, cards: CardByCard, hands: Hands | None = None) -> Board:
    """The table after these cards. Raises `ImpossibleFactsError` for a card that cannot be where it stands."""
    board = Board(rules, cards.leader, hands if cards.laid_open is None else cards.laid_open)
    for code in cards.plays:
        board.lay(board.next_card(code))
    return board


def need_dealer(dealer: int | None, article: str) -> None:
    """Refuse a manche whose law depends on a dealer whom nobody named. Raises `ImpossibleFactsError`."""
    if dealer is None:
        raise ImpossibleFactsError("no_dealer", field="dealer", article=article)


def _copies(rules: Rules, code: object, field: str) -> int:
    """Every copy of the card of this code. Raises `ImpossibleFactsError` when the deck has none."""
    try:
        card = Card(code) if isinstance(code, str) else None
    except UnknownCardError:
        card = None
    copies = rules.pack.copies(card) if card else 0
    if not copies:
        raise ImpossibleFactsError("not_in_deck", field=field, article="T-1", value=quotable(code))
    return copies


def _open_hands(rules: Rules, hands: Hands | None) -> list[int | None]:
    """The hands laid open, as sets, each copy of a card in one of them only. Raises `ImpossibleFactsError`."""
    if hands is None:
        return [None] * rules.seats
    if len(hands) != rules.seats:
        raise ImpossibleFactsError("wrong_length", field="hands", expected=rules.seats, found=len(hands))
    free = rules.pack.all
    opened: list[int | None] = []
    for seat, codes in enumerate(hands):
        if codes is None:
            opened.append(None)
            continue
        size = rules.hand_sizes[seat]
        if len(codes) != size:
            raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=size, found=len(codes))
        hand = 0
        for code in codes:
            left = _copies(rules, code, "hands") & free & ~hand
            if not left:
                raise ImpossibleFactsError("card_twice", field="hands", article="T-1", value=code)
            hand |= left & -left
        free &= ~hand
        opened.append(hand)
    return opened
