"""Add the players who replaced others; tallies and outcomes are by player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_COLUMNS = "partie_id, number, player_id, why, times, count, points"


def upgrade() -> None:
    """Create the table of replacements, and give each tally the player of its seat."""
    op.create_table(
        "replacement",
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("former_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_replacement_partie_id_partie"),
        sa.ForeignKeyConstraint(["former_id"], ["player.id"], name="fk_replacement_former_id_player"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_replacement_player_id_player"),
        sa.PrimaryKeyConstraint("partie_id", "version", name="pk_replacement"),
    )
    op.create_index("ix_replacement_former_id", "replacement", ["former_id"], unique=False)
    op.create_index("ix_replacement_player_id", "replacement", ["player_id"], unique=False)
    op.execute(
        "CREATE TABLE tally_by_player AS"
        " SELECT tally.partie_id, tally.number, seat.player_id, why, times, count, points FROM tally"
        " JOIN seat ON seat.partie_id = tally.partie_id AND seat.number = tally.number"
    )
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("why", sa.String(length=40), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["summary.partie_id"], name="fk_tally_partie_id_summary"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_tally_player_id_player"),
        sa.PrimaryKeyConstraint("partie_id", "number", "player_id", "why", name="pk_tally"),
    )
    op.execute(f"INSERT INTO tally ({_COLUMNS}) SELECT {_COLUMNS} FROM tally_by_player")  # noqa: S608 - no user input
    op.drop_table("tally_by_player")
    # `outcomes.fill_outcomes` writes the rows afterwards.
    op.drop_table("outcome")
    op.create_table(
        "outcome",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("credited", sa.Boolean(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("rules", sa.String(length=12), nullable=False),
        sa.Column("people", sa.String(length=120), nullable=False),
        sa.Column("held_on", sa.Date(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("manches", sa.Integer(), nullable=False),
        sa.Column("flags", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_outcome_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_outcome_partie_id_partie"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_outcome_player_id_player"),
        sa.PrimaryKeyConstraint("partie_id", "number", "player_id", name="pk_outcome"),
    )
    columns = ["carnet_id", "game", "held_on", "partie_id"]
    op.create_index("ix_outcome_carnet_id_game_held_on", "outcome", columns, unique=False)
    op.create_index("ix_outcome_player_id_held_on", "outcome", ["player_id", "held_on", "partie_id"], unique=False)
