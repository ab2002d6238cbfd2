"""Statistics kept as sums, so that they cost the same after ten parties as after ten thousand. None of it is a fact.

A *cell* holds the parties of a carnet that share a game, house rules, a table of players and a year. Each of the last
three may be left open (`""`, 0): a partie adds to eight cells, and whatever the filters say, one cell answers.
Only parties that count are there: ended, neither abandoned nor put away, their soirée not put away either.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.record.models import Base

KEY_LENGTH, RULES_LENGTH, PEOPLE_LENGTH = 24, 12, 120


class CellsVersion(Base):
    """How often the cells of a carnet were written; who writes them holds this row, so that one waits for the other.

    A carnet without this row has no cells yet: they are filled in as the database is made ready.
    """

    __tablename__ = "cells_version"
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), primary_key=True, autoincrement=False)
    version: Mapped[int]


class CellParties(Base):
    """The parties of a cell. `rules` is a digest of the `options`, `people` the ids of the players: `3-5-9`.

    `narrowed` counts what is not left open of rules, people and year.
    """

    __tablename__ = "cell"
    __table_args__ = (Index("ix_cell_carnet_id_narrowed", "carnet_id", "narrowed"),)
    key: Mapped[str] = mapped_column(String(KEY_LENGTH), primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    game: Mapped[str] = mapped_column(String(20))
    rules: Mapped[str] = mapped_column(String(RULES_LENGTH))
    people: Mapped[str] = mapped_column(String(PEOPLE_LENGTH))
    year: Mapped[int]
    narrowed: Mapped[int]
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    parties: Mapped[int]
    manches: Mapped[int]


class CellPlayer(Base):
    """What a player did in the parties of a cell: sums, of the ranks and of the totals too.

    A victory that is shared counts for each; a partie that was drawn is no victory.
    """

    __tablename__ = "cell_player"
    cell: Mapped[str] = mapped_column(String(KEY_LENGTH), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    parties: Mapped[int]
    won: Mapped[int]
    drawn: Mapped[int]
    ranks: Mapped[int]
    points: Mapped[int]
    manches: Mapped[int]


class CellTally(Base):
    """What a player did in the manches of a cell, by the key of the lines, as `Tally` has it of one partie.

    What the ending says beside its reason, such as a rubicon, is here too: `rubicon_made`, `rubicon_suffered`.
    """

    __tablename__ = "cell_tally"
    cell: Mapped[str] = mapped_column(String(KEY_LENGTH), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    why: Mapped[str] = mapped_column(String(60), primary_key=True)
    times: Mapped[int]
    count: Mapped[int]
    points: Mapped[int]


class CellPair(Base):
    """How a player did against another in the parties of a cell, and with them on one side; each pair is kept twice.

    `above` and `below` compare ranks; `won`, `ranks` and `points` are those of the parties played `together`.
    """

    __tablename__ = "cell_pair"
    cell: Mapped[str] = mapped_column(String(KEY_LENGTH), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    against: Mapped[int]
    above: Mapped[int]
    below: Mapped[int]
    together: Mapped[int]
    won: Mapped[int]
    ranks: Mapped[int]
    points: Mapped[int]


class SeatOutcome(Base):
    """How a partie that counts ended for a seat, to be found by its date: who was in form, who holds a title.

    `rules` and `people` are those of its cell.
    """

    __tablename__ = "outcome"
    __table_args__ = (
        Index("ix_outcome_player_id_held_on", "player_id", "held_on", "partie_id"),
        Index("ix_outcome_player_id_game_held_on", "player_id", "game", "held_on", "partie_id"),
        Index("ix_outcome_carnet_id_game_held_on", "carnet_id", "game", "held_on", "partie_id"),
        Index("ix_outcome_player_id_rules_held_on", "player_id", "rules", "held_on", "partie_id"),
        Index("ix_outcome_player_id_people_held_on", "player_id", "people", "held_on", "partie_id"),
    )
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    game: Mapped[str] = mapped_column(String(20))
    held_on: Mapped[dt.date]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    rank: Mapped[int]
    sides: Mapped[int]
    won: Mapped[bool]
    rules: Mapped[str] = mapped_column(String(RULES_LENGTH))
    people: Mapped[str] = mapped_column(String(PEOPLE_LENGTH))
