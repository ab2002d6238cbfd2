"""Read the values that several readers share: lists of combinations, seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, quotable, read_list

MOST_ITEMS = 12  # sequences or sets of one seat


def read_items(value: object, field: str, article: str) -> Sequence[Any]:
    """Read a list of at most twelve sequences or sets, empty if it is missing. Raises `ImpossibleFactsError`."""
    if value is None:
        return ()
    items = read_list(value, field, article)
    if len(items) > MOST_ITEMS:
        raise ImpossibleFactsError("wrong_length", field=field, expected=MOST_ITEMS, found=len(items))
    return items


def read_seat(value: object, field: str, article: str) -> int:
    """Read one of the two seats (PI-1). Raises `ImpossibleFactsError`."""
    if type(value) is not int or not 0 <= value < SEATS:
        raise ImpossibleFactsError(
            "seat_value", field=field, article=article, value=quotable(value), values=[*range(SEATS)]
        )
    return value
