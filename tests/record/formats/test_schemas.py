"""The JSON Schemas of `score`, `judge` and `rules`, and the tables of options in docs/formats.md."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.deals import ANNOUNCED, COUP, for_every, recorded
from support.schemas import SLUGS, option_rows, options_schema, plain_values

from scorekeeper.cli import main
from scorekeeper.games import GAMES
from scorekeeper.record.formats import judge, rules, score

Json = dict[str, Any]
FOLDER = Path(score.__file__).parent / "schemas"
SCHEMAS: dict[str, Json] = {
    name: json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("score", "judge", "rules")
}
ANSWERS = {"score": score.score_line, "judge": judge.judge_line, "rules": rules.rules_line}
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
    for manche in ({**ANNOUNCED, "tricks": [8, 4], "last": 1}, {**ANNOUNCED, "leader": 0, "plays": COUP}):
        check("score", {**coup, "manches": [manche] * 6})
    check("judge", {**coup, "leader": 0, "plays": COUP, "declarations": ANNOUNCED})


@pytest.mark.parametrize("question", ["on a demandé 6 et fait 9", "bid 5 made 4", "DP-14", "PI-99", "", "dame"])
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
        ("score", {"manches": [{"taken": {"H": [5, 4, 3, 1]}}]}),
        ("score", {"manches": [{"points": [5, 4, 16, 1], "penalties": [{"side": 0}]}]}),
        ("score", {"game": "spades", "manches": [{"bids": [1, 2, 3, 14], "tricks": [7, 6]}]}),
        ("judge", {"plays": ["1C"]}),
        ("judge", {"bids": [1, 2, 3]}),
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
    ("announced", "words"),
    [
        ({"suits": [4, 3, 3, 3]}, "unknown_fact in suits"),
        ({"point": {"cards": 12}}, "point_range in point"),
        ({"sequences": [{"length": 9}]}, "sequence_range in sequences"),
        ({"sets": [{"rank": "9", "size": 4}]}, "set_rank in sets"),
    ],
)
def test_announcements_that_are_refused_for_their_shape_do_not_validate(announced: Json, words: str) -> None:
    line = {"game": "piquet", "seats": 2, "leader": 0}
    check("judge", {**line, "declarations": {"elder": None, "declared": [None, {}]}})
    wrong = {**line, "declarations": {"declared": [announced, {}]}}
    assert words in judge.judge_line(json.dumps(wrong))["error"]
    assert not validator("judge", "input").is_valid(wrong)


COUNTS = st.lists(st.integers(-1, 14), min_size=3, max_size=5)
MANCHES = {
    "hearts": st.fixed_dictionaries(
        {"taken": st.sampled_from([{"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, {"H": [13, 0, 0, 0], "QS": [1, 0, 0, 0]}])},
        optional={"moon": st.sampled_from([None, "others_plus", "self_minus", "x"]), "revokes": COUNTS | st.none()},
    )
    | st.fixed_dictionaries({"points": st.permutations([5, 4, 16, 1]) | COUNTS}),
    "spades": st.fixed_dictionaries(
        {
            "bids": st.lists(st.integers(0, 14) | st.sampled_from(["nil", "blind_nil", "x"]), min_size=4, max_size=4),
            "tricks": st.integers(0, 13).map(lambda won: [won, 13 - won]),
        },
        optional={"nil_tricks": st.none() | st.dictionaries(st.sampled_from("0123"), st.integers(0, 1))},
    ),
    "piquet": st.fixed_dictionaries(
        {"elder": st.integers(0, 1), "tricks": st.integers(-1, 13).map(lambda won: [won, 12 - won])},
        optional={
            "last": st.none() | st.integers(0, 2),
            "point": st.fixed_dictionaries({"winner": st.none() | st.integers(0, 1), "cards": st.integers(2, 9)}),
        },
    )
    | st.fixed_dictionaries({"elder": st.integers(0, 1), "fault": st.fixed_dictionaries({"kind": st.just("void")})}),
}


@given(data=st.data(), slug=st.sampled_from(SLUGS))
def test_every_line_that_score_accepts_validates(data: st.DataObject, slug: str) -> None:
    game = GAMES[slug]
    some = {option.name: st.sampled_from([*plain_values(game, option), 1, "x"]) for option in game.options}
    options = data.draw(st.fixed_dictionaries({}, optional=some))
    manches = data.draw(st.lists(MANCHES[slug], max_size=2))
    line = {"game": slug, "seats": data.draw(st.sampled_from(sorted(game.table_sizes))), "options": options}
    answer = score.score_line(json.dumps({**line, "manches": manches}))
    if "error" not in answer:
        validator("score", "input").validate({**line, "manches": manches})
    validator("score", "refused" if "error" in answer else "output").validate(answer)


@every_command
def test_the_options_of_the_schemas_are_those_of_the_games(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    for slug in SLUGS:
        assert SCHEMAS[name]["$defs"][f"{slug}_options"] == options_schema(GAMES[slug])


@every_command
def test_a_definition_is_the_same_in_every_schema(name: str) -> None:
    own = {"input", "output", "plays"}
    shared = {key: one for schema in SCHEMAS.values() for key, one in schema["$defs"].items() if key not in own}
    assert {key: one for key, one in SCHEMAS[name]["$defs"].items() if key not in own}.items() <= shared.items()


@every_command
def test_the_command_prints_its_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMAS[name]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_documentation_lists_every_option_with_its_values(slug: str) -> None:
    text = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert "\n".join(option_rows(slug)) in text
