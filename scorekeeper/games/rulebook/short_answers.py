"""The short answers of a rulebook: one question about an article, answered in one sentence."""

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

_KEYS = {"article", "basis", "answers", *LANGUAGES}
_FEWEST_QUESTIONS = 3


class Basis(enum.Enum):
    """The basis of an answer: a source or, for a question that no source answers, the usual practice."""

    SOURCE = "source"
    USAGE = "usage"


@dataclass(frozen=True, slots=True)
class AnswerVariant:
    """An answer in each language, true for tables whose options have one of the values that `under` lists by option.

    A text is "Head: sentence". The name of an option in braces stands for its value.
    """

    under: Mapping[str, tuple[Any, ...]]
    texts: Mapping[str, str]

    def valid(self, options: Mapping[str, Any]) -> bool:
        """Return whether the answer is true under these options."""
        return all(options.get(name) in values for name, values in self.under.items())


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """A question about an article, in several wordings, and its answers, of which the first valid one is right."""

    key: str
    article: str
    basis: Basis
    wordings: Mapping[str, tuple[str, ...]]
    variants: tuple[AnswerVariant, ...]

    def under(self, options: Mapping[str, Any]) -> AnswerVariant | None:
        """Return the answer under these options, None if this question does not arise under them."""
        return next((variant for variant in self.variants if variant.valid(options)), None)


@cache
def read_short_answers(package: str, *shared: str) -> dict[str, ShortAnswer]:
    """Read the short answers of the package by key; a package without the file has none."""
    if not has_data(package, "short_answers.toml"):
        return {}
    numbers = [number for one in (package, *shared) for number in read_articles(one)]
    return parse_short_answers(read_data(package, "short_answers.toml"), numbers)


def parse_short_answers(entries: Mapping[str, object], articles: Collection[str]) -> dict[str, ShortAnswer]:
    """Parse the short answers by key. Raises `RulebookError`."""
    numbers = {number: number for number in articles}
    return {key: _short_answer(key, entry, numbers) for key, entry in entries.items()}


def _short_answer(key: str, entry: object, articles: Mapping[str, str]) -> ShortAnswer:
    article = lookup(key, "article", required_text(key, entry, "article"), articles)
    basis = lookup(key, "basis", required_text(key, entry, "basis"), {basis.value: basis for basis in Basis})
    wordings = in_each_language(lambda language: required_sentences(key, entry, language, _FEWEST_QUESTIONS))
    refuse_unknown_keys(key, entry if isinstance(entry, Mapping) else {}, _KEYS)
    return ShortAnswer(key, article, basis, wordings, _variants(key, entry))


def _variants(key: str, entry: object) -> tuple[AnswerVariant, ...]:
    entries = entry.get("answers") if isinstance(entry, Mapping) else None
    if not isinstance(entries, list) or not entries:
        raise RulebookError(key, "an answer is needed")
    return tuple(_variant(f"{key}.answers.{number}", one) for number, one in enumerate(entries, start=1))


def _variant(where: str, entry: object) -> AnswerVariant:
    under = table_of(where, entry, "under") if isinstance(entry, Mapping) and "under" in entry else {}
    values = {name: tuple(value) if isinstance(value, list) else (value,) for name, value in with_null(under).items()}
    return AnswerVariant(values, in_each_language(lambda language: required_text(where, entry, language)))
