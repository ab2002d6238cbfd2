"""The short answers of a rulebook: one question about an article, answered in one sentence."""

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
    Sentences,
    Texts,
    by_language,
    has_data,
    parse_entries,
    read_data,
    with_null,
)


def _as_lists(under: object) -> object:
    """Make each value a list; a table may write one value without it."""
    if not isinstance(under, Mapping):
        return under
    return {name: value if isinstance(value, list) else [value] for name, value in with_null(under).items()}


class Basis(enum.Enum):
    """The basis of an answer: a source or, for a question that no source answers, the usual practice."""

    SOURCE = "source"
    USAGE = "usage"


@dataclass(frozen=True, slots=True)
class AnswerVariant:
    """An answer in each language, true for tables whose options have one of the values that `under` lists by option.

    A text is "Head: sentence". The name of an option in braces is replaced by its value.
    """

    texts: Texts
    under: Annotated[Mapping[str, tuple[Any, ...]], BeforeValidator(_as_lists)] = field(default_factory=dict)

    def valid(self, options: Mapping[str, Any]) -> bool:
        """Return whether the answer is true under these options."""
        return all(options.get(name) in values for name, values in self.under.items())


@STRICT
@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """A question about an article, in several wordings, and its answers, of which the first valid one is right."""

    key: str
    article: ArticleNumber
    basis: Basis
    wordings: Mapping[str, Annotated[Sentences, Field(min_length=3)]]
    answers: Annotated[tuple[Annotated[AnswerVariant, by_language("texts")], ...], Field(min_length=1)]

    def under(self, options: Mapping[str, Any]) -> AnswerVariant | None:
        """Return the answer under these options, None if this question does not arise under them."""
        return next((variant for variant in self.answers if variant.valid(options)), None)


@cache
def read_short_answers(package: str, *shared: str) -> dict[str, ShortAnswer]:
    """Read the short answers of the package by key; a package without the file has none."""
    if not has_data(package, "short_answers.toml"):
        return {}
    numbers = [number for one in (package, *shared) for number in read_articles(one)]
    return parse_short_answers(read_data(package, "short_answers.toml"), numbers)


def parse_short_answers(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, ShortAnswer]:
    """Parse the short answers by key. Raises `RulebookError`."""
    return parse_entries(Annotated[ShortAnswer, by_language("wordings")], "key", entries, article=articles)
