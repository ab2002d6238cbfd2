"""An SVG drawing of the pass of a manche: the seats round the table, and an arrow from each giver to its receiver.

Seats go clockwise from the bottom, as on the card-by-card page. Coordinates are whole units of a square of 200.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import starmap
from math import cos, hypot, pi, sin

CENTRE, NAMES, ENDS, HEAD = 100, 83, 52, 9
"""The centre of the square; the distance from it to the names and to the ends of arrows; the length of heads."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """The position and letters of a player."""

    x: int
    y: int
    letters: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The seats, and the arrows as the data of one SVG path."""

    seats: tuple[DrawnSeat, ...]
    arrows: str


def draw_pass(names: Sequence[str], passes: Sequence[int]) -> Drawing:
    """Draw the arrows of a pass; two players who give to each other share an arrow with two heads."""
    seats = len(names)
    places = [tuple(map(round, _point_at(seat / seats, NAMES))) for seat in range(seats)]
    drawn = [
        _arrow(seats, giver, receiver, mutual=passes[receiver] == giver)
        for giver, receiver in enumerate(passes)
        if passes[receiver] != giver or giver < receiver
    ]
    return Drawing(
        tuple(DrawnSeat(x, y, own) for (x, y), own in zip(places, letters(names), strict=True)), "".join(drawn)
    )


def letters(names: Sequence[str]) -> list[str]:
    """Return short distinct labels: initials, else the first two or three letters, else initial and seat number."""
    ways: list[Callable[[int, str], str]] = [
        lambda _, name: ("".join(part[0] for part in name.replace("-", " ").split())[:2] or name[0]).upper(),
        lambda _, name: _capital(name[:2]),
        lambda _, name: _capital(name[:3]),
        lambda seat, name: f"{name[0].upper()}{seat + 1}",
    ]
    composed = [unicodedata.normalize("NFC", name).strip() or "·" for name in names]
    written = [list(starmap(way, enumerate(composed))) for way in ways]
    return next((labels for labels in written if len(set(labels)) == len(names)), written[-1])


def _capital(start: str) -> str:
    return start[:1].upper() + start[1:]


def _point_at(turn: float, distance: float) -> Point:
    """The point at this distance from the centre, after this fraction of a turn clockwise from the bottom."""
    return CENTRE - distance * sin(2 * pi * turn), CENTRE + distance * cos(2 * pi * turn)


def _arrow(seats: int, giver: int, receiver: int, *, mutual: bool) -> str:
    """The path data of one arrow, bent towards the centre and moved aside to leave room for the incoming arrow."""
    across = 2 * abs(giver - receiver) == seats
    clockwise = 1 if (receiver - giver) % seats == 1 else -1
    aside = 0 if across else clockwise * min(0.045, 0.2 / seats)
    start, end = _point_at(giver / seats + aside, ENDS), _point_at(receiver / seats - aside, ENDS)
    bend = (CENTRE, CENTRE) if across else _point_at((giver + clockwise / 2) / seats, _bend(seats))
    heads = _head(bend, end) + (_head(bend, start) if mutual else "")
    return f"M{_coordinates(start)}Q{_coordinates(bend)} {_coordinates(end)}{heads}"


def _bend(seats: int) -> float:
    """The distance from the centre to the bend of an arrow between neighbours: less deep with more seats."""
    return ENDS * cos(pi / seats) * (1 - 1.6 / seats)


def _head(came_from: Point, tip: Point) -> str:
    """The two strokes of an arrow's head."""
    dx, dy = came_from[0] - tip[0], came_from[1] - tip[1]
    scale = HEAD / hypot(dx, dy)
    dx, dy = dx * scale, dy * scale
    wings = [(tip[0] + dx - side * dy * 0.7, tip[1] + dy + side * dx * 0.7) for side in (1, -1)]
    return f"M{_coordinates(wings[0])}L{_coordinates(tip)} {_coordinates(wings[1])}"


def _coordinates(point: Point) -> str:
    return f"{round(point[0])} {round(point[1])}"
