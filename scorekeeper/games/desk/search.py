"""A question in everyday words in, the articles that answer it out; where none does, it says so and never guesses."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.desk import shelf
from scorekeeper.games.desk.index import Index, Likeness
from scorekeeper.games.rulebook import LANGUAGES, Article, Quarrel

LONGEST = 400
MOST_FOUND, NEAREST = 5, 3
_SURE, _SAME_QUARREL = 0.4, 0.45
_NEXT_TWO, _COVERED = 0.25, 0.5


class Outcome(enum.Enum):
    """Whether articles answer a question, and if not what is wrong with it."""

    FOUND = "found"
    NOTHING = "nothing"
    NOTHING_NEAR = "nothing_near"
    NO_WORDS = "no_words"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Found:
    """An article, the game it belongs to (None for those of any table), and how well it answers."""

    article: Article
    game: AnyGame | None
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """What a question brings up: articles best first, at most five, or the nearest three where none answers.

    `game` is the game that was asked about or seems to be, `quarrel` the one that the question is about. `steps`
    counts the work.
    """

    language: str
    outcome: Outcome
    found: tuple[Found, ...]
    game: AnyGame | None
    quarrel: Quarrel | None
    steps: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """A question as the index of one language reads it."""

    index: Index
    likeness: Likeness
    ranked: tuple[tuple[str, float], ...]

    @property
    def best(self) -> float:
        return self.ranked[0][1] if self.ranked else 0.0


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Find the articles of these games, of all by default, that answer a question; its words tell the language."""
    games = tuple(GAMES.values()) if games is None else tuple(games)
    asked = question.strip()[:LONGEST]
    reading = _read(asked, games, language)
    game = games[0] if len(games) == 1 else _game(reading, games)
    steps = reading.likeness.steps
    if game is not None and len(games) > 1:
        reading = _read(asked, (game,), language or reading.index.language)
        steps += reading.likeness.steps
    outcome = Outcome.TOO_LONG if len(question.strip()) > LONGEST else _outcome(reading)
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    found = tuple(_found(number, score, games) for number, score in reading.ranked[:most])
    quarrel = _quarrel(reading, found, game) if outcome is Outcome.FOUND else None
    return Findings(language or reading.index.language, outcome, found, game, quarrel, steps)


def _read(asked: str, games: Sequence[AnyGame], language: str | None) -> _Reading:
    """The question as its language reads it; as the other does where that alone makes something of it."""
    for game in games:
        shelf.book(game)
    readings = {one: _reading(asked, shelf.index(games, one)) for one in LANGUAGES}
    best = max(readings.values(), key=lambda one: (one.likeness.known, one.best))
    if language is None:
        return best
    own = readings[language]
    return own if own.best >= _SURE or best.best < _SURE else best


def _reading(asked: str, index: Index) -> _Reading:
    likeness = index.likeness(asked)
    return _Reading(index, likeness, _ranked(index, likeness))


def _ranked(index: Index, likeness: Likeness) -> tuple[tuple[str, float], ...]:
    """The articles by their passage most like the question, with something for the next two."""
    of_article: dict[str, list[float]] = {}
    for number, like in likeness.passages.items():
        passage = index.passages[number]
        of_article.setdefault(passage.article, []).append(like * passage.weight)
    scores = {
        number: _score(sorted(likes, reverse=True)) + _COVERED * likeness.articles[number]
        for number, likes in of_article.items()
    }
    order = {passage.article: place for place, passage in reversed(list(enumerate(index.passages)))}
    return tuple(sorted(scores.items(), key=lambda one: (-one[1], order[one[0]])))


def _score(likes: Sequence[float]) -> float:
    return likes[0] + _NEXT_TWO * sum(likes[1:3])


def _outcome(reading: _Reading) -> Outcome:
    if reading.likeness.words == 0:
        return Outcome.NO_WORDS
    if not reading.ranked:
        return Outcome.NOTHING_NEAR
    return Outcome.FOUND if reading.best >= _SURE else Outcome.NOTHING


def _game(reading: _Reading, games: Sequence[AnyGame]) -> AnyGame | None:
    """The game of the best article, None where that is an article of any table or there is none."""
    return _found(*reading.ranked[0], games).game if reading.ranked else None


def _found(number: str, score: float, games: Sequence[AnyGame]) -> Found:
    books = [shelf.book(game) for game in games] + [shelf.book(None)]
    one = next(one for one in books if number in one.articles)
    return Found(one.articles[number], one.game, score)


def _quarrel(reading: _Reading, found: Sequence[Found], game: AnyGame | None) -> Quarrel | None:
    """The quarrel most like the question among those about the articles found, if it is like it enough."""
    if game is None:
        return None
    near = {one.article.number for one in found[:NEAREST]}
    passages = [(like, reading.index.passages[number]) for number, like in reading.likeness.passages.items()]
    alike = [(like, one.quarrel) for like, one in passages if one.quarrel is not None and one.article in near]
    best, key = max(alike, default=(0.0, ""))
    return shelf.book(game).quarrels[key] if best >= _SAME_QUARREL else None
