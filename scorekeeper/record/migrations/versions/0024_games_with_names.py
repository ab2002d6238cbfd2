"""Widen the slug of a game, which can have a name after it: `scoresheet:most:Belote`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Change the type of the columns; SQLite has no other way than to copy their tables."""
    for table in ("partie", "outcome", "saved_preset", "kept_question"):
        with op.batch_alter_table(table) as changed:
            changed.alter_column("game", existing_type=sa.String(20), type_=sa.String(60), existing_nullable=False)
