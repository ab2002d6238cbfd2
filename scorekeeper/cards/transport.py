"""Decide whether the unseen cards can be dealt so that every claim is true, and which seat may then hold which card.

A set of cards is an integer whose bits are cards of a `Pack`: `a & b` are the common cards, `a & ~b` those only in `a`.

Definitions. A *claim* has one form: this seat holds no card outside this set. `masks` gives by seat the cards that its
claims allow (all cards for a seat without a claim), `capacities` the number of unseen cards that each seat holds; the
remaining cards are out of play. Dealing the unseen cards so that every claim is true is a transport problem. By Hall's
theorem it has a solution exactly when no group of seats holds more cards than its claims allow. Seats without a claim
are never short, so only groups of *bound* seats, which have claims, are checked. Every result is exact.

Example: two seats of two cards each may hold only 7♣, 8♣ and 9♣ of the unseen cards. Together they hold four cards but
are allowed three: the group of both is short, and the claims cannot all be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MERGE_ABOVE = 8  # with more groups of seats than this, only the largest group is used for each set of cards


@dataclass(frozen=True, slots=True)
class Shortage:
    """A group of seats whose claims allow fewer cards than the group holds.

    The `excluded` cards, which its claims exclude, must therefore all be in other hands or out of play. But there are
    only `places` for cards there, fewer than the excluded cards.
    """

    seats: tuple[int, ...]

    # A set of cards.
    excluded: int

    # A number of cards.
    places: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The cards that one seat may hold if every claim is true."""

    # The unseen cards that its own claims allow.
    own: int

    # The number of unseen cards that the seat holds.
    capacity: int

    # For each group of other bound seats, the cards that its claims allow and the number that it holds.
    other_groups: list[tuple[int, int]]

    # The cards of `own` that no other group needs.
    holdable: int

    # The allowed cards of each group that is allowed exactly one card more than it holds.
    one_to_spare: list[int]

    def can_be_within(self, only: int) -> bool:
        """Return whether the whole hand of the seat can be within `only`."""
        # The seat and any group of the others need as many allowed cards as they hold. The empty group is one of them.
        own = self.own & only
        capacity = self.capacity
        return all((allowed | own).bit_count() >= needed + capacity for allowed, needed in self.other_groups)

    def split(self, cards: int, only: int) -> tuple[int, int, int]:
        """Split `cards`, a subset of `only`, into three sets.

        A hand of the seat that has a card of the first set is always within `only`; of the second set, sometimes; of
        the third, never. Cards that the seat cannot hold are in none of them.
        """
        cards &= self.holdable
        outside = self.holdable & ~only
        # The card is within `only`, and so is the rest of the hand, if there is any.
        if not outside or self.capacity == 1:
            return cards, 0, 0
        if not self.can_be_within(only):
            return 0, 0, cards
        # Every other group can spare two cards: this one and one outside.
        if not self.one_to_spare:
            return 0, cards, 0
        always = 0
        for card in bits(cards):
            if not outside & ~self._excluded_by(card):
                always |= card
        return always, cards & ~always, 0

    def _excluded_by(self, card: int) -> int:
        """Return the cards that the seat cannot hold together with this card, because a group can spare only one."""
        excluded = 0
        for allowed in self.one_to_spare:
            if allowed & card:
                excluded |= allowed
        return excluded


def bits(mask: int) -> list[int]:
    """Split a set into sets of one card. Example: `bits(0b101)` is `[0b001, 0b100]`."""
    singles = []
    while mask:
        lowest = mask & -mask
        singles.append(lowest)
        mask ^= lowest
    return singles


def outlook(unseen: int, masks: Sequence[int], capacities: Sequence[int], seat: int) -> Outlook:
    """Return the outlook of a seat; there must be a deal for which every claim is true (see `can_be_dealt`)."""
    other_groups = _bound_groups(unseen, masks, capacities, seat)
    own = holdable = masks[seat] & unseen
    one_to_spare = []
    for allowed, needed in other_groups:
        spare = allowed.bit_count() - needed
        # The group itself needs all its cards.
        if spare == 0:
            holdable &= ~allowed
        elif spare == 1:
            one_to_spare.append(allowed)
    if not capacities[seat]:
        holdable = 0
    return Outlook(own, capacities[seat], other_groups, holdable, one_to_spare)


def can_be_dealt(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> bool:
    """Return whether the unseen cards can be dealt so that every claim is true."""
    return all(allowed.bit_count() >= needed for allowed, needed in _bound_groups(unseen, masks, capacities))


def find_shortage(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> Shortage | None:
    """Return the shortage with the fewest excluded cards; None when the cards can be dealt (see `can_be_dealt`).

    Example: of five cards, two seats of two cards each may hold only the first three. Their group lacks one card:
    `find_shortage(0b11111, [0b111, 0b111], [2, 2])` is `Shortage(seats=(0, 1), excluded=0b11000, places=1)`.
    """
    # Every group, none merged with another one: a proof names its seats. A group is (the cards that its claims allow,
    # the number of cards that it holds, its seats).
    groups: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for seat, (mask, capacity) in enumerate(zip(masks, capacities, strict=True)):
        if capacity:
            # Each group so far, without this seat and with it.
            groups += [
                (allowed | mask & unseen, needed + capacity, (*seats, seat)) for allowed, needed, seats in groups
            ]
    total = unseen.bit_count()
    shortages = [
        Shortage(seats, unseen & ~allowed, total - needed)
        for allowed, needed, seats in groups
        if allowed.bit_count() < needed
    ]
    return min(shortages, key=lambda shortage: shortage.excluded.bit_count(), default=None)


@dataclass(frozen=True, slots=True)
class ShortGroup:
    """All the seats whose claims allow only cards of `allowed`; they hold `lacking` cards more than the set has."""

    seats: list[int]
    allowed: int
    lacking: int


def find_short_groups(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> list[ShortGroup]:
    """Return the groups of seats that hold more cards than they are allowed: for each set of cards, the largest one."""
    groups = []
    for allowed, needed in _largest_groups(_bound_groups(unseen, masks, capacities)):
        lacking = needed - allowed.bit_count()
        if lacking > 0:
            # A seat is in the group if its claims allow no card outside the set.
            seats = [seat for seat, capacity in enumerate(capacities) if capacity and not masks[seat] & ~allowed]
            groups.append(ShortGroup(seats, allowed, lacking))
    return groups


def _bound_groups(
    unseen: int, masks: Sequence[int], capacities: Sequence[int], omitted: int | None = None
) -> list[tuple[int, int]]:
    """Return (cards that its claims allow, number that it holds) for each group of bound seats except `omitted`."""
    groups = [(0, 0)]
    for seat, capacity in enumerate(capacities):
        if capacity and seat != omitted and unseen & ~masks[seat]:
            mask = masks[seat] & unseen
            # Each group so far, without this seat and with it.
            groups += [(allowed | mask, needed + capacity) for allowed, needed in groups]
            if len(groups) > _MERGE_ABOVE:
                groups = _largest_groups(groups)
    return groups


def _largest_groups(groups: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return for each set of cards only the group that holds the most: if it is not short, no other is."""
    largest: dict[int, int] = {}
    for allowed, needed in groups:
        if largest.get(allowed, -1) < needed:
            largest[allowed] = needed
    return list(largest.items())
