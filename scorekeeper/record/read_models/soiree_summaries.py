"""Summaries of soirées: their players, victories, results and highlights.

A partie counts if it has ended and is neither abandoned nor deleted. A drawn partie is a victory for no one; a partie
with several winners is a victory for each. Everything is read from the summaries of parties, in a constant number of
queries.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Function, Integer, and_, case, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.record.database import db
from scorekeeper.record.models import Carnet, Partie, Player, Seat, Soiree
from scorekeeper.record.read_models.lists import ListedSoiree
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import SeatSummary, Summary, Tally

COUNTS = and_(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_not(None))
_WON = func.sum(case((and_(COUNTS, SeatSummary.won, Summary.ending_why != "drawn"), 1), else_=0))
# Pairs: (game, key of the line), (number of these lines, number of manches of the game).
LineFrequencies = tuple[tuple[tuple[str, str], tuple[int, int]], ...]


@dataclass(frozen=True)
class SoireeSummary:
    """The summary of a soirée: `players` as (name, victories), by their first partie; `games` as (game, parties)."""

    players: tuple[tuple[str, int], ...] = ()
    games: tuple[tuple[str, int], ...] = ()

    @property
    def winners(self) -> list[tuple[str, int]]:
        """The players with victories, most first."""
        return sorted(((name, won) for name, won in self.players if won), key=lambda player: -player[1])


@dataclass(frozen=True)
class ListedMonth:
    """A month in which a carnet has soirées, and their number."""

    year: int
    month: int
    soirees: int

    @property
    def first(self) -> dt.date:
        """The first day of the month."""
        return dt.date(self.year, self.month, 1)


@dataclass(frozen=True)
class Result:
    """The number of parties of a game that count for a player, the number won, and the sum of the ranks."""

    game: str
    player_id: int
    name: str
    parties: int
    won: int
    ranks: int


@dataclass(frozen=True)
class LineCount:
    """The number of lines with a key (`why`) that a seat has in a partie."""

    partie_id: int
    seat: int
    side: int
    why: str
    times: int


def summaries(soirees: Collection[ListedSoiree]) -> dict[int, SoireeSummary]:
    """Return the summary of each of these soirées that has parties, by id."""
    ids = [soiree.id for soiree in soirees]
    if not ids:
        return {}
    players: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    games: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    not_deleted = and_(Partie.soiree_id.in_(ids), Partie.deleted_at.is_(None))
    for soiree_id, name, won in db.session.execute(_PLAYERS.where(not_deleted)):
        players[soiree_id].append((name, won))
    for soiree_id, game, count in db.session.execute(_GAMES.where(not_deleted)):
        games[soiree_id].append((game, count))
    return {number: SoireeSummary(tuple(players[number]), tuple(games[number])) for number in players}


def months(carnet: Carnet) -> Sequence[ListedMonth]:
    """Return the months in which a carnet has soirées, newest first."""
    month = _month_of(Soiree.held_on, db.engine.dialect.name)
    query = select(month, func.count(Soiree.id)).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    rows = db.session.execute(query.group_by(month).order_by(month.desc()))
    return [ListedMonth(int(named[:4]), int(named[5:]), soirees) for named, soirees in rows]


def _month_of(day: ColumnElement[dt.date] | InstrumentedAttribute[dt.date], dialect: str) -> Function[str]:
    """Return the month of a date as text, "2026-11", which on SQLite is three times as fast as extracting the parts."""
    return func.to_char(day, "YYYY-MM") if dialect == "postgresql" else func.substr(day, 1, 7)


def nearest(soiree: Soiree, day: dt.date, most: int) -> list[ListedSoiree]:
    """Return the other soirées of the same carnet nearest to a day: at most `most` before it, and as many after it."""
    later = _OTHERS.where(Soiree.held_on >= day).order_by(Soiree.held_on, Soiree.id)
    earlier = _OTHERS.where(Soiree.held_on < day).order_by(Soiree.held_on.desc(), Soiree.id.desc())
    rows = [
        row
        for query in (later, earlier)
        for row in db.session.execute(
            query.where(Soiree.carnet_id == soiree.carnet_id, Soiree.id != soiree.id).limit(most)
        )
    ]
    return [ListedSoiree(*row) for row in sorted(rows, key=lambda row: (row.held_on, row.id), reverse=True)]


def results(soiree: Soiree) -> tuple[Result, ...]:
    """Return a result for each game and player of a soirée, from the parties that count."""
    return tuple(Result(*row) for row in db.session.execute(_RESULTS.where(Partie.soiree_id == soiree.id)))


def line_counts(parties: Collection[int], whys: Collection[str]) -> tuple[LineCount, ...]:
    """Return how often each seat has lines of these keys in these parties."""
    if not parties or not whys:
        return ()
    query = _LINE_COUNTS.where(Tally.partie_id.in_(parties), Tally.why.in_(whys))
    return tuple(LineCount(*row) for row in db.session.execute(query))


_PLAYERS = (
    select(Partie.soiree_id, Player.name, _WON)
    .join(Seat, Seat.partie_id == Partie.id)
    .join(Player, Player.id == Seat.player_id)
    .outerjoin(Summary, Summary.partie_id == Partie.id)
    .outerjoin(SeatSummary, and_(SeatSummary.partie_id == Seat.partie_id, SeatSummary.number == Seat.number))
    .group_by(Partie.soiree_id, Player.id, Player.name)
    .order_by(func.min(Partie.id), func.min(Seat.number))
)
_GAMES = (
    select(Partie.soiree_id, Partie.game, func.count(Partie.id))
    .group_by(Partie.soiree_id, Partie.game)
    .order_by(func.min(Partie.id))
)
_OTHERS = select(Soiree.id, Soiree.held_on, Soiree.place).where(Soiree.deleted_at.is_(None))
_RESULTS = (
    select(Partie.game, Player.id, Player.name, func.count(Partie.id), _WON, func.sum(SeatSummary.rank))
    .join(Seat, Seat.partie_id == Partie.id)
    .join(Player, Player.id == Seat.player_id)
    .join(Summary, Summary.partie_id == Partie.id)
    .join(SeatSummary, and_(SeatSummary.partie_id == Seat.partie_id, SeatSummary.number == Seat.number))
    .where(COUNTS)
    .group_by(Partie.game, Player.id, Player.name)
    .order_by(func.min(Partie.id), func.min(Seat.number))
)
_LINE_COUNTS = (
    select(Tally.partie_id, Tally.number, SeatSummary.side, Tally.why, Tally.times)
    .join(SeatSummary, and_(SeatSummary.partie_id == Tally.partie_id, SeatSummary.number == Tally.number))
    .order_by(Tally.partie_id, Tally.number)
)


def line_frequencies(
    carnet: Carnet, games: Collection[str], whys: Collection[str], shared: Collection[str]
) -> LineFrequencies:
    """Return the number of lines of each key in the parties that count, and the number of manches of the game.

    A `shared` key belongs to a whole side and is counted for each partner, so it is omitted for games played in teams.
    """
    if not whys:
        return ()
    own = SeatOutcome.carnet_id == carnet.id, SeatOutcome.game.in_(games)
    manches = func.sum(case((SeatOutcome.number == 0, SeatOutcome.manches), else_=0)).label("manches")
    in_teams = func.max(cast(SeatOutcome.number >= SeatOutcome.sides, Integer)).label("in_teams")
    played = select(SeatOutcome.game, manches, in_teams).where(*own).group_by(SeatOutcome.game).subquery()
    key = SeatOutcome.game, Tally.why, played.c.manches, played.c.in_teams
    query = select(*key, func.sum(Tally.times)).where(*own, Tally.why.in_(whys)).group_by(*key)
    query = query.join(Tally, and_(Tally.partie_id == SeatOutcome.partie_id, Tally.number == SeatOutcome.number))
    query = query.join(played, played.c.game == SeatOutcome.game).order_by(SeatOutcome.game, Tally.why)
    return tuple(
        ((game, why), (int(times), int(count)))
        for game, why, count, teams, times in db.session.execute(query)
        if not (teams and why in shared)
    )
