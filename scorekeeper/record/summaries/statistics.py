"""What the cells of a carnet answer: who played and won how much, who did what, who beats whom, who holds a title.

A query each, over as many rows as there are players and games, however many parties there were.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.models import Player
from scorekeeper.record.summaries.cell_tables import (
    CellPair,
    CellParties,
    CellPlayer,
    CellsVersion,
    CellTally,
    SeatOutcome,
)
from scorekeeper.record.summaries.sums import AMOUNTS, CellPlace

LAST = 20


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody of the carnet, whether or not they still play."""

    id: int
    name: str
    retired: bool


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a carnet by id, and the version of its cells: what else statistics are made from."""

    players: dict[int, KnownPlayer]
    version: int

    @property
    def made_from(self) -> tuple[object, ...]:
        """The same as a value to compare."""
        return *self.players.values(), self.version


@dataclass(frozen=True, slots=True)
class KnownCell:
    """A cell that filters can ask for, at most one of rules, people and year not left open."""

    game: str
    rules: str
    people: str
    year: int
    options: dict[str, Any] | None
    parties: int
    manches: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The sums of a player in a game."""

    game: str
    player_id: int
    parties: int
    won: int
    drawn: int
    ranks: int
    points: int
    manches: int


@dataclass(frozen=True, slots=True)
class Deed:
    """What a player did in the manches of a game: how often, of how many things, for how much."""

    game: str
    player_id: int
    why: str
    times: int
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """How a player did against another, and with them, over the games asked about."""

    other_id: int
    against: int
    above: int
    below: int
    together: int
    won: int
    ranks: int
    points: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How a partie that counts ended for a player."""

    partie_id: int
    game: str
    held_on: dt.date
    rank: int
    sides: int
    won: bool


@dataclass(frozen=True, slots=True)
class WonPartie:
    """A partie that counts, by who played and who won it."""

    partie_id: int
    held_on: dt.date
    players: tuple[int, ...]
    winners: tuple[int, ...]


def roster(carnet_id: int) -> Roster:
    """Everybody of the carnet, in the order in which they came."""
    version = select(CellsVersion.version).where(CellsVersion.carnet_id == carnet_id).scalar_subquery()
    query = select(Player.id, Player.name, Player.retired_at, version).where(Player.carnet_id == carnet_id)
    rows = db.session.execute(query.order_by(Player.id)).all()
    known = {number: KnownPlayer(number, name, retired is not None) for number, name, retired, _ in rows}
    return Roster(known, rows[0][3] or 0 if rows else 0)


def known_cells(carnet_id: int) -> list[KnownCell]:
    """What there is to choose from, the games with most parties first."""
    columns = (
        CellParties.game,
        CellParties.rules,
        CellParties.people,
        CellParties.year,
        CellParties.options,
        CellParties.parties,
        CellParties.manches,
    )
    query = select(*columns).where(CellParties.carnet_id == carnet_id, CellParties.narrowed <= 1)
    order = CellParties.parties.desc(), CellParties.game, CellParties.rules, CellParties.people, CellParties.year
    return [KnownCell(*row) for row in db.session.execute(query.order_by(*order))]


def player_figures(places: Sequence[CellPlace], player_id: int | None = None) -> list[PlayerFigures]:
    """The sums of everybody in these cells, or of one player, most parties first."""
    own = CellPlayer.parties, CellPlayer.won, CellPlayer.drawn, CellPlayer.ranks, CellPlayer.points, CellPlayer.manches
    query = select(CellParties.game, CellPlayer.player_id, *own).join(CellParties, CellParties.key == CellPlayer.cell)
    query = query.where(CellPlayer.cell.in_([place.key for place in places]))
    if player_id is not None:
        query = query.where(CellPlayer.player_id == player_id)
    rows = db.session.execute(query.order_by(CellPlayer.parties.desc(), CellPlayer.player_id))
    return [PlayerFigures(*row) for row in rows]


def deeds(places: Sequence[CellPlace], player_id: int | None = None) -> list[Deed]:
    """What everybody, or one player, did in the manches of these cells."""
    own = CellTally.why, CellTally.times, CellTally.count, CellTally.points
    query = select(CellParties.game, CellTally.player_id, *own).join(CellParties, CellParties.key == CellTally.cell)
    query = query.where(CellTally.cell.in_([place.key for place in places]))
    if player_id is not None:
        query = query.where(CellTally.player_id == player_id)
    return [Deed(*row) for row in db.session.execute(query.order_by(CellTally.player_id, CellTally.why))]


def pair_figures(places: Sequence[CellPlace], player_id: int) -> list[PairFigures]:
    """How a player did with everybody else in these cells, those met most often first."""
    sums = [func.sum(getattr(CellPair, name)) for name in AMOUNTS[CellPair]]
    query = select(CellPair.other_id, *sums).where(CellPair.cell.in_([place.key for place in places]))
    query = query.where(CellPair.player_id == player_id).group_by(CellPair.other_id)
    order = (sums[0] + sums[3]).desc(), CellPair.other_id
    return [PairFigures(*row) for row in db.session.execute(query.order_by(*order))]


def pairs_upto(
    places: Sequence[CellPlace], player_ids: Sequence[int], upto: tuple[dt.date, int]
) -> dict[int, list[PairFigures]]:
    """How each of these players did with everybody else in these cells, up to a date and a partie.

    Nobody where one of them has ended another partie since: what the cells say is later than that.
    """
    since = select(SeatOutcome.partie_id).where(
        SeatOutcome.player_id.in_(player_ids), tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) > upto
    )
    sums = [func.sum(getattr(CellPair, name)) for name in AMOUNTS[CellPair]]
    query = select(CellPair.player_id, CellPair.other_id, *sums).where(CellPair.cell.in_([one.key for one in places]))
    query = query.where(CellPair.player_id.in_(player_ids), ~since.exists())
    query = query.group_by(CellPair.player_id, CellPair.other_id).order_by(CellPair.player_id, CellPair.other_id)
    rows = groupby(db.session.execute(query), key=lambda row: row.player_id)
    return {player_id: [PairFigures(*row[1:]) for row in own] for player_id, own in rows}


def meetings(places: Sequence[CellPlace], player_id: int, other_id: int) -> dict[str, PairFigures]:
    """How a player did with another, by game."""
    sums = [getattr(CellPair, name) for name in AMOUNTS[CellPair]]
    query = select(CellParties.game, CellPair.other_id, *sums).join(CellParties, CellParties.key == CellPair.cell)
    query = query.where(CellPair.cell.in_([place.key for place in places]))
    query = query.where(CellPair.player_id == player_id, CellPair.other_id == other_id)
    rows = db.session.execute(query.order_by(CellParties.parties.desc(), CellParties.game))
    return {game: PairFigures(*row) for game, *row in rows}


def finishes(player_id: int, place: CellPlace, last: int = LAST) -> list[Finish]:
    """How the last parties of a player ended that the cell holds, oldest first; its game may be left open too."""
    columns = (
        SeatOutcome.partie_id,
        SeatOutcome.game,
        SeatOutcome.held_on,
        SeatOutcome.rank,
        SeatOutcome.sides,
        SeatOutcome.won,
    )
    query = select(*columns).where(SeatOutcome.player_id == player_id)
    asked = {SeatOutcome.game: place.game, SeatOutcome.rules: place.rules, SeatOutcome.people: place.people}
    query = query.where(*(column == value for column, value in asked.items() if value))
    if place.year:
        query = query.where(SeatOutcome.held_on.between(dt.date(place.year, 1, 1), dt.date(place.year, 12, 31)))
    query = query.order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc()).limit(last)
    return [Finish(*row) for row in db.session.execute(query)][::-1]


def won_parties(
    carnet_id: int, game: str, last: int = LAST, upto: tuple[dt.date, int] | None = None
) -> list[WonPartie]:
    """The last parties of a game that count, oldest first; those up to a date and a partie where one is given."""
    chosen = select(SeatOutcome.partie_id).where(
        SeatOutcome.carnet_id == carnet_id, SeatOutcome.game == game, SeatOutcome.number == 0
    )
    if upto is not None:
        chosen = chosen.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto)
    ids = chosen.order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc()).limit(last).subquery()
    query = select(SeatOutcome.partie_id, SeatOutcome.held_on, SeatOutcome.player_id, SeatOutcome.won)
    query = query.join(ids, ids.c.partie_id == SeatOutcome.partie_id)
    rows = db.session.execute(query.order_by(SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.number))
    return [_won(list(seats)) for _, seats in groupby(rows, key=lambda row: row.partie_id)]


def _won(seats: Sequence[Any]) -> WonPartie:
    winners = tuple(seat.player_id for seat in seats if seat.won)
    return WonPartie(seats[0].partie_id, seats[0].held_on, tuple(seat.player_id for seat in seats), winners)
