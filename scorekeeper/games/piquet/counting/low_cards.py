"""Elder's possible points before the dealer's first point, if low cards give nothing and were not entered (PI-18).

Every sequence of trick winners and low cards is followed trick by trick; those that reach the same state are merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

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


@lru_cache(maxsize=512)
def opening_points_for_each_total(
    options: PiquetOptions, counts: TrickCounts, elder_run: int | None
) -> Mapping[tuple[int, int], frozenset[int]]:
    """Map the points of both seats, as (elder, dealer), to elder's possible points before the dealer's first point.

    `elder_run` is the number of tricks that elder takes before the dealer's first, None if unknown. If a pic must be
    made with the first lead, only the points of that lead are returned (PI-22).
    """
    # The states after some tricks: the next leader, elder's tricks, the points of elder and of the dealer, and whether
    # the dealer has not scored yet. Plain tuples, because there are thousands. A set of possible points is stored as an
    # integer: bit n is 1 if n points are possible.
    states = {(counts.elder, 0, 0, 0, True): 1}
    for number in range(1, TRICKS + 1):
        results = _results_of_trick(options, counts, number)
        winners = [_possible_winners(counts, elder_run, number, elder_tricks) for elder_tricks in range(number)]
        next_states = defaultdict[tuple[int, int, int, int, bool], int](int)
        for (leader, elder_tricks, elder_points, dealer_points, opening), bits in states.items():
            for winner in winners[elder_tricks]:
                tricks = elder_tricks + (winner == counts.elder)
                for elders, dealers, before_dealer in results[leader, winner]:
                    state = winner, tricks, elder_points + elders, dealer_points + dealers, opening and not dealers
                    if opening:
                        next_states[state] |= bits << before_dealer
                    else:
                        next_states[state] |= bits
        states = next_states
    bits_by_totals: dict[tuple[int, int], int] = defaultdict(int)
    for (_, _, elder_points, dealer_points, _), bits in states.items():
        bits_by_totals[elder_points, dealer_points] |= bits
    return {
        totals: frozenset(points for points in range(bits.bit_length()) if bits >> points & 1)
        for totals, bits in bits_by_totals.items()
    }


def _results_of_trick(
    options: PiquetOptions, counts: TrickCounts, number: int
) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """Map each pair (leader, winner) of the trick of this number to its possible results.

    A result is the points of elder and the dealer, and those of elder before the dealer's first.
    """
    elder = counts.elder
    first_lead = options.pic_window is PicWindow.FIRST_LEAD
    results = defaultdict(list)
    for leader, winner in product(range(SEATS), repeat=2):
        low_pairs = _LOW_IF_CAPTURED
        if winner == leader:
            low_pairs = _LOW_IF_LEADER_WINS
        for low in low_pairs:
            # A tuple, because the points are read twice.
            points = tuple(points_of_trick(options, number, leader, winner, low, capot=TRICKS in counts.tricks))
            totals = points_by_seat(points)
            opening = sum(point.points for point in opening_points(elder, points, first_lead=first_lead))
            results[leader, winner].append((totals[elder], totals[1 - elder], opening))
    return results


def _possible_winners(counts: TrickCounts, elder_run: int | None, number: int, elder_tricks: int) -> list[int]:
    """The seats that may win the trick of this number, before which elder has won `elder_tricks`."""
    elder = counts.elder
    dealer = 1 - counts.elder
    tricks_won = ((elder, elder_tricks), (dealer, number - 1 - elder_tricks))
    seats = [seat for seat, won in tricks_won if won < counts.tricks[seat] and counts.can_take(seat, number)]
    if elder_run is not None and number <= elder_run + 1:
        return [seat for seat in seats if (seat == elder) is (number <= elder_run)]
    return seats
