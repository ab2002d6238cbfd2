"""The goal of a manche of Dame de Pique (Hearts): whether its tricks can still make the entered facts true.

A *manche* is one deal. Its *facts* are the scoring cards taken by seat, or the points by side; a *side* is a seat, or a
team that scores together. If the cards were entered too, but not all of them, the facts must agree with the tricks so
far (T-7).

The *key* of a card is the key under which the facts count it: `H` for a heart, else its code (`QS`); `last` is the last
trick. A *volte* is all scoring cards taken by one seat, the *shooter* (DP-21). The J♦ is worth −10 points by a house
rule (DP-19).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table, TricksGoal
from scorekeeper.games.hearts.facts import HeartsFacts, TakenCards, facts_of_tricks, find_volte
from scorekeeper.games.hearts.options import HeartsOptions, cards_by_key, cards_dealt, sides
from scorekeeper.games.hearts.points import points_by_key

LAST = "last"


def goal(options: HeartsOptions, seats: int, facts: HeartsFacts) -> TricksGoal:
    """Return the goal that the tricks must reach for these facts to be true (DP-17, DP-21)."""
    return TricksGoal(partial(_can_be_true, options, seats, facts))


def _can_be_true(options: HeartsOptions, seats: int, facts: HeartsFacts, tricks: Sequence[Trick]) -> bool:
    """Return whether the facts can still be true after these tricks."""
    # By key, the number of its cards that each seat has taken.
    taken = facts_of_tricks(options, Table(seats), tricks, {})["taken"]
    # The number of all tricks is that of the cards in a hand.
    to_come = len(cards_dealt(options, seats)) // seats - len(tricks)
    # Otherwise the facts are points.
    if isinstance(facts, TakenCards):
        needs = {
            key: [count - took for count, took in zip(counts, taken[key], strict=True)]
            for key, counts in facts.counts.items()
        }
        return _can_take(needs, seats, to_come)
    side_of = sides(options, seats)
    # By key, the number of its cards that no seat has taken yet.
    remaining = {key: count - sum(taken[key]) for key, count in cards_by_key(options, seats).items()}
    # The volte that gave these points, None without one.
    volte = find_volte(options, seats, facts)
    if volte is not None:
        cards = sum(count for key, count in remaining.items() if key != LAST)
        takers = {seat for key in taken if key != LAST for seat in range(seats) if taken[key][seat]}
        # `volte.last` is another seat that takes the last trick, which then has no scoring card.
        to_come -= volte.last is not None
        # One seat alone takes cards, and the tricks to come have room for the others.
        return len(takers) <= 1 and {side_of[seat] for seat in takers} <= {volte.side} and cards <= to_come * seats
    worth = points_by_key(options)
    # The points that each side must still take.
    missing = [*facts.points]
    for key, counts in taken.items():
        for seat, count in enumerate(counts):
            missing[side_of[seat]] -= worth[key] * count
    # By key, the points of its remaining cards. The J♦ may be worth less than nothing (DP-19).
    values = [worth[key] * count for key, count in remaining.items()]
    # The fewest and the most points that one side can still take.
    least = sum(min(value, 0) for value in values)
    most = sum(max(value, 0) for value in values)
    # Each side in need has to win a trick of its own.
    return all(least <= points <= most for points in missing) and sum(points != 0 for points in missing) <= to_come


def _can_take(needs: dict[str, list[int]], seats: int, to_come: int) -> bool:
    """Return whether the tricks to come can bring each seat the cards that it needs, by key and seat."""
    # A seat has more of these cards than the facts say.
    if min(map(min, needs.values())) < 0:
        return False
    # By seat, 1 for the one that takes the last trick: a trick that it needs, but no card. All 0 without this key.
    takes_last = needs.pop(LAST, [0] * seats)
    # The number of cards that each seat needs: `needs` has the numbers by key, `zip` regroups them by seat.
    cards_by_seat = map(sum, zip(*needs.values(), strict=True))
    # `-(-a // b)` is a / b rounded up: five cards need two tricks of four. The seat of the last trick needs one at
    # least, with which it can take cards too.
    tricks_by_seat = [max(-(-cards // seats), last) for cards, last in zip(cards_by_seat, takes_last, strict=True)]
    return sum(tricks_by_seat) <= to_come
