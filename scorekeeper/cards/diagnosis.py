"""When the claims cannot all be true: the fewest plays that, had they been irregular, explain what was seen."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.cards.transport import bits, shortage


@dataclass(frozen=True, slots=True)
class Statement:
    """What a play claims: from the play of this index on, the seat held no card but those of `only` (T-3)."""

    play: int
    seat: int
    only: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Plays that claim the same of the unseen cards: to doubt one is of use only with all of them."""

    plays: frozenset[int]
    excluded: tuple[tuple[int, int], ...]

    def excludes(self, seat: int, card: int) -> bool:
        return any(own == seat and cards & card for own, cards in self.excluded)


def masks_without(statements: Sequence[Statement], doubted: Collection[int], seats: int, everything: int) -> list[int]:
    """By seat, what the statements leave it, those of the doubted plays left out."""
    masks = [everything] * seats
    for statement in statements:
        if statement.play not in doubted:
            masks[statement.seat] &= statement.only
    return masks


def least_irregular(
    statements: Sequence[Statement], broken: Collection[int], unseen: int, rooms: Sequence[int]
) -> list[frozenset[int]]:
    """Every smallest set of plays whose claims must be false, the plays `broken` by a card seen being in all of them.

    The sets of doubted plays are tried from the smallest up. A shortage goes away only if some seat of the short
    group may hold some card it lacks, that is if every claim of that seat against that card is doubted: these are the
    steps on, so no smallest set is missed.
    """
    groups = _group([statement for statement in statements if statement.play not in broken], unseen)
    order = count()
    queue: list[tuple[int, int, frozenset[_Group]]] = [(0, next(order), frozenset())]
    tried: set[frozenset[_Group]] = {frozenset()}
    smallest: list[frozenset[int]] = []
    least: int | None = None
    while queue and (least is None or queue[0][0] <= least):
        cost, _, doubted = heapq.heappop(queue)
        steps = _steps(groups, doubted, unseen, rooms)
        if steps is None:
            least = cost
            smallest.append(frozenset(broken).union(*(group.plays for group in doubted)))
            continue
        for step in steps:
            wider = doubted | step
            if wider not in tried:
                tried.add(wider)
                heapq.heappush(queue, (sum(len(group.plays) for group in wider), next(order), wider))
    return smallest


def _group(statements: Sequence[Statement], unseen: int) -> list[_Group]:
    by_play: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for statement in statements:
        if unseen & ~statement.only:
            by_play[statement.play].append((statement.seat, unseen & ~statement.only))
    alike: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for play, excluded in by_play.items():
        alike[tuple(excluded)].append(play)
    return [_Group(frozenset(plays), excluded) for excluded, plays in alike.items()]


def _steps(
    groups: Sequence[_Group], doubted: frozenset[_Group], unseen: int, rooms: Sequence[int]
) -> set[frozenset[_Group]] | None:
    """The ways out of a shortage, each the groups to doubt besides; None when there is no shortage."""
    kept = [group for group in groups if group not in doubted]
    masks = [unseen] * len(rooms)
    for group in kept:
        for seat, cards in group.excluded:
            masks[seat] &= ~cards
    short = shortage(unseen, masks, rooms)
    if short is None:
        return None
    return {
        frozenset(group for group in kept if group.excludes(seat, card))
        for seat in short.seats
        for card in bits(short.cards)
    }
