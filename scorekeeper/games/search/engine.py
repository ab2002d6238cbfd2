"""Search for the articles that answer a question in everyday words; without a good match it reports none."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, Article, DisputedCase
from scorekeeper.games.search import library, numbers
from scorekeeper.games.search.index import Index, Likeness

LONGEST = 400
MOST_FOUND, NEAREST = 5, 3
# Least scores: an article answers; a disputed case is similar to the question, or the same; and the most that the next
# case may score relative to the first.
_SURE, _ALIKE, _SAME, _APART = 0.87, 0.45, 0.7, 0.9
# Least likeness of a certain case, for questions of more and of at most `_BRIEF` telling words, and in relation to
# articles.
_CERTAIN, _CERTAIN_IF_BRIEF, _BRIEF, _TO_ARTICLES = 0.68, 0.82, 2, 0.87
_HOUSE_RULE, _BEST_ARTICLE = 1.15, 1.1
MOST_QUARRELS = 3
_NEXT_TWO, _COVERED = 0.15, 0.6


class Outcome(enum.Enum):
    """Whether articles answer a question, and if not the reason."""

    FOUND = "found"
    NOTHING = "nothing"
    NOTHING_NEAR = "nothing_near"
    NO_SUCH_NUMBER = "no_such_number"
    NO_WORDS = "no_words"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Found:
    """An article, its game (None for an article shared by all games), and its score."""

    article: Article
    game: AnyGame | None
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search: at most five articles, best first, or the nearest three if none answers.

    `game` is the requested or recognised game, `quarrels` are the disputed cases similar to the question, best first.
    `certain` is true when the first of these (or the article, without any) is what was asked. `steps` counts the
    computing steps.
    """

    language: str
    outcome: Outcome
    found: tuple[Found, ...]
    game: AnyGame | None
    quarrels: tuple[DisputedCase, ...]
    certain: bool
    steps: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """The scores of a question in the index of one language; `steps` counts the computing steps of all languages."""

    index: Index
    likeness: Likeness
    ranked: tuple[tuple[str, float], ...]
    steps: int

    @property
    def best(self) -> float:
        return self.ranked[0][1] if self.ranked else 0.0

    @property
    def answers(self) -> bool:
        """Whether the best article scores enough, and not by weak words alone."""
        return self.likeness.telling > 0 and self.best >= _SURE


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Find the articles of these games (all by default) that answer a question, in the language of its words."""
    games = tuple(GAMES.values()) if games is None else tuple(games)
    query = question.strip()[:LONGEST]
    reading = _read(query, games, language)
    if len(question.strip()) <= LONGEST and (numbered := _numbered(query, games)) is not None:
        outcome, found = numbered
        game = games[0] if len(games) == 1 else found[0].game
        chosen = language or reading.index.language
        return Findings(chosen, outcome, found, game, (), outcome is Outcome.FOUND, reading.steps)
    game = games[0] if len(games) == 1 else _game(reading, games)
    steps = reading.steps
    if game is not None and len(games) > 1:
        reading = _read(query, (game,), language or reading.index.language)
        steps += reading.steps
    outcome = Outcome.TOO_LONG if len(question.strip()) > LONGEST else _outcome(reading)
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    found = tuple(_found(number, score, games) for number, score in reading.ranked[:most])
    alike = _alike(reading, found, game) if outcome is Outcome.FOUND and game is not None else []
    quarrels = tuple(quarrel for _, quarrel in alike[:MOST_QUARRELS])
    certain = bool(alike) and alike[0][0] >= _SAME and _stands_out(reading, alike[0][1])
    return Findings(language or reading.index.language, outcome, found, game, quarrels, certain, steps)


def _numbered(query: str, games: Sequence[AnyGame]) -> tuple[Outcome, tuple[Found, ...]] | None:
    """Return the articles whose numbers the question names, or those nearest to an unknown number; else None."""
    known = [number for one in _books(games) for number in one.articles]
    if found := numbers.named(query, known):
        return Outcome.FOUND, tuple(_found(number, 1.0, games) for number in found[:MOST_FOUND])
    kinds = {numbers.kind(number) for one in _books(tuple(GAMES.values())) for number in one.articles}
    number = numbers.unknown(query, kinds)
    if number is None:
        return None
    nearest = numbers.by_distance(number, known)[:NEAREST]
    return Outcome.NO_SUCH_NUMBER, tuple(_found(one, 0.0, games) for one in nearest)


def _read(query: str, games: Sequence[AnyGame], language: str | None) -> _Reading:
    """Score the question in each language, and return the requested one unless only another has an answer."""
    for game in games:
        library.book(game)
    readings = {one: _reading(query, library.index(games, one)) for one in LANGUAGES}
    read = max(readings.values(), key=lambda one: (one.likeness.known, one.best))
    if language is not None and (readings[language].answers or not read.answers):
        read = readings[language]
    return replace(read, steps=sum(one.steps for one in readings.values()))


def _reading(query: str, index: Index) -> _Reading:
    likeness = index.likeness(query)
    return _Reading(index, likeness, _ranked(index, likeness), likeness.steps)


def _ranked(index: Index, likeness: Likeness) -> tuple[tuple[str, float], ...]:
    """Rank the articles by their passage most similar to the question, plus a share of the next two."""
    of_article: dict[str, list[float]] = {}
    for number, like in likeness.passages.items():
        passage = index.passages[number]
        of_article.setdefault(passage.article, []).append(like * passage.weight)
    scores = {
        number: _score(sorted(likes, reverse=True)) + _COVERED * likeness.articles[number]
        for number, likes in of_article.items()
    }
    return tuple(sorted(scores.items(), key=lambda one: (-one[1], index.order[one[0]])))


def _score(likes: Sequence[float]) -> float:
    return likes[0] + _NEXT_TWO * sum(likes[1:3])


def _outcome(reading: _Reading) -> Outcome:
    if reading.likeness.words == 0:
        return Outcome.NO_WORDS
    if not reading.ranked:
        return Outcome.NOTHING_NEAR
    return Outcome.FOUND if reading.answers else Outcome.NOTHING


def _game(reading: _Reading, games: Sequence[AnyGame]) -> AnyGame | None:
    """Return the game of the best article, None if there is none or it is shared by all games."""
    return _found(*reading.ranked[0], games).game if reading.ranked else None


def _found(number: str, score: float, games: Sequence[AnyGame]) -> Found:
    one = next(one for one in _books(games) if number in one.articles)
    return Found(one.articles[number], one.game, score)


def _books(games: Sequence[AnyGame]) -> list[library.Book]:
    return [*(library.book(game) for game in games), library.book(None)]


def _alike(reading: _Reading, found: Sequence[Found], game: AnyGame) -> list[tuple[float, DisputedCase]]:
    """Return the disputed cases about the best articles that are similar to the question, best first."""
    near = [one.article.number for one in found[:NEAREST]]
    alike: dict[str, float] = {}
    for number, like in reading.likeness.passages.items():
        key = reading.index.passages[number].quarrel
        if key is not None:
            alike[key] = max(alike.get(key, 0.0), (like + reading.likeness.shares[number]) / 2)
    quarrels = library.book(game).quarrels
    scored = [(like * _prior(quarrels[key], near), quarrels[key]) for key, like in alike.items()]
    return sorted((one for one in scored if one[0] >= _ALIKE and one[1].article in near), key=lambda one: -one[0])


def _prior(quarrel: DisputedCase, near: Sequence[str]) -> float:
    """Return the factor for cases that are more likely: those of a house rule, and those about the best article."""
    return (1 if quarrel.option is None else _HOUSE_RULE) * (_BEST_ARTICLE if quarrel.article == near[0] else 1)


def _stands_out(reading: _Reading, quarrel: DisputedCase) -> bool:
    """Whether a disputed case is similar enough to the question, and clearly more so than articles and other cases."""
    best: dict[str | None, float] = {}
    for number, like in reading.likeness.passages.items():
        key = reading.index.passages[number].quarrel
        best[key] = max(best.get(key, 0.0), like)
    own = best.pop(quarrel.key, 0.0)
    of_articles = best.pop(None, 0.0)  # passages of articles have no key of a disputed case
    least = _CERTAIN if reading.likeness.telling > _BRIEF else _CERTAIN_IF_BRIEF
    return own >= max(least, of_articles * _TO_ARTICLES) and max(best.values(), default=0.0) <= own * _APART
