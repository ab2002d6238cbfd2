"""Whether two hands can hold what is claimed of them: exact, whatever is announced, scored or laid open (PI-12).

The claims name no suits. They are laid out over the four suits in every possible manner, each suit summed up by what it
leaves to other cards (`suits`); what two hands of twelve then need is compared with the sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.work import Work
from scorekeeper.games.piquet.claims.hands import courts_of
from scorekeeper.games.piquet.claims.suits import (
    BOUNDS,
    SUIT,
    Bounds,
    SuitClaim,
    best_of,
    bit,
    bounds,
    bounds_in,
    holdings,
    is_as_good,
    reach,
    row_of,
)
from scorekeeper.games.piquet.coup import Hand
from scorekeeper.games.piquet.declarations import BRELAN, QUATORZE, RANKS, SET_RANKS, Point, Run, SetOf
from scorekeeper.games.piquet.play import HAND

IN_ONE_SUIT = 2
PLAIN_LEFT = 8
DECK = len(RANKS) * len(Suit)
Item: TypeAlias = Run | SetOf | Point
SuitTable: TypeAlias = dict[int, frozenset[Bounds]]


@dataclass(frozen=True, slots=True)
class Blank:
    """What a hand dealt without a court card says of both hands after the exchange: the most court cards of its own.

    Of the twenty plain cards, twelve were dealt to it: the other hand has eight at most, and none of the twelve. A seat
    that had to exchange (`exchanged`) either drew a court card, or gave a plain one away for another: the other hand
    has then seven. A hand that is short may have been dealt short, and says nothing of the other (`alone`).
    """

    courts: int
    exchanged: bool = False
    alone: bool = False

    def most_plain(self, *, drew: bool) -> int:
        """The most plain cards of the other hand, whether this one drew a court card or not."""
        return DECK if self.alone else PLAIN_LEFT - (self.exchanged and not drew)


@dataclass(frozen=True, slots=True)
class HandClaim:
    """What is said of a seat's hand of twelve, or fewer when it is short: what it announced or scored, or the hand.

    `cards` are the fewest and the most that it has, `sizes` sets whose ranks were not said, `blank` what its carte
    blanche says of both hands (PI-8).
    """

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[SetOf, ...] = ()
    sizes: tuple[int, ...] = ()
    hand: Hand | None = None
    cards: tuple[int, int] = (HAND, HAND)
    blank: Blank | None = None

    @property
    def fewest(self) -> int:
        """The fewest cards still to place for this seat, those of a known hand lying where they are."""
        return 0 if self.hand is not None else self.cards[0]

    @property
    def most(self) -> int:
        """The most cards still to place for it, in one suit or in all."""
        return 0 if self.hand is not None else self.cards[1]


class ItemCounts:
    """How many of each item are laid out, as one number: a field of bits for each, alike items in the same.

    `whole` counts them all, `units` gives by seat what each item adds, and `guards` are bits over the fields: of the
    whole with them, taking away no more of each item than there are leaves every one of them set.
    """

    def __init__(self, items: Sequence[Sequence[Item]]) -> None:
        """Give every item of each seat its field."""
        self.whole = self.guards = place = 0
        self.units: list[dict[Item, int]] = []
        for own in items:
            units: dict[Item, int] = {}
            for item, number in Counter(own).items():
                units[item] = 1 << place
                self.whole |= number << place
                place += number.bit_length()
                self.guards |= 1 << place
                place += 1
            self.units.append(units)


def can_hold(first: HandClaim, second: HandClaim, work: Work) -> bool:
    """Whether two hands without a common card can be such (PI-1).

    Raises `OutOfStepsError` when that takes more steps to say than `work` allows.
    """
    if second.blank is not None:
        first, second = second, first
    open_cards = [*(first.hand or ()), *(second.hand or ())]
    free = [SUIT & ~sum(bit(card.rank) for card in open_cards if card.suit is suit and card.rank) for suit in Suit]
    lying = _lying(first.hand or (), second.hand or ()) if first.blank is not None else row_of()
    first, second = (_to_place(claim) for claim in (first, second))
    if not (_in_twelve(first) and _in_twelve(second)):
        return False
    return any(_fits(mine, theirs, free, lying, work) for mine in _with_ranks(first) for theirs in _with_ranks(second))


def _lying(hand: Hand, other: Hand) -> Bounds:
    """The row of hands that lie open, where court cards count: none of their cards is still to place."""
    courts = courts_of(hand)
    return row_of(0, 0, 0, 0, -courts, courts_of(other) - len(other), min(courts, 1))


def _to_place(claim: HandClaim) -> HandClaim:
    """What is left to place of a claim: nothing of a hand that lies open."""
    return claim if claim.hand is None else HandClaim(hand=(), blank=claim.blank)


def _in_twelve(claim: HandClaim) -> bool:
    """Whether no more cards are claimed than a hand has, by sequences alone or by sets alone."""
    sets = [*claim.sizes, *(made.size for made in claim.sets)]
    return max(sum(run.length for run in claim.runs), sum(sets)) <= HAND


def _with_ranks(claim: HandClaim) -> Iterator[HandClaim]:
    """The claim with a rank for each set that had none."""
    fours = claim.sizes.count(QUATORZE)
    for high in combinations(SET_RANKS, fours):
        rest = [rank for rank in SET_RANKS if rank not in high]
        for low in combinations(rest, len(claim.sizes) - fours):
            sets = (*(SetOf(rank, QUATORZE) for rank in high), *(SetOf(rank, BRELAN) for rank in low))
            yield replace(claim, sets=claim.sets + sets, sizes=())


def _fits(first: HandClaim, second: HandClaim, free: list[int], lying: Bounds, work: Work) -> bool:
    """Whether the claims can be laid out over the four suits: two by two, what one half lacks lying in the other."""
    counts = ItemCounts((_items(first), _items(second)))
    tables = {cards: _table(first, second, cards, counts) for cards in set(free)}
    least = _least(first.blank) - lying
    half = _pairs(tables[free[0]], tables[free[1]], counts, least, work)
    other_half = half if free[:2] == free[2:] else _pairs(tables[free[2]], tables[free[3]], counts, least, work)
    needed = _needed(first, second)
    for used, rows in half.items():
        others = other_half.get(counts.whole - used)
        if others:
            work.take(len(rows) * len(others))
            if any(reach(rows, others, row - lying) for row in needed):
                return True
    return False


def _least(blank: Blank | None) -> Bounds:
    """The least that the row of two hands may be, as far as two suits can tell: each suit more can only lower it."""
    allowed = (0, 0) if blank is None else (-blank.courts, -blank.most_plain(drew=True))
    return row_of(-HAND, 0, -HAND, 0, *allowed, 0, -HAND, -HAND)


def _items(claim: HandClaim) -> list[Item]:
    """What lies in one suit and no other: each sequence, the suit that each brelan may lack, the point."""
    lacking = [made for made in claim.sets if made.size == BRELAN]
    return [*claim.runs, *lacking, *([claim.point] if claim.point is not None else [])]


def _table(first: HandClaim, second: HandClaim, free: int, counts: ItemCounts) -> SuitTable:
    """The bounds of a suit for each choice of items that can lie in it."""
    theirs = _suit_claims(second, free, counts.units[1])
    table = {
        here + there: bounds(mine, claim, free, first.blank is not None)
        for here, mine in _suit_claims(first, free, counts.units[0]).items()
        for there, claim in theirs.items()
    }
    blank = first.blank is not None
    return {chosen: frozenset([_with_sums(row, blank=blank) for row in rows]) for chosen, rows in table.items() if rows}


def _suit_claims(claim: HandClaim, free: int, units: Mapping[Item, int]) -> dict[int, SuitClaim]:
    """What a seat can say of a suit, by the items that lie in it; of sequences two at most, as three do not fit."""
    items = _items(claim)
    runs = [item for item in items if isinstance(item, Run)]
    others = [item for item in items if not isinstance(item, Run)]
    said = {
        sum(units[item] for item in (*few, *rest)): (few, rest)
        for few in (chosen for size in range(IN_ONE_SUIT + 1) for chosen in combinations(runs, size))
        for rest in (chosen for size in range(len(others) + 1) for chosen in combinations(others, size))
    }
    possible = {chosen: _suit_claim(claim, few, rest) for chosen, (few, rest) in said.items()}
    return {chosen: said for chosen, said in possible.items() if holdings(said, free)}


def _suit_claim(claim: HandClaim, runs: tuple[Run, ...], items: Sequence[Item]) -> SuitClaim:
    needed = sum(bit(made.rank) for made in claim.sets if made not in items)
    return SuitClaim(runs, needed, claim.point if claim.point in items else None, min(claim.most, len(RANKS)))


def _pairs(first: SuitTable, second: SuitTable, counts: ItemCounts, least: Bounds, work: Work) -> SuitTable:
    """The bounds of two suits together, for each choice of items that can lie in them.

    Where both suits can hold the same, which of them holds what does not matter.
    """
    sums: dict[int, set[Bounds]] = {}
    others, guards = list(second.items()), counts.guards
    for place, (here, rows) in enumerate(first.items()):
        left = counts.whole + guards - here
        for there, more in others[place:] if first is second else others:
            if (left - there) & guards == guards:
                work.take(len(rows) * len(more))
                sums.setdefault(here + there, set()).update([row + added for row in rows for added in more])
    return {chosen: best_of([row for row in rows if is_as_good(row, least)]) for chosen, rows in sums.items()}


def _with_sums(row: Bounds, *, blank: bool) -> Bounds:
    """A row, and after it the two sums of its bounds that `_needed` speaks of."""
    low, high, low_other, high_other, both, *_ = bounds_in(row)
    sums = (low + high, low_other + high_other) if blank else (both + low, both + low_other)
    return row + row_of(*[0] * BOUNDS, *sums)


def _needed(first: HandClaim, second: HandClaim) -> list[Bounds]:
    """The rows, with sums, of which one must be reached for both hands to be filled up.

    Each hand has no fewer cards than it must, nor more than are open to it. Where a carte blanche says what else is
    allowed, that a suit's court and plain cards are enough for what a hand needs of it is left to say; else the cards
    of both hands, of each of which it may be its claims or its size that ask for more.
    """
    mine, theirs = first.fewest, second.fewest
    cards = -first.most, mine, -second.most, theirs
    if first.blank is None:
        return [row_of(*cards, mine + theirs, 0, 0, theirs, mine)]
    most_plain = {first.blank.most_plain(drew=drew): drew for drew in (True, False)}
    return [row_of(*cards, -first.blank.courts, -plain, drew) for plain, drew in most_plain.items()]
