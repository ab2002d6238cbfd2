"""The articles that the arbiter cites, with their sources."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    RulebookError,
    field,
    has_data,
    lookup,
    read_data,
    required_names,
    required_text,
)

_MOST_OPENING_WORDS = 40
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…]) +(?=[A-ZÀ-Ý0-9«“(])")


class Mark(enum.Enum):
    """A property of an article that the page shows next to its rule."""

    OPTION = "option"
    AMBIGUOUS = "ambiguous"
    DIFFERENCE = "difference"
    ERROR = "error"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class Text:
    """An article in one language; the example has figures, the note explains a question that the sources leave open."""

    title: str
    rule: str
    example: str
    note: str | None

    @property
    def rule_parts(self) -> tuple[str, str]:
        """Return the opening of the rule (its first sentence, and the next ones up to 40 words) and the rest, or ""."""
        opening, *rest = _BETWEEN_SENTENCES.split(self.rule)
        while rest and _word_count(f"{opening} {rest[0]}") <= _MOST_OPENING_WORDS:
            opening = f"{opening} {rest.pop(0)}"
        return opening, " ".join(rest)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that articles cite, with its title in each language."""

    letter: str
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered rule, with its sources and the options that change it."""

    number: str
    sources: tuple[Source, ...]
    options: tuple[str, ...]
    marks: frozenset[Mark]
    texts: Mapping[str, Text]

    def text(self, language: str) -> Text:
        """Return the text in that language, or in French when there is none."""
        return self.texts.get(language, self.texts["fr"])


def _word_count(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in text.split())


@cache
def read_articles(package: str) -> dict[str, Article]:
    """Read the articles of the `rulebook` folder inside that package, in file order."""
    sources = read_data(package, "sources.toml") if has_data(package, "sources.toml") else {}
    return parse_articles(read_data(package, "articles.toml"), sources)


def parse_articles(articles: Mapping[str, object], sources: Mapping[str, object]) -> dict[str, Article]:
    """Parse the articles by number. Raises `RulebookError`."""
    known_sources = {
        letter: Source(letter, MappingProxyType({lang: required_text(letter, titles, lang) for lang in LANGUAGES}))
        for letter, titles in sources.items()
    }
    return {number: _article(number, entry, known_sources) for number, entry in articles.items()}


def _article(number: str, entry: object, known_sources: Mapping[str, Source]) -> Article:
    sources = tuple(
        lookup(number, "source", letter, known_sources) for letter in required_names(number, entry, "sources")
    )
    by_name = {mark.value: mark for mark in Mark}
    marks = frozenset(lookup(number, "mark", name, by_name) for name in required_names(number, entry, "marks"))
    needs_note = bool(marks - {Mark.OPTION})
    texts = {lang: _text(f"{number}.{lang}", field(number, entry, lang), needs_note=needs_note) for lang in LANGUAGES}
    return Article(number, sources, required_names(number, entry, "options"), marks, MappingProxyType(texts))


def _text(where: str, entry: object, *, needs_note: bool) -> Text:
    if entry is None:
        raise RulebookError(where, "the text in this language is missing")
    note = required_text(where, entry, "note") if needs_note or field(where, entry, "note") is not None else None
    return Text(
        required_text(where, entry, "title"),
        required_text(where, entry, "rule"),
        required_text(where, entry, "example"),
        note,
    )
