"""A carnet erased for good: its rows in every table, found by the keys that lead from each to the carnet.

A table that is added later goes with the others, as long as its rows lead to a carnet.
"""

from __future__ import annotations

from functools import cache

from sqlalchemy import ColumnElement, Table, delete, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Base, Carnet, Submission
from scorekeeper.record.names import fold
from scorekeeper.record.refusals import RefusedError

_CARNET = Base.metadata.tables[Carnet.__tablename__]
_FORMS = Base.metadata.tables[Submission.__tablename__]


def erase(carnet: Carnet, typed: str, unnamed: str) -> None:
    """Erase a carnet, of which nothing is left in any table. Inside `database.writing()`.

    Raises `RefusedError` unless its name was typed, or `unnamed` where it has none.
    """
    confirm(typed, carnet.name or unnamed)
    remove(carnet)


def remove(carnet: Carnet) -> None:
    """Remove every row of a carnet. Inside `database.writing()`."""
    number, key = carnet.id, carnet.key
    db.session.flush()
    for table in reversed(Base.metadata.sorted_tables):
        rows = rows_of(table, number, key)
        if rows is not None:
            db.session.execute(delete(table).where(rows))
    db.session.expunge_all()


def confirm(typed: str, name: str) -> None:
    """Raise `RefusedError` unless this name was typed, its case and spaces aside."""
    if fold(" ".join(typed.split())) != fold(" ".join(name.split())):
        raise RefusedError("not_confirmed", field="typed_name", name=name)


def rows_of(table: Table, carnet_id: int, key: str) -> ColumnElement[bool] | None:
    """Which rows of a table are those of a carnet; None for a table that holds nothing of any."""
    if table is _CARNET:
        return table.c.id == carnet_id
    if table is _FORMS:
        return table.c.location.startswith(f"/c/{key}/", autoescape=True)
    way = _way(table)
    if way is None:
        return None
    column, target = way
    if target is _CARNET:
        return table.c[column] == carnet_id
    within = rows_of(target, carnet_id, key)
    return None if within is None else table.c[column].in_(select(*target.primary_key).where(within))


@cache
def _way(table: Table) -> tuple[str, Table] | None:
    """The column that leads every row of a table towards its carnet, and where to; the shortest way."""
    keys = [key for key in table.foreign_keys if not key.parent.nullable and key.column.table is not table]
    ways = [(_steps(key.column.table), key.parent.name, key.column.table) for key in keys]
    known = [(steps, name, target) for steps, name, target in ways if steps is not None]
    return min(known, key=lambda way: way[:2])[1:] if known else None


def _steps(table: Table) -> int | None:
    if table is _CARNET:
        return 0
    way = _way(table)
    return None if way is None else 1 + (_steps(way[1]) or 0)
