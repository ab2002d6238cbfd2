"""The parties of the page of a year: each with its soirée and its results, the players of soirées, rare feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, cast, extract, select

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.statistics import (
    IN_DAYS,
    SIZES,
    PartieFilter,
    results_of,
    seat_results,
)
from scorekeeper.record.read_models.tables import Summary, Tally

# Large carnets have thousands of these rows, so they are returned as they are read. `SIZES` are columns with the best
# moments of a partie, and `results` is the text that `seat_results` reads (both in `statistics`).
Rows = Sequence[Any]


class SoireePlayer(NamedTuple):
    """The parties of a soirée that count for a player, and those `won`."""

    soiree_id: int
    player_id: int
    parties: int
    won: int


def parties_by_soiree(partie_filter: PartieFilter) -> Rows:
    """Return the parties of each soirée, oldest first: the `game`, the `seconds` of play if known, and the `SIZES`.

    A partie that does not count has no `results`. A soirée without parties has a row.
    """
    parameters = {"carnet_id": partie_filter.carnet_id, **partie_filter.days}
    return db.session.execute(_PARTIES, parameters).all()


def players_by_soiree(parties: Rows) -> list[SoireePlayer]:
    """Return the players of each soirée, the one added first before the others."""
    sums: dict[tuple[int, int], list[int]] = {}
    for partie in parties:
        for player_id, _side, rank, won in seat_results(partie.results):
            own = sums.setdefault((partie.id, player_id), [0, 0])
            own[0] += rank > 0  # rank 0: the partie counts for another player of the seat
            own[1] += won
    return [SoireePlayer(*key, *sums[key]) for key in sorted(sums)]


def wins_between(parties: Rows, player_ids: Collection[int]) -> Counter[tuple[int, int]]:
    """Return how often each of these players finished before each other one that was an opponent."""
    wins = Counter[tuple[int, int]]()
    # The same players often have the same results, which are compared once.
    for results, times in Counter(partie.results for partie in parties).items():
        seats = [seat for seat in seat_results(results) if seat.rank and seat.player_id in player_ids]
        for seat, other in permutations(seats, 2):
            if seat.side != other.side:
                wins[seat.player_id, other.player_id] += times * (seat.rank < other.rank)
    return wins


def feats_of_seats(partie_filter: PartieFilter, whys: Collection[str]) -> Rows:
    """Return a row for each of these feats of a player in a seat of a partie, those of the oldest partie first."""
    parameters = {"carnet_id": partie_filter.carnet_id, **partie_filter.days, "whys": [*whys]}
    return db.session.execute(_FEATS, parameters).all()


def years_of(carnet_id: int) -> list[int]:
    """Return the years in which a carnet has soirées, oldest first."""
    return list(db.session.scalars(_YEARS, {"carnet_id": carnet_id}))


_OF_CARNET = Soiree.carnet_id == bindparam("carnet_id"), Soiree.deleted_at.is_(None)
_YEAR = cast(extract("year", Soiree.held_on), Integer)
_YEARS = select(_YEAR).where(*_OF_CARNET).distinct().order_by(_YEAR)
_OF_DAYS = *_OF_CARNET, Soiree.held_on.between(*IN_DAYS)
_PARTIES: AnySelect = (
    select(Soiree.id, Soiree.held_on, Soiree.place, Partie.id.label("partie_id"))
    .add_columns(Partie.counted_as.label("game"), Summary.seconds, *SIZES, results_of(Partie.id))
    .outerjoin(Partie, Partie.soiree_id == Soiree.id)
    .outerjoin(Summary, Summary.partie_id == Partie.id)
    .where(*_OF_DAYS)
    .order_by(Soiree.held_on, Soiree.id, Partie.id)
)
_SEAT = SeatOutcome.partie_id, SeatOutcome.side, SeatOutcome.number, SeatOutcome.player_id
# From soirée to partie to lines: from the outcomes, every line of every seat would be looked up.
_FEATS: AnySelect = (
    select(Partie.game, Tally.why, *_SEAT, Tally.times, Tally.manche)
    .join(Tally, TALLY_OF_OUTCOME)
    .join(Partie, Partie.id == Tally.partie_id)
    .join(Soiree, Soiree.id == Partie.soiree_id)
    .where(*_OF_DAYS, Tally.why.in_(bindparam("whys", expanding=True)))
    .order_by(SeatOutcome.held_on, *_SEAT)
)
