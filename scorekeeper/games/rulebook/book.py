"""The short rulebook of a game: its chapters, each with its articles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    RulebookError,
    has_data,
    in_each_language,
    lookup,
    read_data,
    required_names,
    required_sentences,
    required_text,
    table_of,
)

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


@dataclass(frozen=True, slots=True)
class ChapterText:
    """A chapter in one language: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book, and the numbers of its articles."""

    key: str
    texts: Mapping[str, ChapterText]
    articles: tuple[str, ...]


@cache
def read_book(package: str) -> tuple[Chapter, ...]:
    """Read the chapters of the package's book in order; without the file, there are none."""
    if not has_data(package, "book.toml"):
        return ()
    return parse_book(read_data(package, "book.toml"), read_articles(package))


def parse_book(data: Mapping[str, object], articles: Collection[str]) -> tuple[Chapter, ...]:
    """Parse the chapters. Raises `RulebookError`, also for an article that is not in exactly one chapter."""
    entries = data.get("chapters")
    if not isinstance(entries, list) or not entries:
        raise RulebookError("book.toml", "'chapters' are missing")
    chapters = tuple(_chapter(f"chapter {number}", entry, articles) for number, entry in enumerate(entries, start=1))
    _refuse_duplicates("chapter", [chapter.key for chapter in chapters])
    listed = [number for chapter in chapters for number in chapter.articles]
    _refuse_duplicates("article", listed)
    missing = [number for number in articles if number not in listed]
    if missing:
        raise RulebookError(missing[0], "in no chapter of the book")
    return chapters


def _chapter(where: str, entry: object, articles: Collection[str]) -> Chapter:
    key = lookup(where, "chapter", required_text(where, entry, "key"), {name: name for name in CHAPTERS})
    numbers = {number: number for number in articles}
    listed = tuple(lookup(key, "article", number, numbers) for number in required_names(key, entry, "articles"))
    return Chapter(key, in_each_language(lambda language: _text(key, entry, language)), listed)


def _text(key: str, entry: object, language: str) -> ChapterText:
    where, text = f"{key}.{language}", table_of(key, entry, language)
    return ChapterText(required_text(where, text, "title"), required_sentences(where, text, "text"))


def _refuse_duplicates(kind: str, keys: list[str]) -> None:
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise RulebookError(twice[0], f"{kind} of the book twice")
