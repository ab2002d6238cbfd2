"""The public format of `lamarque score`: the examples of the articles, and refused lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.record.formats.score import answer_line, score_line

Json = dict[str, Any]


def score(*manches: object, seats: int = 4, **options: object) -> Json:
    return score_line(json.dumps({"game": "hearts", "options": options, "seats": seats, "manches": list(manches)}))


def by_cards(hearts: list[int], queen: list[int], moon: str | None = None, **more: list[int]) -> Json:
    return {"taken": {"H": hearts, "QS": queen, **more}, "moon": moon}


HAND = by_cards([5, 4, 3, 1], [0, 0, 1, 0])
ONE = [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("manche", "options", "points"),
    [
        pytest.param(HAND, {}, [5, 4, 16, 1], id="DP-17: 5 4 16 1"),
        pytest.param(
            by_cards([4, 3, 2, 0], [0, 0, 1, 0], last=[0, 0, 0, 1]), {"deck": "36"}, [4, 3, 7, 1], id="DP-3: 15 points"
        ),
        pytest.param(
            {**HAND, "revokes": [0, 2]},
            {"revoke": 13},
            [18, 4, 29, 1],
            id="T-5: revokes at 13 points",
        ),
        pytest.param(
            {
                **HAND,
                "penalties": [{"side": 3, "points": -4, "reason": "compensation"}],
            },
            {},
            [5, 4, 16, -3],
            id="T-5: a penalty",
        ),
    ],
)
def test_the_examples_of_the_articles(manche: Json, options: Json, points: list[int]) -> None:
    (row,) = score(manche, **options)["manches"]
    assert row["points"] == row["totals"] == points
    assert [
        sum(line["points"] for line in row["lines"] if line["side"] == side) for side in range(len(points))
    ] == points
    assert all(set(line) == {"side", "why", "points", "article"} for line in row["lines"])


def test_totals_run_and_the_partie_ends_dp_25() -> None:
    answer = score(*[HAND] * 7)
    assert [row["totals"][2] for row in answer["manches"]] == [16, 32, 48, 64, 80, 96, 112]
    ending = answer["ending"]
    assert (ending["why"], ending["winners"], ending["result"]["after"]) == ("limit", [3], 7)
    assert score(*[HAND] * 6)["ending"] is None
    assert score(*[HAND] * 4, limit=50)["ending"]["winners"] == [3]


@pytest.mark.parametrize(
    ("line", "after", "totals"),
    [
        pytest.param(
            {"game": "hearts", "seats": 4, "options": {"limit": 50}, "manches": [{"points": [16, 5, 4, 1]}] * 6},
            4,
            [96, 30, 24, 6],
            id="DP-25 sixteen at a time, 64 of 50 after four",
        ),
        pytest.param(
            {
                "game": "spades",
                "seats": 4,
                "options": {"target": 300},
                "manches": [{"bids": [9, 1, 3, 1], "tricks": [12, 1]}] * 4,
            },
            3,
            [480, -80],
            id="AP-18 a contract of twelve at a time, 360 of 300 after three",
        ),
        pytest.param(
            {
                "game": "piquet",
                "seats": 2,
                "options": {"format": "target_single", "target": 100},
                "manches": [{"elder": elder, "tricks": [12, 0]} for elder in (0, 1, 0)],
            },
            2,
            [65 + 64 + 65, 0 + 1 + 0],
            id="PI-27 a capot at a time, 40 and all the points of the play but the lead of another elder",
        ),
    ],
)
def test_manches_after_the_end_are_scored_and_marked(line: Json, after: int, totals: list[int]) -> None:
    answer = score_line(json.dumps(line))
    assert answer["ending"]["result"]["after"] == after
    assert [row.get("after_end") for row in answer["manches"]] == [None] * after + [True] * (
        len(line["manches"]) - after
    )
    assert answer["manches"][-1]["totals"] == totals
    up_to_the_end = score_line(json.dumps({**line, "manches": line["manches"][:after]}))
    assert up_to_the_end == {**answer, "manches": answer["manches"][:after]}


def test_a_partie_without_manches_is_a_sheet_without_rows() -> None:
    assert score() == {"manches": [], "ending": None}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "not JSON"),
        ('{"game":"hearts"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("null", "not_an_object"),
        ("{}", "unknown_game"),
        ('{"game":"bridge","seats":4}', "unknown_game in game, value bridge"),
        ('{"game":"hearts"}', "seats"),
        ('{"game":"hearts","seats":2}', "seats, value 2"),
        ('{"game":"hearts","seats":true}', "seats"),
        ('{"game":"hearts","seats":4}', "not_a_list in manches"),
        ('{"game":"hearts","seats":4,"options":[]}', "not_an_object"),
        ('{"game":"hearts","seats":4,"options":{"limite":50}}', "unknown_option in limite"),
        ('{"game":"hearts","seats":4,"options":{"limit":' + "[" * 500 + "]" * 500 + "}}", "option_value in limit"),
        ('{"game":"hearts","seats":6,"options":{"deck":"36"}}', "deck_table in deck"),
        ('{"game":"hearts","seats":4,"\\ud800":[]}', "unknown_key"),
        ('{"game":"hearts","seats":4,"manches":[null]}', "manche 1: not_an_object"),
        ('{"game":"hearts","seats":4,"manches":[{}]}', "manche 1: taken_or_points"),
    ],
    ids=lambda value: value[:60],
)
def test_a_line_that_cannot_be_scored_is_refused_with_the_reason(line: str, words: str) -> None:
    answer = score_line(line)
    assert list(answer) == ["error", "refusal"]
    assert words in answer["error"]
    assert json.loads(json.dumps(answer)) == answer


def test_an_error_of_the_program_is_not_reported_as_an_error_of_the_line() -> None:
    def mistaken(_line: object) -> dict[str, Any]:
        raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        answer_line("{}", mistaken)


@pytest.mark.parametrize(
    ("manche", "words"),
    [
        (by_cards([5, 4, 3, 0], [0, 0, 1, 0]), "short in H, by 1, total 13 (DP-17)"),
        (by_cards([5, 4, 3, 1], [0, 0, True, 0]), "not_whole in QS"),  # type: ignore[list-item,unused-ignore]
        ({"points": [5, 4, 16, 1], "coeurs": 3}, "unknown_fact in coeurs"),
        ({"points": [5, 4, 16, 1], "penalties": [{"side": 0}]}, "penalty_shape"),
        ({"points": [5, 4, 16, 1], "penalties": [{"side": 4, "points": 1, "reason": "x"}]}, "too_high in penalties"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_in_the_second_manche_has_its_number(manche: Json, words: str) -> None:
    answer = score(HAND, manche)
    assert list(answer) == ["error", "refusal"]
    assert answer["error"].startswith("manche 2: ")
    assert words in answer["error"]


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("[", {"code": "not_json", "field": None, "article": None, "expected": None}),
        (
            '{"game":"hearts","seats":4,"manches":[],"options":{"moon":"both"}}',
            {
                "code": "option_value",
                "field": "moon",
                "article": "DP-22",
                "expected": {"values": ["others_plus", "self_minus", "choice", "off"]},
            },
        ),
        (
            '{"game":"hearts","seats":4,"manches":[],"options":{"limit":0}}',
            {
                "code": "option_range",
                "field": "limit",
                "article": "DP-25",
                "expected": {"lowest": 1, "highest": 10_000},
            },
        ),
        (
            '{"game":"hearts","seats":2,"manches":[]}',
            {"code": "seats", "field": "seats", "article": None, "expected": {"sizes": [3, 4, 5, 6, 8]}},
        ),
        (
            '{"game":"hearts","seats":4,"rounds":[]}',
            {
                "code": "unknown_key",
                "field": "rounds",
                "article": None,
                "expected": {"keys": ["game", "manches", "options", "seats"]},
            },
        ),
        (
            '{"game":"hearts","seats":4,"manches":[{"taken":{"H":[14,0,0,0],"QS":[1,0,0,0]}}]}',
            {"code": "too_high", "field": "H", "article": None, "expected": {"highest": 13}},
        ),
    ],
)
def test_a_refusal_names_what_would_be_accepted(line: str, refusal: Json) -> None:
    assert score_line(line)["refusal"] == refusal


COUP = {"elder": 0, "tricks": [7, 5], "last": 0}
DECLARED = {"elder": 0, "tricks": [7, 5], "last": 0, "declared": [{}, None]}


@pytest.mark.parametrize(
    ("game", "manche", "expected"),
    [
        ("hearts", {"points": [5, 4, 16, 1], "moon": "x"}, {"values": ["others_plus", "self_minus"]}),
        ("hearts", {"points": [5, 4, 16, 1], "moon": "self_minus"}, {"values": ["others_plus"]}),
        ("hearts", {"points": [5, 4, 16]}, {"expected": 4}),
        ("hearts", {"points": [5, 4, 16, 2]}, {"total": 26}),
        ("hearts", {"points": [5, 4, 16, "1"]}, {"lowest": -10_000, "highest": 10_000}),
        ("hearts", by_cards([5, 4, 3, 2], [0, 0, 1, 0]), {"total": 13}),
        ("hearts", by_cards([5, 4, 3, 1], [0, 0, 1, 0], JD=ONE), {"keys": ["H", "QS"]}),
        ("hearts", {"points": [5, 4, 16, 1], "hearts": 3}, {"keys": ["taken", "points", "moon"]}),
        ("hearts", {"points": [5, 4, 16, 1], "penalties": [{}]}, {"keys": ["points", "reason", "side"]}),
        ("spades", {"bids": [3, 3, 3, "x"]}, {"lowest": 0, "highest": 13, "values": ["nil", "blind_nil"]}),
        ("spades", {"bids": [3, 3, 3, 14]}, {"lowest": 0, "highest": 13, "values": ["nil", "blind_nil"]}),
        ("spades", {"bids": [3, 3, 3]}, {"expected": 4}),
        ("spades", {"bids": [3, 3, 3, 3], "tricks": [7, 7]}, {"total": 13}),
        ("piquet", {**COUP, "elder": 2}, {"values": [0, 1]}),
        ("piquet", {**COUP, "tricks": [7, 6]}, {"total": 12}),
        ("piquet", {**COUP, "point": {"winner": 0, "cards": 9}}, {"lowest": 3, "highest": 8}),
        ("piquet", {**COUP, "sets": {"winner": 0, "sizes": [5]}}, {"values": [3, 4]}),
        (
            "piquet",
            {**COUP, "sets": {"winner": 0, "sizes": [3], "ranks": ["9"]}},
            {"values": ["A", "K", "Q", "J", "10"]},
        ),
        ("piquet", {**DECLARED, "answers": {"point": "yes"}}, {"values": ["good", "not_good", "equal"]}),
        ("piquet", {**COUP, "fault": {"kind": "x"}}, {"values": ["void", "loses_partie", "false_declaration"]}),
        ("piquet", {**COUP, "hands": [[]]}, {"expected": 2}),
    ],
)
def test_a_refused_manche_names_the_legal_values(game: str, manche: Json, expected: Json) -> None:
    line = {"game": game, "seats": 2 if game == "piquet" else 4, "manches": [manche]}
    assert score_line(json.dumps(line))["refusal"]["expected"] == expected
