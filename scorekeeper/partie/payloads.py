"""Read and write the log and the state of a partie as JSON.

A *partie* is a game to its end, and its *log* has a row for each change. A row has a *kind*, such as `recorded`, and a
*payload*: the fields of the dataclass of this kind, as JSON. The dataclasses are the schema: an unknown or missing key
is refused. A *marker* is a row that changes nothing, and has no payload.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter

from scorekeeper.games.shape import Json
from scorekeeper.partie.changes import CHANGES
from scorekeeper.partie.log import LAID_OUT, STARTED, Again, LogRow, Moved, Redo, Stack, Undo
from scorekeeper.partie.state import Entry, Seating, State

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Progress:
    """The part of the state that the database stores as one JSON object; rules and manches have columns and tables."""

    # By seat, its players.
    seats: tuple[Seating, ...]

    # The changes that can be undone and redone.
    stack: Stack

    # What is entered of the current manche (one deal).
    entry: Entry


# The dataclass of the payload of each kind of row: `{"recorded": Recorded, …, "moved": Moved}`.
_KINDS: dict[str, type[Any]] = {**CHANGES, **{row.kind: row for row in (Undo, Redo, Again, Moved)}}
KINDS = (*_KINDS, STARTED, LAID_OUT)
"""Every kind of row. `STARTED` and `LAID_OUT` have no dataclass; `read_row` refuses them."""

# The object of pydantic that reads and writes each of these dataclasses, and the two that the database stores.
_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {
    shape: TypeAdapter(shape) for shape in (*_KINDS.values(), State, Progress)
}


def read_row(kind: str, payload: Json) -> LogRow:
    """Read a row of the log. Raises pydantic's `ValidationError` for another payload, `KeyError` for another kind."""
    row: LogRow = read_value(_KINDS[kind], payload)
    return row


def write_row(row: LogRow) -> tuple[str, dict[str, Any]]:
    """Return the kind of a row and its payload, without the values that a change has by default."""
    # `mode="json"` makes lists of tuples.
    return row.kind, _ADAPTERS[type(row)].dump_python(row, mode="json", exclude_defaults=True)


def read_value(shape: type[ValueT], payload: Json) -> ValueT:
    """Read a state, a progress or a change from its JSON. Raises pydantic's `ValidationError`."""
    # Strict: "1" is no integer. Pydantic then accepts a list for a tuple only in JSON text, so that text is made of it.
    value: ValueT = _ADAPTERS[shape].validate_json(json.dumps(payload), strict=True, extra="forbid")
    return value


def write_value(value: State | Progress) -> dict[str, Any]:
    """Return the JSON of a state or of a progress."""
    payload: dict[str, Any] = _ADAPTERS[type(value)].dump_python(value, mode="json", exclude_defaults=True)
    return payload


def write_progress(state: State, stack: Stack | None = None) -> dict[str, Any]:
    """Return the JSON of the progress of a partie.

    `stack` has the changes that can be undone and redone. Without it, the log begins with this state: there are none.
    """
    return write_value(Progress(state.seats, stack or Stack(state.version), state.entry))
