"""Decide whether the unseen cards can be dealt so that every claim is true, and which seat may then hold which card.

A set of cards is an integer whose bits are cards of a `Pack`: `a | b` has the cards of both, `a & b` the common cards,
`a & ~b` those only in `a`, and `a.bit_count()` is the number of cards.

A *claim* has one form: this seat holds no card outside this set. The words of this module:

- `unseen` is the set of the cards in the unseen hands and out of play.
- `masks` gives by seat the set of the cards that its claims allow, all cards for a seat without a claim.
- `capacities` gives by seat the number of unseen cards that it holds. The remaining unseen cards are out of play.
- A *group* is a set of seats, as the pair (`allowed`, `needed`): the set of the cards that the claims of at least one
  of its seats allow, and the number of cards that its seats hold together. It is *short* if `needed` is larger than the
  number of these cards.

To deal the unseen cards so that every claim is true is a transport problem. By Hall's theorem it has a solution exactly
when no group is short. Only groups of *bound* seats, which have claims, are checked: a group with another seat is
allowed every unseen card. Every result is exact.

Example: two seats of two cards each may hold only 7♣, 8♣ and 9♣ of the unseen cards. Together they hold four cards but
are allowed three: the group of both is short, and the claims cannot all be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MERGE_ABOVE = 8  # with more groups of seats than this, only the largest group is used for each set of cards


@dataclass(frozen=True, slots=True)
class Shortage:
    """A group of seats that is short, seen from the other hands: they must have cards for which there is no place.

    No seat of the group may hold one of the `excluded` cards. They must all be in other hands or out of play, and there
    are not enough places for them.
    """

    # The seats of the group.
    seats: tuple[int, ...]

    # The set of the unseen cards that the claims of all these seats exclude.
    excluded: int

    # The number of cards in the other hands and out of play: fewer than the excluded cards.
    places: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The cards that one seat may hold if every claim is true."""

    # The unseen cards that its own claims allow.
    own: int

    # The number of unseen cards that the seat holds.
    capacity: int

    # The groups of other bound seats: (allowed, needed). The empty group, (0, 0), is one of them.
    other_groups: list[tuple[int, int]]

    # The cards of `own` that the seat holds in some deal: those that no other group needs.
    holdable: int

    # For each other group that is allowed exactly one card more than it holds, the set of these cards.
    one_to_spare: list[int]

    def can_be_within(self, only: int) -> bool:
        """Return whether the whole hand of the seat can be within `only`."""
        # `only` is taken as a further claim of the seat. The hand is possible if no group with this seat is short then.
        own = self.own & only
        capacity = self.capacity
        return all((allowed | own).bit_count() >= needed + capacity for allowed, needed in self.other_groups)

    def split(self, cards: int, only: int) -> tuple[int, int, int]:
        """Split `cards`, a subset of `only`, into three sets, by the rest of a hand with one of these cards.

        With a card of the first set, the hand of the seat is always within `only`; of the second set, sometimes; of the
        third, never. Cards that the seat cannot hold are in none of them.
        """
        cards &= self.holdable
        # The cards that the seat may hold, and that would break the condition.
        outside = self.holdable & ~only
        # There is no card outside, or the hand has no other card than this one.
        if not outside or self.capacity == 1:
            return cards, 0, 0
        if not self.can_be_within(only):
            return 0, 0, cards
        # Every other group can spare two cards: this one and one outside. So the seat can hold both.
        if not self.one_to_spare:
            return 0, cards, 0
        # The cards with which the seat can hold no card outside.
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
        # `mask & -mask` is the lowest bit of a set.
        lowest = mask & -mask
        singles.append(lowest)
        mask ^= lowest
    return singles


def outlook(unseen: int, masks: Sequence[int], capacities: Sequence[int], seat: int) -> Outlook:
    """Return what a seat may hold. The result is right only if the cards can be dealt at all (`can_be_dealt`)."""
    # The groups without this seat.
    other_groups = _bound_groups(unseen, masks, capacities, seat)
    own = holdable = masks[seat] & unseen
    one_to_spare = []
    for allowed, needed in other_groups:
        # The number of allowed cards that the group does not need.
        spare = allowed.bit_count() - needed
        # The group itself needs all its cards: the seat can hold none of them.
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
    """Return the shortage with the fewest excluded cards, the easiest to explain; None when the cards can be dealt.

    Example: of five cards, two seats of two cards each may hold only the first three. Their group lacks one card:
    `find_shortage(0b11111, [0b111, 0b111], [2, 2])` is `Shortage(seats=(0, 1), excluded=0b11000, places=1)`.
    """
    # Every group as (allowed, needed, seats), at first only the empty one. A proof names the seats.
    groups: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for seat, (mask, capacity) in enumerate(zip(masks, capacities, strict=True)):
        if capacity:
            # Each group so far, without this seat and with it.
            groups += [
                (allowed | mask & unseen, needed + capacity, (*seats, seat)) for allowed, needed, seats in groups
            ]
    total = unseen.bit_count()
    # All cards that are not in the hands of the group have their place elsewhere.
    shortages = [
        Shortage(seats, unseen & ~allowed, total - needed)
        for allowed, needed, seats in groups
        if allowed.bit_count() < needed
    ]
    return min(shortages, key=lambda shortage: shortage.excluded.bit_count(), default=None)


@dataclass(frozen=True, slots=True)
class ShortGroup:
    """A short group: all the seats whose claims allow only cards of one set."""

    seats: list[int]

    # The set of cards.
    allowed: int

    # The number of cards that the seats hold and the set does not have.
    lacking: int


def find_short_groups(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> list[ShortGroup]:
    """Return the short groups; of those that are allowed the same set of cards, only the one that holds the most."""
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
    """Return every group of bound seats, without the seat `omitted`, as pairs (allowed, needed).

    Groups that cannot decide whether the cards can be dealt may be left out (`_largest_groups`).
    """
    # The empty group.
    groups = [(0, 0)]
    for seat, capacity in enumerate(capacities):
        # A bound seat: it has cards, and its claims exclude some.
        if capacity and seat != omitted and unseen & ~masks[seat]:
            mask = masks[seat] & unseen
            # Each group so far, without this seat and with it.
            groups += [(allowed | mask, needed + capacity) for allowed, needed in groups]
            if len(groups) > _MERGE_ABOVE:
                groups = _largest_groups(groups)
    return groups


def _largest_groups(groups: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return of the groups that are allowed the same set of cards only the one that holds the most.

    If it is not short, no other one is.
    """
    largest: dict[int, int] = {}
    for allowed, needed in groups:
        if largest.get(allowed, -1) < needed:
            largest[allowed] = needed
    return list(largest.items())
