"""Drop the players of the table from each outcome: no page filters by them any more."""

from __future__ import annotations

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("outcome", "people")
