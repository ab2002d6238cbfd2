"""The lists of a carnet (the notebook of a group of players): its soirées (evenings), players and parties, by page.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. Each page is one query, which
reads stored summaries instead of scoring the facts of the parties again. The queries are built once, at the end of this
file. They select single columns and not objects: to load the thirty parties of a page as objects took longer than to
render the page.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, select

from scorekeeper.games import game_counted_as
from scorekeeper.games.by_totals import POINTS_KEY
from scorekeeper.partie.log import Moved
from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Carnet,
    Change,
    Participant,
    Partie,
    Player,
    Regrouping,
    Seat,
    Soiree,
)
from scorekeeper.record.read_models.evenings import current_soirees
from scorekeeper.record.read_models.tables import SUMMARY_OF_SEAT, SeatSummary, Summary
from scorekeeper.record.request_access import AnyCarnet

ItemT = TypeVar("ItemT")
# A query with any columns.
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
# How many parties a page lists. The page of a group's decisions about disputed rules lists as many decisions.
PAGE_SIZE = 30
_SOIREES_PER_PAGE = 12
_MOST_UNFINISHED = 12  # parties that are offered to be continued
_ALL = 10_000  # the `size` of a query that reads all parties of a soirée, which never has this number


@dataclass(frozen=True)
class ListPage(Generic[ItemT]):
    """One page of a list. Page 1 has the newest items; `has_older` is true if another page follows."""

    items: tuple[ItemT, ...]
    number: int
    has_older: bool


@dataclass(frozen=True)
class ListedSide:
    """A side of a listed partie."""

    # From 0 in its partie.
    number: int

    # 1 for the best total; equal totals share a rank.
    rank: int
    total: int
    won: bool

    # The name that its players chose, None without one.
    name: str | None

    # The names of its players.
    players: tuple[str, ...]

    # The number that each of them has in the carnet (`Player.number`). Marks and colours are chosen from these numbers.
    numbers: tuple[int, ...]


class PlayingTimes(NamedTuple):
    """When the first and the last manche of a partie were recorded, and the time between them without long pauses."""

    began_at: dt.datetime
    ended_at: dt.datetime

    # A time over an hour between two manches is a long pause (`tables.LONG_PAUSE`).
    seconds: int


@dataclass(frozen=True)
class ListedPartie:
    """A partie in a list."""

    id: int
    soiree_id: int

    # The slug under which statistics count it (`Partie.counted_as`): "hearts", or "hearts:simple" if house rules change
    # what the points of the game mean, so that these parties are counted apart.
    game: str
    abandoned: bool

    # The number of manches, None if the partie cannot be replayed.
    manches: int | None

    # The key of the reason why it ended, such as "drawn"; None before its end.
    ending_why: str | None

    # The names of the players in the order of the seats: `names[0]` plays in seat 0.
    names: tuple[str, ...]

    # Empty if the partie cannot be replayed.
    sides: tuple[ListedSide, ...]

    # The number of manches up to its end. `manches` may be larger: manches recorded after the end do not count.
    ending_after: int | None = None

    # Its position among the parties of its soirée, from 1. It is 0 in a list that is not of one soirée.
    place: int = 0

    # The totals of the sides after each manche of an ended partie: `((5, 21), (31, 21))` after two manches of two
    # sides.
    course: tuple[tuple[int, ...], ...] = ()

    # The key of the carnet (`Carnet.key`), which is a part of the address of the partie.
    carnet_key: str = ""

    # The version of the partie: each change of it adds 1.
    version: int = 0

    # The time of its latest change except a move to another soirée; None once it has ended.
    played_at: dt.datetime | None = None

    # None before its end, and for a partie that was not recorded while it was played, but typed in afterwards.
    times: PlayingTimes | None = None

    @property
    def counts(self) -> bool:
        """Whether it counts in statistics: it has ended, and was not abandoned."""
        return self.ending_why is not None and not self.abandoned

    @property
    def by_totals(self) -> bool:
        """Whether no game can score its facts: only the points were recorded, or its game is not installed."""
        # `game_counted_as` returns the installed game of a slug.
        return self.ending_why == POINTS_KEY or game_counted_as(self.game) is None

    @property
    def over(self) -> bool:
        """Whether no further manche can be recorded."""
        return self.abandoned or self.ending_why is not None

    @property
    def ranking(self) -> list[ListedSide]:
        """The sides from the first to the last in rank; sides that share a rank are sorted by their number."""
        return sorted(self.sides, key=lambda side: (side.rank, side.number))

    @cached_property
    def winners(self) -> list[ListedSide]:
        """The winning sides, empty before the end."""
        return [side for side in self.sides if side.won]


# `AnyCarnet` is a `Carnet`, or the id, key and name of the carnet that the reader of a request may see.
def soirees_page(carnet: AnyCarnet, number: int = 1, between: tuple[dt.date, dt.date] | None = None) -> ListPage[Any]:
    """Return a page of the soirées of a carnet (rows of `id`, `held_on` and `place`), newest first.

    `between` is a first and a last day. With it, the page has only the soirées from the first to the last of these
    days.
    """
    query = _SOIREES
    if between is not None:
        query = query.where(Soiree.held_on.between(*between))
    return _page(query, carnet.id, number, _SOIREES_PER_PAGE)


def deleted_soirees_page(carnet: AnyCarnet, number: int = 1) -> ListPage[Any]:
    """Return a page of the deleted soirées of a carnet, newest first: rows like those of `soirees_page`."""
    return _page(_DELETED_SOIREES, carnet.id, number, _SOIREES_PER_PAGE)


def latest_soirees_of(carnet_ids: Collection[int]) -> list[int]:
    """Return the ids of the latest twelve soirées of each of these carnets."""
    if not carnet_ids:
        return []
    return list(db.session.scalars(_LATEST_SOIREES, {"of": list(carnet_ids)}))


def resumable_parties(soiree_ids: Collection[int]) -> list[ListedPartie]:
    """Return the unfinished parties of these soirées, at most twelve, the one played last first.

    Parties of a soirée that is over are left out.
    """
    # `current_soirees` returns the ids of the soirées that are not over: an evening is over at six the next morning.
    current = current_soirees(soiree_ids)
    if not current:
        return []
    found = _read_parties(_RESUMABLE, {"of": current, "size": _MOST_UNFINISHED, "start": 0})
    return sorted(found, key=attrgetter("played_at", "id"), reverse=True)


def partie_to_resume(parties: Iterable[ListedPartie]) -> ListedPartie | None:
    """Return the unfinished partie that was played last, None without one."""
    # A partie without a number of manches cannot be replayed.
    unfinished = [partie for partie in parties if not partie.over and partie.manches is not None]
    return max(unfinished, key=attrgetter("played_at"), default=None)


def all_parties(soiree: Soiree, *, deleted: bool = False) -> Sequence[ListedPartie]:
    """Return all parties of a soirée, or all that were deleted, oldest first.

    No soirée can get more than `carnets.MOST_PARTIES` parties, those that were deleted included.
    """
    query = _DELETED_PARTIES if deleted else _PARTIES
    newest_first = list(_read_parties(query, {"of": soiree.id, "size": _ALL, "start": 0}))
    return [replace(partie, place=place) for place, partie in enumerate(reversed(newest_first), start=1)]


def parties_with_ids(partie_ids: Collection[int]) -> Sequence[ListedPartie]:
    """Return these parties with their courses, newest first."""
    if not partie_ids:
        return []
    return list(_read_parties(_WITH_IDS, {"of": list(partie_ids), "size": len(partie_ids), "start": 0}))


def latest_page(items: Sequence[ItemT], number: int, size: int = PAGE_SIZE) -> ListPage[ItemT]:
    """Return a page of these items, which are oldest first. Page 1 has the latest, and its oldest is first too."""
    end = max(0, len(items) - (number - 1) * size)
    return ListPage(tuple(items[max(0, end - size) : end]), number, has_older=end > size)


def read_page(query: Select[ItemT], number: int, size: int) -> ListPage[ItemT]:
    """Return a page of the objects that a query of another module selects, newest first."""
    rows = db.session.scalars(query.limit(size + 1).offset((number - 1) * size)).all()
    return _cut(rows, number, size)


def _page(query: AnySelect, carnet_id: int, number: int, size: int) -> ListPage[Any]:
    """Return a page of the rows of one of the queries at the end of this file."""
    parameters = {"of": carnet_id, "size": size + 1, "start": (number - 1) * size}
    return _cut(db.session.execute(query, parameters).all(), number, size)


def _cut(rows: Sequence[ItemT], number: int, size: int) -> ListPage[ItemT]:
    """Return a page without the row that was read to know whether another page follows."""
    return ListPage(tuple(rows[:size]), number, has_older=len(rows) > size)


def _read_parties(query: AnySelect, parameters: dict[str, Any]) -> Iterator[ListedPartie]:
    """Yield the parties that one of the queries of `_seats_query` selects, in the order of the query.

    The query returns a row for each seat. The rows of the seats of one partie follow each other, so they are grouped by
    the id of the partie.
    """
    for _partie_id, seats in groupby(db.session.execute(query, parameters), key=lambda row: row.id):
        yield _partie(list(seats))


def _partie(seats: Sequence[Any]) -> ListedPartie:
    """Return the partie of these rows, one for each seat."""
    # The columns of the partie are the same in all rows, except the course and the time of play: only seat 0 has them.
    first = seats[0]
    times = None
    if first.began_at:
        times = PlayingTimes(first.began_at, first.ended_at, first.seconds)
    sides: tuple[ListedSide, ...] = ()
    # A partie without a summary, which cannot be replayed (scored again), has NULL in the columns of the sides.
    if first.manches is not None:
        sides = tuple(_sides(seats))
    return ListedPartie(
        id=first.id,
        soiree_id=first.soiree_id,
        game=first.counted_as,
        abandoned=first.abandoned_at is not None,
        manches=first.manches,
        ending_why=first.ending_why,
        names=tuple(seat.name for seat in seats),
        sides=sides,
        ending_after=first.ending_after,
        course=tuple(map(tuple, first.course or ())),
        carnet_key=first.carnet_key,
        version=first.version,
        played_at=first.played_at,
        times=times,
    )


def _sides(seats: Sequence[Any]) -> Iterator[ListedSide]:
    """Yield the sides of a partie from its rows of seats. All seats of a side have the rank and total of the side."""
    # `{0: "Les Rois", 1: ""}`, by the number of the side. `side_names` is None if no team has a name.
    names = dict(enumerate(seats[0].side_names or ()))
    for number in sorted({seat.side for seat in seats}):
        side_seats = [seat for seat in seats if seat.side == number]
        players = tuple(seat.name for seat in side_seats)
        first = side_seats[0]
        # A side without a name has "" in `names` or is missing there.
        side_name = names.get(number) or None
        numbers = tuple(seat.player_number for seat in side_seats)
        # In the order of the fields: number, rank, total, won, name, players, numbers.
        yield ListedSide(number, first.rank, first.total, first.won, side_name, players, numbers)


# The queries have parameters, given when they are executed: `of` is the id of the carnet or the soirée, or a list of
# ids; `start` is the number of rows to skip, and `size` the number of rows to read after these.
def _paged(query: AnySelect) -> AnySelect:
    """Limit a query to the part of the list that `start` and `size` select."""
    return query.limit(bindparam("size")).offset(bindparam("start"))


def _soirees_query(*, deleted: bool) -> AnySelect:
    condition: ColumnElement[bool] = Soiree.deleted_at.is_(None)
    if deleted:
        # A soirée whose parties were all moved to another one (joined, `Regrouping.whole`) has `deleted_at` too, but is
        # not one of the deleted soirées. `correlate` refers to the soirée of the query around this one.
        regroupings = select(Regrouping.id).where(Regrouping.source_id == Soiree.id, Regrouping.whole)
        is_joined = regroupings.where(Regrouping.undone_at.is_(None)).correlate(Soiree).exists()
        condition = and_(Soiree.deleted_at.is_not(None), ~is_joined)
    query = select(Soiree.id, Soiree.held_on, Soiree.place).where(Soiree.carnet_id == bindparam("of"), condition)
    return _paged(query.order_by(Soiree.held_on.desc(), Soiree.id.desc()))


# When the latest change of a partie was made. Moving it to another soirée (`Moved`) does not count as playing it.
_PLAYED_AT = (
    select(func.max(Change.at))
    .where(Change.partie_id == Partie.id, Change.kind != Moved.kind)
    .correlate(Partie)
    .scalar_subquery()
)


# The condition that joins a seat to the participant whom a list names. The participants of a partie are all players who
# have or had a seat in it. Before the end, the list names the one who has the seat now (`Seat.seated`), after the end
# the one for whom the partie counts (`Seat.counts_for`).
_NAMED = and_(
    Participant.partie_id == Seat.partie_id,
    Participant.number == case((Summary.ending_why.is_(None), Seat.seated), else_=Seat.counts_for),
)


def _seats_query(partie_ids: AnySelect) -> AnySelect:
    """Return a query with a row for each seat of the parties that the query `partie_ids` selects, newest first.

    Each row has columns of the seat and of its partie. Only that of seat 0 has the totals after each manche (`course`).
    """
    # The parties of the page are chosen first: a limit on the rows of seats would cut a partie in two.
    page = _paged(partie_ids.order_by(Partie.id.desc())).subquery()
    # Every seat would repeat the same course, which is long. A `case` without `else_` is NULL where its condition is
    # false.
    course = case((and_(Seat.number == 0, Summary.ending_why.is_not(None)), Summary.course))
    # The time of the latest change serves to continue a partie, so only one that has not ended needs it.
    played_at = case((and_(Seat.number == 0, Summary.ending_why.is_(None)), _PLAYED_AT)).label("played_at")
    partie_columns = (
        Partie.id,
        Partie.soiree_id,
        Partie.counted_as,
        Partie.side_names,
        Partie.abandoned_at,
        Partie.version,
    )
    summary_columns = (
        Summary.manches,
        Summary.ending_why,
        Summary.ending_after,
        Summary.began_at,
        Summary.played_at.label("ended_at"),
        Summary.seconds,
        course.label("course"),
    )
    # The side of the seat; its total, rank and victory are those of the side.
    seat_columns = (
        Player.name,
        Player.number.label("player_number"),
        SeatSummary.side,
        SeatSummary.total,
        SeatSummary.rank,
        SeatSummary.won,
    )
    return (
        select(*partie_columns, *summary_columns, *seat_columns, Carnet.key.label("carnet_key"), played_at)
        .join(page, page.c.id == Partie.id)
        .join(Soiree, Soiree.id == Partie.soiree_id)
        .join(Carnet, Carnet.id == Soiree.carnet_id)
        .join(Seat, Seat.partie_id == Partie.id)
        .outerjoin(Summary, Summary.partie_id == Partie.id)
        .join(Participant, _NAMED)
        .join(Player, Player.id == Participant.player_id)
        .outerjoin(SeatSummary, SUMMARY_OF_SEAT)
        .order_by(Partie.id.desc(), Seat.number)
    )


_SOIREES = _soirees_query(deleted=False)
_DELETED_SOIREES = _soirees_query(deleted=True)
_OF_SOIREE = select(Partie.id).where(Partie.soiree_id == bindparam("of"))
_PARTIES = _seats_query(_OF_SOIREE.where(Partie.deleted_at.is_(None)))
_DELETED_PARTIES = _seats_query(_OF_SOIREE.where(Partie.deleted_at.is_not(None)))
_WITH_IDS = _seats_query(select(Partie.id).where(Partie.id.in_(bindparam("of", expanding=True))))
# The position of a soirée among those of its carnet: 1 for the latest, 2 for the one before it.
_RECENCY = func.row_number().over(partition_by=Soiree.carnet_id, order_by=(Soiree.held_on.desc(), Soiree.id.desc()))
_BY_RECENCY = (
    select(Soiree.id, _RECENCY.label("recency"))
    .where(Soiree.carnet_id.in_(bindparam("of", expanding=True)), Soiree.deleted_at.is_(None))
    .subquery()
)
_LATEST_SOIREES = select(_BY_RECENCY.c.id).where(_BY_RECENCY.c.recency <= _SOIREES_PER_PAGE)
# The parties of these soirées that are neither deleted nor abandoned and have not ended.
_RESUMABLE = _seats_query(
    select(Partie.id)
    .join(Summary, Summary.partie_id == Partie.id)
    .where(Partie.soiree_id.in_(bindparam("of", expanding=True)))
    .where(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_(None)),
)
