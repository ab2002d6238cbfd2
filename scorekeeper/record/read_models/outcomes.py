"""The table of outcomes: a row for each player in each seat of a partie that counts, for statistics.

A partie (a game, of several deals called manches) counts once it has ended, unless it is abandoned or deleted, or its
soirée (an evening of parties) is deleted. Code that changes whether it counts, its players or the date of its soirée
calls `rewrite_outcomes` in the same transaction. A carnet is the notebook of a group, with its players and soirées. A
side is a player or a team, a participant a player who has or had a seat, numbered from 0 in the partie.
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

# The lengths of the text columns `rules` and `flags`.
RULES_LENGTH = 12
FLAGS_LENGTH = 80
# The key of the reason why a partie ended, if it ended in a draw.
DRAWN = "drawn"
_BATCH = 400  # parties in one statement


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

    # The slug of the game as statistics count it (`Partie.counted_as`): `hearts:simple` for a special kind of Hearts.
    game: Mapped[GameSlug]

    # A digest of the house rules (`rules_digest`).
    rules: Mapped[str] = mapped_column(String(RULES_LENGTH))

    # The day of the soirée.
    held_on: Mapped[dt.date]

    # The number of the side of this seat, from 0.
    side: Mapped[int]

    # How many sides the partie has.
    sides: Mapped[int]

    # From 1, equal totals share a rank; 0 for a player who is not credited.
    rank: Mapped[int]

    # Whether the player won and the partie was not drawn. It is false for a player who is not credited.
    won: Mapped[bool]
    drawn: Mapped[bool]

    # The total of the side; 0 for a player who is not credited.
    points: Mapped[int]

    # How many manches this player played in this seat, up to the end.
    manches: Mapped[int]

    # The keys whose value is true in the figures of the ending (`Summary.ending_result`), separated by spaces:
    # `rubicon` at Piquet. It is empty for a player who is not credited.
    flags: Mapped[str] = mapped_column(String(FLAGS_LENGTH))

    # The ranks and victories of all players of the partie as one text (`results_text`), the same in each of its rows.
    results: Mapped[str] = mapped_column(Text)


# The condition that joins outcomes to their tallies. A line is points with their reason; a tally counts the lines with
# one reason, such as nils made, of a player in a seat.
TALLY_OF_OUTCOME = and_(
    Tally.partie_id == SeatOutcome.partie_id,
    Tally.number == SeatOutcome.number,
    Tally.player_id == SeatOutcome.player_id,
)


def _only_counted(query: Any) -> Any:  # noqa: ANN401 - any select of parties
    """Restrict a query of parties to those that count."""
    joined = query.join(Summary, Summary.partie_id == Partie.id).join(Soiree, Soiree.id == Partie.soiree_id)
    return joined.where(IS_COUNTED, Soiree.deleted_at.is_(None))


# The query `_SEATS` selects a row for each seat of each partie that counts, sorted by partie and seat. The column
# `player_id` is the player for whom the partie counts: `CREDITED` joins a seat to this participant.
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
    """Replace the stored rows of these parties by rows computed from their summaries.

    A partie that does not count has no rows afterwards.
    """
    # The statements below read tables: changes of objects are written to them first.
    session.flush()
    ids = sorted(partie_ids)
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        # Another request may be changing the date of a soirée. To lock the soirées is to wait until this request ends,
        # so that the rows get the new date. They are locked in the order of their ids, so that two requests cannot
        # block each other.
        soirees = select(Soiree.id).where(Soiree.id.in_(select(Partie.soiree_id).where(Partie.id.in_(batch))))
        session.execute(soirees.order_by(Soiree.id).with_for_update(key_share=True))
        session.execute(delete(SeatOutcome).where(SeatOutcome.partie_id.in_(batch)))
        rows = computed_rows(session, batch)
        if rows:
            # To insert into the class instead of its table takes three times as long.
            session.execute(insert(Base.metadata.tables[SeatOutcome.__tablename__]), rows)


def fill_outcomes(session: Session) -> None:
    """Write the rows of every partie that counts and has none."""
    counted = _only_counted(select(Partie.id).select_from(Partie))
    query = counted.outerjoin(SeatOutcome, SeatOutcome.partie_id == Partie.id).where(SeatOutcome.partie_id.is_(None))
    rewrite_outcomes(session, session.scalars(query).all())


def computed_rows(session: Session, partie_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the rows of these parties, computed from their summaries and sorted by partie and seat.

    A row is a dict of the values of `SeatOutcome`, by the name of the column. Parties that do not count have no rows.
    """
    seats = session.execute(_SEATS.where(Partie.id.in_(partie_ids))).all()
    players = players_by_manche(session, partie_ids)
    rows = list[dict[str, Any]]()
    for _partie_id, partie_seats in groupby(seats, key=lambda seat: seat.id):
        rows += _partie_rows(list(partie_seats), players)
    return rows


def players_by_manche(session: Session, partie_ids: Sequence[int]) -> Mapping[tuple[int, int], Sequence[int]]:
    """Return the ids of the players who played the manches of these parties, by (partie id, number of the seat).

    The manches are those in the sheet: recorded, and neither deleted nor undone. The result has only the parties in
    which a player was replaced (`WAS_REPLACED`). In seat 0 of the partie 7, the player 3 played two manches, then the
    player 5 one:

        {(7, 0): [3, 3, 5]}
    """
    # `Partie.progress` is the part of the state of a partie that is stored as JSON. For each seat, it says which
    # participant had the seat from which version of the partie on. Each change of a partie makes its next version.
    rows = session.execute(select(Partie.id, Partie.progress).where(Partie.id.in_(partie_ids), WAS_REPLACED)).all()
    # For each partie, by id: the participants of its seats, in the order of the seats.
    seatings: dict[int, Sequence[Seating]] = {}
    for partie_id, progress in rows:
        # A partie that this version of the app cannot read is left out: it counts as if no player had been replaced.
        with suppress(ValidationError):
            seatings[partie_id] = read_value(Progress, progress).seats
    if not seatings:
        return {}
    # For each partie, by id: the ids of its players, in which the number of a participant is the index; and the
    # versions at which its manches were recorded.
    players = defaultdict[int, list[int]](list)
    versions = defaultdict[int, list[int]](list)
    participants = select(Participant.partie_id, Participant.player_id).order_by(Participant.number)
    for partie_id, player_id in session.execute(participants.where(Participant.partie_id.in_(seatings))):
        players[partie_id].append(player_id)
    manches = select(Manche.partie_id, Manche.version).where(Manche.partie_id.in_(seatings), Manche.kept)
    for partie_id, version in session.execute(manches.order_by(Manche.version)):
        versions[partie_id].append(version)
    # `player_at` returns the participant who had the seat at the version that recorded a manche, and so played it.
    return {
        (partie_id, number): [players[partie_id][seating.player_at(version)] for version in versions[partie_id]]
        for partie_id, seats in seatings.items()
        for number, seating in enumerate(seats)
    }


def rules_digest(options: Mapping[str, Any]) -> str:
    """Return a short digest of house rules, twelve hexadecimal digits: equal rules have the same digest."""
    return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:RULES_LENGTH]


def _partie_rows(seats: Sequence[Any], played_by: Mapping[tuple[int, int], Sequence[int]]) -> list[dict[str, Any]]:
    """Return the rows of a partie for the table of outcomes, as dicts of columns.

    `seats` are the rows of the query `_SEATS` of this partie; `played_by` is the result of `players_by_manche`.
    """
    # The columns of the partie are the same in the row of every seat.
    first = seats[0]
    drawn = first.ending_why == DRAWN
    # What the game adds about the ending, such as `{"rubicon": True}`.
    result = first.ending_result or {}
    partie_values = {
        "partie_id": first.id,
        "carnet_id": first.carnet_id,
        "game": first.counted_as,
        "rules": rules_digest(first.options),
        "held_on": first.held_on,
        "sides": len({seat.side for seat in seats}),
        "drawn": drawn,
        "flags": " ".join(sorted(key for key, value in result.items() if value is True)),
    }
    # The values of a player for whom the partie does not count.
    uncredited = {"credited": False, "rank": 0, "won": False, "drawn": False, "points": 0, "flags": ""}
    rows = []
    for seat in seats:
        # `players` are the ids of the players of this seat, one for each manche. If no player of the partie was
        # replaced, the credited player played every manche up to the end.
        players = played_by.get((first.id, seat.number), [seat.player_id] * first.ending_after)
        # The number of manches of each of these players. Manches after the end do not count.
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

    `rows` are the outcomes as dicts of columns. The text has the sides separated by spaces. A side is its rank, 1 if it
    won or 0 if not, and the ids of its players:

        "1.1.3.7 2.0.4"

    The partners 3 and 7 are first and won, and the player 4 is second. The players for whom the partie does not count
    are together one side of the rank 0. The text does not depend on the seats, so that equal results of the same
    players have the same text.
    """
    # The ids of the players of each side, by (rank, 1 or 0 for the victory, number of the side).
    sides = defaultdict[tuple[int, int, int], list[int]](list)
    for row in rows:
        sides[row["rank"], int(row["won"]), row["side"] if row["credited"] else 0].append(row["player_id"])
    # In the example above, these are the lists 1, 1, 3, 7 and 2, 0, 4.
    numbers = sorted([rank, won, *sorted(players)] for (rank, won, _side), players in sides.items())
    return " ".join(".".join(map(str, side)) for side in numbers)
