"""In what orders the tricks of a coup may have fallen, and what elder may have made before the dealer (PI-17, PI-22).

When the winner of each trick is known there is one order. When only trick counts are, at most 924 are left, and what
else was entered drops some of them. Those in which elder had the same run before the dealer's first trick, and each
seat made the same points, come to the same sheet: they stand as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import HIGH, Low, Pair, TrickPoint, opening, points_of_play, sums
from scorekeeper.games.piquet.trick_points import points_of_trick as of_trick

# Which of the lead and the winning card may be low: the leader's own card is both, and no low card takes a high one.
_OWN: tuple[Low, ...] = (HIGH, (True, True))
_CAPTURED: tuple[Low, ...] = (HIGH, (True, False), (True, True))


@dataclass(frozen=True, slots=True)
class TrickCounts:
    """What trick counts say of a coup: who was elder and led first, the tricks of each seat, who took the last."""

    elder: int
    tricks: Pair
    last: int


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """An order of tricks: elder's run before the dealer's first, and what scored, in turn and in all."""

    run: int
    points: tuple[TrickPoint, ...]
    made: Pair


class _Reached(NamedTuple):
    """Where an order stands: who leads, elder's tricks, each seat's points, whether elder's first points run on."""

    leader: int
    tricks: int
    elder: int
    dealer: int
    runs_on: bool


def by_points(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Whether a coup can only be counted by its trick points: low cards give nothing, and were not noted (PI-18)."""
    return options.low_card_points is LowCards.ABOVE_NINE and facts.winners is None


def counts_of(facts: PiquetFacts) -> TrickCounts:
    """What trick counts say of a coup that is over."""
    return TrickCounts(facts.elder, facts.tricks or (0, 0), facts.last or 0)


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """The orders in which the tricks may have fallen, by what is known so far; elder's shortest run first.

    Where low cards give nothing and were not noted, what the orders score is the most that they may.
    """
    if facts.winners is not None:
        return [_order(facts.elder, facts.winners, points_of_play(options, facts.elder, facts.winners, facts.low))]
    made = None if by_points(options, facts) else facts.trick_points
    return [
        order
        for order in all_orders(options, counts_of(facts))
        if facts.elder_run in {None, order.run} and made in {None, order.made}
    ]


@lru_cache(maxsize=1024)
def all_orders(options: PiquetOptions, counts: TrickCounts) -> tuple[TrickOrder, ...]:
    """An order for each run of elder and each pair of trick points that these counts allow, the shortest run first."""
    elder, orders = counts.elder, {}
    for places in combinations(range(TRICKS), counts.tricks[elder]):
        winners = [elder if place in places else 1 - elder for place in range(TRICKS)]
        if winners[-1] == counts.last:
            order = _order(elder, winners, points_of_play(options, elder, winners))
            orders[order.run, order.made] = order
    return tuple(sorted(orders.values(), key=lambda order: order.run))


def elder_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[int]:
    """Every number of points elder may have made before the dealer's first; none when nothing comes to these points.

    Where only the first lead makes a pic and it may be low, they are those of that lead alone (PI-18, PI-22).
    """
    if facts.elder_points is not None:
        return frozenset({facts.elder_points})
    if by_points(options, facts):
        made = facts.trick_points or (0, 0)
        by_elder = _low_points(options, counts_of(facts), facts.elder_run)
        return by_elder.get((made[facts.elder], made[1 - facts.elder]), frozenset())
    first_lead = options.low_card_points is LowCards.ABOVE_NINE and options.pic_window is PicWindow.FIRST_LEAD
    firsts = (opening(facts.elder, order.points, first_lead=first_lead) for order in possible_orders(options, facts))
    return frozenset(sum(point.points for point in first) for first in firsts)


def _order(elder: int, winners: Sequence[int], points: tuple[TrickPoint, ...]) -> TrickOrder:
    run = next((number for number, winner in enumerate(winners) if winner != elder), len(winners))
    return TrickOrder(run, points, sums(points))


@lru_cache(maxsize=512)
def _low_points(options: PiquetOptions, counts: TrickCounts, run: int | None) -> Mapping[Pair, frozenset[int]]:
    """By the points of elder and of the dealer, all that elder may have made before the dealer's first (PI-18).

    Orders and low cards are followed trick by trick, as one where they come to the same: bit n of their number then
    says that n may be elder's first points.
    """
    reached = {_Reached(counts.elder, 0, 0, 0, runs_on=True): 1}
    for number in range(1, TRICKS + 1):
        moves, after = _moves(options, counts, number), defaultdict[_Reached, int](int)
        for at, firsts in reached.items():
            for winner in _takers(counts, run, number, at.tricks):
                for elder, dealer, first, runs_on in moves[at.leader, winner]:
                    taken = at.tricks + (winner == counts.elder)
                    to = _Reached(winner, taken, at.elder + elder, at.dealer + dealer, at.runs_on and runs_on)
                    after[to] |= firsts << first if at.runs_on else firsts
        reached = after
    made: dict[Pair, int] = defaultdict(int)
    for at, firsts in reached.items():
        made[at.elder, at.dealer] |= firsts
    return {pair: frozenset(n for n in range(firsts.bit_length()) if firsts >> n & 1) for pair, firsts in made.items()}


def _moves(options: PiquetOptions, counts: TrickCounts, number: int) -> dict[Pair, list[tuple[int, int, int, bool]]]:
    """By leader and winner, what a trick may give elder, the dealer and elder's first points, and if these run on."""
    elder, first_lead = counts.elder, options.pic_window is PicWindow.FIRST_LEAD
    moves = defaultdict(list)
    for leader, winner in ((leader, winner) for leader in range(SEATS) for winner in range(SEATS)):
        for low in _OWN if winner == leader else _CAPTURED:
            points = tuple(of_trick(options, number, leader, winner, low, capot=TRICKS in counts.tricks))
            made = sums(points)
            first = sum(point.points for point in opening(elder, points, first_lead=first_lead))
            moves[leader, winner].append((made[elder], made[1 - elder], first, not made[1 - elder]))
    return moves


def _takers(counts: TrickCounts, run: int | None, number: int, taken: int) -> list[int]:
    """Who may take a trick: whoever has tricks to come, the last one as it was entered, elder's run as it was."""
    elder, dealer = counts.elder, 1 - counts.elder
    takers = [seat for seat, done in ((elder, taken), (dealer, number - 1 - taken)) if done < counts.tricks[seat]]
    if number == TRICKS:
        takers = [seat for seat in takers if seat == counts.last]
    if run is not None and number <= run + 1:
        takers = [seat for seat in takers if (seat == elder) is (number <= run)]
    return takers
