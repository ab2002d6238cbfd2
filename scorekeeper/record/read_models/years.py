"""What the page of a year is counted from: its soirées, their parties that count, rare feats."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, cast, extract, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player, Soiree
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.statistics import (
    AHEAD,
    IN_DAYS,
    OF_FILTER,
    SIZES,
    TIED,
    PartieFilter,
    count_encounters,
    read_results,
)
from scorekeeper.record.read_models.tables import Summary, Tally

Rows = Sequence[Any]


class CountedPartie(NamedTuple):
    """A partie that counts."""

    partie_id: int
    game: str
    held_on: dt.date

    # Its results (`outcomes.results_text`).
    results: str
    soiree_id: int

    # The time of play, None if it is not known.
    seconds: int | None

    # The columns `SIZES`.
    swing: int | None
    comeback: int | None
    close_finish: int | None
    gaps: int
    manches: int


def soirees_of(partie_filter: PartieFilter) -> Rows:
    """Return the soirées, oldest first, also those without parties."""
    return _read(_SOIREES, partie_filter.parameters)


def parties_of(partie_filter: PartieFilter) -> list[CountedPartie]:
    """Return the parties that count, oldest first."""
    # The fields of rows take long to read, and each is read several times.
    return [*map(CountedPartie._make, _read(_PARTIES, partie_filter.parameters))]


def count_by_soiree(parties: Rows) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Count the parties that count for each player in each soirée, and those won, by (soirée id, player id).

    A player who was replaced in all parties of a soirée has none of them.
    """
    results = [(partie.soiree_id, read_results(partie.results)) for partie in parties]
    played = Counter((soiree_id, player_id) for soiree_id, own in results for player_id in own.players)
    won = Counter((soiree_id, player_id) for soiree_id, own in results for player_id in own.winners)
    played.update({(soiree_id, player_id): 0 for soiree_id, own in results for player_id in own.replaced})
    return played, won


def times_ahead(parties: Rows) -> Counter[tuple[int, int]]:
    """Return how often each player finished before each other one who was an opponent."""
    times = Counter[tuple[int, int]]()
    for (first, second, how), count in count_encounters(partie.results for partie in parties).items():
        if how == AHEAD:
            times[first, second] += count
        # Two opponents who were never ahead of each other have zeros.
        if how in {AHEAD, TIED}:
            times.update({(first, second): 0, (second, first): 0})
    return times


def feats_of_seats(
    partie_filter: PartieFilter, whys: Collection[str], *, partie_ids: Collection[int] = (), player_id: int = 0
) -> Mapping[tuple[str, str], Rows]:
    """Return the feats of one player, or of all, in the parties that count, by game and key, the oldest first.

    A player who was replaced keeps the feats in the manches before. `partie_ids` are those of all parties of the days,
    so that an index finds their feats.
    """
    parameters = {**partie_filter.parameters, "player_id": player_id, "whys": [*whys]}
    parameters |= {"lowest": min(partie_ids, default=0), "highest": max(partie_ids, default=2**31 - 1)}
    found: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for feat in _read(_FEATS, parameters):
        # The feats of a kind of a game are those of the game.
        found[feat.game.partition(":")[0], feat.why].append(feat)
    return found


def _read(query: AnySelect, parameters: Mapping[str, Any]) -> Rows:
    # By the connection: the session, which could return objects, takes longer.
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
_PARTIES: AnySelect = (
    select(SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on, SeatOutcome.results, Partie.soiree_id)
    .add_columns(Summary.seconds, *SIZES)
    .join(Partie, Partie.id == SeatOutcome.partie_id)
    .join(Summary, Summary.partie_id == SeatOutcome.partie_id)
    .where(*OF_FILTER, SeatOutcome.number == 0, SeatOutcome.credited)
    .order_by(SeatOutcome.held_on, SeatOutcome.partie_id)
)
_SEAT = SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.side, SeatOutcome.number, SeatOutcome.player_id
# Not the plain day: an index of days would be used, which finds all outcomes instead of the few feats.
_DAY = func.coalesce(SeatOutcome.held_on, dt.date.max)
# From the players to their feats: few of all lines are feats.
_FEATS: AnySelect = (
    select(SeatOutcome.game, Tally.why, *_SEAT, Tally.times, Tally.manche)
    .select_from(Player)
    .join(Tally, Tally.player_id == Player.id)
    .join(SeatOutcome, TALLY_OF_OUTCOME)
    .where(Player.carnet_id == bindparam("carnet_id"), bindparam("player_id", type_=Integer).in_((0, Player.id)))
    .where(Tally.why.in_(bindparam("whys", expanding=True)))
    .where(Tally.partie_id.between(bindparam("lowest"), bindparam("highest")), _DAY.between(*IN_DAYS))
    .order_by(*_SEAT)
)
