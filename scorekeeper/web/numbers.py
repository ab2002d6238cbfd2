"""Numbers as an address or a button sends them."""

from __future__ import annotations

_DIGITS = 9  # an integer column takes any number of so few digits


def whole_number(text: str) -> int | None:
    """Return the number of at most nine digits that a text writes, else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None
