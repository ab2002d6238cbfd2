"""Convert a file of version 1, with manches by position and replacements, before it is validated as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from scorekeeper.partie.payloads import write_progress, write_value
from scorekeeper.record.earlier_parties import convert_partie
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.partie import manche_row

Row = dict[str, Any]
_SAME_VALUES = (
    "soiree",
    "game",
    "paper",
    "created_at",
    "abandoned_at",
    "deleted_at",
    "version",
    "options",
    "first_dealer",
    "side_names",
)


def convert_document(document: Row) -> Row:
    """Return the JSON object of a file of version 1 as one of version 2. Raises `UnreadableFileError`."""
    parties = _converted("parties", document.get("parties"), _convert_partie)
    merges = _converted("merges", document.get("merges"), lambda row: _convert_merge(row, parties))
    return {**document, "version": 2, "parties": parties, "merges": merges}


def _converted(name: str, rows: Any, convert: Callable[[Row], Row]) -> list[Row]:  # noqa: ANN401 - any JSON
    """Return these rows converted; most of their values are validated only then."""
    if not isinstance(rows, list):
        raise UnreadableFileError("shape", field=name)
    converted = []
    for index, row in enumerate(rows):
        try:
            converted.append(convert(row))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableFileError("other_state", field=f"{name}[{index}]") from error
    return converted


def _convert_partie(row: Row) -> Row:
    converted = convert_partie(row)
    state = converted.state
    versions = converted.versions
    manches = sorted([*state.manches, *converted.undone], key=attrgetter("version"))
    return {
        **{name: row[name] for name in _SAME_VALUES},
        "participants": [*converted.participants],
        "manches": [manche_row(one, taken_back=one in converted.undone) for one in manches],
        "progress": write_progress(state),
        "base": {"version": state.version, "state": write_value(state)},
        "changes": [_convert_change(change, versions) for change in row["changes"]],
    }


def _convert_change(change: Row, versions: Mapping[int, int]) -> Row:
    payload = {name: change[name] for name in ("facts", "note", "options") if change[name] is not None}
    converted = {**{name: change[name] for name in ("version", "at", "kind")}, "payload": payload}
    # A manche that was never recorded is no more.
    if change["manche"] in versions:
        converted["manche"] = versions[change["manche"]]
    return converted


def _convert_merge(row: Row, parties: Sequence[Row]) -> Row:
    participants = set()
    for position, number in row["seats"]:
        partie = parties[position - 1]
        stayed = {stay["who"] for stay in partie["progress"]["seats"][number]["stays"]}
        participants |= {(position, who) for who in stayed if partie["participants"][who] == row["player"]}
    other_values = {name: value for name, value in row.items() if name not in {"seats", "within"}}
    return {**other_values, "participants": sorted(participants)}
