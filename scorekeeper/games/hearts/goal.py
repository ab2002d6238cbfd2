"""What the tricks of a manche must bring for its facts to be true (T-7): cards to each seat, or points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.hearts.facts import HeartsFacts, Taken, Typed, key_of, volte
from scorekeeper.games.hearts.options import HeartsOptions, cards_dealt, counted, sides
from scorekeeper.games.hearts.points import manche_total, values

LAST = "last"


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """Of each thing that counts, how many each seat is still to take, in as many `tricks`."""

    keys: tuple[str, ...]
    needs: tuple[tuple[int, ...], ...]
    tricks: int

    @property
    def reached(self) -> bool:
        """Whether nobody is to take anything more."""
        return not any(map(any, self.needs))

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

    def wants(self, seat: int) -> bool:
        """Whether the seat is to take anything more."""
        return any(need[seat] for need in self.needs)

    def spares(self, card: Card, taker: int) -> int:
        """The least for what the seat is to take, more for what counts nothing, the most for what it must not have."""
        kind = self.kind(card)
        if kind is None:
            return 1
        return 0 if self.needs[self.keys.index(kind)][taker] else 2

    def kind(self, card: Card) -> str | None:
        """What the card counts as."""
        key = key_of(card)
        return key if key in self.keys else None


@dataclass(frozen=True, slots=True)
class PointsLeft:
    """The points that each side is still to take, in as many `tricks`; `worth` is what each thing counts.

    The points still out lie between `lowest` and `highest`, taken one by one.
    """

    sides: tuple[int, ...]
    worth: tuple[tuple[str, int], ...]
    needs: tuple[int, ...]
    lowest: int
    highest: int
    tricks: int

    @property
    def reached(self) -> bool:
        """Whether no side is to take a point more."""
        return not any(self.needs)

    def after(self, trick: Trick) -> PointsLeft | None:
        """What is left once this trick was taken, None when what is out cannot mend it."""
        worth = dict(self.worth)
        points = [worth.get(key_of(card), 0) for card in trick.cards]
        if self.tricks == 1:
            points.append(worth.get(LAST, 0))
        needs = _without(self.needs, self.sides[trick.winner], sum(points))
        lowest = self.lowest - sum(value for value in points if value < 0)
        highest = self.highest - sum(value for value in points if value > 0)
        if not all(lowest <= need <= highest for need in needs):
            return None
        return replace(self, needs=needs, lowest=lowest, highest=highest, tricks=self.tricks - 1)

    def wants(self, seat: int) -> bool:
        """Whether its side is to take points."""
        return self.needs[self.sides[seat]] > 0

    def spares(self, card: Card, taker: int) -> int:
        """The least for the dearest card where its side is to take points, for the cheapest elsewhere."""
        worth = self.kind(card)
        return -worth if self.needs[self.sides[taker]] >= worth else worth

    def kind(self, card: Card) -> int:
        """What the card is worth."""
        return dict(self.worth).get(key_of(card), 0)


def goal(options: HeartsOptions, seats: int, facts: HeartsFacts) -> CardsLeft | PointsLeft:
    """What the play must bring (DP-17)."""
    tricks = len(cards_dealt(options, seats)) // seats
    if isinstance(facts, Taken):
        return CardsLeft(tuple(facts.counts), tuple(facts.counts.values()), tricks)
    worth, total = values(options), counted(options, seats)
    out = [worth[key] * number for key, number in total.items()]
    return PointsLeft(
        sides(options, seats),
        tuple((key, worth[key]) for key in total),
        _counted_points(options, seats, facts),
        sum(value for value in out if value < 0),
        sum(value for value in out if value > 0),
        tricks,
    )


def _counted_points(options: HeartsOptions, seats: int, facts: Typed) -> tuple[int, ...]:
    """The points as the cards give them: those of a volte are all its side's, but for the last trick (DP-21)."""
    taken = volte(options, seats, facts)
    if taken is None:
        return facts.points
    side_of = sides(options, seats)
    last = values(options)[LAST] * counted(options, seats).get(LAST, 0)
    points = [0] * len(facts.points)
    points[taken.side] = manche_total(options, seats) - last
    points[taken.side if taken.last is None else side_of[taken.last]] += last
    return tuple(points)


def _without(amounts: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    return (*amounts[:place], amounts[place] - amount, *amounts[place + 1 :])
