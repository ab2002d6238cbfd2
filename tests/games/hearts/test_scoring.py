from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scorekeeper.games.contract import Line, Sheet
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.manche_json import read_manche

Counts = dict[str, list[int]]

CLASSIC: Counts = {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}
SECOND_SHOOTS: Counts = {"H": [0, 13, 0, 0], "QS": [0, 1, 0, 0]}
FIRST_SHOOTS: Counts = {"H": [13, 0, 0, 0], "QS": [1, 0, 0, 0]}
JASS_FIRST_SHOOTS: Counts = {"H": [9, 0, 0, 0], "QS": [1, 0, 0, 0]}
JACK = {"jack_of_diamonds": -10}
SEVEN = {"seven_of_clubs": 7}
MINUS = {"moon": "self_minus"}


def sheet(seats: int, chosen: dict[str, Any], *manches: dict[str, Any]) -> Sheet:
    options = HEARTS.read_options(chosen, seats)
    return HEARTS.score(options, seats, [read_manche(HEARTS, options, seats, facts) for facts in manches])


def points(seats: int, chosen: dict[str, Any], taken: Counts, moon: str | None = None) -> list[int]:
    return list(sheet(seats, chosen, {"taken": taken, "moon": moon}).manches[0].points)


@pytest.mark.parametrize(
    ("chosen", "taken", "expected"),
    [
        pytest.param({}, CLASSIC, [5, 4, 16, 1], id="DP-17 hearts 5-4-3-1 and the queen to the third"),
        pytest.param({}, {"H": [0, 0, 0, 13], "QS": [1, 0, 0, 0]}, [13, 0, 0, 13], id="DP-17 the queen is 13 hearts"),
        pytest.param(
            {},
            {"H": [12, 1, 0, 0], "QS": [1, 0, 0, 0]},
            [25, 1, 0, 0],
            id="DP-21 one heart elsewhere: no volte",
        ),
        pytest.param({"queen_points": 12}, CLASSIC, [5, 4, 15, 1], id="DP-18 the queen at 12"),
        pytest.param(JACK, {**CLASSIC, "JD": [0, 1, 0, 0]}, [5, -6, 16, 1], id="DP-19 four hearts and the jack: -6"),
        pytest.param(JACK, {**CLASSIC, "JD": [0, 0, 1, 0]}, [5, 4, 6, 1], id="DP-19 queen and jack to the third"),
        pytest.param(SEVEN, {**CLASSIC, "7C": [0, 1, 0, 0]}, [5, 11, 16, 1], id="DP-20 four hearts and the seven: 11"),
        pytest.param(
            {**JACK, **SEVEN},
            {**CLASSIC, "JD": [0, 1, 0, 0], "7C": [0, 1, 0, 0]},
            [5, 1, 16, 1],
            id="DP-19 and DP-20 four hearts, the jack and the seven: 1",
        ),
        pytest.param(
            {"deck": "36"},
            {"H": [4, 3, 2, 0], "QS": [0, 0, 0, 1], "last": [1, 0, 0, 0]},
            [5, 3, 2, 5],
            id="DP-3 the jass queen is 5 and the last trick 1: 15 in all",
        ),
    ],
)
def test_points_are_what_the_cards_taken_are_worth(chosen: dict[str, Any], taken: Counts, expected: list[int]) -> None:
    assert points(4, chosen, taken) == expected


@pytest.mark.parametrize(
    ("seats", "chosen", "taken", "expected"),
    [
        pytest.param(3, {}, {"H": [6, 4, 3], "QS": [0, 1, 0]}, [6, 17, 3], id="DP-8 three players"),
        pytest.param(5, {}, {"H": [5, 4, 3, 1, 0], "QS": [0, 0, 0, 0, 1]}, [5, 4, 3, 1, 13], id="DP-8 five players"),
        pytest.param(
            6,
            {"deck": "54"},
            {"H": [4, 3, 2, 2, 1, 1], "QS": [0, 1, 0, 0, 0, 0]},
            [4, 16, 2, 2, 1, 1],
            id="DP-2 six players, jokers worth nothing",
        ),
        pytest.param(4, {"teams": True}, CLASSIC, [21, 5], id="DP-4 5 and 16 make 21, 4 and 1 make 5"),
        pytest.param(
            4,
            {"teams": True},
            {"H": [3, 4, 4, 2], "QS": [1, 0, 0, 0]},
            [20, 6],
            id="DP-4 16 and 4 make 20 for the team",
        ),
        pytest.param(
            6,
            {"deck": "belmont"},
            {
                "H": [6, 5, 4, 4, 4, 3],
                "QS": [1, 0, 0, 1, 0, 0],
                "KS": [0, 2, 0, 0, 0, 0],
                "AS": [0, 0, 1, 0, 0, 1],
            },
            [36, 29, 21],  # 19 + 17, 25 + 4, 11 + 10: 86
            id="DP-6 six at Belmont share 86",
        ),
        pytest.param(
            8,
            {"deck": "belmont"},
            {
                "H": [4, 4, 4, 4, 3, 3, 2, 2],
                "QS": [2, 0, 0, 0, 0, 0, 0, 0],
                "KS": [0, 1, 0, 0, 0, 1, 0, 0],
                "AS": [0, 0, 0, 1, 0, 0, 1, 0],
            },
            [33, 27, 13, 13],  # 30 + 3, 14 + 13, 4 + 9, 11 + 2: 86
            id="DP-6 eight at Belmont share 86",
        ),
    ],
)
def test_other_tables_count_the_same_way(
    seats: int, chosen: dict[str, Any], taken: Counts, expected: list[int]
) -> None:
    assert points(seats, chosen, taken) == expected


@pytest.mark.parametrize(
    ("chosen", "taken", "expected"),
    [
        pytest.param({}, SECOND_SHOOTS, [26, 0, 26, 26], id="DP-21 volte by the second"),
        pytest.param(MINUS, SECOND_SHOOTS, [0, -26, 0, 0], id="DP-22 volte by the second, taken off"),
        pytest.param({"moon": "off"}, SECOND_SHOOTS, [0, 26, 0, 0], id="DP-24 no volte at this table"),
        pytest.param({"queen_points": 12}, FIRST_SHOOTS, [0, 25, 25, 25], id="DP-18 volte at 25"),
        pytest.param({"queen_points": 12, **MINUS}, FIRST_SHOOTS, [-25, 0, 0, 0], id="DP-24 25 taken off"),
        pytest.param({}, {"H": [13, 0, 0, 0], "QS": [0, 1, 0, 0]}, [13, 13, 0, 0], id="DP-21 hearts without the queen"),
        pytest.param(JACK, {**FIRST_SHOOTS, "JD": [1, 0, 0, 0]}, [0, 26, 26, 26], id="DP-23 the jack is not counted"),
        pytest.param(
            {**JACK, **MINUS},
            {**FIRST_SHOOTS, "JD": [1, 0, 0, 0]},
            [-26, 0, 0, 0],
            id="DP-23 nor when 26 is taken off",
        ),
        pytest.param(
            JACK,
            {**FIRST_SHOOTS, "JD": [0, 1, 0, 0]},
            [26, -10, 0, 0],
            id="DP-23 false volte: jack elsewhere",
        ),
        pytest.param(SEVEN, {**FIRST_SHOOTS, "7C": [1, 0, 0, 0]}, [0, 26, 26, 26], id="DP-23 the seven is not counted"),
        pytest.param(
            SEVEN,
            {**FIRST_SHOOTS, "7C": [0, 0, 0, 1]},
            [26, 0, 0, 7],
            id="DP-23 false volte: seven elsewhere",
        ),
        pytest.param(
            {**JACK, **SEVEN},
            {**FIRST_SHOOTS, "JD": [1, 0, 0, 0], "7C": [0, 1, 0, 0]},
            [16, 7, 0, 0],
            id="DP-23 false volte: the jack taken, the seven elsewhere",
        ),
        pytest.param(
            {**JACK, **SEVEN},
            {**FIRST_SHOOTS, "JD": [1, 0, 0, 0], "7C": [1, 0, 0, 0]},
            [0, 26, 26, 26],
            id="DP-23 jack and seven taken, neither counted",
        ),
    ],
)
def test_a_volte_scores_as_the_table_agreed(chosen: dict[str, Any], taken: Counts, expected: list[int]) -> None:
    assert points(4, chosen, taken) == expected


@pytest.mark.parametrize("shooter", [0, 1, 2, 3])
def test_dp_22_the_table_chooses_at_each_volte(shooter: int) -> None:
    taken = {"H": [0, 0, 0, 0], "QS": [0, 0, 0, 0]}
    taken["H"][shooter], taken["QS"][shooter] = 13, 1
    plus, minus = [26, 26, 26, 26], [0, 0, 0, 0]
    plus[shooter], minus[shooter] = 0, -26
    assert points(4, {"moon": "choice"}, taken, "others_plus") == plus
    assert points(4, {"moon": "choice"}, taken, "self_minus") == minus


@pytest.mark.parametrize(
    ("chosen", "last", "expected"),
    [
        pytest.param(
            {}, [1, 0, 0, 0], [0, 14, 14, 14], id="DP-24 the shooter has the last trick, which does not count"
        ),
        pytest.param({}, [0, 0, 1, 0], [0, 14, 15, 14], id="DP-24 the third has the last trick: 1 more"),
        pytest.param(MINUS, [1, 0, 0, 0], [-14, 0, 0, 0], id="DP-24 14 taken off, the last trick not counted"),
        pytest.param(MINUS, [0, 0, 0, 1], [-14, 0, 0, 1], id="DP-24 14 taken off, 1 to the fourth"),
        pytest.param({"moon": "off"}, [1, 0, 0, 0], [15, 0, 0, 0], id="DP-3 without a volte all 15"),
        pytest.param({"teams": True}, [0, 1, 0, 0], [0, 29], id="DP-24 in teams, 14 each and the last trick"),
    ],
)
def test_the_jass_volte_is_worth_14_and_the_last_trick_counts_separately(
    chosen: dict[str, Any], last: list[int], expected: list[int]
) -> None:
    assert points(4, {"deck": "36", **chosen}, {**JASS_FIRST_SHOOTS, "last": last}) == expected


@pytest.mark.parametrize(
    ("chosen", "taken", "expected"),
    [
        pytest.param({}, SECOND_SHOOTS, [52, 0], id="DP-24 each opponent takes 26: 52"),
        pytest.param({}, FIRST_SHOOTS, [0, 52], id="DP-24 the partner is spared"),
        pytest.param(MINUS, SECOND_SHOOTS, [0, -26], id="DP-24 26 taken off the shooter's team"),
        pytest.param({"queen_points": 12}, FIRST_SHOOTS, [0, 50], id="DP-24 twice 25"),
        pytest.param({}, {"H": [13, 0, 0, 0], "QS": [0, 0, 1, 0]}, [26, 0], id="DP-24 shared by partners: no volte"),
        pytest.param(
            {},
            {"H": [7, 0, 6, 0], "QS": [1, 0, 0, 0]},
            [26, 0],
            id="DP-24 hearts shared by partners: no volte",
        ),
    ],
)
def test_in_teams_a_volte_is_made_by_one_player(chosen: dict[str, Any], taken: Counts, expected: list[int]) -> None:
    assert points(4, {"teams": True, **chosen}, taken) == expected


@pytest.mark.parametrize(
    ("seats", "moon", "expected"),
    [
        pytest.param(6, {}, [0, 0, 86], id="DP-24 Belmont has no volte"),
        pytest.param(6, {"moon": "others_plus"}, [172, 172, 0], id="DP-24 six at Belmont: 86 to each opponent"),
        pytest.param(6, MINUS, [0, 0, -86], id="DP-24 six at Belmont: 86 taken off"),
        pytest.param(8, {}, [0, 0, 86, 0], id="DP-24 eight at Belmont: no volte"),
        pytest.param(8, {"moon": "others_plus"}, [172, 172, 0, 172], id="DP-24 eight at Belmont: 86 to each opponent"),
        pytest.param(8, MINUS, [0, 0, -86, 0], id="DP-24 eight at Belmont: 86 taken off"),
    ],
)
def test_belmont_has_a_volte_only_when_the_table_allows_it(
    seats: int, moon: dict[str, Any], expected: list[int]
) -> None:
    taken = {
        key: [total if seat == 2 else 0 for seat in range(seats)]
        for key, total in {"H": 26, "QS": 2, "KS": 2, "AS": 2}.items()
    }
    assert points(seats, {"deck": "belmont", **moon}, taken) == expected


@pytest.mark.parametrize("elsewhere", ["H", "QS", "KS", "AS"])
def test_dp_24_at_belmont_one_paying_card_elsewhere_undoes_the_volte(elsewhere: str) -> None:
    worth = {"H": 1, "QS": 13, "KS": 10, "AS": 7}
    taken = {key: [total, 0, 0, 0, 0, 0] for key, total in {"H": 26, "QS": 2, "KS": 2, "AS": 2}.items()}
    taken[elsewhere][0] -= 1
    taken[elsewhere][1] += 1
    chosen = {"deck": "belmont", "moon": "others_plus"}
    assert points(6, chosen, taken) == [86 - worth[elsewhere], worth[elsewhere], 0]


@pytest.mark.parametrize(
    ("seats", "chosen", "expected"),
    [
        pytest.param(3, {}, [26, 0, 26], id="DP-8 three players"),
        pytest.param(5, {}, [26, 0, 26, 26, 26], id="DP-8 five players"),
        pytest.param(6, {"deck": "54"}, [26, 0, 26, 26, 26, 26], id="DP-2 six players"),
    ],
)
def test_a_volte_gives_26_to_each_other_player_at_any_table(
    seats: int, chosen: dict[str, Any], expected: list[int]
) -> None:
    taken = {
        "H": [13 * (seat == 1) for seat in range(seats)],
        "QS": [1 * (seat == 1) for seat in range(seats)],
    }
    assert points(seats, chosen, taken) == expected


def lines(seats: int, chosen: dict[str, Any], facts: dict[str, Any]) -> Counter[tuple[int, str, int, str]]:
    row = sheet(seats, chosen, facts).manches[0]
    return Counter((line.side, line.why, line.points, line.article) for line in row.lines)


@pytest.mark.parametrize(
    ("seats", "chosen", "taken", "expected"),
    [
        pytest.param(
            4,
            {},
            CLASSIC,
            [
                (0, "hearts", 5, "DP-17"),
                (1, "hearts", 4, "DP-17"),
                (2, "hearts", 3, "DP-17"),
                (3, "hearts", 1, "DP-17"),
                (2, "queen", 13, "DP-17"),
            ],
            id="DP-17 hearts and the queen",
        ),
        pytest.param(
            4,
            {"queen_points": 12, **JACK, **SEVEN},
            {"H": [13, 0, 0, 0], "QS": [0, 1, 0, 0], "JD": [0, 0, 1, 0], "7C": [0, 0, 0, 1]},
            [
                (0, "hearts", 13, "DP-17"),
                (1, "queen", 12, "DP-18"),
                (2, "jack_of_diamonds", -10, "DP-19"),
                (3, "seven_of_clubs", 7, "DP-20"),
            ],
            id="DP-18 to DP-20 every card under its own article",
        ),
        pytest.param(
            4,
            {"deck": "36"},
            {"H": [9, 0, 0, 0], "QS": [0, 1, 0, 0], "last": [0, 0, 1, 0]},
            [(0, "hearts", 9, "DP-3"), (1, "queen", 5, "DP-3"), (2, "last_trick", 1, "DP-3")],
            id="DP-3 the jass points",
        ),
        pytest.param(
            6,
            {"deck": "belmont"},
            {
                "H": [26, 0, 0, 0, 0, 0],
                "QS": [0, 2, 0, 0, 0, 0],
                "KS": [0, 0, 2, 0, 0, 0],
                "AS": [0, 0, 0, 1, 1, 0],
            },
            [
                (0, "hearts", 26, "DP-6"),
                (1, "queen", 26, "DP-6"),
                (2, "king", 20, "DP-6"),
                (0, "ace", 7, "DP-6"),
                (1, "ace", 7, "DP-6"),
            ],
            id="DP-6 the Belmont points",
        ),
        pytest.param(
            4,
            {},
            SECOND_SHOOTS,
            [
                (1, "moon", 0, "DP-21"),
                (0, "moon_against", 26, "DP-21"),
                (2, "moon_against", 26, "DP-21"),
                (3, "moon_against", 26, "DP-21"),
            ],
            id="DP-21 a volte",
        ),
        pytest.param(4, MINUS, SECOND_SHOOTS, [(1, "moon", -26, "DP-22")], id="DP-22 a volte taken off"),
        pytest.param(
            4,
            {"teams": True},
            SECOND_SHOOTS,
            [(1, "moon", 0, "DP-24"), (0, "moon_against", 26, "DP-24"), (0, "moon_against", 26, "DP-24")],
            id="DP-24 a volte in teams names each opponent",
        ),
        pytest.param(
            4,
            {"teams": True, **JACK, **MINUS},
            {**SECOND_SHOOTS, "JD": [0, 1, 0, 0]},
            [(1, "moon", -26, "DP-24")],
            id="DP-24 before DP-23: 26 off the team",
        ),
        pytest.param(
            4,
            {"deck": "36"},
            {**JASS_FIRST_SHOOTS, "last": [0, 0, 1, 0]},
            [
                (0, "moon", 0, "DP-24"),
                *((seat, "moon_against", 14, "DP-24") for seat in (1, 2, 3)),
                (2, "last_trick", 1, "DP-3"),
            ],
            id="DP-24 with 36 cards the volte is worth 14",
        ),
        pytest.param(
            4,
            {"queen_points": 12, **MINUS},
            SECOND_SHOOTS,
            [(1, "moon", -25, "DP-24")],
            id="DP-24 25 with the queen at 12",
        ),
        pytest.param(
            6,
            {"deck": "belmont", "moon": "others_plus"},
            {key: [total, 0, 0, 0, 0, 0] for key, total in (("H", 26), ("QS", 2), ("KS", 2), ("AS", 2))},
            [(0, "moon", 0, "DP-24"), *((side, "moon_against", 86, "DP-24") for side in (1, 2, 1, 2))],
            id="DP-24 86 at Belmont",
        ),
        pytest.param(
            4,
            JACK,
            {**SECOND_SHOOTS, "JD": [0, 1, 0, 0]},
            [(1, "moon", 0, "DP-23"), *((seat, "moon_against", 26, "DP-23") for seat in (0, 2, 3))],
            id="DP-23 the jack had to be taken too",
        ),
        pytest.param(
            4,
            {**SEVEN, **MINUS},
            {**SECOND_SHOOTS, "7C": [0, 1, 0, 0]},
            [(1, "moon", -26, "DP-23")],
            id="DP-23 the seven had to be taken too, whatever the volte does",
        ),
    ],
)
def test_every_line_has_its_reason(
    seats: int, chosen: dict[str, Any], taken: Counts, expected: list[tuple[int, str, int, str]]
) -> None:
    assert lines(seats, chosen, {"taken": taken, "moon": None}) == Counter(expected)


def test_a_line_has_the_number_of_cards_and_the_seat() -> None:
    row = sheet(4, {"teams": True}, {"taken": CLASSIC}).manches[0]
    assert Line(0, "hearts", 3, "DP-17", count=3, seat=2) in row.lines
    assert Line(0, "queen", 13, "DP-17", count=1, seat=2) in row.lines


def test_the_lines_of_a_side_add_up_to_its_points_and_the_points_to_its_totals() -> None:
    whole = sheet(4, {}, {"taken": CLASSIC}, {"taken": SECOND_SHOOTS}, {"points": [26, 0, 0, 0], "moon": "others_plus"})
    assert [row.points for row in whole.manches] == [(5, 4, 16, 1), (26, 0, 26, 26), (0, 26, 26, 26)]
    assert [row.totals for row in whole.manches] == [(5, 4, 16, 1), (31, 4, 42, 27), (31, 30, 68, 53)]
    assert whole.totals == (31, 30, 68, 53)


def test_points_typed_in_are_a_line_each_and_zeros_none() -> None:
    assert lines(4, {}, {"points": [5, 4, 17, 0]}) == Counter(
        [(0, "points", 5, "DP-17"), (1, "points", 4, "DP-17"), (2, "points", 17, "DP-17")]
    )


def test_t_5_an_agreed_penalty_is_a_line_of_its_own_with_its_reason() -> None:
    facts = {"taken": CLASSIC, "penalties": [{"side": 3, "points": 10, "reason": "renonce au trèfle"}]}
    row = sheet(4, {}, facts).manches[0]
    assert row.lines[-1] == Line(3, "penalty", 10, "T-5", reason="renonce au trèfle")
    assert row.points == (5, 4, 16, 11)


def test_t_5_each_penalty_is_a_line_after_a_volte() -> None:
    penalties = [
        {"side": 0, "points": 5, "reason": "carte exposée"},
        {"side": 0, "points": 5, "reason": "carte exposée"},
        {"side": 2, "points": -3, "reason": "a servi le thé"},
    ]
    row = sheet(4, {}, {"taken": SECOND_SHOOTS, "penalties": penalties}).manches[0]
    assert [(line.side, line.points) for line in row.lines if line.why == "penalty"] == [
        (0, 5),
        (0, 5),
        (2, -3),
    ]
    assert row.points == (36, 0, 23, 26)


def test_t_5_a_revoke_is_a_line_of_its_own_at_the_agreed_price() -> None:
    facts = {"taken": CLASSIC, "revokes": [1], "penalties": [{"side": 3, "points": 1, "reason": "retard"}]}
    row = sheet(4, {"revoke": 13}, facts).manches[0]
    assert row.lines[-2:] == (Line(1, "revoke", 13, "T-5", seat=1), Line(3, "penalty", 1, "T-5", reason="retard"))
    assert row.points == (5, 4 + 13, 16, 1 + 1)


@pytest.mark.parametrize(
    ("chosen", "points"),
    [
        pytest.param({}, (5, 4, 16, 1), id="nothing was agreed"),
        pytest.param({"revoke": 26}, (31, 4, 16, 27), id="26 each"),
        pytest.param({"revoke": 20}, (25, 4, 16, 21), id="20 each"),
        pytest.param({"revoke": 13, "teams": True}, (21 + 13, 5 + 13), id="of the team"),
    ],
)
def test_t_5_a_revoke_costs_what_the_table_agreed(chosen: dict[str, Any], points: tuple[int, ...]) -> None:
    row = sheet(4, chosen, {"taken": CLASSIC, "revokes": [0, 3]}).manches[0]
    assert row.points == points
    assert [(line.seat, line.article) for line in row.lines if line.why == "revoke"] == [(0, "T-5"), (3, "T-5")]


def test_t_5_the_shooter_of_a_volte_still_pays_for_a_revoke() -> None:
    assert sheet(4, {"revoke": 13}, {"taken": SECOND_SHOOTS, "revokes": [1]}).totals == (26, 13, 26, 26)


def test_t_5_in_teams_a_penalty_goes_to_the_team() -> None:
    facts = {"taken": CLASSIC, "penalties": [{"side": 1, "points": 10, "reason": "renonce"}]}
    assert sheet(4, {"teams": True}, facts).manches[0].points == (21, 15)
