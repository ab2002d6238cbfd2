"""The points of a carnet as a table for a spreadsheet: a row for each player and manche, a few parties at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager, selectinload

from scorekeeper.record.exchange.writing import partie_ids, some_at_a_time
from scorekeeper.record.models import Carnet, Partie, Soiree
from scorekeeper.record.standings import Standing
from scorekeeper.record.summaries.upkeep import replay

COLUMNS = (
    "date",
    "place",
    "game",
    "partie",
    "ended",
    "manche",
    "player",
    "side",
    "points",
    "total",
    "final_total",
    "rank",
    "won",
)
# What makes a spreadsheet take a cell for a formula, in its own width and in that of Chinese and Japanese letters.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Without it, Excel takes the accents for something else.
_MARK = "\ufeff"
Cell = str | int


def table(
    session: Session, carnet: Carnet, separator: str, heads: Mapping[str, str], games: Mapping[str, str]
) -> Iterator[str]:
    """The text of the table, piece by piece, with these names of its columns and of the games; inside `one_state`.

    What was put away is not in it, nor a partie that cannot be replayed.
    """
    yield _MARK + _line([heads[name] for name in COLUMNS], separator)
    every = partie_ids(session, carnet)
    places = {partie_id: place for place, partie_id in enumerate(every, start=1)}
    for ids in some_at_a_time(every):
        for partie in session.scalars(_live(ids)):
            standing = replay(partie)
            if isinstance(standing, Standing):
                about = games[partie.game], places[partie.id]
                yield "".join(_line(row, separator) for row in _rows(standing, *about))
        session.expunge_all()


def harmless(cell: Cell) -> Cell:
    """The cell as a spreadsheet only shows it: a text that would be a formula begins with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell


def _live(ids: Sequence[int]) -> Any:  # noqa: ANN401 - a statement of SQLAlchemy's
    loaded = selectinload(Partie.seats), selectinload(Partie.manches), contains_eager(Partie.soiree)
    there = Partie.deleted_at.is_(None), Soiree.deleted_at.is_(None)
    return select(Partie).join(Partie.soiree).options(*loaded).where(Partie.id.in_(ids), *there).order_by(Partie.id)


def _rows(standing: Standing, game: str, place: int) -> Iterator[list[Cell]]:
    sheet, soiree = standing.sheet, standing.partie.soiree
    ranks = {side: rank for rank, side in standing.ranking()}
    winners = () if standing.ending is None else standing.ending.winners
    about: list[Cell] = [soiree.held_on.isoformat(), soiree.place, game, place]
    for number, score in enumerate(sheet.manches, start=1):
        for name, side in zip(standing.names, standing.side_of, strict=True):
            counted: list[Cell] = [score.points[side], score.totals[side], sheet.totals[side], ranks[side]]
            known: list[Cell] = [*about, int(standing.ending is not None), number, name, side + 1]
            yield [*known, *counted, int(side in winners)]


def _line(cells: Sequence[Cell], separator: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=separator).writerow([harmless(cell) for cell in cells])
    return written.getvalue()
