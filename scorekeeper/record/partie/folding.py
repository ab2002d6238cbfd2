"""Fold the changes of the stack of a partie: the state that *Annuler* and *Refaire* lead to."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Integer, Select, String, bindparam, func, or_, select, type_coerce

from scorekeeper.partie.changes import CHANGES, BrokenLogError, PartieChange, evolve
from scorekeeper.partie.log import LogRow, Stack, read_log
from scorekeeper.partie.payloads import read_row, read_value
from scorekeeper.partie.state import State
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Partie, PartieBase


def fold_down_from(partie: Partie, top: int) -> State:
    """Return the state after the change of the version `top` and those below it.

    Raises `BrokenLogError` for a change that this version of the app cannot read.
    """
    base = base_of(partie)
    state = _read_base(base)
    for row in db.session.execute(_STACK, {"partie_id": partie.id, "top": top, "base": base.version}):
        change = _read_row(row)
        # A step or a mark is never in the stack of a log that this app wrote.
        if not isinstance(change, PartieChange):
            raise BrokenLogError("step_not_on_top", row.version)
        state = evolve(state, row.version, change)
    return state


def fold_whole_log(partie: Partie) -> tuple[State, Stack]:
    """Return the state and the stack after every row of the log. Raises `BrokenLogError`."""
    base = db.session.get(PartieBase, partie.id)
    if base is None:
        raise BrokenLogError("no_base", partie.version)
    query = select(Change.version, _KIND, Change.payload).where(Change.partie_id == partie.id)
    rows = db.session.execute(query.where(Change.version > base.version).order_by(Change.version)).all()
    # A row may be missing, or one too many be at the end.
    for version, row in zip_longest(range(base.version + 1, partie.version + 1), rows):
        if row is None or row.version != version:
            raise BrokenLogError("no_such_change", version or row.version)
    return read_log(_read_base(base), map(_read_row, rows))


def base_of(partie: Partie) -> PartieBase:
    """Return the base of a partie."""
    return db.session.get_one(PartieBase, partie.id)


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


def _stack_query() -> Select[*tuple[Any, ...]]:
    """Return the query of the changes from `top` down, the lowest first, without past entries of the current manche."""
    of_partie = Change.partie_id == bindparam("partie_id", type_=Integer)
    above_base = Change.version > bindparam("base", type_=Integer)
    columns = select(Change.version, Change.below, Change.kind).where(of_partie, above_base)
    top = columns.where(Change.version == bindparam("top", type_=Integer)).cte("stack", recursive=True)
    stack = top.union_all(columns.join(top, top.c.below == Change.version))
    # What was entered of recorded manches makes no difference; without it fewer payloads are read.
    entries = [ChangeKind(name) for name, kind in CHANGES.items() if kind.of_entry]
    recordings = select(func.max(stack.c.version)).where(stack.c.kind == ChangeKind.RECORDED)
    last = func.coalesce(recordings.scalar_subquery(), 0)
    return (
        select(Change.version, _KIND, Change.payload)
        .join(stack, stack.c.version == Change.version)
        .where(of_partie, or_(stack.c.version > last, stack.c.kind.not_in(entries)))
        .order_by(Change.version)
    )


# As text, since a later version of the app may have written another kind.
_KIND = type_coerce(Change.kind, String).label("kind")
_STACK = _stack_query()
