"""The arbiter's definition on a full deck, the slow way: single cards matched to seats, sets of plays tried one by one.

What a play claims is asked of the referee, card by card: beside which cards could it have been legal?
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from support.referee import Scene, Small, legal_cards


@dataclass(frozen=True)
class Said:
    """From the play of this index on, the seat holds only these cards."""

    play: int
    seat: int
    only: frozenset[str]


def claim_of(table: Small, scene: Scene, card: str) -> frozenset[str]:
    """The cards beside which this one may be played; no rule looks at more than one of them at a time."""
    others = [other for other in table.deck if card in legal_cards(table, scene, (card, other))]
    return frozenset([card, *others])


def fits(rooms: Sequence[int], may_hold: Sequence[frozenset[str]], unseen: Collection[str]) -> bool:
    """Whether the unseen cards can be shared out, each to a seat that may hold it, until all seats are full."""
    placed: list[list[str]] = [[] for _ in rooms]

    def seat_card(card: str, tried: set[int]) -> bool:
        for seat, room in enumerate(rooms):
            if seat not in tried and card in may_hold[seat]:
                tried.add(seat)
                if len(placed[seat]) < room:
                    placed[seat].append(card)
                    return True
                for place, other in enumerate(placed[seat]):
                    if seat_card(other, tried):
                        placed[seat][place] = card
                        return True
        return False

    return all(seat_card(card, set()) for card in sorted(unseen))


class Matcher:
    """What the table saw; every card of a single deck is dealt out, and no hand is open."""

    def __init__(self, table: Small) -> None:
        self.table = table
        self.plays: list[tuple[int, str]] = []
        self.said: list[Said] = []

    def regular_but_for(self, doubted: Collection[int]) -> bool:
        """Whether some deal makes every play regular but these."""
        may_hold = [frozenset(self.table.deck)] * self.table.seats
        for one in self.said:
            if one.play in doubted:
                continue
            later = [card for seat, card in self.plays[one.play :] if seat == one.seat]
            if not one.only.issuperset(later):
                return False
            may_hold[one.seat] &= one.only
        rooms = [self.table.hand - sum(seat == own for own, _ in self.plays) for seat in range(self.table.seats)]
        unseen = set(self.table.deck) - {card for _, card in self.plays}
        return fits(rooms, may_hold, unseen)

    def play(self, seat: int, card: str, scene: Scene) -> tuple[bool, bool]:
        """Take in a play: whether it is exposing, and whether it is forbidden, when its claim is not kept."""
        faults = len(self.least()[0])
        self.plays.append((seat, card))
        kept = self.least()
        self.said.append(Said(len(self.plays) - 1, seat, claim_of(self.table, scene, card)))
        forbidden = not any(self.regular_but_for(doubted) for doubted in kept)
        if forbidden or self.said[-1].only == frozenset(self.table.deck):
            self.said.pop()
        return len(kept[0]) > faults, forbidden

    def least(self) -> list[frozenset[int]]:
        """Every smallest set of plays that, taken as irregular, leaves a deal."""
        claiming = sorted({one.play for one in self.said})
        for size in range(len(claiming) + 1):
            found = [frozenset(some) for some in combinations(claiming, size) if self.regular_but_for(some)]
            if found:
                return found
        return []
