"""Export the points of a carnet as CSV for a spreadsheet: a row for each player and manche, in batches of parties.

A carnet is the notebook of a group of players; a soirée is an evening of cards, a partie a game to its end, and a
manche one deal of it. A side is a seat, or the seats of a team. A player can be replaced during a partie; statistics
then count it for one of the two, who is *credited*.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy.orm import Session

from scorekeeper.record.models import Carnet, Partie
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.outcomes import DRAWN
from scorekeeper.record.read_models.upkeep import replays
from scorekeeper.record.transfer.writing import batches, positions_of

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
# The characters that start a formula in a spreadsheet, with their full-width forms.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Without a byte order mark, Excel misreads accents.
_BYTE_ORDER_MARK = "\ufeff"
Cell = str | int


def write_csv(
    session: Session, carnet: Carnet, separator: str, column_names: Mapping[str, str], games: Mapping[str, str]
) -> Iterator[str]:
    """Return the CSV in chunks.

    `session` is one that `writing.snapshot` opened: all its queries see one state of the database. `column_names` has
    the shown name of each of `COLUMNS`, and `games` the shown name of each game by its slug.

    Deleted parties and parties that cannot be replayed are omitted.
    """
    # The header.
    yield _BYTE_ORDER_MARK + _csv_text([[column_names[name] for name in COLUMNS]], separator)
    positions = positions_of(session, Partie, carnet)
    for ids in batches(positions):
        # Yields the parties of the batch, scored again from their facts.
        for scored in replays(session, ids):
            if not scored.state.removed and scored.partie.soiree.deleted_at is None:
                yield _csv_text(_rows(scored, games, positions[scored.partie.id]), separator)
        session.expunge_all()  # so that the memory does not grow with the carnet


def escape_formula(cell: Cell) -> Cell:
    """Put an apostrophe before a text that a spreadsheet would run as a formula: "=1+1" becomes "'=1+1"."""
    if isinstance(cell, str) and cell.startswith(_FORMULAS):
        return f"'{cell}"
    return cell


def _rows(scored: ScoredPartie, games: Mapping[str, str], position: int) -> Iterator[list[Cell]]:
    partie = scored.partie
    ending = scored.ending
    # The cells that are the same in all rows of the partie.
    about: list[Cell] = [
        partie.soiree.held_on.isoformat(),
        escape_formula(partie.soiree.place),
        escape_formula(games[partie.game]),
        position,
        int(ending is not None),
    ]
    winners: Sequence[int] = ()
    # An abandoned or drawn partie is a victory for no one.
    if ending is not None and ending.why != DRAWN and not scored.abandoned:
        winners = ending.winners
    # `ranking` returns (rank, side) pairs.
    ranks = {side: rank for rank, side in scored.ranking()}
    for index, score in enumerate(scored.sheet.manches):
        # Those who played this manche, in seating order.
        players = scored.players_of(index)
        for seat, side in enumerate(scored.side_of):
            player = players[seat]
            # A player who left the seat did not win the partie.
            has_won = side in winners and player is scored.credited(seat)
            manche_cells: list[Cell] = [index + 1, escape_formula(player.name), side + 1]
            # The points of the manche, the total after it, and the last total.
            points = score.points[side], score.totals[side], scored.sheet.totals[side]
            yield [*about, *manche_cells, *points, ranks[side], int(has_won)]


def _csv_text(rows: Iterable[Sequence[Cell]], separator: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()
