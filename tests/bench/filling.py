"""Fill the database of the benchmark, before its server starts."""

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

KEY = "for the bench alone"
_LONGEST = 5_000  # points, so that no partie ends during the benchmark
_MANCHES = (taken(5, 4, 3, 1, queen=2), taken(10, 1, 1, 1, queen=0), taken(0, 2, 4, 7, queen=3))


@dataclass(frozen=True)
class Years:
    """A carnet of many years, with the paths of its latest soirée and of a player."""

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

    def carnet(self, name: str) -> Visitor:
        """Create a carnet."""
        return Visitor(self.app).with_carnet(name)

    def parties(self, name: str, count: int, manches: int) -> tuple[Visitor, list[Table]]:
        """Create a carnet with parties of Dame de Pique."""
        visitor = self.carnet(name)
        tables = [visitor.set_table(limit=_LONGEST) for _ in range(count)]
        for table in tables:
            visitor.record_directly(table, *(_MANCHES[number % len(_MANCHES)] for number in range(manches)))
        return visitor, tables

    def years(self, parties: int) -> Years:
        """Create a carnet with that many parties over many years."""
        visitor = self.carnet(f"{parties} parties")
        with self.app.app_context(), writing() as session:
            soirees = fill_years(session, visitor.access(), parties)
            player = visitor.row().players[0].id
        return Years(visitor, f"/soirees/{soirees[-1]}", f"/players/{player}")


def browser_of(visitor: Visitor, port: int) -> Browser:
    """Return a browser with access to the carnet."""
    cookie = visitor.client.get_cookie(visitor.cookie_name)
    assert cookie is not None
    return Browser(port, **{visitor.cookie_name: cookie.value})
