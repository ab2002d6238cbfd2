"""Export a complete carnet as one JSON object, with a line for each row, in batches of parties.

A carnet is the notebook of a group of players; a soirée is an evening of cards, a partie a game to its end, and a
manche one deal of it. A stake is the amount paid in a soirée. A regrouping moved parties to another soirée, and a merge
made two players one. The base of a partie is the state at which its log of changes begins. A participant is a player of
a partie, numbered from 0 by arrival.

Rows refer to each other by their position in the lists, from 1, not by ids of this database. Keys, codes, accesses and
derived values are not exported. Deleted and undone rows are exported, with every change.
"""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, Engine, Table, select
from sqlalchemy.orm import Session

from scorekeeper.record.carnet.erasing import rows_of_carnet
from scorekeeper.record.database import end_reading
from scorekeeper.record.models import (
    Base,
    Carnet,
    Change,
    Decision,
    KeptQuestion,
    Manche,
    Merge,
    Participant,
    Partie,
    PartieBase,
    Player,
    Regrouping,
    SavedPreset,
    Soiree,
    Stake,
)
from scorekeeper.record.partie.journal import DRAWN
from scorekeeper.record.transfer import rows
from scorekeeper.record.transfer.format import FORMAT, VERSION
from scorekeeper.record.transfer.partie import manche_row

BATCH_SIZE = 100  # parties
JsonObject = dict[str, Any]
Positions = Mapping[int, int]  # of rows in the file, from 1, by their ids in the database
# What the file has for a partie without a base.
_NO_BASE: JsonObject = {"version": 1, "state": {}}


@contextmanager
def snapshot(engine: Engine) -> Iterator[Session]:
    """Open a session whose queries all see one state of the database, in spite of concurrent writes."""
    session = Session(engine)
    try:
        # A transaction of SQLite always sees one state, one of PostgreSQL only with this isolation level.
        if session.get_bind().dialect.name == "postgresql":
            session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        yield session
    finally:
        # Close the session, without an error if the database is lost.
        end_reading(session)


def carnet_file(engine: Engine, carnet: Carnet) -> Iterator[str]:
    """Return the text of the file of a carnet, in chunks, in a session of its own."""
    with snapshot(engine) as session:
        yield from write_carnet(session, carnet)


def write_carnet(session: Session, carnet: Carnet) -> Iterator[str]:
    """Return the text of the file in chunks.

    `session` is one that `snapshot` opened, so that all lists are of one state of the database.
    """
    carnet_values = {"name": carnet.name, "created_at": carnet.created_at}
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n"carnet": {_json(carnet_values)}'
    listed: Mapping[str, type[Player | Soiree | Partie]] = {"players": Player, "soirees": Soiree, "parties": Partie}
    positions = {name: positions_of(session, model, carnet) for name, model in listed.items()}
    parties = positions["parties"]
    # `rows_of_carnet` returns for each table the condition on the rows of the carnet.
    conditions = rows_of_carnet(carnet)

    def objects(
        model: type[Base],
        shape: type[rows.FileObject],
        *more_conditions: ColumnElement[bool],
        **computed: Callable[[Any], object],
    ) -> Iterator[JsonObject]:
        """Yield the objects of a table. No column has the values of `computed`: they are functions of the row."""
        for row in _read(session, model, conditions[_table(model)], *more_conditions):
            yield _object(positions, row, shape, **{name: value_of(row) for name, value_of in computed.items()})

    stake_rows = _read(session, Stake, conditions[_table(Stake)])
    stakes = {row.soiree_id: _object(positions, row, rows.StakeObject) for row in stake_rows}
    lists = {
        "players": objects(Player, rows.PlayerObject),
        "presets": objects(SavedPreset, rows.PresetObject),
        "soirees": objects(Soiree, rows.SoireeObject, stake=lambda row: stakes.get(row.id)),
        "parties": _parties(session, positions),
        "regroupings": objects(
            Regrouping,
            rows.RegroupingObject,
            parties=lambda row: [parties[partie_id] for partie_id in row.parties if partie_id in parties],
        ),
        "merges": objects(
            Merge,
            rows.MergeObject,
            # Each participant is a pair: the position of its partie in the file, and its number.
            participants=lambda row: [(parties[partie], number) for partie, number in row.participants],
        ),
        "decisions": objects(Decision, rows.DecisionObject),
        "questions": objects(KeptQuestion, rows.QuestionObject, KeptQuestion.deleted_at.is_(None)),
    }
    for name, items in lists.items():
        yield from _write_list(name, items)
    yield "}\n"


def positions_of(session: Session, model: type[Player | Soiree | Partie], carnet: Carnet) -> Positions:
    """Map the id of each row of a carnet in this table to its position in the file; the oldest is first."""
    condition = rows_of_carnet(carnet)[_table(model)]
    ids = session.scalars(select(model.id).where(condition).order_by(model.id))
    return {row_id: position for position, row_id in enumerate(ids, start=1)}


def batches(ids: Iterable[int]) -> Iterator[Sequence[int]]:
    """Return the ids in batches of `BATCH_SIZE`."""
    listed = [*ids]
    return (listed[start : start + BATCH_SIZE] for start in range(0, len(listed), BATCH_SIZE))


# A comma before each item but the first.
def _write_list(name: str, items: Iterator[JsonObject]) -> Iterator[str]:
    yield f',\n"{name}": ['
    separator = "\n"
    for item in items:
        yield separator + _json(item)
        separator = ",\n"
    yield "]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def _plain(value: enum.Enum | dt.date) -> object:
    """Return the value of an enumeration, a date as "2026-11-29", or a time as "2026-11-29T18:30:00Z"."""
    if isinstance(value, enum.Enum):
        return value.value
    # A time is a date too.
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
    return value.isoformat()


def _table(model: type[Base]) -> Table:
    return Base.metadata.tables[model.__tablename__]


def _read(session: Session, model: type[Base], *conditions: ColumnElement[bool]) -> Iterable[Any]:
    """Return the rows of a table that fulfil all conditions, in the order of its primary key."""
    table = _table(model)
    return session.execute(select(table).where(*conditions).order_by(*table.primary_key))


def _object(
    positions: Mapping[str, Positions],
    row: Any,  # noqa: ANN401 - a row has its columns for attributes
    shape: type[rows.FileObject],
    **computed: object,
) -> JsonObject:
    """Return the object of a row, with the keys of `shape`; `computed` has the values that are not those of a column.

    For the id of a row in one of the lists, such as `player_id`, the object has the position in the list, `player`.
    """
    values = {**row._mapping, **computed}  # noqa: SLF001 - SQLAlchemy's public name for it
    # An id is of one database only: a file names the row by its position in the list of the file.
    for name, listed in rows.REFERENCES.items():
        if f"{name}_id" in values:
            values[name] = positions[listed][values[f"{name}_id"]]
    return {name: values[name] for name in shape.__annotations__}


def _parties(session: Session, positions: Mapping[str, Positions]) -> Iterator[JsonObject]:
    """Yield the objects of the parties."""
    for ids in batches(positions["parties"]):
        participants = _rows_by_partie(session, Participant, ids)
        bases = _rows_by_partie(session, PartieBase, ids)
        manches = _rows_by_partie(session, Manche, ids)
        changes = _rows_by_partie(session, Change, ids)
        for row in _read(session, Partie, Partie.id.in_(ids)):
            sheet = sorted(manches[row.id], key=attrgetter("version"))
            manche_versions = {manche.id: manche.version for manche in sheet}
            yield _object(
                positions,
                row,
                rows.PartieObject,
                participants=[positions["players"][participant.player_id] for participant in participants[row.id]],
                manches=[manche_row(manche, taken_back=manche.taken_back) for manche in sheet],
                # A partie has one base. One that migration 0021 could not convert has none, and the import refuses it.
                base=next((_object(positions, base, rows.BaseObject) for base in bases[row.id]), _NO_BASE),
                changes=[_change(change, manche_versions) for change in changes[row.id]],
            )


def _rows_by_partie(
    session: Session, model: type[Participant | PartieBase | Manche | Change], ids: Sequence[int]
) -> Mapping[int, list[Any]]:
    """Map the id of each of these parties to its rows of a table."""
    by_partie: dict[int, list[Any]] = defaultdict(list)
    for row in _read(session, model, model.partie_id.in_(ids)):
        by_partie[row.partie_id].append(row)
    return by_partie


def _change(row: Any, manche_versions: Positions) -> JsonObject:  # noqa: ANN401 - a row has its columns for attributes
    values = {"version": row.version, "at": row.at, "kind": row.kind}
    # The seat that was drawn as the first dealer is shown until the first manche only, and the format does not have it.
    values["payload"] = {name: value for name, value in row.payload.items() if name != DRAWN}
    # The change under it in the stack of changes that can be undone.
    if row.below is not None:
        values["below"] = row.below
    if row.manche_id is not None:
        values["manche"] = manche_versions[row.manche_id]
    return values
