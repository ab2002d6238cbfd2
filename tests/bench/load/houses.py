"""The two houses under load, each in a process of its own: La Marque with ten parties under way, and the bare one."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import ClassVar

import brotli
from bench.load.client import Answer, Phone
from support.commands import Server
from web.visitor import Page, Table, Visitor, hearts

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.standings import standing_of
from scorekeeper.web import create_app

_TESTS = Path(__file__).parents[2]
SEE_OTHER = HTTPStatus.SEE_OTHER
_KEY = "for the bench"
_TWICE = 4  # each so many forms, one is sent twice
_VERSION = re.compile(rb'name="version" value="([0-9]+)"')
_LONGEST = 5000  # points: no partie ends while it is measured
_CUSTOMARY = hearts(5, 4, 3, 1, queen=2)


@dataclass
class Place:
    """Where a phone looks and where a scribe writes; how many were written there, as far as the scribes were told."""

    path: str
    cookie: str
    record: Callable[[Phone, int], Awaitable[Answer]]
    written: int = 0

    def again(self, answer: Answer) -> str | None:
        """Where to look again after a page that names the version it shows, None after anything else."""
        page = brotli.decompress(answer.body) if answer.headers.get("content-encoding") == "br" else answer.body
        version = _VERSION.search(page)
        return None if version is None else f"{self.path}?known={version[1].decode()}"


class BareServer(Server):
    """The bare house."""

    MODULE: ClassVar[tuple[str, ...]] = ("bench.load.bare",)


class Bare:
    """The bare house, with one page for all."""

    name = "bare view"

    def __init__(self, folder: Path) -> None:
        self.server = BareServer(folder / "bare", PYTHONPATH=str(_TESTS))
        self._database = folder / "bare" / "bare.sqlite3"
        self.places = [Place("/", "", lambda phone, _number: phone.post("/", {"note": "une"}))]

    def miscounted(self) -> int:
        """How many rows are there too many or too few."""
        with closing(sqlite3.connect(self._database)) as connection:
            (rows,) = connection.execute("SELECT count(*) FROM manche").fetchone()
        return abs(int(rows) - self.places[0].written)


class Marque:
    """La Marque, with so many carnets, in each a partie of so many manches."""

    name = "La Marque"

    def __init__(self, folder: Path, parties: int, manches: int) -> None:
        instance = folder / "marque"
        self.server = Server(instance, SCOREKEEPER_SECRET_KEY=_KEY)
        self.server.start().stop()  # makes the database
        config = {"DATABASE_URL": f"sqlite:///{instance / 'scorekeeper.sqlite3'}", "SECRET_KEY": _KEY}
        self._app = create_app({**config, "INSTANCE": instance})
        self._tables: list[Table] = []
        self.places = [self._begin(number, manches) for number in range(parties)]

    def _begin(self, number: int, manches: int) -> Place:
        visitor = Visitor(self._app).hold_carnet(f"Carnet {number}")
        table = visitor.set_table(limit=_LONGEST)
        self._tables.append(table)
        for written in range(manches):
            answer = visitor.record(table, {**_CUSTOMARY, "note": str(written)})
            assert answer.status == SEE_OTHER
        # What was done a moment ago is said once: a phone that had not looked since would be told at each look.
        visitor.get(table.partie)
        cookie = visitor.client.get_cookie("lamarque")
        assert cookie is not None

        async def record(phone: Phone, written: int) -> Answer:
            """Open the form and send it; now and then twice at once, as a phone does that lost the answer."""
            shown = await phone.fetch(table.new)
            form = Page(shown.status, shown.body.decode()).form("/manches/new")
            sent = form.sent({**_CUSTOMARY, "note": str(written)})
            if written % _TWICE:
                return await phone.post(form.action, sent)
            spare = Phone(self.server.port, f"lamarque={cookie.value}")
            answers = await asyncio.gather(phone.post(form.action, sent), spare.post(form.action, sent))
            spare.close()
            return next((answer for answer in answers if answer.status != SEE_OTHER), answers[0])

        return Place(table.partie, f"lamarque={cookie.value}", record, manches)

    def miscounted(self) -> int:
        """How many manches are there too many, too few or out of their order."""
        wrong = 0
        for place, table in zip(self.places, self._tables, strict=True):
            with self._app.app_context():
                standing = standing_of(db.session.get_one(Partie, table.partie_id))
                notes = [manche.note for manche in standing.manches]
            wanted = [str(number) for number in range(place.written)]
            wrong += abs(len(notes) - len(wanted)) + sum(a != b for a, b in zip(notes, wanted, strict=False))
        return wrong
