"""A browser for tests: it reads the forms of a page and submits them."""

from __future__ import annotations

import datetime as dt
import ipaddress
import itertools
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from support import recorded

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Carnet, Partie
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from flask import Flask
    from sqlalchemy.orm import Session
    from werkzeug.test import TestResponse

    from scorekeeper.record.partie.open_partie import OpenPartie

_FIRST_ADDRESS, _NUMBERS = ipaddress.IPv4Address("10.0.0.1"), itertools.count()
FOUR = ("Anne", "Luc", "Zoé", "Maxence")
Typed = dict[str, Any]


@dataclass
class Form:
    """A form: its address, the fields that it would send unchanged, and its buttons `(name, value, address)`."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        return next((value for known, value in self.fields if known == name), None)

    def sent(self, typed: Mapping[str, Any]) -> Typed:
        """Return the fields to send after `typed` was entered: a list for several values, None to omit a field."""
        whole: Typed = {}
        for name, value in self.fields:
            whole.setdefault(name, []).append(value)
        return {name: value for name, value in {**whole, **typed}.items() if value is not None}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._form: Form | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: tuple[str, list[str]] | None = None
        self._quiet = 0
        self._joins_next = False

    def updatepos(self, i: int, j: int) -> int:
        """Skip the count of lines, which no test uses."""
        del i
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.tags.append((tag, attributes))
        if tag in {"script", "style"}:
            self._quiet += 1
        self._joins_next = tag == "wbr"
        if tag == "form":
            self._form = Form(attributes.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._control(self._form, tag, attributes)

    def _control(self, form: Form, tag: str, attributes: dict[str, str]) -> None:
        name = attributes.get("name", "")
        if tag == "input" and name:
            unchecked = attributes.get("type") in {"radio", "checkbox"} and "checked" not in attributes
            if not unchecked:
                form.fields.append((name, attributes.get("value", "")))
        elif tag == "button" and attributes.get("type", "submit") == "submit":
            form.buttons.append((name, attributes.get("value", ""), attributes.get("formaction", form.action)))
        elif tag == "select":
            self._select = (name, [])
        elif tag == "option" and self._select is not None:
            self._select[1].append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "textarea":
            self._area = (name, [])

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._quiet -= 1
        if tag == "form":
            self._form = None
        if tag == "select" and self._select is not None and self._form is not None:
            name, options = self._select
            self._form.fields.append((name, next((value for value, chosen in options if chosen), options[0][0])))
            self._select = None
        if tag == "textarea" and self._area is not None and self._form is not None:
            name, words = self._area
            # A browser drops the first line break of a text area.
            text = "".join(words).removeprefix("\r\n").removeprefix("\n")
            self._form.fields.append((name, text))
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area[1].append(data)
        elif not self._quiet:
            before = self.words.pop() if self._joins_next else ""
            self.words.append(before + data)
            self._joins_next = False


_FORM = re.compile(r"(?P<tag><form\b[^>]*>).*?</form>", re.DOTALL)


_ACTION = re.compile(r' action="([^"]*)"')


_LINES = re.compile(r'<div class="lines"><a href="(?P<address>[^"]+)">.*?</div>', re.DOTALL)


_CONTROL = re.compile(
    r"<(?P<end>/?)(?P<tag>form|input|button|select|option|textarea)\b(?P<attributes>[^>]*)>(?P<text>[^<]*)"
)
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="([^"]*)")?')


def _forms(html: str) -> list[Form]:
    """Return the forms of a page by a scan of their controls only, which is faster than parsing the page."""
    reader = _Reader()
    for found in _CONTROL.finditer(html):
        if found["end"]:
            reader.handle_endtag(found["tag"])
        else:
            reader.handle_starttag(
                found["tag"], [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(found["attributes"])]
            )
            reader.handle_data(unescape(found["text"]))
    return reader.forms


def plain(text: str) -> str:
    """Return the text with every run of white space replaced by one space."""
    return re.sub(r"\s+", " ", text.replace("\u202f", " ")).strip()


class Page:
    """An answer: its status, its HTML, and the address of a redirect."""

    def __init__(self, status: int, html: str, location: str | None = None) -> None:
        self.status, self.html, self.location = status, html, location

    @cached_property
    def _read(self) -> _Reader:
        """The parsed page, on demand, because many tests read the status only."""
        reader = _Reader()
        reader.feed(self.html)
        return reader

    @cached_property
    def forms(self) -> list[Form]:
        return _forms(self.html)

    @property
    def tags(self) -> list[tuple[str, dict[str, str]]]:
        return self._read.tags

    @cached_property
    def text(self) -> str:
        return plain(" ".join(self._read.words))

    def form(self, ending: str) -> Form:
        """Return the first form whose address has this ending, without parsing the rest of the page."""
        for found in _FORM.finditer(self.html):
            action = _ACTION.search(found["tag"])
            if (unescape(action[1]) if action else "").endswith(ending):
                return _forms(found[0])[0]
        message = f"no form to {ending} among {[form.action for form in self.forms]} in: {self.text}"
        raise AssertionError(message)

    def refusal(self) -> str:
        """Return the sentence of a refused form."""
        found = re.search(r'id="refusal">(.*?)</div>', self.html, re.DOTALL)
        assert found, self.text
        return Page(0, found[1]).text

    def main(self) -> str:
        """Return the main part of the page without tokens and request ids, which change with each request."""
        found = re.search(r'<main id="main" tabindex="-1">(.*)</main>', self.html, re.DOTALL)
        return steady(found[1] if found else self.html)


def steady(html: str) -> str:
    """Return the markup without tokens, request ids, and white space between lines."""
    html = re.sub(r'(name="(csrf_token|request_id)" value=")[^"]*', r"\1", html)
    return re.sub(r"\s+", " ", html).strip()


def read(answer: TestResponse) -> Page:
    text = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
    return Page(answer.status_code, text, answer.headers.get("Location"))


def refused(page: Page, *words: str) -> None:
    """Assert that a form was refused, with a sentence that has these words."""
    assert page.status == 422, page.text
    for one in words:
        assert one in page.refusal(), page.refusal()


def hearts(*counts: int, queen: int | None = None) -> Typed:
    """Return the fields of a manche by cards: hearts per seat, and the seat that took the queen."""
    typed: Typed = {f"H-{seat}": str(count) for seat, count in enumerate(counts)}
    return typed if queen is None else {**typed, "QS": str(queen)}


HAND = hearts(5, 4, 3, 1, queen=2)
"""The usual manche: 5 4 16 1 for Anne, Luc, Zoé and Maxence (DP-17)."""


def points(*values: object) -> Typed:
    """Return the fields of a manche by points; "" is an empty field."""
    return {"by": "points"} | {f"points-{side}": str(value) for side, value in enumerate(values)}


def dealt(*hands: Sequence[str]) -> Typed:
    """Return the fields of a coup by the cards of each hand."""
    return {f"card-{code}": str(seat) for seat, hand in enumerate(hands) for code in hand}


@dataclass
class Table:
    """A partie: its addresses and ids."""

    carnet: str
    soiree_id: int
    partie_id: int
    players: dict[str, int]

    @property
    def cards(self) -> str:
        return f"{self.partie}/cards"

    @property
    def soiree(self) -> str:
        return f"{self.carnet}/soirees/{self.soiree_id}"

    @property
    def partie(self) -> str:
        return f"{self.carnet}/parties/{self.partie_id}"

    @property
    def new(self) -> str:
        return f"{self.partie}/manches/new"

    @property
    def seats(self) -> str:
        """The query string that seats the players of the partie."""
        return "&".join(f"seat={player}" for player in self.players.values())


class Visitor:
    """A browser with its own cookies. `language` is its `Accept-Language`."""

    def __init__(self, app: Flask, language: str | None = "fr") -> None:
        self.app = app
        self.client = app.test_client()
        # Each browser has its own address, so that the wrong codes of a test do not limit the rate of the next one.
        self.client.environ_base["REMOTE_ADDR"] = str(_FIRST_ADDRESS + next(_NUMBERS))
        self.headers = {} if language is None else {"Accept-Language": language}
        self.key = ""
        self.cookie_name: str = app.config["SESSION_COOKIE_NAME"]

    @property
    def carnet(self) -> str:
        return f"/c/{self.key}"

    def get(self, path: str, **headers: str) -> Page:
        return read(self.client.get(path, headers={**self.headers, **headers}))

    def unfold(self, path: str) -> Page:
        """Return the page of a partie with the lines of every manche inserted, as after taps on its rows."""
        page = self.get(path)
        html = _LINES.sub(lambda lines: self.get(lines["address"], **{"HX-Request": "true"}).html, page.html)
        return Page(page.status, html, page.location)

    def post(self, path: str, typed: Typed, **headers: str) -> Page:
        return read(self.client.post(path, data=typed, headers={**self.headers, **headers}))

    def send(self, page: Page, ending: str, typed: Typed | None = None, *, to: str | None = None) -> Page:
        """Send a form of the page, with `typed` in its fields, to its own address or to another."""
        form = page.form(ending)
        return self.post(to or form.action, form.sent(typed or {}))

    def press(self, path: str, ending: str, typed: Typed | None = None) -> Page:
        """Load a page and send one of its forms."""
        return self.send(self.get(path), ending, typed)

    def change_rules(self, table: Table, typed: Typed) -> Page:
        """Change house rules of a partie, and accept the consequences if they are shown."""
        page = self.press(f"{table.partie}/rules", "/rules", typed)
        return self.send(page, "/rules") if "agreed" in page.html else page

    def open_carnet(self, name: str = "Les jeudis") -> Visitor:
        answer = self.press("/carnets", "/carnets", {"name": name})
        assert answer.status == 303
        assert answer.location is not None
        self.key = answer.location.split("/")[2]
        return self

    def with_carnet(self, name: str = "Les jeudis") -> Visitor:
        """Create a carnet and store the access in the cookie, without the pages, which would be slow."""
        with self.app.app_context(), writing():
            granted = carnets.create_carnet(name)
            self.key = granted.carnet.key
            with self.client.session_transaction() as session:
                session["carnets"] = {self.key: [granted.id, granted.generation]}
                session.permanent = True
        return self

    def row(self) -> Carnet:
        """Return the carnet; requires an application context."""
        return db.session.query(Carnet).filter_by(key=self.key).one()

    def access(self) -> Access:
        """Return the latest access to the carnet; requires an application context."""
        access = db.session.query(Access).filter_by(carnet_id=self.row().id).order_by(Access.id.desc()).first()
        assert access is not None
        return access

    def set_table(
        self,
        *names: str,
        game: str = "hearts",
        dealer: int | None = 0,
        **options: Any,  # noqa: ANN401 - house rules
    ) -> Table:
        """Start a partie in a new soirée with these players, or with the four of `FOUR`."""
        with self.app.app_context(), writing():
            seated = recorded.players_named(self.row(), names or FOUR)
            soiree = carnets.open_soiree(self.row(), dt.date(2026, 11, 21), "chez Zoé")
            return self._table(journal.start_partie(soiree, game, seated, options, dealer, self.access()))

    def _table(self, partie: Partie) -> Table:
        players = {one.player.name: one.player_id for one in partie.participants}
        return Table(self.carnet, partie.soiree_id, partie.id, players)

    def recorded_parties(self, name: str) -> list[Table]:
        """Insert the recorded parties of a file, in soirées of their own."""
        with self.writing():
            return [self._table(partie) for partie in recorded.insert(name, self.row(), self.access())]

    def recorded(self, name: str) -> Table:
        """Insert the recorded parties of a file, and return the last one."""
        return self.recorded_parties(name)[-1]

    def with_manche(self, *names: str, **more: Any) -> Table:  # noqa: ANN401 - as `set_table`
        """Start a partie, and record the usual manche in it."""
        table = self.set_table(*names, **more)
        assert self.record(table).status == 303
        return table

    def record(self, table: Table, typed: Typed = HAND) -> Page:
        """Record a manche by its form, by default the usual one."""
        return self.press(table.new, "/manches/new", typed)

    def record_directly(self, table: Table, *manches: dict[str, Any], note: str = "") -> None:
        """Record manches without the pages."""
        for facts in manches:
            with self.open_table(table) as opened:
                opened.record(facts, note)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open an application context with a transaction."""
        with self.app.app_context(), writing() as session:
            yield session

    @contextmanager
    def open_table(self, table: Table) -> Iterator[OpenPartie]:
        """Open a partie for writing, without the pages."""
        with self.writing() as session:
            partie = session.get_one(Partie, table.partie_id)
            with open_partie(partie, None, self.access()) as opened:
                yield opened

    def call(self, table: Table, typed: Typed) -> Page:
        """Start to count a coup of Piquet trick by trick, with its declarations."""
        page = self.get(f"{table.partie}?entry=open&announce=1")
        return self.send(page, "/manches/new", {"call": "1", **typed}, to=f"{table.partie}/begin")

    def replayed(self, table: Table) -> tuple[ScoredPartie, list[int], Sequence[tuple[int, ...]]]:
        """Return the scored partie, the ids of the manches in the sheet, and the totals after each."""
        with self.app.app_context():
            partie = db.session.get(Partie, table.partie_id)
            assert partie is not None
            scored = score_partie(partie)
            return scored, [manche.id for manche in scored.manches], [row.totals for row in scored.sheet.manches]

    def totals(self, table: Table) -> list[tuple[int, ...]]:
        return list(self.replayed(table)[2])

    def manche_ids(self, table: Table) -> list[int]:
        return self.replayed(table)[1]

    def manche(self, table: Table, index: int = 0) -> str:
        """Return the address of a manche of the sheet."""
        return f"{table.partie}/manches/{self.manche_ids(table)[index]}"


def count_rows(visitor: Visitor) -> dict[str, int]:
    """Return the number of rows of each table but that of attempts."""
    with visitor.app.app_context():
        tables = db.metadata.sorted_tables
        return {table.name: db.session.query(table).count() for table in tables if table.name != "attempt"}
