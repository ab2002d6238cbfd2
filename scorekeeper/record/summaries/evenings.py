"""What a carnet tells of its soirées at a glance, and of one of them: who was there, who won, who did what.

Parties that count were played to their end: not abandoned, not put away. One that nobody won is a victory of none;
one shared is a victory of each. Read from the summaries, in as many queries for many parties as for few.
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
from scorekeeper.record.summaries.lists import ListedSoiree
from scorekeeper.record.summaries.outcomes import SeatOutcome
from scorekeeper.record.summaries.tables import SeatSummary, Summary, Tally

COUNTS = and_(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_not(None))
_WON = func.sum(case((and_(COUNTS, SeatSummary.won, Summary.ending_why != "drawn"), 1), else_=0))
Rarities = tuple[tuple[tuple[str, str], tuple[int, int]], ...]


@dataclass(frozen=True)
class Glance:
    """A soirée at a glance: who was there, in the order they first sat in, with their victories; parties by game."""

    players: tuple[tuple[str, int], ...] = ()
    games: tuple[tuple[str, int], ...] = ()

    @property
    def winners(self) -> list[tuple[str, int]]:
        """Those who won something, who won most first."""
        return sorted((one for one in self.players if one[1]), key=lambda one: -one[1])


@dataclass(frozen=True)
class ListedMonth:
    """A month in which a carnet has soirées, and how many."""

    year: int
    month: int
    soirees: int

    @property
    def first(self) -> dt.date:
        """Its first day."""
        return dt.date(self.year, self.month, 1)


@dataclass(frozen=True)
class Result:
    """What a player did in the parties of a game that count: how many, how many won, their ranks added up."""

    game: str
    player_id: int
    name: str
    parties: int
    won: int
    ranks: int


@dataclass(frozen=True)
class EveningDeed:
    """What a seat did in a partie, by the key of its lines, and how often."""

    partie_id: int
    seat: int
    side: int
    why: str
    times: int


def glances(soirees: Collection[ListedSoiree]) -> dict[int, Glance]:
    """Each of these soirées at a glance; one without any partie has none."""
    ids = [soiree.id for soiree in soirees]
    if not ids:
        return {}
    players: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    games: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    there = and_(Partie.soiree_id.in_(ids), Partie.deleted_at.is_(None))
    for soiree_id, name, won in db.session.execute(_PLAYERS.where(there)):
        players[soiree_id].append((name, won))
    for soiree_id, game, count in db.session.execute(_GAMES.where(there)):
        games[soiree_id].append((game, count))
    return {number: Glance(tuple(players[number]), tuple(games[number])) for number in players}


def months(carnet: Carnet) -> Sequence[ListedMonth]:
    """The months in which a carnet has soirées, latest first."""
    month = _month_of(Soiree.held_on, db.engine.dialect.name)
    query = select(month, func.count(Soiree.id)).where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    rows = db.session.execute(query.group_by(month).order_by(month.desc()))
    return [ListedMonth(int(named[:4]), int(named[5:]), soirees) for named, soirees in rows]


def _month_of(day: ColumnElement[dt.date] | InstrumentedAttribute[dt.date], dialect: str) -> Function[str]:
    """The month of a date as text, "2026-11": in SQLite, where dates are text, the year and month apart cost thrice."""
    return func.to_char(day, "YYYY-MM") if dialect == "postgresql" else func.substr(day, 1, 7)


def nearest(soiree: Soiree, day: dt.date, most: int) -> list[ListedSoiree]:
    """The other soirées of the same carnet, those held next to a day: as many before it as after it, at most."""
    later = _OTHERS.where(Soiree.held_on >= day).order_by(Soiree.held_on, Soiree.id)
    earlier = _OTHERS.where(Soiree.held_on < day).order_by(Soiree.held_on.desc(), Soiree.id.desc())
    found = [
        row
        for query in (later, earlier)
        for row in db.session.execute(
            query.where(Soiree.carnet_id == soiree.carnet_id, Soiree.id != soiree.id).limit(most)
        )
    ]
    return sorted((ListedSoiree(*row) for row in found), key=lambda one: (one.held_on, one.id), reverse=True)


def results(soiree: Soiree) -> tuple[Result, ...]:
    """What each did in the parties of a soirée that count, by game."""
    return tuple(Result(*row) for row in db.session.execute(_RESULTS.where(Partie.soiree_id == soiree.id)))


def deeds(parties: Collection[int], whys: Collection[str]) -> tuple[EveningDeed, ...]:
    """What was done in these parties, of these keys."""
    if not parties or not whys:
        return ()
    query = _DEEDS.where(Tally.partie_id.in_(parties), Tally.why.in_(whys))
    return tuple(EveningDeed(*row) for row in db.session.execute(query))


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
_DEEDS = (
    select(Tally.partie_id, Tally.number, SeatSummary.side, Tally.why, Tally.times)
    .join(SeatSummary, and_(SeatSummary.partie_id == Tally.partie_id, SeatSummary.number == Tally.number))
    .order_by(Tally.partie_id, Tally.number)
)


def rarities(carnet: Carnet, games: Collection[str], whys: Collection[str], shared: Collection[str]) -> Rarities:
    """How often each of these was done in the parties that count, and in how many manches of its game.

    What is `shared` a whole side may do at once, and is kept of each partner: of a game that was played in teams, how
    often it was done is not known, and left out.
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
