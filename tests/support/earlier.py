"""Databases of earlier versions of the app, empty or with carnets that such a version filled."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command

from scorekeeper.record.migrations import migration_config

DATA = Path(__file__).parents[1] / "data"
NEWEST = "0020"


@cache
def carnets() -> dict[str, Any]:
    """Return the carnets of `tests/data`, which revision 0020 filled: their tables, and what it showed of them."""
    found: dict[str, Any] = json.loads((DATA / "carnets_0020.json").read_text(encoding="utf-8"))
    return found


def parties() -> dict[str, dict[str, Any]]:
    """Return what was shown of each partie, by id."""
    found: dict[str, dict[str, Any]] = carnets()["parties"]
    return found


def rows(table: str) -> list[dict[str, Any]]:
    """Return the rows of a table, JSON as text."""
    found = carnets()["tables"][table]
    return [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]


def prepare_at(url: str, revision: str = "0016", *, filled: bool = False) -> None:
    """Create a database of revision 0016 or a later one; if it is `filled`, with the carnets of `tests/data`."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        schema = DATA / "schema_0016" / f"{connection.dialect.name}.sql"
        for statement in schema.read_text(encoding="utf-8").split(";"):
            connection.exec_driver_sql(statement)
        config = migration_config()
        config.attributes["connection"] = connection
        command.stamp(config, "0016")
        command.upgrade(config, revision)
        if filled:
            _fill(connection)
    engine.dispose()


def _fill(connection: sa.Connection) -> None:
    """Insert what the tables of this revision can have of the carnets."""
    inspector = sa.inspect(connection)
    # A table comes after those that it refers to.
    for name in filter(inspector.has_table, carnets()["tables"]):
        columns = [column["name"] for column in inspector.get_columns(name)]
        key = inspector.get_pk_constraint(name)["constrained_columns"]
        # Before the revision 0020 a tally was of a seat: that of its last player is taken.
        of_table = {tuple(row[part] for part in key): {part: row[part] for part in columns} for row in rows(name)}
        connection.execute(sa.insert(sa.table(name, *map(sa.column, columns))), [*of_table.values()])
        if connection.dialect.name == "postgresql" and "id" in columns:
            connection.execute(sa.text(f"SELECT setval('{name}_id_seq', {rows(name)[-1]['id']})"))
