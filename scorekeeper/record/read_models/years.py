"""The rows of parties that count for the page of a year: soirées, their players and winners, rare feats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Select, and_, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.statistics import PartieFilter, sum_of
from scorekeeper.record.read_models.tables import Summary, Tally

# Large carnets have thousands of these rows, so they are returned as they are read.
Rows = Sequence[Any]


def games_by_soiree(partie_filter: PartieFilter) -> Rows:
    """Return a row for each game of each soirée, oldest first: its `parties`, and the `seconds` of play if known.

    A soirée without parties, or with some that do not count, has a row whose `game` is None.
    """
    counted = and_(SeatOutcome.partie_id == Partie.id, SeatOutcome.number == 0, SeatOutcome.credited)
    key = Soiree.id, Soiree.held_on, Soiree.place, SeatOutcome.game
    parties, seconds = func.count(SeatOutcome.partie_id).label("parties"), func.sum(Summary.seconds).label("seconds")
    query: Select[*tuple[Any, ...]] = select(*key, parties, seconds).group_by(*key)
    query = query.outerjoin(Partie, Partie.soiree_id == Soiree.id).outerjoin(SeatOutcome, counted)
    query = query.outerjoin(Summary, Summary.partie_id == SeatOutcome.partie_id)
    query = query.where(Soiree.carnet_id == partie_filter.carnet_id, Soiree.deleted_at.is_(None))
    query = query.where(partie_filter.in_year(Soiree.held_on)).order_by(Soiree.held_on, Soiree.id)
    return db.session.execute(query).all()


def players_by_soiree(partie_filter: PartieFilter) -> Rows:
    """Return a row for each player of each soirée: the `parties` that count for this player, and those `won`."""
    key = Partie.soiree_id, SeatOutcome.player_id
    sums = sum_of(SeatOutcome.credited).label("parties"), sum_of(SeatOutcome.won).label("won")
    query = select(*key, *sums).where(partie_filter.condition).group_by(*key).order_by(*key)
    return db.session.execute(query.join(Partie, Partie.id == SeatOutcome.partie_id)).all()


def feats_of_seats(partie_filter: PartieFilter, whys: Collection[str]) -> Rows:
    """Return a row for each of these feats of a player in a seat of a partie, those of the oldest partie first."""
    seat = SeatOutcome.partie_id, SeatOutcome.side, SeatOutcome.number, SeatOutcome.player_id
    query = select(SeatOutcome.game, Tally.why, *seat, Tally.times, Tally.manche).join(Tally, TALLY_OF_OUTCOME)
    query = query.where(partie_filter.condition, Tally.why.in_(whys)).order_by(SeatOutcome.held_on, *seat)
    return db.session.execute(query).all()


def years_of(carnet_id: int) -> list[int]:
    """Return the years in which a carnet has soirées, oldest first."""
    query = select(Soiree.held_on).where(Soiree.carnet_id == carnet_id, Soiree.deleted_at.is_(None)).distinct()
    return sorted({day.year for day in db.session.scalars(query)})
