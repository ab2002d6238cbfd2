"""The summary of each partie. Nothing in these tables is a fact: `upkeep` can write all of it again.

A partie that cannot be replayed has none.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.record.models import Base


class Summary(Base):
    """Where a partie stands: how many manches are in its sheet, who deals next, and how it ended, if it did.

    `ending_why` is the key of the reason, None while the partie goes on; `ending_after` counts the manches up to the
    end, and `ending_result` holds the figures its sentence needs. `course` holds the totals of the sides after each
    manche that counts. Who won stands with the seats. When
    the partie last changed, and whether it was abandoned, is with the partie and its changes.
    """

    __tablename__ = "summary"
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True, autoincrement=False)
    manches: Mapped[int]
    dealer: Mapped[int]
    ending_why: Mapped[str | None] = mapped_column(String(40))
    ending_article: Mapped[str | None] = mapped_column(String(20))
    ending_after: Mapped[int | None]
    ending_result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    course: Mapped[list[Any]] = mapped_column(JSON)


class SeatSummary(Base):
    """Where a seat stands: its side, and the side's total, rank (1 is the best, equal totals share theirs), victory."""

    __tablename__ = "seat_summary"
    partie_id: Mapped[int] = mapped_column(ForeignKey("summary.partie_id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int]
    total: Mapped[int]
    rank: Mapped[int]
    won: Mapped[bool]


class Tally(Base):
    """What a seat did in the manches that count, by the key of the lines: how often, of how many things, for how much.

    The lines are its own (a nil made), and those of its side that name no seat (a contract made), which so count
    for each partner.
    """

    __tablename__ = "tally"
    partie_id: Mapped[int] = mapped_column(ForeignKey("summary.partie_id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    why: Mapped[str] = mapped_column(String(40), primary_key=True)
    times: Mapped[int]
    count: Mapped[int]
    points: Mapped[int]
