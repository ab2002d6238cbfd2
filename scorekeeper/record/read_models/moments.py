"""The best moments of many parties, and how the moments of some parties compare with those of their carnet.

A partie is a game played to its end, a manche one deal of it, a carnet the notebook of a group of players. A partie
counts if it has ended and is neither abandoned nor deleted. The gap of a manche is the difference between its best and
its worst points. The moments of a partie are the largest gap (`swing`), the largest deficit of the winner (`comeback`)
and the lead of the winner at the end (`margin`), of which the smallest is the best: a close finish.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import and_, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.statistics import sum_of
from scorekeeper.record.read_models.tables import Summary


class PartieMoment(NamedTuple):
    """A moment of a partie, such as `PartieMoment("hearts", "swing", 78)`: a gap of 78 points in a manche."""

    # The slug under which statistics count the game (`Partie.counted_as`).
    game: str

    # "swing", "comeback" or "margin": the column of `Summary` that stores it.
    kind: str
    points: int


class GameStanding(NamedTuple):
    """The parties of a game that count, and how some moments compare with theirs."""

    # The number of these parties, and of their manches.
    parties: int
    manches: int

    # For each moment: the number of parties with one at least as good, its own partie included. If it is 1, this is a
    # record.
    as_good: Mapping[PartieMoment, int]


def group_by_game(parties: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the rows of parties by the value of their column `game`; those of each game are in their former order."""
    by_game = defaultdict[str, list[Any]](list)
    for partie in parties:
        by_game[partie.game].append(partie)
    return by_game


def best_of_games(by_game: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the partie with the best moment of each kind, by kind: `swing`, `comeback`, `close_finish`.

    `by_game` has the parties of each game, oldest first, as rows with the columns `statistics.SIZES`. Among equals of a
    game, the oldest partie is the best.
    """
    best = {}
    for kind in ("swing", "comeback", "close_finish"):
        # The best value is the largest one, also for `close_finish`, which is minus the lead of the winner.
        size = attrgetter(kind)
        having = [[partie for partie in own if size(partie) is not None] for own in by_game.values()]
        of_games = [max(own, key=size) for own in having if own]
        # Points of different games are not comparable, so they are divided by the mean gap of a manche in their partie:
        # `gaps` is the sum of the gaps of all manches.
        in_manches = [Fraction(size(partie) * partie.manches, partie.gaps) for partie in of_games]
        if in_manches:
            best[kind] = of_games[in_manches.index(max(in_manches))]
    return best


def standings(carnet_id: int, moments: Collection[PartieMoment], upto: tuple[dt.date, int]) -> dict[str, GameStanding]:
    """Compare these moments with those of the parties of the carnet that count; return a result for each game.

    `upto` is the date and id of the latest partie to compare with.
    """
    ordered = sorted({*moments})
    # One query counts for all moments: it returns a row for each game, with a column for each moment. The column of a
    # moment is read only in the row of its own game.
    columns = [_count_as_good(moment) for moment in ordered]
    # Every seat of a partie has the same number of manches, so only those of seat 0 are summed. A partie has one
    # credited row in seat 0: that of the player for whom it counts.
    sums = sum_of(SeatOutcome.credited), sum_of(SeatOutcome.manches)
    query = select(SeatOutcome.game, *sums, *columns).join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.number == 0)
    query = query.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto).group_by(SeatOutcome.game)
    found = {}
    for game, parties, manches, *counts in db.session.execute(query):
        by_moment = zip(ordered, counts, strict=True)
        found[game] = GameStanding(parties, manches, dict(by_moment))
    return found


def _count_as_good(moment: PartieMoment) -> Any:  # noqa: ANN401 - an aggregate
    """Return the column that counts the parties of the same game whose moment of this kind is at least as good."""
    column = Summary.__table__.columns[moment.kind]
    is_as_good = column >= moment.points
    # The closest finish has the smallest margin.
    if moment.kind == "margin":
        is_as_good = column <= moment.points
    return sum_of(and_(SeatOutcome.credited, column.is_not(None), is_as_good))
