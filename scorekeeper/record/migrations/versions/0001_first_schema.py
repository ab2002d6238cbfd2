"""The first schema: carnets, players, soirées, parties, manches and their changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "carnet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("recovery_code", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_carnet"),
        sa.UniqueConstraint("key", name="uq_carnet_key"),
        sa.UniqueConstraint("recovery_code", name="uq_carnet_recovery_code"),
    )
    op.create_table(
        "submission",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("location", sa.String(length=400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_submission"),
    )
    op.create_index("ix_submission_at", "submission", ["at"], unique=False)
    op.create_table(
        "access",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column(
            "role",
            sa.Enum("owner", "marqueur", "spectateur", name="role", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_access_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_access"),
    )
    op.create_index("ix_access_carnet_id", "access", ["carnet_id"], unique=False)
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=160), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_player_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("carnet_id", "folded", name="uq_player_carnet_id_folded"),
    )
    op.create_index("ix_player_carnet_id", "player", ["carnet_id"], unique=False)
    op.create_table(
        "saved_preset",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_saved_preset_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_saved_preset"),
        sa.UniqueConstraint("carnet_id", "game", "seats", "name", name="uq_saved_preset_carnet_id_game_seats_name"),
    )
    op.create_index("ix_saved_preset_carnet_id", "saved_preset", ["carnet_id"], unique=False)
    op.create_table(
        "soiree",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("held_on", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_soiree_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_soiree"),
    )
    op.create_index("ix_soiree_carnet_id", "soiree", ["carnet_id"], unique=False)
    op.create_table(
        "partie",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("soiree_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("abandoned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_partie_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_partie"),
    )
    op.create_index("ix_partie_soiree_id", "partie", ["soiree_id"], unique=False)
    op.create_table(
        "manche",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_manche_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_manche"),
        sa.UniqueConstraint("partie_id", "position", name="uq_manche_partie_id_position"),
    )
    op.create_index("ix_manche_partie_id", "manche", ["partie_id"], unique=False)
    op.create_table(
        "seat",
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_seat_partie_id_partie"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_player_id_player"),
        sa.PrimaryKeyConstraint("partie_id", "number", name="pk_seat"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"], unique=False)
    op.create_table(
        "change",
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.Column(
            "kind",
            sa.Enum(
                "started",
                "recorded",
                "corrected",
                "deleted",
                "restored",
                "rules",
                "abandoned",
                "reopened",
                "removed",
                "brought_back",
                name="changekind",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("manche_id", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("options", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_change_access_id_access"),
        sa.ForeignKeyConstraint(["manche_id"], ["manche.id"], name="fk_change_manche_id_manche"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_change_partie_id_partie"),
        sa.PrimaryKeyConstraint("partie_id", "version", name="pk_change"),
    )
    op.create_index("ix_change_manche_id", "change", ["manche_id"], unique=False)
