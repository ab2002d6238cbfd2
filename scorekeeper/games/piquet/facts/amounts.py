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
) -> tuple[ValueT | None, ValueT | None]:
    """Read a list of two values, one for each seat, None for a seat that has none.

    `read` reads the value of one seat from its number and its JSON. Raises `error` for anything but a list of two, and
    what `read` raises.
    """
    if value is None:
        return None, None
    if not is_list(value) or len(value) != SEATS:
        raise error
    first, second = (None if item is None else read(seat, item) for seat, item in enumerate(value))
    return first, second
