"""The public format of `scorekeeper rules`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import read_articles
from scorekeeper.record.formats.rules import rules_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KNOWN = {
    number
    for package in ("scorekeeper.cards", *(game.package for game in GAMES.values()))
    for number in read_articles(package)
}


ANSWERED = ["articles", "ruling", "answer", "certain", "nearest", "figures", "options"]


def rules(question: object, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - a line may be any JSON
    return rules_line(json.dumps({"question": question, **more}))


def test_an_answer_is_articles_and_a_ruling() -> None:
    answer = rules("peut-on jeter la dame de pique au premier pli", game="hearts", language="fr")
    assert list(answer) == ["articles", "ruling"]
    assert answer["articles"][0] == "DP-14"
    assert len(answer["articles"]) == 5
    assert set(answer["articles"]) <= KNOWN


@pytest.mark.parametrize(
    ("game", "question", "options", "expected"),
    [
        ("hearts", "la dame de pique ouvre-t-elle les cœurs ?", {}, "Non"),
        ("hearts", "la dame de pique ouvre-t-elle les cœurs ?", {"queen_breaks_hearts": True}, "Oui"),
        ("spades", "peut-on couper dès le premier pli", {}, "Oui"),
        ("spades", "peut-on couper dès le premier pli", {"first_trick_spades": "none"}, "Non"),
        ("piquet", "les petites cartes comptent-elles pour un point ?", {}, "Oui"),
        ("piquet", "les petites cartes comptent-elles pour un point ?", {"low_card_points": "above_nine"}, "Non"),
    ],
)
def test_the_ruling_is_that_of_the_table(game: str, question: str, options: dict[str, Any], expected: str) -> None:
    """The disputed case in question, and the right answer."""
    ruling = rules(question, game=game, language="fr", options=options)["ruling"]
    assert f"? {expected}" in ruling


def test_without_a_disputed_case_the_ruling_is_the_rule_under_the_house_rules() -> None:
    question = {"game": "hearts", "language": "en", "question": "playing to 50 or to how many, when is it over"}
    usual, quick = (rules_line(json.dumps({**question, "options": options})) for options in ({}, {"limit": 50}))
    assert usual["articles"][0] == quick["articles"][0] == "DP-25"
    assert usual["ruling"] != quick["ruling"]


# T-5: the price agreed before play, or the default.
@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("hearts", {}, "Rien"),
        ("hearts", {"revoke": 13}, "13 points"),
        ("hearts", {"revoke": 5}, "« Pénalité pour une renonce » : 5."),
        ("spades", {}, "les plis restent où ils sont"),
        ("spades", {"revoke": "contract_failed"}, "son contrat est chuté"),
        ("spades", {"revoke": "three_tricks"}, "trois plis à l’autre camp"),
        ("piquet", {}, "Rien"),
        ("piquet", {"revoke": 30}, "30 points"),
    ],
)
@pytest.mark.parametrize("question", ["renonce", "prix de la renonce", "il a fait une renonce, que se passe-t-il"])
def test_the_price_of_a_revoke_is_that_of_the_table(
    game: str, options: dict[str, Any], expected: str, question: str
) -> None:
    answer = rules(question, game=game, language="fr", options=options)
    assert expected in answer["ruling"].replace("\u00a0", " ")
    assert answer["articles"][0] in {"T-4", "T-5"}


@pytest.mark.parametrize("number", ["T-4", "T-5"])
def test_an_article_on_revokes_has_the_price_of_the_table(number: str) -> None:
    ruling = rules(number, game="hearts", language="en", options={"revoke": 26})["ruling"]
    assert ruling.endswith("At this table, “Revoke penalty”: 26 points.")
    assert "At this table" not in rules(number, language="en")["ruling"]


def test_a_case_that_is_only_similar_to_the_question_is_not_its_ruling() -> None:
    """AP-12: a spade may be led once spades are broken; whether a forced lead breaks them is another question."""
    ruling = rules("lead spades once broken or not", game="spades", language="en")["ruling"]
    assert "Max had to lead a spade" not in ruling


def test_the_ruling_says_that_the_table_plays_without_blind_nil() -> None:
    """AP-6, AP-7: 150 points behind is enough if blind nil is played."""
    question = "can we go blind when we're losing by 150"
    allowed, never = (
        rules(question, game="spades", language="en", options=options)["ruling"]
        for options in ({}, {"blind_nil": False})
    )
    assert "Yes: at least 100 points behind" in allowed
    assert "nobody bids blind at this table" in never


def test_an_unknown_article_is_answered_with_the_nearest_number() -> None:
    answer = rules("PI-99", game="piquet", language="en")
    assert answer["articles"] == ["PI-38", "PI-37", "PI-36"]
    assert answer["ruling"].startswith("No article here has that number.")


def test_game_and_language_are_detected_from_the_question() -> None:
    answer = rules("how many points does the tenth bag cost")
    assert answer["articles"][0] == "AP-14"
    assert "The " in answer["ruling"] or "they" in answer["ruling"]
    assert rules("how many points does the tenth bag cost", game=None, language=None, options=None) == answer


def test_the_game_is_detected_from_the_options() -> None:
    articles = rules("combien faut-il de points pour gagner", options={"nil": 50})["articles"]
    assert {number.split("-")[0] for number in articles} <= {"AP", "T"}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("question", ["", "  ", "?!…", "🃏", "谁先出牌", "x" * 10_000, "dame " * 2_000, "qwertz asdf"])
def test_an_empty_question_is_answered_with_advice(language: str, question: str) -> None:
    answer = rules(question, language=language)
    assert list(answer) == ["articles", "ruling"]
    assert len(answer["articles"]) <= 3
    assert any(
        word in answer["ruling"]
        for word in (("Écrivez", "dites", "Dites") if language == "fr" else ("say", "Say", "Write"))
    )


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ([], "not_an_object"),
        ({}, "not_text in question, value None"),
        ({"question": 3}, "not_text in question, value 3"),
        ({"question": ["qui"]}, "not_text in question, value list"),
        ({"question": "qui", "game": "whist"}, "unknown_game in game, value whist"),
        ({"question": "qui", "game": 1}, "unknown_game in game, value 1"),
        ({"question": "qui", "language": "de"}, "unknown_language in language, value de"),
        ({"question": "qui", "language": 1}, "unknown_language in language, value 1"),
        ({"question": "qui", "options": []}, "not_an_object"),
        ({"question": "qui", "options": "x"}, "not_an_object"),
        ({"question": "qui", "options": {"foo": 1}}, "unknown_option in foo"),
        ({"question": "qui", "game": "hearts", "options": {"nil": 50}}, "unknown_option in nil"),
        ({"question": "qui", "options": {"nil": 51}}, "option_value in nil, value 51 (AP-5)"),
        ({"question": "qui", "seats": 4}, "unknown_key in seats"),
    ],
)
def test_a_line_of_another_format_is_refused(line: object, error: str) -> None:
    answer = rules_line(json.dumps(line))
    assert list(answer) == ["error", "refusal"]
    assert answer["error"].startswith(error)


def test_a_line_that_is_not_json_is_refused() -> None:
    assert list(rules_line("qui commence")) == ["error", "refusal"]


@given(
    line=JSON
    | st.fixed_dictionaries({"question": st.text()}, optional={"game": JSON, "language": JSON, "options": JSON})
)
def test_any_line_is_answered_or_refused(line: object) -> None:
    assert list(rules_line(json.dumps(line))) in (ANSWERED, ["error", "refusal"])
