"""Add the dealers that the table named."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the named dealer of a manche."""
    op.add_column("manche", sa.Column("dealer", sa.Integer(), nullable=True))
