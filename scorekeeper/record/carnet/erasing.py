"""Erase a carnet for good: its rows in all tables whose foreign keys lead to a carnet, even in tables added later."""

from __future__ import annotations

from functools import cache

from sqlalchemy import ColumnElement, Table, delete, select

from scorekeeper.record.database import db, empty_write_ahead_log
from scorekeeper.record.models import Base, Carnet, Submission
from scorekeeper.record.names import comparable
from scorekeeper.record.refusals import RefusedError

_CARNET = Base.metadata.tables[Carnet.__tablename__]
_SUBMISSIONS = Base.metadata.tables[Submission.__tablename__]


def empty_log() -> None:
    """Empty SQLite's log, in which what was erased can still be read. To be called after the transaction."""
    empty_write_ahead_log(db.engine)


def erase_carnet(carnet: Carnet, typed_name: str, default_name: str) -> None:
    """Erase a carnet from every table. To be called inside `database.writing()`.

    Raises `RefusedError` unless `typed_name` is the name of the carnet, or `default_name` if it has none.
    """
    refuse_unconfirmed(typed_name, carnet.name or default_name)
    delete_carnet_rows(carnet)


def delete_carnet_rows(carnet: Carnet) -> None:
    """Delete every row of a carnet. To be called inside `database.writing()`."""
    carnet_id = carnet.id
    key = carnet.key
    db.session.flush()
    for table in reversed(Base.metadata.sorted_tables):
        condition = rows_condition(table, carnet_id, key)
        if condition is not None:
            db.session.execute(delete(table).where(condition))
    db.session.expunge_all()


def refuse_unconfirmed(typed_name: str, name: str) -> None:
    """Raise `RefusedError` unless `typed_name` is the name; case, joiners and repeated spaces are ignored."""
    if comparable(typed_name) != comparable(name):
        raise RefusedError("not_confirmed", field="typed_name", name=name)


def rows_condition(table: Table, carnet_id: int, key: str) -> ColumnElement[bool] | None:
    """Return the condition on the rows of a table that belong to a carnet, None if the table is not carnet data."""
    if table is _CARNET:
        return table.c.id == carnet_id
    if table is _SUBMISSIONS:
        return table.c.location.contains(f"/c/{key}/", autoescape=True)  # perhaps after the path of the app
    foreign_key = _key_to_carnet(table)
    if foreign_key is None:
        return None
    column, target = foreign_key
    if target is _CARNET:
        return table.c[column] == carnet_id
    target_condition = rows_condition(target, carnet_id, key)
    if target_condition is None:
        return None
    return table.c[column].in_(select(*target.primary_key).where(target_condition))


@cache
def _key_to_carnet(table: Table) -> tuple[str, Table] | None:
    """Return the first foreign key, as (column, target table), of the shortest path to the carnet, or None."""
    keys = [key for key in table.foreign_keys if not key.parent.nullable and key.column.table is not table]
    paths = [(_distance_to_carnet(key.column.table), key.parent.name, key.column.table) for key in keys]
    complete = [(distance, column, target) for distance, column, target in paths if distance is not None]
    if not complete:
        return None
    _distance, column, target = min(complete, key=lambda path: path[:2])
    return column, target


def _distance_to_carnet(table: Table) -> int | None:
    """Return the number of foreign keys on the shortest path from a table to its carnet, None if there is no path."""
    if table is _CARNET:
        return 0
    foreign_key = _key_to_carnet(table)
    if foreign_key is None:
        return None
    _column, target = foreign_key
    return 1 + (_distance_to_carnet(target) or 0)
