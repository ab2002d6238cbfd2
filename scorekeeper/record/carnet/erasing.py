"""Erase a carnet for good: its rows in all tables whose foreign keys lead to a carnet, even in tables added later.

A carnet is the notebook of a group of players; its `key` is a part of its addresses: `/c/KEY/`.
"""

from __future__ import annotations

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
    db.session.flush()
    # The rows that refer to others come first.
    for table, condition in reversed(rows_of_carnet(carnet).items()):
        db.session.execute(delete(table).where(condition))
    db.session.expunge_all()


def rows_of_carnet(carnet: Carnet) -> dict[Table, ColumnElement[bool]]:
    """Return for each table with rows of a carnet the condition on them; tables that others refer to come first."""
    conditions: dict[Table, ColumnElement[bool]] = {
        _CARNET: _CARNET.c.id == carnet.id,
        # Forms that were processed, by the address of their answer. The path of the app may come before `/c/`.
        _SUBMISSIONS: _SUBMISSIONS.c.location.contains(f"/c/{carnet.key}/", autoescape=True),
    }
    # Parents come first, so that the first foreign key found is of a short path to the carnet.
    for table in Base.metadata.sorted_tables:
        # By the table to which a foreign key leads, the column with this key.
        columns = {key.column.table: key.parent for key in table.foreign_keys if not key.parent.nullable}
        parent = next((parent for parent in conditions if parent in columns), None)
        # The rows of this table that refer to a row of the carnet in the parent table.
        if parent is not None:
            conditions[table] = columns[parent].in_(select(*parent.primary_key).where(conditions[parent]))
    return conditions


def refuse_unconfirmed(typed_name: str, name: str) -> None:
    """Raise `RefusedError` unless `typed_name` is the name; case, joiners and repeated spaces are ignored."""
    if comparable(typed_name) != comparable(name):
        raise RefusedError("not_confirmed", field="typed_name", name=name)
