"""Search for what answers a question in everyday words: disputed cases, short answers and articles, by one score."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, Article
from scorekeeper.games.search import library, numbers
from scorekeeper.games.search.conditions import conditions_in
from scorekeeper.games.search.index import Index, Likeness
from scorekeeper.games.search.library import Entry

LONGEST = 400
MOST_FOUND, NEAREST = 5, 3
# Least score of the best article for the rulebook to answer at all; of the best candidate to be certain, and the most
# that the next one may have relative to it.
_ANSWERS, _CERTAIN, _APART = 0.87, 0.75, 0.93
# The share of an article's score in that of its candidates; of its next two passages, and of the words it covers, in
# its own.
_ARTICLE, _NEXT_TWO, _COVERED = 0.25, 0.15, 0.6


class Outcome(enum.Enum):
    """Whether the rulebook answers a question, and if not the reason."""

    FOUND = "found"
    NOTHING = "nothing"
    NOTHING_NEAR = "nothing_near"
    NO_SUCH_NUMBER = "no_such_number"
    NO_WORDS = "no_words"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may answer a question: a disputed case or short answer, or an article itself (`entry` is None).

    `game` is None for an article shared by all games.
    """

    entry: Entry | None
    article: Article
    game: AnyGame | None
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search: at most five candidates and five articles, best first.

    `certain` is true when the first candidate is clearly what the question means. `game` is the requested or recognised
    game. `steps` counts the computing steps.
    """

    language: str
    outcome: Outcome
    candidates: tuple[Candidate, ...]
    articles: tuple[Article, ...]
    game: AnyGame | None
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
        return self.likeness.telling > 0 and self.best >= _ANSWERS


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Find what answers a question in these games (all by default), in the language of its words."""
    games = tuple(GAMES.values()) if games is None else tuple(games)
    query = question.strip()[:LONGEST]
    reading = _read(query, games, language)
    if len(question.strip()) <= LONGEST and (numbered := _numbered(query, games)) is not None:
        outcome, found = numbered
        game = games[0] if len(games) == 1 else found[0].game
        chosen, articles = language or reading.index.language, tuple(one.article for one in found)
        return Findings(chosen, outcome, found, articles, game, outcome is Outcome.FOUND, reading.steps)
    game = games[0] if len(games) == 1 else _game(reading, games)
    steps = reading.steps
    if game is not None and len(games) > 1:
        games = (game,)
        reading = _read(query, games, language or reading.index.language)
        steps += reading.steps
    outcome = Outcome.TOO_LONG if len(question.strip()) > LONGEST else _outcome(reading)
    candidates = sorted(_candidates(reading, games), key=lambda one: -one.score)[:MOST_FOUND]
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    articles = tuple(_article(number, games)[0] for number, _ in reading.ranked[:most])
    certain = outcome is Outcome.FOUND and _certain(candidates)
    return Findings(language or reading.index.language, outcome, tuple(candidates), articles, game, certain, steps)


def _numbered(query: str, games: Sequence[AnyGame]) -> tuple[Outcome, tuple[Candidate, ...]] | None:
    """Return the articles whose numbers the question names, or those nearest to an unknown number; else None."""
    known = [number for one in _books(games) for number in one.articles]
    if found := numbers.named(query, known):
        return Outcome.FOUND, tuple(Candidate(None, *_article(number, games), 1.0) for number in found[:MOST_FOUND])
    kinds = {numbers.kind(number) for one in _books(tuple(GAMES.values())) for number in one.articles}
    number = numbers.unknown(query, kinds)
    if number is None:
        return None
    nearest = numbers.by_distance(number, known)[:NEAREST]
    return Outcome.NO_SUCH_NUMBER, tuple(Candidate(None, *_article(one, games), 0.0) for one in nearest)


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
    if not reading.likeness.words:
        return Outcome.NO_WORDS
    if not reading.ranked:
        return Outcome.NOTHING_NEAR
    return Outcome.FOUND if reading.answers else Outcome.NOTHING


def _candidates(reading: _Reading, games: Sequence[AnyGame]) -> Iterator[Candidate]:
    """Yield the articles, and the entries whose conditions the question meets, with their scores."""
    best: dict[tuple[str, str | None], float] = {}
    for place, like in reading.likeness.passages.items():
        passage = reading.index.passages[place]
        key = passage.article, passage.entry
        best[key] = max(best.get(key, 0.0), passage.weight * (like + reading.likeness.shares[place]) / 2)
    conditions = conditions_in(reading.likeness.words, reading.index.language)
    entries = {name: entry for one in _books(games) for name, entry in one.entries.items()}
    of_article = dict(reading.ranked)
    for (number, name), like in best.items():
        entry = None if name is None else entries[name]
        if entry is None or (conditions >= set(entry.requires) and conditions.isdisjoint(entry.excludes)):
            yield Candidate(entry, *_article(number, games), like + _ARTICLE * of_article[number])


def _certain(candidates: Sequence[Candidate]) -> bool:
    """Whether the first candidate is similar enough to the question, and clearly more so than the next."""
    if not candidates or candidates[0].score < _CERTAIN:
        return False
    return len(candidates) == 1 or candidates[1].score <= candidates[0].score * _APART


def _game(reading: _Reading, games: Sequence[AnyGame]) -> AnyGame | None:
    """Return the game of the best article, None if there is none or it is shared by all games."""
    return _article(reading.ranked[0][0], games)[1] if reading.ranked else None


def _article(number: str, games: Sequence[AnyGame]) -> tuple[Article, AnyGame | None]:
    """Return the article with this number, and its game."""
    one = next(one for one in _books(games) if number in one.articles)
    return one.articles[number], one.game


def _books(games: Sequence[AnyGame]) -> list[library.Book]:
    return [*(library.book(game) for game in games), library.book(None)]
