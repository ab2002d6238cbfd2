"""The most common disputed cases of a game: a case that the engine settles, and the answer of each side."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    RulebookError,
    field,
    has_data,
    in_each_language,
    lookup,
    read_data,
    refuse_unknown_keys,
    required_sentences,
    required_text,
    table_of,
    with_null,
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
_KEYS = {
    "article", "moment", "option", "asks", "case", "needs", "aside", "variants", "answers", *LANGUAGES,
}  # fmt: skip
_FEWEST_ANSWERS = 2
_FEWEST_PHRASINGS = 2


class AnswerKind(enum.Enum):
    """The result that settles a case: a ruling, points or totals by side, the winners, or the value of an option."""

    RULING = "ruling"
    POINTS = "points"
    TOTALS = "totals"
    WINNERS = "winners"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer of one side, in each language; it is right when the result of the engine is in `when`.

    `REFUSED` is the result for a case that the engine refuses.
    """

    when: tuple[Any, ...]
    texts: Mapping[str, str]

    def right(self, found: object) -> bool:
        """Return whether this side is right."""
        return found in self.when


@dataclass(frozen=True, slots=True)
class DisputedCase:
    """A disputed case; `case` is a line of the `score` or `judge` format, without game and options.

    `option` is the house rule that decides it, or None; if this option alone settles the dispute, `case` is empty.
    `needs` are options that the case requires. `aside` are options that change its figures but not which side is right.
    `variants` are the same dispute with other needs and another case, for tables where this case cannot arise.
    `phrasings` are the phrases by which the search finds it.
    """

    key: str
    article: str
    moment: str
    option: str | None
    asked: AnswerKind
    case: Mapping[str, Any]
    needs: Mapping[str, Any]
    aside: Mapping[str, Any]
    questions: Mapping[str, str]
    phrasings: Mapping[str, tuple[str, ...]]
    answers: tuple[CaseAnswer, ...]
    variants: tuple[DisputedCase, ...] = ()

    @property
    def wordings(self) -> Mapping[str, tuple[str, ...]]:
        """The question and its phrasings, by language."""
        return {language: (self.questions[language], *self.phrasings[language]) for language in LANGUAGES}


@cache
def read_disputed_cases(package: str, *shared: str) -> dict[str, DisputedCase]:
    """Read the disputed cases of the package by key; they cite its articles or those of the shared packages.

    A package without the file has none.
    """
    if not has_data(package, "quarrels.toml"):
        return {}
    numbers = [number for one in (package, *shared) for number in read_articles(one)]
    return parse_disputed_cases(read_data(package, "quarrels.toml"), numbers)


def parse_disputed_cases(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, DisputedCase]:
    """Parse the disputed cases by key. Raises `RulebookError`."""
    numbers = {number: number for number in articles}
    return {key: _disputed_case(key, entry, numbers) for key, entry in entries.items()}


def _disputed_case(key: str, entry: object, articles: Mapping[str, str]) -> DisputedCase:
    article = lookup(key, "article", required_text(key, entry, "article"), articles)
    moment = lookup(key, "moment", required_text(key, entry, "moment"), {name: name for name in MOMENTS})
    asked = lookup(key, "kind of answer", required_text(key, entry, "asks"), {kind.value: kind for kind in AnswerKind})
    option = None if field(key, entry, "option") is None else required_text(key, entry, "option")
    needs, aside = (
        {} if field(key, entry, name) is None else table_of(key, entry, name) for name in ("needs", "aside")
    )
    questions = in_each_language(lambda language: required_text(key, table_of(key, entry, language), "question"))
    phrasings = in_each_language(
        lambda language: required_sentences(key, table_of(key, entry, language), "phrasings", _FEWEST_PHRASINGS)
    )
    answers = _answers(key, field(key, entry, "answers"))
    refuse_unknown_keys(key, entry if isinstance(entry, Mapping) else {}, _KEYS)
    case = {} if asked is AnswerKind.OPTION and option is not None else with_null(table_of(key, entry, "case"))
    quarrel = DisputedCase(key, article, moment, option, asked, case, needs, aside, questions, phrasings, answers)
    return replace(quarrel, variants=tuple(_variants(quarrel, field(key, entry, "variants"))))


def _variants(quarrel: DisputedCase, entries: Any) -> Iterator[DisputedCase]:  # noqa: ANN401 - any value of a data file
    for number, entry in enumerate(entries or (), start=1):
        where = f"{quarrel.key}.variants.{number}"
        needs, case = (table_of(where, entry, name) for name in ("needs", "case"))
        refuse_unknown_keys(where, entry, {"needs", "case"})
        yield replace(quarrel, needs=needs, case=with_null(case))


def _answers(key: str, entries: object) -> tuple[CaseAnswer, ...]:
    if not isinstance(entries, list) or len(entries) < _FEWEST_ANSWERS:
        raise RulebookError(key, "a quarrel has two answers or more")
    return tuple(_answer(f"{key}.answers.{number}", entry) for number, entry in enumerate(entries, start=1))


def _answer(where: str, entry: object) -> CaseAnswer:
    when = field(where, entry, "when")
    if not isinstance(when, list) or not when:
        raise RulebookError(where, "'when' must be a list of what the engine may find")
    return CaseAnswer(tuple(with_null(when)), in_each_language(lambda language: required_text(where, entry, language)))
