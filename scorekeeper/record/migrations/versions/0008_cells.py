"""Statistics read sums, kept by cells; those of the parties already there are filled in after the migrations."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "cells_version",
        _number("carnet_id"),
        _number("version"),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_cells_version_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("carnet_id", name="pk_cells_version"),
    )
    op.create_table(
        "cell",
        sa.Column("key", sa.String(24), nullable=False),
        _number("carnet_id"),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("rules", sa.String(12), nullable=False),
        sa.Column("people", sa.String(120), nullable=False),
        _number("year"),
        _number("narrowed"),
        sa.Column("options", sa.JSON(), nullable=True),
        _number("parties"),
        _number("manches"),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_cell_carnet_id_carnet"),
        sa.PrimaryKeyConstraint("key", name="pk_cell"),
    )
    op.create_index("ix_cell_carnet_id_narrowed", "cell", ["carnet_id", "narrowed"])
    _of_player("cell_player", (), "parties", "won", "drawn", "ranks", "points", "manches")
    _of_player("cell_tally", (sa.Column("why", sa.String(60), nullable=False),), "times", "count", "points")
    other = (_number("other_id"),)
    _of_player("cell_pair", other, "against", "above", "below", "together", "won", "ranks", "points")
    op.create_table(
        "outcome",
        *(_number(name) for name in ("partie_id", "number", "carnet_id")),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("held_on", sa.Date(), nullable=False),
        *(_number(name) for name in ("player_id", "rank", "sides")),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_outcome_partie_id_partie"),
        sa.ForeignKeyConstraint(["carnet_id"], ["carnet.id"], name="fk_outcome_carnet_id_carnet"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_outcome_player_id_player"),
        sa.PrimaryKeyConstraint("partie_id", "number", name="pk_outcome"),
    )
    for first in (("player_id",), ("player_id", "game"), ("carnet_id", "game")):
        columns = [*first, "held_on", "partie_id"]
        op.create_index(f"ix_outcome_{'_'.join(first)}_held_on", "outcome", columns)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), autoincrement=False, nullable=False)


def _of_player(table: str, more: tuple[sa.Column[Any], ...], *amounts: str) -> None:
    keys = ["cell", "player_id", *(column.name for column in more)]
    players = [name for name in keys if name in {"player_id", "other_id"}]
    op.create_table(
        table,
        sa.Column("cell", sa.String(24), nullable=False),
        _number("player_id"),
        *more,
        *(_number(name) for name in amounts),
        *(sa.ForeignKeyConstraint([name], ["player.id"], name=f"fk_{table}_{name}_player") for name in players),
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{table}"),
    )
