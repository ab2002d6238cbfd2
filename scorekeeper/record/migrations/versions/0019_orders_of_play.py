"""Add the orders of play that the table changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the order of play from a manche on."""
    op.add_column("manche", sa.Column("order", sa.JSON(), nullable=True))
