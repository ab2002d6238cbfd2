"""The file of a carnet read and checked to the last fact, before anything is written of it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, ValidationInfo, WrapValidator
from pydantic import ValidatorFunctionWrapHandler as Reader

from scorekeeper.games import GAMES
from scorekeeper.games.shape import quotable
from scorekeeper.record.carnets import MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS
from scorekeeper.record.exchange import rows
from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError, blaming, fault_of, require
from scorekeeper.record.exchange.format import FORMAT, VERSION, inflated, read_json
from scorekeeper.record.exchange.partie import PartieFile, read_partie
from scorekeeper.record.names import fold

Row = dict[str, Any]
_MOST_SHOWN = 10


@dataclass(frozen=True)
class CarnetFile:
    """What a file says, as rows without the ids that only a database gives; `digest` tells what it says as a whole."""

    carnet: Row
    players: Sequence[Row]
    presets: Sequence[Row]
    soirees: Sequence[Row]
    parties: Sequence[PartieFile]
    regroupings: Sequence[Row]
    merges: Sequence[Row]
    decisions: Sequence[Row]
    digest: str


def read_carnet(content: bytes, longest: int) -> CarnetFile:
    """Read the file of a carnet, plain or compressed by gzip. Raises `UnreadableFileError` with its first faults."""
    read = read_json(inflated(content, longest), longest)
    _refuse_foreign(read)
    faults: list[FileFault] = []
    lengths = {name: len(value) for name, value in read.items() if isinstance(value, list)}
    try:
        document: Any = _DOCUMENT.validate_python(read, context={**lengths, "faults": faults})
    except ValidationError as error:
        faults[:0] = map(fault_of, error.errors(include_url=False))
    if faults:
        raise UnreadableFileError(faults[:_MOST_SHOWN], more=len(faults) > _MOST_SHOWN)
    return CarnetFile(**{name: document[name] for name in ("carnet", *_LISTS)}, digest=digest_of(read))


def digest_of(read: object) -> str:
    """What tells one content from any other, however it is laid out."""
    plain = json.dumps(read, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def json_schema() -> Row:
    """The JSON Schema of a file, which `schema.json` publishes."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{FORMAT.replace('/', ':')}:1"}
    return about | _DOCUMENT.json_schema()


def _refuse_foreign(read: Any) -> None:  # noqa: ANN401 - whatever a file says
    """Refuse what is no file of a carnet, or one of another version."""
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise UnreadableFileError([FileFault("", "foreign")])
    version = read.get("version")
    if type(version) is not int or version < VERSION:
        raise UnreadableFileError([FileFault("version", "older_version", {"known": VERSION})])
    if version > VERSION:
        raise UnreadableFileError([FileFault("version", "newer_version", {"version": version, "known": VERSION})])


def _one_by_one(value: Any, read: Reader, info: ValidationInfo[Any]) -> Any:  # noqa: ANN401 - whatever a file says
    """Read a list until the tenth fault: each takes a kilobyte, and a file may have millions."""
    found, faults = [] if isinstance(value, list) else read(value), info.context["faults"]
    for index, item in enumerate(value):
        try:
            found += read([item])
        except ValidationError as error:
            way = str(info.field_name), index
            faults += [fault_of(one, *way) for one in error.errors(include_url=False)]
            if len(faults) >= _MOST_SHOWN:
                raise UnreadableFileError(faults[:_MOST_SHOWN], more=True) from error
    return found


def _refuse_twice(named: Sequence[Row]) -> Sequence[Row]:
    """Refuse two players, or two house rules for the same table, of one name."""
    known = set()
    for row in named:
        key = row.get("game"), row.get("seats"), fold(row["name"])
        require(key not in known, "name_twice", name=row["name"])
        known.add(key)
    return named


def _read_preset(row: Row) -> Row:
    """House rules as their game reads them."""
    require(row["game"] in GAMES, "not_known", "game", value=quotable(row["game"]))
    game = GAMES[row["game"]]
    require(row["seats"] in game.table_sizes, "seats", "seats", found=row["seats"])
    with blaming("options", game.slug):
        game.read_options(row["options"], row["seats"])
    return row


def _read_regrouping(row: Row) -> Row:
    require(row["source"] != row["target"], "same_soiree", "target")
    return row


def _fold(player: Row) -> Row:
    """Add the name by which the player is found."""
    return {**player, "folded": fold(player["name"])}


def _refuse_crowded(parties: Sequence[PartieFile]) -> Sequence[PartieFile]:
    most = max(Counter(partie.soiree for partie in parties).values(), default=0)
    require(most <= MOST_PARTIES, "soiree_full", most=MOST_PARTIES)
    return parties


def _refuse_tangled(merges: Sequence[Row], info: ValidationInfo[Any]) -> Sequence[Row]:
    """Refuse a merge within an earlier one or one of another player, or of a seat that its partie has not."""
    if info.context["faults"] or "parties" not in info.data:
        return merges
    for number, merge in enumerate(merges):
        later = range(number + 2, len(merges) + 1)
        within = merge["within"]
        alone = within is None or (within in later and merges[within - 1]["player"] == merge["player"])
        require(alone, "not_in_order", f"[{number}].within")
        for index, (partie, seat) in enumerate(merge["seats"]):
            known = seat < len(info.data["parties"][partie - 1].seats)
            require(known, "not_known", f"[{number}].seats[{index}]", value=seat)
    return merges


_Several = Annotated[list[rows.ItemT], WrapValidator(_one_by_one)]
_Players = _Several[Annotated[rows.PlayerObject, AfterValidator(_fold)]]
_Presets = _Several[Annotated[rows.PresetObject, AfterValidator(_read_preset)]]
_Parties = _Several[Annotated[rows.PartieObject, AfterValidator(read_partie)]]


class CarnetDocument(rows.FileObject):
    """A carnet of La Marque, whole.

    What refers to another thing does so by its place in the list, from 1. What follows from the facts, such as totals,
    is not in it; nor are keys, codes and phones.
    """

    format: Literal["la-marque/carnet"]
    version: Literal[1]
    carnet: rows.CarnetObject
    players: Annotated[_Players, Field(max_length=MOST_PLAYERS), AfterValidator(_refuse_twice)]
    presets: Annotated[_Presets, Field(max_length=MOST_PRESETS), AfterValidator(_refuse_twice)]
    soirees: _Several[rows.SoireeObject]
    parties: Annotated[_Parties, AfterValidator(_refuse_crowded)]
    regroupings: _Several[Annotated[rows.RegroupingObject, AfterValidator(_read_regrouping)]]
    merges: Annotated[_Several[rows.MergeObject], AfterValidator(_refuse_tangled)]
    decisions: _Several[rows.DecisionObject]


_DOCUMENT = TypeAdapter[Any](CarnetDocument)
_LISTS = [*CarnetDocument.__annotations__][3:]
