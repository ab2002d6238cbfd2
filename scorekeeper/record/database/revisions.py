"""The schema revisions that this version knows."""

from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

# Schemas older than the first release; `earlier_schemas` upgrades them.
EARLIER = frozenset({"0013", "0014", "0015"})
FIRST_RELEASED = "0016"
MIGRATIONS = Path(__file__).parents[1] / "migrations"


def migration_config() -> Config:
    """Return the configuration of Alembic, which needs no file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def known_revisions() -> set[str]:
    """Return every revision that this version opens: the newest, and those it upgrades."""
    return {*EARLIER, *(script.revision for script in _scripts().walk_revisions())}


def newest_revision() -> str | None:
    """Return the revision to which `schema.prepare` upgrades a database."""
    return _scripts().get_current_head()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(migration_config())
