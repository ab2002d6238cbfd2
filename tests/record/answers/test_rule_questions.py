"""Six hundred questions as players ask them, with the articles that answer: how many are answered, and rightly."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.record.answers.answer import Reply, answer_question

DATA = Path(__file__).parents[2] / "data" / "rule_questions"
OWN = ["hearts", "spades", "piquet"]
pytestmark = [pytest.mark.sweep("six hundred questions are asked"), pytest.mark.parametrize("slug", OWN)]


@cache
def questions(slug: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def replies(slug: str) -> list[tuple[dict[str, Any], Reply]]:
    return [(row, answer_question(row["question"], [GAMES[slug]], {}, row["language"])) for row in questions(slug)]


def inside(slug: str) -> list[tuple[dict[str, Any], Reply]]:
    return [(row, reply) for row, reply in replies(slug) if row["kind"] != "outside"]


def test_the_questions_are_many_and_mixed(slug: str) -> None:
    rows = questions(slug)
    assert len(rows) == len({row["question"] for row in rows}) == 200
    assert sum(row["language"] == "en" for row in rows) >= 60
    assert sum(row["misspelt"] for row in rows) >= 35
    assert sum(row["house"] is not None for row in rows) >= 55
    assert len(Counter(row["voice"] for row in rows)) == 6


def test_an_article_that_answers_is_among_the_first_three(slug: str) -> None:
    missed = [
        row["question"]
        for row, reply in inside(slug)
        if not {one.number for one in reply.articles[:3]} & set(row["articles"])
    ]
    assert len(missed) <= 0.08 * len(inside(slug)), missed


def test_most_questions_are_answered_with_an_article_that_answers(slug: str) -> None:
    answered = [row for row, reply in inside(slug) if reply.answer is not None]
    right = [
        row
        for row, reply in inside(slug)
        if reply.answer is not None and reply.answer.article.number in row["articles"]
    ]
    assert len(answered) >= 0.68 * len(inside(slug))
    assert len(right) >= 0.58 * len(inside(slug))


def test_questions_about_something_else_are_not_answered(slug: str) -> None:
    answered = [
        row["question"] for row, reply in replies(slug) if row["kind"] == "outside" and reply.answer is not None
    ]
    assert len(answered) <= 1, answered


def test_later_questions_find_their_article_and_outside_ones_no_answer(slug: str) -> None:
    lines = (DATA / "later.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["game"] == slug]
    assert len(rows) == 120
    answers = [(row, answer_question(row["question"], [GAMES[slug]], {}, row["language"])) for row in rows]
    about_the_game = [(row, reply) for row, reply in answers if row["kind"] != "outside"]
    missed = [
        row["question"]
        for row, reply in about_the_game
        if not {one.number for one in reply.articles[:3]} & set(row["articles"])
    ]
    assert len(missed) <= 0.06 * len(about_the_game), missed
    assert sum(reply.answer is not None for _, reply in about_the_game) >= 0.6 * len(about_the_game)
    assert [row["question"] for row, reply in answers if row["kind"] == "outside" and reply.answer is not None] == []
