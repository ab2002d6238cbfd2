"""What a table decides where no house rule does is kept in its carnet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table, and the index that finds what a carnet decided on an article."""
    op.create_table(
        "decision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("article", sa.String(20), nullable=False),
        sa.Column("quarrel", sa.String(80), nullable=True),
        sa.Column("words", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_decision_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_decision_partie_id_partie"),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_decision_access_id_access"),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
    )
    op.create_index("ix_decision_carnet_id_article", "decision", ["carnet_id", "article"])
