"""The schema of the database: made, brought up to date, and never newer than the code."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection, Engine, create_engine, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.record.database import WRITER, configure
from scorekeeper.record.database.backup import back_up_before_upgrade
from scorekeeper.record.database.earlier_schemas import bring_over
from scorekeeper.record.database.limits import connect_arguments
from scorekeeper.record.database.revisions import known_revisions, migration_config, newest_revision
from scorekeeper.record.database.sqlite_files import BackupError, make_private
from scorekeeper.record.read_models import outcomes, upkeep


class UnusableDatabaseError(RuntimeError):
    """The database cannot be used; the message says why, for whoever starts the server."""


class NewerDatabaseError(UnusableDatabaseError):
    """The database was made by a newer version, or by something else altogether; it was left untouched."""


def prepare(url: str) -> None:
    """Create the schema, or bring it up to date, with the summaries that lists read.

    Raises `NewerDatabaseError`, having touched nothing, when the database knows a revision this version does not,
    or holds tables that are not ours; `UnusableDatabaseError` when it cannot be opened, or cannot be copied before
    it is upgraded.
    """
    try:
        engine = _engine(url)
    except (ArgumentError, ModuleNotFoundError, NoSuchModuleError, ValueError) as error:
        message = f"SCOREKEEPER_DATABASE_URL is no address of a database that can be used here: {error}"
        raise UnusableDatabaseError(message) from error
    try:
        _refuse_foreign(url)
        make_private(url)
        configure(engine, foreign_keys=False)
        with engine.connect().execution_options(**{WRITER: True}) as connection, connection.begin():
            _bring_up_to_date(connection)
    except (DatabaseError, OSError) as error:
        cause = error.orig if isinstance(error, DatabaseError) else error
        message = f"The database {_shown(url)} cannot be used: {cause}"
        raise UnusableDatabaseError(message) from error
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    """The engine of this address. Raises SQLAlchemy's own errors, `ValueError` among them, for what is none."""
    engine = create_engine(url, connect_args=connect_arguments(url))
    if "\0" in (engine.url.database or ""):
        message = "no path holds a null byte"
        raise ValueError(message)
    return engine


def _bring_up_to_date(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(5152)"))
    _copy_if_behind(connection)
    bring_over(connection)
    config = migration_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    with Session(connection) as session:
        upkeep.fill(session)
        outcomes.fill(session)
    # Said now rather than at the first manche: what cannot be written to is of no use.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _copy_if_behind(connection: Connection) -> None:
    """Copy a SQLite database that is about to be upgraded. No other process can write: this transaction does."""
    current = MigrationContext.configure(connection).get_current_heads()
    if connection.dialect.name != "sqlite" or current in {(), (newest_revision(),)}:
        return
    # The path as SQLite knows it: an address may also be written as a URI. It is empty for a database in memory.
    path = connection.exec_driver_sql("PRAGMA database_list").one()[2]
    if not path:
        return
    try:
        back_up_before_upgrade(Path(path))
    except BackupError as error:
        message = f"The database is not upgraded, because it cannot be copied first. {error}"
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
    engine = create_engine(looking, connect_args=connect_arguments(url))
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
    known = known_revisions()
    if current - known:
        message = (
            f"The database {_shown(url)} was made by a newer version of La Marque"
            f" (its schema is {', '.join(sorted(current - known))}). Nothing was touched: install that version again."
        )
        raise NewerDatabaseError(message)
    if tables and not current:
        message = f"The database {_shown(url)} holds tables that are not La Marque's. Nothing was touched."
        raise NewerDatabaseError(message)


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)
