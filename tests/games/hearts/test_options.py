from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.options import cards_by_key, cards_dealt, sides
from scorekeeper.games.shape import ImpossibleOptionsError

DEFAULTS = {
    "deck": "52",
    "teams": False,
    "queen_points": 13,
    "jack_of_diamonds": 0,
    "seven_of_clubs": 0,
    "moon": "others_plus",
    "first_trick_points": "only_if_forced",
    "queen_breaks_hearts": False,
    "hearts_instead_of_queen": False,
    "joker_tie": "first",
    "limit": 100,
    "tie": "shared",
    "revoke": 0,
}

TABLES = [
    pytest.param(4, {}, 52, 13, id="DP-1 four players share 52 cards"),
    pytest.param(6, {"deck": "54"}, 54, 9, id="DP-2 six players share 54 cards"),
    pytest.param(4, {"deck": "36"}, 36, 9, id="DP-3 four players share 36 cards"),
    pytest.param(4, {"teams": True}, 52, 13, id="DP-4 two teams share 52 cards"),
    pytest.param(6, {"deck": "belmont"}, 78, 13, id="DP-5 six at Belmont share 78 cards"),
    pytest.param(8, {"deck": "belmont"}, 104, 13, id="DP-5 eight at Belmont share 104 cards"),
    pytest.param(3, {}, 51, 17, id="DP-8 three players share 51 cards"),
    pytest.param(5, {}, 50, 10, id="DP-8 five players share 50 cards"),
]


@pytest.mark.parametrize(("seats", "chosen", "cards", "each"), TABLES)
def test_a_deck_is_dealt_out_evenly(seats: int, chosen: dict[str, Any], cards: int, each: int) -> None:
    dealt = cards_dealt(HEARTS.read_options(chosen, seats), seats)
    assert len(dealt) == cards == seats * each


@pytest.mark.parametrize(
    ("seats", "dropped"),
    [
        pytest.param(4, set(), id="DP-1 four players play with every card"),
        pytest.param(3, {"2D"}, id="DP-8 three players drop the 2 of diamonds"),
        pytest.param(5, {"2D", "2C"}, id="DP-8 five players drop the red two of diamonds and the 2 of clubs"),
    ],
)
def test_a_table_drops_only_the_cards_of_its_article(seats: int, dropped: set[str]) -> None:
    ranks = [*"23456789", "10", *"JQKA"]
    full = {rank + suit for rank in ranks for suit in "CDSH"}
    dealt = [card.code for card in cards_dealt(HEARTS.read_options({}, seats), seats)]
    assert full - set(dealt) == dropped
    assert len(set(dealt)) == len(dealt)


def test_dp_2_the_deck_of_54_has_the_two_jokers_once() -> None:
    copies = Counter(card.code for card in cards_dealt(HEARTS.read_options({"deck": "54"}, 6), 6))
    assert (copies["X1"], copies["X2"], max(copies.values())) == (1, 1, 1)


@pytest.mark.parametrize(
    ("seats", "doubled"),
    [
        pytest.param(6, "SH", id="DP-5 six players: spades and hearts twice"),
        pytest.param(8, "CDSH", id="DP-5 eight players: every card twice"),
    ],
)
def test_belmont_doubles_the_suits_of_its_table(seats: int, doubled: str) -> None:
    copies = Counter(card.code for card in cards_dealt(HEARTS.read_options({"deck": "belmont"}, seats), seats))
    assert len(copies) == 52
    assert {code for code, count in copies.items() if count == 2} == {c for c in copies if c[-1] in doubled}
    assert {code for code, count in copies.items() if count == 1} == {c for c in copies if c[-1] not in doubled}


@pytest.mark.parametrize(
    ("seats", "chosen", "expected"),
    [
        pytest.param(4, {}, {"H": 13, "QS": 1}, id="DP-17 thirteen hearts and a queen"),
        pytest.param(4, {"deck": "36"}, {"H": 9, "QS": 1, "last": 1}, id="DP-3 nine hearts, a queen, the last trick"),
        pytest.param(4, {"jack_of_diamonds": -10}, {"H": 13, "QS": 1, "JD": 1}, id="DP-19 the jack is counted"),
        pytest.param(4, {"seven_of_clubs": 7}, {"H": 13, "QS": 1, "7C": 1}, id="DP-20 the seven is counted"),
        pytest.param(6, {"deck": "54"}, {"H": 13, "QS": 1}, id="DP-2 jokers are worth nothing"),
        pytest.param(
            6,
            {"deck": "belmont", "jack_of_diamonds": -10, "seven_of_clubs": 7},
            {"H": 26, "QS": 2, "KS": 2, "AS": 2, "JD": 1, "7C": 1},
            id="DP-6 six at Belmont: one jack and one seven",
        ),
        pytest.param(
            8,
            {"deck": "belmont", "jack_of_diamonds": -10, "seven_of_clubs": 7},
            {"H": 26, "QS": 2, "KS": 2, "AS": 2, "JD": 2, "7C": 2},
            id="DP-6 eight at Belmont: two jacks and two sevens",
        ),
    ],
)
def test_a_manche_counts_what_its_options_make_count(
    seats: int, chosen: dict[str, Any], expected: dict[str, int]
) -> None:
    assert cards_by_key(HEARTS.read_options(chosen, seats), seats) == expected


@pytest.mark.parametrize(
    ("seats", "chosen", "expected"),
    [
        pytest.param(4, {}, (0, 1, 2, 3), id="DP-1 everyone plays alone"),
        pytest.param(3, {}, (0, 1, 2), id="DP-8 three play alone"),
        pytest.param(5, {}, (0, 1, 2, 3, 4), id="DP-8 five play alone"),
        pytest.param(6, {"deck": "54"}, (0, 1, 2, 3, 4, 5), id="DP-2 six play alone"),
        pytest.param(4, {"teams": True}, (0, 1, 0, 1), id="DP-4 partners face each other"),
        pytest.param(4, {"teams": True, "deck": "36"}, (0, 1, 0, 1), id="DP-4 with 36 cards too"),
        pytest.param(6, {"deck": "belmont"}, (0, 1, 2, 0, 1, 2), id="DP-5 three teams of two face to face"),
        pytest.param(8, {"deck": "belmont"}, (0, 1, 2, 3, 0, 1, 2, 3), id="DP-5 four teams of two face to face"),
    ],
)
def test_a_seat_belongs_to_its_side(seats: int, chosen: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert sides(HEARTS.read_options(chosen, seats), seats) == expected


@pytest.mark.parametrize(
    ("seats", "chosen", "changed"),
    [
        pytest.param(4, {}, {}, id="the classic game"),
        pytest.param(4, {"deck": "36"}, {"queen_points": 5}, id="DP-3 with 36 cards the queen is 5"),
        pytest.param(6, {"deck": "54"}, {}, id="DP-2 with jokers nothing else changes"),
        pytest.param(6, {"deck": "belmont"}, {"teams": True, "moon": "off"}, id="DP-24 Belmont: teams, and no volte"),
        pytest.param(8, {"deck": "belmont", "moon": "choice"}, {"teams": True}, id="DP-24 Belmont with a volte"),
        pytest.param(4, {"deck": "36", "queen_points": 5}, {}, id="DP-3 the queen at 5 may be given"),
        pytest.param(4, {"limit": 1}, {}, id="DP-25 the lowest limit"),
        pytest.param(4, {"limit": 312}, {}, id="DP-25 a limit of the table's own"),
        pytest.param(4, {"revoke": 26}, {}, id="T-5 a revoke at 26"),
        pytest.param(4, {"revoke": 100}, {}, id="T-5 a revoke at the highest price"),
    ],
)
def test_missing_options_get_their_default(seats: int, chosen: dict[str, Any], changed: dict[str, Any]) -> None:
    options = HEARTS.read_options(chosen, seats)
    written = json.loads(json.dumps(HEARTS.write_options(options)))
    assert written == {**DEFAULTS, **chosen, **changed}
    assert HEARTS.read_options(written, seats) == options


@pytest.mark.parametrize(
    ("seats", "chosen", "field", "article"),
    [
        pytest.param(2, {}, "deck", "DP-1", id="DP-1 two players have no table"),
        pytest.param(6, {}, "deck", "DP-1", id="DP-1 six players cannot share 52 cards"),
        pytest.param(4, {"deck": "54"}, "deck", "DP-2", id="DP-2 jokers are for six"),
        pytest.param(5, {"deck": "36"}, "deck", "DP-3", id="DP-3 36 cards are for four"),
        pytest.param(4, {"deck": "belmont"}, "deck", "DP-5", id="DP-5 Belmont is for six or eight"),
        pytest.param(3, {"teams": True}, "teams", "DP-4", id="DP-4 three make no teams"),
        pytest.param(5, {"teams": True}, "teams", "DP-4", id="DP-4 five make no teams"),
        pytest.param(6, {"deck": "54", "teams": True}, "teams", "DP-4", id="DP-4 six with jokers play alone"),
        pytest.param(6, {"deck": "belmont", "teams": False}, "teams", "DP-5", id="DP-5 Belmont is always in teams"),
        pytest.param(4, {"deck": "36", "queen_points": 13}, "queen_points", "DP-3", id="DP-3 the jass queen is not 13"),
        pytest.param(4, {"deck": "36", "queen_points": 12}, "queen_points", "DP-3", id="DP-3 the jass queen is not 12"),
        pytest.param(6, {"deck": "belmont", "queen_points": 12}, "queen_points", "DP-6", id="DP-6 Belmont's is 13"),
        pytest.param(4, {"queen_points": 5}, "queen_points", "DP-18", id="DP-18 only the jass queen is 5"),
    ],
)
def test_options_that_exclude_each_other_are_refused_with_their_article(
    seats: int, chosen: dict[str, Any], field: str, article: str
) -> None:
    with pytest.raises(ImpossibleOptionsError) as refusal:
        HEARTS.read_options(chosen, seats)
    assert (refusal.value.field, refusal.value.article) == (field, article)


BAD_VALUES: list[tuple[str, object]] = [
    ("deck", 52),
    ("deck", "32"),
    ("teams", 1),
    ("teams", "true"),
    ("queen_points", 13.0),
    ("queen_points", True),
    ("queen_points", 11),
    ("jack_of_diamonds", False),
    ("jack_of_diamonds", 10),
    ("seven_of_clubs", -7),
    ("moon", "OTHERS_PLUS"),
    ("moon", True),
    ("first_trick_points", "never"),
    ("queen_breaks_hearts", 0),
    ("hearts_instead_of_queen", "no"),
    ("joker_tie", "third"),
    ("revoke", -1),
    ("revoke", 101),
    ("limit", 0),
    ("limit", 100.0),
    ("limit", True),
    ("limit", 10**40),
    ("limit", float("nan")),
    ("tie", "draw"),
]


@pytest.mark.parametrize(("name", "value"), BAD_VALUES, ids=lambda part: str(part)[:20])
def test_a_value_the_option_does_not_have_is_refused_under_its_name(name: str, value: object) -> None:
    with pytest.raises(ImpossibleOptionsError) as refusal:
        HEARTS.read_options({name: value}, 4)
    assert refusal.value.field == name
    assert refusal.value.article


@pytest.mark.parametrize("name", ["deck", "limit", "moon", "teams"])
def test_a_value_nested_too_deep_to_be_shown_is_refused(name: str) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    with pytest.raises(ImpossibleOptionsError):
        HEARTS.read_options({name: nested}, 4)


@pytest.mark.parametrize("junk", [None, [], "deck", 4, True, 1.5, [["deck", "52"]]], ids=repr)
def test_options_that_are_no_object_are_refused(junk: Any) -> None:  # noqa: ANN401 - junk is anything
    with pytest.raises(ImpossibleOptionsError):
        HEARTS.read_options(junk, 4)


@pytest.mark.parametrize("name", ["Deck", "", "deck ", "points", "x" * 10_000])
def test_an_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(ImpossibleOptionsError):
        HEARTS.read_options({name: "52"}, 4)
