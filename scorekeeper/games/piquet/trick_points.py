"""The points of the play of Piquet: leads, wins and the last trick (PI-17 to PI-19, PI-21).

A *coup* is one deal of twelve tricks. A *step* is the points of one card or combination, with a key of their reason. A
*lead* gives a point to the seat that leads a trick, a *win* one to the seat that takes it, and the last trick one more;
house rules decide whether a leader who takes the trick gets both, and whether *low* cards (a 9 or lower) give
nothing. *Elder* is the seat that does not deal and leads first, and a *capot* all twelve tricks of one seat. A *pic*
rewards elder for 30 points before the dealer scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.tricks import strength
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.options import (
    SEATS,
    TRICKS,
    CapotLastTrick,
    LowCards,
    PicWindow,
    PiquetOptions,
    WonOwnLead,
)
from scorekeeper.games.piquet.step import Step

# The keys of the steps.
LEAD, WIN, LAST = "leads", "wins", "last_trick"
# A `LowPair` tells of one trick whether the lead is low, and whether the winning card is. `BOTH_HIGH` is the pair of a
# trick in which neither is low.
LowPair: TypeAlias = tuple[bool, bool]
BOTH_HIGH = (False, False)


def points_of_play(
    options: PiquetOptions, elder: int, winners: Sequence[int], low: Sequence[LowPair] | None = None
) -> tuple[Step, ...]:
    """Return the points of the tricks so far, in order, and that of the next lead (PI-17, PI-18, PI-19).

    `low` has one pair for each trick; None counts every card as high. If low cards give nothing, the point of the next
    lead is omitted, because its card is not known yet.
    """
    # Whether one seat took all tricks so far. Before the twelfth trick this is no capot yet. That does no harm, because
    # a capot changes only the points of the last trick.
    capot = len(set(winners)) == 1
    leader = elder
    points: list[Step] = []
    for number, winner in enumerate(winners, start=1):
        low_pair = BOTH_HIGH if low is None else low[number - 1]
        points += points_of_trick(options, number, leader, winner, low_pair, capot=capot)
        leader = winner
    # The seat that took the latest trick leads to the next one.
    if len(winners) < TRICKS and options.low_card_points is LowCards.ALL:
        points.append(_step(leader, LEAD, 1, len(winners) + 1))
    return tuple(points)


def points_of_trick(  # noqa: PLR0913 - a trick has all of these
    options: PiquetOptions, number: int, leader: int, winner: int, low: LowPair, *, capot: bool
) -> Iterator[Step]:
    """Yield the points of one trick: its lead, its win, and one more for the last trick (PI-17, PI-21).

    `number` is the number of the trick, from 1. `low` tells whether the lead and the winning card are low and so give
    nothing (PI-18); `capot` whether one seat took all tricks. The last trick is counted in one of three ways:

    - usually as one step `LAST` of 2 points, its win included;
    - where a leader gets no point for winning the trick, as a step `LAST` of 1 point, and a win if its leader lost it;
    - in a capot, where a house rule drops the point for the last trick, like any other trick.
    """
    lead_low, win_low = low
    if not lead_low:
        yield _step(leader, LEAD, 1, number)
    if win_low:
        return
    # Whether a leader who wins the trick gets the point of the win too.
    own_counts = options.won_own_lead is WonOwnLead.COUNTS
    absorbed = capot and options.capot_last_trick is CapotLastTrick.ABSORBED
    # Whether this is the last trick and the point for it is given.
    is_last = number == TRICKS and not absorbed
    if is_last and own_counts:
        yield _step(winner, LAST, 2, number)
        return
    if winner != leader or own_counts:
        yield _step(winner, WIN, 1, number)
    if is_last:
        yield _step(winner, LAST, 1, number)


def _step(seat: int, why: str, points: int, trick: int) -> Step:
    return Step(seat, why, points, "PI-17", trick, count=1)


def low_pair_of(trick: Trick) -> LowPair:
    """Return whether the lead and the winning card of a trick are a 9 or lower (PI-18)."""
    # The cards are in order of play, from the leader on.
    winning_card = trick.cards[(trick.winner - trick.leader) % SEATS]
    return strength(trick.cards[0]) <= Rank.NINE, strength(winning_card) <= Rank.NINE


def opening_points(elder: int, points: Iterable[Step], *, first_lead: bool) -> Iterator[Step]:
    """Yield elder's points before the dealer's first; with `first_lead`, only the point of the first lead (PI-22).

    `points` are in the order of play.
    """
    for point in points:
        if point.seat != elder:
            return
        if first_lead and (point.trick, point.why) != (1, LEAD):
            return
        yield point


def opening_sum(options: PiquetOptions, elder: int, points: Iterable[Step]) -> int:
    """Return the sum of elder's points before the dealer's first.

    With two house rules together it is only the point of the first lead: a pic must be made with that lead (PI-22), and
    low cards give nothing (PI-18).
    """
    first_lead = options.low_card_points is LowCards.ABOVE_NINE and options.pic_window is PicWindow.FIRST_LEAD
    return sum(point.points for point in opening_points(elder, points, first_lead=first_lead))
