"""The public format of `lamarque score`: the examples of the articles, and refused lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.cases import read_cases, reason

from scorekeeper.record.formats.score import answer_line, score_line

Json = dict[str, Any]


def score(*manches: object, seats: int = 4, **options: object) -> Json:
    return score_line(json.dumps({"game": "hearts", "options": options, "seats": seats, "manches": list(manches)}))


def by_cards(hearts: list[int], queen: list[int], moon: str | None = None, **more: list[int]) -> Json:
    return {"taken": {"H": hearts, "QS": queen, **more}, "moon": moon}


HAND = by_cards([5, 4, 3, 1], [0, 0, 1, 0])


@pytest.mark.parametrize("case", read_cases("formats/score_examples"), ids=reason)
def test_the_examples_of_the_articles(case: Json) -> None:
    (row,) = score(case["manche"], **case["options"])["manches"]
    sums = [sum(line["points"] for line in row["lines"] if line["side"] == side) for side in range(len(row["points"]))]
    assert row["points"] == row["totals"] == sums == case["points"]
    assert all(set(line) == {"side", "why", "points", "article"} for line in row["lines"])


def test_totals_run_and_the_partie_ends_dp_25() -> None:
    answer = score(*[HAND] * 7)
    assert [row["totals"][2] for row in answer["manches"]] == [16, 32, 48, 64, 80, 96, 112]
    ending = answer["ending"]
    assert (ending["why"], ending["winners"], ending["result"]["after"]) == ("limit", [3], 7)
    assert score(*[HAND] * 6)["ending"] is None
    assert score(*[HAND] * 4, limit=50)["ending"]["winners"] == [3]


@pytest.mark.parametrize("case", read_cases("formats/score_after_the_end"), ids=reason)
def test_manches_after_the_end_are_scored_and_marked(case: Json) -> None:
    line, after = case["line"], case["after"]
    answer = score_line(json.dumps(line))
    assert answer["ending"]["result"]["after"] == after
    late = len(line["manches"]) - after
    assert [row.get("after_end") for row in answer["manches"]] == [None] * after + [True] * late
    assert answer["manches"][-1]["totals"] == case["totals"]
    up_to_the_end = score_line(json.dumps({**line, "manches": line["manches"][:after]}))
    assert up_to_the_end == {**answer, "manches": answer["manches"][:after]}


def test_a_partie_without_manches_is_a_sheet_without_rows() -> None:
    assert score() == {"manches": [], "ending": None}


NESTED = '{"game":"hearts","seats":4,"options":{"limit":' + "[" * 500 + "]" * 500 + "}}"
LONG = [{"line": "[" * 100_000, "error": "not JSON"}, {"line": NESTED, "error": "option_value in limit"}]


@pytest.mark.parametrize("case", [*read_cases("formats/score_refused"), *LONG], ids=lambda case: str(case["line"])[:60])
def test_a_line_that_cannot_be_scored_is_refused_with_the_reason_and_what_would_be_accepted(case: Json) -> None:
    line = case["line"]
    answer = score_line(line if isinstance(line, str) else json.dumps(line))
    assert list(answer) == ["error", "refusal"]
    assert case.get("error", "") in answer["error"]
    assert answer["refusal"].items() >= case.get("refusal", {}).items()
    assert json.loads(json.dumps(answer)) == answer


def test_an_error_of_the_program_is_not_reported_as_an_error_of_the_line() -> None:
    def mistaken(_line: object) -> dict[str, Any]:
        raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        answer_line("{}", mistaken)
