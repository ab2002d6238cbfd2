"""Read and write changes and states as JSON. The dataclasses are the schema: a key too many or too few is refused.

A row of the log of a partie has a *kind*, such as `recorded`, and a *payload*: the fields of the change of this kind.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter

from scorekeeper.games.shape import Json
from scorekeeper.partie.changes import CHANGES
from scorekeeper.partie.log import LAID_OUT, MARKS, STARTED, LogRow, Marker, Redo, Stack, Undo
from scorekeeper.partie.state import Entry, Seating, State

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Progress:
    """What a partie has beside its rules and its manches: the rest of its state, stored as one JSON object."""

    seats: tuple[Seating, ...]
    stack: Stack
    entry: Entry


_KINDS: dict[str, type[Any]] = {**CHANGES, Undo.kind: Undo, Redo.kind: Redo}
KINDS = (*_KINDS, *sorted(MARKS), STARTED, LAID_OUT)
"""The kind of every row of a log."""

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {
    shape: TypeAdapter(shape) for shape in (*_KINDS.values(), State, Progress)
}


def read_row(kind: str, payload: Json) -> LogRow:
    """Read a row of the log. Raises pydantic's `ValidationError` for another payload, `KeyError` for another kind."""
    if kind in MARKS:
        return Marker(kind)
    row: LogRow = read_value(_KINDS[kind], payload)
    return row


def write_row(row: LogRow) -> tuple[str, dict[str, Any]]:
    """Return the kind of a row and its payload, without the values that a change has by default."""
    if isinstance(row, Marker):
        return row.kind, {}
    return row.kind, _ADAPTERS[type(row)].dump_python(row, mode="json", exclude_defaults=True)


def read_value(shape: type[ValueT], payload: Json) -> ValueT:
    """Read a state, a progress or a change. Raises pydantic's `ValidationError`."""
    # In strict mode only JSON text may have lists for tuples.
    value: ValueT = _ADAPTERS[shape].validate_json(json.dumps(payload), strict=True, extra="forbid")
    return value


def write_value(value: State | Progress) -> dict[str, Any]:
    """Return the JSON of a state or of a progress."""
    payload: dict[str, Any] = _ADAPTERS[type(value)].dump_python(value, mode="json", exclude_defaults=True)
    return payload


def write_progress(state: State, stack: Stack | None = None) -> dict[str, Any]:
    """Return the JSON of the progress of a partie, by default of one whose log begins with this state."""
    return write_value(Progress(state.seats, stack or Stack(state.version), state.entry))
