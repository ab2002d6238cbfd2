"""What a soirée is played for, and players written down twice who are one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "stake",
        sa.Column("soiree_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("per", sa.String(20), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("sign", sa.String(3), nullable=False),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_stake_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("soiree_id", name="pk_stake"),
    )
    op.create_table(
        "merge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("within_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_merge_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_merge_player_id_player"),
        sa.ForeignKeyConstraint(["within_id"], ["merge.id"], name="fk_merge_within_id_merge"),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_merge_access_id_access"),
        sa.PrimaryKeyConstraint("id", name="pk_merge"),
    )
    for column in ("carnet_id", "player_id", "within_id"):
        op.create_index(f"ix_merge_{column}", "merge", [column])
