"""Rebuild every summary, and report the summaries that differed from the replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.record.database import writing
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.upkeep import TABLES, Row, Rows, TableOf, drop, replay, store

_AT_ONCE = 100


@dataclass(frozen=True)
class Rebuilt:
    """A partie whose summary or outcomes differed from its facts, and were corrected."""

    partie_id: int

    def __str__(self) -> str:
        return f"partie {self.partie_id}: its summary did not match its facts, and was rebuilt"


@dataclass(frozen=True)
class Unreadable:
    """A partie that cannot be replayed and so has no summary, with the reason."""

    partie_id: int
    reason: Exception

    def __str__(self) -> str:
        return f"partie {self.partie_id}: cannot be read: {self.reason}"


def rebuild() -> Iterator[Rebuilt | Unreadable]:
    """Rebuild all summaries and outcomes, also during writes; yield the parties corrected or not readable."""
    after = 0
    while True:
        reports, last_id = _rebuild_some(after)
        yield from reports
        if last_id is None:
            return
        after = last_id


def stored_rows(session: Session, partie_id: int) -> Rows:
    """Return the stored rows of a partie, in the order of their keys."""
    return {table: [dict(row) for row in session.execute(_rows(table, partie_id)).mappings()] for table in TABLES}


def stored_outcomes(session: Session, partie_id: int) -> list[Row]:
    """Return the stored outcomes of a partie, in the order of its seats."""
    return [dict(row) for row in session.execute(_rows(SeatOutcome, partie_id)).mappings()]


def _rows(table: TableOf, partie_id: int) -> Select[*tuple[Any, ...]]:
    mapped = table.__mapper__
    return select(*mapped.columns).where(table.partie_id == partie_id).order_by(*mapped.primary_key)


def _rebuild_some(after: int) -> tuple[list[Rebuilt | Unreadable], int | None]:
    """Rebuild the next parties with ids over `after`; return the reports, and the last id, None if there are none."""
    reports: list[Rebuilt | Unreadable] = []
    with writing() as session:
        query = select(Partie.id).where(Partie.id > after).order_by(Partie.id).limit(_AT_ONCE)
        partie_ids = session.scalars(query).all()
        for partie_id in partie_ids:
            reports += _rebuild(session, partie_id)
    return reports, partie_ids[-1] if partie_ids else None


def _rebuild(session: Session, partie_id: int) -> list[Rebuilt | Unreadable]:
    partie = session.get_one(Partie, partie_id, with_for_update=True)
    replayed = replay(partie)
    before = stored_rows(session, partie_id), stored_outcomes(session, partie_id)
    if isinstance(replayed, ScoredPartie):
        store(session, replayed)
    elif partie.game in GAMES:
        drop(session, partie_id)
    outcomes.rewrite(session, [partie_id])
    if not isinstance(replayed, ScoredPartie):
        return [Unreadable(partie_id, replayed)]
    now = stored_rows(session, partie_id), stored_outcomes(session, partie_id)
    return [] if now == before else [Rebuilt(partie_id)]
