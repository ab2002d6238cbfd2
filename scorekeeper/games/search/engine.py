"""Search the disputed cases, short answers and articles for the answer to a question in everyday words."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import attrgetter, itemgetter

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, Article
from scorekeeper.games.search import library, numbers
from scorekeeper.games.search.index import Likeness, Target
from scorekeeper.games.search.library import Entry

LONGEST = 400
MOST_FOUND, NEAREST = 5, 3
# The rulebook answers if the likeness of the best candidate has at least this value.
_ANSWER_SCORE = 0.12
# The articles and entries most like the question are ranked again by likeness + _NEARNESS × nearness of their wordings.
_CONSIDERED, _NEARNESS = 30, 0.5
# The share of its likeness that is left to one without a wording to compare.
_WITHOUT_WORDING = 0.5
# A word is one of a game if that game has this share of its uses. A word with fewer uses tells nothing.
_SHARE_OF_ONE, _LEAST_USES = 0.6, 1.0


class Outcome(enum.Enum):
    """The outcome of a search: the rulebook answers the question, or the reason why it does not."""

    FOUND = "found"
    ANY_GAME = "any_game"  # the question may be about each game; the candidates are the best one of each
    NOTHING = "nothing"
    NOTHING_NEAR = "nothing_near"
    NO_WORDS = "no_words"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer to a question: a disputed case or short answer or, if `entry` is None, an article itself.

    `game` is None for an article shared by all games. `score` is its likeness to the question plus half the nearness of
    its wordings, from 0 to 1.5, or 1 more for an exact wording.
    """

    entry: Entry | None
    article: Article
    game: AnyGame | None
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search: at most five candidates and five articles, best first.

    `game` is the requested or recognised game, `strange` the share of the words that are neither known nor corrected.
    """

    language: str
    outcome: Outcome
    candidates: tuple[Candidate, ...]
    articles: tuple[Article, ...]
    game: AnyGame | None
    strange: float


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
    def has_answer(self) -> bool:
        """Whether the best candidate is like the question, by words that are not all weak."""
        return self.likeness.telling > 0 and not self.likeness.foreign and self.best >= _ANSWER_SCORE


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Search these games (all by default) for the answer to a question.

    Without a `language`, the language is that of its words.
    """
    games = tuple(filter(library.answers_questions, GAMES.values()) if games is None else games)
    query = question.strip()[:LONGEST]
    reading = _choose_reading(query, games, language)
    numbered = _find_numbered(query, games) if len(question.strip()) <= LONGEST else ()
    outcome = Outcome.FOUND if numbered else _outcome(question, reading)
    candidates = numbered or _rank_again(reading, games)
    game = games[0] if len(games) == 1 else None
    if game is None and candidates:
        game = candidates[0].game
    if outcome is Outcome.FOUND and not numbered and game is not None and len(games) > 1:
        answering = [*filter(library.answers_questions, games)]
        best = () if _names_game(reading, games, answering) else _best_of_each(question, answering, reading.language)
        if len(best) > 1:
            return Findings(language or reading.language, Outcome.ANY_GAME, best, _articles(best), None, strange=0.0)
    if not numbered and game is not None and len(games) > 1:
        return search(question, [game], language or reading.language)
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    return Findings(
        language or reading.language,
        outcome,
        candidates[:most],
        _articles(candidates)[:most],
        game,
        reading.likeness.strange / max(1, len(reading.likeness.words)),
    )


def _find_numbered(query: str, games: Sequence[AnyGame]) -> tuple[Candidate, ...]:
    """Return the articles whose numbers are in the question."""
    known = [number for book in _books(games) for number in book.articles]
    return tuple(Candidate(None, *_article(number, games), 1.0) for number in numbers.named(query, known))


def _choose_reading(query: str, games: Sequence[AnyGame], language: str | None) -> _Reading:
    """Read the question in each language; return the requested reading, or another if only that has an answer."""
    written = {one: library.index(games).words_as_written(query, one) for one in LANGUAGES}
    requested = None if language is None else _read_in(query, games, language)
    # Words that both languages have must not give an answer in the requested language by themselves.
    if requested is not None and requested.has_answer and 2 * written[requested.language] >= max(written.values()):
        return requested
    readings = [_read_in(query, games, one) for one in LANGUAGES]
    closest = max(readings, key=lambda reading: (written[reading.language], reading.best))
    return closest if requested is None or closest.has_answer else requested


def _read_in(query: str, games: Sequence[AnyGame], language: str) -> _Reading:
    likeness = library.index(games).likeness(query, language)
    return _Reading(language, likeness, tuple(_candidates(likeness, games)))


def _candidates(likeness: Likeness, games: Sequence[AnyGame]) -> Iterator[Candidate]:
    """Yield the entries and the articles without entries that are most like the question, best first."""
    # Two games may have entries of one key.
    entries: dict[Target, Entry] = {
        (entry.article, name): entry for book in _books(games) for name, entry in book.entries.items()
    }
    for target, likeness_score in nlargest(_CONSIDERED, likeness.targets.items(), key=itemgetter(1)):
        yield Candidate(entries.get(target), *_article(target[0], games), likeness_score)


def _target(candidate: Candidate) -> Target:
    return candidate.article.number, None if candidate.entry is None else candidate.entry.key


def _rank_again(reading: _Reading, games: Sequence[AnyGame]) -> tuple[Candidate, ...]:
    """Return the candidates most like the question, ranked by likeness and by the nearness of their wordings."""
    index, words = library.index(games), reading.likeness.words
    ranked = list[Candidate]()
    for one in reading.candidates:
        nearness = index.nearness(words, _target(one), reading.language)
        # None of its wordings has an exception as the question has, or has none either.
        score = one.score + _NEARNESS * nearness if nearness else one.score * _WITHOUT_WORDING
        ranked.append(replace(one, score=score))
    return tuple(sorted(ranked, key=attrgetter("score"), reverse=True))


def _names_game(reading: _Reading, games: Sequence[AnyGame], answering: Sequence[AnyGame]) -> bool:
    """Return whether a word of the question is one of a game: *sac*, *volte*, *quatorze*, but not *donne* or *pli*."""
    game_of = {number: game.slug for game in answering for number in library.book(game).articles}
    for uses in library.index(games).uses(reading.likeness.words, reading.language):
        of_games = dict.fromkeys((game.slug for game in answering), 0.0)
        for number in uses.keys() & game_of:
            of_games[game_of[number]] += uses[number]
        total = sum(of_games.values())
        if total >= _LEAST_USES and max(of_games.values()) >= _SHARE_OF_ONE * total:
            return True
    return False


def _best_of_each(question: str, games: Sequence[AnyGame], language: str) -> tuple[Candidate, ...]:
    """Return the best candidate of each game that answers a question, at most three."""
    found = [(game, search(question, [game], language)) for game in games]
    best = [replace(one.candidates[0], game=game) for game, one in found if one.outcome is Outcome.FOUND]
    return tuple(nlargest(NEAREST, best, key=attrgetter("score")))


def _articles(candidates: Sequence[Candidate]) -> tuple[Article, ...]:
    """Return the articles of these candidates, each once."""
    return tuple({candidate.article.number: candidate.article for candidate in candidates}.values())


def _outcome(question: str, reading: _Reading) -> Outcome:
    if len(question.strip()) > LONGEST:
        return Outcome.TOO_LONG
    if not reading.likeness.words:
        return Outcome.NO_WORDS
    if not reading.candidates or numbers.is_number(question):
        return Outcome.NOTHING_NEAR
    return Outcome.FOUND if reading.has_answer else Outcome.NOTHING


def _article(number: str, games: Sequence[AnyGame]) -> tuple[Article, AnyGame | None]:
    """Return the article with this number, and its game."""
    book = next(book for book in _books(games) if number in book.articles)
    return book.articles[number], book.game


def _books(games: Sequence[AnyGame]) -> list[library.Book]:
    return [*(library.book(game) for game in games), library.book(None)]
