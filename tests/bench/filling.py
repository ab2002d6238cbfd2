"""A database filled for the measures, before the server starts on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.browser import Browser
from bench.years import fill_years
from flask import Flask
from record.evening import taken
from web.visitor import Table, Visitor

from scorekeeper.record.database import writing
from scorekeeper.record.database.schema import prepare
from scorekeeper.web import create_app

KEY = "for the bench"
_COOKIE = "lamarque"
_LONGEST = 5_000  # points: no partie ends while it is measured
_MANCHES = (taken(5, 4, 3, 1, queen=2), taken(10, 1, 1, 1, queen=0), taken(0, 2, 4, 7, queen=3))


@dataclass(frozen=True)
class Years:
    """A notebook of many years: its latest soirée and one of its players, by their paths."""

    visitor: Visitor
    soiree: str
    player: str


class Filling:
    """The database of an instance folder."""

    def __init__(self, instance: Path) -> None:
        instance.mkdir()
        url = f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
        prepare(url)
        self.app: Flask = create_app({"DATABASE_URL": url, "SECRET_KEY": KEY, "INSTANCE": instance})

    def notebook(self, name: str) -> Visitor:
        """A new notebook."""
        return Visitor(self.app).with_carnet(name)

    def parties(self, name: str, count: int, manches: int) -> tuple[Visitor, list[Table]]:
        """A new notebook with parties of Dame de Pique."""
        visitor = self.notebook(name)
        tables = [visitor.set_table(limit=_LONGEST) for _ in range(count)]
        for table in tables:
            visitor.record_directly(table, *(_MANCHES[number % len(_MANCHES)] for number in range(manches)))
        return visitor, tables

    def years(self, parties: int) -> Years:
        """A new notebook of so many parties over the years."""
        visitor = self.notebook(f"{parties} parties")
        with self.app.app_context(), writing() as session:
            soirees = fill_years(session, visitor.access(), parties)
            player = visitor.row().players[0].id
        return Years(visitor, f"/soirees/{soirees[-1]}", f"/players/{player}")


def browser_of(visitor: Visitor, port: int) -> Browser:
    """A browser in which the notebook is open."""
    cookie = visitor.client.get_cookie(_COOKIE)
    assert cookie is not None
    return Browser(port, **{_COOKIE: cookie.value})
