"""Export a complete carnet as one JSON object, with a line for each row, in batches of parties.

Rows refer to each other by their position in the lists, from 1, not by ids of this database. Keys, codes, accesses and
derived values are not exported. Deleted and undone rows are exported, with every change.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorekeeper.record.models import (
    Carnet,
    Change,
    Decision,
    KeptQuestion,
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
from scorekeeper.record.transfer import rows
from scorekeeper.record.transfer.format import FORMAT, VERSION

AT_ONCE = 100
Written = dict[str, Any]
Numbers = Mapping[int, int]
_MOMENTS = ("created_at", "retired_at", "deleted_at", "abandoned_at", "at", "undone_at")


@contextmanager
def snapshot(engine: Engine) -> Iterator[Session]:
    """Open a session whose queries all see one state of the database, in spite of concurrent writes."""
    with Session(engine) as session:
        if session.get_bind().dialect.name == "postgresql":
            session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        yield session


def write_carnet(session: Session, carnet: Carnet) -> Iterator[str]:
    """Return the text of the file in chunks. Inside `snapshot`."""
    about = {"name": carnet.name, "created_at": _moment(carnet.created_at)}
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n"carnet": {_json(about)}'
    players, soirees = _numbers(session, Player, carnet), _numbers(session, Soiree, carnet)
    parties: dict[int, int] = {}
    yield from _listed("players", _rows(session, Player, carnet, rows.PlayerObject.__annotations__))
    yield from _listed("presets", _rows(session, SavedPreset, carnet, rows.PresetObject.__annotations__))
    yield from _listed("soirees", _soirees(session, carnet))
    yield from _listed("parties", _parties(session, carnet, players, soirees, parties))
    yield from _listed("regroupings", _regroupings(session, carnet, soirees, parties))
    yield from _listed("merges", _merges(session, carnet, players, parties))
    yield from _listed("decisions", _decisions(session, carnet, parties))
    yield from _listed("questions", _questions(session, carnet))
    yield "}\n"


def partie_ids(session: Session, carnet: Carnet) -> Sequence[int]:
    """Return the ids of the parties of a carnet, oldest first."""
    query = select(Partie.id).join(Soiree, Soiree.id == Partie.soiree_id).where(Soiree.carnet_id == carnet.id)
    return session.scalars(query.order_by(Partie.id)).all()


def batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Return the ids in batches of `AT_ONCE`."""
    return (ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE))


def _listed(name: str, items: Iterator[Written]) -> Iterator[str]:
    yield f',\n"{name}": ['
    between = "\n"
    for item in items:
        yield between + _json(item)
        between = ",\n"
    yield "]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _numbers(session: Session, table: type[Player | Soiree], carnet: Carnet) -> Numbers:
    ids = session.scalars(select(table.id).where(table.carnet_id == carnet.id).order_by(table.id)).all()
    return {row_id: position for position, row_id in enumerate(ids, start=1)}


def _rows(
    session: Session, table: type[Player | SavedPreset], carnet: Carnet, fields: Iterable[str]
) -> Iterator[Written]:
    query = select(*_columns(table, fields)).where(table.carnet_id == carnet.id).order_by(table.id)
    for row in session.execute(query).mappings():
        yield _plain(dict(row))


def _soirees(session: Session, carnet: Carnet) -> Iterator[Written]:
    fields = [name for name in rows.SoireeObject.__annotations__ if name != "stake"]
    stake_fields = [*rows.StakeObject.__annotations__]
    columns = *_columns(Soiree, fields), *_columns(Stake, stake_fields)
    query = select(*columns).outerjoin(Stake, Stake.soiree_id == Soiree.id)
    for row in session.execute(query.where(Soiree.carnet_id == carnet.id).order_by(Soiree.id)).mappings():
        stake = None if row["per"] is None else {name: row[name] for name in stake_fields} | {"per": row["per"].value}
        yield _plain({name: row[name] for name in fields} | {"stake": stake})


def _parties(
    session: Session, carnet: Carnet, players: Numbers, soirees: Numbers, parties: dict[int, int]
) -> Iterator[Written]:
    for ids in batches(partie_ids(session, carnet)):
        seats, manches = _by_partie(session, _of(Seat, ids)), _by_partie(session, _of(Manche, ids))
        changes = _by_partie(session, _of(Change, ids))
        for row in session.execute(select(*Partie.__table__.columns).where(Partie.id.in_(ids)).order_by(Partie.id)):
            number = row.id
            parties[number] = len(parties) + 1
            positions = {manche.id: manche.position for manche in manches[number]}
            given = {
                **row._mapping,  # noqa: SLF001 - SQLAlchemy's public name for it
                "soiree": soirees[row.soiree_id],
                "seats": [players[seat.player_id] for seat in seats[number]],
                "manches": [_manche(manche) for manche in manches[number]],
                "changes": [_change(change, positions) for change in changes[number]],
            }
            yield _plain({name: given[name] for name in rows.PartieObject.__annotations__})


def _of(table: type[Seat | Manche | Change], ids: Sequence[int]) -> Select[*tuple[Any, ...]]:
    columns = table.__table__.columns
    order = next(columns[name] for name in ("number", "position", "version") if name in columns)
    return select(*columns).where(table.partie_id.in_(ids)).order_by(table.partie_id, order)


def _by_partie(session: Session, query: Select[*tuple[Any, ...]]) -> Mapping[int, list[Any]]:
    by_partie: dict[int, list[Any]] = defaultdict(list)
    for row in session.execute(query):
        by_partie[row.partie_id].append(row)
    return by_partie


def _manche(row: Any) -> Written:  # noqa: ANN401 - a row has its columns for attributes
    written = {name: getattr(row, name) for name in rows.MancheObject.__annotations__}
    if row.dealer is None:  # as in the files of earlier versions
        del written["dealer"]
    return {**written, "state": row.state.value}


def _change(row: Any, positions: Numbers) -> Written:  # noqa: ANN401 - likewise
    manche = None if row.manche_id is None else positions.get(row.manche_id)
    written = {"at": _moment(row.at), "kind": row.kind.value, "manche": manche}
    return {
        name: written[name] if name in written else getattr(row, name) for name in rows.ChangeObject.__annotations__
    }


def _regroupings(session: Session, carnet: Carnet, soirees: Numbers, parties: Numbers) -> Iterator[Written]:
    query = select(Regrouping).join(Regrouping.source).where(Soiree.carnet_id == carnet.id).order_by(Regrouping.id)
    for row in session.scalars(query):
        given = {name: getattr(row, name) for name in rows.RegroupingObject.__annotations__}
        places = {"source": soirees[row.source_id], "target": soirees[row.target_id]}
        yield _plain({**given, **places, "parties": [parties[number] for number in row.parties if number in parties]})


def _merges(session: Session, carnet: Carnet, players: Numbers, parties: Numbers) -> Iterator[Written]:
    for row in session.scalars(select(Merge).where(Merge.carnet_id == carnet.id).order_by(Merge.id)):
        given = {
            name: getattr(row, name) for name in rows.MergeObject.__annotations__ if name not in {"player", "within"}
        }
        seats = [(parties[partie], number) for partie, number in row.seats]
        yield _plain({"player": players[row.player_id], "within": None, **given, "seats": seats})


def _decisions(session: Session, carnet: Carnet, parties: Numbers) -> Iterator[Written]:
    query = select(Decision).where(Decision.carnet_id == carnet.id).order_by(Decision.id)
    for row in session.scalars(query):
        given = {name: getattr(row, name) for name in rows.DecisionObject.__annotations__ if name != "partie"}
        yield _plain({"partie": parties[row.partie_id], **given})


def _questions(session: Session, carnet: Carnet) -> Iterator[Written]:
    kept = KeptQuestion.carnet_id == carnet.id, KeptQuestion.deleted_at.is_(None)
    columns = _columns(KeptQuestion, rows.QuestionObject.__annotations__)
    for row in session.execute(select(*columns).where(*kept).order_by(KeptQuestion.id)).mappings():
        yield _plain(dict(row))


def _columns(table: type[Any], fields: Iterable[str]) -> list[InstrumentedAttribute[Any]]:
    return [getattr(table, name) for name in fields]


def _moment(at: dt.datetime | None) -> str | None:
    return None if at is None else at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def _plain(row: Mapping[str, Any]) -> Written:
    """Return the row with its times and dates as ISO 8601."""
    plain: Written = {name: _moment(value) if name in _MOMENTS else value for name, value in row.items()}
    if "held_on" in plain:
        plain["held_on"] = plain["held_on"].isoformat()
    return plain
