"""When the claims cannot all be true: the fewest plays that, had they been irregular, explain what was seen."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.cards.doubts import Doubts, Statement
from scorekeeper.cards.work import Work


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Groups of plays taken as irregular, as a set of bits, and those that this branch takes as regular.

    Nor may all the groups of one of `together` be irregular.
    """

    doubted: int = 0
    barred: int = 0
    together: tuple[int, ...] = ()

    def may_doubt(self, step: int) -> bool:
        """Whether this branch leaves it open that these groups are irregular besides."""
        wider = self.doubted | step
        return not step & self.barred and all(groups & ~wider for groups in self.together)

    def steps(self, ways: Sequence[int]) -> list[_Beginning]:
        """The beginnings that follow, one for each way on: none holds a set that another one holds."""
        barred, together, following = self.barred, self.together, []
        for step in ways:
            here = _Beginning(self.doubted | step, barred, together)
            if here.may_doubt(0):
                following.append(here)
            if step & (step - 1):
                together = (*together, step)
            else:
                barred |= step
        return following


def least_irregular(
    statements: Sequence[Statement], broken: Collection[int], unseen: int, rooms: Sequence[int], work: Work
) -> list[frozenset[int]]:
    """Every smallest set of plays whose claims must be false, the plays `broken` by a card seen being in all of them.

    A shortage goes away only if some seat of the short group may hold some card it lacks, that is if every claim of
    that seat against that card is doubted. Each way of doing so is a step on; a later one leaves out what an earlier
    one holds, so that no smallest set is missed and none is met twice. The beginnings are taken by what they must come
    to at the least. Raises `OutOfStepsError` when there is more to look at than `work` allows.
    """
    doubts = Doubts([statement for statement in statements if statement.play not in broken], unseen, rooms)
    order = count()
    queue = [(0, next(order), _Beginning())]
    smallest: list[frozenset[int]] = []
    least: int | None = None
    while queue and (least is None or queue[0][0] <= least):
        bound, _, at = heapq.heappop(queue)
        work.take()
        way_out = doubts.way_out(at.doubted, at.may_doubt)
        if way_out is None:
            least = bound
            smallest.append(frozenset(broken).union(doubts.plays(at.doubted)))
            continue
        bound = max(bound, doubts.cost(at.doubted) + way_out.least)
        for after in at.steps(way_out.steps):
            heapq.heappush(queue, (max(bound, doubts.cost(after.doubted)), next(order), after))
    return smallest
