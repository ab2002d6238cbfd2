"""The search finds the article of a question, and reports when there is none."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import LANGUAGES, read_phrasings
from scorekeeper.games.search.engine import LONGEST, MOST_FOUND, NEAREST, Findings, Outcome, search
from scorekeeper.games.search.library import book

pytestmark = pytest.mark.game("every")

QUESTIONS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
# A step is a word or trigram of the question found in one passage of the rulebook.
MOST_STEPS = 60_000


def numbers(findings: Findings) -> list[str]:
    return [one.article.number for one in findings.found]


@cache
def asked(slug: str, question: str, language: str | None = "fr") -> Findings:
    return search(question, [GAMES[slug]], language)


def found(row: dict[str, Any]) -> bool:
    return bool(set(numbers(asked(row["game"], row["question"], row["language"]))[:3]) & set(row["expected"]))


def test_the_table_of_questions_is_large_and_mixed() -> None:
    """Sixty questions a game, a third in English, a fifth with typing errors."""
    by_game = {game: list(rows) for game, rows in groupby(QUESTIONS, key=lambda row: row["game"])}
    assert {game: len(rows) for game, rows in by_game.items()} == {"hearts": 60, "spades": 60, "piquet": 60}
    assert all(3 * sum(row["language"] == "en" for row in rows) == len(rows) for rows in by_game.values())
    assert 5 * sum("slips" in row for row in QUESTIONS) >= len(QUESTIONS)
    assert len({row["question"] for row in QUESTIONS}) == len(QUESTIONS)


def test_few_questions_of_the_table_are_phrasings_word_for_word() -> None:
    """Only the obvious ones, such as « qui commence »."""
    packages = ["scorekeeper.cards", *(GAMES[slug].package for slug in ("hearts", "spades", "piquet"))]
    books = [read_phrasings(package) for package in packages]
    said = {phrase.casefold() for by in books for said in by.values() for one in LANGUAGES for phrase in said[one]}
    alike = [row["question"] for row in QUESTIONS if row["question"].casefold() in said]
    assert len(alike) <= len(QUESTIONS) // 10, alike


def test_the_expected_article_is_among_the_first_three_answers() -> None:
    missed = [(row["question"], row["expected"]) for row in QUESTIONS if not found(row)]
    assert len(missed) <= 0.05 * len(QUESTIONS), missed


@pytest.mark.parametrize("slug", ["hearts", "spades", "piquet"])
def test_the_search_is_good_enough_for_each_game(slug: str) -> None:
    rows = [row for row in QUESTIONS if row["game"] == slug]
    missed = [(row["question"], row["expected"]) for row in rows if not found(row)]
    assert len(missed) <= 0.1 * len(rows), missed


@pytest.mark.sweep("every question, each of every game")
def test_the_steps_of_a_question_are_bounded() -> None:
    everything = [search(row["question"]).steps for row in QUESTIONS]
    assert 0 < max(everything) <= MOST_STEPS
    rules = " ".join(row["question"] for row in QUESTIONS)
    assert search(rules).steps <= 10 * MOST_STEPS


@pytest.mark.sweep("every phrasing of every article is asked")
@pytest.mark.parametrize("slug", list(GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrasing_finds_its_article(slug: str, language: str) -> None:
    said = [(phrase, number) for number, by in read_phrasings(GAMES[slug].package).items() for phrase in by[language]]
    missed = [(phrase, number) for phrase, number in said if number not in numbers(asked(slug, phrase, language))[:3]]
    assert len(missed) <= len(said) // 50, missed


def test_typing_errors_missing_accents_and_unfinished_words_are_tolerated() -> None:
    whole = asked("hearts", "peut-on entamer à cœur avant qu’un cœur soit tombé")
    for typed in (
        "peut on entammer a coeur avant quun coeur soit tombé",
        "PEUT-ON ENTAMER À CŒUR AVANT QU’UN CŒUR SOI",
    ):
        assert numbers(asked("hearts", typed))[0] == numbers(whole)[0] == "DP-15"


@pytest.mark.parametrize("question", ["", "   ", "?!…", "🃏🂡", "Кто начинает?", "谁先出牌", "’’"])
def test_a_question_without_words_is_reported(question: str) -> None:
    findings = search(question)
    assert (findings.outcome, findings.found, findings.quarrels) == (Outcome.NO_WORDS, (), ())


@pytest.mark.parametrize("slug", [None, "hearts", "spades", "piquet"])
@pytest.mark.parametrize(
    "question",
    [
        "quelle est la recette de la tarte aux pommes",
        "who is the president of France",
        "asdfgh qwertz",
        "the weather tomorrow in Paris",
        "combien coûte un timbre",
        "qui est-ce que c’est",
        "what is it",
        "what happens",
    ],
)
def test_without_an_answer_only_the_nearest_three_are_found(slug: str | None, question: str) -> None:
    findings = search(question, None if slug is None else [GAMES[slug]])
    assert findings.outcome in {Outcome.NOTHING, Outcome.NOTHING_NEAR}
    assert len(findings.found) <= NEAREST
    assert findings.quarrels == ()


def test_a_too_long_question_is_reported_and_its_beginning_searched() -> None:
    findings = asked("hearts", "qui a le deux de trèfle entame " * 400)
    assert findings.outcome is Outcome.TOO_LONG
    assert "DP-11" in numbers(findings)
    assert asked("hearts", "a" * 10_000).outcome is Outcome.TOO_LONG
    assert asked("hearts", "qui entame".ljust(LONGEST + 50)).outcome is Outcome.FOUND


def test_at_most_five_articles_answer_best_first() -> None:
    findings = asked("spades", "zéro et contrat du partenaire")
    scores = [one.score for one in findings.found]
    assert len(scores) == MOST_FOUND
    assert scores == sorted(scores, reverse=True)


def test_the_language_is_recognised() -> None:
    assert search("combien vaut la dame de pique").language == "fr"
    assert search("how much is the queen of spades worth").language == "en"
    assert search("what are bags").language == "en"


def test_a_question_in_the_other_language_is_answered_in_the_requested_one() -> None:
    findings = asked("spades", "how much is a nil worth", "fr")
    assert findings.language == "fr"
    assert "AP-5" in numbers(findings)[:3]


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("combien coûte le dixième sac", "spades"),
        ("deux jokers dans un pli", "hearts"),
        ("mon adversaire a un quatorze, ai-je le repic", "piquet"),
        ("blind nil without looking", "spades"),
    ],
)
def test_the_game_is_recognised(question: str, slug: str) -> None:
    findings = search(question)
    assert findings.game is GAMES[slug]
    assert all(one.game is None or one.game is GAMES[slug] for one in findings.found)


def test_shared_articles_are_found_from_each_game() -> None:
    for slug in GAMES:
        findings = asked(slug, "peut-on reprendre une carte déjà posée, revenir en arrière")
        assert any(number.startswith("T-") for number in numbers(findings)), slug


def test_a_case_is_found_by_its_question() -> None:
    for slug, game in GAMES.items():
        missed = []
        for key, quarrel in book(game).quarrels.items():
            for language in LANGUAGES:
                findings = search(quarrel.questions[language], [game], language)
                if not findings.quarrels or findings.quarrels[0].key != key:
                    missed.append((key, language))
        assert missed == [], slug


@pytest.mark.parametrize(
    ("slug", "language", "question", "key"),
    [
        ("spades", "en", "can I lead a spade", "spades_not_broken"),
        ("spades", "en", "can I lead spades before they are broken", "spades_not_broken"),
        ("hearts", "en", "are hearts broken when someone throws the queen of spades", "queen_breaks_hearts"),
        ("hearts", "fr", "que du coeur et la dame, je peux jouer coeur?", "heart_or_the_queen"),
        ("spades", "fr", "mon partenaire a raté son zéro, ses plis comptent pour mon contrat ?", "failed_nil_tricks"),
        ("spades", "en", "can we go blind when we're losing by 150", "blind_nil"),
    ],
)
def test_a_common_question_finds_its_case_with_certainty(slug: str, language: str, question: str, key: str) -> None:
    findings = asked(slug, question, language)
    assert findings.quarrels[0].key == key
    assert findings.certain


@pytest.mark.parametrize(
    ("slug", "language", "question", "number"),
    [
        ("piquet", "fr", "combien de coups on joue", "PI-24"),
        ("piquet", "en", "dealt wrong number of cards", "PI-33"),
        *((slug, "fr", "maldonne", number) for slug, number in (("hearts", "DP-7"), ("spades", "AP-2"))),
        *((slug, "fr", "faute de donne", number) for slug, number in (("hearts", "DP-7"), ("piquet", "PI-32"))),
        *((slug, "en", "misdeal", number) for slug, number in (("hearts", "DP-7"), ("spades", "AP-2"))),
        *((slug, "fr", "qui distribue ensuite", number) for slug, number in (("hearts", "DP-7"), ("piquet", "PI-3"))),
        ("hearts", "en", "which direction do we pass", "DP-9"),
    ],
)
def test_a_short_question_finds_its_article_and_no_certain_case(
    slug: str, language: str, question: str, number: str
) -> None:
    findings = asked(slug, question, language)
    assert (findings.outcome, numbers(findings)[0], findings.certain) == (Outcome.FOUND, number, False)


@pytest.mark.sweep("every phrasing of every article is asked")
def test_a_phrasing_of_an_article_finds_no_certain_case_of_another() -> None:
    """Except phrasings that two articles share, such as playing on with eleven cards."""
    wrong = []
    for slug, game in GAMES.items():
        for number, said in read_phrasings(game.package).items():
            for language in LANGUAGES:
                for phrase in said[language]:
                    findings = asked(slug, phrase, language)
                    if findings.certain and findings.quarrels[0].article != number:
                        wrong.append((phrase, findings.quarrels[0].key))
    assert len(wrong) <= 8, wrong


@pytest.mark.parametrize("slug", ["hearts", "spades", "piquet"])
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "revoke"),
        ("en", "he didn't follow suit what happens"),
        ("en", "he revoked what does it cost"),
        ("fr", "renonce"),
        ("fr", "il n'a pas fourni"),
        ("fr", "prix de la renonce"),
    ],
)
def test_a_question_about_a_revoke_finds_its_articles_and_its_price(slug: str, language: str, question: str) -> None:
    findings = asked(slug, question, language)
    assert set(numbers(findings)[:2]) == {"T-4", "T-5"}
    assert findings.quarrels[0].option == "revoke"


@pytest.mark.parametrize(
    "typed", ["DP-14", "dp14", " dp 14 ", "DP\u201114", "article DP-14 ?", "que dit l’article DP-14 ?"]
)
def test_an_article_is_found_by_its_number_alone(typed: str) -> None:
    for findings in (asked("hearts", typed), search(typed)):
        assert (findings.outcome, numbers(findings), findings.quarrels) == (Outcome.FOUND, ["DP-14"], ())
        assert findings.certain
        assert findings.game is GAMES["hearts"]


def test_shared_articles_and_several_articles_are_found_by_number() -> None:
    assert numbers(asked("piquet", "t5")) == ["T-5"]
    assert numbers(asked("spades", "AP-16 ou AP-17 ?")) == ["AP-16", "AP-17"]


@pytest.mark.parametrize(
    ("slug", "typed", "nearest"),
    [
        ("piquet", "PI-99", ["PI-38", "PI-37", "PI-36"]),
        ("hearts", "dp0", ["DP-1", "DP-2", "DP-3"]),
        ("hearts", "T-8", ["T-7", "T-6", "T-5"]),
    ],
)
def test_an_unknown_number_finds_the_nearest(slug: str, typed: str, nearest: list[str]) -> None:
    findings = asked(slug, typed)
    assert (findings.outcome, numbers(findings), findings.certain) == (Outcome.NO_SUCH_NUMBER, nearest, False)


def test_the_number_of_another_game_is_unknown() -> None:
    assert asked("hearts", "PI-24").outcome is Outcome.NO_SUCH_NUMBER
    assert asked("hearts", "page 14").outcome is not Outcome.NO_SUCH_NUMBER


WORDS = st.lists(st.sampled_from(["dame", "cœur", "queen", "spade", "13", "nil", "à", "♠", "pli", "’", "-"]))


@given(st.text(max_size=200) | WORDS.map(" ".join))
def test_any_text_has_a_result(question: str) -> None:
    findings = search(question)
    assert isinstance(findings.outcome, Outcome)
    assert len(findings.found) <= MOST_FOUND
