"""The file of a carnet read and checked to the last fact, before anything is written of it.

What refers to another thing does so by its place in the lists of the file, from 1: nothing in it can name a row of
this database.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.record.carnets import MOST_PARTIES, MOST_PLAYERS, MOST_PRESETS
from scorekeeper.record.exchange.faults import FaultFoundError, FaultList, FileFault, UnreadableFileError
from scorekeeper.record.exchange.format import CARNET, FORMAT, LONGEST_LIST, VERSION, WHOLE, inflated
from scorekeeper.record.exchange.lists import (
    read_decision,
    read_merge,
    read_player,
    read_preset,
    read_regrouping,
    read_soiree,
    refuse_namesakes,
    refuse_same_presets,
    refuse_tangled,
)
from scorekeeper.record.exchange.partie import PartieFile, read_partie
from scorekeeper.record.exchange.place import Place
from scorekeeper.record.exchange.strict_json import read_json
from scorekeeper.record.models import Player
from scorekeeper.record.names import TITLE_LENGTH

Row = dict[str, Any]


@dataclass(frozen=True)
class CarnetFile:
    """What a file says, as rows without the ids that only a database gives; `digest` tells what it says as a whole."""

    carnet: Row
    players: tuple[Row, ...]
    presets: tuple[Row, ...]
    soirees: tuple[Row, ...]
    parties: tuple[PartieFile, ...]
    regroupings: tuple[Row, ...]
    merges: tuple[Row, ...]
    decisions: tuple[Row, ...]
    digest: str


def read_carnet(content: bytes, longest: int) -> CarnetFile:
    """Read the file of a carnet, plain or compressed by gzip. Raises `UnreadableFileError` with its first faults."""
    read = read_json(inflated(content, longest), longest)
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
    players = _each(sections["players"], read_player, faults, MOST_PLAYERS)
    with faults.noting():
        refuse_namesakes(sections["players"], players)
    presets = _each(sections["presets"], read_preset, faults, MOST_PRESETS)
    with faults.noting():
        refuse_same_presets(sections["presets"], presets)
    soirees = _each(sections["soirees"], read_soiree, faults)
    faults.refuse()
    people = [Player(name=row["name"]) for row in players]
    listed = sections["parties"].value
    partie_count = len(listed) if isinstance(listed, list) else 0
    parties = _each(sections["parties"], lambda place: read_partie(place, people, len(soirees)), faults)
    with faults.noting():
        _refuse_crowded(parties)
    moved = _each(sections["regroupings"], lambda place: read_regrouping(place, len(soirees), partie_count), faults)
    decisions = _each(sections["decisions"], lambda place: read_decision(place, partie_count), faults)
    faults.refuse()
    merges = _merges(sections["merges"], len(players), [len(partie.seats) for partie in parties], faults)
    return CarnetFile(carnet, players, presets, soirees, parties, moved, merges, decisions, digest)


def _refuse_crowded(parties: Sequence[PartieFile]) -> None:
    """Refuse a soirée of more parties than one can hold here."""
    for soiree, held in Counter(partie.soiree for partie in parties).items():
        if held > MOST_PARTIES:
            raise FaultFoundError(FileFault(f"soirees[{soiree - 1}]", "soiree_full", {"most": MOST_PARTIES}))


def _merges(place: Place, players: int, tables: Sequence[int], faults: FaultList) -> tuple[Row, ...]:
    merges = _each(place, lambda item: read_merge(item, players, tables), faults)
    faults.refuse()
    with faults.noting():
        refuse_tangled(place, merges)
    return merges


def _each(
    place: Place,
    read: Any,  # noqa: ANN401 - each list its own rows
    faults: FaultList,
    most: int = LONGEST_LIST,
) -> tuple[Any, ...]:
    found, items = [], []
    with faults.noting():
        items = place.items(most)
    for item in items:
        with faults.noting():
            found.append(read(item))
    return tuple(found)


def _carnet(place: Place) -> Row:
    given = place.fields(CARNET)
    return {"name": given["name"].name(TITLE_LENGTH, required=False), "created_at": given["created_at"].moment()}
