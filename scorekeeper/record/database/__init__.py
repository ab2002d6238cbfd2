"""The database: one transaction a request, and writers one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.orm import Session

from scorekeeper.record.database.limits import LimitedSession, connect_arguments, limit_waiting
from scorekeeper.record.models import Access, Base, Carnet, Partie, Player, Seat

# What was just written is known: it is not read again to say so.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False, "class_": LimitedSession})
WRITER = "scorekeeper_writer"  # the option of a connection whose transaction writes
_BUSY_SECONDS = 10
_CHANGING = [name for name in inspect(Partie).attrs.keys() if name != "seats"]  # noqa: SIM118 - no mapping


def attach(app: Flask, url: str, *, for_pages: bool = True) -> None:
    """Have the application work on this database, which `schema.prepare` made ready.

    A statement for a page has little time on PostgreSQL, one of a command has all it needs.
    """
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    # A database server that was started again meanwhile costs no page.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        "pool_pre_ping": not url.startswith("sqlite"),
        "hide_parameters": True,  # errors are logged, and parameters are names, notes and codes
        "connect_args": connect_arguments(url),
    }
    db.init_app(app)
    with app.app_context():
        configure(db.engine)
        if for_pages:
            limit_waiting(db.engine)


@contextmanager
def opened(url: str, secret_key: str | None = None) -> Iterator[None]:
    """This database, which `schema.prepare` made ready, at the disposal of a command that serves no page.

    Making a carnet or showing its recovery code needs the secret key.
    """
    app = Flask("scorekeeper", static_folder=None)
    app.config["SECRET_KEY"] = secret_key
    attach(app, url, for_pages=False)
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


def configure(engine: Engine, *, foreign_keys: bool = True) -> None:
    """Give a SQLite engine explicit transactions and the safest log; let no writer wait for ever.

    Foreign keys are held but where the schema is changed: a table that SQLite cannot alter is made anew.
    """
    if engine.dialect.name == "postgresql":

        @event.listens_for(engine, "connect")
        def be_patient(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
            connection.execute(f"SET lock_timeout = '{_BUSY_SECONDS}s'")
            connection.commit()

    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout={_BUSY_SECONDS * 1000}",
            "journal_mode=WAL",
            "synchronous=FULL",
            f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
            "secure_delete=ON",  # what is erased is overwritten, not only let go
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writer = connection.get_execution_options().get(WRITER, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")


def empty_log(engine: Engine, seconds: float = 1) -> bool:
    """Write all of SQLite's log into the main file and empty it, waiting for readers; return whether that succeeded.

    What was erased or forgotten would stay readable in the log. Nothing to do on PostgreSQL.
    """
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
        busy, _pages, _moved = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() or (1, 0, 0)
        cursor.execute(f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}")
    finally:
        connection.close()
    return not busy


def begin_writing() -> None:
    """Begin the transaction that `writing` ends, so that what is read on the way there need not be read again."""
    db.session().connection(execution_options={WRITER: True})


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: whole or not at all, and no two at once on SQLite.

    What was read before in this session is read anew, but for the access and its carnet, and where `begin_writing` was
    called before anything was read. Raises whatever its body raises, after rolling back.
    """
    session = db.session()
    if not session.in_transaction() or WRITER not in session.connection().get_execution_options():
        _end_reading(session)
        begin_writing()
    try:
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _end_reading(session: Session) -> None:
    """End the transaction that only read. Of what it read, only what no writer can change meanwhile is believed.

    That is who asks and for which carnet, and who sits where.
    """
    if session.new or session.dirty or session.deleted:
        session.rollback()
        return
    for row in session:
        if isinstance(row, Partie):
            session.expire(row, _CHANGING)
        elif not isinstance(row, (Access, Carnet, Seat, Player)):
            session.expire(row)
    session.commit()
