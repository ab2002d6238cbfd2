"""The public format of `lamarque rules`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import name_question, read_cases

from scorekeeper.record.formats.rules import rules_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KEYS = ["articles", "ruling", "answer", "certain", "nearest", "figures", "options", "candidates"]


def rules(question: object, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - a line may be any JSON
    return rules_line(json.dumps({"question": question, **more}))


# Questions that most tables know: the head of the answer under these options.
@pytest.mark.parametrize("case", read_cases("formats/rules_answers"), ids=name_question)
def test_the_answer_is_that_of_the_table(case: dict[str, Any]) -> None:
    line = rules(case["question"], game=case["game"], language="fr", options=case["options"])
    assert list(line) == KEYS
    assert (line["certain"], line["nearest"]) == (True, [])
    assert line["answer"]["head"].startswith(case["head"])
    assert line["ruling"] == f"{line['answer']['head']}. {line['answer']['sentence']}"
    assert line["options"]


def test_a_doubtful_question_is_answered_with_at_most_three_questions_to_choose_from() -> None:
    doubtful = [rules(word, game="spades") for word in ("atout", "pique", "pli", "zéro")]
    assert not any(line["certain"] for line in doubtful)
    for line in doubtful:
        assert (line["answer"], line["options"]) == (None, [])
        assert len(line["nearest"]) <= 3
        assert line["ruling"]


@pytest.mark.parametrize("question", ["atout", "peut-on couper dès le premier pli", "on a dit 6 et fait 9"])
def test_at_most_three_candidates_with_different_heads_are_complete(question: str) -> None:
    """AP-4: the computed answer is first, with the question as it was asked."""
    line = rules(question, game="spades", language="fr")
    candidates = line["candidates"]
    assert 1 < len(candidates) <= 3
    assert len({one["head"] for one in candidates}) == len(candidates)
    assert all(one["question"] and one["sentence"] and one["article"] for one in candidates)
    if line["certain"]:
        assert {key: candidates[0][key] for key in ("head", "sentence")} == line["answer"]
    else:
        assert [one["question"] for one in candidates] == line["nearest"]
    if line["figures"]:
        assert (candidates[0]["question"], candidates[0]["article"]) == (question, "AP-13")


# T-5: the price agreed before play, or the default.
@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("hearts", {"revoke": 13}, "13"),
        ("hearts", {"revoke": 5}, "5"),
        ("spades", {"revoke": "contract_failed"}, "contrat"),
        ("spades", {"revoke": "three_tricks"}, "trois"),
        ("piquet", {"revoke": 30}, "30"),
    ],
)
def test_the_price_of_a_revoke_is_that_of_the_table(game: str, options: dict[str, Any], expected: str) -> None:
    line = rules("prix de la renonce", game=game, language="fr", options=options)
    assert expected in line["ruling"].casefold()
    assert line["articles"][0] in {"T-4", "T-5"}


@pytest.mark.parametrize("number", ["T-4", "T-5"])
def test_without_a_game_an_article_on_revokes_has_no_price(number: str) -> None:
    assert "26" in rules(number, game="hearts", language="en", options={"revoke": 26})["ruling"]
    assert "At this table" not in rules(number, language="en")["ruling"]


@pytest.mark.parametrize("number", ["PI-99", "T-9", "dp14"])
def test_an_unknown_article_is_not_answered(number: str) -> None:
    line = rules(number, game="piquet", language="en")
    assert line["answer"] is None
    assert line["ruling"].startswith("I can’t find it.")


def test_game_and_language_are_detected_from_the_question() -> None:
    line = rules("what does the tenth bag cost the team")
    assert line["articles"][0] == "AP-14"
    assert "the" in line["ruling"]
    assert rules("what does the tenth bag cost the team", game=None, language=None, options=None) == line


def test_without_a_word_of_a_game_each_game_answers_and_none_is_certain() -> None:
    """DP-1, AP-1: thirteen cards each at a table of four. PI-4: twelve."""
    line = rules("combien de cartes chacun", language="fr")
    assert list(line) == KEYS
    assert (line["answer"], line["certain"]) == (None, False)
    assert {one["article"]: one["head"][:2] for one in line["candidates"]} == {"DP-1": "13", "AP-1": "13", "PI-4": "12"}
    assert line["ruling"].startswith("À quel jeu jouez-vous")
    assert {*line["articles"]} == {"DP-1", "AP-1", "PI-4"}


def test_the_game_is_detected_from_the_options() -> None:
    articles = rules("combien faut-il de points pour gagner", options={"nil": 50})["articles"]
    assert {number.split("-")[0] for number in articles} <= {"AP", "T"}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "question",
    ["", "  ", "?!…", "🃏", "谁先出牌", "x" * 10_000, "dame " * 2_000, "qwertz asdf", "<script>alert(1)</script>"],
)
def test_a_question_without_words_is_answered_with_advice(language: str, question: str) -> None:
    line = rules(question, language=language)
    assert list(line) == KEYS
    assert (line["answer"], line["certain"], line["options"]) == (None, False, [])
    assert len(line["ruling"]) > 10
    assert "script" not in line["ruling"]


@pytest.mark.parametrize("case", read_cases("formats/rules_refused"), ids=lambda case: str(case["line"]))
def test_a_line_of_another_format_is_refused(case: dict[str, Any]) -> None:
    answer = rules_line(json.dumps(case["line"]))
    assert list(answer) == ["error", "refusal"]
    assert answer["error"].startswith(case["error"])


def test_a_line_that_is_not_json_is_refused() -> None:
    assert list(rules_line("qui commence")) == ["error", "refusal"]


@given(
    line=JSON
    | st.fixed_dictionaries({"question": st.text()}, optional={"game": JSON, "language": JSON, "options": JSON})
)
def test_any_line_is_answered_or_refused(line: object) -> None:
    assert list(rules_line(json.dumps(line))) in (KEYS, ["error", "refusal"])
