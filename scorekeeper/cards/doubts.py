"""What is claimed of hands, and what it takes to end a shortage: whose claims to doubt, and how many at the least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.cards.transport import Group, bits, short_groups


@dataclass(frozen=True, slots=True)
class Statement:
    """What a play claims: from the play of this index on, the seat held no card but those of `only` (T-3)."""

    play: int
    seat: int
    only: int


@dataclass(frozen=True, slots=True)
class WayOut:
    """The ways out of a shortage, each the groups of plays to doubt besides; whichever is taken costs `least` plays."""

    steps: list[int]
    least: int


def masks_without(statements: Sequence[Statement], doubted: Collection[int], seats: int, everything: int) -> list[int]:
    """By seat, what the statements leave it, those of the doubted plays left out."""
    masks = [everything] * seats
    for statement in statements:
        if statement.play not in doubted:
            masks[statement.seat] &= statement.only
    return masks


class Doubts:
    """Plays that may be doubted. Those that claim the same of the unseen cards are doubted together: a group, a bit."""

    def __init__(self, statements: Sequence[Statement], unseen: int, rooms: Sequence[int]) -> None:
        """Group the plays; `rooms` says how many of the unseen cards each seat holds."""
        self._unseen, self._rooms = unseen, rooms
        self._groups: list[list[int]] = []
        self._excluded: list[list[tuple[int, int]]] = [[] for _ in rooms]
        for bit, (claims, plays) in enumerate(_alike(statements, unseen).items()):
            self._groups.append(plays)
            for seat, cards in claims:
                self._excluded[seat].append((1 << bit, cards))
        self._claimed = [_claimed(excluded, unseen) for excluded in self._excluded]
        claimed = [bit for excluded in self._excluded for bit, _ in excluded]
        self._shared = sum(bit for bit in set(claimed) if claimed.count(bit) > 1)

    def plays(self, groups: int) -> list[int]:
        """The plays of these groups."""
        return [play for bit in bits(groups) for play in self._groups[bit.bit_length() - 1]]

    def cost(self, groups: int) -> int:
        """How many plays these groups have."""
        return sum([len(self._groups[bit.bit_length() - 1]) for bit in bits(groups)])

    def way_out(self, doubted: int, may_doubt: Callable[[int], bool]) -> WayOut | None:
        """The ways out of the shortage that has the fewest, these groups being doubted; None when there is none.

        There are no steps where some shortage stays whatever may be doubted.
        """
        groups = short_groups(self._unseen, self._masks(doubted), self._rooms)
        if not groups:
            return None
        fewest, least = list[int](), 0
        for number, group in enumerate(groups):
            ways = self._ways(group, doubted, may_doubt)
            cost = self._least(group, ways)
            if cost is None:
                return WayOut([], 0)
            steps = _smallest(step for found in ways for step in found)
            least = max(least, cost)
            if not number or len(steps) < len(fewest):
                fewest = steps
        return WayOut(fewest, least)

    def _masks(self, doubted: int) -> list[int]:
        masks = []
        for claims in self._excluded:
            mask = self._unseen
            for bit, cards in claims:
                if not bit & doubted:
                    mask &= ~cards
            masks.append(mask)
        return masks

    def _ways(self, group: Group, doubted: int, may_doubt: Callable[[int], bool]) -> list[list[int]]:
        """By seat of a short group, what to doubt so that it may hold a card that the group lacks."""
        return [
            _smallest(
                step
                for claimed, cards in self._claimed[seat]
                if cards & ~group.cards and may_doubt(step := claimed & ~doubted)
            )
            for seat in group.seats
        ]

    def _least(self, group: Group, ways: Sequence[Sequence[int]]) -> int | None:
        """How many plays must be doubted at the least to end this shortage; None when it cannot be ended.

        As many seats must leave the group as have the room it lacks, the cheapest for their room counted first. A
        claim of several seats may serve for all of them.
        """
        costs = [(min(map(self.cost, found)), seat) for seat, found in zip(group.seats, ways, strict=True) if found]
        lacking, least = group.lacking, 0
        if sum(self._rooms[seat] for _, seat in costs) < lacking:
            return None
        if any(step & self._shared for found in ways for step in found):
            return min(costs)[0]
        for cost, seat in sorted(costs, key=lambda one: one[0] / self._rooms[one[1]]):
            room = self._rooms[seat]
            if room >= lacking:
                least += -(-cost * lacking // room)
                break
            lacking -= room
            least += cost
        return least


def _alike(statements: Sequence[Statement], unseen: int) -> dict[tuple[tuple[int, int], ...], list[int]]:
    """The plays by what they claim of the unseen cards: by seat, those that it does not hold."""
    by_play: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for statement in statements:
        if unseen & ~statement.only:
            by_play[statement.play].append((statement.seat, unseen & ~statement.only))
    alike: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for play, claims in by_play.items():
        alike[tuple(claims)].append(play)
    return alike


def _claimed(excluded: Sequence[tuple[int, int]], unseen: int) -> list[tuple[int, int]]:
    """The cards that a seat is said not to hold, by all the groups that say so."""
    parts = {0: unseen}
    for bit, cards in excluded:
        parts = {
            groups: part
            for before, known in parts.items()
            for groups, part in ((before, known & ~cards), (before | bit, known & cards))
            if part
        }
    return [(groups, cards) for groups, cards in parts.items() if groups]


def _smallest(steps: Iterator[int]) -> list[int]:
    """The steps that hold no other one."""
    kept: list[int] = []
    for step in sorted(set(steps), key=int.bit_count):
        if all(other & ~step for other in kept):
            kept.append(step)
    return kept
