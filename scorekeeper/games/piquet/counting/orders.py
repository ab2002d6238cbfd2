"""In what orders the tricks of a coup may have fallen, and what elder may have made before the dealer (PI-17, PI-22).

When the winner of each trick is known there is one order. When only trick counts are, at most 924 are left, and what
else was entered drops some of them. Those in which elder had the same run before the dealer's first trick, and each
seat made the same points, come to the same sheet: they stand as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scorekeeper.games.piquet.counting.low_cards import low_points
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    Pair,
    TrickCounts,
    TrickPoint,
    first_lead_alone,
    opening,
    points_of_play,
    sums,
)


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """An order of tricks: elder's run before the dealer's first, and what scored, in turn and in all."""

    run: int
    points: tuple[TrickPoint, ...]
    made: Pair


def by_points(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Whether a coup can only be counted by its trick points: low cards give nothing, and were not noted (PI-18)."""
    return options.low_card_points is LowCards.ABOVE_NINE and facts.winners is None


def counts_of(facts: PiquetFacts) -> TrickCounts:
    """What trick counts say of a coup that is over."""
    return TrickCounts(facts.elder, facts.tricks or (0, 0), facts.last or 0, facts.most_cards)


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """The orders in which the tricks may have fallen, by what is known so far; elder's shortest run first.

    Where low cards give nothing and were not noted, what the orders score is the most that they may.
    """
    if facts.winners is not None:
        return [_order(facts.elder, facts.winners, points_of_play(options, facts.elder, facts.winners, facts.low))]
    made, first = (None, None) if by_points(options, facts) else (facts.trick_points, facts.elder_points)
    return [
        order
        for order in all_orders(options, counts_of(facts))
        if facts.elder_run in {None, order.run}
        and made in {None, order.made}
        and first in {None, _first_points(options, facts.elder, order)}
    ]


@lru_cache(maxsize=1024)
def all_orders(options: PiquetOptions, counts: TrickCounts) -> tuple[TrickOrder, ...]:
    """An order for each run of elder and each pair of trick points that these counts allow, the shortest run first."""
    elder, orders = counts.elder, {}
    for places in combinations(range(TRICKS), counts.tricks[elder]):
        winners = [elder if place in places else 1 - elder for place in range(TRICKS)]
        if all(counts.can_take(winner, number) for number, winner in enumerate(winners, start=1)):
            order = _order(elder, winners, points_of_play(options, elder, winners))
            orders[order.run, order.made] = order
    return tuple(sorted(orders.values(), key=lambda order: order.run))


def trick_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[Pair]:
    """Every pair of points that the seats may have made in all by leads and wins, by what is known so far."""
    if facts.trick_points is not None:
        return frozenset({facts.trick_points})
    if not by_points(options, facts):
        return frozenset(order.made for order in possible_orders(options, facts))
    return frozenset(
        (elder, dealer) if facts.elder == 0 else (dealer, elder)
        for (elder, dealer), firsts in low_points(options, counts_of(facts), facts.elder_run).items()
        if facts.elder_points is None or facts.elder_points in firsts
    )


def elder_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[int]:
    """Every number of points elder may have made before the dealer's first; none when nothing comes to these points.

    Where only the first lead makes a pic and it may be low, they are those of that lead alone (PI-18, PI-22).
    """
    if facts.elder_points is not None:
        return frozenset({facts.elder_points})
    if not by_points(options, facts):
        return frozenset(_first_points(options, facts.elder, order) for order in possible_orders(options, facts))
    by_made, made = low_points(options, counts_of(facts), facts.elder_run), facts.trick_points
    if made is None:
        return frozenset().union(*by_made.values())
    return by_made.get((made[facts.elder], made[1 - facts.elder]), frozenset())


def _first_points(options: PiquetOptions, elder: int, order: TrickOrder) -> int:
    """What elder made in this order before the dealer's first point."""
    return sum(point.points for point in opening(elder, order.points, first_lead=first_lead_alone(options)))


def _order(elder: int, winners: Sequence[int], points: tuple[TrickPoint, ...]) -> TrickOrder:
    run = next((number for number, winner in enumerate(winners) if winner != elder), len(winners))
    return TrickOrder(run, points, sums(points))
