"""Create and upgrade the schema of the database; refuse one that is newer than the code, or too old.

Each version of the schema has a *revision*, the number of its latest migration; the table `alembic_version` of a
database has the revision of its schema. A *read model* is a table whose rows are computed from others, such as the
summary of a game. SQLite writes new changes to a *log* beside the file, which ends in `-wal`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.orm import Session

from scorekeeper.record.database import (
    WRITER,
    UnusableDatabaseError,
    configure,
    connect_arguments,
    reported_errors,
    without_password,
)
from scorekeeper.record.database.backup import (
    BackupError,
    back_up_before_upgrade,
    companion_file,
    find_damage,
    make_private,
    open_unchanged,
    sqlite_file,
)
from scorekeeper.record.migrations import migration_config, newest_revision, why_unusable
from scorekeeper.record.models import Base
from scorekeeper.record.read_models import outcomes, upkeep

_RESTORE = "Restore a copy with `lamarque restore FILE`"


def prepare(url: str) -> None:
    """Create or upgrade the schema, and write missing rows of the read models.

    Raises `UnusableDatabaseError`, before any change, when the database has a revision that this version does not know
    or tables of another program, when it cannot be opened, or when it cannot be copied first.
    """
    engine, file = _engine(url), sqlite_file(url)  # None for PostgreSQL
    try:
        with reported_errors(url):
            # First, because to SQLite a deleted file is a new database.
            _refuse_unsafe_file(file)
            refuse_unknown_schema(url)
            if file is not None:
                make_private(file)
            # Timeouts and the settings of SQLite. `WRITER` marks the transaction as one that writes.
            configure(engine, foreign_keys=False)
            with engine.connect().execution_options(**{WRITER: True}) as connection, connection.begin():
                _upgrade(connection, file)
    finally:
        engine.dispose()


@contextmanager
def reading(url: str) -> Iterator[Connection | None]:
    """Connect to the database without any change to it; None if a SQLite file is missing or empty.

    The body's errors of the database are raised as `UnusableDatabaseError`.
    """
    file = sqlite_file(url)
    if file is None:
        engine = _engine(url)
    elif _has_content(file):
        # A connection that changes neither the file nor its log.
        engine = create_engine("sqlite://", creator=partial(open_unchanged, file))
    else:  # SQLite would make an empty file
        yield None
        return
    try:
        with reported_errors(url), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def refuse_missing(url: str) -> None:
    """Raise `UnusableDatabaseError` when this SQLite database has no file, or an empty one. PostgreSQL is accepted."""
    file = sqlite_file(url)
    if file is not None and not _has_content(file):
        message = f"There is no database {file}."
        raise UnusableDatabaseError(message)


def refuse_damaged(url: str) -> None:
    """Raise `UnusableDatabaseError` when a SQLite file is damaged or empty. Nothing is changed; it may be missing."""
    file = sqlite_file(url)
    _refuse_unsafe_file(file)
    if file is None or not file.exists():
        return
    if not file.stat().st_size:
        message = f"The database {file} is an empty file. {_RESTORE}, or delete it to begin with a new one."
        raise UnusableDatabaseError(message)
    try:
        with closing(open_unchanged(file)) as connection:
            damage = find_damage(connection)  # a sentence, "" if nothing is damaged
    except sqlite3.OperationalError:
        return  # it cannot be opened: `prepare` raises an error that says why
    except sqlite3.DatabaseError as error:
        damage = str(error)
    if damage:
        message = f"The database {file} is damaged: {damage.strip()}. {_RESTORE}."
        raise UnusableDatabaseError(message)


def _refuse_unsafe_file(file: Path | None) -> None:
    """Raise `UnusableDatabaseError` when SQLite would not find the log of a file, or would delete it.

    The log has the latest changes.
    """
    if file is None:
        return
    if _has_content(file):
        # SQLite finds the log by the name of the file, and so does the lock of the server.
        if file.stat().st_nlink > 1:
            message = f"The database {file} has a second name, a hard link, under which it may be open: delete one."
            raise UnusableDatabaseError(message)
        return
    # There is no file. A log without its file is deleted when SQLite makes a new file.
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


def _upgrade(connection: Connection, file: Path | None) -> None:
    """Create or upgrade the schema, and write the missing rows of the read models."""
    # Two servers that start at the same time upgrade one after the other: the lock, any fixed number, is that of the
    # transaction.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(5152)"))
    # Alembic runs the migrations on this connection. `current` is a tuple of the one revision of the database, empty
    # for a new database.
    config = migration_config()
    config.attributes["connection"] = connection
    current = MigrationContext.configure(connection).get_current_heads()
    if not current:
        # A new database gets the newest schema at once; `stamp` stores its revision.
        Base.metadata.create_all(connection)
        command.stamp(config, "head")
    elif current != (newest_revision(),):
        _copy(file)
        command.upgrade(config, "head")
    # The summaries of parties, and the rows that statistics read.
    with Session(connection) as session:
        upkeep.fill_summaries(session)
        outcomes.fill_outcomes(session)
    # Test now whether the database can be written to, rather than when the first manche (deal) is recorded.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _copy(file: Path | None) -> None:
    """Copy a SQLite database, which will be upgraded. Its lock keeps other processes from writing during the copy."""
    if file is None:
        return
    try:
        back_up_before_upgrade(file)
    except BackupError as error:
        message = f"The database is not upgraded, because it cannot be copied first. {error}"
        raise UnusableDatabaseError(message) from error


def refuse_unknown_schema(url: str) -> set[str]:
    """Return the revisions of the database, none for a new one; change nothing.

    Raises `UnusableDatabaseError` for a database of a newer version or of another program, and for an incomplete one.
    """
    columns: set[str] = set()
    with reading(url) as connection:
        if connection is None:
            return set()
        current = set(MigrationContext.configure(connection).get_current_heads())
        inspector = inspect(connection)  # reads the names of tables and columns
        is_new = not inspector.get_table_names()
        # The columns are read only if the database has the newest revision. A database of another program could have
        # types that SQLAlchemy cannot read.
        if current == {newest_revision()}:
            for (_schema, table), found in inspector.get_multi_columns().items():
                columns.update(f"{table}.{column['name']}" for column in found)
    # The reason is a clause such as "was made by a newer version of La Marque …", "" if this version can open it.
    if not is_new and (reason := why_unusable(current, columns)):
        message = f"The database {without_password(url)} {reason}. Nothing was changed."
        raise UnusableDatabaseError(message)
    return current
