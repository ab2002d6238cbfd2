"""Erase a carnet for good: its rows in every table, found by following foreign keys to the carnet.

A table that is added later is included if its foreign keys lead to a carnet.
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
    """Erase a carnet from every table. Inside `database.writing()`.

    Raises `RefusedError` unless the name of the carnet was typed, or the text `unnamed` if the carnet has no name.
    """
    confirm(typed, carnet.name or unnamed)
    remove(carnet)


def remove(carnet: Carnet) -> None:
    """Remove every row of a carnet. Inside `database.writing()`."""
    carnet_id, key = carnet.id, carnet.key
    db.session.flush()
    for table in reversed(Base.metadata.sorted_tables):
        rows = rows_of(table, carnet_id, key)
        if rows is not None:
            db.session.execute(delete(table).where(rows))
    db.session.expunge_all()


def confirm(typed: str, name: str) -> None:
    """Raise `RefusedError` unless this name was typed; case and spaces are ignored."""
    if fold(" ".join(typed.split())) != fold(" ".join(name.split())):
        raise RefusedError("not_confirmed", field="typed_name", name=name)


def rows_of(table: Table, carnet_id: int, key: str) -> ColumnElement[bool] | None:
    """Return the condition on the rows of a table that belong to a carnet, None if the table is not carnet data."""
    if table is _CARNET:
        return table.c.id == carnet_id
    if table is _FORMS:
        return table.c.location.startswith(f"/c/{key}/", autoescape=True)
    link = _link(table)
    if link is None:
        return None
    column, target = link
    if target is _CARNET:
        return table.c[column] == carnet_id
    within = rows_of(target, carnet_id, key)
    return None if within is None else table.c[column].in_(select(*target.primary_key).where(within))


@cache
def _link(table: Table) -> tuple[str, Table] | None:
    """Return the foreign key, as (column, target table), on the shortest path from a table to its carnet, or None."""
    keys = [key for key in table.foreign_keys if not key.parent.nullable and key.column.table is not table]
    paths = [(_steps(key.column.table), key.parent.name, key.column.table) for key in keys]
    leading = [(steps, name, target) for steps, name, target in paths if steps is not None]
    return min(leading, key=lambda path: path[:2])[1:] if leading else None


def _steps(table: Table) -> int | None:
    """Return the number of foreign keys on the shortest path from a table to its carnet, None if there is no path."""
    if table is _CARNET:
        return 0
    link = _link(table)
    return None if link is None else 1 + (_steps(link[1]) or 0)
