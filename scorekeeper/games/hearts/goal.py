"""What the tricks of a manche must bring for its facts to be true (T-7): cards to each seat, or points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.hearts.facts import HeartsFacts, Taken, key_of, volte
from scorekeeper.games.hearts.options import HeartsOptions, cards_dealt, counted, sides
from scorekeeper.games.hearts.points import values

LAST = "last"


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """Of each thing that counts, how many each seat is still to take, in as many `tricks`."""

    keys: tuple[str, ...]
    needs: tuple[tuple[int, ...], ...]
    tricks: int

    def after(self, trick: Trick) -> CardsLeft | None:
        """What is left once this trick was taken, None when its taker has more of something than it should."""
        taken = [key_of(card) for card in trick.cards]
        if self.tricks == 1:
            taken.append(LAST)
        needs = list(self.needs)
        for place, key in enumerate(self.keys):
            if key in taken:
                needs[place] = _without(needs[place], trick.winner, taken.count(key))
                if needs[place][trick.winner] < 0:
                    return None
        if not self._have_room(needs, len(trick.cards)):
            return None
        return replace(self, needs=tuple(needs), tricks=self.tricks - 1)

    def _have_room(self, needs: list[tuple[int, ...]], size: int) -> bool:
        """Whether the tricks after this one, of so many cards each, have room for it all: each goes to one seat."""
        by_card = [need for key, need in zip(self.keys, needs, strict=True) if key != LAST]
        tricks: list[int] = [-(-sum(cards) // size) for cards in zip(*by_card, strict=True)]
        return sum(tricks) < self.tricks


@dataclass(frozen=True, slots=True)
class PointsLeft:
    """The points that each side is still to take, in as many `tricks`.

    `worth` is what each thing counts, `out` how many of each are still to be taken.
    """

    sides: tuple[int, ...]
    worth: tuple[tuple[str, int], ...]
    needs: tuple[int, ...]
    out: tuple[int, ...]
    tricks: int

    def after(self, trick: Trick) -> PointsLeft | None:
        """What is left once this trick was taken, None when what is out cannot mend it."""
        taken = [key_of(card) for card in trick.cards] + [LAST] * (self.tricks == 1)
        fallen = [taken.count(key) for key, _ in self.worth]
        points = sum(value * number for (_, value), number in zip(self.worth, fallen, strict=True))
        needs = _without(self.needs, self.sides[trick.winner], points)
        out = tuple([before - number for before, number in zip(self.out, fallen, strict=True)])
        values = [value * number for (_, value), number in zip(self.worth, out, strict=True)]
        least, most = sum(min(value, 0) for value in values), sum(max(value, 0) for value in values)
        takers = sum(need != 0 for need in needs)
        if not all(least <= need <= most for need in needs) or takers > self.tricks - 1:
            return None
        return replace(self, needs=needs, out=out, tricks=self.tricks - 1)


@dataclass(frozen=True, slots=True)
class VolteLeft:
    """A volte by one seat of a side, which takes every trick with a card that counts; `shooter` once it took one."""

    keys: frozenset[str]
    seats: frozenset[int]
    shooter: int | None = None

    def after(self, trick: Trick) -> VolteLeft | None:
        """What is left once this trick was taken, None when another seat took a card that counts."""
        if not any(key_of(card) in self.keys for card in trick.cards):
            return self
        may_be = self.seats if self.shooter is None else {self.shooter}
        return replace(self, shooter=trick.winner) if trick.winner in may_be else None


def goal(options: HeartsOptions, seats: int, facts: HeartsFacts) -> CardsLeft | PointsLeft | VolteLeft:
    """What the tricks must bring (DP-17, DP-21)."""
    tricks = len(cards_dealt(options, seats)) // seats
    if isinstance(facts, Taken):
        return CardsLeft(tuple(facts.counts), tuple(facts.counts.values()), tricks)
    side_of, total, worth = sides(options, seats), counted(options, seats), values(options)
    taken = volte(options, seats, facts)
    if taken is not None:
        shooters = frozenset(seat for seat in range(seats) if side_of[seat] == taken.side)
        return VolteLeft(frozenset(total) - {LAST}, shooters)
    each = tuple((key, worth[key]) for key in total)
    return PointsLeft(side_of, each, facts.points, tuple(total.values()), tricks)


def _without(amounts: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    return (*amounts[:place], amounts[place] - amount, *amounts[place + 1 :])
