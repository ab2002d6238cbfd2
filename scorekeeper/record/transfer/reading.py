"""Read and validate the whole file of a carnet, before any of it is written."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from scorekeeper.record.carnet.carnets import MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS
from scorekeeper.record.carnet.kept_questions import MOST_QUESTIONS
from scorekeeper.record.names import fold
from scorekeeper.record.transfer import rows
from scorekeeper.record.transfer.errors import UnreadableFileError, first_error, located_at, require
from scorekeeper.record.transfer.format import FORMAT, VERSION, decompress, read_json
from scorekeeper.record.transfer.partie import game_of, read_partie, require_known_game

Row = dict[str, Any]


@dataclass(frozen=True)
class CarnetFile:
    """The content of a file as rows without ids, and the digest of the content."""

    rows: Mapping[str, Any]
    digest: str


def read_carnet(content: bytes, longest: int) -> CarnetFile:
    """Read the file of a carnet, plain or gzip. Raises `UnreadableFileError` for its first error."""
    read = read_json(decompress(content, longest))
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise UnreadableFileError("foreign")
    if read.get("version") != VERSION:
        raise UnreadableFileError("newer_version", field="version")
    lengths = {name: len(value) for name, value in read.items() if isinstance(value, list)}
    try:
        document: Any = _DOCUMENT.validate_python(read, context=lengths)
    except ValidationError as error:
        raise first_error(error) from None
    return CarnetFile(document, digest_of(read))


def digest_of(read: object) -> str:
    """Return the digest of a content, independent of whitespace and the order of keys."""
    plain = json.dumps(read, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def json_schema() -> Row:
    """Return the JSON Schema of a file, which `schema.json` publishes."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{FORMAT.replace('/', ':')}:1"}
    return about | _DOCUMENT.json_schema()


def _refuse_twice(named: Sequence[Row]) -> Sequence[Row]:
    """Refuse two players of one name, and two presets of one name for the same game and number of seats."""
    require(len({(row.get("game"), row.get("seats"), fold(row["name"])) for row in named}) == len(named))
    return named


def _read_preset(row: Row) -> Row:
    game = game_of(row, row["seats"])
    with located_at("options", game.slug):
        game.read_options(row["options"], row["seats"])
    return row


def _refuse_crowded(parties: Sequence[Row]) -> Sequence[Row]:
    require(max(Counter(row["soiree"] for row in parties).values(), default=0) <= MOST_PARTIES)
    return parties


_Presets = rows.Few[Annotated[rows.PresetObject, AfterValidator(_read_preset)]]
_Parties = rows.Few[Annotated[rows.PartieObject, AfterValidator(read_partie)]]
_Questions = rows.Few[Annotated[rows.QuestionObject, AfterValidator(require_known_game)]]


class CarnetDocument(rows.FileObject):
    """A complete carnet of La Marque.

    Objects refer to each other by their position in the list, from 1. Derived values, such as totals, are not included;
    nor are keys, codes and accesses.
    """

    format: Literal["la-marque/carnet"]
    version: Literal[1]
    carnet: rows.CarnetObject
    players: Annotated[rows.Few[rows.PlayerObject], Field(max_length=MOST_PLAYERS), AfterValidator(_refuse_twice)]
    presets: Annotated[_Presets, Field(max_length=MOST_PRESETS), AfterValidator(_refuse_twice)]
    soirees: rows.Few[rows.SoireeObject]
    parties: Annotated[_Parties, AfterValidator(_refuse_crowded)]
    regroupings: rows.Few[rows.RegroupingObject]
    merges: rows.Few[rows.MergeObject]
    decisions: rows.Few[rows.DecisionObject]
    questions: NotRequired[Annotated[_Questions, Field(max_length=MOST_QUESTIONS)]]


_DOCUMENT = TypeAdapter[Any](CarnetDocument)
