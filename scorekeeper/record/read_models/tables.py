"""The tables of summaries of parties, which `upkeep` writes. A partie that cannot be replayed has no rows.

A partie is a game played to its end, a manche one deal of it, a side a player or a team, a seat the place of a player,
numbered clockwise from 0. To *replay* a partie is to score its facts (what was recorded of each manche) again. A line
of a score is points with the key of their reason (`why`), such as `nil_made`.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, and_
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.record.models import Base, Number, Partie, PartieKey, Seat

# In seconds. A longer time between two manches does not count as time of play.
LONG_PAUSE = 3600


class Summary(Base):
    """The summary of a partie. The winners are in `SeatSummary`.

    Until the partie has ended, only `partie_id`, `manches` and `course` have values; the other columns are None.
    """

    __tablename__ = "summary"
    partie_id: Mapped[PartieKey]

    # The number of manches in its sheet: recorded, and neither deleted nor undone.
    manches: Mapped[int]

    # The key of the reason why it ended, such as "drawn".
    ending_why: Mapped[str | None] = mapped_column(String(40))

    # The number of manches up to the end. Manches recorded after it do not count.
    ending_after: Mapped[int | None]

    # What the game adds about the ending, as JSON, such as `{"rubicon": true}` (`Ending.result`).
    ending_result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    # The totals of the sides after each manche up to the end: `[[5, 21], [31, 21]]` after two manches of two sides.
    course: Mapped[list[Any]]

    # The gap of a manche is the difference between its best and its worst points. This is the sum over all manches.
    gaps: Mapped[int | None]

    # The largest gap in a manche.
    swing: Mapped[int | None]

    # The largest deficit of the winner.
    comeback: Mapped[int | None]

    # The lead of the winner at the end.
    margin: Mapped[int | None]

    # When the first and the last manche were recorded, and the time between them without long pauses.
    began_at: Mapped[dt.datetime | None]
    played_at: Mapped[dt.datetime | None]
    seconds: Mapped[int | None]


# Whether a partie counts in statistics: it has ended and is neither abandoned nor deleted. Its soirée may be deleted.
IS_COUNTED = and_(Partie.deleted_at.is_(None), Partie.abandoned_at.is_(None), Summary.ending_why.is_not(None))


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


# The condition that joins the summary of a seat to a query of seats.
SUMMARY_OF_SEAT = and_(SeatSummary.partie_id == Seat.partie_id, SeatSummary.number == Seat.number)


class Tally(Base):
    """The sums of the lines with one key that a player had in a seat of an ended partie.

    A line of a seat (a nil made) is counted for this seat, a line of a side (a contract made) for each of its seats. If
    another player took over the seat, each of the two has tallies, for the manches that this player played.
    """

    __tablename__ = "tally"
    # Finds the few rows of a rare feat of some players.
    __table_args__ = (Index("ix_tally_player_id_why", "player_id", "why", "partie_id"),)
    partie_id: Mapped[int] = mapped_column(ForeignKey("summary.partie_id"), primary_key=True, autoincrement=False)

    # The number of the seat.
    number: Mapped[Number]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)

    # The key of the lines.
    why: Mapped[str] = mapped_column(String(40), primary_key=True)

    # The number of lines.
    times: Mapped[int]

    # The number of cards or tricks that the lines score, such as 5 hearts.
    count: Mapped[int]
    points: Mapped[int]

    # The number of the first manche with such a line, from 1.
    manche: Mapped[int | None]
