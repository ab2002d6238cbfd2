"""Conversion of the values that the form of a coup of Piquet sends: numbers, seats, lists."""

from __future__ import annotations

from wtforms import Field

LONGEST = 8
NO_PLAYER = "none"


def int_or_text(text: str) -> int | str:
    """Return the number, or the text unchanged when it is none: the engine then refuses it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST else text


def seat_of(text: str | None) -> int | str | None:
    """Return the seat sent, None for no player."""
    return None if text in {None, "", NO_PLAYER} else int_or_text(text or "")


def values_of(field: Field) -> list[str]:
    """Return the values of a field as the browser sends them."""
    data = field.data if isinstance(field.data, list) else [field.data]
    return [str(value) for value in data if value not in {None, "", NO_PLAYER}]
