"""How the form of a coup of Piquet is read: a number, a seat or nobody, what a field holds."""

from __future__ import annotations

from wtforms import Field

LONGEST = 8
NOBODY = "none"


def whole(text: str) -> int | str:
    """A number as the engine wants it; anything else goes to it as it is, to be refused."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST else text


def seat_of(text: str | None) -> int | str | None:
    """The seat that was sent; None for nobody."""
    return None if text in {None, "", NOBODY} else whole(text or "")


def values_of(field: Field) -> list[str]:
    """What was entered in a field, as it is sent."""
    data = field.data if isinstance(field.data, list) else [field.data]
    return [str(value) for value in data if value not in {None, "", NOBODY}]
