"""The best moments of many parties, and how the moments of some parties compare with those of their carnet.

The moments of a partie are the largest gap in one manche (`swing`), the largest deficit of the winner (`comeback`) and
the lead of the winner at the end (`margin`), of which the smallest is the best, a close finish.
"""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, cast, func, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import Summary


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


def best_parties(parties: Iterable[Any]) -> dict[int, dt.date]:
    """Return the ids and days of the parties with the best moment of each kind in each game, oldest first.

    `parties` are rows with the columns `statistics.SIZES`, oldest first. Among equals, the oldest partie is the best.
    """
    best: dict[tuple[str, str], tuple[int, Any]] = {}
    for partie in parties:
        for kind in ("swing", "comeback", "close_finish"):
            size = getattr(partie, kind)  # of a close finish, minus the margin: the largest is the best here too
            key = partie.game, kind
            if size is not None and (key not in best or size > best[key][0]):
                best[key] = size, partie
    found = sorted((partie for _size, partie in best.values()), key=attrgetter("held_on", "partie_id"))
    return {partie.partie_id: partie.held_on for partie in found}


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
    query = select(SeatOutcome.game, func.count(), *columns).group_by(SeatOutcome.game)
    query = query.join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.number == 0, SeatOutcome.credited)
    if upto is not None:
        query = query.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto)
    found = {}
    for game, parties, *counts in db.session.execute(query):
        for moment, as_good in zip(ordered, counts, strict=True):
            if moment.game == game:
                found[moment] = Standing(as_good, parties)
    return found


def _count_as_good(moment: PartieMoment) -> Any:  # noqa: ANN401 - an aggregate
    column = Summary.__table__.columns[moment.kind.value]
    is_as_good = column >= moment.points
    # The closest finish has the smallest margin.
    if moment.kind is MomentKind.MARGIN:
        is_as_good = column <= moment.points
    return func.sum(cast(and_(SeatOutcome.game == moment.game, column.is_not(None), is_as_good), Integer))
