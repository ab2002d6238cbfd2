"""The rulebook, read from the data files beside each game: the articles the arbiter cites, its house rules in words."""

import enum
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True, slots=True)
class OptionText:
    """A house rule in one language: its label, what it changes, its usual values by `value_name`."""

    label: str
    line: str
    values: Mapping[str, str]

    def value(self, value: object) -> str:
        """A value in words, or as JSON writes it where it is no usual one."""
        name = value_name(value)
        return self.values.get(name, name)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A ready-made table in one language: its name, and what it changes."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class HouseRulesText:
    """The options and the ready-made tables of a game in one language, each by its name in JSON."""

    options: Mapping[str, OptionText]
    presets: Mapping[str, PresetText]


def value_name(value: object) -> str:
    """The name that a value of an option has in the data files: its text, or as JSON writes it."""
    return value if isinstance(value, str) else json.dumps(value)


@cache
def read_house_rules(package: str) -> Mapping[str, HouseRulesText]:
    """Read the words of the house rules in the `rulebook` folder inside that package, by language, in file order."""
    text = (files(package) / "rulebook" / "options.toml").read_text(encoding="utf-8")
    return parse_house_rules(tomllib.loads(text))


def parse_house_rules(entries: Mapping[str, object]) -> Mapping[str, HouseRulesText]:
    """Turn the parsed data file into house rules by language, or say what is wrong with it."""
    options, presets = (_table("options.toml", entries, name) for name in ("options", "presets"))
    return MappingProxyType(
        {
            language: HouseRulesText(
                {name: _option_text(name, entry, language) for name, entry in options.items()},
                {
                    name: PresetText(*_in_language(name, entry, language, "name", "line"))
                    for name, entry in presets.items()
                },
            )
            for language in LANGUAGES
        }
    )


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


def _option_text(name: str, entry: object, language: str) -> OptionText:
    values = _table(name, entry, "values")
    label, line = _in_language(name, entry, language, "label", "line")
    return OptionText(label, line, {value: _words(f"{name}.{value}", said, language) for value, said in values.items()})


def _in_language(where: str, entry: object, language: str, *fields: str) -> list[str]:
    words = _field(where, entry, language)
    return [_words(f"{where}.{language}", words, field) for field in fields]


def _table(where: str, entry: object, field: str) -> Mapping[str, object]:
    table = _field(where, entry, field)
    if not isinstance(table, Mapping):
        raise RulebookError(where, f"a table {field!r} is missing")
    return table


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
