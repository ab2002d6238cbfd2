"""The form of a player is found by house rules and by table too; soirées put away are found among many."""

from __future__ import annotations

import hashlib
import json
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_DIGITS = 12


def upgrade() -> None:
    """Add the columns with what they say of the parties already there, and the indexes."""
    with op.batch_alter_table("outcome") as table:
        table.add_column(sa.Column("rules", sa.String(12), nullable=False, server_default=""))
        table.add_column(sa.Column("people", sa.String(120), nullable=False, server_default=""))
    _fill(op.get_bind())
    with op.batch_alter_table("outcome") as table:
        table.alter_column("rules", existing_type=sa.String(12), existing_nullable=False, server_default=None)
        table.alter_column("people", existing_type=sa.String(120), existing_nullable=False, server_default=None)
    for name in ("rules", "people"):
        op.create_index(f"ix_outcome_player_id_{name}_held_on", "outcome", ["player_id", name, "held_on", "partie_id"])
    gone = sa.text("deleted_at IS NOT NULL")
    op.create_index("ix_soiree_put_away", "soiree", ["carnet_id", "held_on"], sqlite_where=gone, postgresql_where=gone)


def _fill(connection: sa.Connection) -> None:
    columns: tuple[sa.ColumnClause[Any], ...] = (
        sa.column("partie_id"),
        sa.column("player_id"),
        sa.column("rules"),
        sa.column("people"),
    )
    outcome, partie = (
        sa.table("outcome", *columns),
        sa.table("partie", sa.column("id"), sa.column("options", sa.JSON())),
    )
    query = sa.select(outcome.c.partie_id, outcome.c.player_id, partie.c.options)
    query = query.join_from(outcome, partie, partie.c.id == outcome.c.partie_id).order_by(outcome.c.partie_id)
    found = [_said(list(seats)) for _, seats in groupby(connection.execute(query), key=attrgetter("partie_id"))]
    if found:
        said: dict[str, sa.BindParameter[Any]] = {
            "rules": sa.bindparam("its_rules"),
            "people": sa.bindparam("its_people"),
        }
        connection.execute(sa.update(outcome).where(outcome.c.partie_id == sa.bindparam("its_id")).values(said), found)


def _said(seats: list[Any]) -> dict[str, Any]:
    """The house rules and the players of a partie as its cell has them."""
    options = json.dumps(seats[0].options, sort_keys=True).encode()
    people = "-".join(map(str, sorted(seat.player_id for seat in seats)))
    return {
        "its_id": seats[0].partie_id,
        "its_rules": hashlib.sha256(options).hexdigest()[:_DIGITS],
        "its_people": people,
    }
