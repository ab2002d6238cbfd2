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

If low cards give nothing and were not entered (PI-18), the table enters the points of each seat, and every sequence of
winners and low cards that gives these points is followed.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.step import BySeat, Step, points_by_seat
from scorekeeper.games.piquet.trick_points import (
    BOTH_HIGH,
    LowPair,
    opening_sum,
    points_of_play,
    points_of_trick,
)

MAX_POINTS = 99  # more than the tricks of a coup give


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """The points of one sequence of trick winners."""

    # The number of tricks that elder takes before the dealer's first trick.
    elder_opening_tricks: int
    # The points of leads, wins and the last trick, in the order of play.
    points: tuple[Step, ...]
    # The sums of these points by seat.
    totals: BySeat


@dataclass(frozen=True, slots=True)
class PlayLimits:
    """The entered facts about the tricks of a finished coup, which limit who can have taken each of them."""

    # The seat that led first.
    elder: int
    # The number of tricks of each seat.
    tricks: BySeat
    # The seat that took the last trick.
    last: int
    # The most cards that each seat can play: a short hand takes no trick after its last card (PI-38).
    most_cards: BySeat
    # The number of tricks that elder took before the dealer's first, None if unknown.
    elder_run: int | None

    def can_take(self, seat: int, number: int) -> bool:
        """Return whether a seat may take the trick of this number, from 1."""
        if number == TRICKS and seat != self.last:
            return False
        if number > self.most_cards[seat]:
            return False
        # Elder takes the first `elder_run` tricks, and the dealer the next one.
        if self.elder_run is None or number > self.elder_run + 1:
            return True
        return (seat == self.elder) is (number <= self.elder_run)


def low_cards_unknown(options: PiquetOptions, facts: PiquetFacts) -> bool:
    """Return whether low cards give nothing (PI-18) and those of a finished coup are not known."""
    if options.low_card_points is LowCards.ALL:
        return False
    return facts.winners is None and facts.tricks is not None


def possible_orders(options: PiquetOptions, facts: PiquetFacts) -> Sequence[TrickOrder]:
    """Return the possible orders of the tricks, sorted by elder's opening tricks, fewest first.

    If `low_cards_unknown`, only their opening tricks are true: every card counts as if it were high.
    """
    # Each winner so far is known, or no trick is played yet: one order.
    if facts.winners is not None or facts.tricks is None:
        return [_make_order(options, facts.elder, facts.winners or (), facts.low)]
    # The orders that agree with each entered fact. A fact that was not entered is None and excludes no order.
    return [
        order
        for order in _all_orders(options, limits_of(facts))
        if facts.trick_points in {None, order.totals}
        and (facts.elder_points is None or facts.elder_points == opening_sum(options, facts.elder, order.points))
    ]


@lru_cache(maxsize=1024)
def _all_orders(options: PiquetOptions, limits: PlayLimits) -> tuple[TrickOrder, ...]:
    """Return orders with every possible pair (elder's opening tricks, points by seat), fewest opening tricks first."""
    elder = limits.elder
    # The numbers of the tricks, from 1.
    numbers = range(1, TRICKS + 1)
    # By pair (elder's opening tricks, changes of the lead), the winners of one order.
    by_class = {}
    # Each choice of the tricks that elder takes.
    for taken in combinations(numbers, limits.tricks[elder]):
        winners = tuple(elder if number in taken else 1 - elder for number in numbers)
        # Orders that agree in the opening tricks and in the changes of the lead give each seat the same points (PI-17).
        # The lead changes when the winner is not the leader; the leaders are elder, and then each winner but the last.
        changes = sum(map(operator.ne, winners, (elder, *winners)))
        if all(map(limits.can_take, winners, numbers)):
            by_class[_opening_tricks(elder, winners), changes] = winners
    orders = [_make_order(options, elder, winners) for winners in by_class.values()]
    return tuple(sorted(orders, key=lambda order: order.elder_opening_tricks))


def possible_opening_tricks(options: PiquetOptions, facts: PiquetFacts) -> Collection[int]:
    """Return the possible numbers of tricks that elder took before the dealer's first trick."""
    return {order.elder_opening_tricks for order in possible_orders(options, facts)}


def possible_opening_points(options: PiquetOptions, facts: PiquetFacts) -> Collection[int]:
    """Return elder's possible points before the dealer's first point; empty if no order fits the trick points.

    Where a pic must be made with the first lead and low cards give nothing, only the points of the first lead count
    (PI-18, PI-22).
    """
    if facts.elder_points is not None:
        return {facts.elder_points}
    if not low_cards_unknown(options, facts):
        return {opening_sum(options, facts.elder, order.points) for order in possible_orders(options, facts)}
    # If low cards are unknown, these points are entered. (`or (0, 0)` is for the type checker.)
    return _openings_with_low_cards(options, limits_of(facts), facts.trick_points or (0, 0))


def limits_of(facts: PiquetFacts) -> PlayLimits:
    """Return what the facts of a finished coup say of who took each trick."""
    # The coup is finished, so that `tricks` and `last` are known. (Each `or` is for the type checker.)
    return PlayLimits(facts.elder, facts.tricks or (0, 0), facts.last or 0, facts.most_cards, facts.elder_run)


def _make_order(
    options: PiquetOptions, elder: int, winners: Sequence[int], low: Sequence[LowPair] | None = None
) -> TrickOrder:
    points = points_of_play(options, elder, winners, low)
    return TrickOrder(_opening_tricks(elder, winners), points, points_by_seat(points))


def _opening_tricks(elder: int, winners: Sequence[int]) -> int:
    """Return the number of tricks that elder takes before the dealer's first."""
    # The index of the dealer's first trick is the number of tricks before it.
    return next((number for number, winner in enumerate(winners) if winner != elder), len(winners))


@lru_cache(maxsize=512)
def _openings_with_low_cards(options: PiquetOptions, limits: PlayLimits, points: BySeat) -> frozenset[int]:
    """Return elder's possible points before the dealer's first point, if some cards may be low (PI-18).

    `points` are those of each seat in the play. The result is empty if no play gives these points.
    """
    elder = limits.elder
    dealer = 1 - limits.elder

    @cache
    def results(number: int, leader: int, winner: int) -> list[tuple[BySeat, int]]:
        """Return for each choice of low cards the points of a trick, and elder's before the dealer's first in it."""
        # Whether the lead is low, and whether the winning card is. If the leader wins, it is one card.
        low_pairs = [BOTH_HIGH, (True, True)]
        # A high card takes a low one.
        if winner != leader:
            low_pairs.append((True, False))
        capot = TRICKS in limits.tricks
        steps_of_pairs = [
            tuple(points_of_trick(options, number, leader, winner, low, capot=capot)) for low in low_pairs
        ]
        return [(points_by_seat(steps), opening_sum(options, elder, steps)) for steps in steps_of_pairs]

    @cache
    def openings(number: int, leader: int, left: BySeat, points_left: BySeat) -> frozenset[int]:
        """Return elder's possible points from this trick on, before the dealer's first.

        The seats still have to take the tricks `left` and to make `points_left`.
        """
        if number > TRICKS:
            return frozenset({0} if points_left == (0, 0) else ())
        found: set[int] = set()
        for winner in range(SEATS):
            if not left[winner] or not limits.can_take(winner, number):
                continue
            tricks_left = left[0] - (winner == 0), left[1] - (winner == 1)
            for made, before_dealer in results(number, leader, winner):
                rest = points_left[0] - made[0], points_left[1] - made[1]
                if min(rest) < 0:
                    continue
                # Once the dealer has made a point, no more points of elder's count.
                counted = 0
                if points_left[dealer] == points[dealer]:
                    counted = before_dealer
                found.update(counted + later for later in openings(number + 1, winner, tricks_left, rest))
        return frozenset(found)

    return openings(1, elder, limits.tricks, points)
