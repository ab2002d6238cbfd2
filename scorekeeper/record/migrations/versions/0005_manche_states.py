"""The manche under way is a manche like the others: each has a state, and what was entered of it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

UNDER_WAY = sa.text("state IN ('begun', 'played')")
JSON = sa.JSON(none_as_null=True)
STATE = sa.Enum("begun", "played", "recorded", "undone", name="manchestate", native_enum=False, length=20)
PARTIE = sa.table(
    "partie",
    sa.column("id", sa.Integer),
    sa.column("begun", JSON),
    sa.column("cards", JSON),
    sa.column("undone", sa.Integer),
)
MANCHE = sa.table(
    "manche",
    sa.column("id", sa.Integer),
    sa.column("partie_id", sa.Integer),
    sa.column("position", sa.Integer),
    sa.column("facts", JSON),
    sa.column("note", sa.Text),
    sa.column("deleted_at", sa.DateTime(timezone=True)),
    sa.column("state", STATE),
    sa.column("context", JSON),
    sa.column("cards", JSON),
)
CHANGE = sa.table(
    "change",
    sa.column("partie_id", sa.Integer),
    sa.column("version", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("manche_id", sa.Integer),
    sa.column("facts", JSON),
)


def upgrade() -> None:
    """Give every manche its state, and put those under way among them."""
    with op.batch_alter_table("manche") as table:
        table.add_column(sa.Column("state", STATE, nullable=True))
        table.add_column(sa.Column("context", sa.JSON(), nullable=True))
        table.add_column(sa.Column("cards", sa.JSON(), nullable=True))
    connection = op.get_bind()
    connection.execute(MANCHE.update().where(MANCHE.c.deleted_at.is_(None)).values(state="recorded"))
    connection.execute(MANCHE.update().where(MANCHE.c.deleted_at.is_not(None)).values(state="undone"))
    _remember_contexts(connection)
    _put_under_way(connection)
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


def _remember_contexts(connection: sa.Connection) -> None:
    """Give each manche what was entered before its first card: the latest beginning before it was first recorded."""
    contexts: dict[int, Any] = {}
    entered: dict[int, Any] = {}
    changes = sa.select(CHANGE).where(CHANGE.c.kind.in_(("begun", "recorded")))
    for change in connection.execute(changes.order_by(CHANGE.c.partie_id, CHANGE.c.version)):
        if change.kind == "begun":
            entered[change.partie_id] = change.facts
        else:
            contexts.setdefault(change.manche_id, entered.pop(change.partie_id, None))
    for manche_id, context in contexts.items():
        if context is not None:
            connection.execute(MANCHE.update().where(MANCHE.c.id == manche_id).values(context=context))


def _put_under_way(connection: sa.Connection) -> None:
    """Make a manche of what each partie kept of the one under way: the one that was undone, if it was, or a new one."""
    for partie in connection.execute(sa.select(PARTIE)).all():
        if partie.begun is None and partie.cards is None:
            continue
        entered = {
            "state": "begun" if partie.cards is None else "played",
            "context": partie.begun,
            "cards": partie.cards,
        }
        mine = MANCHE.c.partie_id == partie.id
        undone = mine & (MANCHE.c.id == partie.undone) & MANCHE.c.deleted_at.is_not(None)
        if connection.execute(MANCHE.update().where(undone).values(entered)).rowcount:
            continue
        last = connection.scalar(sa.select(sa.func.max(MANCHE.c.position)).where(mine)) or 0
        new = {"partie_id": partie.id, "position": last + 1, "facts": {}, "note": "", **entered}
        connection.execute(MANCHE.insert().values(new))
