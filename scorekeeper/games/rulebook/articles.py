"""The articles that the arbiter cites, with their sources."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from scorekeeper.games.rulebook.reading import (
    Sentence,
    Texts,
    by_language,
    has_data,
    known_name,
    parse_entries,
    read_data,
    word_count,
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

    title: Sentence
    rule: Sentence
    example: Sentence
    note: Sentence | None = None

    @property
    def rule_parts(self) -> tuple[str, str]:
        """Return the opening of the rule (its first sentence, and the next ones up to 40 words) and the rest, or ""."""
        opening, *rest = _BETWEEN_SENTENCES.split(self.rule)
        while rest and word_count(f"{opening} {rest[0]}") <= _MOST_OPENING_WORDS:
            opening = f"{opening} {rest.pop(0)}"
        return opening, " ".join(rest)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that articles cite, with its title in each language."""

    letter: str
    titles: Texts


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


@dataclass(frozen=True, slots=True)
class _ArticleEntry:
    """An article as the file has it: `Article`, with the letters of its sources."""

    number: str
    # The letters of `sources.toml`.
    sources: tuple[Annotated[str, known_name("source")], ...]
    options: tuple[str, ...]
    marks: frozenset[Mark]
    texts: Mapping[str, Text]

    def __post_init__(self) -> None:
        if self.marks - {Mark.OPTION} and not all(text.note for text in self.texts.values()):
            problem = "a note in each language is needed"
            raise ValueError(problem)


@cache
def read_articles(package: str) -> dict[str, Article]:
    """Read the articles of the `rulebook` folder inside that package, in file order."""
    articles = read_data(package, "articles.toml")
    if not has_data(package, "sources.toml"):
        return parse_articles(articles, {})
    return parse_articles(articles, read_data(package, "sources.toml"))


def parse_articles(articles: Mapping[str, object], sources: Mapping[str, object]) -> dict[str, Article]:
    """Parse the articles by number. Raises `RulebookError`."""
    known = parse_entries(Annotated[Source, by_language("titles")], "letter", sources)
    read = parse_entries(Annotated[_ArticleEntry, by_language("texts")], "number", articles, source=known)
    return {
        number: Article(number, tuple(known[letter] for letter in one.sources), one.options, one.marks, one.texts)
        for number, one in read.items()
    }
