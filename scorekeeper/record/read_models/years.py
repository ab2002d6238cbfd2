"""What the page of a year is computed from: the soirées of the year, their parties that count, and rare feats.

A soirée is an evening of a carnet, the notebook of a group of players; a partie is a game played to its end, a manche
one deal of it. A partie counts if it has ended and is neither abandoned nor deleted. A feat is a line of a score that
is worth telling, such as a nil made: points with the key of their reason (`why`).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, cast, extract, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.statistics import (
    IN_DAYS,
    OF_FILTER,
    SIZES,
    PartieFilter,
    read_results,
)
from scorekeeper.record.read_models.tables import Summary

# Rows of a query. The docstring of each function that returns some names their columns.
Rows = Sequence[Any]


class CountedPartie(NamedTuple):
    """A partie that counts. The fields are the columns of the query `_PARTIES`, in their order."""

    partie_id: int

    # The slug under which statistics count it (`Partie.counted_as`): "hearts", "hearts:simple".
    game: str

    # The day of its soirée.
    held_on: dt.date

    # The ranks, victories and players of its sides as a text, which `read_results` reads.
    results: str
    soiree_id: int

    # The time of play in seconds, None if it is not known.
    seconds: int | None

    # The largest gap between the best and the worst points of one manche.
    swing: int | None

    # The largest deficit of the winner.
    comeback: int | None

    # Minus the lead of the winner at the end, None if the finish was not close.
    close_finish: int | None

    # The sum of the gaps of all manches, and the number of manches.
    gaps: int
    manches: int


def soirees_of(partie_filter: PartieFilter) -> Rows:
    """Return the soirées of the filter's year as rows of `id`, `held_on` and `place`, oldest first.

    Soirées without parties are among them. Of the filter, only the carnet and the year are used.
    """
    return _read(_SOIREES, partie_filter.parameters)


def parties_of(partie_filter: PartieFilter) -> list[CountedPartie]:
    """Return the parties that count and that the filter accepts, oldest first."""
    # Each field is read several times, and from a row of SQLAlchemy this takes longer than from a named tuple.
    return [*map(CountedPartie._make, _read(_PARTIES, partie_filter.parameters))]


def count_by_soiree(parties: Rows) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Return two counters by (soirée id, player id): the number of parties that count, and the number of those won.

    `parties` are rows with a `soiree_id` and `results`. A player who was replaced in all parties of a soirée has 0 in
    the first counter.
    """
    results = [(partie.soiree_id, read_results(partie.results)) for partie in parties]
    played = Counter((soiree_id, player_id) for soiree_id, own in results for player_id in own.players)
    won = Counter((soiree_id, player_id) for soiree_id, own in results for player_id in own.winners)
    # To add 0 makes an entry for a player who has none, and does not change the others.
    played.update({(soiree_id, player_id): 0 for soiree_id, own in results for player_id in own.replaced})
    return played, won


# `AnySelect` is the type of a query with any columns.
def _read(query: AnySelect, parameters: Mapping[str, Any]) -> Rows:
    # The connection executes a query in less time than the session, which can return objects too.
    return db.session.connection().execute(query, parameters).all()


def years_of(carnet_id: int) -> list[int]:
    """Return the years in which a carnet has soirées, oldest first."""
    return list(db.session.scalars(_YEARS, {"carnet_id": carnet_id}))


_OF_CARNET = Soiree.carnet_id == bindparam("carnet_id"), Soiree.deleted_at.is_(None)
_YEAR = cast(extract("year", Soiree.held_on), Integer)
_YEARS = select(_YEAR).where(*_OF_CARNET).distinct().order_by(_YEAR)
_SOIREES: AnySelect = (
    select(Soiree.id, Soiree.held_on, Soiree.place)
    .where(*_OF_CARNET, Soiree.held_on.between(*IN_DAYS))
    .order_by(Soiree.held_on, Soiree.id)
)
# A partie has one credited outcome in seat 0: the row of the player for whom it counts.
_PARTIES: AnySelect = (
    select(SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on, SeatOutcome.results, Partie.soiree_id)
    .add_columns(Summary.seconds, *SIZES)
    .join(Partie, Partie.id == SeatOutcome.partie_id)
    .join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    .where(*OF_FILTER, SeatOutcome.number == 0, SeatOutcome.credited)
    .order_by(SeatOutcome.held_on, SeatOutcome.partie_id)
)
