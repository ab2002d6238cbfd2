"""The rulebook: the articles the arbiter cites, read from the data files beside each game."""

import enum
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar

LANGUAGES = ("fr", "en")
T = TypeVar("T")


class RulebookError(ValueError):
    """A rulebook file is incomplete or names something unknown."""

    def __init__(self, entry: str, problem: str) -> None:
        """Say which article or source is at fault, and why."""
        super().__init__(f"{entry}: {problem}")


class Mark(enum.Enum):
    """What a reader should know of an article beside its rule."""

    OPTION = "option"
    AMBIGUOUS = "ambiguous"
    DIFFERENCE = "difference"
    ERROR = "error"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class Text:
    """An article in one language; the note says what the sources leave open."""

    title: str
    rule: str
    note: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A document that articles cite, with the title shown in each language."""

    letter: str
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered rule, with where it comes from and what may change it."""

    number: str
    sources: tuple[Source, ...]
    options: tuple[str, ...]
    marks: frozenset[Mark]
    texts: Mapping[str, Text]

    def text(self, language: str) -> Text:
        """Give the article in that language, or in French when it has no such text."""
        return self.texts.get(language, self.texts["fr"])


def read_articles(package: str) -> dict[str, Article]:
    """Read the articles of the `rulebook` folder inside that package, in file order."""
    folder = files(package) / "rulebook"
    sources = folder / "sources.toml"
    cited = tomllib.loads(sources.read_text(encoding="utf-8")) if sources.is_file() else {}
    return parse_articles(tomllib.loads((folder / "articles.toml").read_text(encoding="utf-8")), cited)


def parse_articles(articles: Mapping[str, object], sources: Mapping[str, object]) -> dict[str, Article]:
    """Turn the parsed data files into articles by number, or say what is wrong with them."""
    known = {
        letter: Source(letter, MappingProxyType({lang: _words(letter, titles, lang) for lang in LANGUAGES}))
        for letter, titles in sources.items()
    }
    return {number: _article(number, entry, known) for number, entry in articles.items()}


def _article(number: str, entry: object, known: Mapping[str, Source]) -> Article:
    sources = tuple(_known(number, "source", letter, known) for letter in _names(number, entry, "sources"))
    by_name = {mark.value: mark for mark in Mark}
    marks = frozenset(_known(number, "mark", name, by_name) for name in _names(number, entry, "marks"))
    noted = bool(marks - {Mark.OPTION})
    texts = {lang: _text(f"{number}.{lang}", _field(number, entry, lang), noted=noted) for lang in LANGUAGES}
    return Article(number, sources, _names(number, entry, "options"), marks, MappingProxyType(texts))


def _text(where: str, words: object, *, noted: bool) -> Text:
    note = _words(where, words, "note") if noted or _field(where, words, "note") is not None else None
    return Text(_words(where, words, "title"), _words(where, words, "rule"), note)


def _known(number: str, kind: str, name: str, among: Mapping[str, T]) -> T:
    if name not in among:
        raise RulebookError(number, f"unknown {kind} {name!r}")
    return among[name]


def _names(where: str, table: object, field: str) -> tuple[str, ...]:
    names = _field(where, table, field)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RulebookError(where, f"{field!r} must be a list of names")
    return tuple(names)


def _words(where: str, table: object, field: str) -> str:
    words = _field(where, table, field)
    if not isinstance(words, str) or not words.strip():
        raise RulebookError(where, f"{field!r} is missing or empty")
    return words


def _field(where: str, table: object, field: str) -> object:
    if not isinstance(table, Mapping):
        raise RulebookError(where, f"a table with {field!r} is missing")
    return table.get(field)
