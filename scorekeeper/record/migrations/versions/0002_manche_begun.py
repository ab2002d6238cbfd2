"""A partie keeps what is known of the manche under way, and the names of its teams."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("partie") as table:
        table.add_column(sa.Column("begun", sa.JSON(), nullable=True))
        table.add_column(sa.Column("side_names", sa.JSON(), nullable=True))
