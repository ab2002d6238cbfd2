"""The manche under way is a manche like the others: each has a state, and what was entered of it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

UNDER_WAY = sa.text("state IN ('begun', 'played')")
STATE = sa.Enum("begun", "played", "recorded", "undone", name="manchestate", native_enum=False, length=20)


def upgrade() -> None:
    """Give every manche its state, and put those under way among them."""
    with op.batch_alter_table("manche") as table:
        table.add_column(sa.Column("state", STATE, nullable=True))
        table.add_column(sa.Column("context", sa.JSON(), nullable=True))
        table.add_column(sa.Column("cards", sa.JSON(), nullable=True))
    _carry_over(op.get_bind())
    with op.batch_alter_table("manche") as table:
        table.alter_column("state", existing_type=STATE, nullable=False)
        table.drop_column("deleted_at")
    op.create_index(
        "uq_manche_under_way",
        "manche",
        ["partie_id"],
        unique=True,
        sqlite_where=UNDER_WAY,
        postgresql_where=UNDER_WAY,
    )
    with op.batch_alter_table("partie") as table:
        for name in ("begun", "cards", "undone"):
            table.drop_column(name)


def _carry_over(connection: sa.Connection) -> None:
    tables = sa.MetaData()
    tables.reflect(connection, only=["partie", "manche"])
    manche = tables.tables["manche"]
    in_sheet = manche.c.deleted_at.is_(None)
    connection.execute(sa.update(manche).values(state=sa.case((in_sheet, "recorded"), else_="undone")))
    for partie in connection.execute(sa.select(tables.tables["partie"])).all():
        if partie.begun is not None or partie.cards is not None:
            _put_under_way(connection, manche, partie)


def _put_under_way(connection: sa.Connection, manche: sa.Table, partie: sa.Row[Any]) -> None:
    """Make a manche of what a partie kept of the one under way: the one that was undone, if it was, or a new one."""
    entered = {
        "state": "begun" if partie.cards is None else "played",
        "context": sa.null() if partie.begun is None else partie.begun,
        "cards": sa.null() if partie.cards is None else partie.cards,
    }
    mine = manche.c.partie_id == partie.id
    undone = mine & (manche.c.id == partie.undone) & manche.c.deleted_at.is_not(None)
    if connection.execute(sa.update(manche).where(undone).values(entered)).rowcount:
        return
    last = connection.scalar(sa.select(sa.func.max(manche.c.position)).where(mine)) or 0
    new = {"partie_id": partie.id, "position": last + 1, "facts": {}, "note": "", **entered}
    connection.execute(sa.insert(manche).values(new))
