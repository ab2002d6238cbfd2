"""The migrations, as Alembic scripts, and which databases this version opens; `database.schema` runs them."""

from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from scorekeeper.record.models import Base
from scorekeeper.record.read_models import outcomes  # noqa: F401 - it defines the tables of summaries

_FIRST = "0016"  # the oldest schema that this version upgrades


def migration_config() -> Config:
    """Return the configuration of Alembic, which needs no file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def newest_revision() -> str | None:
    """Return the revision to which `schema.prepare` upgrades a database."""
    return _scripts().get_current_head()


def why_unusable(revisions: AbstractSet[str], columns: AbstractSet[str]) -> str:
    """Return why this version opens no database with these revisions, and what to do; "" if it opens it.

    The columns, such as `partie.id`, are compared with those of the newest revision.
    """
    if not revisions:  # ours have had one since their first start
        return "is not a database of La Marque"
    # One of ours has no second one.
    schema = ", ".join(sorted(map(str, revisions)))
    if schema == newest_revision():
        expected = {str(column) for table in Base.metadata.tables.values() for column in table.columns}
        if missing := ", ".join(sorted(expected - columns)):
            return f"is not complete: it has no column {missing}. Restore a copy"
        return ""
    if schema in {script.revision for script in _scripts().walk_revisions()}:
        return ""
    if schema.isdecimal() and schema < _FIRST:
        return (
            f"was made before version 0.2.0 of La Marque (its schema is {schema}):"
            " start version 0.2.0 on it once, then this one"
        )
    return f"was made by a newer version of La Marque (its schema is {schema}): install that version again"


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(migration_config())
