"""Keep the cells what their parties add up to: what a partie gave is taken out, and put in again, in one transaction.

Nothing is replayed: what a partie gives is read off its summary. Who writes cells holds the row of their version until
the transaction ends, so that what is read of a soirée after that is what the other phones have left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import Insert, Table, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.record.models import Base, Carnet, Partie, Soiree
from scorekeeper.record.summaries.cell_tables import (
    CellPair,
    CellParties,
    CellPlayer,
    CellsVersion,
    CellTally,
    SeatOutcome,
)
from scorekeeper.record.summaries.counting import AT_ONCE, stored
from scorekeeper.record.summaries.sums import (
    AMOUNTS,
    CELL_TABLES,
    CellTable,
    CountedPartie,
    Held,
    Sums,
    give,
    outcomes,
)

Kept: TypeAlias = Sequence[tuple[CountedPartie, Held]]
_RECOUNTING = "recounting"


@contextmanager
def recounted(session: Session, partie_ids: Iterable[int]) -> Iterator[None]:
    """Take what these parties give out of the cells before the block, and put in what they give after it.

    Around whatever changes them, their seats, or the date of their soirée, or puts one of these away.
    """
    held: set[int] = session.info.setdefault(_RECOUNTING, set())
    own = sorted(set(partie_ids) - held)
    if not own:
        yield
        return
    before = _hold(session, own)
    held.update(own)
    try:
        yield
        session.flush()
    finally:
        held.difference_update(own)
    _move(session, before, list(stored(session, own)))


def moved(session: Session, partie: Partie, before: CountedPartie | None, now: CountedPartie | None) -> None:
    """A partie held by this transaction gave `before` and now gives `now`: nothing is asked where both are the same."""
    if before == now or partie.id in session.info.get(_RECOUNTING, ()):
        return
    hold_cells(session, partie.soiree.carnet_id)
    query = select(Soiree.carnet_id, Soiree.held_on).where(Soiree.id == partie.soiree_id, Soiree.deleted_at.is_(None))
    for row in session.execute(query):
        held = Held(*row)
        _move(session, *([(one, held)] if one is not None else [] for one in (before, now)))


def fill(session: Session) -> None:
    """Write the cells of every carnet that has none."""
    query = select(Carnet.id).outerjoin(CellsVersion).where(CellsVersion.carnet_id.is_(None)).order_by(Carnet.id)
    for carnet_id in session.scalars(query).all():
        hold_cells(session, carnet_id)
        write_anew(session, carnet_id)


def write_anew(session: Session, carnet_id: int) -> None:
    """Write the cells of a carnet from the summaries of its parties, whatever they were."""
    sums, rows = sums_of(session, carnet_id)
    drop(session, carnet_id)
    _add(session, sums)
    _insert(session, rows)


def drop(session: Session, carnet_id: int) -> None:
    """Take the cells of a carnet out, all but their version."""
    own = select(CellParties.key).where(CellParties.carnet_id == carnet_id)
    for table in (CellPlayer, CellTally, CellPair):
        session.execute(delete(table).where(table.cell.in_(own)))
    session.execute(delete(CellParties).where(CellParties.carnet_id == carnet_id))
    session.execute(delete(SeatOutcome).where(SeatOutcome.carnet_id == carnet_id))


def sums_of(session: Session, carnet_id: int) -> tuple[Sums, list[dict[str, Any]]]:
    """What the parties of a carnet add up to, in every cell, and the rows of `SeatOutcome`."""
    sums, rows = Sums(), []
    own = select(Partie.id).join(Partie.soiree).where(Soiree.carnet_id == carnet_id).order_by(Partie.id)
    for partie, held in stored(session, session.scalars(own).all()):
        give(sums, partie, held)
        rows += outcomes(partie, held)
    return sums.widened(), rows


def plain_rows(sums: Sums) -> dict[CellTable, list[dict[str, Any]]]:
    """The rows of each table, in the order of their keys."""
    return {table: _rows(table, sums) for table in CELL_TABLES}


def _hold(session: Session, partie_ids: Sequence[int]) -> Kept:
    """Hold these parties, then the cells of their carnet; gives what they give."""
    session.flush()
    session.execute(select(Partie.id).where(Partie.id.in_(partie_ids)).order_by(Partie.id).with_for_update())
    whose = select(Soiree.carnet_id).join(Partie, Partie.soiree_id == Soiree.id).where(Partie.id.in_(partie_ids))
    for carnet_id in session.scalars(whose.distinct().order_by(Soiree.carnet_id)).all():
        hold_cells(session, carnet_id)
    return list(stored(session, partie_ids))


def hold_cells(session: Session, carnet_id: int) -> None:
    """Let nobody else write the cells of a carnet until the transaction ends."""
    statement = _upsert(session.get_bind().dialect.name, _plain(CellsVersion))
    session.execute(statement, {"carnet_id": carnet_id, "version": 1})


def _move(session: Session, before: Kept, now: Kept) -> None:
    """Take the one out and put the other in: what is in both costs nothing."""
    if before == now:
        return
    sums = Sums()
    were = {partie.partie_id: (partie, held) for partie, held in before}
    stay = {partie.partie_id for partie, held in now if _same_cell(were.get(partie.partie_id), (partie, held))}
    for times, kept in ((-1, before), (1, now)):
        for partie, held in kept:
            if partie.partie_id not in stay:
                give(sums, partie, held, times)
    whole = sums.widened()
    _add(session, whole)
    _drop_empty(session, whole)
    _replace_outcomes(session, before, now)


def _same_cell(before: tuple[CountedPartie, Held] | None, now: tuple[CountedPartie, Held]) -> bool:
    """Whether a partie gives the same to the same cells, though it be of another day."""
    if before is None or before[0] != now[0]:
        return False
    return before[1].carnet_id == now[1].carnet_id and before[1].held_on.year == now[1].held_on.year


def _add(session: Session, sums: Sums) -> None:
    for table, rows in plain_rows(sums).items():
        if rows:
            session.execute(_upsert(session.get_bind().dialect.name, _plain(table)), rows)


def _rows(table: CellTable, sums: Sums) -> list[dict[str, Any]]:
    keys = [column.name for column in _plain(table).primary_key]
    changed = {key: amounts for key, amounts in sums.rows[table].items() if any(amounts)}
    return [
        {
            **dict(zip(keys, (place.key, *rest), strict=True)),
            **(_about(place, sums) if table is CellParties else {}),
            **dict(zip(AMOUNTS[table], changed[place, *rest], strict=True)),
        }
        for place, *rest in sorted(changed)
    ]


def _about(place: Any, sums: Sums) -> dict[str, Any]:  # noqa: ANN401 - a CellPlace, which a sorted key holds as anything
    options = dict(sums.options[place.rules]) if place.rules else None
    return {**place._asdict(), "narrowed": place.narrowed, "options": options}


def _drop_empty(session: Session, sums: Sums) -> None:
    """Take out the rows that no partie is left of."""
    touched = sorted({place.key for rows in sums.rows.values() for place, *_ in rows})
    for start in range(0, len(touched), AT_ONCE):
        cells = touched[start : start + AT_ONCE]
        session.execute(delete(CellPair).where(CellPair.cell.in_(cells), CellPair.against + CellPair.together == 0))
        session.execute(delete(CellTally).where(CellTally.cell.in_(cells), CellTally.times == 0))
        session.execute(delete(CellPlayer).where(CellPlayer.cell.in_(cells), CellPlayer.parties == 0))
        session.execute(delete(CellParties).where(CellParties.key.in_(cells), CellParties.parties == 0))


def _replace_outcomes(session: Session, before: Kept, now: Kept) -> None:
    gone = [partie.partie_id for partie, _ in before]
    if gone:
        session.execute(delete(SeatOutcome).where(SeatOutcome.partie_id.in_(gone)))
    _insert(session, [row for partie, held in now for row in outcomes(partie, held)])


def _insert(session: Session, rows: list[dict[str, Any]]) -> None:
    if rows:
        session.execute(insert(_plain(SeatOutcome)), rows)


@cache
def _upsert(dialect: str, table: Table) -> Insert:
    """Insert a row, or add its amounts to those there are: right whoever else adds meanwhile."""
    build = postgresql.insert if dialect == "postgresql" else sqlite.insert
    insertion = build(table)
    amounts = next((names for known, names in AMOUNTS.items() if known.__tablename__ == table.name), ("version",))
    values = {name: table.c[name] + insertion.excluded[name] for name in amounts}
    return insertion.on_conflict_do_update(index_elements=[column.name for column in table.primary_key], set_=values)


def _plain(table: type[Base]) -> Table:
    return Base.metadata.tables[table.__tablename__]
