"""Databases of earlier versions of the app, empty or with carnets that such a version filled."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from scorekeeper.record.database.revisions import migration_config
from scorekeeper.record.models import Base

DATA = Path(__file__).parents[1] / "data"
NEWEST = "0020"
TALLY = """CREATE TABLE tally (
    partie_id INTEGER NOT NULL CONSTRAINT fk_tally_partie_id_summary REFERENCES summary (partie_id),
    number INTEGER NOT NULL, why VARCHAR(40) NOT NULL,
    times INTEGER NOT NULL, count INTEGER NOT NULL, points INTEGER NOT NULL,
    CONSTRAINT pk_tally PRIMARY KEY (partie_id, number, why)
)"""


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
    """Create a database of revision 0016 or 0020; if it is `filled`, with the carnets of `tests/data`."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config = migration_config()
        config.attributes["connection"] = connection
        schema = DATA / "schema_0016" / f"{connection.dialect.name}.sql"
        for statement in schema.read_text(encoding="utf-8").split(";"):
            connection.exec_driver_sql(statement)
        command.stamp(config, "0016")
        command.upgrade(config, NEWEST)
        for name in carnets()["tables"] if filled else ():
            of_table = rows(name)
            connection.execute(sa.insert(sa.table(name, *map(sa.column, of_table[0]))), of_table)
            if connection.dialect.name == "postgresql" and "id" in of_table[0]:
                connection.execute(sa.text(f"SELECT setval('{name}_id_seq', {of_table[-1]['id']})"))
        if revision != NEWEST:
            _migrate_back(connection, revision)
    engine.dispose()


def _migrate_back(connection: sa.Connection, revision: str) -> None:
    context = MigrationContext.configure(connection, opts={"target_metadata": Base.metadata})
    change = Operations(context)
    connection.execute(sa.text("ALTER TABLE manche DROP COLUMN dealer"))
    connection.execute(sa.text('ALTER TABLE manche DROP COLUMN "order"'))
    change.drop_table("kept_question")
    _remove_replacements(change)
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :old"), {"old": revision})


def _remove_replacements(change: Operations) -> None:
    change.drop_table("replacement")
    change.execute("ALTER TABLE outcome DROP COLUMN credited")
    columns = "partie_id, number, why, times, count, points"
    sums = "partie_id, number, why, sum(times) AS times, sum(count) AS count, sum(points) AS points"
    change.execute(f"CREATE TABLE tally_by_seat AS SELECT {sums} FROM tally GROUP BY partie_id, number, why")  # noqa: S608 - likewise
    change.drop_table("tally")
    change.execute(TALLY)
    change.execute(f"INSERT INTO tally ({columns}) SELECT {columns} FROM tally_by_seat")  # noqa: S608 - likewise
    change.drop_table("tally_by_seat")
