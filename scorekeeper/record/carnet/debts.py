"""The stake of a soirée (an evening of cards), and the seats of its parties (games), from which debts are computed.

The stake is an amount of money for each point, each partie or each rank. A side is a seat, or the seats of a team.
A participant is a player of one partie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from scorekeeper.record.database import db
from scorekeeper.record.models import CREDITED, Participant, Partie, Player, Seat, Soiree, Stake, StakePer
from scorekeeper.record.names import clean_name
from scorekeeper.record.read_models.tables import IS_COUNTED, SeatSummary, Summary
from scorekeeper.record.refusals import RefusedError

MOST_CENTS = 1_000_000
SIGN_LENGTH = 3  # characters of the sign of a currency
USUAL_SIGN = "€"


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """The seat of a player in a partie that counts."""

    partie_id: int
    game: str

    # The figures of the ending of the partie, such as a rubicon at Piquet (`Ending.result`).
    ending_result: Mapping[str, Any]
    player_id: int
    name: str

    # The side of the seat, and the result of this side.
    side: int
    total: int
    rank: int
    won: bool


def stake_of(soiree: Soiree) -> Stake | None:
    """Return the stake of a soirée, None if it has none."""
    return db.session.get(Stake, soiree.id)


def set_stake(soiree: Soiree, per: StakePer | None, cents: int = 0, sign: str = "") -> None:
    """Set the stake of a soirée for each point, partie or rank (`per`), or remove it (`per` is None).

    Raises `RefusedError` for an amount that is zero or too high, and for a sign that is too long.
    """
    if per is None:
        db.session.execute(delete(Stake).where(Stake.soiree_id == soiree.id))
        return
    if not 1 <= cents <= MOST_CENTS:
        raise RefusedError("stake_amount", field="amount", most=MOST_CENTS // 100)
    valid_sign = clean_name(sign, field="sign", longest=SIGN_LENGTH, required=False) or USUAL_SIGN
    # Updates the row if there is one.
    db.session.merge(Stake(soiree_id=soiree.id, per=per, cents=cents, sign=valid_sign))


def counted_seats(soiree: Soiree) -> Sequence[PlayedSeat]:
    """Return the seats of the parties of a soirée that count: ended, and neither abandoned nor deleted (`IS_COUNTED`).

    `Summary` and `SeatSummary` are the stored results of a partie and of each of its seats.
    """
    # The columns are in the order of the fields of `PlayedSeat`.
    query = (
        select(
            Partie.id,
            Partie.game,
            Summary.ending_result,
            Player.id,
            Player.name,
            SeatSummary.side,
            SeatSummary.total,
            SeatSummary.rank,
            SeatSummary.won,
        )
        .join(Summary, Summary.partie_id == Partie.id)
        .join(SeatSummary, SeatSummary.partie_id == Partie.id)
        .join(Seat, (Seat.partie_id == Partie.id) & (Seat.number == SeatSummary.number))
        # The player for whom the partie counts, if another one had the seat before.
        .join(Participant, CREDITED)
        .join(Participant.player)
        .where(Partie.soiree_id == soiree.id, IS_COUNTED)
        .order_by(Partie.id, SeatSummary.number)
    )
    return [PlayedSeat(*row) for row in db.session.execute(query)]
