"""Files that are no carnet, or not quite: refused whole, with their first faults, and nothing written."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from record.evening import FIRST, SECOND, Evening, bid_and_made
from record.test_exchange import SCHEMA, text_of

from scorekeeper.record import merges, stakes
from scorekeeper.record.database import writing
from scorekeeper.record.exchange.faults import UnreadableFileError
from scorekeeper.record.exchange.reading import read_carnet
from scorekeeper.record.models import StakePer

if TYPE_CHECKING:
    from flask import Flask

pytestmark = [
    pytest.mark.parametrize("house", ["sqlite"], indirect=True),
    pytest.mark.sweep("corrupts a whole file, value by value"),
]
Document = dict[str, Any]
LONGEST = 1_000_000


@pytest.fixture(scope="module")
def whole(house: Flask) -> Document:
    """A carnet with a partie of two manches, the second corrected, one whose bids are heard; a stake, and merges."""
    with house.app_context():
        evening = Evening()
        partie = evening.partie()
        _, second = evening.record(partie, FIRST, SECOND)
        evening.correct(second, FIRST)
        bidding = evening.partie(game="spades")
        evening.begin(bidding, {"bids": [None, 3, None, None]})
        evening.partie("Max", "Anne", "Luc")
        with writing():
            stakes.set_stake(evening.soiree, StakePer.POINT, 10)
            merges.merge(evening.player("Maxence"), evening.player("Max"), evening.access)
            merges.merge(evening.player("Zoé"), evening.player("Zoe"), evening.access)
            merges.merge(evening.player("Maxence"), evening.player("Maxime"), evening.access)
        read: Document = json.loads(text_of(evening.carnet))
        return read


def faults(content: bytes, longest: int = LONGEST) -> list[str]:
    """What is wrong with the file, as the command says it."""
    try:
        read_carnet(content, longest)
    except UnreadableFileError as error:
        return [str(fault) for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1, column 1: not_json"),
        (b'{"format": "la-marque/carnet", "version": 1', "line 1, column 44: not_json"),
        (b"\xff\xfe{}", "byte 0: not_utf8"),
        (b"date;jeu\n2026-11-21;hearts\n", "line 1, column 1: not_json"),
        (b"[]", "foreign"),
        (b'{"format": "bgstats", "version": 1}', "foreign"),
        (b'{"format": "la-marque/carnet", "version": 0}', "version: older_version, known 1"),
        (b'{"format": "la-marque/carnet", "version": true}', "version: older_version, known 1"),
        (b'{"format": "la-marque/carnet", "version": 2}', "version: newer_version, version 2, known 1"),
        (b'{"format": "la-marque/carnet", "format": "x"}', "key_twice, name format"),
        (json.dumps(dict.fromkeys(map(str, range(1_001)))).encode(), "list_long, length 1001, longest 1000"),
        (b'{"version": 1.0}', "no_number, value 1.0"),
        (b'{"version": NaN}', "no_number, value NaN"),
        (b'{"version": 1e999}', "no_number, value 1e999"),
        (b'{"version": ' + b"9" * 5000 + b"}", "no_number, value \u2026"),
        (b'{"version": 99999999999999999999}', "no_number, value \u2026"),
        (b"[" * 100_000, "too_deep, deepest 16"),
        (b"[" * 17 + b"]" * 17, "too_deep, deepest 16"),
        (b'["a\\u0000b"]', "characters, value a\x00b"),
        (b'["\\ud800"]', "characters, value \\ud800"),
        (b" " * (LONGEST + 1), "too_long, bytes 1000001, longest 1000000"),
    ],
)
def test_what_is_no_file_of_a_carnet_is_refused_at_once(house: Flask, content: bytes, said: str) -> None:
    assert house
    assert faults(content) == [said]


def put(document: Document, way: str, value: object) -> None:
    """Put a value in the place of another, or beside the others."""
    *steps, last = (int(step) if step.isdigit() else step for step in re.findall(r"\w+", way))
    found: Any = document
    for step in steps:
        found = found[step]
    found[last] = value


MANCHE, BIDDING = "parties[0].manches[0]", "parties[1].manches[0]"

# What is put where, and what is then said: one case for each kind of fault.
WRONG = [
    ("key", "x", "key_unknown, name key"),
    ("players", {}, "players: shape"),
    ("players[0]", {}, "players[0]: key_missing, name name"),
    ("players[0].name", 7, "players[0].name: shape"),
    ("players[0].name", " ", "players[0].name: name_empty"),
    ("players[0].name", "An\u202ene", "players[0].name: name_characters"),
    ("players[0].name", "x" * 41, "players[0].name: name_long, length 41, longest 40"),
    ("players[0].name", "LUC", "players: name_twice, name Luc"),
    ("soirees[0].held_on", "2026-02-30", "soirees[0].held_on: no_moment, value 2026-02-30"),
    ("players[0].created_at", "2026-11-21T20:00:00", "players[0].created_at: no_moment, value 2026-11-21T20:00:00"),
    ("parties[0].seats[3]", 9, "parties[0].seats[3]: not_between, value 9, lowest 1, highest 4"),
    ("soirees[0].stake.per", "trick", "soirees[0].stake.per: not_known, value trick"),
    ("soirees[0].stake.cents", 0, "soirees[0].stake.cents: not_between, value 0, lowest 1, highest 1000000"),
    ("merges[0].seats[0]", [3], "merges[0].seats[0]: key_missing, name 1"),
    ("merges[0].seats[0][1]", 3, "merges[0].seats[0]: not_known, value 3"),  # the third partie is of three
    ("merges[2].within", 1, "merges[2].within: not_in_order"),
    ("merges[0].within", 2, "merges[0].within: not_in_order"),  # the second is another player's
    ("parties[0].seats[3]", 1, "parties[0].seats: seat_twice"),
    ("parties[0].seats", [1, 2], "parties[0].seats: seats, found 2"),
    ("parties[0].first_dealer", 4, "parties[0].first_dealer: not_known, value 4"),
    ("parties[0].side_names", ["A"] * 5, "parties[0].side_names: side_names"),
    ("parties[0].game", "tarot", "parties[0].game: not_known, value tarot"),
    ("parties[0].options.deck", "53", "parties[0].options: option_value in deck, value 53 (DP-1)"),
    (f"{MANCHE}.facts.taken.H[0]", 6, f"{MANCHE}.facts: over in H, by 1, total 13 (DP-17)"),
    (f"{MANCHE}.facts", {}, f"{MANCHE}: state"),
    (f"{MANCHE}.cards", {"leader": 0, "plays": []}, f"{MANCHE}: state"),
    (f"{MANCHE}.position", 2, "parties[0].manches: not_in_order"),
    ("parties[0].changes[1].manche", 3, "parties[0].changes[1].manche: no_such_manche"),
    ("parties[0].changes[2].facts", {"taken": "rien"}, "parties[0].changes[2].facts: not_an_object in taken"),
    ("parties[0].version", 9, "parties[0].version: version_of_changes, last 4"),
    (f"{BIDDING}.context", {"bids": [3, None, None, None]}, f"{BIDDING}: bid_early in bids, seat 0, expected 1 (AP-3)"),
]


@pytest.mark.parametrize(("way", "value", "said"), WRONG)
def test_what_is_wrong_is_said_with_its_place(whole: Document, way: str, value: object, said: str) -> None:
    document = copy.deepcopy(whole)
    put(document, way, value)
    assert faults(json.dumps(document).encode())[0] == said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"leader": 1, "plays": ["2C", "2C"]}, f"{BIDDING}: card_played in plays, value 2C (T-1)"),
        ({"leader": 1, "plays": [], "revokes": [{"seat": 4, "after": 0}]}, f"{BIDDING}.cards: revokes"),
        ({"leader": 1}, f"{BIDDING}.cards: key_missing, name plays"),
    ],
)
def test_cards_that_cannot_be_on_the_table_are_refused(whole: Document, cards: Document, said: str) -> None:
    document = copy.deepcopy(whole)
    document["parties"][1]["manches"][0].update(state="played", context=None, cards=cards)
    assert faults(json.dumps(document).encode()) == [said]


def test_what_the_schema_refuses_is_refused(whole: Document) -> None:
    """Every value of the file in turn is put out of its kind: where the schema minds, so does the reader."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    minded = 0
    for way, value in values(whole, ""):
        document = copy.deepcopy(whole)
        put(document, way, "x" if isinstance(value, list) else [{"x": 1}])
        valid = validator.is_valid(document)
        minded += not valid
        assert valid or faults(json.dumps(document).encode()), way
    assert minded > 50


def values(value: object, way: str) -> list[tuple[str, object]]:
    """Every value below with the way to it, but none inside what games read themselves."""
    below = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    inside = () if way.endswith(("facts", "context", "cards", "options")) else below
    return [*([(way, value)] if way else []), *(one for name, each in inside for one in values(each, f"{way}.{name}"))]


def test_the_first_ten_faults_are_told_and_the_search_ends(whole: Document) -> None:
    document = copy.deepcopy(whole)
    document["players"] = [{**document["players"][0], "name": ""}] * 500
    with pytest.raises(UnreadableFileError) as caught:
        read_carnet(json.dumps(document).encode(), LONGEST)
    assert [fault.place for fault in caught.value.faults] == [f"players[{index}].name" for index in range(10)]
    assert caught.value.more


def test_a_contract_that_no_cards_can_give_is_its_game_s_to_refuse(house: Flask, whole: Document) -> None:
    """Thirteen tricks are there, 7 and 7 make fourteen (AP-14)."""
    assert house
    document = copy.deepcopy(whole)
    facts = {**bid_and_made([3, 3, 3, 3], 7), "tricks": [7, 7]}
    document["parties"][1]["manches"][0].update(state="recorded", context=None, facts=facts)
    (said,) = faults(json.dumps(document).encode())
    assert said.startswith("parties[1].manches[0].facts: ")
