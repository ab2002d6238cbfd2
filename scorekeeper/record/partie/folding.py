"""Compute the state of a partie, a game played to its end, from its log: *fold* the changes, one after the other.

The log begins at the *base*, the whole state at one version. Each row after it makes the next version, and is a change,
a step (*Annuler* took a change back, or *Refaire* made it again) or a mark, which changes nothing. The changes that are
not taken back form a stack: the column `below` of a change is the version of the one under it, or of the base. Each row
has a `kind`, such as `recorded`, and a `payload`, its values as JSON.

Example: on the base, version 1, the rows 2, 3 and 4 are changes, 5 takes 4 back, and 6 is a change with 3 `below`. The
stack is 2, 3, 6, and *Annuler* leads to the state after 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select

from scorekeeper.partie.changes import CHANGES, BrokenLogError, PartieChange, Recorded, evolve
from scorekeeper.partie.log import LogRow, Stack, read_log
from scorekeeper.partie.payloads import read_row, read_value
from scorekeeper.partie.state import State
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie, PartieBase

# The kinds of changes of the entry: what is entered of the manche that is being played.
_OF_ENTRY = {name for name, change_class in CHANGES.items() if change_class.of_entry}


def fold_down_from(partie: Partie, top: int) -> State:
    """Return the state in which the change of the version `top` is on top of the stack.

    Raises `BrokenLogError` for a change that this version of the app cannot read.
    """
    base = base_of(partie)
    rows = {row.version: row for row in _rows_above(base)}
    # The changes that lead to the state, the one on top first.
    stack = []
    is_recorded = False
    version = top
    while version in rows:
        row = rows[version]
        # A change is `of_entry` if it is only about the manche that is being played, such as its bids and cards.
        # Recording the manche clears them: the state is the same without these many changes.
        if not (is_recorded and row.kind in _OF_ENTRY):
            stack.append(row)
        is_recorded = is_recorded or row.kind == Recorded.kind
        version = row.below
    state = _read_base(base)
    for row in reversed(stack):
        change = _read_row(row)
        # The app writes no step or mark as `below`, so another program has written this log.
        if not isinstance(change, PartieChange):
            raise BrokenLogError("step_not_on_top", row.version)
        # The state after the change; raises `BrokenLogError` if it cannot follow, for instance for an unknown manche.
        state = evolve(state, row.version, change)
    return state


def fold_whole_log(partie: Partie) -> tuple[State, Stack]:
    """Return the state and the stack after every row of the log. Raises `BrokenLogError`."""
    base = db.session.get(PartieBase, partie.id)
    if base is None:
        raise BrokenLogError("no_base", partie.version)
    rows = _rows_above(base)
    expected_versions = range(base.version + 1, partie.version + 1)
    # The shorter list is filled with None: `row` is None if a row is missing at the end, and `version` is None if there
    # is a row too many.
    for version, row in zip_longest(expected_versions, rows):
        if row is None or row.version != version:
            raise BrokenLogError("no_such_change", version or row.version)
    # Apply the rows one after the other. A step leads back to a state that was computed before.
    return read_log(_read_base(base), map(_read_row, rows))


def base_of(partie: Partie) -> PartieBase:
    """Return the row with the state at which the log of a partie begins."""
    return db.session.get_one(PartieBase, partie.id)


def _rows_above(base: PartieBase) -> Sequence[Any]:
    """Return the rows of the log above its base, oldest first."""
    columns = select(Change.version, Change.kind, Change.payload, Change.below)
    query = columns.where(Change.partie_id == base.partie_id, Change.version > base.version)
    return db.session.execute(query.order_by(Change.version)).all()


# `read_value` and `read_row` read JSON as dataclasses. They raise `ValidationError` for JSON of another shape, and
# `read_row` raises `KeyError` for an unknown kind.
def _read_base(base: PartieBase) -> State:
    try:
        return read_value(State, base.state)
    except ValidationError as error:
        raise BrokenLogError("unreadable", base.version) from error


def _read_row(row: Any) -> LogRow:  # noqa: ANN401 - a row has its columns for attributes
    try:
        return read_row(row.kind, row.payload)
    except (KeyError, ValidationError) as error:
        raise BrokenLogError("unreadable", row.version) from error
