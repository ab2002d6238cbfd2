"""Damage a SQLite database."""

import sqlite3
from contextlib import closing
from pathlib import Path


def overwrite_table(database: Path, table: str) -> None:
    """Overwrite the first page of a table, so that SQLite can read all others."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with database.open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
