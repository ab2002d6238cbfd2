"""The arbiter's definition on a full deck, implemented slowly: match cards to seats, try sets of plays one by one.

The referee defines the claim of a play, card by card: with which other cards in hand would it have been legal?
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from support.referee import Scene, Small, legal_cards


@dataclass(frozen=True)
class Claim:
    """From the play of this index on, the seat has only these cards."""

    play: int
    seat: int
    only: frozenset[str]


def claim_of(table: Small, scene: Scene, card: str) -> frozenset[str]:
    """Return the cards with which this one may be played; every rule depends on one other card at a time."""
    others = [other for other in table.deck if card in legal_cards(table, scene, (card, other))]
    return frozenset([card, *others])


def fits(sizes: Sequence[int], allowed: Sequence[frozenset[str]], unseen: Collection[str]) -> bool:
    """Return whether the unseen cards can be dealt, each to a seat that may have it, until all hands are full."""
    placed: list[list[str]] = [[] for _ in sizes]

    def seat_card(card: str, tried: set[int]) -> bool:
        for seat, size in enumerate(sizes):
            if seat not in tried and card in allowed[seat]:
                tried.add(seat)
                if len(placed[seat]) < size:
                    placed[seat].append(card)
                    return True
                for place, other in enumerate(placed[seat]):
                    if seat_card(other, tried):
                        placed[seat][place] = card
                        return True
        return False

    return all(seat_card(card, set()) for card in sorted(unseen))


class Matcher:
    """The plays of a table; every card of a single deck is dealt, and no hand is open."""

    def __init__(self, table: Small) -> None:
        self.table = table
        self.plays: list[tuple[int, str]] = []
        self.claims: list[Claim] = []

    def regular_but_for(self, doubted: Collection[int]) -> bool:
        """Return whether some deal makes every play regular except these."""
        allowed = [frozenset(self.table.deck)] * self.table.seats
        for one in self.claims:
            if one.play in doubted:
                continue
            later = [card for seat, card in self.plays[one.play :] if seat == one.seat]
            if not one.only.issuperset(later):
                return False
            allowed[one.seat] &= one.only
        sizes = [self.table.hand - sum(seat == own for own, _ in self.plays) for seat in range(self.table.seats)]
        unseen = set(self.table.deck) - {card for _, card in self.plays}
        return fits(sizes, allowed, unseen)

    def play(self, seat: int, card: str, scene: Scene) -> tuple[bool, bool]:
        """Add a play; return whether it is exposing, and whether it is forbidden: then its claim is discarded."""
        irregular = len(self.least()[0])
        self.plays.append((seat, card))
        smallest = self.least()
        self.claims.append(Claim(len(self.plays) - 1, seat, claim_of(self.table, scene, card)))
        forbidden = not any(self.regular_but_for(doubted) for doubted in smallest)
        if forbidden or self.claims[-1].only == frozenset(self.table.deck):
            self.claims.pop()
        return len(smallest[0]) > irregular, forbidden

    def least(self) -> list[frozenset[int]]:
        """Return every smallest set of plays such that some deal makes all others regular."""
        claiming = sorted({one.play for one in self.claims})
        for size in range(len(claiming) + 1):
            found = [frozenset(some) for some in combinations(claiming, size) if self.regular_but_for(some)]
            if found:
                return found
        return []
