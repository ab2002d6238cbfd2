"""The reply to a question: an answer (a head such as "Not required" and one sentence), or suggestions and advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, Basis, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import LONGEST, MOST_FOUND, Candidate, Findings, Outcome, search
from scorekeeper.games.search.library import Entry
from scorekeeper.games.shape import Json
from scorekeeper.record.answers.figures import ComputedAnswer, MissingFigure, asks_for_sum, compute_answer
from scorekeeper.record.answers.rules_named import RulesAsked, rules_asked
from scorekeeper.record.answers.rulings import options_in_force, settle_case
from scorekeeper.record.answers.sentences import advice_for, rule_at_table

MOST_SUGGESTED = 3
# The first answer is certain if it has at least this score, and this many times that of the next one with another head.
_CERTAIN_SCORE, _LEAD = 0.3, 1.07
_FIRST_OF_NUMBER = {*"0123456789−"}
_COLON = re.compile(r"\s*: ")


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """An answer under the options of a table: a head of a few words and one sentence; either may be empty.

    `options` are the names of the options on which it depends, `case` is the disputed case that the engine settled.
    `is_usage`: no source answers, and the answer is the usual practice. `figures` are the numbers of the question, by
    name, if the answer was computed from them. `question` is the title of the disputed case or short answer.
    """

    head: str
    sentence: str
    article: Article
    game: AnyGame | None
    options: tuple[str, ...]
    is_usage: bool = False
    case: DisputedCase | None = None
    figures: Mapping[str, Any] | None = None
    question: str = ""

    @property
    def text(self) -> str:
        """The head and the sentence as one text."""
        head = f"{self.head}." if self.head else ""
        return f"{head} {self.sentence}".strip()


# The candidates for a question, best first, each with its answer.
Answers: TypeAlias = Sequence[tuple[Candidate, QuestionAnswer]]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question that a user may have meant: its wording, the article that answers it, and the head of the answer."""

    wording: str
    article: Article
    head: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of the rulebook to a question.

    `answer` is None if no answer is certain; then `missing` may be the number without which the answer cannot be
    computed. `suggestions` are at most three other questions that the user may have meant, `advice` is the sentence for
    a question that nothing answers. `articles` are the articles found, best first. `named` are the options that the
    question names and the table plays otherwise, as JSON by name: the answer holds under them. `options` are all those
    under which the question was answered.
    """

    language: str
    game: AnyGame | None
    answer: QuestionAnswer | None
    suggestions: tuple[Suggestion, ...]
    advice: str | None
    articles: tuple[Article, ...]
    missing: MissingFigure | None = None
    named: Mapping[str, Any] = field(default_factory=dict)
    options: Json = field(default_factory=dict)


def answer_question(
    question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None, naming: str = ""
) -> Reply:
    """Answer a question in these games (all by default) under the options of a table and those that it names.

    A wording of the rulebook names none; `naming` is the question that suggested it, whose options then count.
    `language` is the preferred one, None for that of the question. Raises `ImpossibleError` for impossible options.
    """
    findings = search(question, games, language)
    computed: ComputedAnswer | MissingFigure | None = None
    # A wording of the rulebook is answered by its own entry, even if it has figures.
    if findings.outcome is not Outcome.TOO_LONG and not _is_wording(question, findings.candidates):
        computed = compute_answer(question, games if findings.game is None else [findings.game], options, language)
        # The figures may tell the game more surely than the words.
        if computed is None and games is None:
            computed = compute_answer(question, games, options, language)
    if isinstance(computed, ComputedAnswer):
        asked = rules_asked(question, computed.game, options)
        return _computed_reply(computed, findings, asked)
    asked = _rules_asked(question, naming, findings, options)
    answers = _candidate_answers(findings, asked.options)
    answer = _certain_answer(findings, answers, figure_missing=computed is not None)
    # The value of one thing would be read as the sum that the question asks for.
    if answer is not None and answer.head[:1] in _FIRST_OF_NUMBER and asks_for_sum(question):
        answer = answer if _is_wording(question, findings.candidates) else None
    suggestions = _suggestions(findings, answers if answer is None else answers[1:])
    if answer is not None:
        answer = replace(answer, options=_with_named(answer.options, asked))
    outcome = findings.outcome
    if outcome is Outcome.NO_WORDS and question.strip():
        outcome = Outcome.NOTHING_NEAR  # signs, or words in another script
    advice = None if outcome is Outcome.FOUND else advice_for(outcome, findings.language)
    missing = computed if answer is None else None
    return Reply(
        findings.language,
        findings.game,
        answer,
        suggestions,
        advice,
        findings.articles,
        missing,
        asked.named,
        asked.options,
    )


def _rules_asked(question: str, naming: str, findings: Findings, options: Json) -> RulesAsked:
    """Return the options for a question; a wording of the rulebook has those of `naming`, a long text names none."""
    naming = naming[:LONGEST] if _is_wording(question, findings.candidates) else question
    if findings.game is None or findings.outcome is Outcome.TOO_LONG:
        return RulesAsked(options, {}, frozenset(), question)
    return rules_asked(naming, findings.game, options)


def _is_wording(question: str, candidates: Sequence[Candidate]) -> bool:
    """Return whether a question is exactly a wording of the best entry, as after a tap on a suggestion."""
    entry = candidates[0].entry if candidates else None
    return entry is not None and any(question.strip() in wordings for wordings in entry.wordings.values())


def _computed_reply(computed: ComputedAnswer, findings: Findings, asked: RulesAsked) -> Reply:
    game = computed.game
    article = library.book(game).articles[computed.article]
    head, sentence = _head_and_sentence(computed.text, {})
    names = _with_named(article.options, asked)
    answer = QuestionAnswer(head, sentence, article, game, names, figures=computed.figures)
    other_articles = [other for other in findings.articles if other is not article]
    answers = _candidate_answers(findings, asked.options) if findings.game is game else ()
    articles = (article, *other_articles)[:MOST_FOUND]
    suggestions = _suggestions(findings, answers)
    return Reply(computed.language, game, answer, suggestions, None, articles, named=asked.named, options=asked.options)


def _with_named(names: Sequence[str], asked: RulesAsked) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*names, *asked.named)))


def _candidate_answers(findings: Findings, options: Json) -> Answers:
    return [(one, candidate_answer(one, findings.game, options, findings.language)) for one in findings.candidates]


def _certain_answer(findings: Findings, answers: Answers, *, figure_missing: bool) -> QuestionAnswer | None:
    """Return the answer of the best candidate, None if it is not certain."""
    # The general rule of an article would ignore the figures of the question.
    if figure_missing and findings.candidates[0].entry is None:
        return None
    if findings.outcome is not Outcome.FOUND or not findings.is_understood:
        return None
    (first, answer), *others = answers
    rival = next((one for one, other in others if not answer.head or answer.head != other.head), None)
    is_ahead = rival is None or first.score >= _LEAD * rival.score
    return answer if is_ahead and first.score >= _CERTAIN_SCORE else None


def candidate_answer(candidate: Candidate, game: AnyGame | None, options: Json, language: str) -> QuestionAnswer:
    """Return the answer of a disputed case, short answer or article, under the options of a table.

    If the question of an entry does not arise under these options, return the rule of its article.
    """
    game = candidate.game or game
    in_force = {} if game is None else options_in_force(game, options)
    if candidate.entry is not None:
        answer = _entry_answer(candidate.entry, candidate.article, game, in_force, language)
        if answer is not None:
            return answer
    return _article_answer(candidate.article, game, in_force, language)


def _entry_answer(
    entry: Entry, article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    title = entry.wordings[language][0]
    if isinstance(entry, DisputedCase):
        right = None if game is None else settle_case(game, entry, options).answer
        if right is None:
            return None
        head, sentence = _head_and_sentence(right.texts[language], options)
        names = article.options if entry.option is None else (entry.option,)
        return QuestionAnswer(head, sentence, article, game, names, case=entry, question=title)
    chosen = entry.under(options)
    if chosen is None:
        return None
    head, sentence = _head_and_sentence(chosen.texts[language], options)
    names = tuple(dict.fromkeys(name for variant in entry.variants for name in variant.under))
    return QuestionAnswer(head, sentence, article, game, names, entry.basis is Basis.USAGE, question=title)


def _article_answer(
    article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer:
    return QuestionAnswer("", rule_at_table(article, game, options, language), article, game, article.options)


def fill_in_options(text: str, options: Mapping[str, Any]) -> str:
    """Replace the names of options in braces with their values."""
    return text.format_map(options)


def _head_and_sentence(text: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """Split "Head: sentence" and capitalise the sentence; the head is empty in a text without colon."""
    head, *rest = _COLON.split(fill_in_options(text, options), maxsplit=1)
    if not rest:
        return "", head
    sentence = rest[0]
    return head, sentence[:1].upper() + sentence[1:]


def _suggestions(findings: Findings, answers: Answers) -> tuple[Suggestion, ...]:
    """Return the questions of these candidates, at most three, with the heads of their answers."""
    if findings.outcome not in {Outcome.FOUND, Outcome.NOTHING}:
        return ()
    suggestions = dict[str, Suggestion]()
    for candidate, answer in answers:
        wording = _wording(candidate, findings.language)
        suggestions.setdefault(wording, Suggestion(wording, candidate.article, answer.head))
    return tuple(suggestions.values())[:MOST_SUGGESTED]


def _wording(candidate: Candidate, language: str) -> str:
    entry = candidate.entry
    return candidate.article.text(language).title if entry is None else entry.wordings[language][0]
