"""The most common disputed cases of a game: a case that the engine settles, and the answer of each side."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    STRICT,
    ArticleNumber,
    Sentence,
    Sentences,
    Texts,
    WithNull,
    by_language,
    has_data,
    parse_entries,
    read_data,
)

REFUSED = "refused"


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

    when: Annotated[tuple[Any, ...], Field(min_length=1), WithNull]
    texts: Texts

    def right(self, found: object) -> bool:
        """Return whether this side is right."""
        return found in self.when


@dataclass(frozen=True, slots=True)
class CaseText:
    """A disputed case in one language: its question, and the phrases by which the search finds it."""

    question: Sentence
    phrasings: Annotated[Sentences, Field(min_length=2)]


@STRICT
@dataclass(frozen=True, slots=True)
class DisputedCase:
    """A disputed case: its question, the answer of each side, and a case that shows which side is right."""

    key: str
    article: ArticleNumber
    # The result of the case with which the answers are compared.
    asks: AnswerKind
    texts: Mapping[str, CaseText]
    answers: Annotated[tuple[Annotated[CaseAnswer, by_language("texts")], ...], Field(min_length=2)]
    # The house rule that decides it, or None.
    option: str | None = None
    # A line of the `score` or `judge` format, without game and options; empty if `option` alone settles the dispute.
    case: Annotated[Mapping[str, Any], WithNull] = field(default_factory=dict)
    # The options that the case requires.
    needs: Mapping[str, Any] = field(default_factory=dict)
    # The options that change its figures but not which side is right.
    aside: Mapping[str, Any] = field(default_factory=dict)
    # The same dispute with other needs and another case, for tables where this case cannot arise.
    variants: tuple[DisputedCase, ...] = ()

    def __post_init__(self) -> None:
        """Raise `ValueError` when nothing settles the case."""
        if not self.case and not (self.option and self.asks is AnswerKind.OPTION):
            problem = "a case is needed"
            raise ValueError(problem)

    @property
    def wordings(self) -> Mapping[str, tuple[str, ...]]:
        """The question and its phrasings, by language."""
        return {language: (text.question, *text.phrasings) for language, text in self.texts.items()}


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
    return parse_entries(_CaseEntry, "key", entries, article=articles)


def _expand_variants(entry: object) -> object:
    """Make each variant a whole case."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("variants", []), list):
        return entry
    # Games written for version 0.2 have the moment of each case here; it is in `topics.toml` now.
    whole = {name: value for name, value in entry.items() if name not in {"variants", "moment"}}
    variants = entry.get("variants", [])
    # What is no table is left as it is, for the shape to refuse.
    if all(isinstance(variant, Mapping) for variant in variants):
        variants = [{**whole, "needs": None, "case": None, **variant} for variant in variants]
    return {**whole, "variants": variants}


# The last validator runs first.
_CaseEntry = Annotated[DisputedCase, BeforeValidator(_expand_variants), by_language("texts")]
