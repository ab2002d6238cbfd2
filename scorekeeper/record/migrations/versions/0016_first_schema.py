"""Create the schema of the first release; `database/earlier_schemas.py` upgrades older databases to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "attempt",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_attempt"),
    )
    op.create_table(
        "carnet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("code_digest", sa.String(length=64), nullable=False),
        sa.Column("code_renewals", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_carnet"),
        sa.UniqueConstraint("code_digest", name="uq_carnet_code_digest"),
        sa.UniqueConstraint("key", name="uq_carnet_key"),
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
        "imported_file",
        sa.Column("carnet_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_imported_file_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("carnet_id", "digest", name="pk_imported_file"),
    )
    op.create_index("ix_imported_file_digest", "imported_file", ["digest"], unique=False)
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
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_soiree_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("id", name="pk_soiree"),
    )
    op.create_index("ix_soiree_carnet_id_held_on", "soiree", ["carnet_id", "held_on"], unique=False)
    op.create_index(
        "ix_soiree_put_away",
        "soiree",
        ["carnet_id", "held_on"],
        unique=False,
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("soiree_id", sa.Integer(), nullable=True),
        sa.Column(
            "role",
            sa.Enum("owner", "marqueur", "spectateur", name="role", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_invitation_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_invitation_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_invitation"),
        sa.UniqueConstraint("digest", name="uq_invitation_digest"),
    )
    op.create_index("ix_invitation_carnet_id", "invitation", ["carnet_id"], unique=False)
    op.create_table(
        "partie",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("soiree_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("paper", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("side_names", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("abandoned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_partie_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_partie"),
    )
    op.create_index("ix_partie_soiree_id", "partie", ["soiree_id"], unique=False)
    op.create_table(
        "stake",
        sa.Column("soiree_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "per", sa.Enum("point", "partie", "rank", name="stakeper", native_enum=False, length=20), nullable=False
        ),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("sign", sa.String(length=3), nullable=False),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_stake_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("soiree_id", name="pk_stake"),
    )
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
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("soiree_id", sa.Integer(), nullable=True),
        sa.Column("invitation_id", sa.Integer(), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_access_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["invitation_id"], ["invitation.id"], name="fk_access_invitation_id_invitation"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_access_player_id_player"),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_access_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_access"),
    )
    op.create_index("ix_access_carnet_id", "access", ["carnet_id"], unique=False)
    op.create_table(
        "manche",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("begun", "played", "recorded", "undone", name="manchestate", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("context", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("cards", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_manche_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_manche"),
        sa.UniqueConstraint("partie_id", "position", name="uq_manche_partie_id_position"),
    )
    op.create_index("ix_manche_partie_id", "manche", ["partie_id"], unique=False)
    op.create_index(
        "uq_manche_under_way",
        "manche",
        ["partie_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('begun', 'played')"),
        postgresql_where=sa.text("state IN ('begun', 'played')"),
    )
    op.create_table(
        "outcome",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
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
    op.create_index(
        "ix_outcome_carnet_id_game_held_on", "outcome", ["carnet_id", "game", "held_on", "partie_id"], unique=False
    )
    op.create_index("ix_outcome_player_id_held_on", "outcome", ["player_id", "held_on", "partie_id"], unique=False)
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
        "summary",
        sa.Column("partie_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("manches", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("ending_why", sa.String(length=40), nullable=True),
        sa.Column("ending_article", sa.String(length=20), nullable=True),
        sa.Column("ending_after", sa.Integer(), nullable=True),
        sa.Column("ending_result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("course", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_summary_partie_id_partie"),
        sa.PrimaryKeyConstraint("partie_id", name="pk_summary"),
    )
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
                "begun",
                "cards",
                "hands",
                "cleared",
                "laid_out",
                "played",
                "taken_back",
                "recorded",
                "corrected",
                "deleted",
                "restored",
                "rules",
                "abandoned",
                "reopened",
                "again",
                "moved",
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
    op.create_table(
        "decision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("partie_id", sa.Integer(), nullable=False),
        sa.Column("article", sa.String(length=20), nullable=False),
        sa.Column("quarrel", sa.String(length=80), nullable=True),
        sa.Column("words", sa.String(length=200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_decision_access_id_access"),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_decision_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_decision_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
    )
    op.create_index("ix_decision_carnet_id_article", "decision", ["carnet_id", "article"], unique=False)
    op.create_table(
        "merge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_merge_access_id_access"),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_merge_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_merge_player_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_merge"),
    )
    op.create_index("ix_merge_carnet_id", "merge", ["carnet_id"], unique=False)
    op.create_index("ix_merge_player_id", "merge", ["player_id"], unique=False)
    op.create_table(
        "regrouping",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("parties", sa.JSON(), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_id", sa.Integer(), nullable=True),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["access_id"], ["access.id"], name="fk_regrouping_access_id_access"),
        sa.ForeignKeyConstraint(["source_id"], ["soiree.id"], name="fk_regrouping_source_id_soiree"),
        sa.ForeignKeyConstraint(["target_id"], ["soiree.id"], name="fk_regrouping_target_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_regrouping"),
    )
    op.create_index("ix_regrouping_source_id", "regrouping", ["source_id"], unique=False)
    op.create_index("ix_regrouping_target_id", "regrouping", ["target_id"], unique=False)
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
        sa.Column("why", sa.String(length=40), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["summary.partie_id"], name="fk_tally_partie_id_summary"),
        sa.PrimaryKeyConstraint("partie_id", "number", "why", name="pk_tally"),
    )
