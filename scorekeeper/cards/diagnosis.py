"""Find the smallest sets of irregular plays that explain claims which cannot all be true."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.cards.doubts import Doubts, PlayClaim
from scorekeeper.cards.step_budget import StepBudget


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branch of the search: what it takes as irregular. A set of groups is an integer, with the bits of `Doubts`."""

    # The groups of plays that are irregular, and those that are regular.
    doubted: int = 0
    barred: int = 0

    # In each of these sets, at least one group is regular.
    not_all: tuple[int, ...] = ()

    def may_doubt(self, groups: int) -> bool:
        """Return whether this branch allows these groups to be irregular too."""
        irregular = self.doubted | groups
        return not groups & self.barred and all(not_all & ~irregular for not_all in self.not_all)

    def split(self, choices: Sequence[int]) -> list[_Branch]:
        """Return one branch for each choice, a set of groups to doubt; no set of plays belongs to two branches."""
        barred, not_all, branches = self.barred, self.not_all, []
        for choice in choices:
            branch = _Branch(self.doubted | choice, barred, not_all)
            if branch.may_doubt(0):
                branches.append(branch)
            # The later branches exclude this choice, so that each smallest set is found once.
            if choice & (choice - 1):  # more than one group
                not_all = (*not_all, choice)
            else:
                barred |= choice
        return branches


def smallest_irregular_sets(
    claims: Sequence[PlayClaim],
    contradicted: Collection[int],
    unseen: int,
    capacities: Sequence[int],
    budget: StepBudget,
) -> list[frozenset[int]]:
    """Return every smallest set of plays which, taken as irregular, lets the claims of all other plays be true.

    Each set includes the plays that a seen card has `contradicted`. Example: Luc (play 1) and Marie (play 2) claim to
    have no heart, two are unseen, and the third hand has one card: the sets are {1} and {2}.
    Raises `OutOfStepsError` when the search needs more steps than `budget` allows.
    """
    doubts = Doubts([claim for claim in claims if claim.play not in contradicted], unseen, capacities)
    # The branch of the lowest possible cost, in plays, is first; of two such branches, the earlier one.
    order = count()
    queue = [(0, next(order), _Branch())]
    smallest: list[frozenset[int]] = []
    least: int | None = None
    while queue and (least is None or queue[0][0] <= least):
        bound, _, branch = heapq.heappop(queue)
        budget.spend()
        further_doubts = doubts.doubts_for_shortage(branch.doubted, branch.may_doubt)
        if further_doubts is None:
            least = bound
            smallest.append(frozenset(contradicted).union(doubts.plays(branch.doubted)))
            continue
        # A shortage ends only if a seat of the short group may hold a card that the claims of the group exclude. Each
        # such seat and card is a branch, which doubts every claim that denies the seat this card.
        bound = max(bound, doubts.cost(branch.doubted) + further_doubts.least)
        for new_branch in branch.split(further_doubts.choices):
            heapq.heappush(queue, (max(bound, doubts.cost(new_branch.doubted)), next(order), new_branch))
    return smallest
