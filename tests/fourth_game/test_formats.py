"""Petite Belote in the public formats, `lamarque score` and `lamarque judge`."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fourth_game.cases import ALL_BUT_LAST, ALL_EIGHT, Facts, litige, manche
from scorekeeper.games import GAMES
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.schema import json_schema
from scorekeeper.record.formats.score import score_line

BELOTE = "petite_belote"


@cache
def validator(command: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json_schema(command))


def score(*manches: Facts, **options: Any) -> Facts:  # noqa: ANN401 - house rules
    """The answer to a line of `score`; both validate, unless the line is refused."""
    line = {"game": BELOTE, "options": options, "seats": 4, "manches": [*manches]}
    answer = score_line(json.dumps(line))
    validator("score").validate(answer)
    if "error" not in answer:
        validator("score").validate(line)
    return answer


def judge(**keys: Any) -> Facts:  # noqa: ANN401 - any JSON
    """The answer to a line of `judge`, likewise."""
    line = {"game": BELOTE, "options": {}, "seats": 4, **keys}
    answer = judge_line(json.dumps(line))
    validator("judge").validate(answer)
    if "error" not in answer:
        validator("judge").validate(line)
    return answer


def test_a_partie_is_scored_with_litige_and_ending() -> None:
    answer = score(litige(0), manche(0, 162, 0, capot=True), {**ALL_BUT_LAST, "taker": 1}, manche(2, 82, 80))
    assert [row["totals"] for row in answer["manches"]] == [[0, 81], [333, 81], [343, 233], [425, 313]]
    assert answer["manches"][1]["lines"] == [
        {"side": 0, "why": "capot", "points": 252, "article": "BE-14"},
        {"side": 0, "why": "carried", "points": 81, "article": "BE-13"},
    ]
    assert answer["ending"] is None
    assert score(manche(0, 162, 0, capot=True), target=250)["ending"]["winners"] == [0]


def test_the_trump_and_the_taker_of_a_line_are_used_for_rules_and_facts_be_3() -> None:
    answer = judge(dealer=2, plays=ALL_EIGHT["plays"], trump="H", taker=1)
    assert {trick["winner"] for trick in answer["tricks"]} == {3}
    assert answer["facts"] == {"trump": "H", "taker": 1, "points": [0, 162], "capot": True}
    (row,) = score(answer["facts"])["manches"]
    assert row["points"] == [0, 252]


@pytest.mark.parametrize(("trump", "ruling"), [("S", "allowed"), ("H", "conditional")])
def test_the_same_cards_get_another_verdict_with_another_trump_be_7(trump: str, ruling: str) -> None:
    """A queen under a nine, as a trump, claims that its player has no jack."""
    answer = judge(dealer=3, plays=["7H", "9H", "QH"], trump=trump)
    assert [verdict["ruling"] for verdict in answer["verdicts"]] == ["allowed", "allowed", ruling]


def test_without_the_taker_the_cards_are_judged_without_facts_t_7() -> None:
    answer = judge(leader=3, plays=ALL_EIGHT["plays"], trump="H")
    assert (len(answer["tricks"]), answer["next"], answer["facts"]) == (8, None, None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({}, "no_trump in trump (BE-3)"),
        ({"trump": "H", "bids": [1, 2, 3, 4]}, "unknown_key in bids"),
        ({"trump": "H", "dealer": 0, "leader": 0}, "wrong_leader in leader, seat 0, expected 1 (T-2)"),
    ],
    ids=str,
)
def test_a_line_without_a_context_is_refused(line: Facts, message: str) -> None:
    assert judge(**{"leader": 0, "plays": ["7C"], **line})["error"] == message


def test_the_line_of_the_guide_validates() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (text,) = (line for line in guide.splitlines() if line.strip().startswith('{"game"'))
    line = json.loads(text)
    assert score(*line["manches"])["manches"][0]["points"] == [0, 162]
    validator("score").validate(line)


@pytest.mark.parametrize("package", ["petite_belote.rulebook", "no_such_package"])
def test_any_object_is_valid_for_a_game_without_shapes(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its table, its options and what every manche may have are described all the same."""
    monkeypatch.setitem(GAMES, BELOTE, replace(GAMES[BELOTE], package=package))
    for command, keys in (("score", {"manches": [{"anything": 1}]}), ("judge", {"trump": 1, "plays": ["7H"]})):
        described = jsonschema.Draft202012Validator(json_schema(command))
        line = {"game": BELOTE, "seats": 4, **keys}
        described.validate(line)
        assert not described.is_valid({**line, "seats": 3})
        assert not described.is_valid({**line, "options": {"litige": "none"}})
        assert not described.is_valid({**line, "other": 1})
    unknown = {"game": BELOTE, "seats": 4, "manches": [{"anything": 1, "penalties": [{}]}]}
    assert not jsonschema.Draft202012Validator(json_schema("score")).is_valid(unknown)
