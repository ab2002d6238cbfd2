"""Add the time zone of the device that began a soirée."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column; earlier soirées stay in the time zone of the server."""
    op.add_column("soiree", sa.Column("zone", sa.String(40), nullable=True))
