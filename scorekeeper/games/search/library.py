"""The searched texts: the articles of each game and the shared ones, their disputed cases, and the indexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import (
    Article,
    DisputedCase,
    Phrasings,
    ShortAnswer,
    read_articles,
    read_disputed_cases,
    read_phrasings,
    read_short_answers,
)
from scorekeeper.games.search.index import Index, Passage

TABLE_WIDE = "scorekeeper.cards"
_TITLE, _PHRASING, _ENTRY, _TEXT = 1.0, 1.0, 0.95, 0.9

Entry: TypeAlias = DisputedCase | ShortAnswer


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of one game (of all games if `game` is None), their phrasings, disputed cases and short answers."""

    game: AnyGame | None
    articles: Mapping[str, Article]
    phrasings: Phrasings
    quarrels: Mapping[str, DisputedCase]
    short_answers: Mapping[str, ShortAnswer]

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The disputed cases and the short answers, by key."""
        return {**self.quarrels, **self.short_answers}


def book(game: AnyGame | None) -> Book:
    """Return the book of this game, or the one shared by all games."""
    return _read(TABLE_WIDE, None) if game is None else _read(game.package, game)


def index(games: Sequence[AnyGame], language: str) -> Index:
    """Return the index of these games and the shared articles in this language; it is built once."""
    for game in games:
        book(game)
    return _index(tuple(game.package for game in games), language)


_BOOKS: dict[str, Book] = {}


def _read(package: str, game: AnyGame | None) -> Book:
    if package not in _BOOKS:
        quarrels = {} if game is None else read_disputed_cases(package, TABLE_WIDE)
        short_answers = read_short_answers(package, *([] if game is None else [TABLE_WIDE]))
        _BOOKS[package] = Book(game, read_articles(package), read_phrasings(package), quarrels, short_answers)
    return _BOOKS[package]


@cache
def _index(packages: tuple[str, ...], language: str) -> Index:
    books = [*(_BOOKS[package] for package in packages), book(None)]
    return Index(language, [passage for texts in books for passage in _passages(texts, language)])


def _passages(texts: Book, language: str) -> Iterator[Passage]:
    for number, article in texts.articles.items():
        text = article.text(language)
        yield Passage(number, text.title, _TITLE)
        yield from (Passage(number, phrasing, _PHRASING) for phrasing in texts.phrasings[number][language])
        yield Passage(number, f"{text.title} {text.rule} {text.example}", _TEXT)
    for key, entry in texts.entries.items():
        yield from (Passage(entry.article, wording, _ENTRY, key) for wording in entry.wordings[language])
