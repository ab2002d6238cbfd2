"""What was erased or forgotten can be read in no file of the database: not in freed pages, nor in its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import instances
from web.visitor import Visitor, hearts

from scorekeeper.record.database import db
from scorekeeper.record.database.schema import prepare
from scorekeeper.web import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

NAME, NOTEBOOK, NOTE = "Philibertine", "Carnet de Kerguelen", "Ornithorynque renversé"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    url = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    prepare(url)
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instances.with_caches(tmp_path)})
    yield app
    with app.app_context():
        db.engine.dispose()


def readable(folder: Path, word: str) -> list[str]:
    """The files of the database in which the word can be read."""
    files = [path for path in folder.iterdir() if path.name.startswith("scorekeeper.sqlite3")]
    assert any(path.name == "scorekeeper.sqlite3" for path in files)
    return [path.name for path in files if word.encode() in path.read_bytes()]


def filled(app: Flask) -> tuple[Visitor, str]:
    visitor = Visitor(app).hold_carnet(NOTEBOOK)
    table = visitor.set_table(NAME, "Luc", "Zoé", "Maxence", limit=900)
    for _ in range(30):
        visitor.note(table, {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}, note=NOTE)
    visitor.record(table, {**hearts(5, 4, 3, 1, queen=2), "note": f"{NAME} boude"})
    return visitor, f"{visitor.carnet}/players/{table.players[NAME]}"


def test_a_notebook_that_was_erased_is_in_no_file(app: Flask, tmp_path: Path) -> None:
    visitor, _ = filled(app)
    kept = Visitor(app).hold_carnet("Les mardis")
    assert readable(tmp_path, NOTEBOOK)
    page = visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": NOTEBOOK})
    assert page.status == 303
    assert [readable(tmp_path, word) for word in (NAME, NOTEBOOK, NOTE, visitor.key)] == [[], [], [], []]
    assert readable(tmp_path, "Les mardis")
    assert kept.get(f"{kept.carnet}/").status == 200


def test_a_name_that_was_forgotten_is_in_no_file(app: Flask, tmp_path: Path) -> None:
    visitor, player = filled(app)
    assert readable(tmp_path, NAME)
    assert visitor.press(f"{player}/edit", "/anonymise", {"typed_name": NAME}).status == 303
    assert readable(tmp_path, NAME) == []
    assert readable(tmp_path, NOTE)
