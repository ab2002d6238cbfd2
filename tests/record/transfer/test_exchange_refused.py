"""Invalid files are refused with their first error."""

from __future__ import annotations

import copy
import io
import json
import re
import tracemalloc
import zipfile
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record.evening import FIRST, SECOND, Evening, play_card
from record.transfer.test_exchange import SCHEMA, text_of
from support.cases import read_cases

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


def zipped(*names: str, of: bytes = b"{}") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            # Always of the same time: the file is in the name of a test, which is the same in every process.
            archive.writestr(zipfile.ZipInfo(name), of, zipfile.ZIP_DEFLATED)
    return file.getvalue()


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
        evening.set_context(bidding, {"bids": [None, 3, None, None]})
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
        refused = error
    else:
        return ""
    # The sentence of an error of a game is found by the game.
    assert "because" not in refused.details or "game" in refused.details
    details = [f"{value}" for name, value in refused.details.items() if name != "game"]
    return " ".join((f"{refused.field}: {refused.key}" if refused.field else refused.key, *details))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "not_json"),
        (b'{"format": "la-marque/carnet", "version": 2', "not_json"),
        (b"\xff\xfe{}", "not_utf8"),
        ("{}".encode("utf-16-le"), "not_utf8"),
        ('{"name": "Zoé"}'.encode("cp1252"), "not_utf8"),
        (zipped("a.json", "b.json"), "not_one_file"),
        (zipped("carnet.json", "photo.jpg", "__MACOSX/._carnet.json"), "foreign"),
        (zipped("carnet.json", of=b" " * (LONGEST + 1)), "too_long"),
        (zipped("carnet.json")[:40], "not_json"),
        (b'{"version": ' + b"9" * 5000 + b"}", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"[]", "foreign"),
        (b"%PDF-1.7\n\0{", "other_kind"),
        (b'{"format": "bgstats", "version": 2}', "foreign"),
        (b'{"format": "la-marque/carnet", "version": 3}', "version: newer_version"),
        (b'{"format": "la-marque/carnet", "version": "1"}', "version: newer_version"),
        (b'{"format": "la-marque/carnet", "version": 1}', "parties: shape"),
        (b'{"format": "la-marque/carnet", "version": 1, "parties": [{}]}', "parties[0]: other_state"),
        (b'{"format": "la-marque/carnet", "version": 1, "parties": [], "merges": []}', "carnet: missing"),
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


@pytest.mark.parametrize("case", read_cases("carnet_errors"), ids=lambda case: f"{case['path']} {case['error']}")
def test_the_first_error_is_reported_with_its_path(whole: Document, case: Document) -> None:
    document = copy.deepcopy(whole)
    put(document, case["path"], case["value"])
    assert error_of(json.dumps(document).encode()) == case["error"]


def test_a_change_of_rules_that_the_manches_before_it_do_not_fit_is_refused(application: Flask) -> None:
    """DP-19: with a jack worth −10, the facts of each manche name who took it."""
    with application.app_context():
        evening = Evening()
        partie = evening.partie()
        evening.record(partie, FIRST)
        evening.rules(partie, {"limit": 50})
        document = json.loads(text_of(evening.carnet))
    document["parties"][0]["changes"][2]["payload"]["options"]["jack_of_diamonds"] = -10
    assert error_of(json.dumps(document).encode()) == "parties[0].changes[2].payload: game missing_count in JD (DP-19)"


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
    assert error == "players[0].name: missing"
    assert most < 2**27
