"""Others come into a carnet by an invitation, under a name of theirs; wrong codes are counted by their source."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables, and the columns that say who holds an access, for which soirée and until when."""
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("carnet_id", sa.Integer(), nullable=False),
        sa.Column("soiree_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_invitation_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["soiree_id"], ["soiree.id"], name="fk_invitation_soiree_id_soiree"),
        sa.PrimaryKeyConstraint("id", name="pk_invitation"),
        sa.UniqueConstraint("digest", name="uq_invitation_digest"),
    )
    op.create_index("ix_invitation_carnet_id", "invitation", ["carnet_id"])
    op.create_table(
        "attempt",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_attempt"),
    )
    with op.batch_alter_table("access") as table:
        table.add_column(sa.Column("name", sa.String(40), nullable=False, server_default=""))
        table.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("soiree_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("invitation_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True))
        table.add_column(sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True))
        table.create_foreign_key("fk_access_player_id_player", "player", ["player_id"], ["id"])
        table.create_foreign_key("fk_access_soiree_id_soiree", "soiree", ["soiree_id"], ["id"])
        table.create_foreign_key("fk_access_invitation_id_invitation", "invitation", ["invitation_id"], ["id"])
    with op.batch_alter_table("access") as table:
        table.alter_column("name", existing_type=sa.String(40), existing_nullable=False, server_default=None)
