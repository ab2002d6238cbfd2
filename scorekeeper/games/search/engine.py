"""Search the disputed cases, short answers and articles for the answer to a question in everyday words."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
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
# A word is one of a game if that game has this share of its uses. A word with fewer uses tells nothing.
_SHARE_OF_ONE, _LEAST_USES = 0.6, 1.0
# An answer that lacks more than this share of what the question is about is not certain.
_MOST_LACKING = 0.8


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

    `is_understood`: the question has several words, more of them telling than strange, and the best candidate is about
    some of them; or it has the number of an article. `game` is the requested or recognised game.
    """

    language: str
    outcome: Outcome
    candidates: tuple[Candidate, ...]
    articles: tuple[Article, ...]
    game: AnyGame | None
    is_understood: bool


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

    @property
    def is_understood(self) -> bool:
        """Whether the question has several words, and more of them are telling than strange."""
        return len(self.likeness.words) > 1 and self.likeness.telling > self.likeness.strange


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Search these games (all by default) for the answer to a question.

    Without a `language`, the language is that of its words.
    """
    games = tuple(filter(library.answers_questions, GAMES.values()) if games is None else games)
    found = [_search_game(question, game, language) for game in games]
    best = max(found, key=lambda one: (one.outcome is Outcome.FOUND, _best_score(one)))
    if len(question.strip()) <= LONGEST:
        numbered = _find_numbered(question, games)
        if numbered:
            game = best.game if len(games) == 1 else numbered[0].game
            articles = _articles(numbered)[:MOST_FOUND]
            return Findings(best.language, Outcome.FOUND, numbered[:MOST_FOUND], articles, game, is_understood=True)
    if len(games) == 1 or best.outcome is not Outcome.FOUND:
        return best
    if best.candidates[0].game is None:
        return replace(best, game=None)
    if _names_game(question, games, best.language):
        return best
    of_each = nlargest(NEAREST, (one for one in found if one.outcome is Outcome.FOUND), key=_best_score)
    if len(of_each) == 1:
        return best
    candidates = tuple(replace(one.candidates[0], game=one.game) for one in of_each)
    return Findings(best.language, Outcome.ANY_GAME, candidates, _articles(candidates), None, is_understood=False)


def _best_score(findings: Findings) -> float:
    return findings.candidates[0].score if findings.candidates else 0.0


def _search_game(question: str, game: AnyGame, language: str | None) -> Findings:
    reading = _choose_reading(question.strip()[:LONGEST], game, language)
    outcome = _outcome(question, reading)
    candidates = _rank_again(reading, game)
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    is_understood = reading.is_understood and _lacking(reading, candidates, game) <= _MOST_LACKING
    language = language or reading.language
    return Findings(language, outcome, candidates[:most], _articles(candidates)[:most], game, is_understood)


def _find_numbered(question: str, games: Sequence[AnyGame]) -> tuple[Candidate, ...]:
    """Return the articles whose numbers are in the question."""
    known = {number: _article(number, game) for game in games for number in _articles_of(game)}
    return tuple(Candidate(None, *known[number], 1.0) for number in numbers.named(question, known))


def _choose_reading(query: str, game: AnyGame, language: str | None) -> _Reading:
    """Read the question in each language; return the requested reading, or another if only that has an answer."""
    written = {one: library.index(game).words_as_written(query, one) for one in LANGUAGES}
    requested = None if language is None else _read_in(query, game, language)
    # Words that both languages have must not give an answer in the requested language by themselves.
    if requested is not None and requested.has_answer and 2 * written[requested.language] >= max(written.values()):
        return requested
    readings = [_read_in(query, game, one) for one in LANGUAGES]
    closest = max(readings, key=lambda reading: (written[reading.language], reading.best))
    return closest if requested is None or closest.has_answer else requested


def _read_in(query: str, game: AnyGame, language: str) -> _Reading:
    likeness = library.index(game).likeness(query, language)
    return _Reading(language, likeness, tuple(_candidates(likeness, game)))


def _candidates(likeness: Likeness, game: AnyGame) -> Iterator[Candidate]:
    """Yield the entries and the articles without entries that are most like the question, best first."""
    # Two games may have entries of one key.
    entries: dict[Target, Entry] = {
        (entry.article, name): entry
        for book in (library.book(game), library.book(None))
        for name, entry in book.entries.items()
    }
    for target, likeness_score in nlargest(_CONSIDERED, likeness.targets.items(), key=itemgetter(1)):
        yield Candidate(entries.get(target), *_article(target[0], game), likeness_score)


def _lacking(reading: _Reading, candidates: Sequence[Candidate], game: AnyGame) -> float:
    if not candidates:
        return 1.0
    return library.index(game).lacking(reading.likeness.words, _target(candidates[0]), reading.language)


def _target(candidate: Candidate) -> Target:
    return candidate.article.number, None if candidate.entry is None else candidate.entry.key


def _rank_again(reading: _Reading, game: AnyGame) -> tuple[Candidate, ...]:
    """Return the candidates most like the question, ranked by likeness and by the nearness of their wordings."""
    targets = [*map(_target, reading.candidates)]
    nearness = library.index(game).nearness(reading.likeness.words, targets, reading.language)
    ranked = [
        replace(one, score=one.score + _NEARNESS * near) for one, near in zip(reading.candidates, nearness, strict=True)
    ]
    return tuple(sorted(ranked, key=attrgetter("score"), reverse=True))


def _names_game(question: str, games: Sequence[AnyGame], language: str) -> bool:
    """Return whether a word of the question is one of a game: *sac*, *volte*, *quatorze*, but not *donne* or *pli*."""
    of_games = [library.index(game).uses(question, language, library.book(game).articles) for game in games]
    for concept in frozenset().union(*of_games):
        uses = [one.get(concept, 0.0) for one in of_games]
        if sum(uses) >= _LEAST_USES and max(uses) >= _SHARE_OF_ONE * sum(uses):
            return True
    return False


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


def _article(number: str, game: AnyGame) -> tuple[Article, AnyGame | None]:
    """Return the article with this number, and its game, None if all games share it."""
    own = library.book(game).articles
    return (own[number], game) if number in own else (library.book(None).articles[number], None)


def _articles_of(game: AnyGame) -> Iterable[str]:
    return (*library.book(game).articles, *library.book(None).articles)
