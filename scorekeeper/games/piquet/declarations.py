"""The declarations of Piquet: point, sequences, quatorzes and brelans, what they are worth and which one is good.

What a seat announces is kept as the table heard it: the pips of a point and the top of a run only when they were said.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.games.shape import UndecidedError

QUATORZE, BRELAN = 4, 3
SET_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
SHORTEST, LONGEST = 3, 8
CARTE_BLANCHE = 10
RANKS = tuple(rank for rank in Rank if rank >= Rank.SEVEN)
PIPS = {rank: 11 if rank is Rank.ACE else min(int(rank), 10) for rank in RANKS}


class Category(enum.StrEnum):
    """What is announced, in the order of announcing and of counting (PI-13, PI-23)."""

    POINT = "point"
    SEQUENCES = "sequences"
    SETS = "sets"


ARTICLES = {Category.POINT: "PI-9", Category.SEQUENCES: "PI-10", Category.SETS: "PI-11"}


class Answer(enum.StrEnum):
    """What the dealer says of elder's announcement (PI-13)."""

    GOOD = "good"
    NOT_GOOD = "not_good"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Point:
    """The longest suit: how many cards, and their pips if they were said (PI-9)."""

    cards: int
    pips: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A sequence: how many cards, and the highest one if it was said (PI-10)."""

    length: int
    top: Rank | None = None


@dataclass(frozen=True, slots=True)
class SetOf:
    """Four or three of a rank (PI-11)."""

    rank: Rank
    size: int


@dataclass(frozen=True, slots=True)
class Declarations:
    """What one seat announces; runs and sets with the best first."""

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[SetOf, ...] = ()


def points_of_run(length: int) -> int:
    """What a sequence scores: 3 and 4, then ten more than its cards from the quinte on (PI-10)."""
    return length if length < 5 else length + 10  # noqa: PLR2004 - the quinte


def points_of_set(size: int) -> int:
    """What a quatorze scores, 14, or a brelan, 3 (PI-11)."""
    return 14 if size == QUATORZE else BRELAN


def pips(cards: Iterable[Card]) -> int:
    """What cards are worth: an ace 11, a court card or a ten 10, the others their face (PI-2)."""
    return sum(PIPS[card.rank] for card in cards if card.rank is not None)


def possible_pips(cards: int) -> frozenset[int]:
    """Every sum that so many cards of one suit can have (PI-2)."""
    return frozenset(sum(chosen) for chosen in combinations(PIPS.values(), cards))


def best(hand: Iterable[Card]) -> Declarations:
    """Everything a hand holds (PI-9, PI-10, PI-11); of two longest suits the one with more pips."""
    cards = tuple(hand)
    suits = [[card for card in cards if card.suit is suit] for suit in Suit]
    longest = max(suits, key=lambda suit: (len(suit), pips(suit)))
    point = Point(len(longest), pips(longest)) if len(longest) >= SHORTEST else None
    counts = {rank: sum(card.rank is rank for card in cards) for rank in SET_RANKS}
    runs = [run for suit in suits for run in _runs(card.rank for card in suit if card.rank is not None)]
    sets = [SetOf(rank, count) for rank, count in counts.items() if count >= BRELAN]
    return sort(point, runs, sets)


def answer_to(category: Category, elder: Declarations, dealer: Declarations) -> Answer | None:
    """What becomes of elder's announcement in one category; None when neither seat announced anything.

    Raises `UndecidedError` when equality hangs on pips or on a top that nobody said (PI-9, PI-10).
    """
    mine, theirs = _announced(category, elder), _announced(category, dealer)
    if mine is None or theirs is None:
        return None if mine is theirs else Answer.NOT_GOOD if mine is None else Answer.GOOD
    (length, height), (other_length, other_height) = mine, theirs
    if length != other_length:
        return Answer.GOOD if length > other_length else Answer.NOT_GOOD
    if height is None or other_height is None:
        key = "value_needed" if category is Category.POINT else "height_needed"
        raise UndecidedError(key, article=ARTICLES[category], field=category.value)
    if height == other_height:
        return Answer.EQUAL
    return Answer.GOOD if height > other_height else Answer.NOT_GOOD


def announces(category: Category, declared: Declarations) -> bool:
    """Whether a seat announces anything in this category."""
    return _announced(category, declared) is not None


def _announced(category: Category, declared: Declarations) -> tuple[int, int | None] | None:
    """The length or size that decides a category, and the pips, top or rank that decides between equals."""
    if category is Category.POINT:
        return None if declared.point is None else (declared.point.cards, _pips_of(declared.point))
    if category is Category.SEQUENCES:
        return (declared.runs[0].length, _top_of(declared.runs[0])) if declared.runs else None
    return (declared.sets[0].size, declared.sets[0].rank) if declared.sets else None


def _pips_of(point: Point) -> int | None:
    """The pips of a point, which a whole suit need not say."""
    return sum(PIPS.values()) if point.cards == LONGEST else point.pips


def _top_of(run: Run) -> Rank | None:
    """The top of a sequence, which a whole suit need not say."""
    return Rank.ACE if run.length == LONGEST else run.top


def sort(point: Point | None, runs: Iterable[Run], sets: Iterable[SetOf]) -> Declarations:
    """Declarations with the best first; a top that was not said comes after those that were."""
    return Declarations(
        point,
        tuple(sorted(runs, key=lambda run: (-run.length, -(run.top or 0)))),
        tuple(sorted(sets, key=lambda one: (-one.size, -one.rank))),
    )


def _runs(ranks: Iterable[Rank]) -> list[Run]:
    """The sequences among the ranks held in one suit, each as long as it goes (PI-10)."""
    held, found, length = set(ranks), [], 0
    for rank in RANKS:
        length = length + 1 if rank in held else 0
        if length >= SHORTEST and rank + 1 not in held:
            found.append(Run(length, rank))
    return found
