"""Write every summary anew, and say what was found to be otherwise than the replay has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.record.database import writing
from scorekeeper.record.models import Partie
from scorekeeper.record.standings import Standing
from scorekeeper.record.summaries import outcomes
from scorekeeper.record.summaries.outcomes import SeatOutcome
from scorekeeper.record.summaries.upkeep import TABLES, Row, Rows, TableOf, add, drop, replay, rows_of

_AT_ONCE = 100


@dataclass(frozen=True)
class Difference:
    """What was found of a partie: which figure of which row, as it was kept and as it is; None stands for no row."""

    partie_id: int
    figure: str
    kept: object
    right: object

    def __str__(self) -> str:
        return f"partie {self.partie_id}: {self.figure} was {self.kept}, is {self.right}"


@dataclass(frozen=True)
class Unreadable:
    """A partie that cannot be replayed, and so has no summary, with the reason."""

    partie_id: int
    reason: Exception

    def __str__(self) -> str:
        return f"partie {self.partie_id}: cannot be read: {self.reason}"


def rebuild() -> Iterator[Difference | Unreadable]:
    """Give what was found, each partie's once it is mended; others may write meanwhile."""
    after = 0
    while True:
        found, last = _rebuild_some(after)
        yield from found
        if last is None:
            return
        after = last


def stored_rows(session: Session, partie_id: int) -> Rows:
    """The rows kept of a partie, in the order of their keys."""
    return {table: [dict(row) for row in session.execute(_rows(table, partie_id)).mappings()] for table in TABLES}


def _rows(table: TableOf, partie_id: int) -> Select[*tuple[Any, ...]]:
    mapped = table.__mapper__
    return select(*mapped.columns).where(table.partie_id == partie_id).order_by(*mapped.primary_key)


def _rebuild_some(after: int) -> tuple[list[Difference | Unreadable], int | None]:
    """Mend the next few parties; gives the id of the last, None when there are no more."""
    found: list[Difference | Unreadable] = []
    with writing() as session:
        query = select(Partie.id).where(Partie.id > after).order_by(Partie.id).limit(_AT_ONCE)
        numbers = session.scalars(query).all()
        for number in numbers:
            found += _mend(session, number)
    return found, numbers[-1] if numbers else None


def _mend(session: Session, partie_id: int) -> list[Difference | Unreadable]:
    partie = session.get_one(Partie, partie_id, with_for_update=True)
    replayed, kept = replay(partie), stored_rows(session, partie_id)
    if not isinstance(replayed, Standing):
        if partie.game in GAMES:
            drop(session, partie_id)
            outcomes.rewrite(session, [partie_id])
        return [Unreadable(partie_id, replayed)]
    found = [*_compare(kept, rows_of(replayed))]
    if found:
        drop(session, partie_id)
        add(session, replayed)
    session.flush()
    right: Rows = {SeatOutcome: outcomes.right_rows(session, [partie_id])}
    found += _compare({SeatOutcome: stored_outcomes(session, partie_id)}, right)
    if found:
        outcomes.rewrite(session, [partie_id])
    return [Difference(partie_id, *each) for each in found]


def stored_outcomes(session: Session, partie_id: int) -> list[Row]:
    """The outcomes stored of a partie, in the order of its seats."""
    return [dict(row) for row in session.execute(_rows(SeatOutcome, partie_id)).mappings()]


def _compare(kept: Rows, right: Rows) -> Iterator[tuple[str, Any, Any]]:
    old, new = _figures(kept), _figures(right)
    for figure in sorted({*old, *new}):
        if old.get(figure) != new.get(figure):
            yield figure, old.get(figure), new.get(figure)


def _figures(rows: Rows) -> dict[str, object]:
    """Every figure by its name: `tally 0 queen points`."""
    return {
        " ".join(map(str, (table.__tablename__, *_key(row), column))): value
        for table, own in rows.items()
        for row in own
        for column, value in row.items()
        if column not in {"partie_id", "number", "why"}
    }


def _key(row: Row) -> list[object]:
    return [row[name] for name in ("number", "why") if name in row]
