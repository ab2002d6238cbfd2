"""Files that are no carnet, or not quite: refused whole, with their first faults, and nothing written."""

from __future__ import annotations

import copy
import json
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
    from collections.abc import Callable

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


def at(document: Document, *way: str | int) -> Any:  # noqa: ANN401 - whatever stands there
    for step in way:
        document = document[step]  # type: ignore[index,unused-ignore]
    return document


def put(*way: str | int, value: object) -> Callable[[Document], None]:
    """Put a value in the place of another, or beside the others."""
    return lambda document: at(document, *way[:-1]).__setitem__(way[-1], value)


FIRST_PARTIE, BIDDING = ("parties", 0), ("parties", 1)
MANCHE = (*FIRST_PARTIE, "manches", 0)
STAKE, MERGED = ("soirees", 0, "stake"), ("merges", 0)

# What is changed in the carnet, and what is then said of it: one case for each kind of fault.
WRONG: dict[str, tuple[Callable[[Document], None], str]] = {
    "a key too many": (put("key", value="x"), "key_unknown, name key"),
    "a list that is none": (put("players", value={}), "players: shape"),
    "a name that is none": (put("players", 0, "name", value=7), "players[0].name: shape"),
    "an empty name": (put("players", 0, "name", value=" "), "players[0].name: name_empty"),
    "a hidden character": (put("players", 0, "name", value="An\u202ene"), "players[0].name: name_characters"),
    "a long name": (put("players", 0, "name", value="x" * 41), "players[0].name: name_long, length 41, longest 40"),
    "the same name twice": (put("players", 0, "name", value="LUC"), "players: name_twice, name Luc"),
    "no date": (put("soirees", 0, "held_on", value="2026-02-30"), "soirees[0].held_on: no_moment, value 2026-02-30"),
    "a moment without its zone": (
        put("players", 0, "created_at", value="2026-11-21T20:00:00"),
        "players[0].created_at: no_moment, value 2026-11-21T20:00:00",
    ),
    "a player of another carnet": (
        put(*FIRST_PARTIE, "seats", 3, value=9),
        "parties[0].seats[3]: not_between, value 9, lowest 1, highest 4",
    ),
    "a stake for nothing known": (put(*STAKE, "per", value="trick"), "soirees[0].stake.per: not_known, value trick"),
    "a stake too high": (
        put(*STAKE, "cents", value=1_000_001),
        "soirees[0].stake.cents: not_between, value 1000001, lowest 1, highest 1000000",
    ),
    "a seat of half a place": (put(*MERGED, "seats", 0, value=[3]), "merges[0].seats[0]: key_missing, name 1"),
    "a fourth seat of three": (put(*MERGED, "seats", 0, 1, value=3), "merges[0].seats[0]: not_known, value 3"),
    "a merge within an earlier one": (put("merges", 2, "within", value=1), "merges[2].within: not_in_order"),
    "a merge within another player's": (put(*MERGED, "within", value=2), "merges[0].within: not_in_order"),
    "two seats": (put(*FIRST_PARTIE, "seats", 3, value=1), "parties[0].seats: seat_twice"),
    "a table of two": (put(*FIRST_PARTIE, "seats", value=[1, 2]), "parties[0].seats: seats, found 2"),
    "a game nobody knows": (put(*FIRST_PARTIE, "game", value="tarot"), "parties[0].game: not_known, value tarot"),
    "house rules nobody knows": (
        put(*FIRST_PARTIE, "options", "deck", value="53"),
        "parties[0].options: option_value in deck, value 53 (DP-1)",
    ),
    "fourteen hearts": (
        put(*MANCHE, "facts", "taken", "H", 0, value=6),
        "parties[0].manches[0].facts: over in H, by 1, total 13 (DP-17)",
    ),
    "no facts": (put(*MANCHE, "facts", value={}), "parties[0].manches[0]: state"),
    "two manches in one place": (put(*MANCHE, "position", value=2), "parties[0].manches: not_in_order"),
    "a change of no manche": (
        put(*FIRST_PARTIE, "changes", 1, "manche", value=3),
        "parties[0].changes[1].manche: no_such_manche",
    ),
    "an earlier fact nobody can read": (
        put(*FIRST_PARTIE, "changes", 2, "facts", value={"taken": "rien"}),
        "parties[0].changes[2].facts: not_an_object in taken",
    ),
    "a version too high": (put(*FIRST_PARTIE, "version", value=9), "parties[0].version: version_of_changes, last 4"),
    "a bid out of turn": (
        put(*BIDDING, "manches", 0, "context", value={"bids": [3, None, None, None]}),
        "parties[1].manches[0]: bid_early in bids, seat 0, expected 1 (AP-3)",
    ),
    "cards that are none": (
        lambda document: at(document, *BIDDING, "manches", 0).update(
            state="played", context=None, cards={"leader": 1, "plays": ["2C", "2C"]}
        ),
        "parties[1].manches[0]: card_played in plays, value 2C (T-1)",
    ),
}


@pytest.mark.parametrize("name", [*WRONG])
def test_what_is_wrong_is_said_with_its_place(whole: Document, name: str) -> None:
    change, said = WRONG[name]
    document = copy.deepcopy(whole)
    change(document)
    found = faults(json.dumps(document).encode())
    assert found == [said]


def test_what_the_schema_refuses_is_refused(whole: Document) -> None:
    """Every value of the file in turn is put out of its kind: where the schema minds, so does the house."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    minded = 0
    for way in ways(whole):
        document = copy.deepcopy(whole)
        put(*way, value=[{"x": 1}] if not isinstance(at(whole, *way), list) else "x")(document)
        refused = bool(faults(json.dumps(document).encode()))
        valid = validator.is_valid(document)
        minded += not valid
        assert refused or valid, way
    assert minded > 50


def ways(value: object, *way: str | int) -> list[tuple[str | int, ...]]:
    """The way to each value below, but inside what games read themselves."""
    games_own = "facts", "context", "cards", "options"
    if way and way[-1] in games_own:
        return [way]
    below: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        below = list(value.items())
    if isinstance(value, list):
        below = list(enumerate(value))
    return [*([way] if way else []), *(one for name, each in below for one in ways(each, *way, name))]


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
    manche = at(document, *BIDDING, "manches", 0)
    manche.update(state="recorded", context=None, facts=facts)
    (said,) = faults(json.dumps(document).encode())
    assert said.startswith("parties[1].manches[0].facts: ")
