"""The file of a carnet read and checked to the last fact, before anything is written of it.

What refers to another thing does so by its place in the lists of the file, from 1: nothing in it can name a row of
this database.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.record.decisions import WORDS_LENGTH
from scorekeeper.record.exchange.faults import FaultList, FileFault, UnreadableFileError, blaming
from scorekeeper.record.exchange.format import (
    CARNET,
    DECISION,
    FORMAT,
    PLAYER,
    PRESET,
    REGROUPING,
    SOIREE,
    VERSION,
    WHOLE,
)
from scorekeeper.record.exchange.partie import MOST_VERSIONS, PartieFile, read_partie
from scorekeeper.record.exchange.place import Place
from scorekeeper.record.exchange.strict_json import read_json
from scorekeeper.record.models import Player
from scorekeeper.record.names import PLAYER_LENGTH, TITLE_LENGTH, fold

Row = dict[str, Any]
_ARTICLE = re.compile(r"[A-Z]{1,3}-[0-9]{1,3}")
_QUARREL = re.compile(r"[a-z0-9_]{1,80}")


@dataclass(frozen=True)
class CarnetFile:
    """What a file says, as rows without the ids that only a database gives; `digest` tells what it says as a whole."""

    carnet: Row
    players: tuple[Row, ...]
    presets: tuple[Row, ...]
    soirees: tuple[Row, ...]
    parties: tuple[PartieFile, ...]
    regroupings: tuple[Row, ...]
    decisions: tuple[Row, ...]
    digest: str


def read_carnet(content: bytes, longest: int) -> CarnetFile:
    """What the file of a carnet says. Raises `UnreadableFileError` with its first faults."""
    read = read_json(content, longest)
    _refuse_foreign(read)
    faults = FaultList()
    sections: dict[str, Place] = {}
    with faults.noting():
        sections = Place(read).fields(WHOLE)
    faults.refuse()
    file = _read_sections(sections, faults, digest_of(read))
    faults.refuse()
    return file


def digest_of(read: object) -> str:
    """What tells one content from any other, however it is laid out."""
    plain = json.dumps(read, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _refuse_foreign(read: object) -> None:
    """Refuse what is no file of a carnet, or one of another version."""
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise UnreadableFileError([FileFault("", "foreign")])
    version = read.get("version")
    if type(version) is not int or version < VERSION:
        raise UnreadableFileError([FileFault("version", "older_version", {"known": VERSION})])
    if version > VERSION:
        raise UnreadableFileError([FileFault("version", "newer_version", {"version": version, "known": VERSION})])


def _read_sections(sections: dict[str, Place], faults: FaultList, digest: str) -> CarnetFile:
    carnet: Row = {}
    with faults.noting():
        carnet = _carnet(sections["carnet"])
    players = _each(sections["players"], _player, faults)
    with faults.noting():
        _refuse_namesakes(sections["players"], players)
    presets = _each(sections["presets"], _preset, faults)
    with faults.noting():
        _refuse_same_presets(sections["presets"], presets)
    soirees = _each(sections["soirees"], _soiree, faults)
    faults.refuse()
    people = [Player(name=row["name"]) for row in players]
    parties = _each(sections["parties"], lambda place: read_partie(place, people, len(soirees)), faults)
    begun = sections["parties"].value
    told = len(begun) if isinstance(begun, list) else 0
    moved = _each(sections["regroupings"], lambda place: _regrouping(place, len(soirees), told), faults)
    decisions = _each(sections["decisions"], lambda place: _decision(place, told), faults)
    return CarnetFile(carnet, players, presets, soirees, parties, moved, decisions, digest)


def _each(place: Place, read: Any, faults: FaultList) -> tuple[Any, ...]:  # noqa: ANN401 - each list its own rows
    found, items = [], []
    with faults.noting():
        items = place.items()
    for item in items:
        with faults.noting():
            found.append(read(item))
    return tuple(found)


def _carnet(place: Place) -> Row:
    given = place.fields(CARNET)
    return {"name": given["name"].name(TITLE_LENGTH, required=False), "created_at": given["created_at"].moment()}


def _player(place: Place) -> Row:
    given = place.fields(PLAYER)
    name = given["name"].name(PLAYER_LENGTH)
    return {
        "name": name,
        "folded": fold(name),
        "retired_at": given["retired_at"].moment_or_none(),
        "created_at": given["created_at"].moment(),
    }


def _preset(place: Place) -> Row:
    given = place.fields(PRESET)
    game = GAMES[given["game"].one_of(GAMES)]
    seats = given["seats"].whole(min(game.table_sizes), max(game.table_sizes))
    options = given["options"].plain_object()
    with blaming(given["options"].path, game.slug):
        game.read_options(options, seats)
    return {"game": game.slug, "name": given["name"].name(PLAYER_LENGTH), "seats": seats, "options": options}


def _soiree(place: Place) -> Row:
    given = place.fields(SOIREE)
    return {
        "held_on": given["held_on"].day(),
        "place": given["place"].name(TITLE_LENGTH, required=False),
        "notes": given["notes"].note(),
        "version": given["version"].whole(1, MOST_VERSIONS),
        "created_at": given["created_at"].moment(),
        "deleted_at": given["deleted_at"].moment_or_none(),
    }


def _regrouping(place: Place, soirees: int, parties: int) -> Row:
    given = place.fields(REGROUPING)
    source, target = given["source"].whole(1, soirees), given["target"].whole(1, soirees)
    if source == target:
        given["target"].refuse("same_soiree")
    return {
        "source": source,
        "target": target,
        "whole": given["whole"].yes_or_no(),
        "parties": [item.whole(1, parties) for item in given["parties"].items()],
        "place": given["place"].name(TITLE_LENGTH, required=False),
        "notes": given["notes"].note(),
        "at": given["at"].moment(),
        "undone_at": given["undone_at"].moment_or_none(),
    }


def _decision(place: Place, parties: int) -> Row:
    given = place.fields(DECISION)
    if not _ARTICLE.fullmatch(given["article"].text()):
        given["article"].refuse("not_known", value=given["article"].text()[:20])
    quarrel = given["quarrel"].value
    if quarrel is not None and not _QUARREL.fullmatch(given["quarrel"].text()):
        given["quarrel"].refuse("not_known", value=given["quarrel"].text()[:20])
    return {
        "partie": given["partie"].whole(1, parties),
        "article": given["article"].text(),
        "quarrel": quarrel,
        "words": given["words"].name(WORDS_LENGTH),
        "at": given["at"].moment(),
        "deleted_at": given["deleted_at"].moment_or_none(),
    }


def _refuse_namesakes(place: Place, players: Sequence[Row]) -> None:
    known: set[str] = set()
    for row in players:
        if row["folded"] in known:
            place.refuse("name_twice", name=row["name"])
        known.add(row["folded"])


def _refuse_same_presets(place: Place, presets: Sequence[Row]) -> None:
    known: set[tuple[object, ...]] = set()
    for row in presets:
        key = row["game"], row["seats"], fold(row["name"])
        if key in known:
            place.refuse("name_twice", name=row["name"])
        known.add(key)
