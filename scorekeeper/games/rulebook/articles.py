"""The articles that the arbiter cites, with their sources, and phrasings of questions about them."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    RulebookError,
    field,
    in_each_language,
    known,
    names,
    read_data,
    sentences,
    words,
)

_FEWEST_PHRASINGS = 4
Phrasings: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]


class Mark(enum.Enum):
    """A remark about an article: for example that it is optional, ambiguous or beyond its sources."""

    OPTION = "option"
    AMBIGUOUS = "ambiguous"
    DIFFERENCE = "difference"
    ERROR = "error"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class Text:
    """An article in one language; the example is a case with figures, the note explains what the sources leave open."""

    title: str
    rule: str
    example: str
    note: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A document that articles cite, with the title shown in each language."""

    letter: str
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Article:
    """A numbered rule, with its sources and the house rules that change it."""

    number: str
    sources: tuple[Source, ...]
    options: tuple[str, ...]
    marks: frozenset[Mark]
    texts: Mapping[str, Text]

    def text(self, language: str) -> Text:
        """Return the text in that language, or in French if there is none."""
        return self.texts.get(language, self.texts["fr"])


@cache
def read_articles(package: str) -> dict[str, Article]:
    """Read the articles of the `rulebook` folder inside that package, in file order."""
    cited = (files(package) / "rulebook" / "sources.toml").is_file()
    return parse_articles(read_data(package, "articles.toml"), read_data(package, "sources.toml") if cited else {})


def parse_articles(articles: Mapping[str, object], sources: Mapping[str, object]) -> dict[str, Article]:
    """Convert the parsed data files to articles by number. Raises `RulebookError`."""
    cited = {
        letter: Source(letter, MappingProxyType({lang: words(letter, titles, lang) for lang in LANGUAGES}))
        for letter, titles in sources.items()
    }
    return {number: _article(number, entry, cited) for number, entry in articles.items()}


def _article(number: str, entry: object, cited: Mapping[str, Source]) -> Article:
    sources = tuple(known(number, "source", letter, cited) for letter in names(number, entry, "sources"))
    by_name = {mark.value: mark for mark in Mark}
    marks = frozenset(known(number, "mark", name, by_name) for name in names(number, entry, "marks"))
    noted = bool(marks - {Mark.OPTION})
    texts = {lang: _text(f"{number}.{lang}", field(number, entry, lang), noted=noted) for lang in LANGUAGES}
    return Article(number, sources, names(number, entry, "options"), marks, MappingProxyType(texts))


def _text(where: str, entry: object, *, noted: bool) -> Text:
    note = words(where, entry, "note") if noted or field(where, entry, "note") is not None else None
    return Text(words(where, entry, "title"), words(where, entry, "rule"), words(where, entry, "example"), note)


@cache
def read_phrasings(package: str) -> Phrasings:
    """Read the phrasings of every article of that package, by number and language."""
    return parse_phrasings(read_data(package, "phrasings.toml"), read_articles(package))


def parse_phrasings(entries: Mapping[str, object], articles: Collection[str]) -> Phrasings:
    """Convert the parsed data file to phrasings. Raises `RulebookError` for a missing or an unknown article."""
    unknown = [number for number in entries if number not in articles]
    if unknown:
        raise RulebookError(unknown[0], "no such article")
    return {number: _phrasings(number, entries.get(number)) for number in articles}


def _phrasings(number: str, entry: object) -> Mapping[str, tuple[str, ...]]:
    return in_each_language(lambda language: sentences(number, entry, language, _FEWEST_PHRASINGS))
