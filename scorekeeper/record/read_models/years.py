"""The rows of parties that count for the page of a year: soirées, their players and winners, rare feats."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.statistics import PartieFilter, sum_of
from scorekeeper.record.read_models.tables import Summary, Tally


class GameOfSoiree(NamedTuple):
    """The parties of one game in a soirée, and how long they were played; without any, the game is None."""

    soiree_id: int
    held_on: dt.date
    place: str
    game: str | None
    parties: int
    seconds: int | None


class PlayerOfSoiree(NamedTuple):
    """A player of a soirée: the number of parties that count for this player, and of those won."""

    soiree_id: int
    player_id: int
    parties: int
    won: int


class FeatOfSeat(NamedTuple):
    """How often a player did a feat (`why`) in a seat of a partie, and in which manche first."""

    game: str
    why: str
    partie_id: int
    side: int
    number: int
    player_id: int
    times: int
    manche: int | None


def games_by_soiree(partie_filter: PartieFilter) -> Sequence[GameOfSoiree]:
    """Return the soirées of a carnet or of its year with their games, oldest first, also those without parties."""
    counted = and_(SeatOutcome.partie_id == Partie.id, SeatOutcome.number == 0, SeatOutcome.credited)
    soiree = Soiree.id, Soiree.held_on, Soiree.place
    query: Select[*tuple[Any, ...]] = select(
        *soiree, SeatOutcome.game, func.count(SeatOutcome.partie_id), func.sum(Summary.seconds)
    )
    query = query.outerjoin(Partie, Partie.soiree_id == Soiree.id).outerjoin(SeatOutcome, counted)
    query = query.outerjoin(Summary, Summary.partie_id == SeatOutcome.partie_id)
    query = query.where(Soiree.carnet_id == partie_filter.carnet_id, Soiree.deleted_at.is_(None))
    query = query.where(partie_filter.in_year(Soiree.held_on)).group_by(*soiree, SeatOutcome.game)
    return [GameOfSoiree(*row) for row in db.session.execute(query.order_by(Soiree.held_on, Soiree.id))]


def players_by_soiree(partie_filter: PartieFilter) -> Sequence[PlayerOfSoiree]:
    """Return the players of each soirée, also those whose parties count for someone else."""
    key = Partie.soiree_id, SeatOutcome.player_id
    query = select(*key, sum_of(SeatOutcome.credited), sum_of(SeatOutcome.won)).where(partie_filter.condition)
    query = query.join(Partie, Partie.id == SeatOutcome.partie_id).group_by(*key).order_by(*key)
    return [PlayerOfSoiree(*row) for row in db.session.execute(query)]


def feats_of_seats(partie_filter: PartieFilter, whys: Collection[str]) -> Sequence[FeatOfSeat]:
    """Return the feats with these keys, those of the oldest partie first."""
    seat = SeatOutcome.partie_id, SeatOutcome.side, SeatOutcome.number, SeatOutcome.player_id
    query = select(SeatOutcome.game, Tally.why, *seat, Tally.times, Tally.manche).join(Tally, TALLY_OF_OUTCOME)
    query = query.where(partie_filter.condition, Tally.why.in_(whys)).order_by(SeatOutcome.held_on, *seat)
    return [FeatOfSeat(*row) for row in db.session.execute(query)]


def years_of(carnet_id: int) -> list[int]:
    """Return the years in which a carnet has soirées, oldest first."""
    query = select(Soiree.held_on).where(Soiree.carnet_id == carnet_id, Soiree.deleted_at.is_(None)).distinct()
    return sorted({day.year for day in db.session.scalars(query)})
