"""The wizard of yes/no questions that leads from an irregularity to its consequence, one question at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    RulebookError,
    field,
    in_each_language,
    lookup,
    read_data,
    refuse_unknown_keys,
    required_text,
    table_of,
)

YES, NO = "yes", "no"
MOST_QUESTIONS = 4
_CONSEQUENCES, _CONSEQUENCE = "consequences", "consequence"


@dataclass(frozen=True, slots=True)
class Consequence:
    """An end of the wizard: its text in each language, its article, and the facts that record it, as JSON."""

    key: str
    article: str
    texts: Mapping[str, str]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A yes/no question in each language, and the question or consequence after each answer."""

    key: str
    texts: Mapping[str, str]
    answers: Mapping[str, Question | Consequence]


def read_wizard(package: str, name: str, facts: Collection[str], *shared: str) -> Question:
    """Read a wizard of the package by file name; return its first question.

    `facts` are the keys that a consequence may have for facts. Its article is in the package or in a `shared` one.
    """
    articles = [number for one in (package, *shared) for number in read_articles(one)]
    return parse_wizard(read_data(package, name), articles, facts)


def parse_wizard(data: Mapping[str, object], articles: Collection[str], facts: Collection[str]) -> Question:
    """Parse a wizard; return its first question.

    Raises `RulebookError` for a missing answer, a cycle, a path of more than four questions or an unreachable entry.
    """
    reader = _WizardReader(data, articles, facts)
    if not reader.questions:
        raise RulebookError("wizard", "no question")
    first = reader.question(next(iter(reader.questions)), ())
    unreachable = [key for key in (*reader.questions, *reader.consequences) if key not in reader.reached]
    if unreachable:
        raise RulebookError(unreachable[0], "no answer leads there")
    return first


class _WizardReader:
    """Parse the questions and consequences, and record those that are reachable."""

    def __init__(self, data: Mapping[str, object], articles: Collection[str], facts: Collection[str]) -> None:
        self.consequences = table_of("wizard", data, _CONSEQUENCES)
        self.questions = {key: entry for key, entry in data.items() if key != _CONSEQUENCES}
        self.reached: set[str] = set()
        self._articles, self._facts = {number: number for number in articles}, set(facts)

    def question(self, key: str, before: tuple[str, ...]) -> Question:
        if key in before:
            raise RulebookError(key, "the wizard goes in a circle")
        if len(before) == MOST_QUESTIONS:
            raise RulebookError(key, f"further than {MOST_QUESTIONS} questions")
        lookup(before[-1] if before else "wizard", "question", key, self.questions)
        entry = table_of("wizard", self.questions, key)
        self.reached.add(key)
        texts = in_each_language(lambda language: required_text(key, table_of(key, entry, language), "question"))
        refuse_unknown_keys(key, entry, {*LANGUAGES, YES, NO})
        answers = {answer: self._led_to(key, field(key, entry, answer), (*before, key)) for answer in (YES, NO)}
        return Question(key, texts, answers)

    def _led_to(self, key: str, target: object, before: tuple[str, ...]) -> Question | Consequence:
        if isinstance(target, str):
            return self.question(target, before)
        if not isinstance(target, Mapping) or set(target) != {_CONSEQUENCE}:
            raise RulebookError(key, "an answer leads to a question or to a consequence")
        return self._consequence(key, required_text(key, target, _CONSEQUENCE))

    def _consequence(self, where: str, key: str) -> Consequence:
        lookup(where, _CONSEQUENCE, key, self.consequences)
        entry = table_of("wizard", self.consequences, key)
        self.reached.add(key)
        article = lookup(key, "article", required_text(key, entry, "article"), self._articles)
        refuse_unknown_keys(key, entry, {*LANGUAGES, "article", *self._facts})
        facts = {name: value for name, value in entry.items() if name in self._facts}
        return Consequence(key, article, in_each_language(lambda language: required_text(key, entry, language)), facts)
