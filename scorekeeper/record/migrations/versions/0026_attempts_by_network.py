"""Count attempts by network, no longer in a fixed number of buckets that strangers shared; counts last an hour."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Replace the table; the counts of the last hour are lost."""
    op.drop_table("attempt")
    op.create_table(
        "attempt",
        sa.Column("network", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("network", name="pk_attempt"),
    )
    op.create_index("ix_attempt_since", "attempt", ["since"])
