"""Where what is announced may lie within one suit of Piquet: the seven is bit 0, the ace bit 7.

A suit shared by two seats is summed up in one row of bounds, the larger the better. What can be said of four suits
together is their sum (`Bounds`): bounds of this form come from cards dealt to seats, so that nothing is lost in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.declarations import PIPS, RANKS, Point, Run

SUIT = (1 << len(RANKS)) - 1
COURTS = sum(1 << (rank - RANKS[0]) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING))
Bounds: TypeAlias = tuple[int, ...]
_PIPS = tuple(PIPS.values())


@dataclass(frozen=True, slots=True)
class Place:
    """What one seat has in one suit: cards it must and must not hold, fewest and most of them."""

    held: int
    barred: int
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat says of one suit: sequences in it, cards of its sets, its point or its longest suit elsewhere."""

    runs: tuple[Run, ...] = ()
    needed: int = 0
    point: Point | None = None
    most: int = len(RANKS)


def bit(rank: Rank) -> int:
    """The place of a rank in a suit."""
    return 1 << (rank - RANKS[0])


@lru_cache(maxsize=4096)
def places(share: Share, free: int) -> tuple[Place, ...]:
    """Every way a seat can hold its share of a suit, among the cards that are free."""
    found: set[Place] = set()
    for runs, barred in _run_places(share.runs):
        held = runs | share.needed
        if held & (barred | ~free):
            continue
        if share.point is None:
            found.add(Place(held, barred, 0, share.most))
        elif share.point.pips is None:
            found.add(Place(held, barred, share.point.cards, share.point.cards))
        else:
            found |= {
                Place(suit, SUIT & ~suit, share.point.cards, share.point.cards)
                for suit in _suits(share.point)
                if not held & ~suit and not suit & (barred | ~free)
            }
    return tuple(place for place in found if place.held.bit_count() <= place.most)


@lru_cache(maxsize=16384)
def bounds(one: Share, other: Share, free: int, courts: bool) -> frozenset[Bounds]:  # noqa: FBT001 - part of the key
    """The bounds of every way two seats can share a suit; those of court cards too when the first counts them."""
    found = (
        _bounds(mine, theirs, free, courts=courts)
        for mine in places(one, free)
        for theirs in places(other, free)
        if not mine.held & theirs.held
        for mine in (_split(mine, theirs, free) if courts else (mine,))
    )
    return best_of(row for row in found if row is not None)


def best_of(rows: Iterable[Bounds]) -> frozenset[Bounds]:
    """The rows that no other one beats."""
    kept: list[Bounds] = []
    for row in sorted(set(rows), reverse=True):
        if not any(all(x >= y for x, y in zip(other, row, strict=True)) for other in kept):
            kept.append(row)
    return frozenset(kept)


def _bounds(mine: Place, theirs: Place, free: int, *, courts: bool) -> Bounds | None:
    """Fewest (negated) and most cards of each seat and most of both, and the same of the first without more courts."""
    own, other = free & ~mine.barred & ~theirs.held, free & ~theirs.barred & ~mine.held
    low, low_other = max(mine.held.bit_count(), mine.fewest), max(theirs.held.bit_count(), theirs.fewest)
    high, high_other = min(mine.most, own.bit_count()), min(theirs.most, other.bit_count())
    both = min((own | other).bit_count(), high + high_other)
    high, high_other = min(high, both - low_other), min(high_other, both - low)
    if low > high or low_other > high_other:
        return None
    both = min(both, high + high_other)
    if not courts:
        return (-low, high, -low_other, high_other, both)
    must = (mine.held & COURTS).bit_count()
    plain = min(high, must + (own & ~COURTS).bit_count())
    more = max(0, low - plain)
    return (-low, high, -low_other, high_other, both, -must, -more, plain, min(plain + high_other, both - more))


def _split(mine: Place, theirs: Place, free: int) -> Iterator[Place]:
    """The first seat with and without each court card that only it can have, so that courts are counted exactly."""
    lone = free & COURTS & theirs.barred & ~mine.held & ~mine.barred
    chosen = lone
    while True:
        place = Place(mine.held | chosen, mine.barred | (lone & ~chosen), mine.fewest, mine.most)
        if place.held.bit_count() <= place.most:
            yield place
        if not chosen:
            return
        chosen = (chosen - 1) & lone


@lru_cache(maxsize=256)
def _run_places(runs: tuple[Run, ...]) -> tuple[tuple[int, int], ...]:
    """The cards of the sequences said to lie in one suit, and a card that keeps two of them apart (PI-10)."""
    if not runs:
        return ((0, 0),)
    if len(runs) == 1:
        return tuple((cards, 0) for cards in _run(runs[0]))
    found = set()
    for one in _run(runs[0]):
        for other in _run(runs[1]):
            upper, lower = max(one, other), min(one, other)
            between = ((upper & -upper) - 1) & ~((1 << lower.bit_length()) - 1)
            if not one & other:
                found |= {(one | other, 1 << place) for place in range(len(RANKS)) if between >> place & 1}
    return tuple(found)


def _run(run: Run) -> list[int]:
    """The cards a sequence may be made of."""
    tops = [run.top] if run.top is not None else [rank for rank in RANKS if rank - run.length + 1 >= RANKS[0]]
    return [((1 << run.length) - 1) << (top - run.length + 1 - RANKS[0]) for top in tops]


@lru_cache(maxsize=256)
def _suits(point: Point) -> tuple[int, ...]:
    """The cards a point may be made of, by its pips (PI-2, PI-9)."""
    return tuple(
        sum(1 << place for place in chosen)
        for chosen in combinations(range(len(RANKS)), point.cards)
        if sum(_PIPS[place] for place in chosen) == point.pips
    )
