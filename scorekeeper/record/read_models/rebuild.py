"""Rebuild the summaries and outcomes of every partie, a game played to its end, and report those that were wrong.

The facts of a partie are what was recorded of each manche (deal). Its summary (totals, ranks and counts of lines) is
computed from the facts, and its outcomes (rows from which statistics are made) from the summary. The log of a partie is
the list of its changes. The state of the partie is the result of these changes, and is stored too. The log is therefore
read again, and must lead to the stored state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games import GAMES
from scorekeeper.partie.changes import BrokenLogError
from scorekeeper.record.database import writing
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.folding import fold_whole_log
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.partie.storing import read_stored
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.upkeep import TABLES, ReadModel, Row, Rows, delete_rows, replay, write_rows

_BATCH = 100  # parties in one transaction


@dataclass(frozen=True)
class Finding:
    """A partie in which something was wrong."""

    partie_id: int

    # What was wrong with this partie, such as the error that it raised: its text follows the message.
    details: object = ""

    # What is wrong with all parties of the subclass, as the beginning of a sentence.
    message: ClassVar[str]

    def __str__(self) -> str:
        return f"partie {self.partie_id}: {self.message}{self.details}"


class RebuiltPartie(Finding):
    """A partie whose summary or outcomes differed from its facts, and were corrected."""

    message = "its summary did not match its facts, and was rebuilt"


class UnreadablePartie(Finding):
    """A partie whose facts or log cannot be read or scored. The details are the error."""

    message = "cannot be read: "


class UnequalPartie(Finding):
    """A partie whose log leads to another state than the stored one. Nothing is corrected.

    The details are the names of the values that differ.
    """

    message = "its log leads to other values than those stored: "


def rebuild(after_id: int = 0) -> Iterator[Finding]:
    """Rebuild the summaries and outcomes of the parties whose id is greater than `after_id`; yield what was wrong.

    Other processes may write at the same time.
    """
    last_id: int | None = after_id
    while last_id is not None:
        reports, last_id = _rebuild_batch(last_id)
        yield from reports


def stored_rows(session: Session, partie_id: int) -> Rows:
    """Return the stored rows of a partie in each table of summaries, sorted by their primary keys."""
    return {table: _stored(session, table, partie_id) for table in TABLES}


def stored_outcomes(session: Session, partie_id: int) -> list[Row]:
    """Return the stored outcomes of a partie as dicts of columns, in the order of its seats."""
    return _stored(session, SeatOutcome, partie_id)


def _stored(session: Session, table: ReadModel, partie_id: int) -> list[Row]:
    # The mapper of a class knows the columns of its table.
    mapper = table.__mapper__
    query = select(*mapper.columns).where(table.partie_id == partie_id).order_by(*mapper.primary_key)
    return [dict(row) for row in session.execute(query).mappings()]


def _rebuild_batch(after_id: int) -> tuple[list[Finding], int | None]:
    """Rebuild the parties of one transaction, those with the next ids after `after_id`.

    Return what was wrong, and the last of these ids, None if there are no more parties.
    """
    reports: list[Finding] = []
    # One transaction, which is committed at the end of the block.
    with writing() as session:
        query = select(Partie.id).where(Partie.id > after_id).order_by(Partie.id).limit(_BATCH)
        partie_ids = session.scalars(query).all()
        for partie_id in partie_ids:
            reports += _rebuild_partie(session, partie_id)
    if not partie_ids:
        return [], None
    return reports, partie_ids[-1]


def _rebuild_partie(session: Session, partie_id: int) -> list[Finding]:
    # `with_for_update` locks the row of the partie until the end of the transaction.
    partie = session.get_one(Partie, partie_id, with_for_update=True)
    # `replay` scores the facts again, or returns the error that prevents this.
    replayed = replay(partie)
    if isinstance(replayed, BrokenLogError):
        # This version of the app cannot read the state of the partie. Its pages are rendered from its summary, which is
        # therefore not deleted.
        return [UnreadablePartie(partie_id, replayed)]
    # The rows are deleted and written again below. If they differ afterwards, something was wrong.
    before = stored_rows(session, partie_id), stored_outcomes(session, partie_id)
    if isinstance(replayed, ScoredPartie):
        delete_rows(session, partie_id)
        write_rows(session, replayed)
    # The facts cannot be scored under their house rules, so the summary is wrong. That of a game that is not installed
    # is not deleted: pages show it, and the game may be installed later.
    elif partie.game in GAMES:
        delete_rows(session, partie_id)
    outcomes.rewrite_outcomes(session, [partie_id])
    # The facts or the house rules are impossible.
    if isinstance(replayed, ValueError):
        return [UnreadablePartie(partie_id, replayed)]
    # The game is not installed.
    if isinstance(replayed, LookupError):
        return [UnreadablePartie(partie_id, replayed), *_check_log(partie)]
    if before == (stored_rows(session, partie_id), stored_outcomes(session, partie_id)):
        return _check_log(partie)
    return [RebuiltPartie(partie_id), *_check_log(partie)]


def _check_log(partie: Partie) -> list[Finding]:
    """Compare the stored state of a partie with the state to which its log leads; return what differs.

    The stack is compared too: it is the list of the changes that *Annuler* (undo) has not taken back.
    """
    try:
        state, stack = read_stored(partie)
        expected, expected_stack = fold_whole_log(partie)
    # A `BrokenLogError` is one of these.
    except ValueError as error:
        return [UnreadablePartie(partie.id, error)]
    names = [field.name for field in fields(state) if getattr(state, field.name) != getattr(expected, field.name)]
    if stack != expected_stack:
        names.append("stack")
    # A row of `Seat` has two values of the state again, so that queries can read them: the participant who has the seat
    # now, and the one for whom the partie counts.
    seated = [(seat.seated, seat.counts_for) for seat in partie.seats]
    if seated != [(seating.latest, seating.counts_for) for seating in expected.seats]:
        names.append("seat rows")
    if not names:
        return []
    return [UnequalPartie(partie.id, ", ".join(names))]
