"""Create a carnet from a file that `reading` has validated.

A carnet is the notebook of a group of players; a soirée is an evening of cards, a partie a game to its end, and a
manche one deal of it. A stake is the amount paid in a soirée. A regrouping moved parties to another soirée, and a merge
made two players one. The base of a partie is the state at which its log of changes begins. A participant is a player of
a partie, numbered from 0 by arrival.

The objects of a file refer to each other by their position in a list, from 1: `players[row["player"] - 1]` is the id of
the player in the database.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from time import sleep
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.record.carnet import carnets, erasing
from scorekeeper.record.database import writing
from scorekeeper.record.models import (
    Access,
    Base,
    Carnet,
    Change,
    Decision,
    ImportedFile,
    KeptQuestion,
    Manche,
    Merge,
    Participant,
    Partie,
    PartieBase,
    Player,
    Regrouping,
    SavedPreset,
    Seat,
    Soiree,
    Stake,
    utc_now,
)
from scorekeeper.record.names import fold
from scorekeeper.record.read_models import outcomes, upkeep
from scorekeeper.record.transfer.reading import CarnetFile
from scorekeeper.record.transfer.rows import REFERENCES

Row = dict[str, Any]
# The ids of the rows of each list, in the order of the file.
Ids = Mapping[str, Sequence[int]]
# The tables of the lists of a file that are written before and after the parties.
_FIRST: Mapping[str, type[Base]] = {"players": Player, "presets": SavedPreset, "soirees": Soiree}
_LAST: Mapping[str, type[Base]] = {
    "regroupings": Regrouping,
    "merges": Merge,
    "decisions": Decision,
    "questions": KeptQuestion,
}
_BATCH_SIZE = 100  # parties in one transaction
_UNFINISHED = ""  # the digest of a carnet that is being imported
_LONGEST_SILENCE = dt.timedelta(hours=1)  # between two transactions of an import
# Seconds between two transactions. On SQLite a waiting writer tries again within 50 ms, so it gets its turn.
_PAUSE = 0.06


def find_import(session: Session, digest: str, among: Collection[int] | None = None) -> Carnet | None:
    """Return the latest carnet imported from a file of this digest, or None; with `among`, only one of these ids."""
    query = select(Carnet).join(ImportedFile).where(ImportedFile.digest == digest)
    if among is not None:
        query = query.where(Carnet.id.in_(among))
    return session.scalar(query.order_by(Carnet.id.desc()).limit(1))


def import_carnet(file: CarnetFile) -> Access:
    """Create a carnet from a file, and return the access of its owner; `finish_import` then marks it as complete.

    The carnet has a new key (a part of its addresses) and a new code, with which an owner opens it on another device.
    The import takes several transactions, so that other writers need not wait. No user gets the key or the code before
    the import is finished, so no one sees an incomplete carnet.
    """
    with writing() as session:
        access = carnets.create_carnet(file.rows["carnet"]["name"])
        carnet = access.carnet
        carnet.created_at = file.rows["carnet"]["created_at"]
        session.add(ImportedFile(carnet_id=carnet.id, digest=_UNFINISHED))
        session.flush()
        # The rows with the column `carnet_id`, and with the name without case, which only players need. A file of an
        # earlier version has no questions.
        own = {
            name: [
                {**row, "carnet_id": carnet.id, "folded": fold(row.get("name", ""))} for row in file.rows.get(name, ())
            ]
            for name in (*_FIRST, *_LAST)
        }
        ids = {name: _insert(session, model, own[name]) for name, model in _FIRST.items()}
        # Few soirées have a stake.
        rows = zip(ids["soirees"], own["soirees"], strict=True)
        _insert(session, Stake, [{**row["stake"], "soiree_id": soiree_id} for soiree_id, row in rows if row["stake"]])
    ids["parties"] = parties = list[int]()
    for start in range(0, len(file.rows["parties"]), _BATCH_SIZE):
        sleep(_PAUSE)
        with writing() as session:
            # The import is still going on: `remove_unfinished_imports` must not delete the carnet.
            session.execute(update(ImportedFile).where(*_unfinished(carnet)).values(at=utc_now()))
            parties += insert_parties(session, file.rows["parties"][start : start + _BATCH_SIZE], ids)
    for row in own["regroupings"]:
        row["parties"] = [parties[position - 1] for position in row["parties"]]
    for row in own["merges"]:
        # Each participant is a pair: the id of its partie, and its number.
        row["participants"] = [(parties[position - 1], number) for position, number in row["participants"]]
    with writing() as session:
        for name, model in _LAST.items():
            _insert(session, model, _with_ids(own[name], ids))
    return access


def finish_import(session: Session, carnet: Carnet, digest: str) -> None:
    """Mark a carnet as complete, with the digest of its file. Call it inside `database.writing()`."""
    session.execute(update(ImportedFile).where(*_unfinished(carnet)).values(digest=digest))


# The conditions on the row of `ImportedFile` of a carnet that is being imported.
def _unfinished(carnet: Carnet) -> tuple[ColumnElement[bool], ...]:
    return ImportedFile.carnet_id == carnet.id, ImportedFile.digest == _UNFINISHED


def remove_unfinished_imports() -> None:
    """Delete the carnets whose import was interrupted: nothing was written for an hour.

    Others are left alone: a server on another computer may be importing a carnet into the same database.
    """
    is_silent = ImportedFile.at < utc_now() - _LONGEST_SILENCE
    interrupted = select(Carnet).join(ImportedFile).where(ImportedFile.digest == _UNFINISHED, is_silent)
    with writing() as session:
        for carnet in session.scalars(interrupted).all():
            erasing.delete_carnet_rows(carnet)


def insert_parties(session: Session, parties: Sequence[Row], ids: Ids) -> list[int]:
    """Insert parties with all that belongs to them, their summaries and outcomes, and return their ids, in order."""
    partie_ids = _insert(session, Partie, _with_ids(parties, ids))
    # The rows of each list of all parties, with the column `partie_id` that their tables need.
    rows: dict[str, list[Row]] = defaultdict(list)
    for partie_id, partie in zip(partie_ids, parties, strict=True):
        key = {"partie_id": partie_id}
        rows["bases"].append({**partie["base"], **key})
        for number, position in enumerate(partie["participants"]):
            rows["participants"].append({**key, "number": number, "player": position})
        for name in ("seats", "manches", "changes"):
            rows[name] += [{"taken_back": False, **row, **key} for row in partie[name]]
    # The id of each manche by its partie and its version: the changes name manches by version.
    keys = [(manche["partie_id"], manche["version"]) for manche in rows["manches"]]
    manche_ids = dict(zip(keys, _insert(session, Manche, rows["manches"]), strict=True))
    for change in rows["changes"]:
        # None for a change that is about no manche.
        change["manche_id"] = manche_ids.get((change["partie_id"], change.get("manche")))
    _insert(session, Participant, _with_ids(rows["participants"], ids))
    _insert(session, Seat, rows["seats"])
    _insert(session, PartieBase, rows["bases"])
    _insert(session, Change, rows["changes"])
    # Score the parties, and store their summaries and the rows of statistics.
    for scored in upkeep.replays(session, partie_ids):
        upkeep.write_rows(session, scored)
    outcomes.rewrite_outcomes(session, partie_ids)
    return partie_ids


def _with_ids(rows: Sequence[Row], ids: Ids) -> list[Row]:
    """Return the rows with the ids of the rows to which they refer: `player_id` for the position `player`."""
    return [
        {**row, **{f"{name}_id": ids[listed][row[name] - 1] for name, listed in REFERENCES.items() if name in row}}
        for row in rows
    ]


def _insert(session: Session, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert rows; return their ids in order, or [] for a table without ids.

    Keys that are no columns are ignored, because objects of a file have values of other tables too, such as the manches
    of a partie. Columns that may be empty need no key.
    """
    if not rows:
        return []
    table = Base.metadata.tables[model.__tablename__]  # inserting by the class takes three times as long
    empty = {column.name: None for column in table.columns if column.nullable}
    plain = [{**empty, **{name: value for name, value in row.items() if name in table.columns}} for row in rows]
    if "id" not in table.columns:
        session.execute(insert(table), plain)
        return []
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return list(session.execute(statement, plain).scalars())
