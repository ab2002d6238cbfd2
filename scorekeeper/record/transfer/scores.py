"""Export the points of a carnet as CSV for a spreadsheet: a row for each player and manche, in batches of parties.

A carnet is the notebook of a group; its parties are games, and their manches the deals. The *course* of a partie is its
totals after each manche.

The points are read from the summaries; a partie is replayed only if its summary does not have every manche.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import and_, case, select
from sqlalchemy.orm import Session, contains_eager, selectinload

from scorekeeper.games import GAMES
from scorekeeper.record.models import CREDITED, WAS_REPLACED, Carnet, Participant, Partie, Player, Seat, Soiree
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.outcomes import DRAWN
from scorekeeper.record.read_models.tables import SUMMARY_OF_SEAT, SeatSummary, Summary
from scorekeeper.record.read_models.upkeep import replay
from scorekeeper.record.transfer.writing import batches, partie_ids

COLUMNS = (
    "date",
    "place",
    "game",
    "partie",
    "ended",
    "manche",
    "player",
    "side",
    "points",
    "total",
    "final_total",
    "rank",
    "won",
)
# The characters that start a formula in a spreadsheet, with their full-width forms.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Without a byte order mark, Excel misreads accents.
_BYTE_ORDER_MARK = "\ufeff"
Cell = str | int

_NOT_DELETED = Partie.deleted_at.is_(None), Soiree.deleted_at.is_(None)
_WON = and_(SeatSummary.won, Summary.ending_why != DRAWN, Partie.abandoned_at.is_(None)).label("won")
_COURSE = case((Seat.number == 0, Summary.course)).label("course")
_SELECT_STORED = (
    select(Partie.id, Soiree.held_on, Soiree.place, Partie.game, Summary.ending_why, Summary.manches, _COURSE)
    .add_columns(Player.name, SeatSummary.side, SeatSummary.total, SeatSummary.rank, _WON)
    .join(Partie.soiree)
    .join(Summary, Summary.partie_id == Partie.id)
    .join(Seat, Seat.partie_id == Partie.id)
    .join(Participant, CREDITED)
    .join(Participant.player)
    .join(SeatSummary, SUMMARY_OF_SEAT)
    .where(*_NOT_DELETED, ~WAS_REPLACED)
    .order_by(Partie.id, Seat.number)
)


class _SeatResult(NamedTuple):
    """The player for whom the partie counts in a seat, and the result of its side, as statistics count it."""

    name: str
    side: int
    total: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class _PartiePoints:
    """The values of a partie from which its rows are written."""

    held_on: str
    place: str
    game: str
    ended: bool

    # The totals of the sides after each manche.
    totals: Sequence[Sequence[int]]
    seats: Sequence[_SeatResult]

    # The names of the players of each manche, by seat; None if they are the same in every manche.
    names: Sequence[Sequence[str]] | None = None


def write_csv(
    session: Session, carnet: Carnet, separator: str, column_names: Mapping[str, str], games: Mapping[str, str]
) -> Iterator[str]:
    """Return the CSV in chunks; `column_names` and `games` are the shown names by key. Call it inside `snapshot`.

    Deleted parties and parties that cannot be replayed are omitted.
    """
    yield _BYTE_ORDER_MARK + _csv_text([[column_names[name] for name in COLUMNS]], separator)
    all_ids = partie_ids(session, carnet)
    positions = {partie_id: position for position, partie_id in enumerate(all_ids, start=1)}
    for ids in batches(all_ids):
        points = dict(_stored_points(session, ids))
        points |= _replayed_points(session, [partie_id for partie_id in ids if partie_id not in points])
        for partie_id in sorted(points):
            yield _csv_text(_rows(points[partie_id], games, positions[partie_id]), separator)


def escape_formula(cell: Cell) -> Cell:
    """Put an apostrophe before a text that a spreadsheet would run as a formula: "=1+1" becomes "'=1+1"."""
    if isinstance(cell, str) and cell.startswith(_FORMULAS):
        return f"'{cell}"
    return cell


def _stored_points(session: Session, ids: Sequence[int]) -> Iterator[tuple[int, _PartiePoints]]:
    """Yield (id, points) for each of these parties whose summary has every manche of its sheet.

    Omit parties in which a player was replaced.
    """
    for partie_id, rows in groupby(session.execute(_SELECT_STORED.where(Partie.id.in_(ids))), key=lambda row: row.id):
        own = list(rows)
        first = own[0]
        if first.game in GAMES and len(first.course) == first.manches:
            points = _PartiePoints(
                held_on=first.held_on.isoformat(),
                place=first.place,
                game=first.game,
                ended=first.ending_why is not None,
                totals=first.course,
                seats=[_SeatResult(row.name, row.side, row.total, row.rank, row.won) for row in own],
            )
            yield partie_id, points


def _replayed_points(session: Session, ids: Sequence[int]) -> Iterator[tuple[int, _PartiePoints]]:
    if not ids:
        return
    for partie in session.scalars(_select_parties(ids)):
        scored = replay(partie)
        if isinstance(scored, ScoredPartie):
            yield partie.id, _points_of(scored)
    session.expunge_all()


def _points_of(scored: ScoredPartie) -> _PartiePoints:
    sheet = scored.sheet
    soiree = scored.partie.soiree
    ranks = {side: rank for rank, side in scored.ranking()}
    ending = scored.ending
    winners: Sequence[int] = ()
    # An abandoned or drawn partie is a victory for no one.
    if ending is not None and ending.why != DRAWN and scored.partie.abandoned_at is None:
        winners = ending.winners
    seats = [
        _SeatResult(scored.credited(seat).name, side, sheet.totals[side], ranks[side], side in winners)
        for seat, side in enumerate(scored.side_of)
    ]
    names = None
    if len(scored.partie.participants) > scored.seats:
        names = [scored.as_played(index).names for index in range(len(scored.manches))]
    return _PartiePoints(
        held_on=soiree.held_on.isoformat(),
        place=soiree.place,
        game=scored.partie.game,
        ended=ending is not None,
        totals=[score.totals for score in sheet.manches],
        seats=seats,
        names=names,
    )


def _select_parties(ids: Sequence[int]) -> Any:  # noqa: ANN401 - a statement of SQLAlchemy's
    participants = selectinload(Partie.participants).joinedload(Participant.player)
    query = select(Partie).join(Partie.soiree).options(contains_eager(Partie.soiree))
    query = query.options(participants, selectinload(Partie.manches))
    return query.where(Partie.id.in_(ids), *_NOT_DELETED).order_by(Partie.id)


def _rows(points: _PartiePoints, games: Mapping[str, str], position: int) -> Iterator[list[Cell]]:
    about: list[Cell] = [
        points.held_on,
        escape_formula(points.place),
        escape_formula(games[points.game]),
        position,
        int(points.ended),
    ]
    previous: Sequence[int] = [0] * len(points.seats)  # there are at most as many sides as seats
    for number, totals in enumerate(points.totals, start=1):
        for index, seat in enumerate(points.seats):
            name = seat.name
            if points.names is not None:
                name = points.names[number - 1][index]
            total = totals[seat.side]
            manche_cells: list[Cell] = [number, escape_formula(name), seat.side + 1, total - previous[seat.side], total]
            # A player who left the seat did not win the partie.
            yield [*about, *manche_cells, seat.total, seat.rank, int(seat.won and name == seat.name)]
        previous = totals


def _csv_text(rows: Iterable[Sequence[Cell]], separator: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()
