"""The short rulebook of a game: its chapters, each with its articles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field

from scorekeeper.games.rulebook.articles import read_articles
from scorekeeper.games.rulebook.reading import (
    ArticleNumber,
    RulebookError,
    Sentence,
    Sentences,
    by_language,
    has_data,
    known_name,
    parse,
    read_data,
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
    """A chapter in one language: its title and the paragraphs of its text."""

    title: Sentence
    text: Annotated[Sentences, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book, and the numbers of its articles."""

    key: Annotated[str, known_name("chapter")]
    texts: Mapping[str, ChapterText]
    articles: tuple[ArticleNumber, ...]


@cache
def read_book(package: str) -> tuple[Chapter, ...]:
    """Read the chapters of the package's book in order; without the file, there are none."""
    if not has_data(package, "book.toml"):
        return ()
    return parse_book(read_data(package, "book.toml"), read_articles(package))


def parse_book(data: Mapping[str, object], articles: Collection[str]) -> tuple[Chapter, ...]:
    """Parse the chapters. Raises `RulebookError`, also for an article that is not in exactly one chapter."""
    shape = Annotated[tuple[Annotated[Chapter, by_language("texts")], ...], Field(min_length=1)]
    chapters: tuple[Chapter, ...] = parse(shape, data.get("chapters"), article=articles, chapter=CHAPTERS)
    _refuse_duplicates("chapter", [chapter.key for chapter in chapters])
    listed = [number for chapter in chapters for number in chapter.articles]
    _refuse_duplicates("article", listed)
    missing = [number for number in articles if number not in listed]
    if missing:
        raise RulebookError(missing[0], "in no chapter of the book")
    return chapters


def _refuse_duplicates(kind: str, keys: list[str]) -> None:
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise RulebookError(twice[0], f"{kind} of the book twice")
