"""The payments that settle balances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount in cents from one player to another, by their ids."""

    giver: int
    taker: int
    cents: int


def payments(balances: Mapping[int, int]) -> list[Payment]:
    """Return the payments that settle these balances, which add up to zero.

    The player with the largest debt pays the one with the largest credit until all are settled: at most one payment
    fewer than players.
    """
    open_balances, made = dict(balances), []
    while any(open_balances.values()):
        giver = min(open_balances, key=open_balances.__getitem__)
        taker = max(open_balances, key=open_balances.__getitem__)
        cents = min(-open_balances[giver], open_balances[taker])
        open_balances[giver] += cents
        open_balances[taker] -= cents
        made.append(Payment(giver, taker, cents))
    return made
