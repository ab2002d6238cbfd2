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
# The likeness of an article or entry without a wording to compare is multiplied by this.
_WITHOUT_WORDING = 0.5
# A question is about a game if its best score there is at least this many times that in any other game.
_LEAD_OF_GAME = 1.2
# These patterns find the number of an article. A question that is nothing but a number may have any spelling: “DP-14”,
# “dp14”, “article dp 14”. Within a longer question, the letters and the digits must be joined by a dash: “DP-14”.
# Phones write several kinds of dashes.
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
    # The likeness to the question (0 to 1) plus half the nearness of the wordings (0 to 1). If the question is exactly
    # one of the wordings, 2 is added.
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
    # The words of the question that the rulebook does not know are *strange*; those that it knows and that say
    # something about the subject are *telling* (see `Likeness`). This is the number of strange words, divided by the
    # number of strange and telling words together.
    strange: float


def search(question: str, games: Sequence[AnyGame] | None = None, language: str | None = None) -> Findings:
    """Search these games (all by default) for the answer to a question.

    `language` is "fr" or "en"; if it is None, the language is recognised by the words of the question.
    """
    if games is None:
        games = list(filter(library.answers_questions, GAMES.values()))
    found = [_search_game(question, game, language) for game in games]
    # A game that answers is better than one that does not, whatever its score: True is greater than False.
    best = max(found, key=lambda findings: (findings.outcome is Outcome.FOUND, _best_score(findings)))
    if best.outcome is not Outcome.TOO_LONG:
        # The articles whose numbers are in the question answer it, before what its words are like.
        numbered = _find_numbered(question, games)[:MOST_FOUND]
        if numbered:
            game = numbered[0].game
            # If only one game was requested, the findings are about this game. An article that all games share has None
            # as its game.
            if len(games) == 1:
                game = best.game
            return Findings(best.language, Outcome.FOUND, numbered, _articles(numbered), game, strange=0.0)
    if len(games) == 1 or best.outcome is not Outcome.FOUND:
        return best
    # The best candidate is about an article that all games share.
    if best.candidates[0].game is None:
        return replace(best, game=None)
    of_each = nlargest(NEAREST, (findings for findings in found if findings.outcome is Outcome.FOUND), key=_best_score)
    # `of_each` are the three best games that answer. A question with a word of one game, such as “sac” or “volte”, is
    # much more like the questions of that game.
    if len(of_each) == 1 or _best_score(best) >= _LEAD_OF_GAME * _best_score(of_each[1]):
        return best
    # The best candidate of each game. One about a shared article has no game yet.
    candidates = tuple(replace(findings.candidates[0], game=findings.game) for findings in of_each)
    return Findings(best.language, Outcome.ANY_GAME, candidates, _articles(candidates), None, strange=0.0)


def _best_score(findings: Findings) -> float:
    """Return the score of the best candidate, without the 2 that an exact wording adds.

    Many games have the same wording, such as “who deals”: it does not tell which game is meant.
    """
    if not findings.candidates:
        return 0.0
    # A score is at most 1.5, or at most 3.5 with the 2 of an exact wording: of 3.25, the remainder is 1.25.
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
    # A target is the number of an article and the key of an entry, or None in place of the key for the article itself:
    # `get("")` then finds no entry. `articles` has, by number, the pair of the article and its game: the second and
    # third value of the candidate.
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
    # Each number once, as the articles write it: “dp 014” is "DP-14".
    numbers = dict.fromkeys(f"{letters.upper()}-{int(digits)}" for letters, digits in parts)
    # A candidate is an entry (None for the article itself), the article, its game and a score.
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
    """Compare the question with the rulebook in one language.

    It is the requested one, unless the other language knows more than twice as many words of the question. If none is
    requested, it is the language that knows more of the words; of two that know as many, the one with the greater
    likeness.
    """
    # By language, how many words of the question it knows (True counts as 1).
    written = {
        tried: sum(word in index.vocabulary[tried].known for word in stems_of(query, tried)) for tried in LANGUAGES
    }
    # Some words are in both languages. If they are nearly all that the requested language knows of the question, they
    # must not give an answer in it.
    if language is not None and 2 * written[language] >= max(written.values()):
        return index.likeness(query, language)
    likenesses = (index.likeness(query, tried) for tried in LANGUAGES)
    return max(likenesses, key=lambda likeness: (written[likeness.language], likeness.best))


def _rank(likeness: Likeness, index: Index) -> list[tuple[Target, float]]:
    """Return the 30 articles and entries that are most like a question, each with its score, best first.

    The score is the likeness plus half the nearness of the wordings, or half the likeness if no wording is near.
    """
    most_like = nlargest(_CONSIDERED, likeness.targets.items(), key=itemgetter(1))
    nearness = index.nearness(likeness.words, [target for target, _ in most_like], likeness.language)
    scored = []
    for (target, score), near in zip(most_like, nearness, strict=True):
        if near:
            scored.append((target, score + _NEARNESS * near))
        else:
            # Nearness 0: no wording shares a group of letters with the question. If the question has an exception (“all
            # but one”), only wordings with one are compared, else only those without one.
            scored.append((target, score * _WITHOUT_WORDING))
    return sorted(scored, key=itemgetter(1), reverse=True)


def _outcome(question: str, likeness: Likeness) -> Outcome:
    """Return whether the question is answered, or why not."""
    if len(question.strip()) > LONGEST:
        return Outcome.TOO_LONG
    if not likeness.words:
        return Outcome.NO_WORDS
    # A question that is nothing but a number. If an article has this number, `search` returns it instead.
    if not likeness.targets or _NUMBER_ALONE.fullmatch(question.strip()):
        return Outcome.NOTHING_NEAR
    # A question without a telling word, such as “may one”, is like many questions. One with a foreign word is about
    # another game, or about no game: “bridge”, “pizza”.
    if likeness.telling == 0 or likeness.foreign or likeness.best < _ANSWER_SCORE:
        return Outcome.NOTHING
    return Outcome.FOUND


def _articles(candidates: Sequence[Candidate]) -> tuple[Article, ...]:
    """Return the articles of these candidates, each once."""
    return tuple({candidate.article.number: candidate.article for candidate in candidates}.values())
