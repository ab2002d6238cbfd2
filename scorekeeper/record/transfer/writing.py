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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
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
    stakes = _stakes(session, carnet)
    players = _positions(session, Player, carnet)
    soirees = _positions(session, Soiree, carnet)
    parties: dict[int, int] = {}  # positions by id, filled as the parties are written
    # `rows_of_carnet` returns for each table the condition on the rows of the carnet.
    objects = partial(_objects, session, rows_of_carnet(carnet))
    # Each list of the file, from a table and the shape of its objects. Of `stake=…`, the function computes the value
    # from the row, because no column has it. The lists are generators: "regroupings" is read when "parties" is
    # complete.
    lists = {
        "players": objects(Player, rows.PlayerObject),
        "presets": objects(SavedPreset, rows.PresetObject),
        "soirees": objects(Soiree, rows.SoireeObject, stake=lambda row: stakes.get(row.id)),
        "parties": _parties(session, carnet, players, soirees, parties),
        "regroupings": objects(
            Regrouping,
            rows.RegroupingObject,
            source=lambda row: soirees[row.source_id],
            target=lambda row: soirees[row.target_id],
            parties=lambda row: [parties[partie_id] for partie_id in row.parties if partie_id in parties],
        ),
        "merges": objects(
            Merge,
            rows.MergeObject,
            player=lambda row: players[row.player_id],
            # Each participant is a pair: the position of its partie in the file, and its number.
            participants=lambda row: [(parties[partie], number) for partie, number in row.participants],
        ),
        "decisions": objects(Decision, rows.DecisionObject, partie=lambda row: parties[row.partie_id]),
        "questions": objects(KeptQuestion, rows.QuestionObject, KeptQuestion.deleted_at.is_(None)),
    }
    for name, items in lists.items():
        yield from _write_list(name, items)
    yield "}\n"


def partie_ids(session: Session, carnet: Carnet) -> Sequence[int]:
    """Return the ids of the parties of a carnet, oldest first."""
    query = select(Partie.id).join(Soiree, Soiree.id == Partie.soiree_id).where(Soiree.carnet_id == carnet.id)
    return session.scalars(query.order_by(Partie.id)).all()


def batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Return the ids in batches of `BATCH_SIZE`."""
    return (ids[start : start + BATCH_SIZE] for start in range(0, len(ids), BATCH_SIZE))


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


def _positions(session: Session, table: type[Player | Soiree], carnet: Carnet) -> Positions:
    ids = session.scalars(select(table.id).where(table.carnet_id == carnet.id).order_by(table.id)).all()
    return {row_id: position for position, row_id in enumerate(ids, start=1)}


def _objects(
    session: Session,
    conditions: Mapping[Table, ColumnElement[bool]],
    model: type[Base],
    shape: type[rows.FileObject],
    *more_conditions: ColumnElement[bool],
    **computed: Callable[[Any], object],
) -> Iterator[JsonObject]:
    """Yield the objects of the rows of a carnet that fulfil all conditions.

    The keys of the objects are those of `shape`, and most values are those of the columns with these names. For any
    other key, `computed` has the function that returns the value from the row.
    """
    table = Base.metadata.tables[model.__tablename__]
    # By key of the object, the function that returns its value from a row; by default the column of that name.
    value_of = {name: computed.get(name, attrgetter(name)) for name in shape.__annotations__}
    for row in session.execute(select(table).where(conditions[table], *more_conditions).order_by(table.c.id)):
        yield {name: read(row) for name, read in value_of.items()}


def _stakes(session: Session, carnet: Carnet) -> Mapping[int, JsonObject]:
    """Return the stakes of the soirées of a carnet, by the id of the soirée."""
    query = select(Stake).join(Soiree, Soiree.id == Stake.soiree_id).where(Soiree.carnet_id == carnet.id)
    return {
        stake.soiree_id: {"per": stake.per, "cents": stake.cents, "sign": stake.sign}
        for stake in session.scalars(query)
    }


def _parties(
    session: Session, carnet: Carnet, players: Positions, soirees: Positions, parties: dict[int, int]
) -> Iterator[JsonObject]:
    """Yield the objects of the parties; add the position of each to `parties`, by its id."""
    for ids in batches(partie_ids(session, carnet)):
        participants = _rows_by_partie(session, Participant, ids)
        bases = _rows_by_partie(session, PartieBase, ids)
        manches = _rows_by_partie(session, Manche, ids)
        changes = _rows_by_partie(session, Change, ids)
        for row in session.execute(select(*Partie.__table__.columns).where(Partie.id.in_(ids)).order_by(Partie.id)):
            parties[row.id] = len(parties) + 1
            manche_versions = {manche.id: manche.version for manche in manches[row.id]}
            # A partie has one base. A partie that migration 0021 could not convert has none, and the import refuses it.
            base = next(({"version": base.version, "state": base.state} for base in bases[row.id]), _NO_BASE)
            values = {
                **row._mapping,  # noqa: SLF001 - SQLAlchemy's public name for it
                "soiree": soirees[row.soiree_id],
                "participants": [players[participant.player_id] for participant in participants[row.id]],
                "manches": [manche_row(manche, taken_back=manche.taken_back) for manche in manches[row.id]],
                "base": base,
                "changes": [_change(change, manche_versions) for change in changes[row.id]],
            }
            # Only the keys of the format, in its order.
            yield {name: values[name] for name in rows.PartieObject.__annotations__}


def _rows_by_partie(
    session: Session, table: type[Participant | PartieBase | Manche | Change], ids: Sequence[int]
) -> Mapping[int, list[Any]]:
    """Map the id of each of these parties to its rows of a table, participants sorted by number, others by version."""
    columns = table.__table__.columns
    order = columns["number" if table is Participant else "version"]
    query = select(*columns).where(table.partie_id.in_(ids)).order_by(table.partie_id, order)
    by_partie: dict[int, list[Any]] = defaultdict(list)
    for row in session.execute(query):
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
