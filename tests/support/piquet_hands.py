"""What two hands of twelve can hold, searched over every way to share out the eight cards of each suit.

A claim says `point` (cards, and pips or None), `runs` (length, and top or None), `sets` (rank or None, and size) and
`blank`, a carte blanche. What a suit gives is a key, the cards and the courts of each seat, which must add up exactly,
and marks, which must each be reached: of two ways with one key, the one with fewer marks can be forgotten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from operator import add, le
from typing import Any

from support.piquet import COURTS, PIPS, RANKS, SET_RANKS

Claim = dict[str, Any]
Reading = tuple[Any, Any, Any, Any]
Key = tuple[int, ...]
Marks = tuple[int, ...]
Table = dict[Key, set[Marks]]
HAND = 12


@cache
def stretches(held: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The longest stretches of neighbouring places, as lowest and highest."""
    found: list[tuple[int, int]] = []
    for place in held:
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return tuple(found)


def _fits(run: tuple[int, str | None], stretch: tuple[int, int]) -> bool:
    length, top = run
    low, high = stretch
    if top is None:
        return high - low + 1 >= length
    return low <= RANKS.index(top) - length + 1 and RANKS.index(top) <= high


@cache
def runs_served(held: tuple[int, ...], runs: tuple[tuple[int, str | None], ...]) -> frozenset[frozenset[int]]:
    """Which of the announced runs this suit may hold together, each in a stretch of its own."""
    found = {frozenset[int]()}
    for stretch in stretches(held):
        fitting = [number for number, run in enumerate(runs) if _fits(run, stretch)]
        found |= {done | {number} for done in found for number in fitting if number not in done}
    return frozenset(found)


@cache
def has_point(held: tuple[int, ...], point: tuple[int, int | None]) -> bool:
    """Whether so many of these cards are worth so much: a point may be sunk in part (PI-9, PI-12)."""
    cards, pips = point
    return any(pips in {None, sum(PIPS[RANKS[place]] for place in shown)} for shown in combinations(held, cards))


@cache
def in_suit(held: tuple[int, ...], reading: Reading) -> tuple[tuple[Key, Marks], ...]:
    """What one suit can give to one seat: the key of cards and courts, and the marks."""
    point, runs, wanted, blank = reading
    is_point = int(bool(point) and has_point(held, point))
    of_rank = tuple(int(RANKS.index(rank) in held) for rank, _ in wanted)
    courts = 0 if blank is None else sum(RANKS[place] in COURTS for place in held)
    return tuple(
        ((len(held), courts), (is_point, *(int(number in served) for number in range(len(runs))), *of_rank))
        for served in runs_served(held, runs)
    )


def _goal(reading: Reading) -> Marks:
    point, runs, wanted, _ = reading
    return (int(bool(point)), *(1 for _ in runs), *(size for _, size in wanted))


def _best_only(marks: Iterable[Marks]) -> set[Marks]:
    ranked = sorted(set(marks), key=sum, reverse=True)
    kept: list[Marks] = []
    for one in ranked:
        if not any(all(more >= less for more, less in zip(other, one, strict=True)) for other in kept):
            kept.append(one)
    return set(kept)


def _pruned(found: dict[Key, set[Marks]]) -> Table:
    return {key: _best_only(marks) for key, marks in found.items()}


def _one_suit(readings: Sequence[Reading]) -> Table:
    found: dict[Key, set[Marks]] = defaultdict(set)
    for share in product(range(len(readings) + 1), repeat=8):
        held = [tuple(place for place in range(8) if share[place] == seat) for seat in range(len(readings))]
        for gifts in product(*(in_suit(own, reading) for own, reading in zip(held, readings, strict=True))):
            key = tuple(number for gift, _ in gifts for number in gift)
            found[key].add(tuple(mark for _, marks in gifts for mark in marks))
    return _pruned(found)


def _possible(readings: Sequence[Reading], fits: Callable[[Key], bool] = lambda _: True) -> bool:
    goal = tuple(mark for reading in readings for mark in _goal(reading))
    highest = tuple(number for *_, blank in readings for number in (HAND, 0 if blank is None else blank))

    def added(one: Marks, other: Marks) -> Marks:
        return tuple(map(min, goal, map(add, one, other)))

    suit = _one_suit(readings)
    found: dict[Key, set[Marks]] = defaultdict(set)
    for (here, mine), (there, yours) in product(suit.items(), suit.items()):
        key = tuple(one + other for one, other in zip(here, there, strict=True))
        if all(number <= most for number, most in zip(key, highest, strict=True)):
            found[key] |= {added(one, other) for one in mine for other in yours}
    half = _pruned(found)
    by_cards: dict[Key, list[tuple[Key, set[Marks]]]] = defaultdict(list)
    for key, marks in half.items():
        by_cards[key[::2]].append((key, marks))
    return any(
        all(one + other <= most for one, other, most in zip(here, there, highest, strict=True))
        and fits(tuple(one + other for one, other in zip(here, there, strict=True)))
        and any(all(map(le, goal, map(add, one, other))) for one in mine for other in yours)
        for here, mine in half.items()
        for there, yours in by_cards[tuple(most - one for one, most in zip(here[::2], highest[::2], strict=True))]
    )


def _readings(claim: Claim, courts: int) -> Iterator[Reading]:
    """A claim with each of its unknown ranks given one."""
    sets: Sequence[tuple[str | None, int]] = claim.get("sets", ())
    known = [rank for rank, _ in sets if rank]
    free = [rank for rank in SET_RANKS if rank not in known]
    for chosen in permutations(free, len(sets) - len(known)):
        names = iter(chosen)
        wanted = tuple((rank or next(names), size) for rank, size in sets)
        yield claim.get("point"), tuple(claim.get("runs", ())), wanted, courts if claim.get("blank") else None


def can_hold(claim: Claim, *, courts: int = HAND) -> bool:
    """Whether some hand of twelve holds the claim; of 32 cards, 20 are left for the other."""
    return any(_possible([reading]) for reading in _readings(claim, courts))


def can_share(first: Claim, second: Claim) -> bool:
    """Whether two disjoint hands of twelve hold the two claims."""
    return any(_possible(pair) for pair in product(_readings(first, HAND), _readings(second, HAND)))


def can_share_after_blank(blank: Claim, other: Claim, *, elder: bool) -> bool:
    """Whether two hands hold the claims after an exchange, the first dealt twelve of the twenty plain cards (PI-8).

    What it threw of them is neither in its hand nor in the other: there must be plain cards enough that nobody shows.
    Elder throws one card to five (PI-5), the dealer none to seven (PI-6), each for one that is drawn.
    """
    least, most = (1, 5) if elder else (0, 7)

    def fits(key: Key) -> bool:
        _, courts, _, other_courts = key
        unseen = 20 - (HAND - courts) - (HAND - other_courts)
        return any(courts <= thrown <= unseen for thrown in range(least, most + 1))

    pairs = product(_readings({**blank, "blank": True}, HAND), _readings({**other, "blank": True}, HAND))
    return any(_possible(pair, fits) for pair in pairs)
