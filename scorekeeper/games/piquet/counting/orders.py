"""The possible orders of the tricks of a coup, and elder's points before the dealer's first point (PI-17, PI-22).

A *coup* is one deal of twelve tricks. *Elder* is the seat that does not deal and leads first; the other one is the
dealer. A *lead* is the point for leading to a trick, a *win* the point for taking it; the *trick points* of a seat are
its points of leads, wins and the last trick. A *low* card is a 9 or lower; by a house rule, low cards give no points
(PI-18). A *pic* rewards elder for 30 points before the dealer scores (PI-22). A *short hand* has fewer than twelve
cards. PI-17 and the like are numbered rules of Piquet.

An *order* is the sequence of the winners of the twelve tricks. If each winner is known, there is one order. If only the
number of tricks of each seat is known, there are at most 924 (the ways to choose six tricks of twelve), some of which
the other entered facts exclude. Elder's *opening tricks* are those before the dealer's first trick. Two orders with as
many opening tricks and as many changes of the lead give the same sheet, so that only one of them is counted.

If low cards give nothing and were not entered (PI-18), every sequence of winners and low cards is followed trick by
trick; those that reach the same state are merged.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.step import BySeat, Step, points_by_seat
from scorekeeper.games.piquet.trick_points import (
    BOTH_HIGH,
    LowPair,
    TrickCounts,
    opening_sum,
    points_of_play,
    points_of_trick,
)

# The possible pairs (whether the lead is low, whether the winning card is low): first if the leader takes the trick,
# then if the other seat does. If the leader takes it, the lead is the winning card, so that both values are the same.
# If the other seat takes it, a low card cannot have taken a high one.
_LOW_IF_LEADER_WINS: tuple[LowPair, ...] = (BOTH_HIGH, (True, True))
_LOW_IF_CAPTURED: tuple[LowPair, ...] = (BOTH_HIGH, (True, False), (True, True))


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """The points of one sequence of trick winners."""

    # The number of tricks that elder takes before the dealer's first trick.
    elder_opening_tricks: int
    # The points of leads, wins and the last trick, in the order of play.
    points: tuple[Step, ...]
    # The sums of these points by seat.
    totals: BySeat


def low_cards_unknown(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Return whether low cards give nothing (PI-18) and those of a finished coup are not known."""
    if options.low_card_points is LowCards.ALL:
        return False
    return facts.winners is None and facts.tricks is not None


def trick_counts_of(facts: PiquetFacts) -> TrickCounts:
    """Return the number of tricks of each seat, and the other facts that limit who took which trick.

    The coup is finished, so that `tricks` and `last` are known. (Each `or` is for the type checker.)
    """
    return TrickCounts(facts.elder, facts.tricks or (0, 0), facts.last or 0, facts.most_cards)


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """Return the possible orders of the tricks, sorted by elder's opening tricks, fewest first.

    If `low_cards_unknown`, every card counts as if it were high.
    """
    # Each winner so far is known, or no trick is played yet: one order.
    if facts.winners is not None or facts.tricks is None:
        winners = facts.winners or ()
        return [_make_order(facts.elder, winners, points_of_play(options, facts.elder, winners, facts.low))]
    # The entered points are those of high cards only. Those of the orders are counted as if every card were high, so
    # that the two cannot be compared.
    if low_cards_unknown(options, facts):
        facts = replace(facts, trick_points=None, elder_points=None)
    # The orders that agree with each entered fact. A fact that was not entered is None and excludes no order.
    return [
        order
        for order in all_orders(options, trick_counts_of(facts))
        if facts.elder_run in {None, order.elder_opening_tricks}
        and facts.trick_points in {None, order.totals}
        and (facts.elder_points is None or facts.elder_points == opening_sum(options, facts.elder, order.points))
    ]


@lru_cache(maxsize=1024)
def all_orders(options: PiquetOptions, counts: TrickCounts) -> tuple[TrickOrder, ...]:
    """Return orders with every possible pair (elder's opening tricks, points by seat), fewest opening tricks first."""
    elder = counts.elder
    # The numbers of the tricks, from 1.
    numbers = range(1, TRICKS + 1)
    # By pair (elder's opening tricks, changes of the lead), the winners of one order.
    by_class = {}
    # Each choice of the tricks that elder takes.
    for taken in combinations(numbers, counts.tricks[elder]):
        winners = tuple(elder if number in taken else 1 - elder for number in numbers)
        # Orders that agree in the opening tricks and in the changes of the lead give each seat the same points (PI-17).
        # The lead changes when the winner is not the leader; the leaders are elder, and then each winner but the last.
        changes = sum(map(operator.ne, winners, (elder, *winners)))
        # An order is possible if each winner can take its trick: a seat with a short hand cannot take the last tricks,
        # and only the seat `counts.last` can take the last one.
        if all(map(counts.can_take, winners, numbers)):
            by_class[_opening_tricks(elder, winners), changes] = winners
    orders = [_make_order(elder, winners, points_of_play(options, elder, winners)) for winners in by_class.values()]
    return tuple(sorted(orders, key=lambda order: order.elder_opening_tricks))


def possible_trick_points(options: PiquetOptions, facts: PiquetFacts) -> frozenset[BySeat]:
    """Return every possible pair of trick points: the points of leads and wins, by seat."""
    if facts.trick_points is not None:
        return frozenset({facts.trick_points})
    if not low_cards_unknown(options, facts):
        return frozenset(order.totals for order in possible_orders(options, facts))
    # By pair of trick points, the numbers of points that elder may have made before the dealer's first one.
    opening_points_of = _opening_points_for_each_total(options, trick_counts_of(facts), facts.elder_run)
    return frozenset(
        totals
        for totals, opening in opening_points_of.items()
        if facts.elder_points is None or facts.elder_points in opening
    )


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
        return frozenset(opening_sum(options, facts.elder, order.points) for order in possible_orders(options, facts))
    opening_points_of = _opening_points_for_each_total(options, trick_counts_of(facts), facts.elder_run)
    # The numbers of every possible pair, or only those of the entered pair.
    if facts.trick_points is None:
        return frozenset().union(*opening_points_of.values())
    return opening_points_of.get(facts.trick_points, frozenset())


def _make_order(elder: int, winners: Sequence[int], points: tuple[Step, ...]) -> TrickOrder:
    return TrickOrder(_opening_tricks(elder, winners), points, points_by_seat(points))


def _opening_tricks(elder: int, winners: Sequence[int]) -> int:
    """Return the number of tricks that elder takes before the dealer's first."""
    # The index of the dealer's first trick is the number of tricks before it.
    return next((number for number, winner in enumerate(winners) if winner != elder), len(winners))


@lru_cache(maxsize=512)
def _opening_points_for_each_total(
    options: PiquetOptions, counts: TrickCounts, elder_run: int | None
) -> Mapping[BySeat, frozenset[int]]:
    """Return by the points of both seats elder's possible points before the dealer's first point.

    Example: `{(9, 6): frozenset({3, 4})}`: if the seats have 9 and 6 points, elder (here seat 0) made 3 or 4 of the 9
    before the dealer made any.

    `elder_run` is the number of tricks that elder takes before the dealer's first, None if unknown. If a pic must be
    made with the first lead, only the points of that lead are returned (PI-22).
    """
    # The keys are the states in which the play can be after some tricks: the next leader, elder's tricks, the points of
    # seat 0, those of seat 1, and whether the dealer has not scored yet. They are plain tuples, because there are
    # thousands of them. The value is the set of elder's possible points before the dealer's first, as an integer: bit n
    # is 1 if n points are possible. Before the first trick, elder leads, and 0 points are possible: bit 0.
    states = {(counts.elder, 0, 0, 0, True): 1}
    for number in range(1, TRICKS + 1):
        results = _results_of_trick(options, counts, number)
        # By the number of tricks that elder has taken before, the seats that may take this one.
        winners = [_possible_winners(counts, elder_run, number, elder_tricks) for elder_tricks in range(number)]
        next_states = defaultdict[tuple[int, int, int, int, bool], int](int)
        for (leader, elder_tricks, first, second, opening), bits in states.items():
            for winner in winners[elder_tricks]:
                tricks = elder_tricks + (winner == counts.elder)
                # `points` are those of both seats in this trick; `before_dealer` those of elder in this trick before
                # the dealer makes a point in it.
                for points, before_dealer in results[leader, winner]:
                    still_opening = opening and not points[1 - counts.elder]
                    state = winner, tricks, first + points[0], second + points[1], still_opening
                    # A shift by n bits adds n to every number in the set.
                    if opening:
                        next_states[state] |= bits << before_dealer
                    else:
                        next_states[state] |= bits
        states = next_states
    # After the last trick only the points matter: states with the same points of both seats are merged.
    bits_by_totals: dict[BySeat, int] = defaultdict(int)
    for (_, _, first, second, _), bits in states.items():
        bits_by_totals[first, second] |= bits
    # The number of each bit that is 1 is a possible number of points.
    return {
        totals: frozenset(points for points in range(bits.bit_length()) if bits >> points & 1)
        for totals, bits in bits_by_totals.items()
    }


def _results_of_trick(
    options: PiquetOptions, counts: TrickCounts, number: int
) -> dict[tuple[int, int], list[tuple[BySeat, int]]]:
    """Map each pair (leader, winner) of the trick of this number to its possible results.

    A result is the points of both seats in the trick, and those of elder before the dealer's first in it. Each of the
    possible pairs of low or high cards has one.
    """
    results = defaultdict(list)
    for leader, winner in product(range(SEATS), repeat=2):
        low_pairs = _LOW_IF_CAPTURED
        if winner == leader:
            low_pairs = _LOW_IF_LEADER_WINS
        for low in low_pairs:
            # A tuple, because `points_of_trick` yields the points only once, and they are read twice.
            points = tuple(points_of_trick(options, number, leader, winner, low, capot=TRICKS in counts.tricks))
            results[leader, winner].append((points_by_seat(points), opening_sum(options, counts.elder, points)))
    return results


def _possible_winners(counts: TrickCounts, elder_run: int | None, number: int, elder_tricks: int) -> list[int]:
    """Return the seats that may win the trick of this number, if elder has won `elder_tricks` tricks before it."""
    elder = counts.elder
    dealer = 1 - counts.elder
    tricks_won = ((elder, elder_tricks), (dealer, number - 1 - elder_tricks))
    # A seat that has all its tricks already cannot win one more.
    seats = [seat for seat, won in tricks_won if won < counts.tricks[seat] and counts.can_take(seat, number)]
    # If `elder_run` is known, elder wins the first `elder_run` tricks and the dealer the next one.
    if elder_run is not None and number <= elder_run + 1:
        return [seat for seat in seats if (seat == elder) is (number <= elder_run)]
    return seats
