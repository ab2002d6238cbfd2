"""Add the questions about the rules that users keep."""

from __future__ import annotations

import sqlalchemy as sa

from scorekeeper.record.migrations.tables import INTEGER, TIME, create_table

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the table of kept questions."""
    create_table(
        "kept_question",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "game": sa.String(20),
            "words": sa.String(400),
            "at": TIME,
            "deleted_at": TIME,
        },
        optional=["deleted_at"],
        indexed=["carnet_id"],
    )
