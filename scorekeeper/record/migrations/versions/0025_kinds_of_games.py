"""Add the game under which lists and statistics count a partie; earlier parties have house rules of no other kind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column and fill it with the game."""
    op.add_column("partie", sa.Column("counted_as", sa.String(60), nullable=True))
    op.execute("UPDATE partie SET counted_as = game")
    with op.batch_alter_table("partie") as partie:
        partie.alter_column("counted_as", existing_type=sa.String(60), nullable=False)
