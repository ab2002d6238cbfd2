"""The tables of summaries of parties, which `upkeep` writes. A partie that cannot be replayed has no rows."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.record.models import Base, Number, PartieKey

# Seconds: a longer time between two manches is no play.
LONG_PAUSE = 3600


class Summary(Base):
    """The summary of a partie: the number of manches in its sheet, its next dealer, and its ending, if it has ended.

    `ending_why` is the key of the reason, `ending_after` the number of manches up to the end, `ending_result` the
    figures of the ending; all of them are None before the end. `course` has the totals of the sides after each manche
    up to the end. The winners are in `SeatSummary`.
    """

    __tablename__ = "summary"
    partie_id: Mapped[PartieKey]
    manches: Mapped[int]
    dealer: Mapped[int]
    ending_why: Mapped[str | None] = mapped_column(String(40))
    ending_article: Mapped[str | None] = mapped_column(String(20))
    ending_after: Mapped[int | None]
    ending_result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    course: Mapped[list[Any]]

    # The rest is of an ended partie (`partie.course`): the sum of the gaps of its manches,
    gaps: Mapped[int | None]

    # the largest gap in a manche and the number of this manche,
    swing: Mapped[int | None]
    swing_manche: Mapped[int | None]

    # the largest deficit of the winner and the number of the manche after which it was so large,
    comeback: Mapped[int | None]
    comeback_manche: Mapped[int | None]

    # the lead of the winner at the end,
    margin: Mapped[int | None]

    # when the first and the last manche were recorded, and the time between them without long pauses.
    began_at: Mapped[dt.datetime | None]
    played_at: Mapped[dt.datetime | None]
    seconds: Mapped[int | None]


class SeatSummary(Base):
    """The summary of a seat: its number, its side, and the total, the rank and the victory of this side.

    Ranks begin at 1; equal totals share a rank.
    """

    __tablename__ = "seat_summary"
    partie_id: Mapped[int] = mapped_column(ForeignKey("summary.partie_id"), primary_key=True, autoincrement=False)
    number: Mapped[Number]
    side: Mapped[int]
    total: Mapped[int]
    rank: Mapped[int]
    won: Mapped[bool]


class Tally(Base):
    """The sums of the lines with one key (`why`) in the manches of an ended partie that a player played in a seat.

    `number` is that of the seat, `times` the number of lines, `count` the number of cards or tricks that they count. A
    line of a seat (a nil made) is counted for this seat, a line of a side (a contract made) for each of its seats.
    """

    __tablename__ = "tally"
    partie_id: Mapped[int] = mapped_column(ForeignKey("summary.partie_id"), primary_key=True, autoincrement=False)
    number: Mapped[Number]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    why: Mapped[str] = mapped_column(String(40), primary_key=True)
    times: Mapped[int]
    count: Mapped[int]
    points: Mapped[int]

    # The number of the first manche with such a line.
    manche: Mapped[int | None]
