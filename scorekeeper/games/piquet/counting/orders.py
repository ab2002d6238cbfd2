"""The possible orders of the tricks of a coup, and elder's points before the dealer's first point (PI-17, PI-22).

An order is the sequence of the winners of the twelve tricks. If each winner is known, there is one order. If only the
number of tricks of each seat is known, the other entered facts exclude some of at most 924 orders. Orders with the same
number of elder's opening tricks (those before the dealer's first trick) and the same points of each seat give the same
sheet, and only one of them is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.games.piquet.counting.low_cards import opening_points_for_each_total
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import LowCards, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    BySeat,
    TrickCounts,
    TrickPoint,
    opening_points,
    pic_needs_high_first_lead,
    points_by_seat,
    points_of_play,
)


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """The points of one sequence of trick winners: in the order of play, and their sums by seat.

    `elder_opening_tricks` is the number of tricks that elder takes before the dealer's first trick.
    """

    elder_opening_tricks: int
    points: tuple[TrickPoint, ...]
    totals: BySeat


def low_cards_unknown(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Return whether low cards give nothing (PI-18) and those of a finished coup are not known."""
    if options.low_card_points is LowCards.ALL:
        return False
    return facts.winners is None and facts.tricks is not None


def trick_counts_of(facts: PiquetFacts) -> TrickCounts:
    """Return the trick counts of a finished coup."""
    return TrickCounts(facts.elder, facts.tricks or (0, 0), facts.last or 0, facts.most_cards)


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """Return the possible orders of the tricks, sorted by elder's opening tricks, fewest first.

    If `low_cards_unknown`, every card counts as if it were high.
    """
    if facts.winners is not None or facts.tricks is None:
        winners = facts.winners or ()
        return [_make_order(facts.elder, winners, points_of_play(options, facts.elder, winners, facts.low))]
    if low_cards_unknown(options, facts):  # entered points leave low cards out: they cannot be compared
        facts = replace(facts, trick_points=None, elder_points=None)
    return [
        order
        for order in all_orders(options, trick_counts_of(facts))
        if facts.elder_run in {None, order.elder_opening_tricks}
        and facts.trick_points in {None, order.totals}
        and (facts.elder_points is None or facts.elder_points == _opening_sum(options, facts.elder, order))
    ]


@lru_cache(maxsize=1024)
def all_orders(options: PiquetOptions, counts: TrickCounts) -> tuple[TrickOrder, ...]:
    """Return one order for each possible pair (elder's opening tricks, points by seat), fewest opening tricks first."""
    orders = {}
    for winners in _plays(counts):
        if all(counts.can_take(winner, number) for number, winner in enumerate(winners, start=1)):
            order = _make_order(counts.elder, winners, points_of_play(options, counts.elder, winners))
            orders[order.elder_opening_tricks, order.totals] = order
    return tuple(orders.values())


def _plays(counts: TrickCounts) -> Iterator[list[int]]:
    """Yield the winners of the tricks, once for each number of elder's opening tricks and of changes of the lead.

    Two plays that agree in both give each seat the same points (PI-17). Each seat takes its tricks in one row, except
    one for each other time that it takes the lead; a short hand takes them as early as it can. Example of seven tricks
    of elder and five of the dealer, who takes the last: `0 0 1 0 0 0 0 0 1 1 1 1`, with two opening tricks. Some of the
    plays end with the wrong seat.
    """
    elder = counts.elder
    dealer = 1 - counts.elder
    others = counts.tricks[dealer]
    dealer_ends = counts.last == dealer
    for opening in range(counts.tricks[elder] + 1):
        own = counts.tricks[elder] - opening
        for back in range(min(own, others - dealer_ends) + 1):
            start = [elder] * opening
            row = [elder] * (own - back)
            if dealer_ends:
                # The dealer takes one trick to end the opening, and the row at the end.
                yield [*start, dealer, *row, *[elder, dealer] * back, *[dealer] * (others - 1 - back)]
            else:
                yield [*start, *[dealer] * (others - back), *[dealer, elder] * back, *row]


def possible_trick_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[BySeat]:
    """Return every possible pair of trick points: the points of leads and wins, by seat."""
    if facts.trick_points is not None:
        return frozenset({facts.trick_points})
    if not low_cards_unknown(options, facts):
        return frozenset(order.totals for order in possible_orders(options, facts))
    opening_points_of = opening_points_for_each_total(options, trick_counts_of(facts), facts.elder_run)
    possible = [
        totals
        for totals, opening in opening_points_of.items()
        if facts.elder_points is None or facts.elder_points in opening
    ]
    # They are in the order (elder, dealer), which is also that of the seats if elder is seat 0.
    if facts.elder == 0:
        return frozenset(possible)
    return frozenset((dealer, elder) for elder, dealer in possible)


def possible_opening_tricks(options: PiquetOptions, facts: PiquetFacts) -> frozenset[int]:
    """Return the possible numbers of tricks that elder took before the dealer's first trick."""
    return frozenset(order.elder_opening_tricks for order in possible_orders(options, facts))


def possible_opening_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[int]:
    """Return elder's possible points before the dealer's first point; empty if no order fits the trick points.

    Where a pic must be made with the first lead and low cards give nothing, only the points of the first lead count
    (PI-18, PI-22).
    """
    if facts.elder_points is not None:
        return frozenset({facts.elder_points})
    if not low_cards_unknown(options, facts):
        return frozenset(_opening_sum(options, facts.elder, order) for order in possible_orders(options, facts))
    totals = facts.trick_points
    opening_points_of = opening_points_for_each_total(options, trick_counts_of(facts), facts.elder_run)
    if totals is None:
        return frozenset().union(*opening_points_of.values())
    # The keys are in the order (elder, dealer), the trick points in that of the seats.
    return opening_points_of.get((totals[facts.elder], totals[1 - facts.elder]), frozenset())


def _opening_sum(options: PiquetOptions, elder: int, order: TrickOrder) -> int:
    points = opening_points(elder, order.points, first_lead=pic_needs_high_first_lead(options))
    return sum(point.points for point in points)


def _make_order(elder: int, winners: Sequence[int], points: tuple[TrickPoint, ...]) -> TrickOrder:
    opening_tricks = next((number for number, winner in enumerate(winners) if winner != elder), len(winners))
    return TrickOrder(opening_tricks, points, points_by_seat(points))
