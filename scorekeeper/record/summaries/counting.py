"""The parties that count, as statistics see them: from a replay at hand, or from the summaries that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Seat, Soiree
from scorekeeper.record.standings import Standing
from scorekeeper.record.summaries.sums import DRAWN, CountedPartie, CountedSeat, CountedTally, Held, flags_of
from scorekeeper.record.summaries.tables import SeatSummary, Summary, Tally
from scorekeeper.record.summaries.upkeep import rows_of

TALLIED = ("number", "why", "times", "count", "points")
AT_ONCE = 400


def counted(standing: Standing) -> CountedPartie | None:
    """What a partie gives as it stands, its soirée apart; None while it does not count."""
    partie = standing.partie
    if standing.ending is None or partie.abandoned_at is not None or partie.deleted_at is not None:
        return None
    if partie.game not in GAMES:  # what its summary has of it no replay can say
        return next((one for one, _held in stored(db.session(), [partie.id])), None)
    rows = rows_of(standing)
    seats = (
        CountedSeat(player.id, row["side"], row["total"], row["rank"], row["won"])
        for player, row in zip(standing.players, rows[SeatSummary], strict=True)
    )
    return CountedPartie(
        partie.id,
        partie.game,
        partie.options,
        standing.ending.after,
        standing.ending.why == DRAWN,
        flags_of(standing.ending.result),
        tuple(seats),
        tuple(CountedTally(*(row[name] for name in TALLIED)) for row in rows[Tally]),
    )


def stored(session: Session, partie_ids: Sequence[int]) -> Iterator[tuple[CountedPartie, Held]]:
    """What these parties give as their summaries are kept; those that do not count are left out."""
    for start in range(0, len(partie_ids), AT_ONCE):
        yield from _read(session, Partie.id.in_(partie_ids[start : start + AT_ONCE]))


def _read(session: Session, chosen: Any) -> Iterator[tuple[CountedPartie, Held]]:  # noqa: ANN401 - a condition
    """The parties chosen that count, by their ids."""
    seats: dict[int, list[CountedSeat]] = {}
    for partie_id, *row in session.execute(_seats(chosen)):
        seats.setdefault(partie_id, []).append(CountedSeat(*row))
    tallies: dict[int, list[CountedTally]] = {}
    for partie_id, *row in session.execute(_tallies(chosen)):
        tallies.setdefault(partie_id, []).append(CountedTally(*row))
    for partie_id, game, options, after, why, result, *held in session.execute(_parties(chosen)):
        own, own_tallies = tuple(seats[partie_id]), tuple(tallies.get(partie_id, ()))
        drawn = why == DRAWN
        yield CountedPartie(partie_id, game, options, after, drawn, flags_of(result), own, own_tallies), Held(*held)


def _parties(chosen: Any) -> Select[Any]:  # noqa: ANN401 - a condition
    about = Partie.id, Partie.game, Partie.options, Summary.ending_after, Summary.ending_why, Summary.ending_result
    query = select(*about, Soiree.carnet_id, Soiree.held_on).select_from(Partie)
    return _counting(query, chosen).order_by(Partie.id)


def _seats(chosen: Any) -> Select[Any]:  # noqa: ANN401 - a condition
    ended = SeatSummary.side, SeatSummary.total, SeatSummary.rank, SeatSummary.won
    query = select(Partie.id, Seat.player_id, *ended).select_from(Partie)
    return (
        _counting(query.join(Seat, Seat.partie_id == Partie.id), chosen)
        .join(SeatSummary, and_(SeatSummary.partie_id == Seat.partie_id, SeatSummary.number == Seat.number))
        .order_by(Partie.id, Seat.number)
    )


def _tallies(chosen: Any) -> Select[Any]:  # noqa: ANN401 - a condition
    figures = [getattr(Tally, name) for name in TALLIED]
    query = select(Partie.id, *figures).select_from(Partie).join(Tally, Tally.partie_id == Partie.id)
    return _counting(query, chosen).order_by(Partie.id, Tally.number, Tally.why)


def _counting(query: Select[*tuple[Any, ...]], chosen: Any) -> Select[*tuple[Any, ...]]:  # noqa: ANN401 - a condition
    """Of these parties those that count: the rule of it, once."""
    there = Summary.ending_why.is_not(None), Partie.abandoned_at.is_(None), Partie.deleted_at.is_(None)
    return (
        query.join(Summary, Summary.partie_id == Partie.id)
        .join(Soiree, Soiree.id == Partie.soiree_id)
        .where(chosen, *there, Soiree.deleted_at.is_(None))
    )
