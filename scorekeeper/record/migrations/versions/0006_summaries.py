"""Lists read a summary of each partie; those of the parties already there are filled in after the migrations.

They are read through the models of today, which only the schema of today fits: hence not here.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables, and the index that lists soirées by their date."""
    op.create_table(
        "summary",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("manches", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("ending_why", sa.String(40), nullable=True),
        sa.Column("ending_article", sa.String(20), nullable=True),
        sa.Column("ending_after", sa.Integer(), nullable=True),
        sa.Column("ending_result", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_summary_partie_id_partie"),
        sa.PrimaryKeyConstraint("partie_id", name="pk_summary"),
    )
    op.create_table(
        "seat_summary",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["summary.partie_id"], name="fk_seat_summary_partie_id_summary"),
        sa.PrimaryKeyConstraint("partie_id", "number", name="pk_seat_summary"),
    )
    op.create_table(
        "tally",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("why", sa.String(40), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["summary.partie_id"], name="fk_tally_partie_id_summary"),
        sa.PrimaryKeyConstraint("partie_id", "number", "why", name="pk_tally"),
    )
    op.create_index("ix_soiree_carnet_id_held_on", "soiree", ["carnet_id", "held_on"])
    op.drop_index("ix_soiree_carnet_id", "soiree")
