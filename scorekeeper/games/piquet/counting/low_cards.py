"""Elder's possible points before the dealer's first point, if low cards give nothing and were not entered (PI-18).

Every sequence of trick winners and low cards is followed trick by trick; those that reach the same state are merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.games.piquet.options import SEATS, TRICKS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    BOTH_HIGH,
    LowPair,
    TrickCounts,
    opening_points,
    points_by_seat,
    points_of_trick,
)

# The possible values of LowPair. If the leader wins, its lead is also the winning card; no low card takes a high one.
_LOW_IF_LEADER_WINS: tuple[LowPair, ...] = (BOTH_HIGH, (True, True))
_LOW_IF_CAPTURED: tuple[LowPair, ...] = (BOTH_HIGH, (True, False), (True, True))


class _State(NamedTuple):
    """The state after some tricks: the next leader, elder's number of tricks, the points of elder and of the dealer.

    `opening` is true until the dealer scores.
    """

    leader: int
    elder_tricks: int
    elder_points: int
    dealer_points: int
    opening: bool


class _TrickResult(NamedTuple):
    """One possible result of a trick: the points of elder and the dealer, and those of elder that may make a pic."""

    elder_points: int
    dealer_points: int
    opening_points: int


@lru_cache(maxsize=512)
def opening_points_for_each_total(
    options: PiquetOptions, counts: TrickCounts, elder_run: int | None
) -> Mapping[tuple[int, int], frozenset[int]]:
    """Map the points of both seats, as (elder, dealer), to elder's possible points before the dealer's first point.

    `elder_run` is the number of tricks that elder takes before the dealer's first, None if unknown. If a pic must be
    made with the first lead, only the points of that lead are returned (PI-22).
    """
    # A set of possible points is stored as an integer: bit n is 1 if n points are possible.
    states = {_State(counts.elder, 0, 0, 0, opening=True): 1}
    for number in range(1, TRICKS + 1):
        results = _results_of_trick(options, counts, number)
        next_states = defaultdict[_State, int](int)
        for state, bits in states.items():
            for winner in _possible_winners(counts, elder_run, number, state.elder_tricks):
                for result in results[state.leader, winner]:
                    points = state.elder_points + result.elder_points, state.dealer_points + result.dealer_points
                    opening = state.opening and not result.dealer_points
                    next_state = _State(winner, state.elder_tricks + (winner == counts.elder), *points, opening)
                    next_states[next_state] |= bits << result.opening_points if state.opening else bits
        states = next_states
    bits_by_totals: dict[tuple[int, int], int] = defaultdict(int)
    for state, bits in states.items():
        bits_by_totals[state.elder_points, state.dealer_points] |= bits
    return {
        totals: frozenset(points for points in range(bits.bit_length()) if bits >> points & 1)
        for totals, bits in bits_by_totals.items()
    }


def _results_of_trick(
    options: PiquetOptions, counts: TrickCounts, number: int
) -> dict[tuple[int, int], list[_TrickResult]]:
    """Map each pair (leader, winner) of the trick of this number to its possible results."""
    elder, first_lead = counts.elder, options.pic_window is PicWindow.FIRST_LEAD
    results = defaultdict(list)
    for leader, winner in product(range(SEATS), repeat=2):
        for low in _LOW_IF_LEADER_WINS if winner == leader else _LOW_IF_CAPTURED:
            points = tuple(points_of_trick(options, number, leader, winner, low, capot=TRICKS in counts.tricks))
            totals = points_by_seat(points)
            opening = sum(point.points for point in opening_points(elder, points, first_lead=first_lead))
            results[leader, winner].append(_TrickResult(totals[elder], totals[1 - elder], opening))
    return results


def _possible_winners(counts: TrickCounts, elder_run: int | None, number: int, elder_tricks: int) -> list[int]:
    """The seats that may win the trick of this number, before which elder has won `elder_tricks`."""
    elder, dealer = counts.elder, 1 - counts.elder
    tricks_won = ((elder, elder_tricks), (dealer, number - 1 - elder_tricks))
    seats = [seat for seat, won in tricks_won if won < counts.tricks[seat] and counts.can_take(seat, number)]
    if elder_run is not None and number <= elder_run + 1:
        return [seat for seat in seats if (seat == elder) is (number <= elder_run)]
    return seats
