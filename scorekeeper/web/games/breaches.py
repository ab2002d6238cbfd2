"""What a player said of a hand that its cards refute, as the page puts it to the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Breach:
    """What a seat said that its cards refute, what the table may make of it, and what each scores then (PI-37)."""

    seat: int
    said: str
    offer: str
    points: tuple[int, ...]
