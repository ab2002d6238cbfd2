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


def settle_balances(balances: Mapping[int, int]) -> list[Payment]:
    """Return the payments that settle these balances, which add up to zero.

    The player with the largest debt pays the player with the largest credit until all balances are zero, which takes
    fewer payments than there are players: for `{1: -30, 2: 20, 3: 10}`, 1 pays 20 to 2, then 10 to 3.
    """
    open_balances, payments = dict(balances), []
    # Each payment brings at least one balance to zero, so the loop ends.
    while any(open_balances.values()):
        giver = min(open_balances, key=open_balances.__getitem__)
        taker = max(open_balances, key=open_balances.__getitem__)
        cents = min(-open_balances[giver], open_balances[taker])
        open_balances[giver] += cents
        open_balances[taker] -= cents
        payments.append(Payment(giver, taker, cents))
    return payments
