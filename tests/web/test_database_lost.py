"""A database lost at any statement of a form: an answer in the reader's language, and the form to send again."""

from __future__ import annotations

import logging
import select
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from support.selection import thorough
from web.full_carnet import addresses, furnish
from web.visitor import HAND, Form, count_rows

from scorekeeper.record.database import DatabaseLostError, db

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from sqlalchemy import Connection, Engine
    from web.visitor import Page, Table, Visitor

Send = tuple[str, str, dict[str, Any]]


# The page, the end of the form's address, what is typed. Every other form is tested for its status below.
FORMS: dict[str, Callable[[Table], Send]] = {
    "manche": lambda table: (table.new, "/manches/new", {**HAND, "note": "Zoé rit"}),
    "house rules": lambda table: (f"{table.partie}/rules", "/rules", {"option-limit": "75"}),
}


@dataclass
class Lost:
    """A listener that loses the database from one statement of the request on."""

    at: int
    end: Callable[[Connection], None]
    met: int = 0

    def __call__(self, connection: Connection, *_arguments: object) -> None:
        self.met += 1
        if self.met >= self.at:
            self.end(connection)


def ended(_connection: Connection) -> None:
    """Raise the error of the driver when the server is gone."""
    cause = ConnectionError("server closed the connection unexpectedly")
    raise OperationalError("SELECT", {}, cause, connection_invalidated=True)


@contextmanager
def ended_by_server(engine: Engine) -> Iterator[Callable[[Connection], None]]:
    """Yield a function that makes PostgreSQL end a connection, as when it stops, before the next statement."""
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as administrator:

        def end(connection: Connection) -> None:
            driver: Any = connection.connection.driver_connection
            administrator.execute("SELECT pg_terminate_backend(%s)", [driver.info.backend_pid])
            assert select.select([driver.fileno()], [], [], 5)[0]  # the server has closed it

        yield end


@contextmanager
def lost(app: Flask, at: int, end: Callable[[Connection], None] = ended, *, commits: bool = True) -> Iterator[Lost]:
    gone = Lost(at, end)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", gone)
    if not commits:
        event.listen(engine, "commit", ended)
    try:
        yield gone
    finally:
        event.remove(engine, "before_cursor_execute", gone)
        if not commits:
            event.remove(engine, "commit", ended)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_can_be_sent_again_after_the_database_was_lost_at_any_statement(visitor: Visitor, form: str) -> None:
    address, ending, typed = FORMS[form](visitor.set_table())
    page = visitor.get(address)
    before = count_rows(visitor)
    for at in range(1, 200):
        with lost(visitor.app, at) as gone:
            answer = visitor.send(page, ending, typed)
        if gone.met < gone.at:
            break
        assert answer.status == 503, (form, at, answer.text)
        assert "La base de données ne répond pas" in answer.text
        assert count_rows(visitor) == before, (form, at)
        again = answer.form(ending)
        assert again.value("request_id") == page.form(ending).value("request_id")
        assert {name: again.value(name) for name in typed} == typed
    else:
        pytest.fail("the form never went through")
    assert at > 3
    assert answer.status == 303
    after = count_rows(visitor)
    assert after != before
    assert visitor.send(page, ending, typed).status == 303
    assert count_rows(visitor) == after


@pytest.mark.sweep("sends every form, again and again")
@pytest.mark.parametrize("application", ["sqlite", "postgresql"], indirect=True)
def test_every_form_is_answered_503_when_the_database_is_lost_at_any_statement(
    visitor: Visitor, application: Flask
) -> None:
    """The commit fails as well, so that nothing is written and no form affects another.

    On PostgreSQL the server ends the connection before each statement, from one on. Each lost connection costs a new
    one, so that a usual run tries every third statement there, beginning with another one for each form.
    """
    full = furnish(visitor)
    tables = (full.table, full.spades, full.piquet, full.cards)
    entries = [f"{table.partie}{page}" for table in tables for page in ("", "?entry=open", "/cards", "/cards?hand=1")]
    offered: dict[tuple[str, frozenset[str]], Form] = {}
    for address in [*(address for _, address in addresses(application, "GET", full.ids)), *entries]:
        for form in visitor.get(address).forms:
            names = frozenset(name for name, _ in form.fields)
            if "csrf_token" in names:
                offered.setdefault((rule_of(application, form.action), names), form)
    before = count_rows(visitor)
    token = visitor.get("/import").form("/import").fields
    for address in (address for _, address in addresses(application, "POST", full.ids)):
        if rule_of(application, address) not in {
            rule for rule, _names in offered
        }:  # its page needs rows that this carnet lacks
            offered[rule_of(application, address), frozenset()] = Form(address, [*token, ("version", "1")])
    with application.app_context():
        engine = db.engine
    with ended_by_server(engine) if engine.name == "postgresql" else nullcontext(ended) as end:
        step = 3 if engine.name == "postgresql" and not thorough() else 1
        for number, form in enumerate(offered.values()):
            for at in range(1 + number % step, 300, step):
                with lost(application, at, end, commits=False) as gone:
                    answer = visitor.post(form.action, form.sent({}))
                assert answer.status < 500 or answer.status == 503, (form.action, at, answer.text)
                if gone.met < gone.at:
                    break
                assert answer.status == 503, (form.action, at)
            assert count_rows(visitor) == before, form.action


@pytest.mark.sweep("reads every page and sends every form")
@pytest.mark.parametrize("application", ["sqlite", "postgresql"], indirect=True)
def test_an_answer_is_kept_when_the_database_is_lost_after_its_last_statement(
    visitor: Visitor, application: Flask
) -> None:
    """Each page is the same again, and each form that is refused or repeated has its usual answer."""
    full = furnish(visitor)
    table = full.table
    sent = [visitor.get(table.new).form("/manches/new").sent(HAND), {}]
    asked = [(address, None) for _, address in addresses(application, "GET", full.ids)]
    asked += [(f"{table.partie}/manches/new", fields) for fields in sent]
    with application.app_context():
        engine = db.engine
    with ended_by_server(engine) if engine.name == "postgresql" else nullcontext(ended) as end:
        for address, fields in asked:
            usual, late = [], []
            for answers in (usual, late):
                if answers is late:
                    event.listen(engine, "rollback", end)
                answer = visitor.get(address) if fields is None else visitor.post(address, fields)
                answers.append(answer.status)
            event.remove(engine, "rollback", end)
            assert late == usual, address


def test_the_last_resort_is_a_page_in_both_languages(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    """The end of the request fails, after all handlers of errors."""

    def fail(_error: BaseException | None) -> None:
        message = "gone"
        raise RuntimeError(message)

    table = visitor.set_table()
    app = visitor.app
    app.config["PROPAGATE_EXCEPTIONS"], app.testing = False, False
    functions = app.teardown_appcontext_funcs
    functions.append(fail)
    try:
        answer = visitor.client.get(table.partie, headers=visitor.headers)
    finally:
        functions.remove(fail)
        app.config["PROPAGATE_EXCEPTIONS"], app.testing = None, True
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Ce qui est noté est gardé" in answer.text
    assert "What was recorded is safe" in answer.text
    assert visitor.key not in caplog.text


def rule_of(application: Flask, address: str) -> str:
    return application.url_map.bind("localhost").match(urlsplit(address).path, method="POST")[0]


def test_the_answer_has_retry_after(visitor: Visitor) -> None:
    table = visitor.set_table()
    with lost(visitor.app, 1):
        answer = visitor.client.get(table.partie, headers=visitor.headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_a_page_is_answered_503_in_english_too(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.headers["Accept-Language"] = "en"
    for at in range(1, 200):
        with lost(visitor.app, at) as gone:
            page: Page = visitor.get(table.partie)
        if gone.met < gone.at:
            break
        assert page.status == 503
        assert "The database is not answering. What was recorded is safe." in page.text
        assert f'href="{table.partie}">Try again' in page.html
    assert page.status == 200


def gone(_connection: Connection) -> None:
    """Raise the error of a SQLite file that was deleted."""
    raise DatabaseLostError


def test_only_a_form_is_told_that_nothing_was_recorded(visitor: Visitor) -> None:
    """A page read after a manche was recorded may find the database lost as well."""
    table = visitor.set_table()
    form = visitor.get(table.new)
    with lost(visitor.app, 1, gone):
        read = visitor.get(table.partie)
        sent = visitor.send(form, "/manches/new", HAND)
    assert read.status == sent.status == 503
    assert "n’est plus là. Sur le serveur, « lamarque restore »" in read.text
    assert "n’est plus là. Rien n’a été noté ; ce que vous avez saisi est gardé ici. Sur le serveur" in sent.text


def test_a_full_disk_is_called_so(visitor: Visitor) -> None:
    """A limit of SQLite on the pages of its file stands for the disk."""
    table = visitor.set_table()
    typed = {**HAND, "note": "Zoé rit. " * 200}
    form = visitor.get(table.new)
    with visitor.app.app_context():
        engine = db.engine
    event.listen(engine, "begin", let_grow_no_more)
    while (answer := visitor.send(form, "/manches/new", typed)).status == 303:  # the pages in the file have some room
        form = visitor.get(table.new)
    event.remove(engine, "begin", let_grow_no_more)
    assert answer.status == 503
    assert "Le disque du serveur est plein. Rien n’a été noté ; ce que vous avez saisi est gardé ici." in answer.text
    engine.dispose()
    assert visitor.send(answer, "/manches/new", {}).status == 303


def let_grow_no_more(connection: Connection) -> None:
    (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
    connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


def test_logs_have_no_key_note_or_token_in_them(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    """A statement that fails because of a bug, and one that fails because the database is gone."""
    table = visitor.set_table()
    page = visitor.get(table.new)
    typed = {**HAND, "note": "Ornithorynque"}
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
    """Remove a value from the statement that inserts a manche."""

    def misspell(_c: object, _d: object, statement: str, parameters: tuple[object, ...], *_more: object) -> Any:  # noqa: ANN401
        return statement, parameters[:-1] if statement.startswith("INSERT INTO manche ") else parameters

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", misspell, retval=True)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", misspell)
