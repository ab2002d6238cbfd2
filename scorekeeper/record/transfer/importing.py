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

Row = dict[str, Any]
_BATCH_SIZE = 100  # parties in one transaction
# What a file leaves out of most manches.
_MANCHE_DEFAULTS = {"dealer": None, "order": None, "taken_back": False}
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
        # The rows of the lists whose tables have a column for the carnet. Files of earlier versions have no questions.
        names = ("players", "presets", "soirees", "merges", "decisions", "questions")
        own = {name: [{**row, "carnet_id": carnet.id} for row in file.rows.get(name, ())] for name in names}
        # The ids of the players and soirées, in the order of the file. `folded` is the name without case.
        players = _insert(session, Player, [{**row, "folded": fold(row["name"])} for row in own["players"]])
        _insert(session, SavedPreset, own["presets"])
        # A soirée of the file may have no time zone.
        soirees = _insert(session, Soiree, [{"zone": None, **row} for row in own["soirees"]])
        # Few soirées have a stake.
        rows = zip(soirees, own["soirees"], strict=True)
        _insert(session, Stake, [{**row["stake"], "soiree_id": soiree_id} for soiree_id, row in rows if row["stake"]])
    # The ids of the parties, in the order of the file.
    parties: list[int] = []
    for start in range(0, len(file.rows["parties"]), _BATCH_SIZE):
        sleep(_PAUSE)
        with writing() as session:
            # The import is still going on: `remove_unfinished_imports` must not delete the carnet.
            session.execute(update(ImportedFile).where(*_unfinished(carnet)).values(at=utc_now()))
            parties += insert_parties(session, file.rows["parties"][start : start + _BATCH_SIZE], players, soirees)
    with writing() as session:
        for row in file.rows["regroupings"]:
            ids = {"source_id": soirees[row["source"] - 1], "target_id": soirees[row["target"] - 1]}
            moved = [parties[position - 1] for position in row["parties"]]
            _insert(session, Regrouping, [{**row, **ids, "parties": moved}])
        for row in own["merges"]:
            # Each participant is a pair: the id of its partie, and its number.
            participants = [(parties[position - 1], number) for position, number in row["participants"]]
            _insert(session, Merge, [{**row, "player_id": players[row["player"] - 1], "participants": participants}])
        _insert(session, Decision, [{**row, "partie_id": parties[row["partie"] - 1]} for row in own["decisions"]])
        _insert(session, KeptQuestion, own["questions"])
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


def insert_parties(
    session: Session, parties: Sequence[Row], players: Sequence[int], soirees: Sequence[int]
) -> list[int]:
    """Insert parties with all that belongs to them, their summaries and outcomes, and return their ids, in order.

    `players` and `soirees` are the ids of the players and soirées of the file, in the order of the file.
    """
    ids = _insert(session, Partie, [{**row, "soiree_id": soirees[row["soiree"] - 1]} for row in parties])
    # Each partie of the file with its id, as the column `partie_id` that its rows in the other tables need.
    keyed = [({"partie_id": partie_id}, row) for partie_id, row in zip(ids, parties, strict=True)]
    participants = [
        {**key, "number": number, "player_id": players[position - 1]}
        for key, row in keyed
        for number, position in enumerate(row["participants"])
    ]
    manches = [{**_MANCHE_DEFAULTS, **manche, **key} for key, row in keyed for manche in row["manches"]]
    _insert(session, Participant, participants)
    _insert(session, Seat, [{**seat, **key} for key, row in keyed for seat in row["seats"]])
    _insert(session, PartieBase, [{**row["base"], **key} for key, row in keyed])
    # The id of each manche by its partie and its version: the changes name manches by version.
    manche_ids = {
        (manche["partie_id"], manche["version"]): manche_id
        for manche, manche_id in zip(manches, _insert(session, Manche, manches), strict=True)
    }
    changes = []
    for key, row in keyed:
        for change in row["changes"]:
            manche_id = manche_ids.get((key["partie_id"], change.get("manche")))
            # `manche_id` is None for a change that is about no manche. `below` is the version of the change under it in
            # the stack of undoable changes; the file leaves it out for a row that is not in the stack.
            changes.append({"below": None, **change, **key, "manche_id": manche_id})
    _insert(session, Change, changes)
    # Score the parties, and store their summaries and the rows of statistics.
    for scored in upkeep.replays(session, ids):
        upkeep.write_rows(session, scored)
    outcomes.rewrite_outcomes(session, ids)
    return ids


def _insert(session: Session, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert rows, ignoring keys that are no columns; return their ids in order, or [] for a table without ids."""
    if not rows:
        return []
    table = Base.metadata.tables[model.__tablename__]  # inserting by the class takes three times as long
    columns = {*table.columns.keys()}
    # Objects of a file have values of other tables too, such as the manches of a partie.
    plain = [{name: value for name, value in row.items() if name in columns} for row in rows]
    if "id" not in columns:
        session.execute(insert(table), plain)
        return []
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return list(session.execute(statement, plain).scalars())
