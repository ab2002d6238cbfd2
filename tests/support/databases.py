"""Empty databases, copied from one that is prepared once."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from support import postgres


def sqlite_template(folder: Path) -> Path:
    """Prepare a SQLite database in `folder` and return its file."""
    from scorekeeper.record.database.schema import prepare  # noqa: PLC0415 (tests of the cards import no database)

    path = folder / "template.sqlite3"
    prepare(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def sqlite_copy(template: Path, folder: Path) -> str:
    """Copy the prepared database into `folder` and return its URL."""
    return f"sqlite:///{shutil.copy(template, folder / 'scorekeeper.sqlite3')}"


def postgres_template(server: str) -> Iterator[str]:
    """Prepare a database on the server, yield its name, and drop it afterwards."""
    from scorekeeper.record.database.schema import prepare  # noqa: PLC0415 (likewise)

    url = postgres.create_database(server)
    try:
        prepare(url.replace("postgresql://", "postgresql+psycopg://", 1))
        yield postgres.name_of(url)
    finally:
        postgres.drop_database(server, url)


def postgres_copy(server: str, template: str) -> Iterator[str]:
    """Copy the prepared database, yield its SQLAlchemy URL, and drop it afterwards."""
    url = postgres.create_database(server, template)
    try:
        yield url.replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        postgres.drop_database(server, url)
