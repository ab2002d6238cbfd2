"""Update the summary of a partie, a game played to its end, in the transaction of each change.

The summary is a row of `Summary` for the partie, one of `SeatSummary` for each seat and, once the partie has ended,
rows of `Tally`: how often a player in a seat had a line with one reason (`why`), such as a nil made. A line is points
with their reason, a manche one deal of the partie, and a side a player or a team. The facts of a manche are what was
recorded of it, from which the game computes the points. To *replay* a partie is to score the facts of its manches
again. The sheet has the manches that were recorded, without those that were deleted or undone.

If a version of the app scores differently or stores more, its migration deletes all rows, and `schema.prepare` then
writes them again with `fill_summaries`.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from sqlalchemy import Select, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, joinedload, selectinload

from scorekeeper.games import GAMES
from scorekeeper.games.contract import Ending, Line, MancheScore
from scorekeeper.partie.changes import BrokenLogError, Recorded
from scorekeeper.partie.course import course_of
from scorekeeper.record.models import Base, Change, Manche, Participant, Partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.partie.storing import is_readable
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import LONG_PAUSE, SeatSummary, Summary, Tally

# The values of a row, by the name of the column.
Row: TypeAlias = dict[str, Any]
_FASTEST_MANCHE = 60  # seconds: if the mean time is shorter, the manches were typed in after they were played
# The class of a table whose rows are computed from the facts; and, for one partie, the rows of each table by its class.
ReadModel: TypeAlias = type[Summary | SeatSummary | Tally | SeatOutcome]
Rows: TypeAlias = Mapping[ReadModel, Sequence[Row]]
# The rows of the other two tables refer to those of `Summary`, which are therefore written first and deleted last.
TABLES: tuple[ReadModel, ...] = (Summary, SeatSummary, Tally)
# Every change of a partie executes these statements, so they are built once. They are statements of the tables instead
# of their classes: to execute them takes a third of the time.
_TABLES = {model: Base.metadata.tables[model.__tablename__] for model in TABLES}
_INSERTS = {model: insert(table) for model, table in _TABLES.items()}
_DELETES = {model: delete(table).where(table.c.partie_id == bindparam("id")) for model, table in _TABLES.items()}


def rows_of(scored: ScoredPartie, recorded_at: Sequence[dt.datetime]) -> Rows:
    """Return the rows of a replayed partie in each table, sorted by their primary keys.

    Only a partie that has ended has tallies. `recorded_at` are the times at which the manches of its sheet were
    recorded, in the order of the sheet.
    """
    # Only statistics use tallies, and they count only ended parties.
    tallies = _tally_rows(scored) if scored.ending else []
    return {Summary: [_summary_row(scored, recorded_at)], SeatSummary: _seat_rows(scored), Tally: tallies}


def recording_times(session: Session, partie_id: int) -> Sequence[dt.datetime]:
    """Return the times at which the manches in the sheet of a partie were recorded, in the order of the sheet."""
    # `Recorded` is the change that recorded a manche; `Manche.kept` is false for one that was deleted or undone.
    query = select(Change.at).join(Manche, Manche.id == Change.manche_id).where(Change.partie_id == partie_id)
    return session.scalars(query.where(Change.kind == Recorded.kind, Manche.kept).order_by(Manche.version)).all()


def write_rows(session: Session, scored: ScoredPartie, *, had_ended: bool = False) -> None:
    """Write the rows of a partie, the first time or again.

    `had_ended` says whether the partie had ended before the change: then it may have stored tallies, which are deleted.
    """
    connection = session.connection()
    recorded_at: Sequence[dt.datetime] = ()
    # The times are needed only once the partie has ended. Most changes are made before, and do without this query.
    if scored.ending:
        recorded_at = recording_times(session, scored.partie.id)
    rows = rows_of(scored, recorded_at)
    if had_ended:
        connection.execute(_DELETES[Tally], {"id": scored.partie.id})
    for model in (Summary, SeatSummary):
        connection.execute(_upsert(model, connection.dialect.name), rows[model])
    if rows[Tally]:
        connection.execute(_INSERTS[Tally], rows[Tally])


@cache
def _upsert(model: ReadModel, dialect: str) -> Any:  # noqa: ANN401 - a statement of one of the two dialects
    """Return the statement that inserts a row, or replaces the stored row with the same primary key.

    `dialect` is the name of the database as SQLAlchemy has it: "postgresql" or "sqlite".
    """
    table = _TABLES[model]
    statement = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    # `excluded` is the row that was to be inserted.
    values = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=table.primary_key.columns, set_=values)


def delete_rows(session: Session, partie_id: int) -> None:
    """Delete the rows of a partie in the tables of summaries."""
    for table in reversed(TABLES):
        session.connection().execute(_DELETES[table], {"id": partie_id})


def without_summary() -> Select[int]:
    """Return the query of the ids of the parties whose rows must be written.

    They have no rows, or rows from an earlier version of the app, which stored fewer columns.
    """
    # An ended partie has `gaps` since the version that added this column.
    is_missing = Summary.partie_id.is_(None)
    is_short = Summary.ending_why.is_not(None) & Summary.gaps.is_(None)
    query = select(Partie.id).outerjoin(Summary, Summary.partie_id == Partie.id)
    return query.where(is_missing | is_short).order_by(Partie.id)


def fill_summaries(session: Session) -> None:
    """Write the rows of every partie that `without_summary` selects and that can be replayed."""
    for partie_id in session.scalars(without_summary()).all():
        replayed = replay(session.get_one(Partie, partie_id))
        if isinstance(replayed, ScoredPartie):
            write_rows(session, replayed, had_ended=True)
        # Free the memory of the partie before the next one is loaded.
        session.expunge_all()


def replays(session: Session, partie_ids: Sequence[int]) -> Iterator[ScoredPartie]:
    """Yield these parties replayed, in the order of their ids; those that cannot be replayed are left out."""
    # Three queries load the parties, their players and their manches.
    participants = selectinload(Partie.participants).joinedload(Participant.player)
    query = select(Partie).options(joinedload(Partie.soiree), participants, selectinload(Partie.manches))
    for partie in session.scalars(query.where(Partie.id.in_(partie_ids)).order_by(Partie.id)):
        replayed = replay(partie)
        if isinstance(replayed, ScoredPartie):
            yield replayed


def replay(partie: Partie) -> ScoredPartie | Exception:
    """Return the partie with its facts scored again; if they cannot be scored, return the error.

    The error is a `BrokenLogError` if this version of the app cannot read the state of the partie, a `LookupError` if
    its game is not installed, and another `ValueError` if the facts cannot be scored under its house rules.
    """
    if not is_readable(partie):
        return BrokenLogError("unreadable", partie.version)
    if partie.game not in GAMES:
        return LookupError(partie.game)
    try:
        return score_partie(partie)
    except ValueError as error:
        return error


def _summary_row(scored: ScoredPartie, recorded_at: Sequence[dt.datetime]) -> Row:
    # Every column is None unless it is set below. After a correction, a partie that had ended may be unfinished again:
    # None then replaces the values that were stored at its end.
    row: Row = dict.fromkeys(_TABLES[Summary].columns.keys())
    row |= {
        "partie_id": scored.partie.id,
        "manches": len(scored.manches),
        "course": [list(score.totals) for score in _counted_manches(scored)],
    }
    ending = scored.ending
    if ending is not None:
        row |= {
            "ending_why": ending.why,
            "ending_after": ending.after,
            "ending_result": _result_as_stored(ending),
            **_course_values(scored),
            **playing_times(sorted(recorded_at[: ending.after])),
        }
    return row


def _course_values(scored: ScoredPartie) -> Row:
    """Return the figures of the course of an ended partie, as columns of `Summary`.

    The course is the points and totals after each manche. The gap of a manche is the difference between its best and
    its worst points, and `gaps` their sum. The `swing` is the largest gap, the `comeback` the largest deficit of the
    winner, the `margin` the lead of the winner at the end. Some parties lack one of the last three, or all.
    """
    # The methods of a course return None for what the partie lacks.
    course = course_of(scored)
    swing = course.swing()
    comeback = course.comeback()
    margin = course.margin()
    values: Row = {"gaps": course.gaps}
    if swing is not None:
        values["swing"] = abs(swing.best - swing.worst)
    if comeback is not None:
        values["comeback"] = comeback.behind
    if margin is not None:
        values["margin"] = margin.points
    return values


def playing_times(recorded_at: Sequence[dt.datetime]) -> Row:
    """Return when a partie was played and for how long, as the columns `began_at`, `played_at`, `seconds` of `Summary`.

    `recorded_at` are the times at which its manches were recorded, sorted. Pauses of over an hour do not count. All
    values are None if the manches follow each other faster than players can play them: they were typed in afterwards.
    """
    unknown: Row = dict.fromkeys(("began_at", "played_at", "seconds"))
    if not recorded_at:
        return unknown
    pauses = [(later - earlier).total_seconds() for earlier, later in pairwise(recorded_at)]
    played = [pause for pause in pauses if pause <= LONG_PAUSE]
    if sum(played) < _FASTEST_MANCHE * len(played):
        return unknown
    return {"began_at": recorded_at[0], "played_at": recorded_at[-1], "seconds": round(sum(played))}


def _result_as_stored(ending: Ending) -> dict[str, Any]:
    """Return the figures of an ending as the database returns them: `{3: (1, 2)}` as `{"3": [1, 2]}`.

    JSON has no tuples, and only texts as keys. `rebuild` compares the figures with those stored, so they must be equal.
    """
    stored: dict[str, Any] = json.loads(json.dumps(dict(ending.result)))
    return stored


def _seat_rows(scored: ScoredPartie) -> list[Row]:
    # In a team game, a side has several seats, each with the result of its side. `side_of` is the number of the side of
    # each seat: (0, 1, 0, 1). `ranking()` returns (rank, number of the side) for each side.
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


def _tally_rows(scored: ScoredPartie) -> list[Row]:
    # The rows by (seat, player id, reason). These values and the id of the partie are the primary key of a tally.
    rows: dict[tuple[int, int, str], Row] = {}
    for number, seat, player_id, line in _lines_by_seat(scored):
        key = {"partie_id": scored.partie.id, "number": seat, "player_id": player_id, "why": line.why}
        # `manche` is the number of the first manche with such a line, so it is set only once.
        sums = {"times": 0, "count": 0, "points": 0, "manche": number}
        row = rows.setdefault((seat, player_id, line.why), key | sums)
        row["times"] += 1
        # The cards or tricks that the line scores, such as 5 hearts; None if it scores none.
        row["count"] += line.count or 0
        row["points"] += line.points
    return [rows[key] for key in sorted(rows)]


def _counted_manches(scored: ScoredPartie) -> tuple[MancheScore, ...]:
    """Return the scores of the manches up to the one that ended the partie."""
    if scored.ending is None:
        return scored.sheet.manches
    return scored.sheet.manches[: scored.ending.after]


def _lines_by_seat(scored: ScoredPartie) -> Iterator[tuple[int, int, int, Line]]:
    """Yield (number of the manche, seat, player id, line) for each line of the manches up to the end.

    A line of a whole side (its `seat` is None) is yielded once for each seat of the side.
    """
    for number, manche in enumerate(_counted_manches(scored), start=1):
        # Those who played this manche, by seat: a player may have been replaced since. `players_of` takes the index of
        # the manche, from 0.
        player_ids = [player.id for player in scored.players_of(number - 1)]
        for line in manche.lines:
            for seat, side in enumerate(scored.side_of):
                if seat == line.seat or (line.seat is None and side == line.side):
                    yield number, seat, player_ids[seat], line
