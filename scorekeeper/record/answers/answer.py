"""The answer to a question: its head ("Not required"), one sentence, and what both rest on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, Basis, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import MOST_FOUND, Candidate, Findings, Outcome, search
from scorekeeper.games.search.library import Entry
from scorekeeper.games.shape import Json
from scorekeeper.record.answers.figures import Computed, MissingFigure, computed
from scorekeeper.record.answers.rulings import options_in_force, right_answer
from scorekeeper.record.answers.sentences import rule_at_table, trouble

MOST_SUGGESTED = 3
_HEAD = re.compile(r"\s*: ")


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """An answer under the options of a table: a head of a few words and one sentence; either may be empty.

    `options` are the names of the options that it rests on, `case` is the disputed case that the engine settled.
    `usage` is true where no source answers and the usual practice is told. `figures` are the numbers of the question,
    by name, if the answer was computed from them. `question` is the title of the case or short answer.
    """

    head: str
    sentence: str
    article: Article
    game: AnyGame | None
    options: tuple[str, ...]
    usage: bool = False
    case: DisputedCase | None = None
    figures: Mapping[str, Any] | None = None
    question: str = ""

    @property
    def text(self) -> str:
        """The head and the sentence as one text."""
        return " ".join(part for part in (self.head and f"{self.head}.", self.sentence) if part)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question that a user may have meant: its wording, and the article that answers it."""

    wording: str
    article: Article


@dataclass(frozen=True, slots=True)
class Reply:
    """What the rulebook replies to a question.

    `answer` is None when no candidate is certain; then `missing` is the number that the question lacks to be computed,
    `suggestions` are at most three questions that may be meant, and `advice` tells a user what to do when none of them
    answers. `articles` are the best articles, best first.
    """

    language: str
    game: AnyGame | None
    answer: QuestionAnswer | None
    suggestions: tuple[Suggestion, ...]
    advice: str | None
    articles: tuple[Article, ...]
    missing: MissingFigure | None = None


def answer_question(question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None) -> Reply:
    """Answer a question in these games (all by default) under the options of a table.

    `language` is the preferred one; None: that of the question. Raises `ImpossibleError` for impossible options.
    """
    findings = search(question, games, language)
    searched = findings.outcome is Outcome.TOO_LONG or _is_wording(question, findings.candidates)
    likely = games if findings.game is None else [findings.game]
    number = None if searched else computed(question, likely, options, language)
    if isinstance(number, Computed):
        return _computed_reply(number, findings)
    advice = None if findings.outcome is Outcome.FOUND else trouble(findings.outcome, findings.language)
    # With figures that no frame fits, the general rule of an article would leave them out.
    certain = findings.rivals if number is None or findings.candidates[0].entry is not None else 0
    rivals = [answer_of(one, findings.game, options, findings.language) for one in findings.candidates[:certain]]
    # Rivals with the same head are no reason for doubt: any of them settles the quarrel.
    answer = rivals[0] if rivals and all(one.head and one.head == rivals[0].head for one in rivals[1:]) else None
    suggestions = tuple(_suggestions(findings, answer))
    missing = number if answer is None else None
    return Reply(findings.language, findings.game, answer, suggestions, advice, findings.articles, missing)


def _is_wording(question: str, candidates: Sequence[Candidate]) -> bool:
    """Return whether a question is a wording of the best entry as it is written, as when a suggestion is chosen."""
    entry = candidates[0].entry if candidates else None
    return entry is not None and any(question.strip() in wordings for wordings in entry.wordings.values())


def _computed_reply(found: Computed, findings: Findings) -> Reply:
    article = library.book(found.game).articles[found.article]
    answer = QuestionAnswer(*_split(found.text, {}), article, found.game, article.options, figures=found.figures)
    articles = (article, *(one for one in findings.articles if one is not article))[:MOST_FOUND]
    return Reply(found.language, found.game, answer, (), None, articles)


def answer_of(candidate: Candidate, game: AnyGame | None, options: Json, language: str) -> QuestionAnswer:
    """Return the answer of a disputed case, short answer or article, under the options of a table.

    An entry that does not arise under these options gives way to the rule of its article.
    """
    game = candidate.game or game
    in_force = {} if game is None else options_in_force(game, options)
    if candidate.entry is not None:
        found = _entry_answer(candidate.entry, candidate.article, game, in_force, language)
        if found is not None:
            return found
    return _article_answer(candidate.article, game, in_force, language)


def _entry_answer(
    entry: Entry, article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    title = entry.wordings[language][0]
    if isinstance(entry, DisputedCase):
        right = None if game is None else right_answer(game, entry, options)
        named = article.options if entry.option is None else (entry.option,)
        return (
            None
            if right is None
            else QuestionAnswer(
                *_split(right.texts[language], options), article, game, named, case=entry, question=title
            )
        )
    variant = entry.under(options)
    if variant is None:
        return None
    usage = entry.basis is Basis.USAGE
    named = tuple({name: None for one in entry.variants for name in one.under})
    return QuestionAnswer(*_split(variant.texts[language], options), article, game, named, usage, question=title)


def _article_answer(
    article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer:
    """Return the rule of an article with the options of the table."""
    return QuestionAnswer("", rule_at_table(article, game, options, language), article, game, article.options)


def fill_in(text: str, options: Mapping[str, Any]) -> str:
    """Replace the names of options in braces with their values."""
    return text.format_map(options)


def _split(text: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """Split "Head: sentence"; capitalise the sentence."""
    head, *rest = _HEAD.split(fill_in(text, options), maxsplit=1)
    return (head, rest[0][:1].upper() + rest[0][1:]) if rest else ("", head)


def _suggestions(findings: Findings, answer: QuestionAnswer | None) -> list[Suggestion]:
    if findings.outcome is not Outcome.FOUND:
        return []
    others = findings.candidates[1:] if answer is not None else findings.candidates
    texts = [Suggestion(_wording(one, findings.language), one.article) for one in others]
    return list({one.wording: one for one in texts}.values())[:MOST_SUGGESTED]


def _wording(candidate: Candidate, language: str) -> str:
    entry = candidate.entry
    return candidate.article.text(language).title if entry is None else entry.wordings[language][0]
