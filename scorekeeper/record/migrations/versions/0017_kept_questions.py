"""Add the questions about the rules that users keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the table of kept questions."""
    op.create_table(
        "kept_question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("words", sa.String(length=400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_kept_question_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_kept_question"),
    )
    op.create_index("ix_kept_question_carnet_id", "kept_question", ["carnet_id"], unique=False)
