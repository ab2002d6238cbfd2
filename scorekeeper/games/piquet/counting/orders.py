"""The possible orders of the tricks of a coup, and elder's points before the dealer's first one (PI-17, PI-22).

If the winner of each trick is known, there is one order. If only trick counts are known, there are at most 924, of
which other facts exclude some. Orders with the same run of elder before the dealer's first trick, and the same points
of each seat, give the same sheet and are merged.
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
    BySeat,
    TrickCounts,
    TrickPoint,
    elder_first_points,
    first_lead_only,
    points_by_seat,
    points_of_play,
)


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """An order of tricks: elder's run before the dealer's first, the points in order, and their sums by seat."""

    run: int
    points: tuple[TrickPoint, ...]
    totals: BySeat


def low_cards_unknown(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Return whether a coup can be counted only by trick points: low cards give nothing, and are unknown (PI-18)."""
    return options.low_card_points is LowCards.ABOVE_NINE and facts.winners is None


def counts_of(facts: PiquetFacts) -> TrickCounts:
    """Return the trick counts of a finished coup."""
    return TrickCounts(facts.elder, facts.tricks or (0, 0), facts.last or 0, facts.most_cards)


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """Return the possible orders of the tricks, elder's shortest run first.

    If low cards give nothing and are unknown, the orders have the points of a play without low cards.
    """
    if facts.winners is not None:
        return [_order(facts.elder, facts.winners, points_of_play(options, facts.elder, facts.winners, facts.low))]
    made, first = (None, None) if low_cards_unknown(options, facts) else (facts.trick_points, facts.elder_points)
    return [
        order
        for order in all_orders(options, counts_of(facts))
        if facts.elder_run in {None, order.run}
        and made in {None, order.totals}
        and first in {None, _first_points(options, facts.elder, order)}
    ]


@lru_cache(maxsize=1024)
def all_orders(options: PiquetOptions, counts: TrickCounts) -> tuple[TrickOrder, ...]:
    """Return one order for each possible run of elder and pair of trick points, the shortest run first."""
    elder, orders = counts.elder, {}
    for places in combinations(range(TRICKS), counts.tricks[elder]):
        winners = [elder if place in places else 1 - elder for place in range(TRICKS)]
        if all(counts.can_take(winner, number) for number, winner in enumerate(winners, start=1)):
            order = _order(elder, winners, points_of_play(options, elder, winners))
            orders[order.run, order.totals] = order
    return tuple(sorted(orders.values(), key=lambda order: order.run))


def trick_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[BySeat]:
    """Return every possible pair of total points by leads and wins."""
    if facts.trick_points is not None:
        return frozenset({facts.trick_points})
    if not low_cards_unknown(options, facts):
        return frozenset(order.totals for order in possible_orders(options, facts))
    return frozenset(
        (elder, dealer) if facts.elder == 0 else (dealer, elder)
        for (elder, dealer), firsts in low_points(options, counts_of(facts), facts.elder_run).items()
        if facts.elder_points is None or facts.elder_points in firsts
    )


def elder_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[int]:
    """Return elder's possible points before the dealer's first one; empty when no order gives the trick points.

    If only the first lead makes a pic and it may be low, they are those of that lead (PI-18, PI-22).
    """
    if facts.elder_points is not None:
        return frozenset({facts.elder_points})
    if not low_cards_unknown(options, facts):
        return frozenset(_first_points(options, facts.elder, order) for order in possible_orders(options, facts))
    by_made, made = low_points(options, counts_of(facts), facts.elder_run), facts.trick_points
    if made is None:
        return frozenset().union(*by_made.values())
    return by_made.get((made[facts.elder], made[1 - facts.elder]), frozenset())


def _first_points(options: PiquetOptions, elder: int, order: TrickOrder) -> int:
    """Elder's points in this order before the dealer's first one."""
    return sum(point.points for point in elder_first_points(elder, order.points, first_lead=first_lead_only(options)))


def _order(elder: int, winners: Sequence[int], points: tuple[TrickPoint, ...]) -> TrickOrder:
    run = next((number for number, winner in enumerate(winners) if winner != elder), len(winners))
    return TrickOrder(run, points, points_by_seat(points))
