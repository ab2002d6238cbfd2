"""The drawing of the pass: the seats, and an arrow from each giver to its receiver."""

from __future__ import annotations

import re
from math import dist
from typing import TYPE_CHECKING

import pytest

from scorekeeper.web.games.hearts.cards import PassDrawing, distinct_labels, draw_pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.visitor import Visitor

EIGHT = ("Anne", "Luc", "Zoé", "Maximilienne-Alexandrine", "Inès", "Paul", "Renée", "Aziz")
_ARROW = re.compile(r"M(\d+) (\d+)Q\d+ \d+ (\d+) (\d+)((?:M\d+ \d+L\d+ \d+ \d+ \d+)+)")


def arrows(drawing: PassDrawing) -> list[tuple[int, int, int]]:
    """Return for each arrow the seats nearest to its ends, and its number of heads."""

    def seat(x: str, y: str) -> int:
        return min(
            range(len(drawing.seats)),
            key=lambda one: dist((int(x), int(y)), (drawing.seats[one].x, drawing.seats[one].y)),
        )

    found = [match.groups() for match in _ARROW.finditer(drawing.arrows)]
    return [(seat(x0, y0), seat(x1, y1), heads.count("M")) for x0, y0, x1, y1, heads in found]


def test_the_table_lies_clockwise_from_the_bottom() -> None:
    drawing = draw_pass(EIGHT[:4], (1, 2, 3, 0))
    places = [(seat.x, seat.y, seat.letters) for seat in drawing.seats]
    assert places == [(100, 183, "A"), (17, 100, "L"), (100, 17, "Z"), (183, 100, "M")]


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 8])
@pytest.mark.parametrize("step", [1, -1])
def test_dp_9_an_arrow_goes_from_each_giver_to_its_neighbour(seats: int, step: int) -> None:
    passes = [(seat + step) % seats for seat in range(seats)]
    assert arrows(draw_pass(EIGHT[:seats], passes)) == [(seat, to, 1) for seat, to in enumerate(passes)]


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_dp_9_two_face_to_face_share_an_arrow_with_two_heads(seats: int) -> None:
    half = seats // 2
    passes = [(seat + half) % seats for seat in range(seats)]
    assert arrows(draw_pass(EIGHT[:seats], passes)) == [(seat, seat + half, 2) for seat in range(half)]


@pytest.mark.parametrize(
    ("names", "written"),
    [
        pytest.param(["Anne", "Luc", "Zoé", "Maximilienne-Alexandrine"], ["A", "L", "Z", "M"], id="first letters"),
        pytest.param(["Anne", "Aziz", "Zoé", "zita"], ["An", "Az", "Zo", "Zi"], id="two letters"),
        pytest.param(["Maria", "Mado", "Luc", "Zoé"], ["Mar", "Mad", "Luc", "Zoé"], id="three letters"),
        pytest.param(["Marie", "Marc", "Luc", "Zoé"], ["M1", "M2", "L3", "Z4"], id="seats"),
        pytest.param(["e\u0301lise", "-", "Ω", "Jean Paul Marie"], ["É", "-", "Ω", "J"], id="odd names"),
    ],
)
def test_players_have_short_distinct_labels(names: Sequence[str], written: list[str]) -> None:
    assert distinct_labels(names) == written


def test_the_drawing_is_beside_its_text_and_needs_no_style(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Max")
    for played in range(4):
        page = visitor.get(table.partie)
        drawn = [given for tag, given in page.tags if tag == "svg"]
        assert [given.get("aria-hidden") for given in drawn] == ["true"] * (
            played < 3
        )  # DP-9: none is passed at the fourth
        assert [given for _, given in page.tags if "style" in given] == []
        visitor.record(table)
