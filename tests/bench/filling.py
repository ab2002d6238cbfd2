"""A database filled for the measures: carnets, soirées and parties, one written and then copied as often as needed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.browser import COOKIE
from flask import Flask
from record.evening import FOUR, taken
from sqlalchemy import Column, Integer, MetaData, Table, func, insert, literal, select
from sqlalchemy.orm import Session
from web.visitor import Visitor

from scorekeeper.record import carnets, journal
from scorekeeper.record.database import writing
from scorekeeper.record.facts import checked_facts
from scorekeeper.record.models import Base, Change, ChangeKind, Manche, MancheState, Partie, Soiree
from scorekeeper.record.schema import prepare
from scorekeeper.record.standings import standing_of
from scorekeeper.web import create_app
from scorekeeper.web.demo_years import fill_years

KEY = "for the bench"
_LONGEST = 10_000  # points, the most there is: no partie of a thousand manches ends
_FIRST_DAY = dt.date(2000, 1, 1)
_MANCHES = (taken(5, 4, 3, 1, queen=2), taken(10, 1, 1, 1, queen=0), taken(0, 2, 4, 7, queen=3))


@dataclass
class Shelf:
    """A carnet, who holds it, and the addresses in it."""

    visitor: Visitor
    players: list[int]
    soirees: list[int] = field(default_factory=list)
    parties: list[int] = field(default_factory=list)

    @property
    def cookie(self) -> str:
        """The cookie of a browser that holds the carnet."""
        held = self.visitor.client.get_cookie(COOKIE)
        assert held is not None
        return held.value

    @property
    def path(self) -> str:
        """Where the carnet is."""
        return self.visitor.carnet

    def partie(self, number: int = 0) -> str:
        """Where its n-th partie is."""
        return f"{self.path}/parties/{self.parties[number]}"


class Filling:
    """The database of an instance folder, before the house is opened on it."""

    def __init__(self, instance: Path) -> None:
        instance.mkdir()
        self._url = f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
        prepare(self._url)
        self.app: Flask = create_app({"DATABASE_URL": self._url, "SECRET_KEY": KEY, "INSTANCE": instance})

    def shelf(self, name: str) -> Shelf:
        """A carnet with four players."""
        visitor = Visitor(self.app).hold_carnet(name)
        with self.app.app_context(), writing():
            carnet = visitor.row()
            return Shelf(visitor, [carnets.add_player(carnet, player).id for player in FOUR])

    def carnets(self, count: int) -> Shelf:
        """A browser that holds so many carnets."""
        visitor, held = Visitor(self.app), {}
        for number in range(count):
            visitor.hold_carnet(f"Carnet {number}")
            with visitor.client.session_transaction() as session:
                held |= session["carnets"]
                session["carnets"] = held
        return Shelf(visitor, [])

    def years(self, name: str, parties: int) -> Shelf:
        """A carnet of so many parties over the years, as `scorekeeper demo --parties` makes it."""
        visitor = Visitor(self.app).hold_carnet(name)
        with self._writing() as session:
            soirees = fill_years(session, visitor.access(), parties)
            return Shelf(visitor, [player.id for player in visitor.row().players], soirees)

    def soirees(self, shelf: Shelf, count: int) -> None:
        """So many soirées more, a day each."""
        with self._writing() as session:
            carnet_id = shelf.visitor.row().id
            days = (_FIRST_DAY + dt.timedelta(number) for number in range(count))
            rows = [{"carnet_id": carnet_id, "held_on": day, "place": "chez Zoé"} for day in days]
            shelf.soirees += session.scalars(insert(Soiree).returning(Soiree.id), rows).all()

    def write(self, shelf: Shelf, manches: int) -> None:
        """One partie more in the first soirée, of so many manches."""
        with self._writing() as session:
            seated = [player for player in shelf.visitor.row().players if player.id in shelf.players]
            soiree, author = session.get_one(Soiree, shelf.soirees[0]), shelf.visitor.access()
            partie = journal.start_partie(soiree, "hearts", seated, {"limit": _LONGEST}, 0, author)
            shelf.parties.append(partie.id)
            self._play(session, partie, manches, author.id)
        prepare(self._url)  # what is derived from it, before it is copied

    def copy(self, shelf: Shelf, soirees: Sequence[int]) -> None:
        """The first partie again, with all that hangs on it, in each of these soirées."""
        with self._writing() as session:
            shelf.parties += _Copies(session, shelf.parties[0], soirees).make()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self.app.app_context(), writing() as session:
            yield session

    @staticmethod
    def _play(session: Session, partie: Partie, manches: int, author: int) -> None:
        standing = standing_of(partie)
        facts = [checked_facts(standing, each) for each in _MANCHES]
        rows = [
            {
                "partie_id": partie.id,
                "position": number,
                "state": MancheState.RECORDED,
                "facts": facts[number % len(facts)],
            }
            for number in range(manches)
        ]
        if not rows:
            return
        ids = session.scalars(insert(Manche).returning(Manche.id, sort_by_parameter_order=True), rows).all()
        changes = [
            {
                "partie_id": partie.id,
                "version": partie.version + number,
                "access_id": author,
                "kind": ChangeKind.RECORDED,
                "manche_id": manche,
                "facts": rows[number - 1]["facts"],
                "note": "",
            }
            for number, manche in enumerate(ids, start=1)
        ]
        session.execute(insert(Change), changes)
        partie.version += manches


class _Copies:
    """A partie copied by the database itself, table by table: every row of it, with ids of their own."""

    def __init__(self, session: Session, template: int, soirees: Sequence[int]) -> None:
        self._session, self._template = session, template
        self._copy = Table(
            "copy",
            MetaData(),
            Column("number", Integer, primary_key=True),
            Column("soiree_id", Integer),
            prefixes=["TEMPORARY"],
        )
        self._copy.create(session.connection())
        rows = [{"number": number, "soiree_id": soiree} for number, soiree in enumerate(soirees, start=1)]
        session.execute(insert(self._copy), rows)
        self._parties = self._highest(Partie.__table__)
        self._manches = self._highest(Manche.__table__)
        of_template = Manche.partie_id == template
        self._first, self._each = session.execute(
            select(func.coalesce(func.min(Manche.id), 0), func.count()).where(of_template)
        ).one()
        self._numbers = range(self._parties + 1, self._parties + 1 + len(rows))

    def make(self) -> list[int]:
        """Copy them; gives the ids of the parties."""
        for table in Base.metadata.sorted_tables:
            mine = table.c.id if table.name == "partie" else table.c.get("partie_id")
            if mine is not None:
                values = [self._value(table, column) for column in table.c]
                rows = (
                    select(*values).select_from(table.join(self._copy, literal(1) == 1)).where(mine == self._template)
                )
                self._session.execute(insert(table).from_select([column.name for column in table.c], rows))
        self._copy.drop(self._session.connection())
        return list(self._numbers)

    def _value(self, table: Table, column: Column[Any]) -> Any:  # noqa: ANN401 - a column or what is computed of it
        match table.name, column.name:
            case ("partie", "id") | (_, "partie_id"):
                return literal(self._parties) + self._copy.c.number
            case ("partie", "soiree_id"):
                return self._copy.c.soiree_id
            case ("manche", "id") | (_, "manche_id"):
                shift = self._manches + 1 - self._first - self._each
                return column + literal(shift) + self._copy.c.number * self._each
        return column

    def _highest(self, table: Any) -> int:  # noqa: ANN401 - SQLAlchemy calls a table something wider
        highest: int = self._session.scalar(select(func.coalesce(func.max(table.c.id), 0))) or 0
        return highest
