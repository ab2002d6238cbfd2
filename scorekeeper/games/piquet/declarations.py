"""The declarations of Piquet: point, sequences, quatorzes and brelans; which of them are good, and their points.

A *point* is cards of one suit, and its *pips* the sum of their values; a *sequence* consecutive cards of one suit; a
*quatorze* four cards of a rank, a *brelan* three. *Elder*, the seat that does not deal, declares first, and the dealer
answers whether it is *good*: better than the dealer's own. The seat with the better one scores the category.

A declaration is stored as it was made: the pips of a point and the highest card of a sequence may be missing.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

QUATORZE, BRELAN = 4, 3
SET_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
# The lengths of sequences: the shortest, a whole suit, and the first that gives ten points more.
MIN_LENGTH, MAX_LENGTH, QUINTE = 3, 8, 5
# The points of a hand dealt without a king, queen or jack.
CARTE_BLANCHE = 10
RANKS = tuple(rank for rank in Rank if rank >= Rank.SEVEN)
PIPS = {rank: min(int(rank), 10) for rank in RANKS} | {Rank.ACE: 11}


class Category(enum.StrEnum):
    """The categories of declarations, in the order of declaring and counting (PI-13, PI-23)."""

    POINT = "point"
    SEQUENCES = "sequences"
    SETS = "sets"


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
    runs = [run for suit in suits for run in _runs(card.rank for card in suit if card.rank is not None)]
    return sort_declarations(
        points, runs, [Combination(count, rank) for rank, count in counts.items() if count >= BRELAN]
    )


def sort_declarations(*by_category: Iterable[Combination]) -> Declarations:
    """Return the point, sequences and sets, the best first; of equally long sequences, one without a top is last."""
    return {
        category: tuple(sorted(items, key=lambda item: (-item.amount, -(item.height or 0))))
        for category, items in zip(Category, by_category, strict=True)
    }


def tops_of(run: Combination) -> Sequence[int]:
    """Return the possible highest cards of a sequence: the declared one, or every rank that is high enough."""
    if run.height is not None:
        return [run.height]
    return RANKS[run.amount - 1 :]


def ranks_down_from(top: int, length: int) -> set[int]:
    """Return the ranks of a sequence with this highest card."""
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
    # Only the best declaration of each seat counts. Of pairs (amount, height) with equal amounts the height decides.
    best = elders[0]
    other = dealers[0]
    # The heights must be known only if the amounts are equal.
    if best[0] == other[0] and None in {best[1], other[1]}:
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

    The dealer's answer decides a category; without an answer, the declarations are compared. After a false declaration
    the offender scores nothing, and the other seat all that it declared, good or not (PI-37). Raises
    `IncompleteFactsError` when a comparison needs more than was declared, `ImpossibleFactsError` when an answer gives
    a category to a seat that declared nothing in it.
    """
    if offender is not None:
        # The offender's declarations are void, so that there is nothing to compare.
        return {category: 1 - offender for category in Category if declarations[1 - offender][category]}
    scorers = {}
    for category in Category:
        seat = _winner(category, elder, declarations, answers)
        if seat is not None and declarations[seat][category]:
            scorers[category] = seat
    return scorers


def _winner(
    category: Category, elder: int, declarations: tuple[Declarations, Declarations], answers: Mapping[Category, Answer]
) -> int | None:
    """The seat that scores a category, by the answer (PI-13) or else by comparison; None if equal or not declared."""
    seats = {Answer.GOOD: elder, Answer.NOT_GOOD: 1 - elder}
    answer = answers.get(category)
    if answer is None:
        answer = answer_to(category, declarations[elder], declarations[1 - elder])
    elif answer in seats and not declarations[seats[answer]][category]:
        raise ImpossibleFactsError("answer_empty", field=category.value, article="PI-13", seat=seats[answer])
    return None if answer is None else seats.get(answer)


def _amount_and_height(item: Combination) -> tuple[int, int | None]:
    """The values by which two seats compare a combination; the height is None if it was not declared."""
    if item.amount == MAX_LENGTH:
        # A whole suit has the same pips and the same top in every hand.
        return item.amount, 0
    return item.amount, item.height


def _runs(ranks: Iterable[Rank]) -> list[Combination]:
    """The longest sequences among the ranks of one suit (PI-10)."""
    in_suit = set(ranks)
    runs = []
    # The number of consecutive ranks up to this one.
    length = 0
    for rank in RANKS:
        length += 1
        if rank not in in_suit:
            length = 0
        # Only the longest one counts, so it is found at its top.
        if length >= MIN_LENGTH and rank + 1 not in in_suit:
            runs.append(Combination(length, rank))
    return runs
