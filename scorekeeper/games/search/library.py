"""The searched texts: the articles of each game and the shared ones, their disputed cases, and the indexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import (
    LANGUAGES,
    Article,
    DisputedCase,
    RulesMoment,
    ShortAnswer,
    read_articles,
    read_disputed_cases,
    read_moments,
    read_short_answers,
)
from scorekeeper.games.search.index import Index, Passage

TABLE_WIDE = "scorekeeper.cards"

Entry: TypeAlias = DisputedCase | ShortAnswer


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of one game (of all games if `game` is None), their disputed cases and short answers.

    `moments` list these entries by moment and topic.
    """

    game: AnyGame | None
    articles: Mapping[str, Article]
    quarrels: Mapping[str, DisputedCase]
    short_answers: Mapping[str, ShortAnswer]
    moments: Sequence[RulesMoment]

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The disputed cases and the short answers, by key."""
        return {**self.quarrels, **self.short_answers}


def book(game: AnyGame | None) -> Book:
    """Return the book of this game, or the one shared by all games."""
    return _read(TABLE_WIDE, None) if game is None else _read(game.package, game)


def answers_questions(game: AnyGame) -> bool:
    """Return whether the rulebook answers questions about a game; a game that is only counted has no such answers."""
    return game.play is not None or bool(book(game).entries)


def index(games: Sequence[AnyGame]) -> Index:
    """Return the cached index of these games and the shared articles."""
    for game in games:
        book(game)
    return _index(tuple(game.package for game in games))


_BOOKS: dict[str, Book] = {}


def _read(package: str, game: AnyGame | None) -> Book:
    if package not in _BOOKS:
        quarrels = {} if game is None else read_disputed_cases(package, TABLE_WIDE)
        short_answers = read_short_answers(package, *([] if game is None else [TABLE_WIDE]))
        moments = read_moments(package, [*quarrels, *short_answers], read_short_answers(TABLE_WIDE))
        _BOOKS[package] = Book(game, read_articles(package), quarrels, short_answers, moments)
    return _BOOKS[package]


@cache
def _index(packages: tuple[str, ...]) -> Index:
    books = [*(_BOOKS[package] for package in packages), book(None)]
    return Index([passage for one in books for language in LANGUAGES for passage in _passages(one, language)])


def _passages(searched: Book, language: str) -> Iterator[Passage]:
    with_entries = {entry.article for entry in searched.entries.values()}
    for number, article in searched.articles.items():
        if number not in with_entries:
            text = article.text(language)
            yield from (Passage(number, one, language) for one in (text.title, f"{text.rule} {text.example}"))
    for key, entry in searched.entries.items():
        yield from (Passage(entry.article, wording, language, key) for wording in entry.wordings[language])
