"""Read the values that several readers of Piquet share: lists of combinations, seats, pairs by seat.

`field` is the key of the value in the public formats, `article` the number of the rule that a wrong value breaks, such
as PI-1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, is_list, quotable, read_list

ValueT = TypeVar("ValueT")

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


def read_by_seat(
    value: object, error: ImpossibleFactsError, read: Callable[[int, object], ValueT]
) -> tuple[ValueT | None, ValueT | None] | None:
    """Read a list of two values, one for each seat: `(first, None)` if seat 1 has none, None if neither seat has one.

    `read` reads the value of one seat from its number and its JSON. Raises `error` for anything but a list of two, and
    what `read` raises.
    """
    if value is None:
        return None
    if not is_list(value) or len(value) != SEATS:
        raise error
    first, second = (None if item is None else read(seat, item) for seat, item in enumerate(value))
    # A list of two nulls says as little as no list: facts with it and without it are equal.
    if first is None and second is None:
        return None
    return first, second
