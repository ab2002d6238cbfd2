"""The articles that the arbiter cites, with their sources; the short book of a game; the texts of its house rules.

An *article* is a numbered rule, such as PI-22; a *source* is a document that it cites, by a letter. The *book* groups
all articles of a game in chapters. An *option* is a house rule, a *preset* a named set of house rules.

Each text is in French and English: a field `texts` has them by language, `"fr"` and `"en"`. pydantic makes these
dataclasses from the TOML files; a validator in `Annotated[…]` checks or converts the value of the file. A `ValueError`
raised there becomes a `RulebookError`, which names the entry of the file. `Sentence` is a text that is not empty.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo

from scorekeeper.games.rulebook.reading import (
    LANGUAGES,
    ArticleNumber,
    RulebookError,
    Sentence,
    Sentences,
    Texts,
    by_language,
    known_name,
    parse,
    parse_entries,
    read_data,
    value_name,
    word_count,
)

_MOST_OPENING_WORDS = 40
# The spaces between a mark that ends a sentence and what can begin the next one.
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…]) +(?=[A-ZÀ-Ý0-9«“(])")
# The keys that a chapter of the book may have.
CHAPTERS = (
    "goal",
    "cards",
    "deal",
    "pass",
    "bids",
    "declarations",
    "play",
    "scoring",
    "end",
    "variants",
    "irregularities",
    "examples",
    "origin",
    "names",
    "advice",
    "open",
)


class Mark(enum.Enum):
    """A property of an article that the page shows next to its rule."""

    # A house rule changes it.
    OPTION = "option"
    # The note of the article explains each of these: a source is ambiguous, the sources differ, a source has an error,
    # or the rule is in no source.
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
        # Add the next sentence as long as the opening stays short.
        while rest and word_count(f"{opening} {rest[0]}") <= _MOST_OPENING_WORDS:
            opening = f"{opening} {rest.pop(0)}"
        return opening, " ".join(rest)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that articles cite, with its title in each language."""

    letter: str
    titles: Texts


def _find_source(letter: object, info: ValidationInfo[Any]) -> Source:
    """Return the source of a letter: in the file, articles name their sources by letters."""
    # `parse_articles` gives the sources as the context of the validation.
    sources: dict[str, Source] = info.context["source"]
    source = sources.get(str(letter))
    if source is None:
        problem = f"unknown source {letter!r}"
        raise ValueError(problem)
    return source


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered rule, with its sources and the options that change it."""

    number: str
    # In the file, a list of letters.
    sources: tuple[Annotated[Source, BeforeValidator(_find_source)], ...]
    # The names of the options.
    options: tuple[str, ...]
    marks: frozenset[Mark]
    texts: Mapping[str, Text]

    def __post_init__(self) -> None:
        """Raise `ValueError` when a mark other than that of an option is not explained by a note."""
        if self.marks - {Mark.OPTION} and not all(text.note for text in self.texts.values()):
            problem = "a note in each language is needed"
            raise ValueError(problem)

    def text(self, language: str) -> Text:
        """Return the text in that language, or in French when there is none."""
        return self.texts.get(language, self.texts["fr"])


@cache
def read_articles(package: str) -> dict[str, Article]:
    """Read the articles of the `rulebook` folder inside that package, in file order."""
    # `read_data` returns the table of a TOML file; a package may have no sources.
    return parse_articles(read_data(package, "articles.toml"), read_data(package, "sources.toml", required=False))


def article_numbers(*packages: str) -> list[str]:
    """Return the numbers of the articles of these packages."""
    return [number for package in packages for number in read_articles(package)]


def parse_articles(articles: Mapping[str, object], sources: Mapping[str, object]) -> dict[str, Article]:
    """Parse the articles by number. Raises `RulebookError`."""
    # `parse_entries` makes an object of each table of the file. The name of the table, such as `PI-22`, becomes the
    # field `number` of the object, and `by_language` moves the tables `fr` and `en` of the entry into its field
    # `texts`. `source` gives the sources, by letter, to the validator `_find_source` of an article.
    known = parse_entries(Annotated[Source, by_language("titles")], "letter", sources)
    return parse_entries(Annotated[Article, by_language("texts")], "number", articles, source=known)


@dataclass(frozen=True, slots=True)
class ChapterText:
    """A chapter in one language: its title and the paragraphs of its text."""

    title: Sentence
    text: Annotated[Sentences, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book, and the numbers of its articles."""

    # One of `CHAPTERS`: `known_name` refuses any other name.
    key: Annotated[str, known_name("chapter")]
    texts: Mapping[str, ChapterText]
    articles: tuple[ArticleNumber, ...]


@cache
def read_book(package: str) -> tuple[Chapter, ...]:
    """Read the chapters of the package's book in order; without the file, there are none."""
    data = read_data(package, "book.toml", required=False)
    if not data:
        return ()
    return parse_book(data, read_articles(package))


def parse_book(data: Mapping[str, object], articles: Collection[str]) -> tuple[Chapter, ...]:
    """Parse the chapters. Raises `RulebookError`, also for an article that is not in exactly one chapter."""
    # A tuple of one chapter or more; each has its texts by language.
    shape = Annotated[tuple[Annotated[Chapter, by_language("texts")], ...], Field(min_length=1)]
    # The keywords are for the validators of the fields: `ArticleNumber` accepts only a number among `article`, and
    # `known_name("chapter")` only a key among `chapter`.
    chapters: tuple[Chapter, ...] = parse(shape, data.get("chapters"), article=articles, chapter=CHAPTERS)
    _refuse_duplicates("chapter", [chapter.key for chapter in chapters])
    listed = [number for chapter in chapters for number in chapter.articles]
    _refuse_duplicates("article", listed)
    missing = [number for number in articles if number not in listed]
    if missing:
        raise RulebookError(missing[0], "in no chapter of the book")
    return chapters


def _refuse_duplicates(kind: str, keys: list[str]) -> None:
    # The error names only the first one.
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise RulebookError(twice[0], f"{kind} of the book twice")


@dataclass(frozen=True, slots=True)
class OptionText:
    """A house rule in one language."""

    label: Sentence
    # A sentence about its effect.
    line: Sentence
    # The texts of its usual values, by the name of the value in the file (`value_name`): `"drawn"`, or `"500"` for 500.
    values: Texts

    def value(self, value: object) -> str:
        """Return the text of a value, or the value as JSON if it has no text."""
        name = value_name(value)
        return self.values.get(name, name)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A preset in one language: its name, and a sentence about its effect (`line`)."""

    name: Sentence
    line: Sentence


@dataclass(frozen=True, slots=True)
class HouseRulesText:
    """The options and presets of a game in one language, by their JSON names."""

    options: Mapping[str, OptionText]
    presets: Mapping[str, PresetText]


@cache
def read_house_rules(package: str) -> Mapping[str, HouseRulesText]:
    """Read the texts of the package's house rules by language, in file order."""
    return parse_house_rules(read_data(package, "options.toml"))


def parse_house_rules(entries: Mapping[str, object]) -> Mapping[str, HouseRulesText]:
    """Parse the house rules by language. Raises `RulebookError`."""
    # The file has the languages innermost, in each entry; here they are outermost.
    texts: Mapping[str, HouseRulesText] = parse(
        dict[str, HouseRulesText], {language: _in_language(language, entries) for language in LANGUAGES}
    )
    return texts


def _in_language(language: str, entry: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """Return an entry with the texts of one language in place of those of each.

    For French, `{"label": {"fr": "Cible", "en": "Target"}}` is `{"label": "Cible"}`.
    """
    # A value that is no table is the same in each language.
    if not isinstance(entry, Mapping):
        return entry
    # The keys of this table that are no languages, with their values in the language. If no key is a language, the
    # table has no text of its own: it is a table of further entries.
    others = {name: _in_language(language, value) for name, value in entry.items() if name not in LANGUAGES}
    if len(others) == len(entry):
        return others
    text = entry.get(language)
    # A text, or a table of several texts of this language, to which the other keys of the entry are added.
    if not isinstance(text, Mapping):
        return text
    return {**text, **others}
