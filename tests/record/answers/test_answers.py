"""The answers to questions: certain for what the rulebook has, never for what it has not, true at this table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from support.cases import name_question, read_cases
from support.schemas import SLUGS, plain_values

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option, plain_value
from scorekeeper.games.rulebook import LANGUAGES, AnswerVariant, Article, DisputedCase, ShortAnswer
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import Candidate
from scorekeeper.games.search.library import Entry
from scorekeeper.record.answers.answer import answer_question, candidate_answer
from scorekeeper.record.answers.rulings import options_in_force, settle_case
from scorekeeper.web.games.rules_in_force import replace_example_names

pytestmark = pytest.mark.game("every")

MOST_WORDS = {"head": 6, "sentence": 25}
every_game = pytest.mark.parametrize("slug", SLUGS)


@pytest.mark.parametrize("slug", [None, *SLUGS])
@pytest.mark.parametrize("case", read_cases("numbers/outside"), ids=lambda case: str(case["question"]))
def test_an_outside_question_has_no_certain_answer(slug: str | None, case: dict[str, str]) -> None:
    games = None if slug is None else [GAMES[slug]]
    assert answer_question(case["question"], games, {}, None).answer is None


@pytest.mark.parametrize("case", read_cases("numbers/unanswered"), ids=name_question)
def test_another_question_than_the_asked_one_is_not_answered(case: dict[str, Any]) -> None:
    """DP-15, DP-17, DP-21, DP-24, DP-25, PI-7, PI-17, AP-3, AP-13: its numbers, its players or its act are others.

    A moon with every heart and the queen is 26, not the 16 of an example; leading is not discarding.
    """
    reply = answer_question(case["question"], [GAMES[case["game"]]], case.get("options", {}), None)
    if "wrong" in case:
        assert reply.answer is None or reply.answer.head != case["wrong"]
        return
    assert reply.answer is None
    assert len(reply.shown) == 3


@pytest.mark.parametrize("case", read_cases("rule_questions/usage"), ids=name_question)
def test_a_point_that_few_rules_name_is_answered_by_its_entry(case: dict[str, Any]) -> None:
    """DP-11, DP-14, DP-21, AP-6, AP-8, AP-13, AP-22, AP-23, PI-4, PI-12, PI-17, PI-21, PI-24, PI-36, T-1, T-5, T-6."""
    language = case["language"]
    first = answer_question(case["question"], [GAMES[case["game"]]], case.get("options", {}), language).shown[0]
    titles = {entry.key: entry.wordings[language][0] for entry, _ in entries(case["game"])}
    assert (first.question, first.head) == (titles[case["entry"]], case["head"])


@cache
def entries(slug: str) -> list[tuple[Entry, Article]]:
    """Return every disputed case and short answer of a game and the shared ones, with their articles."""
    books = [library.book(GAMES[slug]), library.book(None)]
    articles = {number: article for one in books for number, article in one.articles.items()}
    return [(entry, articles[entry.article]) for one in books for entry in one.entries.values()]


def texts(game: AnyGame, entry: Entry, options: dict[str, Any]) -> dict[str, str]:
    """Return the answer of an entry under these options by language, empty if it does not arise."""
    in_force = options_in_force(game, options)
    found = entry.under(in_force) if isinstance(entry, ShortAnswer) else settle_case(game, entry, options).answer
    return {} if found is None else {language: found.texts[language].format_map(in_force) for language in LANGUAGES}


def every_text(entry: Entry) -> list[str]:
    """Return the texts of all answers of an entry, in both languages."""
    return [text for answer in entry.answers for text in answer.texts.values()]


@every_game
def test_no_answer_has_the_name_of_a_player_of_an_example(slug: str) -> None:
    """A reader who asks about another table does not know Anne: a text with her name changes for another Anne."""
    answers = [text for entry, _ in entries(slug) for text in every_text(entry)]
    rules = [text.rule for _, article in entries(slug) for text in article.texts.values()]
    assert [text for text in [*answers, *rules] if replace_example_names(("Anne",), text) != text] == []


@every_game
def test_every_answer_is_short(slug: str) -> None:
    long = []
    for entry, _ in entries(slug):
        for text in every_text(entry):
            parts = dict(zip(("head", "sentence"), head_and_sentence(text), strict=True))
            long += [(entry.key, text) for name, part in parts.items() if len(part.split()) > MOST_WORDS[name]]
    assert long == []


NUMBER = re.compile(r"\d+|{\w+}")


def head_and_sentence(text: str) -> tuple[str, str]:
    """Split an answer; the head of one without colon is empty."""
    head, *rest = re.split(r"\s*: ", text, maxsplit=1)
    return (head, rest[0]) if rest else ("", head)


def differing(one: AnswerVariant, other: AnswerVariant) -> list[str]:
    """Return the names of the options whose values tell two variants apart."""
    return [name for name in {**one.under, **other.under} if one.under.get(name) != other.under.get(name)]


@every_game
def test_the_numbers_of_this_table_are_in_the_head(slug: str) -> None:
    """PI-17: "2" for the last trick, and in the sentence "nothing below the 10", was the head of another table."""
    lapses = []
    for entry in library.book(GAMES[slug]).short_answers.values():
        for language in LANGUAGES:
            parts = [(one, *head_and_sentence(one.texts[language])) for one in entry.answers]
            numbered = [part for part in parts if NUMBER.search(part[1])]
            lapses += [
                text for one, head, text in numbered if not {*re.findall(r"{\w+}", text)} <= {*NUMBER.findall(head)}
            ]
            lapses += [
                f"{entry.key}: {head}"
                for (one, head, text), (other, other_head, other_text) in combinations(numbered, 2)
                if head == other_head
                and len(differing(one, other)) == 1
                and {*NUMBER.findall(text)} != {*NUMBER.findall(other_text)}
            ]
    assert lapses == []


def allowed(option: Option, value: object) -> bool:
    between = option.lowest is not None and isinstance(value, int) and option.lowest <= value <= (option.highest or 0)
    return between or value in plain_values(option)


@every_game
def test_short_answers_name_options_and_values_of_their_game(slug: str) -> None:
    game = GAMES[slug]
    options = {option.name: option for option in game.options}
    unknown: list[tuple[str, str]] = []
    for entry in library.book(game).short_answers.values():
        for variant in entry.answers:
            unknown += [
                (entry.key, f"{name} = {value}")
                for name, values in variant.under.items()
                for value in values
                if name not in options or not allowed(options[name], value)
            ]
            braces = {name for text in variant.texts.values() for name in re.findall(r"{(\w+)}", text)}
            unknown += [(entry.key, name) for name in braces - set(options)]
    assert unknown == []


def changed(game: AnyGame) -> Iterator[tuple[Option, dict[str, Any]]]:
    """Yield each option of a game with every other value than its default."""
    for option in game.options:
        for value in option.values[1:]:
            yield option, {option.name: plain_value(value)}


# Short answers that are true under every value of the option of their article, by slug and option.
INDEPENDENT = {(case["game"], case["option"]): case["independent"] for case in read_cases("numbers/independent")}


@every_game
def test_a_short_answer_depends_on_the_option_of_its_article(slug: str) -> None:
    """An answer that does not name the option could state the default at a table that chose another value."""
    lapses = []
    for option in GAMES[slug].options:
        independent = INDEPENDENT.get((slug, option.name), "").split()
        for entry, article in entries(slug):
            if isinstance(entry, DisputedCase) or article.number != option.article or entry.key in independent:
                continue
            names = {name for variant in entry.answers for name in variant.under}
            if option.name not in names and not any(f"{{{option.name}}}" in one.texts["fr"] for one in entry.answers):
                lapses.append((article.number, option.name, entry.key, entry.answers[0].texts["fr"]))
    assert lapses == []


# The queen is always worth 13 at Belmont.
ALWAYS = {("queen_points", "DP-6")}
# What only these defaults make true, in French, and no answer may state at a table with another value.
STATED = {(case["game"], case["option"]): case["states"] for case in read_cases("numbers/stated")}


@pytest.mark.sweep("gives every answer under every option")
@every_game
def test_no_answer_states_what_only_a_changed_default_makes_true(slug: str) -> None:
    game, lapses = GAMES[slug], []
    for option, options in changed(game):
        stated = STATED.get((slug, option.name))
        for entry, article in entries(slug) if stated else ():
            text = texts(game, entry, options).get("fr", "")
            unchanged = text == texts(game, entry, {}).get("fr") and (option.name, article.number) not in ALWAYS
            if unchanged and re.search(str(stated), text, re.IGNORECASE):
                lapses.append((article.number, options, entry.key, text))
    assert lapses == []


@pytest.mark.sweep("gives every answer under every option")
@every_game
def test_no_answer_is_an_error_under_any_option(slug: str) -> None:
    game = GAMES[slug]
    for _, options in changed(game):
        answered = [texts(game, entry, options) for entry, _ in entries(slug)]
        assert any(answered)
        assert not any("{" in text for by_language in answered for text in by_language.values())


@every_game
def test_no_answer_without_a_table_is_an_error(slug: str) -> None:
    """The price of a revoke (T-5) is that of a table: without one its article answers."""
    for entry, article in entries(slug):
        for language in LANGUAGES:
            answer = candidate_answer(Candidate(entry, article, None, 1.0), None, {}, language)
            assert answer.text
            assert "{" not in answer.text
