"""Find the smallest sets of irregular plays that explain claims which cannot all be true.

A *play* is the index of a card in the order of play. It is *irregular* if it broke a rule. Its *claim* is what must be
true if it was regular: the seat holds no card outside a set. Claims cannot all be true when they leave some seats too
few cards: then some play must be *doubted*, which is to take it as irregular, and its claim as false.
`cards/verdicts.py` has an example: two plays, each with the claim of a hand without hearts, cannot both be regular.

A set of cards is an integer whose bits are cards of a `Pack`: `a & b` are the common cards, `a & ~b` those only in `a`.
*Masks* are by seat the set of the cards that the claims allow, *capacities* by seat the number of its unseen cards. A
*shortage* is a group of seats that hold more cards than their masks have (`cards/transport.py`).

Plays with the same claims form a *group of plays*. A set of groups is an integer too: bit n is the group n of `Doubts`.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.cards.step_budget import StepBudget
from scorekeeper.cards.transport import ShortGroup, bits, find_short_groups


@dataclass(frozen=True, slots=True)
class PlayClaim:
    """The claim of a play: from then on, a seat holds no card outside a set (article T-3 of the common rulebook)."""

    # The play that makes the claim.
    play: int

    # The seat of which it is true.
    seat: int

    # The set of the only cards that the seat may hold.
    only: int


def allowed_masks(claims: Sequence[PlayClaim], doubted: Collection[int], seats: int, whole_pack: int) -> list[int]:
    """Return by seat the cards that the claims allow, ignoring the claims of the doubted plays."""
    masks = [whole_pack] * seats
    for claim in claims:
        if claim.play not in doubted:
            masks[claim.seat] &= claim.only
    return masks


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
    # The branches to search, each as (lowest possible number of doubted plays, serial number, branch). The queue gives
    # the lowest number first; of two equal ones, the earlier branch.
    order = count()
    queue = [(0, next(order), _Branch())]
    smallest: list[frozenset[int]] = []
    # The number of doubted plays in each of these sets, None until one is found.
    least: int | None = None
    # Once a set is found, only branches that cost no more can give another smallest one.
    while queue and (least is None or queue[0][0] <= least):
        bound, _, branch = heapq.heappop(queue)
        # One step; raises when none remains.
        budget.spend()
        further_doubts = doubts.doubts_for_shortage(branch.doubted, branch.may_doubt)
        # No shortage: with these doubts, the other claims can all be true.
        if further_doubts is None:
            least = bound
            smallest.append(frozenset(contradicted).union(doubts.plays(branch.doubted)))
            continue
        # A shortage ends only if a seat of the short group may hold a card that the claims of the group exclude. Each
        # such seat and card is a choice: to doubt every play whose claim excludes this card from this hand. Each choice
        # is a branch.
        bound = max(bound, doubts.cost(branch.doubted) + further_doubts.least)
        for new_branch in branch.split(further_doubts.choices):
            heapq.heappush(queue, (max(bound, doubts.cost(new_branch.doubted)), next(order), new_branch))
    return smallest


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branch of the search: the groups of plays that it takes as irregular, and those that must be regular in it."""

    # The set of the groups that are irregular, and that of the groups that are regular.
    doubted: int = 0
    barred: int = 0

    # Sets of groups: in each of these sets, at least one group is regular.
    not_all: tuple[int, ...] = ()

    def may_doubt(self, groups: int) -> bool:
        """Return whether this branch allows these groups to be irregular too."""
        irregular = self.doubted | groups
        # `not_all & ~irregular` are the groups of such a set that are still regular: there must be one.
        return not groups & self.barred and all(not_all & ~irregular for not_all in self.not_all)

    def split(self, choices: Sequence[int]) -> list[_Branch]:
        """Return one branch for each choice, a set of groups to doubt; no set of plays belongs to two branches."""
        barred = self.barred
        not_all = self.not_all
        branches = []
        for choice in choices:
            branch = _Branch(self.doubted | choice, barred, not_all)
            # Asked with no further group: whether the branch itself is allowed.
            if branch.may_doubt(0):
                branches.append(branch)
            # The later branches exclude this choice, so that each smallest set is found once.
            # `choice & (choice - 1)` is the choice without its lowest bit: empty for a single group.
            if choice & (choice - 1):
                not_all = (*not_all, choice)
            else:
                barred |= choice
        return branches


@dataclass(frozen=True, slots=True)
class ShortageDoubts:
    """The doubts that can end a shortage."""

    # Each choice is a set of groups of plays. To end the shortage, all groups of at least one choice must be doubted.
    choices: list[int]

    # The fewest plays that must be doubted.
    least: int


class Doubts:
    """The plays that may be doubted: those with the same claims about unseen cards are one group, stored as a bit."""

    def __init__(self, claims: Sequence[PlayClaim], unseen: int, capacities: Sequence[int]) -> None:
        """Group the plays; `capacities` is the number of unseen cards that each seat holds."""
        self._unseen, self._capacities = unseen, capacities
        # By group, its plays.
        self._groups: list[list[int]] = []
        # By seat, for each group with a claim about it: (the bit of the group, the cards that it excludes).
        self._excluded: list[list[tuple[int, int]]] = [[] for _ in capacities]
        for index, (excluded_by_seat, plays) in enumerate(_group_by_excluded(claims, unseen).items()):
            self._groups.append(plays)
            for seat, cards in excluded_by_seat:
                self._excluded[seat].append((1 << index, cards))
        # By seat, the excluded cards in parts that the same groups exclude: (these groups, cards).
        self._excluded_parts = [_partition_excluded(excluded, unseen) for excluded in self._excluded]
        # A group is in this list once for each seat about which it has claims.
        claim_bits = [bit for excluded in self._excluded for bit, _ in excluded]
        # The set of the groups with claims about several seats: the sum of different bits is their union.
        self._shared = sum(bit for bit in set(claim_bits) if claim_bits.count(bit) > 1)

    def plays(self, groups: int) -> list[int]:
        """Return the plays of these groups, a set of bits."""
        # `bits` gives the bits one by one; the index of a bit is `bit_length() - 1`.
        return [play for bit in bits(groups) for play in self._groups[bit.bit_length() - 1]]

    def cost(self, groups: int) -> int:
        """Return the number of plays in these groups."""
        return sum([len(self._groups[bit.bit_length() - 1]) for bit in bits(groups)])

    def doubts_for_shortage(self, doubted: int, may_doubt: Callable[[int], bool]) -> ShortageDoubts | None:
        """Return the doubts that can end one of the shortages that remain while these groups are doubted.

        It is the shortage with the fewest choices. `may_doubt` says whether the branch allows groups to be doubted too.
        None when there is no shortage; without choices when no allowed doubt can end one of the shortages.
        """
        # Here, these are groups of seats.
        groups = find_short_groups(self._unseen, self._masks(doubted), self._capacities)
        if not groups:
            return None
        fewest: list[int] = []
        least = 0
        for number, group in enumerate(groups):
            by_seat = self._choices_by_seat(group, doubted, may_doubt)
            cost = self._lowest_cost(group, by_seat)
            if cost is None:
                # No doubt ends this shortage, whatever ends the others.
                return ShortageDoubts(choices=[], least=0)
            # Those of all seats in one list, without the sets that contain another one.
            choices = _minimal_sets(choice for of_seat in by_seat for choice in of_seat)
            # Every shortage must end, so that the highest cost of them is the lower bound.
            least = max(least, cost)
            # Each choice is a branch of the search, so that few are best.
            if not number or len(choices) < len(fewest):
                fewest = choices
        return ShortageDoubts(fewest, least)

    def _masks(self, doubted: int) -> list[int]:
        """Return by seat the unseen cards that the claims allow; the claims of the doubted groups do not count."""
        masks = []
        for excluded in self._excluded:
            mask = self._unseen
            for bit, cards in excluded:
                if not bit & doubted:
                    mask &= ~cards
            masks.append(mask)
        return masks

    def _choices_by_seat(self, group: ShortGroup, doubted: int, may_doubt: Callable[[int], bool]) -> list[list[int]]:
        """Return for each seat of a short group the sets of groups to doubt so that it may hold another card.

        That is a card outside the cards that the claims of all these seats allow.
        """
        by_seat = []
        for seat in group.seats:
            # The same groups exclude all cards of a part: with all these groups doubted, the seat may hold any of them.
            choices = (groups & ~doubted for groups, cards in self._excluded_parts[seat] if cards & ~group.allowed)
            by_seat.append(_minimal_sets(choice for choice in choices if may_doubt(choice)))
        return by_seat

    def _lowest_cost(self, group: ShortGroup, by_seat: Sequence[Sequence[int]]) -> int | None:
        """Return a lower bound on the number of plays to doubt to end this shortage; None when nothing ends it.

        A seat *leaves* the group if it may hold other cards. The shortage ends only if the seats that leave hold at
        least as many cards as the group lacks.
        """
        capacities = self._capacities
        lacking = group.lacking
        least = 0
        # By seat, the smallest number of plays to doubt so that it leaves the group.
        costs = {}
        for seat, choices in zip(group.seats, by_seat, strict=True):
            if choices:
                costs[seat] = min(map(self.cost, choices))
        if sum(capacities[seat] for seat in costs) < lacking:
            return None
        # To doubt one play with claims about several seats can let all of them leave, so that costs must not be added.
        if any(choice & self._shared for choices in by_seat for choice in choices):
            return min(costs.values())
        # The seats with the lowest cost for each of their cards leave first. Only a part of the cost of the last one is
        # counted, so that the bound is never too high.
        for seat in sorted(costs, key=lambda seat: costs[seat] / capacities[seat]):
            if capacities[seat] >= lacking:
                # `least + costs[seat] * lacking / capacities[seat]`, rounded up.
                return least - (-costs[seat] * lacking // capacities[seat])
            lacking -= capacities[seat]
            least += costs[seat]
        return least


def _group_by_excluded(claims: Sequence[PlayClaim], unseen: int) -> dict[tuple[tuple[int, int], ...], list[int]]:
    """Group the plays by what their claims exclude. The keys are tuples of claims, the values are plays.

    A claim is a pair (seat, set of unseen cards): the seat has none of these cards.
    """
    by_play: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for claim in claims:
        excluded = unseen & ~claim.only
        # A claim that excludes no unseen card cannot be false.
        if excluded:
            by_play[claim.play].append((claim.seat, excluded))
    by_excluded: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for play, pairs in by_play.items():
        by_excluded[tuple(pairs)].append(play)
    return by_excluded


def _partition_excluded(excluded: Sequence[tuple[int, int]], unseen: int) -> list[tuple[int, int]]:
    """Split the excluded cards of a seat into parts, each of the cards that the same groups exclude: (groups, cards).

    `excluded` has pairs (bit of a group, the cards that it excludes).

    Example: of three unseen cards, `[(1, 0b110), (2, 0b011)]` makes `[(2, 0b001), (1, 0b100), (1 | 2, 0b010)]`.
    """
    # At first one part, of all cards, which no group (0, the empty set) excludes.
    parts = {0: unseen}
    for bit, cards in excluded:
        # Each part is split into the cards that this group does not exclude and those it does.
        split: dict[int, int] = {}
        for groups, part in parts.items():
            split[groups] = part & ~cards
            split[groups | bit] = part & cards
        parts = {groups: part for groups, part in split.items() if part}
    # Without the part that no group excludes.
    return [(groups, cards) for groups, cards in parts.items() if groups]


def _minimal_sets(sets: Iterator[int]) -> list[int]:
    """Return the sets that contain no other of these sets. Example: of {a}, {a, b} and {b, c}, {a} and {b, c}."""
    minimal: list[int] = []
    # Small sets first: a set can only contain smaller ones. `other & ~candidate` is 0 if `candidate` contains `other`.
    for candidate in sorted(set(sets), key=int.bit_count):
        if all(other & ~candidate for other in minimal):
            minimal.append(candidate)
    return minimal
