"""The schema revisions that this version knows, and the tables and columns of the newest one."""

import re
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from scorekeeper.record.models import Base
from scorekeeper.record.read_models import outcomes  # noqa: F401 - it defines the tables of summaries

_NAME = re.compile(r"[0-9]{4}")
_FIRST = "0016"  # the oldest schema that this version upgrades
MIGRATIONS = Path(__file__).parents[1] / "migrations"


def migration_config() -> Config:
    """Return the configuration of Alembic, which needs no file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def why_unknown(revisions: AbstractSet[str]) -> str | None:
    """Return why this version opens no database of these revisions, and what to do; None if it opens it."""
    unknown = sorted(revisions - {script.revision for script in _scripts().walk_revisions()})
    if not unknown:
        return None
    if all(_NAME.fullmatch(revision) and revision < _FIRST for revision in unknown):
        return (
            f"was made before version 0.2.0 of La Marque (its schema is {', '.join(unknown)}):"
            " start version 0.2.0 on it once, then this one"
        )
    return f"was made by a newer version of La Marque (its schema is {', '.join(unknown)}): install that version again"


def newest_revision() -> str | None:
    """Return the revision to which `schema.prepare` upgrades a database."""
    return _scripts().get_current_head()


def missing_parts(columns: AbstractSet[tuple[str, str]]) -> str:
    """Name the tables of the newest schema that are not among those of these columns, else the columns; "" without any.

    A column is a pair, its table and its name.
    """
    tables = {table for table, _column in columns}
    if missing := sorted({*Base.metadata.tables} - tables):
        return f"table {', '.join(missing)}"
    expected = {(name, column.name) for name, table in Base.metadata.tables.items() for column in table.columns}
    return ", ".join(f"column {table}.{column}" for table, column in sorted(expected - columns))


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(migration_config())
