"""The schema revisions that this version knows."""

import re
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

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
    if all(_NAME.fullmatch(one) and one < _FIRST for one in unknown):
        return (
            f"was made before version 0.2.0 of La Marque (its schema is {', '.join(unknown)}):"
            " start version 0.2.0 on it once, then this one"
        )
    return f"was made by a newer version of La Marque (its schema is {', '.join(unknown)}): install that version again"


def newest_revision() -> str | None:
    """Return the revision to which `schema.prepare` upgrades a database."""
    return _scripts().get_current_head()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(migration_config())
