"""Numbers in addresses and form fields."""

from __future__ import annotations

_DIGITS = 9  # every number of nine digits fits an integer column


def whole_number(text: str) -> int | None:
    """Return the number written with one to nine digits, None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None
