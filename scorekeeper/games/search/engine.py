"""Search the disputed cases, short answers and articles for the answer to a question in everyday words.

An *article* is a numbered rule. An *entry* is a disputed case or a short answer about an article; its *wordings* are
ways to ask its question. The *likeness* of a question to a target, an entry or article, compares the concepts that the
words name; the *nearness* compares the letters of the wordings.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import itemgetter

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES, Article
from scorekeeper.games.search import library
from scorekeeper.games.search.library import Entry, Index, Likeness, Target
from scorekeeper.games.search.words import stems_of

LONGEST = 400  # characters of a question
# The most candidates of an answered question, and of one that is not answered.
MOST_FOUND, NEAREST = 5, 3
# The rulebook answers if the likeness of the best candidate has at least this value.
_ANSWER_SCORE = 0.12
# The articles and entries most like the question are ranked again by likeness + _NEARNESS × nearness of their wordings.
_CONSIDERED, _NEARNESS = 30, 0.5
# The factor of the likeness of one that has no wording to compare.
_WITHOUT_WORDING = 0.5
# A question is about a game if its best score there is at least this many times that in any other game.
_LEAD_OF_GAME = 1.2
# The number of an article, in any spelling: “DP-14”, “dp14”, “article dp 14”.
_DASHES = "\\-\u2010-\u2014"
_NUMBER_ALONE = re.compile(rf"(?:art(?:icle|\.)?\s*)?([a-z]{{1,3}})[\s.{_DASHES}]*(\d{{1,3}})\W*", re.IGNORECASE)
_NUMBER_WITHIN = re.compile(rf"(?<![\w{_DASHES}])([a-z]{{1,3}})[{_DASHES}](\d{{1,3}})(?![\w{_DASHES}])", re.IGNORECASE)


class Outcome(enum.Enum):
    """The outcome of a search: the rulebook answers the question, or the reason why it does not."""

    FOUND = "found"
    ANY_GAME = "any_game"  # the question may be about each game; the candidates are the best one of each
    NOTHING = "nothing"  # the best candidates are too unlike the question, or it is about something else
    NOTHING_NEAR = "nothing_near"  # nothing shares a concept with it
    NO_WORDS = "no_words"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer to a question: a disputed case or a short answer, or an article itself."""

    # None for an article itself.
    entry: Entry | None
    # The article that it is about.
    article: Article
    # None for an article shared by all games.
    game: AnyGame | None
    # Its likeness to the question plus half the nearness of its wordings, from 0 to 1.5; 2 more for an exact wording.
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search."""

    language: str
    outcome: Outcome
    # At most five of each, best first.
    candidates: tuple[Candidate, ...]
    articles: tuple[Article, ...]
    # The requested or recognised game, None if it may be any.
    game: AnyGame | None
    # The share of strange words among the telling and strange ones: see `Likeness`.
    strange: float


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Search these games (all by default) for the answer to a question.

    Without a `language`, the language is that of its words.
    """
    if games is None:
        games = list(filter(library.answers_questions, GAMES.values()))
    found = [_search_game(question, game, language) for game in games]
    # A game that answers is better than one that does not, whatever its score.
    best = max(found, key=lambda findings: (findings.outcome is Outcome.FOUND, _best_score(findings)))
    if len(question.strip()) <= LONGEST:
        # The articles whose numbers are in the question answer it, before what its words are like.
        numbered = _find_numbered(question, games)
        if numbered:
            game = numbered[0].game
            # The number may be that of an article shared by all games.
            if len(games) == 1:
                game = best.game
            articles = _articles(numbered)[:MOST_FOUND]
            return Findings(best.language, Outcome.FOUND, numbered[:MOST_FOUND], articles, game, strange=0.0)
    if len(games) == 1 or best.outcome is not Outcome.FOUND:
        return best
    # The best candidate is about an article that all games share.
    if best.candidates[0].game is None:
        return replace(best, game=None)
    of_each = nlargest(NEAREST, (findings for findings in found if findings.outcome is Outcome.FOUND), key=_best_score)
    # A question with a word of one game, such as “sac” or “volte”, is much more like the questions of that game.
    if len(of_each) == 1 or _best_score(best) >= _LEAD_OF_GAME * _best_score(of_each[1]):
        return best
    candidates = tuple(replace(findings.candidates[0], game=findings.game) for findings in of_each)
    return Findings(best.language, Outcome.ANY_GAME, candidates, _articles(candidates), None, strange=0.0)


def _best_score(findings: Findings) -> float:
    """Return the score of the best candidate, without that of an exact wording: many games have “who deals”."""
    if not findings.candidates:
        return 0.0
    # The remainder after 2, which an exact wording adds.
    return findings.candidates[0].score % library.EXACT_WORDING


def _search_game(question: str, game: AnyGame, language: str | None) -> Findings:
    """Search one game and the shared articles."""
    index = library.index(game)
    articles = _articles_of(game)
    likeness = _choose_likeness(question.strip()[:LONGEST], index, language)
    ranked = _rank(likeness, index)
    outcome = _outcome(question, likeness)
    most = MOST_FOUND if outcome is Outcome.FOUND else NEAREST
    entries = {**library.book(None).entries, **library.book(game).entries}
    # A target is the number of an article and the key of an entry; `articles` has the article and its game by number.
    candidates = tuple(
        Candidate(entries.get(key or ""), *articles[number], score) for (number, key), score in ranked[:MOST_FOUND]
    )
    # An article may be ranked several times, with each of its entries.
    found = [articles[number][0] for number in dict.fromkeys(number for (number, _), _ in ranked)]
    return Findings(language or likeness.language, outcome, candidates, tuple(found[:most]), game, likeness.strange)


def _find_numbered(question: str, games: Sequence[AnyGame]) -> tuple[Candidate, ...]:
    """Return the articles whose numbers are in the question, in order; the question is one number or contains some."""
    known = {number: found for game in games for number, found in _articles_of(game).items()}
    # Letters and digits of each number: [("DP", "14")].
    parts = _NUMBER_WITHIN.findall(question)
    whole = _NUMBER_ALONE.fullmatch(question.strip())
    if whole:
        parts = [whole.groups()]
    # Each number once, as articles write it.
    numbers = dict.fromkeys(f"{letters.upper()}-{int(digits)}" for letters, digits in parts)
    return tuple(Candidate(None, *known[number], 1.0) for number in numbers if number in known)


def _articles_of(game: AnyGame) -> dict[str, tuple[Article, AnyGame | None]]:
    """Return by number each article of a game, with the game, and each shared one, with None."""
    own = library.book(game).articles
    shared = library.book(None).articles
    return {
        **{number: (article, None) for number, article in shared.items()},
        **{number: (article, game) for number, article in own.items()},
    }


def _choose_likeness(query: str, index: Index, language: str | None) -> Likeness:
    """Compare the question in the requested language or, if it has twice as many known words, in the other one."""
    # How many words of the question each language knows.
    written = {
        tried: sum(word in index.vocabulary[tried].known for word in stems_of(query, tried)) for tried in LANGUAGES
    }
    # Words that both languages have must not give an answer in the requested language by themselves.
    if language is not None and 2 * written[language] >= max(written.values()):
        return index.likeness(query, language)
    likenesses = (index.likeness(query, tried) for tried in LANGUAGES)
    return max(likenesses, key=lambda likeness: (written[likeness.language], likeness.best))


def _rank(likeness: Likeness, index: Index) -> list[tuple[Target, float]]:
    """Return what is most like a question with its score: its likeness, and the nearness of its wordings."""
    most_like = nlargest(_CONSIDERED, likeness.targets.items(), key=itemgetter(1))
    nearness = index.nearness(likeness.words, [target for target, _ in most_like], likeness.language)
    scored = []
    for (target, score), near in zip(most_like, nearness, strict=True):
        if near:
            scored.append((target, score + _NEARNESS * near))
        else:
            # It has no wording like the question: with an exception if the question has one, without one if not.
            scored.append((target, score * _WITHOUT_WORDING))
    return sorted(scored, key=itemgetter(1), reverse=True)


def _outcome(question: str, likeness: Likeness) -> Outcome:
    """Return whether the question is answered, or why not."""
    if len(question.strip()) > LONGEST:
        return Outcome.TOO_LONG
    if not likeness.words:
        return Outcome.NO_WORDS
    # The number of an article that exists was found before.
    if not likeness.targets or _NUMBER_ALONE.fullmatch(question.strip()):
        return Outcome.NOTHING_NEAR
    # Weak words alone, such as “may one”, are like many questions.
    if likeness.telling == 0 or likeness.foreign or likeness.best < _ANSWER_SCORE:
        return Outcome.NOTHING
    return Outcome.FOUND


def _articles(candidates: Sequence[Candidate]) -> tuple[Article, ...]:
    """Return the articles of these candidates, each once."""
    return tuple({candidate.article.number: candidate.article for candidate in candidates}.values())
