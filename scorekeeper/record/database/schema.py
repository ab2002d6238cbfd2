"""Create and upgrade the schema of the database; refuse one that is newer than the code, or too old."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, make_url, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorekeeper.record.database import WRITER, UnusableDatabaseError, configure, without_password
from scorekeeper.record.database.backup import (
    BackupError,
    back_up_before_upgrade,
    companion_file,
    make_private,
    open_unchanged,
)
from scorekeeper.record.database.limits import connect_arguments
from scorekeeper.record.database.revisions import migration_config, missing_parts, newest_revision, why_unknown
from scorekeeper.record.models import Base
from scorekeeper.record.read_models import outcomes, upkeep

_RESTORE = "Restore a copy with `lamarque restore FILE`"


class UnknownSchemaError(UnusableDatabaseError):
    """The schema of the database is of a newer version or another program, or not complete; nothing was changed."""


def prepare(url: str) -> None:
    """Create or upgrade the schema, and write missing rows of the read models.

    Raises `UnknownSchemaError`, before any change, when the database has a revision that this version does not know or
    tables of another program; `UnusableDatabaseError` when it cannot be opened, or cannot be copied first.
    """
    engine = _engine(url)
    try:
        with _reported_errors(url):
            # First, because a lost file looks like a new database.
            _refuse_lost(url)
            refuse_unknown_schema(url)
            make_private(url)
            configure(engine, foreign_keys=False)
            with engine.connect().execution_options(**{WRITER: True}) as connection, connection.begin():
                _upgrade(connection)
    finally:
        engine.dispose()


@contextmanager
def reading(url: str) -> Iterator[Connection | None]:
    """Connect to the database without any change to it; None if a SQLite file is missing, empty or named by a URI.

    The body's errors of the database are raised as `UnusableDatabaseError`.
    """
    if url.startswith("sqlite"):
        file = sqlite_file(url)
        # SQLite would make an empty file.
        if file is None or not _has_content(file):
            yield None
            return
        engine = create_engine("sqlite://", creator=lambda: open_unchanged(file))
    else:
        engine = _engine(url)
    try:
        with _reported_errors(url), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _reported_errors(url: str) -> Iterator[None]:
    try:
        yield
    except (DatabaseError, OSError) as error:
        message = f"The database {without_password(url)} cannot be used: {getattr(error, 'orig', error)}"
        raise UnusableDatabaseError(message) from error


def refuse_missing(url: str) -> None:
    """Raise `UnusableDatabaseError` when this SQLite database has no file, or an empty one."""
    file = sqlite_file(url)
    if file is not None and not _has_content(file):
        message = f"There is no database {file}."
        raise UnusableDatabaseError(message)


def refuse_damaged(url: str) -> None:
    """Raise `UnusableDatabaseError` when a SQLite file is damaged or empty. Nothing is changed; it may be missing."""
    _refuse_lost(url)
    file = sqlite_file(url)
    if file is None or not file.exists():
        return
    if not file.is_file():
        message = f"The database {file} is not a file."
        raise UnusableDatabaseError(message)
    if not file.stat().st_size:
        message = f"The database {file} is an empty file. {_RESTORE}, or delete it to begin with a new one."
        raise UnusableDatabaseError(message)
    try:
        with closing(open_unchanged(file)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # `prepare` says why it cannot be opened
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        message = f"The database {file} is damaged: {found.strip()}. {_RESTORE}."
        raise UnusableDatabaseError(message)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database, None for PostgreSQL and for an address that is a URI."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database.startswith("file:"):
        return None
    return Path(parsed.database).resolve()


def _refuse_lost(url: str) -> None:
    """Raise `UnusableDatabaseError` when only the log of a SQLite file is left, which a new file would erase."""
    file = sqlite_file(url)
    if file is None or _has_content(file):
        return
    log = companion_file(file, "-wal")
    if _has_content(log):
        message = (
            f"The database {file} was deleted or emptied, and {log} has its latest changes. Put that file back, or a"
            " copy with `lamarque restore FILE`."
        )
        raise UnusableDatabaseError(message)


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _engine(url: str) -> Engine:
    """Create the engine. Raises `UnusableDatabaseError` when the driver of PostgreSQL is not installed."""
    try:
        return create_engine(url, connect_args=connect_arguments(url))
    except ModuleNotFoundError as error:
        message = "For a PostgreSQL database install lamarque[postgres]."
        raise UnusableDatabaseError(message) from error


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(5152)"))
    config = migration_config()
    config.attributes["connection"] = connection
    current = MigrationContext.configure(connection).get_current_heads()
    if not current:
        # A new database has the newest schema at once.
        Base.metadata.create_all(connection)
        command.stamp(config, "head")
    elif current != (newest_revision(),):
        _copy(connection)
        command.upgrade(config, "head")
    with Session(connection) as session:
        upkeep.fill_summaries(session)
        outcomes.fill_outcomes(session)
    # Test now whether the database can be written to, rather than when the first manche is recorded.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _copy(connection: Connection) -> None:
    """Copy a SQLite database, which will be upgraded. Its lock keeps other processes from writing during the copy."""
    if connection.dialect.name != "sqlite":
        return
    # The path comes from SQLite, because the address may be a URI. It is empty for a database in memory.
    path = connection.exec_driver_sql("PRAGMA database_list").one()[2]
    if not path:
        return
    try:
        back_up_before_upgrade(Path(path))
    except BackupError as error:
        message = f"The database is not upgraded, because it cannot be copied first. {error}"
        raise UnusableDatabaseError(message) from error


def refuse_unknown_schema(url: str) -> set[str]:
    """Return the revisions of the database, none for a new one; change nothing.

    Raises `UnknownSchemaError` for a database of a newer version or of another program, and for an incomplete one.
    """
    with reading(url) as connection:
        if connection is None:
            return set()
        current = set(MigrationContext.configure(connection).get_current_heads())
        inspector = inspect(connection)
        tables = inspector.get_table_names()
        # A table of another program could have types unknown here.
        found = inspector.get_multi_columns() if current == {newest_revision()} else {}
    if (reason := why_unknown(current)) is not None:
        message = f"The database {without_password(url)} {reason}. Nothing was changed."
        raise UnknownSchemaError(message)
    # Each of our databases has had a revision since its first start.
    if tables and not current:
        message = f"The database {without_password(url)} has tables that are not La Marque's. Nothing was changed."
        raise UnknownSchemaError(message)
    columns = {(table, column["name"]) for (_schema, table), columns in found.items() for column in columns}
    if found and (missing := missing_parts(columns)):
        message = f"The database {without_password(url)} is not complete: it has no {missing}. Restore a copy."
        raise UnknownSchemaError(message)
    return current
