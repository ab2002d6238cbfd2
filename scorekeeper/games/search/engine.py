"""Search for what answers a question in everyday words: disputed cases, short answers and articles, by one score."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, Article
from scorekeeper.games.search import library, numbers
from scorekeeper.games.search.conditions import conditions_in
from scorekeeper.games.search.index import Likeness
from scorekeeper.games.search.library import Entry

LONGEST = 400
MOST_FOUND, NEAREST = 5, 3
# Least likeness of the best candidate for the rulebook to answer at all, and to be certain; and the most that the next
# one may have relative to it. What remains of the likeness of an entry for each of its conditions that is not met.
_ANSWERS, _CERTAIN, _APART = 0.12, 0.18, 0.95
_UNMET = 0.9


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

    The first `rivals` candidates are nearly as good as the first: 1 if this one is clearly meant, 0 if none is like
    enough to the question. `game` is the requested or recognised game.
    """

    language: str
    outcome: Outcome
    candidates: tuple[Candidate, ...]
    articles: tuple[Article, ...]
    game: AnyGame | None
    rivals: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """The candidates for a question in the language of an index, best first."""

    language: str
    likeness: Likeness
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> float:
        return self.candidates[0].score if self.candidates else 0.0

    @property
    def answers(self) -> bool:
        """Whether the best candidate is like the question, and not by weak words alone."""
        return self.likeness.telling > 0 and not self.likeness.foreign and self.best >= _ANSWERS

    @property
    def is_certain(self) -> bool:
        """Whether the best candidate is much like the question, which has more telling words than strange ones."""
        return self.best >= _CERTAIN and self.likeness.telling > self.likeness.strange


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Find what answers a question in these games (all by default), in the language of its words."""
    games = tuple(GAMES.values()) if games is None else tuple(games)
    query = question.strip()[:LONGEST]
    reading = _read(query, games, language)
    numbered = _numbered(query, games) if len(question.strip()) <= LONGEST else None
    outcome, candidates = numbered or (_outcome(question, reading), reading.candidates)
    game = games[0] if len(games) == 1 else candidates[0].game if candidates else None
    if numbered is None and game is not None and len(games) > 1:
        return search(question, [game], language or reading.language)
    articles = list({one.article.number: one.article for one in candidates}.values())
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    rivals = 1 if numbered is not None and outcome is Outcome.FOUND else 0
    if numbered is None and outcome is Outcome.FOUND and reading.is_certain:
        rivals = sum(one.score > reading.best * _APART for one in candidates[:most])
    return Findings(
        language or reading.language, outcome, tuple(candidates[:most]), tuple(articles[:most]), game, rivals
    )


def _numbered(query: str, games: Sequence[AnyGame]) -> tuple[Outcome, tuple[Candidate, ...]] | None:
    """Return the articles whose numbers the question names, or those nearest to an unknown number; else None."""
    known = [number for one in _books(games) for number in one.articles]
    if found := numbers.named(query, known):
        return Outcome.FOUND, tuple(Candidate(None, *_article(number, games), 1.0) for number in found)
    kinds = {numbers.kind(number) for one in _books(tuple(GAMES.values())) for number in one.articles}
    number = numbers.unknown(query, kinds)
    if number is None:
        return None
    nearest = numbers.by_distance(number, known)[:NEAREST]
    return Outcome.NO_SUCH_NUMBER, tuple(Candidate(None, *_article(one, games), 0.0) for one in nearest)


def _read(query: str, games: Sequence[AnyGame], language: str | None) -> _Reading:
    """Read the question in each language, and return the requested one unless only another has an answer."""
    readings = {one: _reading(query, games, one) for one in LANGUAGES}
    read = max(readings.values(), key=lambda one: (one.likeness.known, one.best))
    if language is None:
        return read
    wanted = readings[language]
    # A few words that both languages have are no answer in the requested one.
    answers = wanted.answers and 2 * wanted.likeness.known >= read.likeness.known
    return wanted if answers or not read.answers else read


def _reading(query: str, games: Sequence[AnyGame], language: str) -> _Reading:
    likeness = library.index(games).likeness(query, language)
    candidates = sorted(_candidates(likeness, games, language), key=lambda one: -one.score)
    return _Reading(language, likeness, tuple(candidates))


def _candidates(likeness: Likeness, games: Sequence[AnyGame], language: str) -> Iterator[Candidate]:
    """Yield the entries, less likely for each condition that the question does not meet, and articles without any."""
    named = conditions_in(likeness.words, language)
    entries = {name: entry for one in _books(games) for name, entry in one.entries.items()}
    for (number, name), like in likeness.targets.items():
        if name is not None:
            entry = entries[name]
            unmet = len({*entry.requires} - named) + len(named & {*entry.excludes})
            yield Candidate(entry, *_article(number, games), like * _UNMET**unmet)
        elif not any(entry.article == number for entry in entries.values()):
            yield Candidate(None, *_article(number, games), like)


def _outcome(question: str, reading: _Reading) -> Outcome:
    if len(question.strip()) > LONGEST:
        return Outcome.TOO_LONG
    if not reading.likeness.words:
        return Outcome.NO_WORDS
    if not reading.candidates:
        return Outcome.NOTHING_NEAR
    return Outcome.FOUND if reading.answers else Outcome.NOTHING


def _article(number: str, games: Sequence[AnyGame]) -> tuple[Article, AnyGame | None]:
    """Return the article with this number, and its game."""
    one = next(one for one in _books(games) if number in one.articles)
    return one.articles[number], one.game


def _books(games: Sequence[AnyGame]) -> list[library.Book]:
    return [*(library.book(game) for game in games), library.book(None)]
