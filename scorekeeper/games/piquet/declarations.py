"""The declarations of Piquet: point, sequences, quatorzes and brelans; which of them are good, and their points.

A *point* is cards of one suit, and its *pips* the sum of their values; a *sequence* consecutive cards of one suit; a
*quatorze* four cards of a rank, a *brelan* three. *Elder*, the seat that does not deal, declares first, and the dealer
answers whether it is *good*: better than the dealer's own. The seat with the better one scores the category.

A declaration is stored as it was made: the pips of a point and the highest card of a sequence may be missing. In names,
a *set* is a quatorze or brelan, a *run* a sequence, its *top* the highest card. PI-9 and the like are numbered rules
(articles) of Piquet.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

# The numbers of cards of the two kinds of sets, and the ranks of which sets count.
QUATORZE, BRELAN = 4, 3
SET_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
# The lengths of sequences: the shortest, a whole suit, and the first that gives ten points more.
MIN_LENGTH, MAX_LENGTH, QUINTE = 3, 8, 5
# The points of a hand dealt without a king, queen or jack.
CARTE_BLANCHE = 10
# The ranks of the deck, 7 to ace. A rank is an integer: the jack is 11, the ace 14.
RANKS = tuple(rank for rank in Rank if rank >= Rank.SEVEN)
# The value of each card in a point: 7 to 10 their number, the jack, queen and king 10, the ace 11.
PIPS = {rank: min(int(rank), 10) for rank in RANKS} | {Rank.ACE: 11}


class Category(enum.StrEnum):
    """The categories of declarations, in the order of declaring and counting (PI-13, PI-23)."""

    POINT = "point"
    SEQUENCES = "sequences"
    SETS = "sets"


# The rule of each category.
ARTICLES = {Category.POINT: "PI-9", Category.SEQUENCES: "PI-10", Category.SETS: "PI-11"}


class Answer(enum.StrEnum):
    """The dealer's answer to elder's declaration (PI-13)."""

    GOOD = "good"
    NOT_GOOD = "not_good"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Combination:
    """A point, a sequence, or a quatorze or brelan: its number of cards, and its height if it was declared.

    The height is the pips of a point (PI-9, PI-12), the highest card of a sequence (PI-10) or the rank of a set
    (PI-11). A tierce to the king is `Combination(3, Rank.KING)`.
    """

    amount: int
    # None if it was not declared.
    height: int | None = None


# The declarations of one seat in every category; sequences and sets are sorted, the best first.
Declarations: TypeAlias = Mapping[Category, tuple[Combination, ...]]
NOTHING: Declarations = dict.fromkeys(Category, ())


def points_of_run(length: int) -> int:
    """Return the points of a sequence: its number of cards, and ten more from five cards on; *quinte* = 15 (PI-10)."""
    if length < QUINTE:
        return length
    return length + 10


def worth(category: Category, amount: int) -> int:
    """Return the points of one combination by its number of cards (PI-9, PI-10, PI-11)."""
    if category is Category.POINT:
        return amount
    if category is Category.SEQUENCES:
        return points_of_run(amount)
    # A quatorze is four cards, a brelan three.
    return 14 if amount == QUATORZE else 3


def pips(cards: Iterable[Card]) -> int:
    """Return the pips of cards: an ace 11, a court card or a ten 10, the others their rank (PI-2)."""
    return sum(PIPS[card.rank] for card in cards if card.rank is not None)


def possible_pips(count: int) -> frozenset[int]:
    """Return every sum of pips that this number of cards of one suit can have (PI-2)."""
    return frozenset(sum(chosen) for chosen in combinations(PIPS.values(), count))


def declarations_of(hand: Iterable[Card]) -> Declarations:
    """Return all declarations of a hand (PI-9, PI-10, PI-11); of two longest suits the one with more pips."""
    cards = tuple(hand)
    suits = [[card for card in cards if card.suit is suit] for suit in Suit]
    longest = max(suits, key=lambda suit: (len(suit), pips(suit)))
    points = []
    if len(longest) >= MIN_LENGTH:
        points.append(Combination(len(longest), pips(longest)))
    counts = {rank: sum(card.rank is rank for card in cards) for rank in SET_RANKS}
    # The sequences of every suit. (No card of this deck is without rank: only jokers are.)
    runs = [run for suit in suits for run in _runs(card.rank for card in suit if card.rank is not None)]
    return sort_declarations(
        points, runs, [Combination(count, rank) for rank, count in counts.items() if count >= BRELAN]
    )


def sort_declarations(*by_category: Iterable[Combination]) -> Declarations:
    """Return the declarations of a seat from its points, sequences and sets, in this order; the best is first.

    A combination with more cards is better, and of equal ones the higher; one of unknown height is the last of these.
    """
    return {
        category: tuple(sorted(items, key=lambda item: (-item.amount, -(item.height or 0))))
        for category, items in zip(Category, by_category, strict=True)
    }


def tops_of(run: Combination) -> Sequence[int]:
    """Return the possible highest cards of a sequence: the declared one, or every rank that is high enough."""
    if run.height is not None:
        return [run.height]
    # The lowest possible top has just enough ranks below it: the 9 for a sequence of three.
    return RANKS[run.amount - 1 :]


def ranks_down_from(top: int, length: int) -> set[int]:
    """Return the ranks of a sequence with this highest card: Q J 10 for `(Rank.QUEEN, 3)`."""
    return set(range(top, top - length, -1))


def answer_to(category: Category, elder: Declarations, dealer: Declarations) -> Answer | None:
    """Return the right answer to elder's declaration in one category, None when neither seat declared anything.

    Raises `IncompleteFactsError` when the answer depends on pips or a top that were not declared (PI-9, PI-10).
    """
    elders = [_amount_and_height(item) for item in elder[category]]
    dealers = [_amount_and_height(item) for item in dealer[category]]
    if not dealers:
        return Answer.GOOD if elders else None
    if not elders:
        return Answer.NOT_GOOD
    # Only the best declaration of each seat is compared, which is the first. Python compares pairs (amount, height) by
    # the amounts, and by the heights if the amounts are equal.
    best = elders[0]
    other = dealers[0]
    # If the amounts are equal, both heights must be known.
    if best[0] == other[0] and None in {best[1], other[1]}:
        # The height of a point is its value in pips.
        key = "value_needed" if category is Category.POINT else "height_needed"
        raise IncompleteFactsError(key, article=ARTICLES[category], field=category.value)
    if best == other:
        return Answer.EQUAL
    return Answer.GOOD if best > other else Answer.NOT_GOOD


def find_scorers(
    elder: int,
    declarations: tuple[Declarations, Declarations],
    answers: Mapping[Category, Answer],
    offender: int | None = None,
) -> dict[Category, int]:
    """Return the seat that scores each category, if any (PI-9 to PI-13).

    `declarations` are by seat. The dealer's answer decides a category; without an answer, the declarations are
    compared. The offender is a seat that made a false declaration: it scores nothing, and the other seat all that it
    declared, good or not (PI-37).

    Raises `IncompleteFactsError` when a comparison needs more than was declared, `ImpossibleFactsError` when an answer
    gives a category to a seat that declared nothing in it.
    """
    if offender is not None:
        # The offender's declarations are void, so that there is nothing to compare.
        return {category: 1 - offender for category in Category if declarations[1 - offender][category]}
    scorers = {}
    # The answer "equal" gives a category to no seat.
    seats = {Answer.GOOD: elder, Answer.NOT_GOOD: 1 - elder}
    for category in Category:
        answer = answers.get(category)
        if answer is None:
            answer = answer_to(category, declarations[elder], declarations[1 - elder])
        # None: neither seat declared anything, or the two are equal.
        seat = None if answer is None else seats.get(answer)
        if seat is None:
            continue
        # Only an answer that was entered can give it to a seat that declared nothing.
        if not declarations[seat][category]:
            raise ImpossibleFactsError("answer_empty", field=category.value, article="PI-13", seat=seat)
        scorers[category] = seat
    return scorers


def _amount_and_height(item: Combination) -> tuple[int, int | None]:
    """Return the values by which two seats compare a combination; the height is None if it was not declared."""
    if item.amount == MAX_LENGTH:
        # A combination of eight cards is a whole suit, which has the same pips and the same top in every hand. Any
        # equal number serves as its height.
        return item.amount, 0
    return item.amount, item.height


def _runs(ranks: Iterable[Rank]) -> list[Combination]:
    """Return the sequences among the ranks of one suit, each as long as possible (PI-10)."""
    in_suit = set(ranks)
    runs = []
    # The number of consecutive ranks up to this one.
    length = 0
    for rank in RANKS:
        length += 1
        if rank not in in_suit:
            length = 0
        # A sequence ends at a rank above which one is missing, because a part of a longer sequence does not count on
        # its own.
        if length >= MIN_LENGTH and rank + 1 not in in_suit:
            runs.append(Combination(length, rank))
    return runs
