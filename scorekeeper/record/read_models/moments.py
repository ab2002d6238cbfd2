"""The best moments of many parties, and how the moments of some parties compare with those of their carnet.

A partie is a game played to its end, a manche one deal of it, a carnet the notebook of a group of players. A partie
counts if it has ended and is neither abandoned nor deleted. The gap of a manche is the difference between its best and
its worst points. The moments of a partie are the largest gap (`swing`), the largest deficit of the winner (`comeback`)
and the lead of the winner at the end (`margin`), of which the smallest is the best: a close finish.
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
    """A moment of a partie: a number of points of this kind."""

    # The slug of the game as statistics count it.
    game: str
    kind: MomentKind
    points: int


class Standing(NamedTuple):
    """How a moment compares with the parties of its game that count."""

    # The number of parties with a moment at least as good, this one included: a record if it is 1.
    as_good: int

    # The number of all parties.
    parties: int


def group_by_game(parties: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the rows of parties by their column `game`, in their order."""
    by_game = defaultdict[str, list[Any]](list)
    for partie in parties:
        by_game[partie.game].append(partie)
    return by_game


def best_parties(by_game: Mapping[str, Sequence[Any]]) -> dict[tuple[str, str], Any]:
    """Return the partie with the best moment of each kind in each game, by (game, kind).

    The kinds are `swing`, `comeback` and `close_finish`. The parties are rows with these columns, each a number of
    points or None (`statistics.SIZES`), oldest first. Among equals, the oldest partie is the best.
    """
    best = {}
    for kind in ("swing", "comeback", "close_finish"):
        # The column `close_finish` is minus the margin, so the largest value is the best here too.
        size = attrgetter(kind)
        for game, own in by_game.items():
            sized = [partie for partie in own if size(partie) is not None]
            if sized:
                best[game, kind] = max(sized, key=size)
    return best


def best_of_games(by_game: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the partie with the best moment of each kind in all games, by kind.

    Points of different games are not comparable, so they are divided by the mean gap of a manche in their partie.
    """
    # By kind: the size of the best moment so far, and its partie.
    best: dict[str, tuple[Fraction, Any]] = {}
    for (_game, kind), partie in best_parties(by_game).items():
        # `gaps` is the sum of the gaps of all manches, so the mean gap is gaps / manches.
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
    # One query counts all of them: a row for each game, a column for each moment. In the rows of the other games than
    # its own, the column is of no use.
    columns = [_count_as_good(moment) for moment in ordered]
    query = select(SeatOutcome.game, func.count(), *columns).group_by(SeatOutcome.game)
    query = query.join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    # A partie has one credited row in seat 0: that of the player for whom it counts.
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
    """Return the column with the number of parties of this game whose moment is at least as good."""
    column = Summary.__table__.columns[moment.kind.value]
    is_as_good = column >= moment.points
    # The closest finish has the smallest margin.
    if moment.kind is MomentKind.MARGIN:
        is_as_good = column <= moment.points
    return func.sum(cast(and_(SeatOutcome.game == moment.game, column.is_not(None), is_as_good), Integer))
