"""The best moments of many parties, and how the moments of some parties compare with those of their carnet."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, case, cast, func, or_, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.statistics import PartieFilter
from scorekeeper.record.read_models.tables import Summary

# A lead over half the mean gap of a manche is no close finish (`Course.close_finish`).
_CLOSE_MARGIN = case((2 * Summary.margin * Summary.ending_after <= Summary.gaps, Summary.margin))
# The largest of these figures are the best.
_SIZES = Summary.swing, Summary.comeback, -_CLOSE_MARGIN


class MomentKind(enum.StrEnum):
    """A figure of the course of a partie: the column of `Summary` that stores it."""

    SWING = "swing"
    COMEBACK = "comeback"
    MARGIN = "margin"


class PartieMoment(NamedTuple):
    """A figure of the course of a partie of a game."""

    game: str
    kind: MomentKind
    points: int


class Standing(NamedTuple):
    """Of all `parties` of a game that count, the number with a moment at least `as_good`: a record if it is 1."""

    as_good: int
    parties: int


def best_parties(partie_filter: PartieFilter, winner_id: int | None = None) -> dict[int, dt.date]:
    """Return the ids and days of the parties with the best moment of each kind in each game, oldest first.

    With `winner_id`, only of the parties that this player won. Among equals, the oldest partie is the best one.
    """
    oldest_first = SeatOutcome.held_on, SeatOutcome.partie_id
    places = [_place_by(size, oldest_first).label(f"place_{kind}") for kind, size in enumerate(_SIZES)]
    query = select(*oldest_first, *places)
    query = query.join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    is_seat = SeatOutcome.number == 0
    if winner_id is not None:
        partie_filter, is_seat = partie_filter._replace(player_id=winner_id), and_(SeatOutcome.won)
    held_on, partie_id, *ranked = query.where(partie_filter.condition, SeatOutcome.credited, is_seat).subquery().c
    best_ones = select(partie_id, held_on).where(or_(*(place == 1 for place in ranked)))
    return {row.partie_id: row.held_on for row in db.session.execute(best_ones.order_by(held_on, partie_id))}


def standings(
    carnet_id: int, moments: Collection[PartieMoment], upto: tuple[dt.date, int] | None = None
) -> dict[PartieMoment, Standing]:
    """Compare these moments with the parties that count.

    `upto` is the date and id of the latest partie to compare with, None for no limit.
    """
    ordered = sorted({*moments})
    if not ordered:
        return {}
    # One query counts all of them. A column is of use in the row of its own game only.
    columns = [_count_as_good(moment) for moment in ordered]
    counted = SeatOutcome.carnet_id == carnet_id, SeatOutcome.number == 0, SeatOutcome.credited
    query = select(SeatOutcome.game, func.count(), *columns).where(*counted).group_by(SeatOutcome.game)
    query = query.join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    if upto is not None:
        query = query.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto)
    found = {}
    for game, parties, *counts in db.session.execute(query):
        for moment, as_good in zip(ordered, counts, strict=True):
            if moment.game == game:
                found[moment] = Standing(as_good, parties)
    return found


def _place_by(size: Any, oldest_first: Sequence[Any]) -> Any:  # noqa: ANN401 - expressions of SQL
    """Return the place of a partie among those of its game, the largest first; null without this figure."""
    place = func.row_number().over(partition_by=SeatOutcome.game, order_by=(size.desc().nullslast(), *oldest_first))
    return case((size.is_not(None), place))


def _count_as_good(moment: PartieMoment) -> Any:  # noqa: ANN401 - an aggregate
    column = Summary.__table__.columns[moment.kind.value]
    # The closest finish has the smallest margin.
    is_as_good = column <= moment.points if moment.kind is MomentKind.MARGIN else column >= moment.points
    return func.sum(cast(and_(SeatOutcome.game == moment.game, column.is_not(None), is_as_good), Integer))
