"""The best moments of many parties, and how the moments of some parties compare with those of their carnet.

The moments of a partie are the largest gap in one manche (`swing`), the largest deficit of the winner (`comeback`) and
the lead of the winner at the end (`margin`), of which the smallest is the best, a close finish.
"""

from __future__ import annotations

import datetime as dt
import enum
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
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


def group_by_game(parties: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the rows of parties by game, in their order."""
    by_game = defaultdict[str, list[Any]](list)
    for partie in parties:
        by_game[partie.game].append(partie)
    return by_game


def best_parties(by_game: Mapping[str, Sequence[Any]]) -> dict[tuple[str, str], Any]:
    """Return the partie with the best moment of each kind (`swing`, `comeback`, `close_finish`) in each game.

    The parties are rows with the columns `statistics.SIZES`, oldest first. Among equals, the oldest partie is the best.
    """
    best = {}
    for kind in ("swing", "comeback", "close_finish"):
        size = attrgetter(kind)  # of a close finish, minus the margin: the largest is the best here too
        for game, own in by_game.items():
            sized = [partie for partie in own if size(partie) is not None]
            if sized:
                best[game, kind] = max(sized, key=size)
    return best


def best_of_games(by_game: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the partie with the best moment of each kind.

    Points of different games are not comparable, so they are divided by the mean gap of a manche in their partie.
    """
    best: dict[str, tuple[Fraction, Any]] = {}
    for (_game, kind), partie in best_parties(by_game).items():
        in_manches = Fraction(getattr(partie, kind) * partie.manches, partie.gaps)
        if kind not in best or in_manches > best[kind][0]:
            best[kind] = in_manches, partie
    return {kind: partie for kind, (_size, partie) in best.items()}


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
