"""The goal of a coup (T-7): whether the tricks entered card by card can still make the entered facts true.

A coup is one deal of Piquet. The *facts* are what the table entered of it: they name the winner of each trick, or only
the number of tricks and the points of each seat. *Elder* is the seat that does not deal and leads first. A *win* is the
point for taking a trick, a *lead* the point for leading to it. A *low* card is a 9 or lower; by a house rule, low cards
give no points (PI-18). T-7 and PI-18 are numbered rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import TricksGoal
from scorekeeper.games.piquet.counting.orders import limits_of
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import LowCards, PiquetOptions
from scorekeeper.games.piquet.step import points_by_seat
from scorekeeper.games.piquet.trick_points import LowPair, low_pair_of, opening_sum, points_of_play


def goal(options: PiquetOptions, _seats: int, facts: PiquetFacts) -> TricksGoal | None:
    """Return the goal of the tricks, None for a coup that is cancelled: its facts say nothing of the tricks."""
    if facts.cancelled:
        return None
    return TricksGoal(partial(_can_be_true, options, facts))


def _can_be_true(options: PiquetOptions, facts: PiquetFacts, tricks: Sequence[Trick]) -> bool:
    """Return whether the facts can still be true after these tricks."""
    winners = tuple(trick.winner for trick in tricks)
    # For each trick whether the lead is low, and whether the winning card is.
    lows = tuple(map(low_pair_of, tricks))
    # If the winners were not entered, the facts have only numbers of tricks and points.
    if facts.winners is None:
        return _can_reach_counts(options, facts, winners, lows)
    # The facts have the low cards only if these score nothing (PI-18). Else those of the tricks are taken, so that the
    # comparison below is always true.
    known_low = facts.low or lows
    # The facts of the tricks so far must be those of the cards.
    return facts.winners[: len(winners)] == winners and known_low[: len(winners)] == lows


def _can_reach_counts(
    options: PiquetOptions, facts: PiquetFacts, winners: tuple[int, ...], lows: tuple[LowPair, ...]
) -> bool:
    """Return whether the facts can still be true after these winners, if they have only numbers of tricks and points.

    Each seat must be able to take its remaining tricks and to score its remaining points in them. `lows` tells for each
    trick whether the lead is low, and whether the winning card is.
    """
    limits = limits_of(facts)
    played = len(winners)
    # The facts limit who can have taken each trick: `elder_run` is the number of elder's tricks before the dealer's.
    if not all(map(limits.can_take, winners, range(1, played + 1))):
        return False
    low = None
    if options.low_card_points is LowCards.ABOVE_NINE:
        low = lows
    # The points of the finished tricks only. `points_of_play` also gives that of the next lead, which is not played
    # yet.
    points = [step for step in points_of_play(options, facts.elder, winners, low) if step.trick in range(played + 1)]
    # `elder_points` are elder's points before the dealer's first point: if elder has made more, they cannot be true.
    if facts.elder_points is not None and opening_sum(options, facts.elder, points) > facts.elder_points:
        return False
    scored = points_by_seat(points)
    # By seat, the number of tricks that it has yet to take.
    remaining = [limits.tricks[seat] - winners.count(seat) for seat in range(2)]
    for seat, tricks in enumerate(remaining):
        # A seat takes no more tricks than it has cards.
        if not 0 <= tricks <= max(0, facts.most_cards[seat] - played):
            return False
        # The most points that the seat can still score. Each trick that it takes gives the point for the win and that
        # for the next lead, or at most two points for the last trick; the seat that took the latest trick also leads to
        # the next one. (True counts as 1.)
        most = 2 * tricks + (seat == winners[-1])
        if facts.trick_points is not None and not 0 <= facts.trick_points[seat] - scored[seat] <= most:
            return False
    # The seat that takes the last trick must have a trick to take.
    return bool(remaining[limits.last])
