"""The page of all the pieces: there for who works on the house, and for nobody else."""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING

import pytest
from support import instances
from web.visitor import Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet
from scorekeeper.record.schema import prepare
from scorekeeper.web import create_app
from scorekeeper.web.pages.style import COLOURS

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

pytestmark = pytest.mark.sweep("opens a house of its own for a page that only its builders see")

# A class, or an id, of each sort of piece.
PIECES = (
    *("swatch paper", "primary", "secondary", "quiet", "down", "figure", "pip ace", "places n-4", "keys", "known"),
    *(
        "key conditional",
        "key forbidden",
        "key exposing",
        "key gone",
        "standings",
        "deal",
        "log-row log-head",
        "keypad",
    ),
    *("chip", "fold", "strip", "notice", "refusal", "refusal asks", "question", "interruption", "shown", "empty"),
)


@pytest.fixture
def workshop(tmp_path: Path) -> Flask:
    """The house as who works on it runs it."""
    url = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    prepare(url)
    instance = instances.furnished(tmp_path)
    return create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instance, "DEBUG": True})


def test_the_pieces_are_not_shown_at_a_table(visitor: Visitor) -> None:
    assert visitor.get("/style").status == 404


def test_every_sort_of_piece_is_there_and_nothing_is_kept(workshop: Flask) -> None:
    page = Visitor(workshop).get("/style")
    assert page.status == 200
    shown = [set(name.split()) for name in re.findall(r'class="([^"]+)"', page.html)]
    assert [piece for piece in PIECES if not any(set(piece.split()) <= one for one in shown)] == []
    assert [colour for colour in COLOURS if f"--{colour}" not in page.text] == []
    with workshop.app_context():
        assert db.session.query(Carnet).count() == 0


def test_the_pieces_are_shown_in_english_too(workshop: Flask) -> None:
    page = Visitor(workshop, speaks="en").get("/style")
    assert page.status == 200
    assert "The pieces of the house" in page.text


def test_all_colours_of_the_house_are_on_the_page() -> None:
    tokens = (pathlib.Path(__file__).parents[2] / "static" / "style" / "tokens.css").read_text(encoding="utf-8")
    assert set(re.findall(r"--([\w-]+): #", tokens)) == set(COLOURS)
