"""Nine hundred questions as players ask them, with the entries that settle them: how many are answered, and rightly."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from support.cases import read_cases

from scorekeeper.games import GAMES
from scorekeeper.games.search import library
from scorekeeper.record.answers.answer import QuestionAnswer, Reply, answer_question

OWN = ["hearts", "spades", "piquet"]
# Of the three answers shown, one settled 94 to 98 % of the questions of each game when this was written.
SETTLED = 0.93
# An answer marked certain is wrong in at most this share of all questions, those about something else included.
MOST_WRONG = 0.006
pytestmark = pytest.mark.sweep("nine hundred questions are asked")
own_game = pytest.mark.parametrize("slug", OWN)


@cache
def rows_of(name: str) -> list[dict[str, Any]]:
    return read_cases(f"rule_questions/{name}")


def later_questions(slug: str) -> list[dict[str, Any]]:
    return [row for row in rows_of("later") if row["game"] == slug]


def every_question(slug: str) -> list[dict[str, Any]]:
    return [*rows_of(slug), *later_questions(slug)]


@cache
def reply_to(slug: str, question: str, language: str) -> Reply:
    return answer_question(question, [GAMES[slug]], {}, language)


def replies(slug: str, rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Reply]]:
    """Return the replies to the questions about the game."""
    return [(row, reply_to(slug, row["question"], row["language"])) for row in rows if row["kind"] != "outside"]


@cache
def entries_by_title(slug: str) -> dict[str, str]:
    """Return the key of each entry of a game and of the shared ones, by its title in either language."""
    books = (library.book(None), library.book(GAMES[slug]))
    return {
        titles[0]: key for book in books for key, entry in book.entries.items() for titles in entry.wordings.values()
    }


def is_right(slug: str, row: dict[str, Any], answer: QuestionAnswer) -> bool:
    """Return whether an answer is that of an entry that settles the question, or is rightly computed."""
    if answer.numbers is not None:
        return bool(row["computed"])
    return entries_by_title(slug).get(answer.question) in row["entries"]


@own_game
def test_the_questions_are_many_and_mixed(slug: str) -> None:
    rows = rows_of(slug)
    assert len(rows) == len({row["question"] for row in rows}) == 200
    assert len(later_questions(slug)) == 120
    assert sum(row["language"] == "en" for row in rows) >= 60
    assert sum(row["misspelt"] for row in rows) >= 35
    assert sum(row["house"] is not None for row in rows) >= 55
    assert len(Counter(row["voice"] for row in rows)) == 6


@own_game
def test_the_entries_of_the_questions_exist(slug: str) -> None:
    known = {*library.book(None).entries, *library.book(GAMES[slug]).entries}
    named = {key for row in every_question(slug) for key in row["entries"]}
    assert named <= known


@own_game
def test_an_answer_that_settles_is_among_the_three(slug: str) -> None:
    asked = replies(slug, every_question(slug))
    settled = [any(is_right(slug, row, answer) for answer in reply.shown) for row, reply in asked]
    assert sum(settled) >= SETTLED * len(asked)


@own_game
@pytest.mark.parametrize(
    ("name", "certain", "right", "missed"), [("known", 0.42, 0.92, 0.08), ("later", 0.24, 0.82, 0.06)]
)
def test_most_first_answers_are_of_an_article_that_answers(
    slug: str, name: str, certain: float, right: float, missed: float
) -> None:
    asked = replies(slug, rows_of(slug) if name == "known" else later_questions(slug))
    assert sum(reply.answer is not None for _, reply in asked) >= certain * len(asked)
    assert sum(reply.shown[0].article.number in row["articles"] for row, reply in asked) >= right * len(asked)
    found = [{one.number for one in reply.articles[:3]} & set(row["articles"]) for row, reply in asked]
    assert found.count(set()) <= missed * len(asked)


def test_few_certain_answers_are_wrong() -> None:
    asked = [(slug, row, reply) for slug in OWN for row, reply in replies(slug, every_question(slug))]
    wrong = [
        row["question"]
        for slug, row, reply in asked
        if reply.answer is not None and not is_right(slug, row, reply.answer)
    ]
    assert len(wrong) <= MOST_WRONG * sum(len(every_question(slug)) for slug in OWN), wrong


@own_game
def test_questions_about_something_else_are_not_answered(slug: str) -> None:
    rows = [row for row in every_question(slug) if row["kind"] == "outside"]
    assert [
        row["question"] for row in rows if reply_to(slug, row["question"], row["language"]).answer is not None
    ] == []
