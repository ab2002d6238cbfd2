"""The reply to a question: answers (a head such as "Not required" and one sentence), best first, and advice.

The search (`games/search`) returns *candidates*: entries of the rulebook whose *wordings*, ways to ask their question,
are like the question. An entry is a *disputed case*, which is settled by scoring it, or a *short answer*, a text for
each value of an option. An *article* is a numbered rule. The *options* of a table are its house rules, by name; `named`
ones are those that a question names: “the queen at 12”. Some questions with numbers are *computed*, by scoring them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import Article, Basis, DisputedCase
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import LONGEST, MOST_FOUND, Candidate, Findings, Outcome, search
from scorekeeper.games.search.library import Entry
from scorekeeper.games.shape import Json
from scorekeeper.record.answers.computed import ComputedAnswer, MissingNumber, compute_answer
from scorekeeper.record.answers.rules_named import RulesAsked, rules_asked
from scorekeeper.record.answers.rulings import options_in_force, settle_case
from scorekeeper.record.answers.sentences import advice_for, rule_at_table

MOST_SHOWN = 3
# The first answer is certain if at most this share of the telling words is strange, and its score is at least
# `_LEAST_SCORE` and at least `_LEAD` plus `_OF_NEXT` times the score of the next answer with another head. They are
# learned on one half of the known questions and on wordings that were taken out of the index.
_MOST_STRANGE = 0.5
_LEAST_SCORE = 0.3
_LEAD = 0.14
_OF_NEXT = 1.15
# The outcomes of a search whose candidates are shown.
_WITH_ANSWERS = {Outcome.FOUND, Outcome.ANY_GAME, Outcome.NOTHING}


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """An answer under the options of a table."""

    # "Not required". It may be empty.
    head: str

    # "One may duck even with the ace." It may be empty.
    sentence: str
    article: Article

    # The game that the question is about, None for one about any game.
    game: AnyGame | None

    # The names of the options on which it depends.
    options: tuple[str, ...]

    # No source answers, so this is the usual practice.
    is_usage: bool = False

    # The disputed case that the engine settled.
    case: DisputedCase | None = None

    # The numbers of the question, by name, if the answer was computed from them.
    numbers: Mapping[str, Any] | None = None

    # The title of the disputed case, short answer or article; the user's question if the answer was computed.
    question: str = ""

    @property
    def text(self) -> str:
        """The head and the sentence as one text."""
        if not self.head:
            return self.sentence.strip()
        return f"{self.head}. {self.sentence}".strip()


# The candidates for a question, best first, each with its answer.
Answers: TypeAlias = Sequence[tuple[Candidate, QuestionAnswer]]


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of the rulebook to a question."""

    # Of the answers, "fr" or "en".
    language: str

    # The game that was requested or recognised, None if the question may be about any.
    game: AnyGame | None

    # The first of `shown`, None if it is not certain.
    answer: QuestionAnswer | None

    # At most three answers with different heads, best first.
    shown: tuple[QuestionAnswer, ...]

    # The articles found, best first.
    articles: tuple[Article, ...]

    # The sentence for a question that nothing answers.
    advice: str | None = None

    # The number without which no answer can be computed.
    missing: MissingNumber | None = None

    # The options that the question names and the table plays otherwise, as JSON by name.
    named: Mapping[str, Any] = field(default_factory=dict)

    # All options under which the question was answered, with the named ones.
    options: Json = field(default_factory=dict)


def answer_question(
    question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None, naming: str = ""
) -> Reply:
    """Answer a question in these games (all by default) under the options of a table and those that it names.

    A wording of the rulebook names none; `naming` is the question that suggested it, whose options then count.
    `language` is the preferred one, None for that of the question. Raises `ImpossibleError` for impossible options.
    """
    findings = search(question, games, language)
    # Whether the question is a wording of the best candidate, as after a tap on a suggestion.
    is_wording = any(
        question.strip() in wordings
        for candidate in findings.candidates[:1]
        if candidate.entry is not None
        for wordings in candidate.entry.wordings.values()
    )
    is_too_long = findings.outcome is Outcome.TOO_LONG
    computed: ComputedAnswer | MissingNumber | None = None
    # A wording of the rulebook is answered by its own entry, even if it has numbers.
    if not is_too_long and not is_wording:
        likely_games = [findings.game] if findings.game else games
        # None if the numbers fit no frame, a kind of question with numbers, or several.
        computed = compute_answer(question, likely_games, options, language)
        # The numbers may tell the game more surely than the words.
        if computed is None and games is None:
            computed = compute_answer(question, games, options, language)
    if isinstance(computed, ComputedAnswer) and computed.is_whole:
        return _computed_reply(question, computed, findings, options)
    # The options of the table, unless the question names others.
    asked = RulesAsked(options)
    if findings.game is not None and not is_too_long:
        if is_wording:
            question = naming[:LONGEST]
        asked = rules_asked(question, findings.game, options)
    answers = _candidate_answers(findings, asked)
    shown = _shown(answer for _, answer in answers)
    answer = missing = None
    # An answer in words would ignore the numbers that were read, and a house rule read in a question is a guess.
    is_read_alone = computed is None and (is_wording or not asked.named)
    if findings.outcome is Outcome.FOUND and is_read_alone and _is_certain(findings.strange, answers):
        answer = shown[0]
    if isinstance(computed, MissingNumber):
        missing = computed
    return Reply(
        language=findings.language,
        game=findings.game,
        answer=answer,
        shown=shown,
        advice=advice_for(question, findings),
        articles=findings.articles,
        missing=missing,
        named=asked.named,
        options=asked.options,
    )


def _computed_reply(question: str, computed: ComputedAnswer, findings: Findings, options: Json) -> Reply:
    """Return the reply with a computed answer first, then what the words have found."""
    game = computed.game
    asked = rules_asked(question, game, options)
    article = library.book(game).articles[computed.article]
    # Its text has no options to fill in.
    head, sentence = _head_and_sentence(computed.text, {})
    names = _with_named(article.options, asked)
    answer = QuestionAnswer(head, sentence, article, game, names, numbers=computed.numbers, question=question.strip())
    other_articles = [other for other in findings.articles if other is not article]
    answers = [answer]
    # The words may have found another game than the numbers.
    if findings.game is game:
        answers += [other for _, other in _candidate_answers(findings, asked)]
    return Reply(
        language=computed.language,
        game=game,
        answer=answer,
        shown=_shown(answers),
        articles=(article, *other_articles)[:MOST_FOUND],
        named=asked.named,
        options=asked.options,
    )


def _with_named(names: Sequence[str], asked: RulesAsked) -> tuple[str, ...]:
    """Return these names of options and those that the question names, each once."""
    return tuple(dict.fromkeys((*names, *asked.named)))


def _candidate_answers(findings: Findings, asked: RulesAsked) -> Answers:
    """Return the candidates with their answers, best first."""
    if findings.outcome not in _WITH_ANSWERS:
        return []
    answers = []
    for candidate in findings.candidates:
        answer = candidate_answer(candidate, findings.game, asked.options, findings.language)
        answers.append((candidate, replace(answer, options=_with_named(answer.options, asked))))
    return answers


def _is_certain(strange: float, answers: Answers) -> bool:
    """Return whether the question has words of the game, and the first answer is clearly more like it than the next.

    `strange` is the share of its telling words that the rulebook does not know.
    """
    (first, answer), *others = answers
    # If the question of an entry does not arise under these options, its answer is the general rule of the article.
    if strange > _MOST_STRANGE or (first.entry is not None and not answer.head):
        return False
    # The score of the next answer that differs, 0 without one. Two answers with the same head, such as "Yes", agree.
    following = next(
        (candidate.score for candidate, other in others if not answer.head or answer.head != other.head), 0.0
    )
    return first.score >= max(_LEAST_SCORE, _LEAD + _OF_NEXT * following)


def candidate_answer(candidate: Candidate, game: AnyGame | None, options: Json, language: str) -> QuestionAnswer:
    """Return the answer of a disputed case, short answer or article, under the options of a table.

    If the question of an entry does not arise under these options, return the rule of its article.
    """
    # A candidate about a shared article has no game of its own.
    game = candidate.game or game
    in_force = {} if game is None else options_in_force(game, options)
    if candidate.entry is not None:
        answer = entry_answer(candidate.entry, candidate.article, game, in_force, language)
        if answer is not None:
            return answer
    article = candidate.article
    rule = rule_at_table(article, game, in_force, language)
    title = article.text(language).title
    return QuestionAnswer("", rule, article, game, article.options, question=title)


def entry_answer(
    entry: Entry, article: Article, game: AnyGame | None, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    """Return the answer of an entry under all these options, None if its question does not arise under them."""
    if isinstance(entry, DisputedCase):
        if game is None:
            return None
        return _case_answer(entry, article, game, options, language)
    # The first of its texts that is valid under the options.
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
    # The side whose answer agrees with the computed result.
    right = settle_case(game, case, options).answer
    if right is None:
        # No side claims the value of this table, such as a revoke at 5. A short answer may have this value in its text,
        # as “{revoke}”.
        option = f"{{{case.option}}}"
        for other in library.book(game).short_answers.values():
            if other.article == case.article and any(option in variant.texts[language] for variant in other.answers):
                return entry_answer(other, article, game, options, language)
        return None
    head, sentence = _head_and_sentence(right.texts[language], options)
    names = article.options if case.option is None else (case.option,)
    return QuestionAnswer(head, sentence, article, game, names, case=case, question=case.wordings[language][0])


def _head_and_sentence(text: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """Fill in the options and split: "Yes: it counts." is "Yes" and "It counts."; without colon, the head is empty."""
    head, _, sentence = text.format_map(options).partition(": ")
    if not sentence:
        return "", head
    # In French, a space is before the colon.
    return head.rstrip(), sentence[:1].upper() + sentence[1:]


def _shown(answers: Iterable[QuestionAnswer]) -> tuple[QuestionAnswer, ...]:
    """Return the first three answers, each head once in a game."""
    shown = dict[tuple[str | None, str], QuestionAnswer]()
    for answer in answers:
        slug = None if answer.game is None else answer.game.slug
        shown.setdefault((slug, answer.head or answer.sentence), answer)
    return tuple(shown.values())[:MOST_SHOWN]
