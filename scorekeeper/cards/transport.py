"""Decide whether the unseen cards can be dealt so that every claim is true, and which seat may then hold which card.

Definitions. A *claim* has one form: this seat holds no card outside this set. `masks` gives by seat the cards that its
claims allow (all cards for a seat without a claim), `capacities` the number of unseen cards that each seat holds; the
remaining cards are out of play. Dealing the unseen cards so that every claim is true is a transport problem. By Hall's
theorem it has a solution exactly when no group of seats holds more cards than its claims allow. Seats without a claim
are never short, so only groups of seats with claims, the *bound* seats, are checked. Every result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MERGE_ABOVE = 8  # groups of seats: more than these are reduced to one for each set of cards


@dataclass(frozen=True, slots=True)
class Shortage:
    """A group of seats whose claims allow fewer cards than the group holds: its claims exclude the set `cards`.

    Only `capacity` of these cards can be in the other hands or out of play, fewer than there are.
    """

    seats: tuple[int, ...]
    cards: int
    capacity: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The cards that one seat may hold if every claim is true.

    `own` are the unseen cards that its own claims allow; `holdable` those of them that no other group of seats needs.
    `reach` is, for each group of other bound seats, (the cards that its claims allow, the number that it holds); `near`
    are the cards of the groups with exactly one card more than they hold.
    """

    own: int
    capacity: int
    reach: list[tuple[int, int]]
    holdable: int
    near: list[int]

    def can_keep(self, only: int) -> bool:
        """Return whether it is possible that the seat holds no card outside `only`."""
        own, capacity = self.own & only, self.capacity
        return all((cards | own).bit_count() >= needed + capacity for cards, needed in self.reach)

    def split(self, cards: int, only: int) -> tuple[int, int, int]:
        """Split `cards`, a subset of `only`: a hand with the card is always, sometimes or never within `only`."""
        cards &= self.holdable
        outside = self.holdable & ~only
        if not outside or self.capacity == 1:
            return cards, 0, 0
        if not self.can_keep(only):
            return 0, 0, cards
        if not self.near:
            return 0, cards, 0
        sure = 0
        for card in bits(cards):
            if not outside & ~self._excluded_by(card):
                sure |= card
        return sure, cards & ~sure, 0

    def _excluded_by(self, card: int) -> int:
        """Return the cards that the seat cannot hold together with this card, because a group can spare only one."""
        excluded = 0
        for cards in self.near:
            if cards & card:
                excluded |= cards
        return excluded


def bits(mask: int) -> list[int]:
    """Split a set into sets of one card."""
    singles = []
    while mask:
        low = mask & -mask
        singles.append(low)
        mask ^= low
    return singles


def outlook(unseen: int, masks: Sequence[int], capacities: Sequence[int], seat: int) -> Outlook:
    """Return the outlook of a seat, if the unseen cards can be dealt so that every claim is true."""
    reach = _reach(unseen, masks, capacities, seat)
    own = holdable = masks[seat] & unseen
    near = []
    for cards, needed in reach:
        spare = cards.bit_count() - needed
        if spare == 0:
            holdable &= ~cards
        elif spare == 1:
            near.append(cards)
    return Outlook(own, capacities[seat], reach, holdable if capacities[seat] else 0, near)


def possible(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> bool:
    """Return whether the unseen cards can be dealt so that every claim is true."""
    return all(cards.bit_count() >= needed for cards, needed in _reach(unseen, masks, capacities))


def shortage(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> Shortage | None:
    """Return the shortage with the fewest cards; None when the cards can be dealt so that every claim is true."""
    reach: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for seat, (mask, capacity) in enumerate(zip(masks, capacities, strict=True)):
        if capacity:
            reach += [(cards | mask & unseen, needed + capacity, (*seats, seat)) for cards, needed, seats in reach]
    total = unseen.bit_count()
    short = [
        Shortage(seats, unseen & ~cards, total - needed) for cards, needed, seats in reach if cards.bit_count() < needed
    ]
    return min(short, key=lambda group: group.cards.bit_count(), default=None)


@dataclass(frozen=True, slots=True)
class Group:
    """All the seats whose claims allow only `cards`; together they hold `lacking` cards more than the set has."""

    seats: list[int]
    cards: int
    lacking: int


def short_groups(unseen: int, masks: Sequence[int], capacities: Sequence[int]) -> list[Group]:
    """Return the groups of seats with more capacity than cards: for each set of cards, the largest group."""
    return [
        Group(
            [seat for seat, capacity in enumerate(capacities) if capacity and not masks[seat] & ~cards], cards, lacking
        )
        for cards, needed in _largest(_reach(unseen, masks, capacities))
        if (lacking := needed - cards.bit_count()) > 0
    ]


def _reach(
    unseen: int, masks: Sequence[int], capacities: Sequence[int], omitted: int | None = None
) -> list[tuple[int, int]]:
    """Return (cards that its claims allow, capacity) for each group of bound seats without the seat `omitted`."""
    reach = [(0, 0)]
    for seat, capacity in enumerate(capacities):
        if capacity and seat != omitted and unseen & ~masks[seat]:
            mask = masks[seat] & unseen
            reach += [(cards | mask, needed + capacity) for cards, needed in reach]
            if len(reach) > _MERGE_ABOVE:
                reach = _largest(reach)
    return reach


def _largest(reach: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return for each set of cards only the group with the most capacity: if it is not short, no other is."""
    largest: dict[int, int] = {}
    for cards, needed in reach:
        if largest.get(cards, -1) < needed:
            largest[cards] = needed
    return list(largest.items())
