"""Add the figures of the course of a partie and its playing times to its summary, and a manche to each tally."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_FIGURES = "gaps", "swing", "swing_manche", "comeback", "comeback_manche", "margin", "seconds"


def upgrade() -> None:
    """Add the columns; `upkeep.fill_summaries` fills them for the parties that have ended, and their outcomes anew."""
    for name in _FIGURES:
        op.add_column("summary", sa.Column(name, sa.Integer(), nullable=True))
    for name in ("began_at", "played_at"):
        op.add_column("summary", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    # Winners have the first rank now, whatever their total.
    op.execute("DELETE FROM outcome")
    op.add_column("tally", sa.Column("manche", sa.Integer(), nullable=True))
