"""A carnet made from a file that was read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.record import carnets
from scorekeeper.record.exchange.partie import PartieFile
from scorekeeper.record.exchange.reading import CarnetFile
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
from scorekeeper.record.summaries import outcomes

Row = dict[str, Any]
_AT_ONCE = 100


def known_import(session: Session, digest: str, among: Collection[int] | None = None) -> Carnet | None:
    """The carnet that was made from a file of this digest, among those of these ids where they are given."""
    query = select(Carnet).join(ImportedFile, ImportedFile.carnet_id == Carnet.id).where(ImportedFile.digest == digest)
    if among is not None:
        query = query.where(Carnet.id.in_(among))
    return session.scalar(query.order_by(Carnet.id.desc()).limit(1))


def uninterrupted(_carnet: Carnet) -> None:
    """All of it is written in one transaction."""


def import_carnet(session: Session, file: CarnetFile, between: Callable[[Carnet], None] = uninterrupted) -> Access:
    """A new carnet that holds what the file says, under a key and a code of its own; inside `database.writing()`.

    `between` is given the carnet after every few parties, and may end the transaction and begin another: as long as
    nobody was told key or code, nobody sees that the carnet is not whole yet.
    """
    access = carnets.create_carnet(file.carnet["name"])
    carnet = access.carnet
    carnet.created_at = file.carnet["created_at"]
    session.flush()
    between(carnet)
    own = {"carnet_id": carnet.id}
    players = _insert(session, Player, [{**row, **own} for row in file.players])
    _insert(session, SavedPreset, [{**row, **own} for row in file.presets])
    soirees = _insert_soirees(session, [{**row, **own} for row in file.soirees])
    parties: list[int] = []
    for start in range(0, len(file.parties), _AT_ONCE):
        parties += insert_parties(session, file.parties[start : start + _AT_ONCE], players, soirees)
        between(carnet)
    _insert(session, Regrouping, [_regrouped(row, soirees, parties) for row in file.regroupings])
    _insert_merges(session, [_merged(row, players, parties) | own for row in file.merges])
    _insert(session, Decision, [_placed(row, parties) | own for row in file.decisions])
    session.add(ImportedFile(carnet_id=carnet.id, digest=file.digest))
    session.flush()
    return access


def _regrouped(row: Row, soirees: Sequence[int], parties: Sequence[int]) -> Row:
    """The row of a regrouping, its soirées and parties by their ids."""
    kept = {name: value for name, value in row.items() if name not in {"source", "target"}}
    ids = {"source_id": soirees[row["source"] - 1], "target_id": soirees[row["target"] - 1]}
    return {**kept, **ids, "parties": [parties[place - 1] for place in row["parties"]]}


def _merged(row: Row, players: Sequence[int], parties: Sequence[int]) -> Row:
    """The row of a merge, its player and parties by their ids; what it came within stays a place."""
    kept = {name: value for name, value in row.items() if name != "player"}
    seats = [(parties[place - 1], number) for place, number in row["seats"]]
    return {**kept, "player_id": players[row["player"] - 1], "seats": seats}


def _placed(decision: Row, parties: Sequence[int]) -> Row:
    """The row of a decision, its partie by its id."""
    kept = {name: value for name, value in decision.items() if name != "partie"}
    return {**kept, "partie_id": parties[decision["partie"] - 1]}


def insert_parties(
    session: Session, parties: Sequence[PartieFile], players: Sequence[int], soirees: Sequence[int]
) -> list[int]:
    """Insert parties with all that belongs to them and what follows from it; `players` and `soirees` are ids.

    Gives their ids, in order.
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
    """Insert soirées with what they are played for, and give their ids."""
    ids = _insert(session, Soiree, [{name: value for name, value in row.items() if name != "stake"} for row in rows])
    stakes = [{**row["stake"], "soiree_id": number} for number, row in zip(ids, rows, strict=True) if row["stake"]]
    if stakes:
        session.execute(insert(_table(Stake)), stakes)
    return ids


def _insert_merges(session: Session, rows: Sequence[Row]) -> None:
    """Insert merges, then say which came within which: always a later one."""
    ids = _insert(session, Merge, [{name: value for name, value in row.items() if name != "within"} for row in rows])
    within = [
        {"merge": number, "around": ids[row["within"] - 1]}
        for number, row in zip(ids, rows, strict=True)
        if row["within"] is not None
    ]
    if within:
        merges = _table(Merge)
        change = update(merges).where(merges.c.id == bindparam("merge")).values(within_id=bindparam("around"))
        session.execute(change, within)


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
    """Insert rows and give their ids, in the order of the rows."""
    if not rows:
        return []
    table = _table(mapped)
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return list(session.execute(statement, rows).scalars())


def _table(mapped: type[Any]) -> Table:
    """The table without its class: rows written so cost a third."""
    return Base.metadata.tables[mapped.__tablename__]
