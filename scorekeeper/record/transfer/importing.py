"""Create a carnet from a file that was read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from time import sleep
from typing import Any

from sqlalchemy import Table, insert, select, update
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
    Manche,
    Merge,
    Partie,
    Player,
    Regrouping,
    SavedPreset,
    Seat,
    Soiree,
    Stake,
)
from scorekeeper.record.names import fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.transfer.partie import PartieFile
from scorekeeper.record.transfer.reading import CarnetFile

Row = dict[str, Any]
_AT_ONCE = 100
_UNFINISHED = ""  # the digest of a carnet that is being imported
# Seconds between two transactions. On SQLite a waiting writer tries again within 50 ms, so it gets its turn.
_PAUSE = 0.06


def known_import(session: Session, digest: str, among: Collection[int] | None = None) -> Carnet | None:
    """Return the carnet that was imported from a file of this digest, only one `among` these ids if given."""
    query = select(Carnet).join(ImportedFile, ImportedFile.carnet_id == Carnet.id).where(ImportedFile.digest == digest)
    if among is not None:
        query = query.where(Carnet.id.in_(among))
    return session.scalar(query.order_by(Carnet.id.desc()).limit(1))


def import_carnet(file: CarnetFile) -> Access:
    """Create a carnet from a file, with a new key and a new code; `finish_import` completes it.

    It takes several transactions, so that other writers need not wait. No one knows the key or the code before the
    import is finished, so that no one sees a part of a carnet.
    """
    with writing() as session:
        access = carnets.create_carnet(file.rows["carnet"]["name"])
        carnet = access.carnet
        carnet.created_at = file.rows["carnet"]["created_at"]
        session.add(ImportedFile(carnet_id=carnet.id, digest=_UNFINISHED))
        session.flush()
        own = {"carnet_id": carnet.id}
        players = _insert(session, Player, [_folded(row) | own for row in file.rows["players"]])
        _insert(session, SavedPreset, [{**row, **own} for row in file.rows["presets"]])
        soirees = _insert_soirees(session, [{**row, **own} for row in file.rows["soirees"]])
    parties: list[int] = []
    for start in range(0, len(file.rows["parties"]), _AT_ONCE):
        sleep(_PAUSE)
        with writing() as session:
            parties += insert_parties(session, file.rows["parties"][start : start + _AT_ONCE], players, soirees)
    with writing() as session:
        _insert(session, Regrouping, [_regrouped(row, soirees, parties) for row in file.rows["regroupings"]])
        _insert(session, Merge, [_merged(row, players, parties) | own for row in file.rows["merges"]])
        _insert(session, Decision, [_placed(row, parties) | own for row in file.rows["decisions"]])
    return access


def finish_import(session: Session, carnet: Carnet, digest: str) -> None:
    """Mark a carnet as complete, with the digest of its file. Inside `database.writing()`."""
    own = ImportedFile.carnet_id == carnet.id, ImportedFile.digest == _UNFINISHED
    session.execute(update(ImportedFile).where(*own).values(digest=digest))


def remove_unfinished_imports() -> None:
    """Delete the carnets whose import was interrupted."""
    with writing() as session:
        unfinished = select(Carnet).join(ImportedFile, ImportedFile.carnet_id == Carnet.id)
        for carnet in session.scalars(unfinished.where(ImportedFile.digest == _UNFINISHED)).all():
            erasing.remove(carnet)


def _folded(player: Row) -> Row:
    return {**player, "folded": fold(player["name"])}


def _regrouped(row: Row, soirees: Sequence[int], parties: Sequence[int]) -> Row:
    """Return the row of a regrouping with the ids of its soirées and parties."""
    own = {name: value for name, value in row.items() if name not in {"source", "target"}}
    ids = {"source_id": soirees[row["source"] - 1], "target_id": soirees[row["target"] - 1]}
    return {**own, **ids, "parties": [parties[place - 1] for place in row["parties"]]}


def _merged(row: Row, players: Sequence[int], parties: Sequence[int]) -> Row:
    """Return the row of a merge with the ids of its player and parties; `within` is from an earlier version."""
    own = {name: value for name, value in row.items() if name not in {"player", "within"}}
    seats = [(parties[place - 1], number) for place, number in row["seats"]]
    return {**own, "player_id": players[row["player"] - 1], "seats": seats}


def _placed(decision: Row, parties: Sequence[int]) -> Row:
    """Return the row of a decision with the id of its partie."""
    own = {name: value for name, value in decision.items() if name != "partie"}
    return {**own, "partie_id": parties[decision["partie"] - 1]}


def insert_parties(
    session: Session, parties: Sequence[PartieFile], players: Sequence[int], soirees: Sequence[int]
) -> list[int]:
    """Insert parties with their seats, manches, changes, summaries and outcomes, and return their ids, in order.

    `players` and `soirees` are the ids of those of the file, in its order.
    """
    ids = _insert(session, Partie, [{**one.row, "soiree_id": soirees[one.soiree - 1]} for one in parties])
    placed = list(zip(ids, parties, strict=True))
    session.execute(
        insert(_table(Seat)),
        [
            {"partie_id": partie_id, "number": number, "player_id": players[seat - 1]}
            for partie_id, one in placed
            for number, seat in enumerate(one.seats)
        ],
    )
    manches = _insert(
        session, Manche, [{**row, "partie_id": partie_id} for partie_id, one in placed for row in one.manches]
    )
    _insert_changes(session, placed, iter(manches))
    _insert_summaries(session, placed)
    outcomes.rewrite(session, ids)
    return ids


def _insert_soirees(session: Session, rows: Sequence[Row]) -> list[int]:
    """Insert soirées with their stakes, and return their ids."""
    ids = _insert(session, Soiree, [{name: value for name, value in row.items() if name != "stake"} for row in rows])
    stakes = [{**row["stake"], "soiree_id": number} for number, row in zip(ids, rows, strict=True) if row["stake"]]
    if stakes:
        session.execute(insert(_table(Stake)), stakes)
    return ids


def _insert_changes(session: Session, placed: Sequence[tuple[int, PartieFile]], manches: Iterable[int]) -> None:
    given, rows = iter(manches), []
    for partie_id, one in placed:
        by_position = {row["position"]: next(given) for row in one.manches}
        for change in one.changes:
            row = {name: value for name, value in change.items() if name != "manche"}
            manche = change["manche"]
            rows.append({**row, "partie_id": partie_id, "manche_id": None if manche is None else by_position[manche]})
    session.execute(insert(_table(Change)), rows)


def _insert_summaries(session: Session, placed: Sequence[tuple[int, PartieFile]]) -> None:
    if not placed:
        return
    for table in placed[0][1].summaries:
        rows = [{**row, "partie_id": partie_id} for partie_id, one in placed for row in one.summaries[table]]
        if rows:
            session.execute(insert(_table(table)), rows)


def _insert(session: Session, mapped: type[Base], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert rows, and return their ids in the order of the rows."""
    if not rows:
        return []
    table = _table(mapped)
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return list(session.execute(statement, rows).scalars())


def _table(mapped: type[Any]) -> Table:
    """Return the table instead of its class: inserting rows takes a third of the time."""
    return Base.metadata.tables[mapped.__tablename__]
