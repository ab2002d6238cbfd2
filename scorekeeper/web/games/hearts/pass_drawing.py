"""The SVG drawing of the pass of a manche: the seats round the table, and an arrow from each giver to the receiver.

Seats go clockwise from the bottom, as on the card-by-card page. Coordinates are whole units of a square of 200.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import starmap
from math import cos, hypot, pi, sin

from scorekeeper.games.contract import Order

CENTRE = 100
NAME_DISTANCE, ARROW_DISTANCE = 83, 52  # from the centre
HEAD_LENGTH = 9

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """The position of a seat, and the letters for its player."""

    x: int
    y: int
    letters: str


@dataclass(frozen=True, slots=True)
class PassDrawing:
    """The seats, and the arrows as the data of one SVG path."""

    seats: tuple[DrawnSeat, ...]
    arrows: str


def draw_pass(names: Sequence[str], receivers: Sequence[int], order: Order | None = None) -> PassDrawing:
    """Draw the arrows from each seat to its receiver; two players who give to each other share one with two heads.

    The seats are drawn in the order of play.
    """
    seats = len(names)
    in_turn = order or range(seats)
    labels = distinct_labels(names)
    drawn_seats = []
    for place, seat in enumerate(in_turn):
        x, y = _point_at(place / seats, NAME_DISTANCE)
        drawn_seats.append(DrawnSeat(round(x), round(y), labels[seat]))
    # Of two players who give to each other, the one of the lower seat draws the arrow.
    arrows = [
        _arrow(seats, in_turn.index(giver), in_turn.index(receiver), mutual=receivers[receiver] == giver)
        for giver, receiver in enumerate(receivers)
        if receivers[receiver] != giver or giver < receiver
    ]
    return PassDrawing(tuple(drawn_seats), "".join(arrows))


def distinct_labels(names: Sequence[str]) -> list[str]:
    """Return short distinct labels: initials, else the first two or three letters, else initial and seat number.

    Example: Anne, Alice and Luc are An, Al and Lu.
    """
    abbreviations: list[Callable[[int, str], str]] = [
        lambda _, name: _initials(name),
        lambda _, name: _capitalize(name[:2]),
        lambda _, name: _capitalize(name[:3]),
        lambda seat, name: f"{name[0].upper()}{seat + 1}",
    ]
    composed = [unicodedata.normalize("NFC", name).strip() or "·" for name in names]
    label_lists = [list(starmap(abbreviate, enumerate(composed))) for abbreviate in abbreviations]
    return next((labels for labels in label_lists if len(set(labels)) == len(names)), label_lists[-1])


def _initials(name: str) -> str:
    initials = "".join(part[0] for part in name.replace("-", " ").split())
    return (initials[:2] or name[0]).upper()


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _point_at(turn: float, distance: float) -> Point:
    """Return the point at this distance from the centre, at this fraction of a clockwise turn from the bottom."""
    return CENTRE - distance * sin(2 * pi * turn), CENTRE + distance * cos(2 * pi * turn)


def _arrow(seats: int, giver: int, receiver: int, *, mutual: bool) -> str:
    """Return the path data of an arrow, bent towards the centre, and beside the arrow that arrives at the giver."""
    direction = 1 if (receiver - giver) % seats == 1 else -1  # 1 is clockwise
    aside = direction * min(0.045, 0.2 / seats)
    bend = _point_at((giver + direction / 2) / seats, _bend_distance(seats))
    # Players across the table give to each other: their arrow is straight, with no other one beside it.
    if 2 * abs(giver - receiver) == seats:
        aside, bend = 0, (CENTRE, CENTRE)
    start, end = _point_at(giver / seats + aside, ARROW_DISTANCE), _point_at(receiver / seats - aside, ARROW_DISTANCE)
    heads = _head(bend, end)
    if mutual:
        heads += _head(bend, start)
    return f"M{_coordinates(start)}Q{_coordinates(bend)} {_coordinates(end)}{heads}"


def _bend_distance(seats: int) -> float:
    """Return the distance from the centre to the bend of an arrow between neighbours."""
    return ARROW_DISTANCE * cos(pi / seats) * (1 - 1.6 / seats)


def _head(start: Point, tip: Point) -> str:
    """Return the path data of the two strokes of an arrow's head."""
    dx, dy = start[0] - tip[0], start[1] - tip[1]
    scale = HEAD_LENGTH / hypot(dx, dy)
    dx, dy = dx * scale, dy * scale
    wings = [(tip[0] + dx - side * dy * 0.7, tip[1] + dy + side * dx * 0.7) for side in (1, -1)]
    return f"M{_coordinates(wings[0])}L{_coordinates(tip)} {_coordinates(wings[1])}"


def _coordinates(point: Point) -> str:
    return f"{round(point[0])} {round(point[1])}"
