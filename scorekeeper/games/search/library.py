"""The searched texts: the articles of each game and the shared ones, their disputed cases, and the indexes.

Reading and indexing them takes a second a game, so `make` and the build of the package save both beside the rulebook.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
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
_SAVED = "index.pickle"

Entry: TypeAlias = DisputedCase | ShortAnswer


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of one game, or of all games, their disputed cases and short answers.

    `moments` list these entries by moment and topic.
    """

    articles: Mapping[str, Article]
    disputes: Mapping[str, DisputedCase]
    short_answers: Mapping[str, ShortAnswer]
    moments: Sequence[RulesMoment]

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The disputed cases and the short answers, by key."""
        return {**self.disputes, **self.short_answers}


def book(game: AnyGame | None) -> Book:
    """Return the cached book of this game, or the one shared by all games."""
    if game is None:
        return _book(TABLE_WIDE)
    return _book(game.package)


def answers_questions(game: AnyGame) -> bool:
    """Return whether the rulebook answers questions about a game; a game that is only counted has no such answers."""
    return game.play is not None or bool(book(game).entries)


def index(game: AnyGame) -> Index:
    """Return the cached index of this game and the shared articles."""
    return _index(game.package)


def save(package: str) -> None:
    """Save the book and the index of a package in its `rulebook` folder."""
    content = pickle.dumps((_book(package), _index(package)))
    Path(str(files(package) / "rulebook" / _SAVED)).write_bytes(_digest(package) + content)


@cache
def _book(package: str) -> Book:
    saved = _saved(package)
    if saved is not None:
        return saved[0]
    cases = read_disputed_cases(package, TABLE_WIDE)
    answers = read_short_answers(package, TABLE_WIDE)
    moments = read_moments(package, [*cases, *answers], read_short_answers(TABLE_WIDE))
    return Book(read_articles(package), cases, answers, moments)


@cache
def _index(package: str) -> Index:
    saved = _saved(package)
    if saved is not None:
        return saved[1]
    books = [_book(package), _book(TABLE_WIDE)]
    return Index([passage for one in books for language in LANGUAGES for passage in _passages(one, language)])


@cache
def _saved(package: str) -> tuple[Book, Index] | None:
    """Return what `save` has saved, unless a file that it was made of has changed since."""
    file = files(package) / "rulebook" / _SAVED
    if not file.is_file():
        return None
    digest = _digest(package)
    content = file.read_bytes()
    if not content.startswith(digest):
        return None
    saved: tuple[Book, Index] = pickle.loads(content[len(digest) :])  # noqa: S301 - part of the package, as its code
    return saved


def _digest(package: str) -> bytes:
    """Return a digest of all files that a book and an index are made of: their texts, and the code that reads them."""
    search = files(__package__)
    games = files("scorekeeper.games")
    folders = (search, games / "rulebook", files(TABLE_WIDE) / "rulebook", files(package) / "rulebook")
    read = (file for folder in folders for file in sorted(folder.iterdir(), key=lambda file: file.name))
    return sha256(b"".join(file.read_bytes() for file in read if file.name.endswith((".py", ".toml")))).digest()


def _passages(searched: Book, language: str) -> Iterator[Passage]:
    with_entries = {entry.article for entry in searched.entries.values()}
    for number, article in searched.articles.items():
        if number not in with_entries:
            text = article.text(language)
            yield from (Passage(number, one, language) for one in (text.title, f"{text.rule} {text.example}"))
    for key, entry in searched.entries.items():
        yield from (Passage(entry.article, wording, language, key) for wording in entry.wordings[language])
