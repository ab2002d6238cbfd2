"""The parties (games played to their end) of one player, and the parties that two players both played, oldest first.

A partie counts if it has ended and is neither abandoned nor deleted. An outcome (`SeatOutcome`) is a row for a player
in a seat of such a partie. If another player took over the seat, both have a row, and only one is *credited*: the
partie counts for this player. A side is a player or a team.
"""

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
    """How a partie that counts ended for one player. The fields are the columns of `_FINISHES`, in their order."""

    partie_id: int

    # The slug under which statistics count it (`Partie.counted_as`): "hearts", "hearts:simple".
    game: str

    # The day of its soirée, an evening of parties.
    held_on: dt.date

    # From 1 for the best total; equal totals share a rank.
    rank: int

    # How many sides the partie has.
    sides: int
    won: bool
    drawn: bool

    # The total of the player's side.
    points: int

    # The ranks, victories and players of all sides as a text, which `statistics.read_results` reads.
    results: str = ""

    # The fields below are the columns `statistics.SIZES`, all in points except the last. They are None in a partie that
    # the player did not win.

    # The largest gap between the best and the worst points of one manche (one deal of the partie).
    swing: int | None = None

    # The largest deficit of the winner.
    comeback: int | None = None

    # Minus the lead of the winner at the end, None if the finish was not close.
    close_finish: int | None = None

    # The sum of the gaps of all manches, and the number of manches. Their quotient is the mean gap. Points are divided
    # by it to compare parties of different games.
    gaps: int | None = None
    manches: int | None = None


class Meeting(NamedTuple):
    """A partie that counts for two players. The fields are the columns of `_MEETINGS`, in their order.

    The fields that begin with `other_` are those of the second player.
    """

    partie_id: int
    game: str
    held_on: dt.date

    # The numbers of the sides of the two players. Partners have the same side.
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
        # The smaller rank is the better one. True counts as 1 and False as 0.
        return (self.rank < self.other_rank) - (self.rank > self.other_rank)


def days_played(player_id: int) -> tuple[dt.date, dt.date] | None:
    """Return the days of the first and the last partie that counts for a player, None without one."""
    first, last = db.session.execute(_DAYS_PLAYED, {"player_id": player_id}).one()
    return None if first is None else (first, last)


def finishes(player_id: int, partie_filter: PartieFilter) -> list[Finish]:
    """Return the outcomes of a player's parties that the filter accepts, oldest first."""
    parameters = {**partie_filter.parameters, "player_id": player_id}
    # The connection executes a query in less time than the session, which can return objects too.
    return [*map(Finish._make, db.session.connection().execute(_FINISHES, parameters))]


def meetings(partie_filter: PartieFilter, player_id: int, other_id: int) -> list[Meeting]:
    """Return the parties that count for both players and that the filter accepts, oldest first."""
    parameters = {**partie_filter.parameters, "player_id": player_id, "other_id": other_id}
    return [*map(Meeting._make, db.session.connection().execute(_MEETINGS, parameters))]


_OLDEST_FIRST = SeatOutcome.held_on, SeatOutcome.partie_id
# The outcome of the other player in the same partie.
_OTHER = aliased(SeatOutcome)
_OUTCOME = SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on
# The first and the last day, each with a query of its own: an index of the days finds each at once. A single query of
# both would read every row of the player.
_DAYS_PLAYED: AnySelect = select(
    *(
        select(end(SeatOutcome.held_on)).where(OF_PLAYER, SeatOutcome.credited).scalar_subquery()
        for end in (func.min, func.max)
    )
)
_FINISHES: AnySelect = (
    select(*_OUTCOME, SeatOutcome.rank, SeatOutcome.sides, SeatOutcome.won, SeatOutcome.drawn, SeatOutcome.points)
    .add_columns(SeatOutcome.results, *SIZES)
    # A player's best moments are those of parties won, so only the summaries of these are read.
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
