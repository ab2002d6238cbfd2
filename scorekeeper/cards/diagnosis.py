"""Find the smallest sets of irregular plays that explain claims which cannot all be true."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.cards.doubts import Doubts, Statement
from scorekeeper.cards.step_budget import StepBudget


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branch of the search: `doubted` groups of plays are irregular, `barred` groups are regular.

    In each set of `not_all`, at least one group is regular. Sets of groups are the bits of `Doubts`.
    """

    doubted: int = 0
    barred: int = 0
    not_all: tuple[int, ...] = ()

    def may_doubt(self, step: int) -> bool:
        """Return whether this branch allows the groups of `step` to be irregular too."""
        irregular = self.doubted | step
        return not step & self.barred and all(groups & ~irregular for groups in self.not_all)

    def split(self, steps: Sequence[int]) -> list[_Branch]:
        """Return one branch for each step, which doubts its groups; no set of plays belongs to two of the branches."""
        barred, not_all, branches = self.barred, self.not_all, []
        for step in steps:
            branch = _Branch(self.doubted | step, barred, not_all)
            if branch.may_doubt(0):
                branches.append(branch)
            if step & (step - 1):  # more than one group
                not_all = (*not_all, step)
            else:
                barred |= step
        return branches


def least_irregular(
    statements: Sequence[Statement], broken: Collection[int], unseen: int, capacities: Sequence[int], budget: StepBudget
) -> list[frozenset[int]]:
    """Return every smallest set of plays which, taken as irregular, lets the claims of all other plays be true.

    Each set includes the `broken` plays, which a seen card contradicts. A shortage ends only if a seat of the short
    group may hold a card that the claims of the group exclude, so every claim that denies the seat this card is
    doubted. Each choice of seat and card is a branch. A later branch excludes what an earlier one includes, so each
    smallest set is found once. Branches are visited by their lowest possible cost, which is a number of plays.
    Raises `OutOfStepsError` when the search needs more steps than `budget` allows.
    """
    doubts = Doubts([statement for statement in statements if statement.play not in broken], unseen, capacities)
    order = count()
    queue = [(0, next(order), _Branch())]
    smallest: list[frozenset[int]] = []
    least: int | None = None
    while queue and (least is None or queue[0][0] <= least):
        bound, _, branch = heapq.heappop(queue)
        budget.spend()
        explanation = doubts.explain_shortage(branch.doubted, branch.may_doubt)
        if explanation is None:
            least = bound
            smallest.append(frozenset(broken).union(doubts.plays(branch.doubted)))
            continue
        bound = max(bound, doubts.cost(branch.doubted) + explanation.least)
        for after in branch.split(explanation.steps):
            heapq.heappush(queue, (max(bound, doubts.cost(after.doubted)), next(order), after))
    return smallest
