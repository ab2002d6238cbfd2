"""Invalid files are refused with their first error."""

from __future__ import annotations

import copy
import json
import re
import tracemalloc
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record.evening import FIRST, SECOND, Evening, bid_and_made
from record.transfer.test_exchange import SCHEMA, text_of

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
    """Export a carnet with a corrected manche, bids, a stake and merges."""
    with application.app_context():
        evening = Evening()
        partie = evening.partie()
        _, second = evening.record(partie, FIRST, SECOND)
        evening.correct(second, FIRST)
        bidding = evening.partie(game="spades")
        evening.begin(bidding, {"bids": [None, 3, None, None]})
        replaced = evening.partie("Anne", "Luc", game="piquet")
        with evening.table(replaced) as table:
            table.replace_player(0, evening.player("Denis"))
        evening.partie("Max", "Anne", "Luc")
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
        (b'{"format": "la-marque/carnet", "version": 1', "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b'{"version": ' + b"9" * 5000 + b"}", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"[]", "foreign"),
        (b'{"format": "bgstats", "version": 1}', "foreign"),
        (b'{"format": "la-marque/carnet", "version": 2}', "version: newer_version"),
        (b'{"format": "la-marque/carnet", "version": true}', "carnet: shape"),
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


MANCHE, BIDDING = "parties[0].manches[0]", "parties[1].manches[0]"
REPLACED = "parties[2].replacements[0]"

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
    ("merges[0].seats[0]", [3], "merges[0].seats[0][1]: shape"),
    ("parties[0].seats[3]", 9, "parties[0].seats[3]: shape"),
    ("parties[0].seats[3]", 1, "parties[0].seats: shape"),
    ("parties[0].seats", [1, 2], "parties[0].seats: shape"),
    ("parties[0].first_dealer", 4, "parties[0].first_dealer: shape"),
    (f"{MANCHE}.dealer", 4, f"{MANCHE}.dealer: shape"),
    (f"{MANCHE}.dealer", -1, f"{MANCHE}.dealer: shape"),
    ("parties[0].changes[1].kind", "dealer", "parties[0].changes[1].facts: shape"),
    ("parties[0].game", "tarot", "parties[0].game: not_known tarot"),
    ("parties[0].options.deck", "53", "parties[0].options: game option_value in deck, value 53 (DP-1)"),
    (f"{MANCHE}.facts.taken.H[0]", 6, f"{MANCHE}.facts: game over in H, by 1, total 13 (DP-17)"),
    (f"{MANCHE}.facts", {}, f"{MANCHE}: shape"),
    (f"{BIDDING}.context", None, f"{BIDDING}: shape"),
    (f"{MANCHE}.position", 2, "parties[0].manches: shape"),
    ("parties[0].changes[1].manche", 3, "parties[0].changes: shape"),
    ("parties[0].changes[1].manche", 2, "parties[0].changes: shape"),
    (
        "parties[0].changes[2].facts",
        {"taken": "rien"},
        "parties[0].changes[2].facts: game not_an_object in taken",
    ),
    ("parties[0].version", 9, "parties[0].changes: shape"),
    (f"{REPLACED}.seat", 2, "parties[2].replacements[0]: shape"),
    (f"{REPLACED}.version", 1, "parties[2].replacements[0]: shape"),
    (f"{REPLACED}.former", 99, f"{REPLACED}.former: shape"),
    (f"{REPLACED}.former", 2, "parties[2].replacements: shape"),
    (f"{REPLACED}.player", 2, "parties[2].seats[0]: shape"),
    (f"{REPLACED}.player", 1, f"{REPLACED}.player: shape"),
    (f"{REPLACED}.position", 0, f"{REPLACED}.position: shape"),
    ("parties[2].seats[0]", 3, "parties[2].seats[0]: shape"),
    (
        f"{BIDDING}.context",
        {"bids": [3, None, None, None]},
        "parties[1].manches: game bid_early in bids, seat 0, expected 1 (AP-3)",
    ),
]


@pytest.mark.parametrize(("path", "value", "expected"), WRONG)
def test_the_first_error_is_reported_with_its_path(whole: Document, path: str, value: object, expected: str) -> None:
    document = copy.deepcopy(whole)
    put(document, path, value)
    assert error_of(json.dumps(document).encode()) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ({"leader": 1, "plays": ["2C", "2C"]}, "parties[1].manches: game card_played in plays, value 2C (T-1)"),
        ({"leader": 1, "plays": [], "revokes": [{"seat": 4, "after": 0}]}, "parties[1].manches: shape"),
        ({"leader": 1}, f"{BIDDING}.cards.plays: shape"),
    ],
)
def test_impossible_cards_are_refused(whole: Document, cards: Document, expected: str) -> None:
    document = copy.deepcopy(whole)
    document["parties"][1]["manches"][0].update(state="played", context=None, cards=cards)
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
    inside = () if path.endswith(("facts", "context", "cards", "options")) else below
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


def test_an_impossible_contract_is_refused_by_its_game(application: Flask, whole: Document) -> None:
    """There are thirteen tricks, not 7 + 7 (AP-14)."""
    assert application
    document = copy.deepcopy(whole)
    facts = {**bid_and_made([3, 3, 3, 3], 7), "tricks": [7, 7]}
    document["parties"][1]["manches"][0].update(state="recorded", context=None, facts=facts)
    document["parties"][1]["changes"][-1].update(kind="recorded", manche=1, facts=facts)
    assert error_of(json.dumps(document).encode()).startswith("parties[1].manches[0].facts: ")
