"""A file that was imported is known again, and a partie kept on paper is known for one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table, the index that finds a file among all carnets, and the column."""
    op.add_column("partie", sa.Column("paper", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "imported_file",
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_imported_file_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("carnet_id", "digest", name="pk_imported_file"),
    )
    op.create_index("ix_imported_file_digest", "imported_file", ["digest"])
