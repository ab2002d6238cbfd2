"""Update the summary of a partie in the transaction of each change.

If a version of the app scores differently or stores more, its migration empties the tables, and `schema.prepare` then
writes the missing rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Table, delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.games.contract import Ending, Line, MancheScore
from scorekeeper.record.models import Base, Partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import SeatSummary, Summary, Tally

Row: TypeAlias = dict[str, Any]
TableOf: TypeAlias = type[Summary | SeatSummary | Tally | SeatOutcome]
Rows: TypeAlias = Mapping[TableOf, Sequence[Row]]
TABLES: tuple[TableOf, ...] = (Summary, SeatSummary, Tally)


def rows_of(scored: ScoredPartie) -> Rows:
    """Return the rows of a replayed partie in each table, in the order of their keys."""
    return {Summary: [_summary(scored)], SeatSummary: _seats(scored), Tally: _tallies(scored)}


def store(session: Session, scored: ScoredPartie) -> None:
    """Replace the rows of a partie."""
    drop(session, scored.partie.id)
    add(session, scored)


def add(session: Session, scored: ScoredPartie) -> None:
    """Insert the rows of a partie that has none."""
    for table, rows in rows_of(scored).items():
        if rows:
            session.execute(insert(_plain(table)), rows)


def drop(session: Session, partie_id: int) -> None:
    """Delete the rows of a partie."""
    for table in reversed(TABLES):
        plain = _plain(table)
        session.execute(delete(plain).where(plain.c.partie_id == partie_id))


def fill(session: Session) -> None:
    """Insert the rows of every partie that has none and can be replayed."""
    query = select(Partie.id).outerjoin(Summary, Summary.partie_id == Partie.id).where(Summary.partie_id.is_(None))
    for partie_id in session.scalars(query.order_by(Partie.id)).all():
        replayed = replay(session.get_one(Partie, partie_id))
        if isinstance(replayed, ScoredPartie):
            add(session, replayed)
        session.expunge_all()


def replay(partie: Partie) -> ScoredPartie | Exception:
    """Replay a partie; return the error if its facts cannot be read or its game is not installed."""
    if partie.game not in GAMES:
        return LookupError(partie.game)
    try:
        return score_partie(partie)
    except ValueError as error:
        return error


def _plain(table: TableOf) -> Table:
    """Return the table of a mapped class; inserting rows by the table takes a third of the time."""
    return Base.metadata.tables[table.__tablename__]


def _summary(scored: ScoredPartie) -> Row:
    ending = scored.ending
    return {
        "partie_id": scored.partie.id,
        "manches": len(scored.manches),
        "dealer": scored.deal.dealer,
        "ending_why": None if ending is None else ending.why,
        "ending_article": None if ending is None else ending.article,
        "ending_after": None if ending is None else ending.after,
        "ending_result": None if ending is None else _as_stored(ending),
        "course": [list(row.totals) for row in _counting(scored)],
    }


def _as_stored(ending: Ending) -> dict[str, Any]:
    """Return the result as it is read back from JSON."""
    stored: dict[str, Any] = json.loads(json.dumps(dict(ending.result)))
    return stored


def _seats(scored: ScoredPartie) -> list[Row]:
    ranks = {side: rank for rank, side in scored.ranking()}
    winners = () if scored.ending is None else scored.ending.winners
    return [
        {
            "partie_id": scored.partie.id,
            "number": number,
            "side": side,
            "total": scored.sheet.totals[side],
            "rank": ranks[side],
            "won": side in winners,
        }
        for number, side in enumerate(scored.side_of)
    ]


def _tallies(scored: ScoredPartie) -> list[Row]:
    counted: dict[tuple[int, str], Row] = {}
    for number, line in _lines_by_seat(scored):
        key = {"partie_id": scored.partie.id, "number": number, "why": line.why}
        row = counted.setdefault((number, line.why), {**key, "times": 0, "count": 0, "points": 0})
        row["times"] += 1
        row["count"] += line.count or 0
        row["points"] += line.points
    return [counted[key] for key in sorted(counted)]


def _counting(scored: ScoredPartie) -> tuple[MancheScore, ...]:
    """Return the rows of the sheet up to the manche that ended the partie."""
    return scored.sheet.manches[: None if scored.ending is None else scored.ending.after]


def _lines_by_seat(scored: ScoredPartie) -> Iterator[tuple[int, Line]]:
    """Yield (seat, line) for each line up to the end: for its seat if it has one, else for each seat of its side."""
    for row in _counting(scored):
        for line in row.lines:
            if line.seat is not None:
                yield line.seat, line
            else:
                yield from ((seat, line) for seat, side in enumerate(scored.side_of) if side == line.side)
