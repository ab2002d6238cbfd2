"""The JSON Schemas of `score`, `judge` and `rules`, and the tables of options in docs/formats.md."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.deals import COUP, DECLARATIONS, ELDER, for_every, recorded
from support.schemas import ANYTHING, SLUGS, option_rows, values_of

from scorekeeper.cli import main
from scorekeeper.record.formats import judge, rules, score
from scorekeeper.record.formats.schema import json_schema

Json = dict[str, Any]
ROOT = Path(__file__).parents[3]
ANSWERS = {"score": score.score_line, "judge": judge.judge_line, "rules": rules.rules_line}
SCHEMAS: dict[str, Json] = {name: json_schema(name) for name in ANSWERS}
every_command = pytest.mark.parametrize("name", SCHEMAS)


@cache
def validator(name: str, part: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMAS[name]["$defs"]})


def check(name: str, line: Json) -> None:
    """A line and its answer validate."""
    validator(name, "input").validate(line)
    answer = ANSWERS[name](json.dumps(line))
    validator(name, "refused" if "error" in answer else "output").validate(answer)
    jsonschema.Draft202012Validator(SCHEMAS[name]).validate(answer)


def of_deal(deal: Json) -> Json:
    """The line of `judge` for a recorded deal."""
    keys = ("game", "options", "seats", "dealer", "leader", "hands", "plays", *(["bids"] if "bids" in deal else []))
    return {key: deal[key] for key in keys}


def as_score(line: Json) -> Json:
    """The line of `score` for the manche of a line of `judge`."""
    manche = {key: line[key] for key in ("leader", "plays", "bids") if key in line}
    return {**{key: line[key] for key in ("game", "options", "seats")}, "manches": [manche, manche]}


EACH = 30  # the number of recorded deals for one that is validated
DEALS = {
    f"{slug} {number}": deal for slug in ("hearts", "spades") for number, deal in enumerate(recorded(slug)[::EACH])
}


@for_every(DEALS)
def test_recorded_deals_validate(deal: Json) -> None:
    check("judge", of_deal(deal))
    check("score", as_score(of_deal(deal)))


def test_a_coup_and_its_cards_validate() -> None:
    coup = {"game": "piquet", "seats": 2}
    for manche in ({**DECLARATIONS, "tricks": [8, 4], "last": 1}, {**DECLARATIONS, "leader": 0, "plays": COUP}):
        check("score", {**coup, "manches": [manche] * 6})
    check("judge", {**coup, "leader": 0, "plays": COUP, "declarations": DECLARATIONS})


@pytest.mark.parametrize("question", ["on a demandé 6 et fait 9", "bid 5 made 4", "DP-14", "PI-99", "", "dame", "TEX"])
def test_answers_to_questions_validate(question: str) -> None:
    for game in (None, *SLUGS):
        check("rules", {"question": question, "game": game})


LINES: dict[str, Json] = {
    "score": {"game": "hearts", "seats": 4, "manches": [{"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}}]},
    "judge": {"game": "spades", "seats": 4, "leader": 0, "plays": ["2C"], "bids": [1, 2, 3, "nil"]},
    "rules": {"game": "hearts", "question": "qui entame", "options": {"limit": 50}},
}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("score", {"game": "bridge"}),
        ("score", {"seats": 2}),
        ("score", {"options": {"limit": 0}}),
        ("score", {"options": {"nil": 100}}),
        ("score", {"rounds": []}),
        ("score", {"manches": None}),
        ("score", {"manches": [{}]}),
        ("score", {"manches": [{"taken": {"QS": [0, 0, 1, 0]}}]}),
        ("score", {"manches": [{"points": [5, 4, 16, 1], "penalties": [{"side": 0}]}]}),
        ("score", {"game": "spades", "manches": [{"bids": [1, 2, 3, 14], "tricks": [7, 6]}]}),
        ("judge", {"plays": ["1C"]}),
        ("judge", {"bids": [1, 2]}),
        ("judge", {"declarations": {}}),
        ("rules", {"question": None}),
        ("rules", {"language": "de"}),
        ("rules", {"options": {"nil": 50}}),
    ],
)
def test_a_line_that_is_refused_for_its_shape_does_not_validate(name: str, change: Json) -> None:
    check(name, LINES[name])
    line = {**LINES[name], **change}
    assert "error" in ANSWERS[name](json.dumps(line))
    assert not validator(name, "input").is_valid(line)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"suits": [4, 3, 3, 3]}, "unknown_fact in suits"),
        ({"point": {"cards": 12}}, "point_range in point"),
        ({"sequences": [{"length": 9}]}, "sequence_range in sequences"),
        ({"sets": [{"rank": "9", "size": 4}]}, "set_rank in sets"),
    ],
)
def test_declarations_that_are_refused_for_their_shape_do_not_validate(declared: Json, words: str) -> None:
    line = {"game": "piquet", "seats": 2, "leader": 0}
    check("judge", {**line, "declarations": {"elder": None, "declared": [None, {}]}})
    wrong = {**line, "declarations": {"declared": [declared, {}]}}
    assert words in judge.judge_line(json.dumps(wrong))["error"]
    assert not validator("judge", "input").is_valid(wrong)


# The refusals of a line that does not have the shape of its command. A line that validates may still be refused by a
# rule of its game, for an option that only some tables have, or for a list that is not as long as the table.
SHAPE = {"not_json", "unknown_key", "unknown_game", "unknown_option", "option_range", "seats"}


@cache
def lines_of(name: str) -> st.SearchStrategy[Json]:
    parts = SCHEMAS[name]["$defs"]
    return values_of(parts["input"], parts)


@every_command
@given(data=st.data())
def test_a_line_that_validates_is_read_or_refused_by_a_rule(name: str, data: st.DataObject) -> None:
    line = data.draw(lines_of(name))
    validator(name, "input").validate(line)
    answer = ANSWERS[name](json.dumps(line))
    if "error" not in answer:
        validator(name, "output").validate(answer)
        return
    validator(name, "refused").validate(answer)
    # The schema does not say which names a game of a family may have.
    names_a_game = ":" in (line.get("game") or "")
    assert answer["refusal"]["code"] not in SHAPE - ({"unknown_game"} if names_a_game else set())


def changed(value: Any, data: st.DataObject) -> Any:  # noqa: ANN401 - any JSON
    """The value with one part of it taken away, or replaced by anything."""
    if not value or not isinstance(value, dict | list) or data.draw(st.integers(0, 3)) == 0:
        return data.draw(ANYTHING)
    copy = value.copy()
    key = data.draw(st.sampled_from([*value] if isinstance(value, dict) else range(len(value))))
    if data.draw(st.integers(0, 5)) == 0:
        del copy[key]
    else:
        copy[key] = changed(value[key], data)
    return copy


def accepted() -> dict[str, list[Json]]:
    """Lines that their commands accept; of a coup by tricks and by winners, by scores and by declarations."""
    point, run, rank_set = {"cards": 5, "pips": 49}, {"length": 4, "top": "A"}, {"rank": "10", "size": 4}
    coup: Json = {"elder": 0, "carte_blanche": [False, False], "penalties": [{"side": 0, "points": 5, "reason": "x"}]}
    tricks = {"tricks": [8, 4], "last": 1}
    declared = {"declared": [{"point": point, "sequences": [run]}, {"sets": [rank_set]}], "answers": {"point": "good"}}
    coups: list[Json] = [
        {**DECLARATIONS, **tricks, "revokes": [1]},
        {**DECLARATIONS, "leader": 0, "plays": COUP},
        {**coup, **declared, **tricks},
        {**coup, "hands": [ELDER, None], "plays": COUP[:6], **tricks},
        {**coup, "fault": {"kind": "void", "article": "PI-33"}},
        {**coup, "fault": {"kind": "false_declaration", "seat": 1}, **tricks},
        {**coup, "short_hand": 1, "short_cards": 11, **tricks, "last": 0},
        {**coup, "winners": [0] * 8 + [1] * 4, "elder_run": 8},
    ]
    above_nine = {**coup, "winners": [0] * 12, "low": [[False, False]] * 12}
    deals = [of_deal(DEALS[name]) for name in (*[*DEALS][:2], *[*DEALS][-2:])]
    piquet, belote = {"game": "piquet", "seats": 2}, {"game": "petite_belote", "seats": 4}
    return {
        "score": [
            LINES["score"],
            {"game": "hearts", "seats": 4, "manches": [{"points": [5, 4, 16, 1]}], "options": {"limit": 50}},
            *map(as_score, deals),
            *({**piquet, "manches": [one]} for one in coups),
            {**piquet, "options": {"low_card_points": "above_nine"}, "manches": [above_nine]},
            {**belote, "manches": [{"trump": "H", "taker": 0, "points": [162, 0], "capot": True}]},
        ],
        "judge": [
            LINES["judge"],
            *deals,
            {**piquet, "leader": 0, "plays": COUP, "declarations": DECLARATIONS},
            {**piquet, "dealer": 1, "plays": COUP[:4], "declarations": {**declared, "elder": 0}},
            {**belote, "dealer": 3, "plays": ["7H", "9H"], "trump": "H", "taker": 1},
        ],
        "rules": [LINES["rules"], {"question": "qui entame", "language": "en", "options": {"nil": 50}}],
    }


ACCEPTED = accepted()


@every_command
@given(data=st.data())
def test_a_line_that_is_accepted_validates(name: str, data: st.DataObject) -> None:
    line = changed(data.draw(st.sampled_from(ACCEPTED[name])), data)
    answer = ANSWERS[name](json.dumps(line))
    if "error" not in answer:
        validator(name, "input").validate(line)
        validator(name, "output").validate(answer)


@every_command
def test_each_line_from_which_they_are_changed_is_accepted(name: str) -> None:
    for line in ACCEPTED[name]:
        assert "error" not in ANSWERS[name](json.dumps(line)), (line, ANSWERS[name](json.dumps(line)))
        check(name, line)


def test_an_option_has_its_article_its_default_and_its_values() -> None:
    """The queen is worth 5 with 36 cards only (DP-3)."""
    parts = SCHEMAS["score"]["$defs"]
    options = parts["hearts_options"]["properties"]
    assert options["queen_points"] == {"description": "DP-18", "default": 13, "enum": [13, 12, 0, 5]}
    assert parts["spades_options"]["properties"]["floor"] == {
        "description": "AP-22",
        "default": None,
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": 10000}, {"enum": [None, 200]}],
    }


@every_command
def test_the_command_prints_its_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(printed)


FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$ echo '(.*)' \| lamarque (\w+)$", FORMATS, re.MULTILINE)
MANCHES = [json.loads(found) for found in re.findall(r'(\{"(?:bids|elder)".*?\})[`\n]', FORMATS, re.DOTALL)]


def test_every_line_of_the_documentation_validates() -> None:
    assert [name for _, name in EXAMPLES] == ["score", "judge", "judge", "rules"]
    for text, name in EXAMPLES:
        check(name, json.loads(text))
    assert [next(iter(manche)) for manche in MANCHES] == ["bids", "elder"]
    for slug, seats, manche in (("spades", 4, MANCHES[0]), ("piquet", 2, MANCHES[1])):
        check("score", {"game": slug, "seats": seats, "manches": [manche]})


@pytest.mark.parametrize("slug", SLUGS)
def test_the_documentation_lists_every_option_with_its_values(slug: str) -> None:
    assert "\n".join(option_rows(slug)) in FORMATS
