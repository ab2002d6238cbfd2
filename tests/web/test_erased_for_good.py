"""Erased data is in no file of the database: neither in freed pages nor in its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import instances
from web.visitor import HAND, Visitor

from scorekeeper.record.database import db
from scorekeeper.record.database.schema import prepare
from scorekeeper.web import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

pytestmark = pytest.mark.sweep("fills a database and reads its files")

NAME, CARNET, NOTE = "Philibertine", "Carnet de Kerguelen", "Ornithorynque renversé"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    url = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    prepare(url)
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instances.with_caches(tmp_path)})
    yield app
    with app.app_context():
        db.engine.dispose()


def readable(folder: Path, word: str) -> list[str]:
    """Return the files of the database that contain the word."""
    files = [path for path in folder.iterdir() if path.name.startswith("scorekeeper.sqlite3")]
    assert any(path.name == "scorekeeper.sqlite3" for path in files)
    return [path.name for path in files if word.encode() in path.read_bytes()]


def filled(app: Flask) -> tuple[Visitor, str]:
    visitor = Visitor(app).with_carnet(CARNET)
    table = visitor.set_table(NAME, "Luc", "Zoé", "Maxence", limit=900)
    for _ in range(30):
        visitor.record_directly(table, {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}, note=NOTE)
    visitor.record(table, {**HAND, "note": f"{NAME} boude"})
    return visitor, f"{visitor.carnet}/players/{table.players[NAME]}"


def test_an_erased_carnet_is_in_no_file(app: Flask, tmp_path: Path) -> None:
    visitor, _ = filled(app)
    other = Visitor(app).with_carnet("Les mardis")
    assert readable(tmp_path, CARNET)
    page = visitor.press(f"{visitor.carnet}/settings", "/erase", {"typed_name": CARNET})
    assert page.status == 303
    assert [readable(tmp_path, word) for word in (NAME, CARNET, NOTE, visitor.key)] == [[], [], [], []]
    assert readable(tmp_path, "Les mardis")
    assert other.get(f"{other.carnet}/").status == 200


def test_an_anonymised_name_is_in_no_file(app: Flask, tmp_path: Path) -> None:
    visitor, player = filled(app)
    assert readable(tmp_path, NAME)
    assert visitor.press(f"{player}/edit", "/anonymise", {"typed_name": NAME}).status == 303
    assert readable(tmp_path, NAME) == []
    assert readable(tmp_path, NOTE)
