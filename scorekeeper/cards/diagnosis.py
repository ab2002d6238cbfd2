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
    """A branch of the search: which groups of plays, as sets of bits, it takes as irregular and as regular.

    `doubted` are irregular and `barred` are regular. The groups of one set in `together` are not all irregular.
    """

    doubted: int = 0
    barred: int = 0
    together: tuple[int, ...] = ()

    def may_doubt(self, step: int) -> bool:
        """Return whether this branch allows these groups to be irregular too."""
        wider = self.doubted | step
        return not step & self.barred and all(groups & ~wider for groups in self.together)

    def split(self, steps: Sequence[int]) -> list[_Branch]:
        """Return one branch for each set of groups to doubt; no set of plays belongs to two of the branches."""
        barred, together, branches = self.barred, self.together, []
        for step in steps:
            branch = _Branch(self.doubted | step, barred, together)
            if branch.may_doubt(0):
                branches.append(branch)
            if step & (step - 1):
                together = (*together, step)
            else:
                barred |= step
        return branches


def least_irregular(
    statements: Sequence[Statement], broken: Collection[int], unseen: int, capacities: Sequence[int], budget: StepBudget
) -> list[frozenset[int]]:
    """Return every smallest set of plays whose claims must be false; each includes the plays `broken` by a seen card.

    To end a shortage, a seat of the short group must be able to hold a card that the group lacks: every claim of that
    seat against that card is doubted. Each way to do so is a branch. A later branch excludes what an earlier one
    includes, so the search finds every smallest set once. It visits branches by their lowest possible cost.
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
