"""The schema of the first release, the oldest that is upgraded.

A new database gets the newest schema at once (`database.schema`), so no database is upgraded to this one.
"""

from __future__ import annotations

revision = "0016"
down_revision = None


def upgrade() -> None:
    """Change nothing: a database of this revision has these tables."""
