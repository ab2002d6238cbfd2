"""Numbers in addresses and form fields."""

from __future__ import annotations

_DIGITS = 9  # every number of nine digits fits an integer column


def whole_number(text: str | None) -> int | None:
    """Return the number written with one to nine digits, None for any other text or none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > _DIGITS:
        return None
    return int(text)
