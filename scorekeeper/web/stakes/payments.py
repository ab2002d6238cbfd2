"""A debt settled with the fewest payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

EXACT = 10


@dataclass(frozen=True, slots=True)
class Payment:
    """So many cents from one player to another, by their ids."""

    giver: int
    taker: int
    cents: int


def payments(balances: Mapping[int, int]) -> list[Payment]:
    """Who gives how much to whom, so that each gets their balance; the balances add up to nothing.

    Each group of people whose balances cancel out needs one payment less than it has members, so the fewest payments
    come of the most groups. To find these is NP-hard: it is exact for as many people as a table seats, and beyond
    that all are one group.
    """
    owing = [player for player, cents in balances.items() if cents]
    groups = _most_groups(owing, balances) if len(owing) <= EXACT else [owing]
    return [payment for group in groups for payment in _within({player: balances[player] for player in group})]


def _most_groups(people: list[int], balances: Mapping[int, int]) -> list[list[int]]:
    """The people in as many groups that cancel out as there can be, by the best order in which to call them.

    Called one by one, a group is whole each time that those called so far owe nothing to the others.
    """
    everybody = (1 << len(people)) - 1
    sums, best, last = [0] * (everybody + 1), [0] * (everybody + 1), [0] * (everybody + 1)
    for called in range(1, everybody + 1):
        members = [index for index in range(len(people)) if called >> index & 1]
        sums[called] = sum(balances[people[index]] for index in members)
        last[called] = max(members, key=lambda index: best[called ^ 1 << index])
        best[called] = best[called ^ 1 << last[called]] + (sums[called] == 0)
    groups: list[list[int]] = []
    called = everybody
    while called:
        if sums[called] == 0:
            groups.append([])
        groups[-1].append(people[last[called]])
        called ^= 1 << last[called]
    return groups


def _within(balances: dict[int, int]) -> list[Payment]:
    """The payments of one group: whoever owes most pays whoever is owed most, until nobody owes anything."""
    made = []
    while any(balances.values()):
        giver, taker = min(balances, key=balances.__getitem__), max(balances, key=balances.__getitem__)
        cents = min(-balances[giver], balances[taker])
        balances[giver] += cents
        balances[taker] -= cents
        made.append(Payment(giver, taker, cents))
    return made
