"""Whether the unseen cards can be dealt so that every claim is true, and who may then hold which.

The law of this file. A *claim* is one form only: this seat holds no card but those of this set. `masks` gives by seat
what its claims leave it (every card when it made none), `rooms` how many unseen cards it holds; what the seats have no
room for lies out of play. Whether the unseen cards can be dealt so that every claim is kept is a transport problem,
and by Hall's theorem they can exactly when no group of seats has more room than cards its claims leave it. Seats bound
by no claim never tip that balance, so only groups of bound seats are looked at. Every answer is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_FEW = 8


@dataclass(frozen=True, slots=True)
class Shortage:
    """A group of seats whose claims leave it fewer cards than it holds: `cards` are those it would have to hold.

    `room` is what lies beyond the group: as many of `cards` could be there, and there are more.
    """

    seats: tuple[int, ...]
    cards: int
    room: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one seat may hold, every claim kept.

    `own` is what its own claims leave it, `reach` for each group of other bound seats the cards and the room they
    have, and `near` the cards of the groups that can spare one card and no more.
    """

    own: int
    room: int
    reach: list[tuple[int, int]]
    holdable: int
    near: list[int]

    def can_keep(self, only: int) -> bool:
        """Whether the seat may hold no card but those of `only`."""
        own, room = self.own & only, self.room
        return all((cards | own).bit_count() >= needed + room for cards, needed in self.reach)

    def sort(self, cards: int, only: int) -> tuple[int, int, int]:
        """Of `cards`, all within `only`, those it can hold only with, with or without, and never with such a hand."""
        cards &= self.holdable
        outside = self.holdable & ~only
        if not outside or self.room == 1:
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
        """The cards that the seat cannot hold beside this one: a group that can spare one cannot spare both."""
        beside = 0
        for cards in self.near:
            if cards & card:
                beside |= cards
        return beside


def bits(mask: int) -> list[int]:
    """Each card of a set as a set of its own."""
    singles = []
    while mask:
        low = mask & -mask
        singles.append(low)
        mask ^= low
    return singles


def outlook(unseen: int, masks: Sequence[int], rooms: Sequence[int], seat: int) -> Outlook:
    """What the seat may hold of the unseen cards, which can be dealt so that every claim is kept."""
    reach = _reach(unseen, masks, rooms, seat)
    own = holdable = masks[seat] & unseen
    near = []
    for cards, needed in reach:
        spare = cards.bit_count() - needed
        if spare == 0:
            holdable &= ~cards
        elif spare == 1:
            near.append(cards)
    return Outlook(own, rooms[seat], reach, holdable if rooms[seat] else 0, near)


def possible(unseen: int, masks: Sequence[int], rooms: Sequence[int]) -> bool:
    """Whether the unseen cards can be dealt so that every claim is kept."""
    return all(cards.bit_count() >= needed for cards, needed in _reach(unseen, masks, rooms))


def shortage(unseen: int, masks: Sequence[int], rooms: Sequence[int]) -> Shortage | None:
    """Why the unseen cards cannot be dealt so that every claim is kept, with the fewest cards; None when they can."""
    reach: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for seat, (mask, room) in enumerate(zip(masks, rooms, strict=True)):
        if room:
            reach += [(cards | mask & unseen, needed + room, (*seats, seat)) for cards, needed, seats in reach]
    total = unseen.bit_count()
    short = [
        Shortage(seats, unseen & ~cards, total - needed) for cards, needed, seats in reach if cards.bit_count() < needed
    ]
    return min(short, key=lambda group: group.cards.bit_count(), default=None)


@dataclass(frozen=True, slots=True)
class Group:
    """All the seats that can hold nothing but `cards`, which are too few for them by `lacking`."""

    seats: list[int]
    cards: int
    lacking: int


def short_groups(unseen: int, masks: Sequence[int], rooms: Sequence[int]) -> list[Group]:
    """Every group of seats that has more room than cards, the largest one for each set of cards."""
    return [
        Group([seat for seat, room in enumerate(rooms) if room and not masks[seat] & ~cards], cards, lacking)
        for cards, needed in _largest(_reach(unseen, masks, rooms))
        if (lacking := needed - cards.bit_count()) > 0
    ]


def _reach(unseen: int, masks: Sequence[int], rooms: Sequence[int], but: int | None = None) -> list[tuple[int, int]]:
    """The cards that groups of bound seats can hold and the room they have, those of one seat left out."""
    reach = [(0, 0)]
    for seat, room in enumerate(rooms):
        if room and seat != but and unseen & ~masks[seat]:
            mask = masks[seat] & unseen
            reach += [(cards | mask, needed + room) for cards, needed in reach]
            if len(reach) > _FEW:
                reach = _largest(reach)
    return reach


def _largest(reach: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of the groups that can hold the same cards, the one with the most room: it speaks for the others."""
    largest: dict[int, int] = {}
    for cards, needed in reach:
        if largest.get(cards, -1) < needed:
            largest[cards] = needed
    return list(largest.items())
