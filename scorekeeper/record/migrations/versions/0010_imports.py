"""A file that was imported is known again: it is not written a second time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0007"


def upgrade() -> None:
    """Make the table, and the index that finds a file among all carnets."""
    op.create_table(
        "imported_file",
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_imported_file_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("carnet_id", "digest", name="pk_imported_file"),
    )
    op.create_index("ix_imported_file_digest", "imported_file", ["digest"])
