"""Add the results of all players to each outcome, and indexes for looking back; drop what no page reads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the column and the indexes, drop four columns; `outcomes.fill_outcomes` writes the outcomes anew."""
    op.execute("DELETE FROM outcome")
    op.drop_index("ix_outcome_carnet_id_game_held_on", "outcome")
    with op.batch_alter_table("outcome") as outcome:
        outcome.add_column(sa.Column("results", sa.Text(), nullable=False))
    columns = ["carnet_id", "number", "held_on", "partie_id", "game"]
    op.create_index("ix_outcome_carnet_id_number", "outcome", columns)
    op.create_index("ix_tally_player_id_why", "tally", ["player_id", "why", "partie_id"])
    with op.batch_alter_table("summary") as summary:
        for unread in ("dealer", "ending_article", "swing_manche", "comeback_manche"):
            summary.drop_column(unread)
