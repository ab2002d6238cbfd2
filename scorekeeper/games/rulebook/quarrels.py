"""The commonest disputed cases of a game: the facts for the engine, and the claim of each side."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    RulebookError,
    field,
    in_each_language,
    known,
    read_data,
    refuse_other,
    sentences,
    table_of,
    with_null,
    words,
)

MOMENTS = (
    "deal",
    "pass",
    "bids",
    "first_trick",
    "following",
    "breaking",
    "last_trick",
    "declarations",
    "count",
    "end",
)
REFUSED = "refused"
_KEYS = {"article", "moment", "option", "asks", "case", "needs", "aside", "answers", *LANGUAGES}
_FEWEST_ANSWERS = 2
_FEWEST_PHRASINGS = 2


class Asked(enum.Enum):
    """What settles a disputed case: the ruling, points or totals by side, or winners of its facts; or the option."""

    RULING = "ruling"
    POINTS = "points"
    TOTALS = "totals"
    WINNERS = "winners"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class QuarrelAnswer:
    """The claim of one side, in each language; it is right when the engine's result is one of `when`.

    `REFUSED` is the result for a case that the engine refuses.
    """

    when: tuple[Any, ...]
    texts: Mapping[str, str]

    def right(self, found: object) -> bool:
        """Return whether this result of the engine makes the side right."""
        return found in self.when


@dataclass(frozen=True, slots=True)
class Quarrel:
    """A disputed case that the engine settles: `case` is a line of `score` or `judge`, without game and options.

    `option` is the house rule that decides it, None if none does. `needs` are options that the case requires; `aside`
    are options that change its figures but not who is right, with the values of these figures. If the option alone
    settles it, `case` is empty. `phrasings` are questions about it in everyday words.
    """

    key: str
    article: str
    moment: str
    option: str | None
    asked: Asked
    case: Mapping[str, Any]
    needs: Mapping[str, Any]
    aside: Mapping[str, Any]
    questions: Mapping[str, str]
    phrasings: Mapping[str, tuple[str, ...]]
    answers: tuple[QuarrelAnswer, ...]


@cache
def read_quarrels(package: str, *shared: str) -> dict[str, Quarrel]:
    """Read the disputed cases of that package by key; their articles are its own, or those of the shared packages."""
    articles = [number for one in (package, *shared) for number in read_articles(one)]
    return parse_quarrels(read_data(package, "quarrels.toml"), articles)


def parse_quarrels(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, Quarrel]:
    """Convert the parsed data file to disputed cases by key. Raises `RulebookError`."""
    numbers = {number: number for number in articles}
    return {key: _quarrel(key, entry, numbers) for key, entry in entries.items()}


def _quarrel(key: str, entry: object, articles: Mapping[str, str]) -> Quarrel:
    article = known(key, "article", words(key, entry, "article"), articles)
    moment = known(key, "moment", words(key, entry, "moment"), {name: name for name in MOMENTS})
    asked = known(key, "kind of answer", words(key, entry, "asks"), {one.value: one for one in Asked})
    option = None if field(key, entry, "option") is None else words(key, entry, "option")
    needs, aside = (
        {} if field(key, entry, name) is None else table_of(key, entry, name) for name in ("needs", "aside")
    )
    questions = in_each_language(lambda language: words(key, table_of(key, entry, language), "question"))
    phrasings = in_each_language(
        lambda language: sentences(key, table_of(key, entry, language), "phrasings", _FEWEST_PHRASINGS)
    )
    answers = _answers(key, field(key, entry, "answers"))
    refuse_other(key, entry if isinstance(entry, Mapping) else {}, _KEYS)
    case = {} if asked is Asked.OPTION and option is not None else with_null(table_of(key, entry, "case"))
    return Quarrel(key, article, moment, option, asked, case, needs, aside, questions, phrasings, answers)


def _answers(key: str, entries: object) -> tuple[QuarrelAnswer, ...]:
    if not isinstance(entries, list) or len(entries) < _FEWEST_ANSWERS:
        raise RulebookError(key, "a quarrel has two answers or more")
    return tuple(_answer(f"{key}.answers.{number}", entry) for number, entry in enumerate(entries, start=1))


def _answer(where: str, entry: object) -> QuarrelAnswer:
    when = field(where, entry, "when")
    if not isinstance(when, list) or not when:
        raise RulebookError(where, "'when' must be a list of what the engine may find")
    return QuarrelAnswer(tuple(with_null(when)), in_each_language(lambda language: words(where, entry, language)))
