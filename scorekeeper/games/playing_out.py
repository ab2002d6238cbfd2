"""Whether a manche can end as it is said to, by the cards it has shown so far: the rest of it is played out (T-7).

The unseen cards are dealt as they are played: each seat lays any card it may hold that the law allows, which says what
the rest of its hand is, until the goal is reached or out of reach. The answer is exact, but where so much is open that
the search takes more than a budget of steps, it is left undecided. A table that has broken a rule already is held to
the cards alone, and to no law.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import Rule, Rules, Turn
from scorekeeper.cards.transport import bits, possible
from scorekeeper.cards.verdicts import Trick
from scorekeeper.cards.work import OutOfStepsError, Work
from scorekeeper.games.board import Board, Hands
from scorekeeper.games.contract import CardByCard, Goal

STEPS = 24_000
_TRIED = 6
_STARTS, _SHUFFLED = 6, 0.3


@dataclass(frozen=True, slots=True)
class Position:
    """A manche under way: the trick on the table, what is left of each hand, and what unseen ones may be.

    `hands` are sets of cards, None for a hand unseen; of those, `masks` says which cards each may hold, `rooms` how
    many it does, and `unseen` the cards that none of the table has seen. `lawful` until a rule is broken. Who has no
    card left is passed over: so it can be at a table of two only, where the other then plays alone.
    """

    leader: int
    number: int
    trick: tuple[int, ...]
    fallen: int
    hands: tuple[int | None, ...]
    unseen: int
    masks: tuple[int, ...]
    rooms: tuple[int, ...]
    lawful: bool = True

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % len(self.hands)


def can_follow(board: Board, cards: CardByCard, hands: Hands | None, goal: Goal, *, sizes_known: bool = True) -> bool:
    """Whether a manche can end so after the cards of this board; where that takes too many steps, it is believed.

    Where nobody knows how many cards each hand has, only the tricks already taken tell.
    """
    left: Goal | None = goal
    for trick in board.tricks:
        left = None if left is None else left.after(trick)
    if left is None or not sizes_known:
        return left is not None
    return can_end(board.rules, position_of(board.rules, cards, hands), left) is not False


@lru_cache(maxsize=256)
def can_end(rules: Rules, start: Position, goal: Goal, steps: int = STEPS) -> bool | None:
    """Whether some play goes on from here to the goal; None when that takes more steps than these to say."""
    try:
        return play_to(rules, start, goal, steps) is not None
    except OutOfStepsError:
        return None


def play_to(rules: Rules, start: Position, goal: Goal, steps: int = STEPS) -> list[Card] | None:
    """The cards of a play that goes on from here to the goal, None when there is none. Raises `OutOfStepsError`."""
    search = _Search(rules, goal)
    for turn in range(_STARTS - 1):
        try:
            return search.play(start, goal, steps // _STARTS, turn)
        except OutOfStepsError:
            continue
    return search.play(start, goal, steps // _STARTS, _STARTS - 1)


def position_of(rules: Rules, cards: CardByCard, hands: Hands | None = None) -> Position:
    """The position after these cards, and what they said of the hands if all of them were lawful.

    Raises `ImpossibleFactsError` for a card that cannot be where it stands.
    """
    board = Board(rules, cards.leader, hands if cards.laid_open is None else cards.laid_open)
    position = start_of(rules, cards.leader, board.hands)
    for code in cards.plays:
        bit = board.next_card(code)
        board.lay(bit)
        after = _lawful(rules, position, bit) if position.lawful else None
        position = _laid(rules, after or _with_masks(position, (rules.pack.all,) * rules.seats, lawful=False), bit)
    return position


def start_of(rules: Rules, leader: int, hands: Sequence[int | None]) -> Position:
    """The position before the first lead; the hands laid open are sets of cards."""
    unseen = rules.pack.all & ~sum(hand or 0 for hand in hands)
    rooms = tuple(size if hand is None else 0 for size, hand in zip(rules.hand_sizes, hands, strict=True))
    return Position(leader, 0, (), 0, tuple(hands), unseen, (rules.pack.all,) * len(hands), rooms)


class _Search:
    """One search, depth first; what failed once is not tried again.

    A search that was lost among the last cards of a bad beginning begins anew, and tries the cards in another order.
    """

    def __init__(self, rules: Rules, goal: Goal) -> None:
        self._rules = rules
        self._kind = {bit: goal.kind(rules.pack.card(bit)) for bit in bits(rules.pack.all)}
        self._work = Work(0)
        self._shuffled: Random | None = None
        self._failed: set[tuple[Position, Goal]] = set()
        self._order = _order_of(rules)
        self._rank = {bit: rank for suit in self._order for rank, bit in enumerate(suit)}

    def play(self, start: Position, goal: Goal, steps: int, turn: int) -> list[Card] | None:
        """The cards that reach the goal from here, None if none do; `turn` says how often it was begun before.

        Raises `OutOfStepsError`.
        """
        self._work = Work(steps)
        self._shuffled = Random(turn) if turn else None  # noqa: S311 - an order of search keeps no secret
        found = self._last_first(start, goal)
        return None if found is None else [self._rules.pack.card(bit) for bit in reversed(found)]

    def _last_first(self, position: Position, goal: Goal) -> list[int] | None:
        if position.number == self._rules.hand_size:
            return [] if goal.reached else None
        if (position, goal) in self._failed:
            return None
        for bit, rule, left in self._cards(position, goal):
            self._work.take(_TRIED)
            after = _believed(position, bit, rule) if position.lawful else position
            rest = None if after is None else self._last_first(_laid(self._rules, after, bit), left)
            if rest is not None:
                return [*rest, bit]
        self._failed.add((position, goal))
        return None

    def _cards(self, position: Position, goal: Goal) -> list[tuple[int, Rule, Goal]]:
        """The cards to try, each with its rule and what is left of the goal after it.

        First those that say nothing of the hand, and the most promising.
        """
        seat, pack = position.seat, self._rules.pack
        hand = position.hands[seat]
        cards = pack.one_of_each(position.unseen & position.masks[seat]) if hand is None else hand
        if hand is not None:
            cards = self._unlike(hand, position)
        self._work.take(cards.bit_count())
        wanted = -1 if goal.wants(seat) else 1
        turn = _turn(self._rules, position)
        taker = (position.leader + self._rules.winner(turn.trick)) % self._rules.seats if turn.trick else seat
        left = self._after(position, goal, cards, turn.trick)
        choices = [
            (rule.only is not None, goal.spares(pack.card(bit), taker), wanted * self._rank[bit], bit, rule)
            for rule in self._rules.at(turn)
            for bit in bits(cards & rule.cards)
            if bit in left
        ]
        if self._shuffled is not None and self._shuffled.random() < _SHUFFLED:
            self._shuffled.shuffle(choices)
        else:
            choices.sort(key=lambda choice: choice[:3])
        return [(bit, rule, left[bit]) for *_, bit, rule in choices]

    def _after(self, position: Position, goal: Goal, cards: int, trick: tuple[Card, ...]) -> dict[int, Goal]:
        """What each of these cards leaves of the goal, those left out that put it out of reach.

        The last of a trick does it: of two cards alike to the goal to which the trick falls in the same way, one is
        asked about. Where the lowest and the highest of a suit give it to the same seat, so do all between.
        """
        if not _ends_trick(self._rules, position):
            return dict.fromkeys(bits(cards), goal)
        left: dict[int, Goal] = {}
        known: dict[tuple[int, Hashable], Goal | None] = {}
        for suit in self._order:
            held = [bit for bit in suit if bit & cards]
            for bit, place in zip(held, self._places(held, trick), strict=True):
                key = place, self._kind[bit]
                if key not in known:
                    taker = (position.leader + place) % self._rules.seats
                    known[key] = goal.after(Trick(position.leader, taker, (*trick, self._rules.pack.card(bit))))
                after = known[key]
                if after is not None:
                    left[bit] = after
        return left

    def _places(self, held: Sequence[int], trick: tuple[Card, ...]) -> list[int]:
        """Which card takes the trick after each of these cards of a suit, from the lowest to the highest."""
        places: dict[int, int] = {}

        def place(index: int) -> int:
            if index not in places:
                places[index] = self._rules.winner((*trick, self._rules.pack.card(held[index])))
            return places[index]

        if not held:
            return []
        low, high = 0, len(held) - 1
        if place(low) == place(high):
            return [place(low)] * len(held)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if place(middle) == place(low) else (low, middle)
        return [place(0)] * high + [place(high)] * (len(held) - high)

    def _unlike(self, hand: int, position: Position) -> int:
        """One of each run of cards of a hand that are alike to the goal, with nothing between them still in play."""
        in_play = position.unseen | sum(hand or 0 for hand in position.hands) | sum(position.trick)
        cards = 0
        for suit in self._order:
            before: Hashable = None
            for bit in suit:
                if bit & in_play:
                    kind = (self._kind[bit],) if bit & hand else None
                    if kind is not None and kind != before:
                        cards |= bit
                    before = kind
        return cards


def _order_of(rules: Rules) -> list[list[int]]:
    """The cards of each suit from the lowest to the highest, and the jokers."""
    pack = rules.pack
    suits = [*pack.suits.values(), pack.jokers]
    return [sorted(bits(suit), key=lambda bit: rules.strength(pack.card(bit))) for suit in suits if suit]


def _turn(rules: Rules, position: Position) -> Turn:
    trick = tuple([rules.pack.card(bit) for bit in position.trick])
    led = next((card.suit for card in trick if card.suit is not None), None)
    return Turn(position.seat, position.number, led, trick, position.fallen)


def _lawful(rules: Rules, position: Position, bit: int) -> Position | None:
    """The position with what laying this card says of the hands, None when no deal makes it lawful."""
    rule = next(rule for rule in rules.at(_turn(rules, position)) if rule.cards & bit)
    return _believed(position, bit, rule)


def _believed(position: Position, bit: int, rule: Rule) -> Position | None:
    """The position with what a card laid under this rule says of the hands, None when no deal makes it lawful."""
    seat, hands, unseen = position.seat, position.hands, position.unseen
    hidden = hands[seat] is None
    masks = list(position.masks)
    for other, cards in rule.absent:
        if (hands[other] or 0) & cards:
            return None
        masks[other] &= ~cards
    if rule.only is not None:
        if (hands[seat] or 0) & ~rule.only:
            return None
        masks[seat] &= rule.only
    if not rule.legal or (hidden and not bit & masks[seat]):
        return None
    if all(not unseen & ~mask for mask in masks):
        return position
    rooms = list(position.rooms)
    rooms[seat] -= hidden
    if not possible(unseen & ~bit, masks, rooms):
        return None
    return _with_masks(position, tuple([mask & unseen for mask in masks]))


def _with_masks(position: Position, masks: tuple[int, ...], *, lawful: bool = True) -> Position:
    at = position
    return Position(at.leader, at.number, at.trick, at.fallen, at.hands, at.unseen, masks, at.rooms, lawful)


def _laid(rules: Rules, position: Position, bit: int) -> Position:
    """The position once this card lies on the table."""
    at, seat = position, position.seat
    hand, hands, rooms = at.hands[seat], at.hands, at.rooms
    if hand is None:
        rooms = (*rooms[:seat], rooms[seat] - 1, *rooms[seat + 1 :])
    else:
        hands = (*hands[:seat], hand & ~bit, *hands[seat + 1 :])
    trick, unseen = (*at.trick, bit), at.unseen & ~bit
    if not _ends_trick(rules, at):
        return Position(at.leader, at.number, trick, at.fallen, hands, unseen, at.masks, rooms, at.lawful)
    winner = (at.leader + rules.winner([rules.pack.card(laid) for laid in trick])) % rules.seats
    fallen = at.fallen | sum(trick)
    masks = tuple([mask & unseen for mask in at.masks])
    leader = winner if _has_cards(hands, rooms, winner) else (winner + 1) % rules.seats
    return Position(leader, at.number + 1, (), fallen, hands, unseen, masks, rooms, at.lawful)


def _ends_trick(rules: Rules, position: Position) -> bool:
    """Whether the next card is the last of its trick."""
    after = (position.seat + 1) % rules.seats
    return len(position.trick) + 1 == rules.seats or not _has_cards(position.hands, position.rooms, after)


def _has_cards(hands: Sequence[int | None], rooms: Sequence[int], seat: int) -> bool:
    hand = hands[seat]
    return bool(rooms[seat] if hand is None else hand)
