"""A soirée has notes, its parties can go to another one, and the summary of a partie keeps its course.

The summaries are emptied: those of the parties already there are written again, with their course, afterwards.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns, and the table of what went from one soirée to another."""
    for name in ("tally", "seat_summary", "summary"):
        op.execute(sa.delete(sa.table(name)))
    with op.batch_alter_table("summary") as table:
        table.add_column(sa.Column("course", sa.JSON(), nullable=True))
    with op.batch_alter_table("summary") as table:
        table.alter_column("course", existing_type=sa.JSON(), nullable=False)
    with op.batch_alter_table("soiree") as table:
        table.add_column(sa.Column("notes", sa.Text(), nullable=False, server_default=""))
        table.add_column(sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    with op.batch_alter_table("soiree") as table:
        table.alter_column("notes", existing_type=sa.Text(), existing_nullable=False, server_default=None)
        table.alter_column("version", existing_type=sa.Integer(), existing_nullable=False, server_default=None)
    op.create_table(
        "regrouping",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("parties", sa.JSON(), nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["source_id"], ["soiree.id"], name="fk_regrouping_source_id_soiree"),
        sa.ForeignKeyConstraint(["target_id"], ["soiree.id"], name="fk_regrouping_target_id_soiree"),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_regrouping_access_id_access"),
        sa.PrimaryKeyConstraint("id", name="pk_regrouping"),
    )
    op.create_index("ix_regrouping_source_id", "regrouping", ["source_id"])
    op.create_index("ix_regrouping_target_id", "regrouping", ["target_id"])
