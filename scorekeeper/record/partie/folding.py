"""Compute the state of a partie, a game played to its end, from its log: *fold* the changes, one after the other.

The log begins at the *base*, the whole state at one version. Each row after it makes the next version, and is a change,
a step (*Annuler* took a change back, or *Refaire* made it again) or a mark, which changes nothing. The changes that are
not taken back form a stack: the column `below` of a change is the version of the one under it, or of the base. Each row
has a `kind`, such as `recorded`, and a `payload`, its values as JSON.

Example: on the base, version 1, the rows 2, 3 and 4 are changes, 5 takes 4 back, and 6 is a change with 3 `below`. The
stack is 2, 3, 6, and *Annuler* leads to the state after 2 and 3.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Integer, Select, bindparam, func, or_, select

from scorekeeper.partie.changes import CHANGES, BrokenLogError, PartieChange, Recorded, evolve
from scorekeeper.partie.log import LogRow, Stack, read_log
from scorekeeper.partie.payloads import read_row, read_value
from scorekeeper.partie.state import State
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Partie, PartieBase


def _stack_query() -> Select[*tuple[Any, ...]]:
    """Return the query of the changes on the stack of a partie up to the version `top`, oldest first.

    Its parameters are `partie_id`, `base` (the version of the base) and `top`. The query leaves out the bids and cards
    that were entered before the last manche (deal) was recorded: without these many rows, the state is the same.
    """
    of_partie = Change.partie_id == bindparam("partie_id", type_=Integer)
    above_base = Change.version > bindparam("base", type_=Integer)
    columns = select(Change.version, Change.below, Change.kind).where(of_partie, above_base)
    # Only the change on top is known at first. Each change that is found leads to the one below it, down to the base.
    found = columns.where(Change.version == bindparam("top", type_=Integer)).cte("stack", recursive=True)
    stack = found.union_all(columns.join(found, found.c.below == Change.version))
    # A change is `of_entry` if it is only about the manche that is being played, such as its bids and cards. Recording
    # the manche clears them: the state is the same without these changes.
    entry_kinds = [name for name, change_class in CHANGES.items() if change_class.of_entry]
    recordings = select(func.max(stack.c.version)).where(stack.c.kind == Recorded.kind)
    # 0 if no manche is recorded.
    last_recording = func.coalesce(recordings.scalar_subquery(), 0)
    return (
        select(Change.version, Change.kind, Change.payload)
        .join(stack, stack.c.version == Change.version)
        .where(of_partie, or_(stack.c.version > last_recording, stack.c.kind.not_in(entry_kinds)))
        .order_by(Change.version)
    )


_STACK = _stack_query()


def fold_down_from(partie: Partie, top: int) -> State:
    """Return the state in which the change of the version `top` is on top of the stack.

    Raises `BrokenLogError` for a change that this version of the app cannot read.
    """
    base = base_of(partie)
    state = _read_base(base)
    for row in db.session.execute(_STACK, {"partie_id": partie.id, "top": top, "base": base.version}):
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
    query = select(Change.version, Change.kind, Change.payload).where(Change.partie_id == partie.id)
    rows = db.session.execute(query.where(Change.version > base.version).order_by(Change.version)).all()
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
