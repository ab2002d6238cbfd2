"""The search finds what answers a question, and reports when nothing does."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import name_question, read_cases

from scorekeeper.games import GAMES
from scorekeeper.games.search.engine import LONGEST, MOST_FOUND, NEAREST, Findings, Outcome, search

pytestmark = pytest.mark.game("every")

OWN = ["hearts", "spades", "piquet"]
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]


def numbers(findings: Findings) -> list[str]:
    return [one.number for one in findings.articles]


@cache
def asked(slug: str, question: str, language: str | None = "fr") -> Findings:
    return search(question, [GAMES[slug]], language)


def missed(rows: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Return the questions without an expected article among the first three."""
    return [
        (row["question"], row["expected"])
        for row in rows
        if not set(numbers(asked(row["game"], row["question"], row["language"]))[:3]) & set(row["expected"])
    ]


def test_the_table_of_questions_is_large_and_mixed() -> None:
    """Sixty questions a game, a third in English, a fifth with typing errors."""
    by_game = {game: list(rows) for game, rows in groupby(QUESTIONS, key=lambda row: row["game"])}
    assert {game: len(rows) for game, rows in by_game.items()} == dict.fromkeys(OWN, 60)
    assert all(3 * sum(row["language"] == "en" for row in rows) == len(rows) for rows in by_game.values())
    assert 5 * sum("slips" in row for row in QUESTIONS) >= len(QUESTIONS)
    assert len({row["question"] for row in QUESTIONS}) == len(QUESTIONS)


def test_the_expected_article_is_among_the_first_three() -> None:
    assert len(missed(QUESTIONS)) <= 0.04 * len(QUESTIONS), missed(QUESTIONS)


@pytest.mark.parametrize("slug", OWN)
def test_no_game_is_searched_much_worse(slug: str) -> None:
    rows = [row for row in QUESTIONS if row["game"] == slug]
    assert len(missed(rows)) <= 0.08 * len(rows), missed(rows)


@pytest.mark.parametrize(
    ("slug", "language", "question", "number"),
    [
        ("hearts", "fr", "combien vaut la dame de pique", "DP-18"),
        ("hearts", "en", "which direction do we pass", "DP-9"),
        ("spades", "fr", "combien coûte le dixième sac", "AP-14"),
        ("spades", "en", "how much is a nil worth", "AP-5"),
        ("piquet", "fr", "combien de coups on joue", "PI-24"),
        ("piquet", "en", "what is a carte blanche", "PI-8"),
    ],
)
def test_a_plain_question_finds_its_article(slug: str, language: str, question: str, number: str) -> None:
    findings = asked(slug, question, language)
    assert findings.outcome is Outcome.FOUND
    assert number in numbers(findings)[:2]


@pytest.mark.parametrize(
    "typed",
    [
        "peut on entammer a coeur avant quun coeur soit tombé",
        "PEUT-ON ENTAMER À CŒUR AVANT QU’UN CŒUR SOI",
        "peut on antamer a keur avant qun coeur soit tonbé",
    ],
)
def test_typing_errors_missing_accents_and_unfinished_words_are_tolerated(typed: str) -> None:
    assert "DP-15" in numbers(asked("hearts", typed))[:2]


@pytest.mark.parametrize("case", read_cases("mistyped"), ids=name_question)
def test_swapped_and_missing_letters_find_the_entry(case: dict[str, Any]) -> None:
    entry = asked(case["game"], case["question"], case["language"]).candidates[0].entry
    assert entry is not None
    assert entry.key in case["entries"]


@pytest.mark.parametrize("question", ["", "   ", "?!…", "🃏🂡", "Кто начинает?", "谁先出牌", "’’", "</>"])
def test_a_question_without_words_is_reported(question: str) -> None:
    findings = search(question)
    assert (findings.outcome, findings.candidates, findings.articles) == (Outcome.NO_WORDS, (), ())


@pytest.mark.parametrize("slug", [None, *OWN])
@pytest.mark.parametrize(
    "question",
    [
        "quelle est la recette de la tarte aux pommes",
        "who is the president of France",
        "asdfgh qwertz",
        "the weather tomorrow in Paris",
        "qui est-ce que c’est",
        "what is it",
    ],
)
def test_without_an_answer_at_most_three_articles_are_found(slug: str | None, question: str) -> None:
    findings = search(question, None if slug is None else [GAMES[slug]])
    assert findings.outcome in {Outcome.NOTHING, Outcome.NOTHING_NEAR}
    assert len(findings.articles) <= NEAREST


def test_a_too_long_question_is_reported_and_its_beginning_searched() -> None:
    findings = asked("hearts", "qui a le deux de trèfle entame " * 400)
    assert (findings.outcome, numbers(findings)[0]) == (Outcome.TOO_LONG, "DP-11")
    assert asked("hearts", "a" * 10_000).outcome is Outcome.TOO_LONG
    assert asked("hearts", "qui entame".ljust(LONGEST + 50)).outcome is Outcome.FOUND


def test_at_most_five_candidates_and_articles_are_found_best_first() -> None:
    findings = asked("spades", "zéro et contrat du partenaire")
    scores = [one.score for one in findings.candidates]
    assert scores == sorted(scores, reverse=True)
    assert max(len(scores), len(numbers(findings))) <= MOST_FOUND
    assert len(set(numbers(findings))) == len(numbers(findings))


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("combien vaut la dame de pique", "fr"),
        ("how much is the queen of spades worth", "en"),
        ("what are bags", "en"),
    ],
)
def test_the_language_is_recognised(question: str, language: str) -> None:
    assert search(question).language == language


def test_a_question_in_the_other_language_is_answered_in_the_requested_one() -> None:
    findings = asked("spades", "how much is a nil worth", "fr")
    assert findings.language == "fr"
    assert "AP-5" in numbers(findings)[:3]


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("combien vaut un sac", "spades"),
        ("deux jokers dans un pli", "hearts"),
        ("mon adversaire a un quatorze, ai-je le repic", "piquet"),
        ("blind nil without looking", "spades"),
    ],
)
def test_the_game_is_recognised(question: str, slug: str) -> None:
    findings = search(question)
    assert findings.game is GAMES[slug]
    assert all(one.game in (None, GAMES[slug]) for one in findings.candidates)


@pytest.mark.parametrize("slug", OWN)
@pytest.mark.parametrize(
    ("question", "language"),
    [("renonce", "fr"), ("il n'a pas fourni", "fr"), ("revoke", "en"), ("he revoked what does it cost", "en")],
)
def test_shared_articles_are_found_from_each_game(slug: str, question: str, language: str) -> None:
    assert {"T-4", "T-5"} & set(numbers(asked(slug, question, language))[:2])


@pytest.mark.parametrize(
    "typed", ["DP-14", "dp14", " dp 14 ", "DP\u201114", "article DP-14 ?", "que dit l’article DP-14 ?"]
)
def test_an_article_is_found_by_its_number_alone(typed: str) -> None:
    for findings in (asked("hearts", typed), search(typed)):
        assert (findings.outcome, numbers(findings), findings.game) == (Outcome.FOUND, ["DP-14"], GAMES["hearts"])


def test_shared_articles_and_several_articles_are_found_by_number() -> None:
    assert numbers(asked("piquet", "t5")) == ["T-5"]
    assert numbers(asked("spades", "AP-16 ou AP-17 ?")) == ["AP-16", "AP-17"]


WORDS = st.lists(st.sampled_from(["dame", "cœur", "queen", "spade", "13", "nil", "à", "♠", "pli", "’", "-"]))


@given(st.text(max_size=200) | WORDS.map(" ".join))
def test_any_text_has_a_result(question: str) -> None:
    findings = search(question)
    assert isinstance(findings.outcome, Outcome)
    assert max(len(findings.candidates), len(findings.articles)) <= MOST_FOUND
