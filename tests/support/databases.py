"""Empty databases by the dozen: each is a copy of one that was prepared once."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from support import postgres


def sqlite_template(folder: Path) -> Path:
    """Prepare a SQLite database in `folder` and give its one file."""
    from scorekeeper.record.database.schema import prepare  # noqa: PLC0415 (tests of the cards need no database)

    path = folder / "template.sqlite3"
    prepare(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def sqlite_copy(template: Path, folder: Path) -> str:
    """Copy the prepared database into `folder` and give its address."""
    return f"sqlite:///{shutil.copy(template, folder / 'scorekeeper.sqlite3')}"


def postgres_template(server: str) -> Iterator[str]:
    """Prepare a database on the server, give its name, and remove it in the end."""
    from scorekeeper.record.database.schema import prepare  # noqa: PLC0415 (likewise)

    url = postgres.create_database(server)
    try:
        prepare(url.replace("postgresql://", "postgresql+psycopg://", 1))
        yield postgres.name_of(url)
    finally:
        postgres.drop_database(server, url)


def postgres_copy(server: str, template: str) -> Iterator[str]:
    """Copy the prepared database, give its address as SQLAlchemy reads it, and remove it in the end."""
    url = postgres.create_database(server, template)
    try:
        yield url.replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        postgres.drop_database(server, url)
