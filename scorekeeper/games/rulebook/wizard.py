"""The wizard of yes/no questions that leads from an irregularity to its consequence, one question at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    STRICT,
    ArticleNumber,
    RulebookError,
    Sentence,
    Texts,
    by_language,
    known_name,
    parse_entries,
    read_data,
)

YES, NO = "yes", "no"
MOST_QUESTIONS = 4
_CONSEQUENCES, _CONSEQUENCE = "consequences", "consequence"


@STRICT
@dataclass(frozen=True, slots=True)
class Consequence:
    """An end of the wizard: its text in each language, its article, and the facts that record it, as JSON."""

    key: str
    article: ArticleNumber
    texts: Texts
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
    consequences = parse_entries(_ConsequenceEntry, "key", data.get(_CONSEQUENCES, {}), article=articles, facts=facts)
    entries = {key: entry for key, entry in data.items() if key != _CONSEQUENCES}
    names = {"question": [*entries], _CONSEQUENCE: [*consequences]}
    questions = parse_entries(Annotated[_QuestionEntry, by_language("texts")], "key", entries, **names)
    if not questions:
        raise RulebookError("wizard", "no question")
    reached: set[str] = set()

    # `before` are the keys of the questions that lead to this one; one of them twice would be a circle.
    def read(key: str, before: tuple[str, ...]) -> Question:
        if key in before:
            raise RulebookError(key, "the wizard goes in a circle")
        if len(before) == MOST_QUESTIONS:
            raise RulebookError(key, f"further than {MOST_QUESTIONS} questions")
        reached.add(key)
        entry = questions[key]
        texts = {language: text.question for language, text in entry.texts.items()}
        return Question(key, texts, {YES: follow(entry.yes, (*before, key)), NO: follow(entry.no, (*before, key))})

    def follow(step: _Step, before: tuple[str, ...]) -> Question | Consequence:
        if step.question is not None:
            return read(step.question, before)
        reached.add(step.consequence)
        found: Consequence = consequences[step.consequence]
        return found

    first = read(next(iter(questions)), ())
    unreachable = [key for key in (*questions, *consequences) if key not in reached]
    if unreachable:
        raise RulebookError(unreachable[0], "no answer leads there")
    return first


def _collect_facts(entry: object, info: ValidationInfo[Any]) -> object:
    """Move the facts of a consequence into one mapping."""
    if not isinstance(entry, Mapping):
        return entry
    facts = {name: value for name, value in entry.items() if name in info.context["facts"]}
    return {**{name: value for name, value in entry.items() if name not in facts}, "facts": facts}


@dataclass(frozen=True, slots=True)
class _QuestionText:
    question: Sentence


@STRICT
@dataclass(frozen=True, slots=True)
class _Step:
    """What an answer leads to: another question, in the file as its key alone, or a consequence."""

    question: Annotated[str, known_name("question")] | None = None
    consequence: Annotated[str, known_name(_CONSEQUENCE)] = ""

    def __post_init__(self) -> None:
        if (self.question is None) != bool(self.consequence):
            problem = "an answer leads to a question or to a consequence"
            raise ValueError(problem)


def _step(target: object) -> object:
    return {"question": target} if isinstance(target, str) else target


@STRICT
@dataclass(frozen=True, slots=True)
class _QuestionEntry:
    """A question of the file, with the step after each answer."""

    key: str
    texts: Mapping[str, _QuestionText]
    yes: Annotated[_Step, BeforeValidator(_step)]
    no: Annotated[_Step, BeforeValidator(_step)]


_ConsequenceEntry = Annotated[Consequence, by_language("texts"), BeforeValidator(_collect_facts)]
