"""The reply to a question: answers (a head such as "Not required" and one sentence), best first, and advice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, Basis, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import LONGEST, MOST_FOUND, Candidate, Findings, Outcome, search
from scorekeeper.games.search.exceptions import has_exception, is_about_another, lacks_partner
from scorekeeper.games.search.library import Entry
from scorekeeper.games.shape import Json
from scorekeeper.record.answers.figures import ComputedAnswer, MissingFigure, asks_for_sum, compute_answer, numbers_in
from scorekeeper.record.answers.rules_named import RulesAsked, rules_asked
from scorekeeper.record.answers.rulings import options_in_force, settle_case
from scorekeeper.record.answers.sentences import advice_for, rule_at_table

MOST_SHOWN = 3
# The first answer is certain if it has at least this score, and this many times that of the next one with another head.
_CERTAIN_SCORE, _LEAD = 0.3, 1.15
_FIRST_OF_NUMBER = {*"0123456789−"}
_WITH_ANSWERS = {Outcome.FOUND, Outcome.ANY_GAME, Outcome.NOTHING}
_COLON = re.compile(r"\s*: ")


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """An answer under the options of a table: a head of a few words and one sentence; either may be empty.

    `options` are the names of the options on which it depends, `case` is the disputed case that the engine settled.
    `is_usage`: no source answers, and the answer is the usual practice. `figures` are the numbers of the question, by
    name, if the answer was computed from them. `question` is the title of the disputed case, short answer or article,
    or the question from which the answer was computed.
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
class Reply:
    """The reply of the rulebook to a question.

    `shown` are at most three answers with different heads, best first. `answer` is the first of them, or None if it is
    not certain; then `missing` may be the number without which the answer cannot be computed. `is_likely`: the first
    one ignores neither an exception of the question nor its numbers. `advice` is the sentence for a question that
    nothing answers. `articles` are the articles found, best first. `named` are the options that the
    question names and the table plays otherwise, as JSON by name: the answer holds under them. `options` are all those
    under which the question was answered.
    """

    language: str
    game: AnyGame | None
    answer: QuestionAnswer | None
    shown: tuple[QuestionAnswer, ...]
    is_likely: bool
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
    if isinstance(computed, ComputedAnswer) and computed.is_whole:
        asked = rules_asked(question, computed.game, options)
        return _computed_reply(question, computed, findings, asked)
    asked = _rules_asked(question, naming, findings, options)
    answers = _candidate_answers(question, findings, asked)
    shown = _shown(answer for _, answer in answers)
    outcome = findings.outcome
    if outcome is Outcome.NO_WORDS and question.strip():
        outcome = Outcome.NOTHING_NEAR  # signs, or words in another script
    # An answer in words would ignore the figures that were read.
    is_likely = (
        outcome is Outcome.FOUND and computed is None and _is_likely(question, findings.language, asked, answers)
    )
    is_certain = is_likely and findings.is_understood and _is_ahead(answers)
    return Reply(
        findings.language,
        findings.game,
        shown[0] if is_certain else None,
        shown,
        is_likely,
        None if outcome is Outcome.FOUND else advice_for(outcome, findings.language),
        findings.articles,
        computed if isinstance(computed, MissingFigure) else None,
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


def _computed_reply(question: str, computed: ComputedAnswer, findings: Findings, asked: RulesAsked) -> Reply:
    game = computed.game
    article = library.book(game).articles[computed.article]
    head, sentence = _head_and_sentence(computed.text, {})
    names = _with_named(article.options, asked)
    answer = QuestionAnswer(head, sentence, article, game, names, figures=computed.figures, question=question.strip())
    other_articles = [other for other in findings.articles if other is not article]
    articles = (article, *other_articles)[:MOST_FOUND]
    others = _candidate_answers(question, findings, asked) if findings.game is game else ()
    shown = _shown([answer, *(other for _, other in others)])
    return Reply(
        computed.language,
        game,
        answer,
        shown,
        is_likely=True,
        advice=None,
        articles=articles,
        named=asked.named,
        options=asked.options,
    )


def _with_named(names: Sequence[str], asked: RulesAsked) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*names, *asked.named)))


def _candidate_answers(question: str, findings: Findings, asked: RulesAsked) -> Answers:
    """Return the candidates with their answers; after the others, those with an exception that the question lacks."""
    answers = list[tuple[Candidate, QuestionAnswer]]()
    for candidate in findings.candidates if findings.outcome in _WITH_ANSWERS else ():
        answer = candidate_answer(candidate, findings.game, asked.options, findings.language)
        answers.append((candidate, replace(answer, options=_with_named(answer.options, asked))))
    if _is_wording(question, findings.candidates):
        return answers
    return sorted(answers, key=lambda one: has_exception(one[1].question) > has_exception(question))


def _is_ahead(answers: Answers) -> bool:
    """Return whether the first answer is ahead of the next one with another head."""
    (first, answer), *others = answers
    rival = next((one for one, other in others if not answer.head or answer.head != other.head), None)
    return first.score >= _CERTAIN_SCORE and (rival is None or first.score >= _LEAD * rival.score)


def _is_likely(question: str, language: str, asked: RulesAsked, answers: Answers) -> bool:
    """Return whether the first answer fits the exceptions, the numbers, the act and the partners of a question."""
    candidate, answer = answers[0]
    if candidate.entry is None or _is_wording(question, [candidate]):
        return True
    # If the question of the entry does not arise under these options, the answer is the general rule of its article.
    if answer.question == answer.article.text(language).title or is_about_another(question, answer.question, language):
        return False
    wordings = candidate.entry.wordings
    exceptions = [has_exception(one) for of_language in wordings.values() for one in of_language]
    if not has_exception(answer.question) <= has_exception(question) <= any(exceptions):
        return False
    return _fits_numbers(question, language, asked, answer, wordings)


def _fits_numbers(
    question: str, language: str, asked: RulesAsked, answer: QuestionAnswer, wordings: Mapping[str, Sequence[str]]
) -> bool:
    numbers, of_answer = numbers_in(question), numbers_in(answer.text) | {number for number, _ in asked.figures}
    of_wordings = [numbers_in(one) for of_language in wordings.values() for one in of_language]
    if answer.head[:1] in _FIRST_OF_NUMBER and asks_for_sum(question):
        # “La dame et trois cœurs” are 16, “la dame et tous les cœurs” are not.
        if not numbers and all(of_wordings):
            return False
        # The value of one thing, or of other numbers, would be read as the sum that the question asks for.
        return any(numbers ^ of_wording <= of_answer for of_wording in of_wordings)
    unread = numbers - of_answer.union(*of_wordings)
    # A case with figures of its own may end otherwise.
    if len(unread) > 1 and not numbers_in(answer.question) <= numbers | of_answer:
        return False
    # These may be the figures of one player of a pair.
    return not (unread and lacks_partner(question, language, wordings))


def candidate_answer(candidate: Candidate, game: AnyGame | None, options: Json, language: str) -> QuestionAnswer:
    """Return the answer of a disputed case, short answer or article, under the options of a table.

    If the question of an entry does not arise under these options, return the rule of its article.
    """
    game = candidate.game or game
    in_force = {} if game is None else options_in_force(game, options)
    if candidate.entry is not None:
        answer = entry_answer(candidate.entry, candidate.article, game, in_force, language)
        if answer is not None:
            return answer
    return _article_answer(candidate.article, game, in_force, language)


def entry_answer(
    entry: Entry, article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    """Return the answer of an entry under all these options, None if its question does not arise under them."""
    if isinstance(entry, DisputedCase):
        return None if game is None else _case_answer(entry, article, game, options, language)
    chosen = entry.under(options)
    # Without a game there are no options to fill in.
    if chosen is None or (game is None and "{" in chosen.texts[language]):
        return None
    head, sentence = _head_and_sentence(chosen.texts[language], options)
    names = tuple(dict.fromkeys(name for variant in entry.answers for name in variant.under))
    title = entry.wordings[language][0]
    return QuestionAnswer(head, sentence, article, game, names, entry.basis is Basis.USAGE, question=title)


def _case_answer(
    case: DisputedCase, article: Article, game: AnyGame, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    right = settle_case(game, case, options).answer
    if right is None:
        # No side claims the value of this table, such as a revoke at 5; a short answer that names it may.
        option = f"{{{case.option}}}"
        for other in library.book(game).short_answers.values():
            if other.article == case.article and any(option in one.texts[language] for one in other.answers):
                return entry_answer(other, article, game, options, language)
        return None
    head, sentence = _head_and_sentence(right.texts[language], options)
    names = article.options if case.option is None else (case.option,)
    return QuestionAnswer(head, sentence, article, game, names, case=case, question=case.wordings[language][0])


def _article_answer(
    article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer:
    title, rule = article.text(language).title, rule_at_table(article, game, options, language)
    return QuestionAnswer("", rule, article, game, article.options, question=title)


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


def _shown(answers: Iterable[QuestionAnswer]) -> tuple[QuestionAnswer, ...]:
    """Return the first answers, each head once in a game."""
    shown = dict[tuple[str | None, str], QuestionAnswer]()
    for one in answers:
        slug = None if one.game is None else one.game.slug
        shown.setdefault((slug, one.head or one.sentence), one)
    return tuple(shown.values())[:MOST_SHOWN]
