"""The lists of a carnet, paginated: read from the summaries in one query a list, without replaying parties.

Rows are plain and statements are built once, because loading thirty parties as objects took longer than showing them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import Select, and_, bindparam, case, func, literal, select

from scorekeeper.games import GAMES
from scorekeeper.games.by_totals import WHY
from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Partie, Player, Regrouping, Seat, Soiree
from scorekeeper.record.read_models.tables import SeatSummary, Summary

ItemT = TypeVar("ItemT")
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
PAGE = 30
PLAYERS = 100
SOIREES = 12
_RECENT, _PLAYING = 3, 12


@dataclass(frozen=True)
class ListPage(Generic[ItemT]):
    """One page of a list, page 1 with the newest; `older` is whether another page follows."""

    items: tuple[ItemT, ...]
    number: int
    older: bool


@dataclass(frozen=True)
class ListedSoiree:
    """A soirée in a list."""

    id: int
    held_on: dt.date
    place: str


@dataclass(frozen=True)
class ListedPlayer:
    """A player in a list."""

    id: int
    name: str


@dataclass(frozen=True)
class ListedSide:
    """A side in a list: number, rank, total, victory, its own name if it has one, and the names of its players."""

    number: int
    rank: int
    total: int
    won: bool
    name: str | None
    players: tuple[str, ...]


@dataclass(frozen=True)
class ListedPartie:
    """A partie in a list; one that cannot be replayed has None for `manches`, and no sides.

    `place` is its position among the parties of its soirée, from 1, and `course` its totals after each manche once it
    has ended; both are empty in lists of several soirées.
    """

    id: int
    soiree_id: int
    game: str
    abandoned: bool
    manches: int | None
    ending_why: str | None
    names: tuple[str, ...]
    sides: tuple[ListedSide, ...]
    ending_after: int | None = None
    place: int = 0
    course: tuple[tuple[int, ...], ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it was played to its end and so counts in statistics."""
        return self.ending_why is not None and not self.abandoned

    @property
    def by_totals(self) -> bool:
        """Whether only the points of its manches are known."""
        return self.ending_why == WHY or self.game not in GAMES

    @property
    def over(self) -> bool:
        """Whether no further manche can be recorded."""
        return self.abandoned or self.ending_why is not None

    @property
    def ranking(self) -> list[ListedSide]:
        """The sides from first to last; equal totals share a rank."""
        return sorted(self.sides, key=lambda side: (side.rank, side.number))

    @cached_property
    def winners(self) -> list[ListedSide]:
        """The winning sides, empty before the end."""
        return [side for side in self.sides if side.won]


def soirees(carnet: Carnet, number: int = 1, between: tuple[dt.date, dt.date] | None = None) -> ListPage[ListedSoiree]:
    """Return the soirées of a carnet, newest first, optionally `between` two days, inclusive."""
    query = _SOIREES if between is None else _SOIREES.where(Soiree.held_on.between(*between))
    return _page(query, carnet.id, number, ListedSoiree, SOIREES)


def deleted_soirees(carnet: Carnet, number: int = 1) -> ListPage[ListedSoiree]:
    """Return the deleted soirées of a carnet, newest first."""
    return _page(_DELETED_SOIREES, carnet.id, number, ListedSoiree, SOIREES)


def players(carnet: Carnet, number: int = 1, *, retired: bool = False) -> ListPage[ListedPlayer]:
    """Return the players of a carnet, or the retired ones, in the order of their creation; page 1 has the newest."""
    page = _page(_RETIRED if retired else _PLAYERS, carnet.id, number, ListedPlayer, PLAYERS)
    return ListPage(page.items[::-1], page.number, page.older)


def count_players(carnet: Carnet) -> int:
    """Return the number of players of a carnet, without retired ones."""
    return db.session.scalar(_COUNT, {"of": carnet.id}) or 0


def latest_unfinished(latest: Sequence[ListedSoiree]) -> list[ListedPartie]:
    """Return the parties that are not over of the first three of these soirées, at most the twelve begun last.

    They are in the order of the soirées, and within each oldest first.
    """
    order = {soiree.id: position for position, soiree in enumerate(latest[:_RECENT])}
    if not order:
        return []
    playing = _grouped(_PLAYED_NOW, {"of": list(order), "size": _PLAYING, "start": 0})
    return sorted(playing, key=lambda partie: (order[partie.soiree_id], partie.id))


def unfinished_in(soiree_id: int) -> list[ListedPartie]:
    """Return the parties of a soirée that are not over, newest first."""
    return list(_grouped(_PLAYED_NOW, {"of": [soiree_id], "size": _PLAYING, "start": 0}))


def parties(soiree: Soiree, number: int = 1) -> ListPage[ListedPartie]:
    """Return the parties of a soirée, oldest first; page 1 has those begun last."""
    return _parties_page(_PARTIES, soiree, number)


def deleted_parties(soiree: Soiree, number: int = 1) -> ListPage[ListedPartie]:
    """Return the deleted parties of a soirée, oldest first; page 1 has those begun last."""
    return _parties_page(_DELETED_PARTIES, soiree, number)


def _page(query: AnySelect, of: int, number: int, read: Callable[..., ItemT], size: int = PAGE) -> ListPage[ItemT]:
    """Return a page; one row more is read to know whether another page follows."""
    rows = db.session.execute(query, {"of": of, "size": size + 1, "start": (number - 1) * size}).all()
    return ListPage(tuple(read(*row) for row in rows[:size]), number, len(rows) > size)


def _parties_page(query: AnySelect, soiree: Soiree, number: int) -> ListPage[ListedPartie]:
    found = list(_grouped(query, {"of": soiree.id, "size": PAGE + 1, "start": (number - 1) * PAGE}))
    return ListPage(tuple(found[PAGE - 1 :: -1]), number, len(found) > PAGE)


def _grouped(query: AnySelect, parameters: dict[str, Any]) -> Iterator[ListedPartie]:
    """Group rows of seats into parties, newest first."""
    for _, seats in groupby(db.session.execute(query, parameters), key=lambda row: row.id):
        yield _partie(list(seats))


def _partie(seats: Sequence[Any]) -> ListedPartie:
    first = seats[0]
    return ListedPartie(
        first.id,
        first.soiree_id,
        first.game,
        first.abandoned_at is not None,
        first.manches,
        first.ending_why,
        tuple(seat.name for seat in seats),
        tuple(_sides(seats)) if first.manches is not None else (),
        first.ending_after,
        first.place,
        tuple(map(tuple, first.course or ())),
    )


def _sides(seats: Sequence[Any]) -> Iterator[ListedSide]:
    names = seats[0].side_names or []
    for number in sorted({seat.side for seat in seats}):
        own = [seat for seat in seats if seat.side == number]
        name = names[number] or None if number < len(names) else None
        yield ListedSide(number, own[0].rank, own[0].total, own[0].won, name, tuple(seat.name for seat in own))


def _paged(query: AnySelect) -> AnySelect:
    return query.limit(bindparam("size")).offset(bindparam("start"))


def _soirees_query(*, deleted: bool) -> AnySelect:
    regrouped = select(Regrouping.id).where(Regrouping.source_id == Soiree.id, Regrouping.whole)
    joined = regrouped.where(Regrouping.undone_at.is_(None)).correlate(Soiree).exists()
    condition = and_(Soiree.deleted_at.is_not(None), ~joined) if deleted else Soiree.deleted_at.is_(None)
    query = select(Soiree.id, Soiree.held_on, Soiree.place).where(Soiree.carnet_id == bindparam("of"), condition)
    return _paged(query.order_by(Soiree.held_on.desc(), Soiree.id.desc()))


def _players_query(*, retired: bool) -> AnySelect:
    condition = Player.retired_at.is_not(None) if retired else Player.retired_at.is_(None)
    query = select(Player.id, Player.name).where(Player.carnet_id == bindparam("of"), condition)
    return _paged(query.order_by(Player.id.desc()))


def _seats_of(chosen: AnySelect, *, of_soiree: bool = False) -> AnySelect:
    """Select a row for each seat of the chosen parties, with the columns of both; only seat 0 has the course."""
    place = func.row_number().over(order_by=Partie.id) if of_soiree else literal(0)
    ids = _paged(chosen.add_columns(place.label("place")).order_by(Partie.id.desc())).subquery()
    first = and_(Seat.number == 0, Summary.ending_why.is_not(None))
    course = case((first, Summary.course)) if of_soiree else literal(None)
    about = Partie.id, Partie.soiree_id, Partie.game, Partie.side_names, Partie.abandoned_at
    result = SeatSummary.side, SeatSummary.total, SeatSummary.rank, SeatSummary.won
    of_seat = and_(SeatSummary.partie_id == Seat.partie_id, SeatSummary.number == Seat.number)
    summary = Summary.manches, Summary.ending_why, Summary.ending_after, course.label("course"), ids.c.place
    return (
        select(*about, *summary, Player.name, *result)
        .join(ids, ids.c.id == Partie.id)
        .join(Seat, Seat.partie_id == Partie.id)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(Summary, Summary.partie_id == Partie.id)
        .outerjoin(SeatSummary, of_seat)
        .order_by(Partie.id.desc(), Seat.number)
    )


_SOIREES, _DELETED_SOIREES = _soirees_query(deleted=False), _soirees_query(deleted=True)
_PLAYERS, _RETIRED = _players_query(retired=False), _players_query(retired=True)
_COUNT = select(func.count(Player.id)).where(Player.carnet_id == bindparam("of"), Player.retired_at.is_(None))
_OWN = select(Partie.id).where(Partie.soiree_id == bindparam("of"))
_PARTIES = _seats_of(_OWN.where(Partie.deleted_at.is_(None)), of_soiree=True)
_DELETED_PARTIES = _seats_of(_OWN.where(Partie.deleted_at.is_not(None)))
_PLAYED_NOW = _seats_of(
    select(Partie.id)
    .join(Summary, Summary.partie_id == Partie.id)
    .where(Partie.soiree_id.in_(bindparam("of", expanding=True)))
    .where(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_(None))
)
