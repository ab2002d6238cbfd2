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

from scorekeeper.record.database.revisions import FIRST_RELEASED, migration_config
from scorekeeper.record.models import Base

DATA = Path(__file__).parents[1] / "data"
NEWEST = "0020"
CODE = "A0B1C2D3E4F5G6H7"
REMOVED_TABLES = {
    "cells_version": "carnet_id INTEGER PRIMARY KEY REFERENCES carnet (id), version INTEGER NOT NULL",
    "cell": "key VARCHAR(24) PRIMARY KEY, carnet_id INTEGER NOT NULL REFERENCES carnet (id)",
    "cell_player": "cell VARCHAR(24) PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES player (id)",
    "cell_tally": "cell VARCHAR(24) PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES player (id)",
    "cell_pair": "cell VARCHAR(24) PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES player (id)",
    "outcome": "partie_id INTEGER NOT NULL REFERENCES partie (id), number INTEGER, PRIMARY KEY (partie_id, number)",
}


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


def prepare_at(url: str, revision: str = "0013", *, filled: bool = False) -> None:
    """Create a database of revision 0013 to 0016 or 0020; if it is `filled`, with the carnets of `tests/data`.

    Before 0014 its first carnet has the `CODE`.
    """
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config = migration_config()
        config.attributes["connection"] = connection
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
    if revision != FIRST_RELEASED:
        _migrate_before_release(connection, change, revision)
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


def _migrate_before_release(connection: sa.Connection, change: Operations, revision: str) -> None:
    if revision != "0015":
        change.drop_table("outcome")
        for table, columns in REMOVED_TABLES.items():
            connection.execute(sa.text(f"CREATE TABLE {table} ({columns})"))
    with change.batch_alter_table("merge") as merge:
        merge.add_column(sa.Column("within_id", sa.Integer()))
        merge.create_foreign_key("fk_merge_within_id_merge", "merge", ["within_id"], ["id"])
        merge.create_index("ix_merge_within_id", ["within_id"])
    connection.execute(sa.text("UPDATE merge SET within_id = id + 1 WHERE id + 1 IN (SELECT id FROM merge)"))
    if revision == "0013":
        _give_codes(connection, change)


def _give_codes(connection: sa.Connection, change: Operations) -> None:
    """Replace the digests of the recovery codes by the codes."""
    with change.batch_alter_table("carnet") as table:
        table.add_column(sa.Column("recovery_code", sa.String(40), nullable=False, server_default=""))
    connection.execute(sa.text("UPDATE carnet SET recovery_code = key"))
    connection.execute(
        sa.text("UPDATE carnet SET recovery_code = :code WHERE id = (SELECT min(id) FROM carnet)"), {"code": CODE}
    )
    with change.batch_alter_table("carnet") as table:
        table.drop_constraint("uq_carnet_code_digest", type_="unique")
        table.drop_column("code_digest")
        table.drop_column("code_renewals")
        table.create_unique_constraint("uq_carnet_recovery_code", ["recovery_code"])
