"""The sheet of any other game: its names, house rules, points and end, worked out by hand from SH-1 to SH-3."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Penalty, Sheet, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.scoresheet import SCORESHEET
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError

MOST, FEWEST = GAMES["scoresheet:most:Belote"], GAMES["scoresheet:fewest:Uno"]


def scored(game: AnyGame, seats: int, options: dict[str, Any], *manches: list[int], last: bool = False) -> Sheet:
    rules = game.read_options(options, seats)
    facts: list[dict[str, Any]] = [{"points": points} for points in manches]
    facts[-1]["last"] = int(last)
    sheet: Sheet = game.score(rules, seats, [read_manche(game, rules, seats, one) for one in facts])
    return sheet


def outcome(sheet: Sheet) -> tuple[tuple[int, ...], str | None, tuple[int, ...]]:
    ending = sheet.ending
    return sheet.totals, ending and ending.why, ending.winners if ending else ()


@pytest.mark.parametrize(
    "name", ["Belote", "7 familles", "Ünö", "टीन पत्ती", "Rami (à 2)", "a" * 24, "Tock, à quatre !", "中"]
)
def test_a_game_may_have_the_name(name: str) -> None:
    assert GAMES[f"scoresheet:most:{name}"].family == "scoresheet"


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 25, "a/b", "a\\b", "a:b", " Uno", "Uno ", "…", "🃏", "U\u200bno", "U\nno", "\ud800a", "\u202eonU"],
)
def test_no_game_can_have_the_name(name: str) -> None:
    assert f"scoresheet:most:{name}" not in GAMES


@pytest.mark.parametrize("slug", ["scoresheet:Belote", "scoresheet:best:Belote", "scoresheet:most", "scoresheet:"])
def test_the_slug_says_who_wins(slug: str) -> None:
    assert slug not in GAMES


@pytest.mark.parametrize(
    ("seats", "teams", "sides"),
    [
        (2, 0, (0, 1)),
        (5, 0, (0, 1, 2, 3, 4)),
        (4, 2, (0, 1, 0, 1)),
        (6, 2, (0, 1, 0, 1, 0, 1)),
        (6, 3, (0, 1, 2, 0, 1, 2)),
        (8, 4, (0, 1, 2, 3, 0, 1, 2, 3)),
    ],
)
def test_teams_sit_alternately_sh_1(seats: int, teams: int, sides: tuple[int, ...]) -> None:
    assert SCORESHEET.sides(SCORESHEET.read_options({"teams": teams}, seats), seats) == sides


@pytest.mark.parametrize(
    ("seats", "teams", "fitting"), [(2, 2, [4, 6, 8]), (5, 2, [4, 6, 8]), (4, 3, [6]), (3, 3, [6]), (6, 4, [8])]
)
def test_teams_of_unequal_size_or_of_one_are_refused_with_what_would_fit_sh_1(
    seats: int, teams: int, fitting: list[int]
) -> None:
    with pytest.raises(ImpossibleOptionsError) as refused:
        SCORESHEET.read_options({"teams": teams}, seats)
    assert (refused.value.key, refused.value.field, refused.value.details["sizes"]) == (
        "teams_table",
        "teams",
        fitting,
    )


@pytest.mark.parametrize(
    "options", [{"limit": 0}, {"limit": 10_001}, {"total": -1}, {"total": 10_001}, {"dealer": "left"}, {"teams": 1}]
)
def test_a_value_that_no_table_can_choose_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleOptionsError) as refused:
        SCORESHEET.read_options(options, 4)
    assert refused.value.field == next(iter(options))


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_table_has_two_to_eight_players_sh_1(seats: int) -> None:
    with pytest.raises(ImpossibleOptionsError, match="teams_table"):
        SCORESHEET.read_options({}, seats)


def test_the_deal_turns_and_is_not_named_in_a_game_without_one_sh_1() -> None:
    turning, none = (SCORESHEET.read_options({"dealer": value}, 3) for value in (True, False))
    deals = [SCORESHEET.deal(turning, Table(3, 2), [None] * played) for played in range(3)]
    assert [(deal.dealer, deal.is_named) for deal in deals] == [(2, True), (0, True), (1, True)]
    assert not SCORESHEET.deal(none, Table(3, 2), []).is_named


@pytest.mark.parametrize(
    ("game", "options", "manches", "last", "expected"),
    [
        (MOST, {}, [[10, 20]], False, ((10, 20), None, ())),
        (MOST, {}, [[10, -20], [-30, 5]], False, ((-20, -15), None, ())),
        (MOST, {}, [[10, 20]], True, ((10, 20), "stopped", (1,))),
        (FEWEST, {}, [[10, 20]], True, ((10, 20), "stopped", (0,))),
        (MOST, {}, [[10, 10]], True, ((10, 10), "stopped", (0, 1))),
        (MOST, {"limit": 100}, [[60, 40], [39, 59]], False, ((99, 99), None, ())),
        (MOST, {"limit": 100}, [[60, 40], [40, 59]], False, ((100, 99), "limit", (0,))),
        (FEWEST, {"limit": 100}, [[60, 40], [40, 59]], False, ((100, 99), "limit", (1,))),
        (MOST, {"limit": 100}, [[60, 50], [50, 60]], False, ((110, 110), "limit", (0, 1))),
        (MOST, {"limit": 100}, [[-200, 20]], False, ((-200, 20), None, ())),
        (MOST, {"limit": 100}, [[100, 20], [0, 500]], False, ((100, 20), "limit", (0,))),
        (MOST, {"limit": 100}, [[100, 20]], True, ((100, 20), "limit", (0,))),
        (MOST, {"total": 162}, [[90, 72], [162, 0]], False, ((252, 72), None, ())),
        (MOST, {"total": 0}, [[-90, 90]], True, ((-90, 90), "stopped", (1,))),
    ],
)
def test_points_are_added_up_to_the_manche_that_ends_the_partie_sh_2_sh_3(
    game: AnyGame, options: dict[str, Any], manches: list[list[int]], last: int, expected: object
) -> None:
    assert outcome(scored(game, 2, options, *manches, last=bool(last))) == expected


def test_of_three_the_two_with_the_fewest_points_share_the_win_sh_3() -> None:
    sheet = scored(FEWEST, 3, {"limit": 100}, [50, 0, 17], [54, 31, 14])
    assert outcome(sheet) == ((104, 31, 31), "limit", (1, 2))
    assert sheet.ending is not None
    assert sheet.ending.result == {"limit": 100, "totals": [104, 31, 31]}


def test_a_penalty_counts_beside_the_points_t_5() -> None:
    rules = MOST.read_options({"total": 162}, 4)
    manche = read_manche(
        MOST, rules, 4, {"points": [60, 102, 0, 0], "penalties": [{"side": 1, "points": -20, "reason": "renonce"}]}
    )
    sheet = MOST.score(rules, 4, [manche])
    assert sheet.totals == (60, 82, 0, 0)
    assert manche.penalties == (Penalty(1, -20, "renonce"),)


@pytest.mark.parametrize(
    ("options", "facts", "key"),
    [
        ({}, {}, "not_a_list"),
        ({}, {"points": [1]}, "wrong_length"),
        ({"teams": 2}, {"points": [1, 2, 3, 4]}, "wrong_length"),
        ({}, {"points": [1, 2, 3, None]}, "not_whole"),
        ({}, {"points": [1, 2, 3, 1.5]}, "not_whole"),
        ({}, {"points": [1, 2, 3, 10_001]}, "too_high"),
        ({}, {"points": [1, 2, 3, -10_001]}, "too_low"),
        ({"total": 162}, {"points": [90, 70, 0, 0]}, "other_total"),
        ({"total": 0}, {"points": [1, 0, 0, 0]}, "other_total"),
        ({}, {"points": [1, 2, 3, 4], "last": 2}, "too_high"),
        ({}, {"points": [1, 2, 3, 4], "last": True}, "not_whole"),
        ({}, {"points": [1, 2, 3, 4], "first": True}, "unknown_fact"),
    ],
)
def test_facts_that_cannot_be_are_refused_sh_2(options: dict[str, Any], facts: dict[str, Any], key: str) -> None:
    with pytest.raises(ImpossibleFactsError) as refused:
        read_manche(SCORESHEET, SCORESHEET.read_options(options, 4), 4, facts)
    assert refused.value.key == key
