"""Elder's possible points before the dealer's first one when low cards give nothing and were not noted (PI-18).

Every order of winners and low cards is followed trick by trick; orders that reach the same state are merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.piquet.options import SEATS, TRICKS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    BOTH_HIGH,
    LowPair,
    TrickCounts,
    elder_first_points,
    points_by_seat,
    points_of_trick,
)

# Which of the lead and the winning card may be low: the leader's own card is both, and no low card takes a high one.
_OWN: tuple[LowPair, ...] = (BOTH_HIGH, (True, True))
_CAPTURED: tuple[LowPair, ...] = (BOTH_HIGH, (True, False), (True, True))


class _Reached(NamedTuple):
    """The state after some tricks: the leader, elder's tricks, the points of each seat, and `runs_on`.

    `runs_on` is whether elder still scores its first points.
    """

    leader: int
    tricks: int
    elder: int
    dealer: int
    runs_on: bool


@lru_cache(maxsize=512)
def low_points(
    options: PiquetOptions, counts: TrickCounts, run: int | None
) -> Mapping[tuple[int, int], frozenset[int]]:
    """Return by the points of elder and dealer the possible points of elder before the dealer's first one.

    If only the first lead makes a pic, those are the points of that lead (PI-22). For each state an integer is stored
    whose bit n means that n may be elder's first points.
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
    made: dict[tuple[int, int], int] = defaultdict(int)
    for at, firsts in reached.items():
        made[at.elder, at.dealer] |= firsts
    return {pair: frozenset(n for n in range(firsts.bit_length()) if firsts >> n & 1) for pair, firsts in made.items()}


def _moves(
    options: PiquetOptions, counts: TrickCounts, number: int
) -> dict[tuple[int, int], list[tuple[int, int, int, bool]]]:
    """By leader and winner: the points of a trick for elder, the dealer and elder's first points, and `runs_on`."""
    elder, first_lead = counts.elder, options.pic_window is PicWindow.FIRST_LEAD
    moves = defaultdict(list)
    for leader, winner in ((leader, winner) for leader in range(SEATS) for winner in range(SEATS)):
        for low in _OWN if winner == leader else _CAPTURED:
            points = tuple(points_of_trick(options, number, leader, winner, low, capot=TRICKS in counts.tricks))
            made = points_by_seat(points)
            first = sum(point.points for point in elder_first_points(elder, points, first_lead=first_lead))
            moves[leader, winner].append((made[elder], made[1 - elder], first, not made[1 - elder]))
    return moves


def _takers(counts: TrickCounts, run: int | None, number: int, taken: int) -> list[int]:
    """The seats that may take a trick, by their trick counts, their cards, the last trick and elder's run."""
    elder, dealer = counts.elder, 1 - counts.elder
    takers = [seat for seat, done in ((elder, taken), (dealer, number - 1 - taken)) if done < counts.tricks[seat]]
    takers = [seat for seat in takers if counts.can_take(seat, number)]
    if run is not None and number <= run + 1:
        takers = [seat for seat in takers if (seat == elder) is (number <= run)]
    return takers
