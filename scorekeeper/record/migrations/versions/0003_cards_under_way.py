"""A partie keeps the cards of the manche under way, where they are entered one by one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("partie") as table:
        table.add_column(sa.Column("cards", sa.JSON(), nullable=True))
