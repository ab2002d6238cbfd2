"""Read the values that announcements and scores share: lengths of points and sequences, ranks and sizes of sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    BRELAN,
    MAX_LENGTH,
    MIN_LENGTH,
    QUATORZE,
    SET_RANKS,
    Category,
)
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, quotable, read_choice, read_list

MOST_ITEMS = 12  # sequences or sets of one seat
_SET_RANKS = {rank.code: rank for rank in SET_RANKS}


def read_length(value: object, category: Category) -> int:
    """Read the number of cards of a point or sequence: 3 to 8 (PI-9, PI-10). Raises `ImpossibleFactsError`."""
    field, article = category.value, ARTICLES[category]
    figures: dict[str, Any] = {"lowest": MIN_LENGTH, "highest": MAX_LENGTH, "value": quotable(value)}
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=field, article=article, **figures)
    if not MIN_LENGTH <= value <= MAX_LENGTH:
        key = "point_range" if category is Category.POINT else "sequence_range"
        raise ImpossibleFactsError(key, field=field, article=article, **figures)
    return value


def read_items(value: object, field: str, article: str) -> Sequence[Any]:
    """Read a list of at most twelve sequences or sets, empty if it is missing. Raises `ImpossibleFactsError`."""
    items = () if value is None else read_list(value, field, article)
    if len(items) > MOST_ITEMS:
        raise ImpossibleFactsError("wrong_length", field=field, expected=MOST_ITEMS, found=len(items))
    return items


def read_set_size(value: object) -> int:
    """Read the size of a set: 4 or 3 (PI-11). Raises `ImpossibleFactsError`."""
    if type(value) is not int or not BRELAN <= value <= QUATORZE:
        raise ImpossibleFactsError(
            "set_size", field="sets", article="PI-11", value=quotable(value), values=[BRELAN, QUATORZE]
        )
    return value


def read_set_rank(value: object) -> Rank:
    """Read the rank of a set: A K Q J 10 (PI-11). Raises `ImpossibleFactsError`."""
    return read_choice(value, _SET_RANKS, "set_rank", "sets", "PI-11")


def refuse_duplicate_sets(ranks: Sequence[Rank]) -> None:
    """Raise `ImpossibleFactsError` for two sets of one rank: four aces are not two brelans (PI-11)."""
    for index, rank in enumerate(ranks):
        if rank in ranks[:index]:
            raise ImpossibleFactsError("set_twice", field="sets", article="PI-11", rank=rank.code)


def read_seat(value: object, field: str, article: str) -> int:
    """Read one of the two seats (PI-1). Raises `ImpossibleFactsError`."""
    if type(value) is not int or not 0 <= value < SEATS:
        raise ImpossibleFactsError(
            "seat_value", field=field, article=article, value=quotable(value), values=[*range(SEATS)]
        )
    return value
