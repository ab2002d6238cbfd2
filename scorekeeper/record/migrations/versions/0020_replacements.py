"""Add the players who replaced others; tallies and outcomes are by player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.record.migrations.tables import INTEGER, create_table

revision = "0020"
down_revision = "0019"

_COLUMNS = "partie_id, number, player_id, why, times, count, points"


def upgrade() -> None:
    """Create the table of replacements, and give each tally the player of its seat."""
    create_table(
        "replacement",
        {
            "partie_id": "partie.id",
            "version": INTEGER,
            "number": INTEGER,
            "position": INTEGER,
            "former_id": "player.id",
            "player_id": "player.id",
        },
        key=["partie_id", "version"],
        indexed=["former_id", "player_id"],
    )
    op.execute(
        "CREATE TABLE tally_by_player AS"
        " SELECT tally.partie_id, tally.number, seat.player_id, why, times, count, points FROM tally"
        " JOIN seat ON seat.partie_id = tally.partie_id AND seat.number = tally.number"
    )
    op.drop_table("tally")
    create_table(
        "tally",
        {
            "partie_id": "summary.partie_id",
            "number": INTEGER,
            "player_id": "player.id",
            "why": sa.String(40),
            "times": INTEGER,
            "count": INTEGER,
            "points": INTEGER,
        },
        key=["partie_id", "number", "player_id", "why"],
    )
    op.execute(f"INSERT INTO tally ({_COLUMNS}) SELECT {_COLUMNS} FROM tally_by_player")  # noqa: S608 - no user input
    op.drop_table("tally_by_player")
    # `outcomes.fill_outcomes` writes the rows afterwards.
    op.execute("DELETE FROM outcome")
    op.add_column("outcome", sa.Column("credited", sa.Boolean(), nullable=False))
