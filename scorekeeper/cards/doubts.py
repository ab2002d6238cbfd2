"""Claims about hands, and the plays to doubt when the claims leave some seats too few cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.cards.transport import Group, bits, short_groups


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim: from the play with the index `play` on, the seat holds no card outside the set `only` (T-3)."""

    play: int
    seat: int
    only: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """The ways to end a shortage: each step is a set of groups to doubt, and at least `least` plays are doubted."""

    steps: list[int]
    least: int


def masks_without(statements: Sequence[Statement], doubted: Collection[int], seats: int, everything: int) -> list[int]:
    """Return by seat the cards that the statements allow, ignoring the statements of the doubted plays."""
    masks = [everything] * seats
    for statement in statements:
        if statement.play not in doubted:
            masks[statement.seat] &= statement.only
    return masks


class Doubts:
    """The plays that may be doubted: those with the same claims about unseen cards are one group, stored as a bit."""

    def __init__(self, statements: Sequence[Statement], unseen: int, capacities: Sequence[int]) -> None:
        """Group the plays; `capacities` is the number of unseen cards that each seat holds."""
        self._unseen, self._capacities = unseen, capacities
        self._groups: list[list[int]] = []
        self._excluded: list[list[tuple[int, int]]] = [[] for _ in capacities]  # by seat: (group, cards it excludes)
        for index, (claims, plays) in enumerate(_group_by_claims(statements, unseen).items()):
            self._groups.append(plays)
            for seat, cards in claims:
                self._excluded[seat].append((1 << index, cards))
        self._claimed = [_partition_claimed(excluded, unseen) for excluded in self._excluded]
        claimed = [bit for excluded in self._excluded for bit, _ in excluded]
        self._shared = sum(
            bit for bit in set(claimed) if claimed.count(bit) > 1
        )  # groups that claim about several seats

    def plays(self, groups: int) -> list[int]:
        """Return the plays of these groups."""
        return [play for bit in bits(groups) for play in self._groups[bit.bit_length() - 1]]

    def cost(self, groups: int) -> int:
        """Return the number of plays in these groups."""
        return sum([len(self._groups[bit.bit_length() - 1]) for bit in bits(groups)])

    def explain_shortage(self, doubted: int, may_doubt: Callable[[int], bool]) -> Explanation | None:
        """Explain one of the shortages that remain while these groups are doubted: the one with the fewest steps.

        Returns None when there is no shortage, and an explanation without steps when no doubt can end the shortage.
        """
        short = short_groups(self._unseen, self._masks(doubted), self._capacities)
        if not short:
            return None
        fewest, least = list[int](), 0
        for number, group in enumerate(short):
            by_seat = self._steps_by_seat(group, doubted, may_doubt)
            cost = self._lowest_cost(group, by_seat)
            if cost is None:
                return Explanation([], 0)
            steps = _minimal(step for of_seat in by_seat for step in of_seat)
            least = max(least, cost)
            if not number or len(steps) < len(fewest):
                fewest = steps
        return Explanation(fewest, least)

    def _masks(self, doubted: int) -> list[int]:
        masks = []
        for claims in self._excluded:
            mask = self._unseen
            for bit, cards in claims:
                if not bit & doubted:
                    mask &= ~cards
            masks.append(mask)
        return masks

    def _steps_by_seat(self, group: Group, doubted: int, may_doubt: Callable[[int], bool]) -> list[list[int]]:
        """Return for each seat of a short group the steps, each of which lets the seat hold a card outside `group`."""
        return [
            _minimal(
                step
                for claimed, cards in self._claimed[seat]
                if cards & ~group.cards and may_doubt(step := claimed & ~doubted)
            )
            for seat in group.seats
        ]

    def _lowest_cost(self, group: Group, by_seat: Sequence[Sequence[int]]) -> int | None:
        """Return a lower bound on the number of plays to doubt to end this shortage; None when nothing ends it.

        Seats with enough capacity for the lacking cards must leave the group; the bound takes those with the lowest
        cost per card. If one play makes claims about several seats, the bound is the cost of the cheapest seat.
        """
        costs = [(min(map(self.cost, steps)), seat) for seat, steps in zip(group.seats, by_seat, strict=True) if steps]
        lacking, least = group.lacking, 0
        if sum(self._capacities[seat] for _, seat in costs) < lacking:
            return None
        if any(step & self._shared for steps in by_seat for step in steps):
            return min(costs)[0]
        for cost, seat in sorted(costs, key=lambda pair: pair[0] / self._capacities[pair[1]]):
            capacity = self._capacities[seat]
            if capacity >= lacking:
                least += -(-cost * lacking // capacity)
                break
            lacking -= capacity
            least += cost
        return least


def _group_by_claims(statements: Sequence[Statement], unseen: int) -> dict[tuple[tuple[int, int], ...], list[int]]:
    """Group the plays by their claims, each as (seat, the unseen cards that the seat does not hold)."""
    by_play: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for statement in statements:
        if unseen & ~statement.only:
            by_play[statement.play].append((statement.seat, unseen & ~statement.only))
    by_claims: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for play, claims in by_play.items():
        by_claims[tuple(claims)].append(play)
    return by_claims


def _partition_claimed(excluded: Sequence[tuple[int, int]], unseen: int) -> list[tuple[int, int]]:
    """Partition the cards that a seat claims not to hold by the groups that exclude them: (groups, cards)."""
    parts = {0: unseen}
    for bit, cards in excluded:
        parts = {
            groups: part
            for earlier_groups, earlier_part in parts.items()
            for groups, part in ((earlier_groups, earlier_part & ~cards), (earlier_groups | bit, earlier_part & cards))
            if part
        }
    return [(groups, cards) for groups, cards in parts.items() if groups]


def _minimal(steps: Iterator[int]) -> list[int]:
    """Return the steps that contain no other step."""
    minimal: list[int] = []
    for step in sorted(set(steps), key=int.bit_count):
        if all(other & ~step for other in minimal):
            minimal.append(step)
    return minimal
