"""Conversion of the values sent by the form of a coup of Piquet: numbers, seats, lists."""

from __future__ import annotations

from wtforms import Field

MOST_DIGITS = 7
NO_PLAYER = "none"


def int_or_text(text: str) -> int | str:
    """Return the number, or the text unchanged if it is not one: the game then refuses it."""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        return text
    return int(text)


def read_seat(text: str | None) -> int | str | None:
    """Return the seat sent, None for no player, or the text unchanged if it is not a number."""
    if text is None or text in {"", NO_PLAYER}:
        return None
    return int_or_text(text)


def sent_values(field: Field) -> list[str]:
    """Return the values of a field as the browser sends them."""
    data = field.data
    if not isinstance(data, list):
        data = [data]
    return [str(value) for value in data if value not in {None, "", NO_PLAYER}]
