"""Statistics are counted from the outcome of each seat; the sums that were kept of them go."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Drop the sums, and make the outcomes anew: they are written as the database is made ready."""
    for table in ("cell_pair", "cell_tally", "cell_player", "cell", "cells_version", "outcome"):
        op.drop_table(table)
    op.create_table(
        "outcome",
        sa.Column("partie_id", sa.Integer(), sa.ForeignKey("partie.id"), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True, autoincrement=False),
        sa.Column("carnet_id", sa.Integer(), sa.ForeignKey("carnet.id"), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("rules", sa.String(12), nullable=False),
        sa.Column("people", sa.String(120), nullable=False),
        sa.Column("held_on", sa.Date(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("manches", sa.Integer(), nullable=False),
        sa.Column("flags", sa.String(80), nullable=False),
    )
    op.create_index("ix_outcome_carnet_id_game_held_on", "outcome", ["carnet_id", "game", "held_on", "partie_id"])
    op.create_index("ix_outcome_player_id_held_on", "outcome", ["player_id", "held_on", "partie_id"])
