"""Where what is announced may lie within one suit of Piquet: the seven is bit 0, the ace bit 7.

A suit shared by two seats is summed up in one row of bounds, the larger the better. What can be said of four suits
together is their sum: bounds of this form come from cards dealt to seats, so that nothing is lost in it. A row is kept
as one number (`Bounds`), so that the many rows of two hands are added and compared in one step each.
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
Bounds: TypeAlias = int
BOUNDS = 7
_FIELDS, _WIDTH = BOUNDS + 2, 8  # with room for two sums of bounds
_HALF = 1 << _WIDTH - 2  # no bound of four suits is as far from zero
_GUARDS = sum(_HALF << _WIDTH * place for place in range(_FIELDS))
_PIPS = tuple(PIPS.values())


@dataclass(frozen=True, slots=True)
class SuitClaim:
    """What one seat says of one suit: sequences in it, cards of its sets, its point, and how many cards it may hold."""

    runs: tuple[Run, ...] = ()
    needed: int = 0
    point: Point | None = None
    most: int = len(RANKS)


@dataclass(frozen=True, slots=True)
class SuitHolding:
    """What one seat has in one suit: cards it must and must not hold, fewest and most of them."""

    held: int
    barred: int
    fewest: int
    most: int


def bit(rank: Rank) -> int:
    """The place of a rank in a suit."""
    return 1 << (rank - RANKS[0])


def row_of(*bounds: int) -> Bounds:
    """A row of up to nine bounds, each between −64 and 64; those left out are 0. Rows add up as numbers do."""
    return sum([bound << _WIDTH * place for place, bound in enumerate(bounds)])


def bounds_in(row: Bounds) -> tuple[int, ...]:
    """The first seven bounds of a row."""
    return tuple([((row + _GUARDS >> _WIDTH * place) & (1 << _WIDTH) - 1) - _HALF for place in range(BOUNDS)])


def is_as_good(row: Bounds, other: Bounds) -> bool:
    """Whether each bound of a row is at least that of the other."""
    return (row + _GUARDS - other) & _GUARDS == _GUARDS


def reach(rows: Iterable[Bounds], others: Iterable[Bounds], least: Bounds) -> bool:
    """Whether one of the rows and one of the others together are as good as the least."""
    guards = _GUARDS  # without a call for each: there may be many
    for row in rows:
        lacking = row + guards - least
        for other in others:
            if lacking + other & guards == guards:
                return True
    return False


@lru_cache(maxsize=4096)
def holdings(claim: SuitClaim, free: int) -> tuple[SuitHolding, ...]:
    """All that a seat may hold for what it says of a suit, among the cards that are free."""
    possible: set[SuitHolding] = set()
    for runs, barred in _run_cards(claim.runs):
        held = runs | claim.needed
        if claim.point is None:
            possible.add(SuitHolding(held, barred, 0, claim.most))
        elif claim.point.pips is None:
            possible.add(SuitHolding(held, barred, claim.point.cards, claim.most))
        else:
            possible |= {
                SuitHolding(held | shown, barred, claim.point.cards, claim.most) for shown in _points(claim.point)
            }
    return tuple(
        holding
        for holding in possible
        if not holding.held & (holding.barred | ~free) and holding.held.bit_count() <= holding.most
    )


@lru_cache(maxsize=16384)
def bounds(first: SuitClaim, second: SuitClaim, free: int, courts: bool) -> frozenset[Bounds]:  # noqa: FBT001 - part of the key
    """The bounds of all that two seats may hold of a suit; where court cards count, those of `_court_rows`."""
    of_suit = _court_rows if courts else _rows
    return best_of(
        row
        for mine in holdings(first, free)
        for theirs in holdings(second, free)
        if not mine.held & theirs.held
        for row in of_suit(mine, theirs, free)
    )


def best_of(rows: Iterable[Bounds]) -> frozenset[Bounds]:
    """The rows that no other one beats."""
    kept: list[Bounds] = []  # with their guards, for `is_as_good` without a call
    guards = _GUARDS
    for row in sorted(set(rows), reverse=True):
        for other in kept:
            if (other - row) & guards == guards:
                break
        else:
            kept.append(row + guards)
    return frozenset([row - guards for row in kept])


def _rows(mine: SuitHolding, theirs: SuitHolding, free: int) -> Iterator[Bounds]:
    """Fewest (negated) and most cards of each seat, and most of both."""
    own, other = _open_to(mine, theirs, free), _open_to(theirs, mine, free)
    low, low_other = _low(mine), _low(theirs)
    high, high_other = min(mine.most, own.bit_count()), min(theirs.most, other.bit_count())
    both = min((own | other).bit_count(), high + high_other)
    high, high_other = min(high, both - low_other), min(high_other, both - low)
    if low <= high and low_other <= high_other:
        yield row_of(-low, high, -low_other, high_other, min(both, high + high_other))


def _court_rows(mine: SuitHolding, theirs: SuitHolding, free: int) -> Iterator[Bounds]:
    """A row for each number of court cards of the first seat and of plain cards of the second, few being better.

    Fewest (negated) and most cards of each seat; those two numbers, negated; whether the first has a court card. Cards
    may be left out of a hand as long as it has its fewest, so that the most of each seat are independent of each other.
    """
    own, other = _open_to(mine, theirs, free), _open_to(theirs, mine, free)
    courts, plain = ((own | other) & COURTS).bit_count(), ((own | other) & ~COURTS).bit_count()
    for own_courts in range((mine.held & COURTS).bit_count(), (own & COURTS).bit_count() + 1):
        for other_plain in range((theirs.held & ~COURTS).bit_count(), (other & ~COURTS).bit_count() + 1):
            own_plain = min((own & ~COURTS).bit_count(), plain - other_plain, mine.most - own_courts)
            other_courts = min((other & COURTS).bit_count(), courts - own_courts, theirs.most - other_plain)
            if own_plain < (mine.held & ~COURTS).bit_count() or other_courts < (theirs.held & COURTS).bit_count():
                continue
            high, high_other = own_courts + own_plain, other_courts + other_plain
            if high < _low(mine) or high_other < _low(theirs):
                continue
            yield row_of(-_low(mine), high, -_low(theirs), high_other, -own_courts, -other_plain)
            if own_courts:
                with_court = mine.held.bit_count() + (not mine.held & COURTS)
                low = max(_low(mine), with_court)
                yield row_of(-low, high, -_low(theirs), high_other, -own_courts, -other_plain, 1)


def _open_to(holding: SuitHolding, others: SuitHolding, free: int) -> int:
    """The cards that a seat may have of a suit, beside what the other has to."""
    return free & ~holding.barred & ~others.held


def _low(holding: SuitHolding) -> int:
    return max(holding.held.bit_count(), holding.fewest)


@lru_cache(maxsize=256)
def _run_cards(runs: tuple[Run, ...]) -> tuple[tuple[int, int], ...]:
    """The cards of the sequences said to lie in one suit, and a card that keeps two of them apart (PI-10)."""
    if not runs:
        return ((0, 0),)
    if len(runs) == 1:
        return tuple((cards, 0) for cards in _cards_of(runs[0]))
    possible = set()
    for one in _cards_of(runs[0]):
        for other in _cards_of(runs[1]):
            upper, lower = max(one, other), min(one, other)
            between = ((upper & -upper) - 1) & ~((1 << lower.bit_length()) - 1)
            if not one & other:
                possible |= {(one | other, 1 << place) for place in range(len(RANKS)) if between >> place & 1}
    return tuple(possible)


def _cards_of(run: Run) -> list[int]:
    """The cards a sequence may be made of."""
    tops = [run.top] if run.top is not None else [rank for rank in RANKS if rank - run.length + 1 >= RANKS[0]]
    return [((1 << run.length) - 1) << (top - run.length + 1 - RANKS[0]) for top in tops]


@lru_cache(maxsize=256)
def _points(point: Point) -> tuple[int, ...]:
    """The cards a point may be made of, by its pips; the suit may have more of them (PI-2, PI-9, PI-12)."""
    return tuple(
        sum(1 << place for place in chosen)
        for chosen in combinations(range(len(RANKS)), point.cards)
        if sum(_PIPS[place] for place in chosen) == point.pips
    )
