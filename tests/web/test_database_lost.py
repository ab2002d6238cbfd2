"""The database lost at any statement of a form: an answer in the reader's language, and the form to send again."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from web.visitor import hearts

from scorekeeper.record.database import db

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from web.visitor import Page, Table, Visitor

Send = tuple[str, str, dict[str, Any]]  # the page, the end of the form's address, what is typed
PIQUET = {"tricks-0": "7", "last": "0"}


def hearts_manche(table: Table) -> Send:
    return table.new, "/manches/new", {**hearts(5, 4, 3, 1, queen=2), "note": "Zoé rit"}


FORMS: dict[str, tuple[str, Callable[[Table], Send]]] = {
    "manche of hearts": ("hearts", hearts_manche),
    "bid of spades": ("spades", lambda table: (f"{table.partie}?entry=open", "/begin", {"bid": "4"})),
    "coup of piquet": ("piquet", lambda table: (table.new, "/manches/new", PIQUET)),
    "player": ("hearts", lambda table: (f"{table.carnet}/players", "/players", {"name": "Odette"})),
    "soirée": ("hearts", lambda table: (f"{table.carnet}/soirees/new", "/soirees/new", {"place": "chez Luc"})),
    "house rules": ("hearts", lambda table: (f"{table.partie}/rules", "/rules", {"option-limit": "75"})),
}
NAMES = {"hearts": (), "spades": (), "piquet": ("Anne", "Luc")}


class Lost:
    """A database that is gone from a statement on, for as long as the request lasts."""

    def __init__(self, at: int) -> None:
        self.at, self.met = at, 0

    def __call__(self, *_arguments: object) -> None:
        self.met += 1
        if self.met >= self.at:
            cause = ConnectionError("server closed the connection unexpectedly")
            raise OperationalError("SELECT", {}, cause, connection_invalidated=True)


@contextmanager
def lost(app: Flask, at: int) -> Iterator[Lost]:
    gone = Lost(at)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", gone)
    try:
        yield gone
    finally:
        event.remove(engine, "before_cursor_execute", gone)


def rows(visitor: Visitor) -> list[int]:
    """How many rows each table has."""
    with visitor.app.app_context():
        return [db.session.query(table).count() for table in db.metadata.sorted_tables if table.name != "attempt"]


@pytest.mark.parametrize("form", FORMS)
def test_a_database_lost_at_any_statement_gives_the_form_back(visitor: Visitor, form: str) -> None:
    game, about = FORMS[form]
    table = visitor.set_table(*NAMES[game], game=game)
    address, ending, typed = about(table)
    page = visitor.get(address)
    before = rows(visitor)
    for at in range(1, 200):
        with lost(visitor.app, at) as gone:
            answer = visitor.send(page, ending, typed)
        if gone.met < gone.at:
            break
        assert answer.status == 503, (form, at, answer.text)
        assert "La base de données ne répond pas" in answer.text
        assert rows(visitor) == before, (form, at)
        again = answer.form(ending)
        assert again.value("request_id") == page.form(ending).value("request_id")
        assert {name: again.value(name) for name in typed} == typed
    else:
        pytest.fail("the form never went through")
    assert at > 3
    assert answer.status == 303
    after = rows(visitor)
    assert after != before
    assert visitor.send(page, ending, typed).status == 303
    assert rows(visitor) == after


def test_the_answer_says_when_to_come_again(visitor: Visitor) -> None:
    table = visitor.set_table()
    with lost(visitor.app, 1):
        answer = visitor.client.get(table.partie, headers=visitor.headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_a_page_that_is_read_says_so_in_english_too(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.headers["Accept-Language"] = "en"
    for at in range(1, 200):
        with lost(visitor.app, at) as gone:
            page: Page = visitor.get(table.partie)
        if gone.met < gone.at:
            break
        assert page.status == 503
        assert "The database" in page.text
    assert page.status == 200


def test_logs_have_no_key_note_or_token_in_them(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    """A statement that fails for a reason of our own, and one for which the database is gone."""
    table = visitor.set_table()
    page = visitor.get(table.new)
    typed = {**hearts(5, 4, 3, 1, queen=2), "note": "Ornithorynque"}
    token = page.form("/manches/new").value("csrf_token") or ""
    visitor.app.config["PROPAGATE_EXCEPTIONS"] = False
    with caplog.at_level(logging.DEBUG), lost(visitor.app, 4):
        assert visitor.send(page, "/manches/new", typed).status == 503
    with caplog.at_level(logging.DEBUG), broken(visitor.app):
        assert visitor.send(page, "/manches/new", typed).status == 500
    assert "Exception on /c/<carnet_key>" in caplog.text
    assert "ProgrammingError" in caplog.text
    assert [word for word in (visitor.key, "Ornithorynque", token) if word in caplog.text] == []


@contextmanager
def broken(app: Flask) -> Iterator[None]:
    """Have every manche written with a value too few."""

    def misspell(_c: object, _d: object, statement: str, parameters: tuple[object, ...], *_more: object) -> Any:  # noqa: ANN401
        return statement, parameters[:-1] if statement.startswith("INSERT INTO manche ") else parameters

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", misspell, retval=True)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", misspell)
