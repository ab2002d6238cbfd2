"""Read and validate the whole file of a carnet, before anything is written to the database.

A carnet is the notebook of a group of players; a soirée is an evening of cards, a partie a game to its end, and a
manche one deal of it. A participant is a player of a partie, numbered by arrival, and a stay a participant in a seat. A
preset is a set of house rules saved under a name; a merge made two players one.

pydantic checks the shape of each object, and calls functions such as `read_partie` for what the shape does not say.
A file of version 1, which numbered manches by position and listed the replacements of players, is converted first and
then validated as any other.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from scorekeeper.partie.payloads import write_value
from scorekeeper.record.carnet.carnets import MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS
from scorekeeper.record.carnet.kept_questions import MOST_QUESTIONS
from scorekeeper.record.earlier_parties import convert_partie
from scorekeeper.record.names import fold
from scorekeeper.record.partie.storing import partie_values
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer import rows
from scorekeeper.record.transfer.errors import UnreadableFileError, errors_at, first_error, require
from scorekeeper.record.transfer.format import FORMAT, VERSION, decompress, read_json
from scorekeeper.record.transfer.partie import game_of, manche_row, read_partie, require_known_game

Row = dict[str, Any]
# The values of a partie that are the same in versions 1 and 2 of the format.
_SAME_VALUES = ("soiree", "game", "paper", "created_at", "abandoned_at", "deleted_at", "version")


@dataclass(frozen=True)
class CarnetFile:
    """The content of a file as rows without ids, and the digest of the content."""

    rows: Mapping[str, Any]
    digest: str


def read_carnet(content: bytes, longest: int) -> CarnetFile:
    """Read the file of a carnet, of at most `longest` bytes: plain, gzip, or alone in a zip archive.

    Raises `UnreadableFileError` for its first error.
    """
    json_object = read_json(decompress(content, longest))
    if not isinstance(json_object, dict) or json_object.get("format") != FORMAT:
        raise UnreadableFileError("foreign")
    digest = digest_of(json_object)
    if json_object.get("version") == 1:
        json_object = _convert_document(json_object)
    if json_object.get("version") != VERSION:
        raise UnreadableFileError("newer_version", field="version")
    # The length of each list, for the validators: objects refer to each other by their position in a list, from 1.
    lengths = {name: len(value) for name, value in json_object.items() if isinstance(value, list)}
    try:
        document: Any = _DOCUMENT.validate_python(json_object, context=lengths)
    except ValidationError as error:
        # Only the first error, with its path in the file.
        raise first_error(error) from None
    # Each participant of a merge, as [partie, number], must be the player who stays.
    for index, merge in enumerate(document["merges"]):
        for position, number in merge["participants"]:
            # A slice of one participant, which is empty if there is no participant of this number.
            if document["parties"][position - 1]["participants"][number : number + 1] != [merge["player"]]:
                raise UnreadableFileError("shape", field=f"merges[{index}].participants")
    return CarnetFile(document, digest)


def digest_of(json_value: object) -> str:
    """Return the digest of the content of a file, independent of whitespace and the order of keys."""
    plain = json.dumps(json_value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def json_schema() -> Row:
    """Return the JSON Schema of a file, which the app publishes as `schema.json`."""
    header = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}:{VERSION}",
    }
    return header | _DOCUMENT.json_schema()


def _convert_document(document: Row) -> Row:
    """Return the JSON object of a file of version 1 as one of version 2. Raises `UnreadableFileError`."""
    parties = _converted("parties", document.get("parties"), _convert_partie)
    merges = _converted("merges", document.get("merges"), lambda row: _convert_merge(row, parties))
    return {**document, "version": 2, "parties": parties, "merges": merges}


def _converted(name: str, listed: Any, convert: Callable[[Row], Row]) -> list[Row]:  # noqa: ANN401 - any JSON
    """Return the rows of the list `name` of a file, each converted by `convert`.

    Most values are validated only after the conversion, so that any of them can make it fail. Raises
    `UnreadableFileError` if `listed` is no list, or if the conversion of a row fails.
    """
    if not isinstance(listed, list):
        raise UnreadableFileError("shape", field=name)
    converted = []
    for index, row in enumerate(listed):
        try:
            converted.append(convert(row))
        # What a value of a wrong kind makes Python raise: no such key, no list, no number. Anything else is a fault of
        # the app, and is not caught.
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableFileError("other_state", field=f"{name}[{index}]") from error
    return converted


def _convert_partie(row: Row) -> Row:
    # The partie with its present state, its participants, the version of each manche by its position (`versions`), and
    # the manches that are not in the state (`undone`).
    converted = convert_partie(row)
    state = converted.state
    versions = converted.versions
    manches = sorted([*state.manches, *converted.undone], key=attrgetter("version"))
    return {
        **{name: row[name] for name in _SAME_VALUES},
        # The options, first dealer, names of teams and progress (seats, entered cards, stack of changes).
        **partie_values(state),
        "participants": [*converted.participants],
        "manches": [manche_row(manche, taken_back=manche in converted.undone) for manche in manches],
        # It had no log that can be read again: the log begins at this state.
        "base": {"version": state.version, "state": write_value(state)},
        "changes": [_convert_change(change, versions) for change in row["changes"]],
    }


def _convert_change(change: Row, versions: Mapping[int, int]) -> Row:
    payload = {name: change[name] for name in ("facts", "note", "options") if change[name] is not None}
    converted = {**{name: change[name] for name in ("version", "at", "kind")}, "payload": payload}
    # `versions` has the recorded manches only: a change of another one names no manche any more.
    if change["manche"] in versions:
        converted["manche"] = versions[change["manche"]]
    return converted


def _convert_merge(row: Row, parties: Sequence[Row]) -> Row:
    """Convert a merge of version 1, which named seats, as [partie, seat].

    It now names the participants with a stay in these seats who are the player who stays, as [partie, number].
    """
    participants = set()
    for position, number in row["seats"]:
        partie = parties[position - 1]
        stayed = {stay["who"] for stay in partie["progress"]["seats"][number]["stays"]}
        participants |= {(position, who) for who in stayed if partie["participants"][who] == row["player"]}
    other_values = {name: value for name, value in row.items() if name not in {"seats", "within"}}
    return {**other_values, "participants": sorted(participants)}


def _refuse_duplicates(rows_with_names: Sequence[Row]) -> Sequence[Row]:
    """Refuse two players of one name, and two presets of one name for the same game and number of seats."""
    # A player has neither a game nor seats: its key is (None, None, name without case).
    keys = set()
    for row in rows_with_names:
        key = (row.get("game"), row.get("seats"), fold(row["name"]))
        if key in keys:
            raise RefusedError("name_twice", value=row["name"])
        keys.add(key)
    return rows_with_names


def _read_preset(row: Row) -> Row:
    game = game_of(row, row["seats"])
    with errors_at("options", game.slug):
        game.read_options(row["options"], row["seats"])  # called to raise for impossible rules
    return row


def _refuse_full_soirees(parties: Sequence[Row]) -> Sequence[Row]:
    # The number of parties of the soirée that has most.
    require(max(Counter(row["soiree"] for row in parties).values(), default=0) <= MOST_PARTIES)
    return parties


# Lists of which pydantic reports the first error only. The function is called with each object of a valid shape, and
# raises `RefusedError` or returns the object.
_Presets = rows.FailFastList[Annotated[rows.PresetObject, AfterValidator(_read_preset)]]
_Parties = rows.FailFastList[Annotated[rows.PartieObject, AfterValidator(read_partie)]]
_Questions = rows.FailFastList[Annotated[rows.QuestionObject, AfterValidator(require_known_game)]]


class CarnetDocument(rows.FileObject):
    """A complete carnet of La Marque.

    Objects refer to each other by their position in the list, from 1. Derived values, such as totals, are not included;
    nor are keys, codes and accesses.
    """

    format: Literal["la-marque/carnet"]
    version: Literal[2]
    carnet: rows.CarnetObject
    players: Annotated[
        rows.FailFastList[rows.PlayerObject], Field(max_length=MOST_PLAYERS), AfterValidator(_refuse_duplicates)
    ]
    presets: Annotated[_Presets, Field(max_length=MOST_PRESETS), AfterValidator(_refuse_duplicates)]
    soirees: rows.FailFastList[rows.SoireeObject]
    parties: Annotated[_Parties, AfterValidator(_refuse_full_soirees)]
    regroupings: rows.FailFastList[rows.RegroupingObject]
    merges: rows.FailFastList[rows.MergeObject]
    decisions: rows.FailFastList[rows.DecisionObject]
    questions: NotRequired[Annotated[_Questions, Field(max_length=MOST_QUESTIONS)]]


_DOCUMENT = TypeAdapter[Any](CarnetDocument)
