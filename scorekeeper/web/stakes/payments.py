"""A debt settled with few payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Payment:
    """So many cents from one player to another, by their ids."""

    giver: int
    taker: int
    cents: int


def payments(balances: Mapping[int, int]) -> list[Payment]:
    """Who gives how much to whom, so that each gets their balance; the balances add up to nothing.

    Whoever owes most pays whoever is owed most, until nobody owes anything: one payment less than players, at most.
    """
    left, made = dict(balances), []
    while any(left.values()):
        giver, taker = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        cents = min(-left[giver], left[taker])
        left[giver] += cents
        left[taker] -= cents
        made.append(Payment(giver, taker, cents))
    return made
