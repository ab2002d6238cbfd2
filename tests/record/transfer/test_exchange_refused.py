"""Invalid files are refused with their first error."""

from __future__ import annotations

import copy
import json
import re
import tracemalloc
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record.evening import FIRST, SECOND, Evening, play_card
from record.transfer.test_exchange import SCHEMA, text_of

from scorekeeper.partie.decide import entry
from scorekeeper.record.carnet import debts, merges
from scorekeeper.record.database import writing
from scorekeeper.record.models import StakePer
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.record.transfer.reading import read_carnet

if TYPE_CHECKING:
    from flask import Flask

pytestmark = [
    pytest.mark.parametrize("application", ["sqlite"], indirect=True),
    pytest.mark.sweep("corrupts a whole file, value by value"),
]
Document = dict[str, Any]
LONGEST = 1_000_000


@pytest.fixture(scope="module")
def whole(application: Flask) -> Document:
    """Export a carnet with a corrected manche, bids, cards, a stake and merges."""
    with application.app_context():
        evening = Evening()
        partie = evening.partie()
        _, second = evening.record(partie, FIRST, SECOND)
        evening.correct(second, FIRST)
        evening.undo(partie)
        bidding = evening.partie(game="spades")
        evening.begin(bidding, {"bids": [None, 3, None, None]})
        replaced = evening.partie("Anne", "Luc", game="piquet")
        evening.replace(replaced, 0, "Denis")
        with evening.table(evening.partie("Max", "Anne", "Luc")) as table:
            table.act(entry.begin_cards, 0)
            play_card(table, "KC")
        with writing():
            debts.set_stake(evening.soiree, StakePer.POINT, 10)
            merges.merge_players(evening.player("Maxence"), evening.player("Max"), evening.access)
            merges.merge_players(evening.player("Zoé"), evening.player("Zoe"), evening.access)
            merges.merge_players(evening.player("Maxence"), evening.player("Maxime"), evening.access)
        read: Document = json.loads(text_of(evening.carnet))
        return read


def error_of(content: bytes, longest: int = LONGEST) -> str:
    """Return the error of a file: its path, key and values, or the error of the game."""
    try:
        read_carnet(content, longest)
    except UnreadableFileError as error:
        figures = [f"{value}" for name, value in error.figures.items() if name != "game"]
        return " ".join((f"{error.field}: {error.key}" if error.field else error.key, *figures))
    return ""


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "not_json"),
        (b'{"format": "la-marque/carnet", "version": 2', "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b'{"version": ' + b"9" * 5000 + b"}", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"[]", "foreign"),
        (b'{"format": "bgstats", "version": 2}', "foreign"),
        (b'{"format": "la-marque/carnet", "version": 3}', "version: newer_version"),
        (b'{"format": "la-marque/carnet", "version": "1"}', "version: newer_version"),
        (b'{"format": "la-marque/carnet", "version": 1}', "parties: shape"),
        (b'{"format": "la-marque/carnet", "version": 1, "parties": [{}]}', "parties[0]: shape"),
        (b'{"format": "la-marque/carnet", "version": 1, "parties": [], "merges": []}', "carnet: shape"),
        (b'{"format": "la-marque/carnet", "format": "x"}', "key_twice format"),
        (json.dumps(dict.fromkeys(map(str, range(1_001)))).encode(), "shape"),
        (b'{"version": 1.0}', "no_number 1.0"),
        (b'{"version": NaN}', "no_number NaN"),
        (b" " * (LONGEST + 1), "too_long"),
    ],
)
def test_a_file_that_is_not_a_carnet_is_refused(application: Flask, content: bytes, expected: str) -> None:
    assert application
    assert error_of(content) == expected


def put(document: Document, path: str, value: object) -> None:
    """Replace or add a value."""
    *steps, last = (int(step) if step.isdigit() else step for step in re.findall(r"\w+", path))
    found: Any = document
    for step in steps:
        found = found[step]
    found[last] = value


MANCHE, BASE = "parties[0].manches[0]", "parties[0].base.state"
RECORDED, CORRECTED, UNDONE = (f"parties[0].changes[{number}]" for number in (1, 3, 4))
BIDS, REPLACED, PLAYED = "parties[1].changes[1]", "parties[2].changes[1]", "parties[3].changes[2]"
MISFIT, EARLY = "begun_does_not_fit", "expected 1 (AP-3)"

# A path, the value put there, and the error: one case for each kind of error.
WRONG = [
    ("key", "x", "key: shape"),
    ("players", {}, "players: shape"),
    ("players[0]", {}, "players[0].name: shape"),
    ("players[0].name", "a\ud800b", "not_json"),
    ("players[0].name", " ", "players[0].name: shape"),
    ("players[0].name", "An\u202ene", "players[0].name: name_characters"),
    ("players[0].name", "LUC", "players: shape"),
    ("soirees[0].held_on", "2026-02-30", "soirees[0].held_on: shape"),
    ("soirees[0].held_on", "1899-12-31", "soirees[0].held_on: shape"),
    ("players[0].created_at", "2026-11-21T20:00:00", "players[0].created_at: shape"),
    ("players[0].created_at", "9999-12-31T23:59:59-14:00", "players[0].created_at: shape"),
    ("soirees[0].stake.cents", 0, "soirees[0].stake.cents: shape"),
    ("merges[0].participants[0]", [3], "merges[0].participants[0][1]: shape"),
    ("merges[0].participants[0]", [1, 4], "merges[0].participants: shape"),
    ("merges[0].player", 2, "merges[0].participants: shape"),
    ("parties[0].participants[3]", 9, "parties[0].participants[3]: shape"),
    ("parties[0].participants[3]", 1, "parties[0].participants: shape"),
    ("parties[0].participants", [1, 2, 3], f"{BASE}.seats: shape"),
    ("parties[0].game", "tarot", "parties[0].game: not_known tarot"),
    ("parties[0].options.deck", "53", "parties[0].options: game option_value in deck, value 53 (DP-1)"),
    ("parties[0].options.limit", 99, "parties[0].options: other_state"),
    ("parties[0].first_dealer", 1, "parties[0].first_dealer: other_state"),
    ("parties[0].side_names", ["Nous"], "parties[0].side_names: other_state"),
    ("parties[0].abandoned_at", "2026-11-21T20:00:00Z", "parties[0].abandoned_at: other_state"),
    ("parties[0].progress.entry.dealer", 1, "parties[0].progress: other_state"),
    ("parties[0].progress.stack.taken_back", [], "parties[0].progress: other_state"),
    ("parties[0].progress.stack.top", "x", "parties[0].progress: other_state"),
    ("parties[0].version", 9, "parties[0].changes: shape"),
    (f"{MANCHE}.version", 4, f"{MANCHE}: other_state"),
    (f"{MANCHE}.dealer", 1, f"{MANCHE}: other_state"),
    (f"{MANCHE}.note", "x", f"{MANCHE}: other_state"),
    (f"{MANCHE}.taken_back", True, f"{MANCHE}: other_state"),
    ("parties[0].base.version", 2, f"{RECORDED}.below: shape"),
    (f"{BASE}.first_dealer", 4, f"{BASE}.first_dealer: shape"),
    (f"{BASE}.seats[0].stays[0].since", 2, f"{BASE}.seats: shape"),
    (f"{BASE}.seats[0].counts_for", 1, f"{BASE}.seats: shape"),
    (f"{BASE}.entry", {"order": [0, 0, 1, 2]}, f"{BASE}.order: shape"),
    (f"{BASE}.entry", {"context": {}}, f"{BASE}: shape"),
    (f"{BASE}.side_names", ["An\u202ene"], f"{BASE}: name_characters"),
    ("parties[0].changes[0].payload", {"note": 1}, "parties[0].changes[0].payload.note: shape"),
    ("parties[0].changes[0].manche", 9, "parties[0].changes[0].manche: shape"),
    (f"{RECORDED}.kind", "laid_out", f"{RECORDED}.kind: shape"),
    (f"{RECORDED}.below", 2, f"{RECORDED}.below: shape"),
    (f"{RECORDED}.manche", 3, f"{RECORDED}.manche: shape"),
    (f"{RECORDED}.payload.key", 3, f"{RECORDED}.payload.key: shape"),
    (f"{RECORDED}.payload.dealer", 3, f"{RECORDED}.payload: shape"),
    (f"{RECORDED}.payload.facts.taken.H[0]", 6, f"{RECORDED}.payload: game over in H, by 1, total 13 (DP-17)"),
    (f"{RECORDED}.payload.note", "x" * 2001, f"{RECORDED}.payload: name_long 2001 2000"),
    (f"{CORRECTED}.payload.manche", 4, f"{CORRECTED}: broken_log 4"),
    (f"{UNDONE}.payload.step", 3, f"{UNDONE}: broken_log 5"),
    (f"{UNDONE}.payload.of", "recorded", f"{UNDONE}.payload.of: shape"),
    (f"{UNDONE}.below", 3, f"{UNDONE}.below: shape"),
    (f"{REPLACED}.payload.who", 3, f"{REPLACED}.seats: shape"),
    (
        f"{BIDS}.payload.context",
        {"bids": [3, None, None, None]},
        f"{BIDS}: {MISFIT} bid_early in bids, seat 0, {EARLY}",
    ),
    (f"{PLAYED}.payload.card", "2X", f"{PLAYED}: {MISFIT} not_in_deck in plays, value 2X (T-1)"),
    (f"{PLAYED}.payload.seat", 4, f"{PLAYED}.payload.seat: shape"),
]


@pytest.mark.parametrize(("path", "value", "expected"), WRONG)
def test_the_first_error_is_reported_with_its_path(whole: Document, path: str, value: object, expected: str) -> None:
    document = copy.deepcopy(whole)
    put(document, path, value)
    assert error_of(json.dumps(document).encode()) == expected


def test_values_that_the_schema_refuses_are_refused(whole: Document) -> None:
    """Replace each value of the file by one of another type: if the schema refuses it, so does the reader."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    refused = 0
    for path, value in values(whole, ""):
        document = copy.deepcopy(whole)
        put(document, path, "x" if isinstance(value, list) else [{"x": 1}])
        valid = validator.is_valid(document)
        refused += not valid
        assert valid or error_of(json.dumps(document).encode()), path
    assert refused > 50


def values(value: object, path: str) -> list[tuple[str, object]]:
    """Return every value with its path, except those that games read themselves."""
    below = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    inside = () if path.endswith(("facts", "options", "progress", "state", "payload")) else below
    return [
        *([(path, value)] if path else []),
        *(one for name, each in inside for one in values(each, f"{path}.{name}")),
    ]


def test_of_many_errors_one_is_reported_and_memory_is_limited(whole: Document) -> None:
    """Validation of a list stops at its first error, and an object has at most a thousand keys."""
    full = {f"{number}": 0 for number in range(900)}
    document = {**copy.deepcopy(whole), "players": [full] * 500, "parties": [full] * 500}
    tracemalloc.start()
    error = error_of(json.dumps(document).encode(), 2**24)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error == "players[0].name: shape"
    assert most < 2**27
