"""What the tricks of a manche must bring for its facts to be true (T-7): cards to each seat, or points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.hearts.facts import HeartsFacts, Taken, Typed, key_of, volte
from scorekeeper.games.hearts.options import HeartsOptions, Moon, cards_dealt, counted, sides
from scorekeeper.games.hearts.points import Volte, raw_voltes, values

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

    `out` tells of each thing how many are still to be taken: each falls whole to one side. `taker` is the last seat to
    have taken something, `shared` whether that is not for one seat alone to do, which were a volte (DP-21).
    """

    sides: tuple[int, ...]
    worth: tuple[tuple[str, int], ...]
    needs: tuple[int, ...]
    out: tuple[int, ...]
    tricks: int
    shared: bool
    taker: int | None = None

    @property
    def reached(self) -> bool:
        """Whether no side is to take a point more, and no seat has taken everything."""
        return self.shared and not any(self.needs)

    def after(self, trick: Trick) -> PointsLeft | None:
        """What is left once this trick was taken, None when what is out cannot mend it."""
        worth_of = dict(self.worth)
        taken = [key_of(card) for card in trick.cards]
        if self.tricks == 1:
            taken.append(LAST)
        fallen = tuple([taken.count(key) for key, _ in self.worth])
        points = sum(value * number for (_, value), number in zip(self.worth, fallen, strict=True))
        needs = _without(self.needs, self.sides[trick.winner], points)
        out = tuple([before - number for before, number in zip(self.out, fallen, strict=True)])
        if not _can_be_shared(tuple(value for _, value in self.worth), out, tuple(sorted(needs))):
            return None
        shared, taker = self.shared, self.taker
        if any(key_of(card) in worth_of for card in trick.cards):
            shared, taker = shared or taker not in {None, trick.winner}, trick.winner
        return replace(self, needs=needs, out=out, tricks=self.tricks - 1, shared=shared, taker=taker)

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


@dataclass(frozen=True, slots=True)
class VolteLeft:
    """A volte of one seat or another: what each of them would still have to take, in as many tricks."""

    ways: tuple[CardsLeft, ...]

    @property
    def reached(self) -> bool:
        """Whether one of them has taken everything."""
        return any(way.reached for way in self.ways)

    def after(self, trick: Trick) -> VolteLeft | None:
        """Who may still make the volte once this trick was taken, None when nobody may."""
        left = tuple(way for way in (way.after(trick) for way in self.ways) if way is not None)
        return VolteLeft(left) if left else None

    def wants(self, seat: int) -> bool:
        """Whether it may be the seat that makes the volte."""
        return any(way.wants(seat) for way in self.ways)

    def spares(self, card: Card, taker: int) -> int:
        """How little the one of them that wants it most does."""
        return min(way.spares(card, taker) for way in self.ways)

    def kind(self, card: Card) -> str | None:
        """What the card counts as."""
        return self.ways[0].kind(card)


def goal(options: HeartsOptions, seats: int, facts: HeartsFacts) -> CardsLeft | PointsLeft | VolteLeft:
    """What the play must bring (DP-17, DP-21)."""
    tricks = len(cards_dealt(options, seats)) // seats
    if isinstance(facts, Taken):
        return CardsLeft(tuple(facts.counts), tuple(facts.counts.values()), tricks)
    taken = volte(options, seats, facts)
    if taken is not None:
        return _volte_left(options, seats, facts, taken, tricks)
    worth, total = values(options), counted(options, seats)
    return PointsLeft(
        sides(options, seats),
        tuple((key, worth[key]) for key in total),
        facts.points,
        tuple(total.values()),
        tricks,
        shared=options.moon is Moon.OFF,
    )


def _volte_left(options: HeartsOptions, seats: int, facts: Typed, taken: Volte, tricks: int) -> VolteLeft:
    """The volte that typed points tell of: by any seat of its side, the last trick to any that leaves these points.

    Counted as the cards lie, the side has the last trick's point whoever of it took it; on the sheet the shooter has
    none for it (DP-24).
    """
    side_of, total = sides(options, seats), counted(options, seats)
    counted_raw = facts.moon is not None and facts.points in raw_voltes(options, seats)

    def takes_last(seat: int, shooter: int) -> bool:
        if taken.last is not None:
            return seat != shooter and side_of[seat] == side_of[taken.last]
        return side_of[seat] == taken.side if counted_raw else seat == shooter

    def way(shooter: int, last: int) -> CardsLeft:
        needs = (_without((0,) * seats, last if key == LAST else shooter, -number) for key, number in total.items())
        return CardsLeft(tuple(total), tuple(needs), tricks)

    shooters = [seat for seat in range(seats) if side_of[seat] == taken.side]
    return VolteLeft(
        tuple(
            way(shooter, last)
            for shooter in shooters
            for last in (range(seats) if LAST in total else [shooter])
            if LAST not in total or takes_last(last, shooter)
        )
    )


@lru_cache(maxsize=65_536)
def _can_be_shared(worth: tuple[int, ...], out: tuple[int, ...], needs: tuple[int, ...]) -> bool:
    """Whether what is out can be shared among the sides so that each takes its points exactly; hearts fill the rest."""
    if min(needs) >= 0 and not any(number for value, number in zip(worth, out, strict=True) if value != 1):
        return sum(needs) == sum(out)
    dearest = max(range(len(worth)), key=lambda place: (out[place] > 0, abs(worth[place])))
    if worth[dearest] == 1 or not out[dearest]:
        return False
    left = _without(out, dearest, 1)
    return any(
        _can_be_shared(worth, left, tuple(sorted(_without(needs, side, worth[dearest]))))
        for side in range(len(needs))
        if not side or needs[side] != needs[side - 1]
    )


def _without(amounts: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    return (*amounts[:place], amounts[place] - amount, *amounts[place + 1 :])
