"""The parties of a player and of two players, oldest first."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.record.database import db
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.statistics import OF_FILTER, OF_PLAYER, SIZES, PartieFilter
from scorekeeper.record.read_models.tables import Summary


class Finish(NamedTuple):
    """The outcome of a partie that counts, for one player."""

    partie_id: int
    game: str
    held_on: dt.date
    rank: int

    # The number of sides.
    sides: int
    won: bool
    drawn: bool
    points: int

    # The results of the partie (`outcomes.results_text`).
    results: str = ""

    # How good the best moments of a partie won are, None without one, and what they are compared by (`SIZES`).
    swing: int | None = None
    comeback: int | None = None
    close_finish: int | None = None
    gaps: int | None = None
    manches: int | None = None


class Meeting(NamedTuple):
    """A partie that counts for two players."""

    partie_id: int
    game: str
    held_on: dt.date

    # Of the first player and of the other; partners have the same side.
    side: int
    other_side: int
    rank: int
    other_rank: int
    points: int
    other_points: int

    # Whether the first player won.
    won: bool

    @property
    def is_together(self) -> bool:
        """Whether the two were partners."""
        return self.side == self.other_side

    @property
    def ahead(self) -> int:
        """1 if the first player finished ahead, −1 if the other did, 0 if neither."""
        return (self.rank < self.other_rank) - (self.rank > self.other_rank)


def days_played(player_id: int) -> tuple[dt.date, dt.date] | None:
    """Return the days of the first and the last partie that counts for a player, None without one."""
    first, last = db.session.execute(_DAYS_PLAYED, {"player_id": player_id}).one()
    return None if first is None else (first, last)


def finishes(player_id: int, partie_filter: PartieFilter) -> list[Finish]:
    """Return the outcomes of a player's parties that the filter accepts, oldest first."""
    parameters = {**partie_filter.parameters, "player_id": player_id}
    # By the connection: the session, which could return objects, takes longer.
    return [*map(Finish._make, db.session.connection().execute(_FINISHES, parameters))]


def meetings(partie_filter: PartieFilter, player_id: int, other_id: int) -> list[Meeting]:
    """Return the parties that count for both players and that the filter accepts, oldest first."""
    parameters = {**partie_filter.parameters, "player_id": player_id, "other_id": other_id}
    return [*map(Meeting._make, db.session.connection().execute(_MEETINGS, parameters))]


_OLDEST_FIRST = SeatOutcome.held_on, SeatOutcome.partie_id
_OTHER = aliased(SeatOutcome)
_OUTCOME = SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on
# Each of the two is one step in an index; together in one select, they would read every row.
_DAYS_PLAYED: AnySelect = select(
    *(
        select(end(SeatOutcome.held_on)).where(OF_PLAYER, SeatOutcome.credited).scalar_subquery()
        for end in (func.min, func.max)
    )
)
_FINISHES: AnySelect = (
    select(*_OUTCOME, SeatOutcome.rank, SeatOutcome.sides, SeatOutcome.won, SeatOutcome.drawn, SeatOutcome.points)
    .add_columns(SeatOutcome.results, *SIZES)
    # The best moments of a player are of parties won: the summaries of the others are not read.
    .outerjoin(Summary, and_(Summary.partie_id == SeatOutcome.partie_id, SeatOutcome.won))
    .where(OF_PLAYER, *OF_FILTER, SeatOutcome.credited)
    .order_by(*_OLDEST_FIRST)
)
_MEETINGS: AnySelect = (
    select(*_OUTCOME, SeatOutcome.side, _OTHER.side, SeatOutcome.rank, _OTHER.rank)
    .add_columns(SeatOutcome.points, _OTHER.points, SeatOutcome.won)
    .join(_OTHER, and_(_OTHER.partie_id == SeatOutcome.partie_id, _OTHER.player_id == bindparam("other_id")))
    .where(OF_PLAYER, *OF_FILTER, SeatOutcome.credited, _OTHER.credited)
    .order_by(*_OLDEST_FIRST)
)
