"""Count attempts by network, no longer in a fixed number of buckets that strangers shared; counts last an hour."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.record.migrations.tables import INTEGER, TIME, create_table

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Replace the table; the counts of the last hour are lost."""
    op.drop_table("attempt")
    create_table(
        "attempt", {"network": sa.String(40), "number": INTEGER, "since": TIME}, key=["network"], indexed=["since"]
    )
