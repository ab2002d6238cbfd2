"""The table of outcomes: a row for each player in each seat of a partie that counts, for statistics.

A partie (a game, of several deals called manches) counts once it has ended, unless it is abandoned or deleted, or its
soirée (an evening of parties) is deleted. Whatever changes whether it counts, its players or the date of its soirée
calls `rewrite_outcomes` in the same transaction. A carnet is the notebook of a group, with its players and soirées.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

from pydantic import ValidationError
from sqlalchemy import ForeignKey, Index, String, Text, and_, delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorekeeper.partie.payloads import Progress, read_value
from scorekeeper.partie.state import Seating
from scorekeeper.record.models import (
    CREDITED,
    WAS_REPLACED,
    Base,
    GameSlug,
    Manche,
    Number,
    Participant,
    Partie,
    PartieKey,
    Seat,
    Soiree,
)
from scorekeeper.record.read_models.tables import IS_COUNTED, SUMMARY_OF_SEAT, SeatSummary, Summary, Tally

RULES_LENGTH = 12
PEOPLE_LENGTH = 120
FLAGS_LENGTH = 80
DRAWN = "drawn"
_BATCH = 400


class SeatOutcome(Base):
    """The outcome of a partie that counts, for a player in a seat.

    A seat whose player was replaced has a row for each of its players. The partie counts for one of them, who is
    *credited*; in the other rows the result is zero. Example: Luc left after 3 manches of 8, and Zoé is credited: her
    row has 5 manches and the result, his has 3 manches and 0 points.
    """

    __tablename__ = "outcome"
    __table_args__ = (
        # The outcomes of seat 0, one for each partie, oldest first.
        Index("ix_outcome_carnet_id_number", "carnet_id", "number", "held_on", "partie_id", "game"),
        Index("ix_outcome_player_id_held_on", "player_id", "held_on", "partie_id"),
    )
    # The primary key is the partie, the number of the seat and the player.
    partie_id: Mapped[PartieKey]
    number: Mapped[Number]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)

    # Whether the partie counts for this player.
    credited: Mapped[bool]
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))

    # The game as statistics count it (`Partie.counted_as`).
    game: Mapped[GameSlug]

    # A digest of the house rules.
    rules: Mapped[str] = mapped_column(String(RULES_LENGTH))

    # The ids of the credited players: "3-5-9".
    people: Mapped[str] = mapped_column(String(PEOPLE_LENGTH))
    held_on: Mapped[dt.date]
    side: Mapped[int]

    # The number of sides.
    sides: Mapped[int]
    rank: Mapped[int]

    # False in every seat of a drawn partie.
    won: Mapped[bool]
    drawn: Mapped[bool]
    points: Mapped[int]

    # How many manches this player played in this seat, up to the end.
    manches: Mapped[int]

    # The keys that are true in the result of the ending, such as `rubicon`, separated by spaces.
    flags: Mapped[str] = mapped_column(String(FLAGS_LENGTH))

    # The ranks of all players of the partie (`results_text`), the same in each of its rows.
    results: Mapped[str] = mapped_column(Text)


# Joins each outcome to its tallies, which count the lines of one reason, such as nils made, for a player in a seat.
TALLY_OF_OUTCOME = and_(
    Tally.partie_id == SeatOutcome.partie_id,
    Tally.number == SeatOutcome.number,
    Tally.player_id == SeatOutcome.player_id,
)


def _only_counted(query: Any) -> Any:  # noqa: ANN401 - any select of parties
    """Restrict a query of parties to those that count."""
    joined = query.join(Summary, Summary.partie_id == Partie.id).join(Soiree, Soiree.id == Partie.soiree_id)
    return joined.where(IS_COUNTED, Soiree.deleted_at.is_(None))


# A row for each seat of a partie, in order; `player_id` is the player for whom it counts (`CREDITED`).
_PARTIE_COLUMNS = Partie.id, Partie.counted_as, Partie.options, Soiree.carnet_id, Soiree.held_on
_ENDING_COLUMNS = Summary.ending_after, Summary.ending_why, Summary.ending_result
_RESULT_COLUMNS = SeatSummary.side, SeatSummary.total, SeatSummary.rank, SeatSummary.won
_COLUMNS = *_PARTIE_COLUMNS, *_ENDING_COLUMNS, Seat.number, Participant.player_id, *_RESULT_COLUMNS
_SEATS = (
    _only_counted(select(*_COLUMNS).select_from(Partie))
    .join(Seat, Seat.partie_id == Partie.id)
    .join(Participant, CREDITED)
    .join(SeatSummary, SUMMARY_OF_SEAT)
    .order_by(Partie.id, Seat.number)
)


def rewrite_outcomes(session: Session, partie_ids: Collection[int]) -> None:
    """Replace the stored rows of these parties by rows computed from their summaries."""
    session.flush()
    ids = sorted(partie_ids)
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        # Another request may be changing the date of a soirée: the lock waits for it, and the rows get the new date.
        soirees = select(Soiree.id).where(Soiree.id.in_(select(Partie.soiree_id).where(Partie.id.in_(batch))))
        session.execute(soirees.order_by(Soiree.id).with_for_update(key_share=True))
        session.execute(delete(SeatOutcome).where(SeatOutcome.partie_id.in_(batch)))
        rows = computed_rows(session, batch)
        if rows:
            # By the table, not by its class, which takes three times as long.
            session.execute(insert(Base.metadata.tables[SeatOutcome.__tablename__]), rows)


def fill_outcomes(session: Session) -> None:
    """Write the rows of every partie that counts and has none."""
    counted = _only_counted(select(Partie.id).select_from(Partie))
    query = counted.outerjoin(SeatOutcome, SeatOutcome.partie_id == Partie.id).where(SeatOutcome.partie_id.is_(None))
    rewrite_outcomes(session, session.scalars(query).all())


def computed_rows(session: Session, partie_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Compute the rows of these parties, by partie and seat, from their summaries; none for those that do not count."""
    seats = session.execute(_SEATS.where(Partie.id.in_(partie_ids))).all()
    players = players_by_manche(session, partie_ids)
    rows = list[dict[str, Any]]()
    for _partie_id, partie_seats in groupby(seats, key=lambda seat: seat.id):
        rows += _partie_rows(list(partie_seats), players)
    return rows


def players_by_manche(session: Session, partie_ids: Sequence[int]) -> Mapping[tuple[int, int], Sequence[int]]:
    """Return the ids of the players of each manche in the sheet, by (partie id, number of the seat).

    It has the seats of the parties in which a player was replaced, and no others. Example: `{(7, 0): [3, 3, 5]}`.
    """
    # The progress of a partie has its seats: who had each of them since which version.
    rows = session.execute(select(Partie.id, Partie.progress).where(Partie.id.in_(partie_ids), WAS_REPLACED)).all()
    seatings: dict[int, Sequence[Seating]] = {}
    for partie_id, progress in rows:
        # If this version of the app cannot read a partie, it counts as if those who left had not played.
        with suppress(ValidationError):
            seatings[partie_id] = read_value(Progress, progress).seats
    if not seatings:
        return {}
    # By partie: the players, whose index is their number as participants, and the versions that recorded its manches.
    players = defaultdict[int, list[int]](list)
    versions = defaultdict[int, list[int]](list)
    participants = select(Participant.partie_id, Participant.player_id).order_by(Participant.number)
    for partie_id, player_id in session.execute(participants.where(Participant.partie_id.in_(seatings))):
        players[partie_id].append(player_id)
    manches = select(Manche.partie_id, Manche.version).where(Manche.partie_id.in_(seatings), Manche.kept)
    for partie_id, version in session.execute(manches.order_by(Manche.version)):
        versions[partie_id].append(version)
    # A manche was played by those who had the seats at the version that recorded it.
    return {
        (partie_id, number): [players[partie_id][seating.player_at(version)] for version in versions[partie_id]]
        for partie_id, seats in seatings.items()
        for number, seating in enumerate(seats)
    }


def rules_digest(options: Mapping[str, Any]) -> str:
    """Return a short digest of house rules."""
    return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:RULES_LENGTH]


def people_key(player_ids: Iterable[int]) -> str:
    """Return a key of these players in any seats: "3-5-9"."""
    return "-".join(map(str, sorted(player_ids)))


def _partie_rows(seats: Sequence[Any], played_by: Mapping[tuple[int, int], Sequence[int]]) -> list[dict[str, Any]]:
    """Return the outcomes of a partie from its rows of `_SEATS` and the result of `players_by_manche`."""
    # What concerns the whole partie is the same in the row of every seat.
    first = seats[0]
    drawn = first.ending_why == DRAWN
    result = first.ending_result or {}
    partie_values = {
        "partie_id": first.id,
        "carnet_id": first.carnet_id,
        "game": first.counted_as,
        "rules": rules_digest(first.options),
        "people": people_key(seat.player_id for seat in seats),
        "held_on": first.held_on,
        "sides": len({seat.side for seat in seats}),
        "drawn": drawn,
        "flags": " ".join(sorted(key for key, value in result.items() if value is True)),
    }
    uncredited = {"credited": False, "rank": 0, "won": False, "drawn": False, "points": 0, "flags": ""}
    rows = []
    for seat in seats:
        # Without a replacement, the credited player played every manche up to the end.
        players = played_by.get((first.id, seat.number), [seat.player_id] * first.ending_after)
        manches = Counter(players[: first.ending_after])
        credited = {"credited": True, "rank": seat.rank, "won": seat.won and not drawn, "points": seat.total}
        for player_id in sorted({seat.player_id, *manches}):
            own_result = credited if player_id == seat.player_id else uncredited
            seat_values = {"number": seat.number, "side": seat.side, "manches": manches[player_id]}
            rows.append({**partie_values, **seat_values, "player_id": player_id, **own_result})
    results = results_text(rows)
    return [{**row, "results": results} for row in rows]


def results_text(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the results in these outcomes of a partie as one text, which is read faster than a row for each seat.

    "1.1.3.7 2.0.4": players 3 and 7, partners, are first and won (1), and 4 is second. Players for whom the partie does
    not count have the rank 0. The same results of the same players are one text, whoever sat where.
    """
    sides = defaultdict[tuple[int, int, int], list[int]](list)
    for row in rows:
        sides[row["rank"], int(row["won"]), row["side"] if row["credited"] else 0].append(row["player_id"])
    numbers = sorted([rank, won, *sorted(players)] for (rank, won, _side), players in sides.items())
    return " ".join(".".join(map(str, side)) for side in numbers)
