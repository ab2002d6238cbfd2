"""Whether some hands can hold what is claimed of them: exact, whatever is announced, scored or laid open (PI-12).

The claims name no suits. They are laid out over the four suits in every way, each suit summed up by what it leaves to
other cards (`placing`); what two hands of twelve then need is held against the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from operator import add
from typing import TypeAlias

from scorekeeper.cards.cards import Suit
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    BRELAN,
    QUATORZE,
    RANKS,
    SET_RANKS,
    Category,
    Point,
    Run,
    SetOf,
    pips,
)
from scorekeeper.games.piquet.held import Hand, courts_of, holds_runs, holds_set, suits_of
from scorekeeper.games.piquet.placing import SUIT, Bounds, Share, best_of, bit, bounds, places
from scorekeeper.games.shape import ImpossibleFactsError

HAND, IN_ONE_SUIT = 12, 2
Frees: TypeAlias = tuple[int, ...]
Item: TypeAlias = Run | SetOf | Point


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of a seat's hand of twelve, or fewer when it is `short`: what it announced or scored, or the hand.

    `sizes` are sets whose ranks were not said, `courts` how many court cards a carte blanche leaves room for (PI-8).
    """

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[SetOf, ...] = ()
    sizes: tuple[int, ...] = ()
    hand: Hand | None = None
    short: bool = False
    courts: int | None = None

    @property
    def fewest(self) -> int:
        """The fewest cards to find for this seat, those of a known hand being found."""
        return 0 if self.short or self.hand is not None else HAND

    @property
    def most(self) -> int:
        """The most cards to find for it, in one suit or in all."""
        return 0 if self.hand is not None else HAND


def refuse_impossible(claims: tuple[Claim, Claim]) -> None:
    """Refuse claims that no hands can make true, naming the first that breaks. Raises `ImpossibleFactsError`."""
    for seat, claim in enumerate(claims):
        if claim.hand is not None:
            _refuse_not_held(seat, claim, claim.hand)
    if all(claim.hand is not None for claim in claims) or can_hold(*claims):
        return
    for seat, claim in enumerate(claims):
        if claim.hand is None:
            _refuse_alone(seat, claim)
    plain = [replace(claim, courts=None) for claim in claims]
    for category in Category:
        one, other = (_up_to(category, claim) for claim in plain)
        if not can_hold(one, other):
            raise ImpossibleFactsError("cannot_both_hold", field=category.value, article=ARTICLES[category])
    for seat, claim in enumerate(claims):
        if claim.courts is not None:
            _refuse_courts(seat, claim.courts)


def can_hold(one: Claim, other: Claim) -> bool:
    """Whether two hands without a common card can be such (PI-1)."""
    taken = [*(one.hand or ()), *(other.hand or ())]
    frees = tuple(SUIT & ~sum(bit(card.rank) for card in taken if card.suit is suit and card.rank) for suit in Suit)
    one, other = (claim if claim.hand is None else Claim(hand=()) for claim in (one, other))
    if other.courts is not None:
        one, other = other, one
    named = ((mine, theirs) for mine in _named(one) for theirs in _named(other))
    return any(_fits(mine, theirs, frees) for mine, theirs in named)


def _refuse_alone(seat: int, claim: Claim) -> None:
    nobody = Claim(hand=())
    for category in Category:
        if not can_hold(replace(_up_to(category, claim), courts=None), nobody):
            raise ImpossibleFactsError("cannot_hold", field=category.value, article=ARTICLES[category], seat=seat)
    if claim.courts is not None and not can_hold(claim, nobody):
        _refuse_courts(seat, claim.courts)


def _refuse_courts(seat: int, highest: int) -> None:
    """A hand dealt without a court card has none but those it drew (PI-5, PI-6, PI-8)."""
    raise ImpossibleFactsError(
        "carte_blanche_courts", field="carte_blanche", article="PI-8", seat=seat, highest=highest
    )


def _refuse_not_held(seat: int, claim: Claim, hand: Hand) -> None:
    """What a seat declares is in its hand, where that is known (PI-37); its point is the longest suit (PI-9)."""
    suits = suits_of(hand)
    longest = max(map(len, suits))
    points = [Point(longest, pips(suit)) for suit in suits if len(suit) == longest]
    point = claim.point
    held = {
        Category.POINT: point is None or any(point in {one, Point(one.cards)} for one in points),
        Category.SEQUENCES: holds_runs(hand, claim.runs),
        Category.SETS: all(holds_set(hand, one) for one in claim.sets),
    }
    for category, good in held.items():
        if not good:
            raise ImpossibleFactsError("not_held", field=category.value, article="PI-37", seat=seat)
    if claim.courts is not None and courts_of(hand) > claim.courts:
        _refuse_courts(seat, claim.courts)


def _up_to(category: Category, claim: Claim) -> Claim:
    """A claim as it stands when this category is announced."""
    if category is Category.SETS:
        return claim
    return replace(claim, sets=(), sizes=(), runs=() if category is Category.POINT else claim.runs)


def _named(claim: Claim) -> Iterator[Claim]:
    """The claim with a rank for each set that had none."""
    fours = claim.sizes.count(QUATORZE)
    for high in combinations(SET_RANKS, fours):
        rest = [rank for rank in SET_RANKS if rank not in high]
        for low in combinations(rest, len(claim.sizes) - fours):
            sets = (*(SetOf(rank, QUATORZE) for rank in high), *(SetOf(rank, BRELAN) for rank in low))
            yield replace(claim, sets=claim.sets + sets, sizes=())


def _fits(one: Claim, other: Claim, frees: Frees) -> bool:
    """Whether the claims can be laid out over the four suits: two by two, what one half lacks lying in the other."""
    if any(sum(run.length for run in claim.runs) > HAND for claim in (one, other)):
        return False
    mine = _items(one)
    whole = (1 << (len(mine) + len(_items(other)))) - 1
    tables = {free: _table(one, other, free, len(mine)) for free in set(frees)}
    first = _pairs(tables[frees[0]], tables[frees[1]])
    second = first if frees[:2] == frees[2:] else _pairs(tables[frees[2]], tables[frees[3]])
    return any(
        _enough(_sum(row, more), one, other)
        for used, rows in first.items()
        for more in second.get(whole ^ used, ())
        for row in rows
    )


def _items(claim: Claim) -> list[Item]:
    """What lies in one suit and no other: each sequence, the suit that each brelan may lack, the point."""
    lacking = [made for made in claim.sets if made.size == BRELAN]
    return [*claim.runs, *lacking, *([claim.point] if claim.point is not None else [])]


def _table(one: Claim, other: Claim, free: int, shift: int) -> dict[int, frozenset[Bounds]]:
    """The bounds of a suit for each choice of items that can lie in it, the items being bits."""
    counted = one.courts is not None
    theirs = _shares(other, free)
    found = {
        here | (there << shift): bounds(mine, share, free, counted)
        for here, mine in _shares(one, free)
        for there, share in theirs
    }
    return {chosen: rows for chosen, rows in found.items() if rows}


def _shares(claim: Claim, free: int) -> list[tuple[int, Share]]:
    """What a seat can say of a suit, by the items that lie in it; of sequences two at most, as three do not fit."""
    items = list(enumerate(_items(claim)))
    runs = [(place, item) for place, item in items if isinstance(item, Run)]
    others = [(place, item) for place, item in items if not isinstance(item, Run)]
    found = []
    for few in (chosen for size in range(IN_ONE_SUIT + 1) for chosen in combinations(runs, size)):
        for rest in (chosen for size in range(len(others) + 1) for chosen in combinations(others, size)):
            share = _share(claim, tuple(run for _, run in few), [item for _, item in rest])
            if places(share, free):
                found.append((sum(1 << place for place, _ in (*few, *rest)), share))
    return found


def _share(claim: Claim, runs: tuple[Run, ...], items: list[Item]) -> Share:
    needed = sum(bit(made.rank) for made in claim.sets if made not in items)
    most = min(claim.most, len(RANKS) if claim.point is None else claim.point.cards)
    return Share(runs, needed, claim.point if claim.point in items else None, most)


def _pairs(one: dict[int, frozenset[Bounds]], other: dict[int, frozenset[Bounds]]) -> dict[int, frozenset[Bounds]]:
    """The bounds of two suits together, for each choice of items that can lie in them."""
    found: dict[int, set[Bounds]] = {}
    for here, rows in one.items():
        for there, more in other.items():
            if not here & there:
                found.setdefault(here | there, set()).update(_sum(row, added) for row in rows for added in more)
    return {
        chosen: best_of(row for row in rows if -row[0] <= HAND and -row[2] <= HAND) for chosen, rows in found.items()
    }


def _sum(one: Bounds, other: Bounds) -> Bounds:
    return tuple(map(add, one, other))


def _enough(row: Bounds, one: Claim, other: Claim) -> bool:
    """Whether both hands can be filled up, the first with no more court cards than it may hold."""
    mine, theirs = max(-row[0], one.fewest), max(-row[2], other.fewest)
    if mine > min(row[1], one.most) or theirs > min(row[3], other.most) or mine + theirs > row[4]:
        return False
    if one.courts is None:
        return True
    must, more, plain, both = row[5:]
    room = one.courts + must
    return -more <= room and mine - room <= plain and mine - room + theirs <= both
