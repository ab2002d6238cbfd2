"""The database: one transaction a request, writers one at a time, and a schema that is never newer than the code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.record.models import Access, Base, Carnet, Partie, Player, Seat
from scorekeeper.record.summaries import cells, upkeep

# What was just written is known: it is not read again to say so.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
MIGRATIONS = Path(__file__).parent / "migrations"
_WRITER = "scorekeeper_writer"
_BUSY_SECONDS = 10
_CHANGING = [name for name in inspect(Partie).attrs.keys() if name != "seats"]  # noqa: SIM118 - no mapping


class UnusableDatabaseError(RuntimeError):
    """The database cannot be used; the message says why, for whoever starts the server."""


class NewerDatabaseError(UnusableDatabaseError):
    """The database was made by a newer version, or by something else altogether; it was left untouched."""


def attach(app: Flask, url: str) -> None:
    """Have the application work on this database, which `prepare` made ready."""
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    # A database server that was started again meanwhile costs no page.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": not url.startswith("sqlite")}
    db.init_app(app)
    with app.app_context():
        configure(db.engine)


@contextmanager
def opened(url: str) -> Iterator[None]:
    """This database, which `prepare` made ready, at the disposal of a command that serves no page."""
    app = Flask("scorekeeper", static_folder=None)
    attach(app, url)
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
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writer = connection.get_execution_options().get(_WRITER, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")


def begin_writing() -> None:
    """Begin the transaction that `writing` ends, so that what is read on the way there need not be read again."""
    db.session().connection(execution_options={_WRITER: True})


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: whole or not at all, and no two at once on SQLite.

    What was read before in this session is read anew, but for the access and its carnet, and where `begin_writing` was
    called before anything was read. Raises whatever its body raises, after rolling back.
    """
    session = db.session()
    if not session.in_transaction() or _WRITER not in session.connection().get_execution_options():
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


def prepare(url: str) -> None:
    """Create the schema, or bring it up to date, with the summaries that lists read.

    Raises `NewerDatabaseError`, having touched nothing, when the database knows a revision this version does not,
    or holds tables that are not ours; `UnusableDatabaseError` when it cannot be opened.
    """
    try:
        _refuse_foreign(url)
        engine = create_engine(url)
        configure(engine, foreign_keys=False)
        try:
            with engine.connect().execution_options(**{_WRITER: True}) as connection, connection.begin():
                if engine.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(5152)"))
                config = _config()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                with Session(connection) as session:
                    upkeep.fill(session)
                    cells.fill(session)
                # Said now rather than at the first manche: what cannot be written to is of no use.
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        finally:
            engine.dispose()
    except (ArgumentError, ModuleNotFoundError, NoSuchModuleError) as error:
        message = f"SCOREKEEPER_DATABASE_URL is no address of a database that can be used here: {error}"
        raise UnusableDatabaseError(message) from error
    except (DatabaseError, OSError) as error:
        cause = error.orig if isinstance(error, DatabaseError) else error
        message = f"The database {_shown(url)} cannot be used: {cause}"
        raise UnusableDatabaseError(message) from error


def _refuse_foreign(url: str) -> None:
    """Look at the database without changing a byte of it, SQLite being opened read-only."""
    parsed = make_url(url)
    looking = parsed
    if parsed.get_backend_name() == "sqlite":
        path = Path(parsed.database or "")
        if not path.exists():
            return
        # A path may hold the signs that mean something in an address: `#`, `?`, `%`.
        looking = URL.create("sqlite", database=path.resolve().as_uri(), query={"mode": "ro", "uri": "true"})
    engine = create_engine(looking)
    try:
        with engine.connect() as connection:
            current = set(MigrationContext.configure(connection).get_current_heads())
            tables = set(inspect(connection).get_table_names())
    except OperationalError as error:
        if "unable to open database file" in str(error.orig) and parsed.get_backend_name() == "sqlite":
            message = f"The database {_shown(url)} cannot be opened."
            raise UnusableDatabaseError(message) from error
        raise
    finally:
        engine.dispose()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if current - known:
        message = (
            f"The database {_shown(url)} was made by a newer version of La Marque"
            f" (its schema is {', '.join(sorted(current - known))}). Nothing was touched: install that version again."
        )
        raise NewerDatabaseError(message)
    if tables and not current:
        message = f"The database {_shown(url)} holds tables that are not La Marque's. Nothing was touched."
        raise NewerDatabaseError(message)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)
