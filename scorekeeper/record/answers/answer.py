"""The reply to a question: answers (a head such as "Not required" and one sentence), best first, and advice.

The search (`games/search`) returns *candidates*: entries of the rulebook whose *wordings*, ways to ask their question,
are like the question. An entry is a *disputed case*, which is settled by scoring it, or a *short answer*, a text for
each value of an option. An *article* is a numbered rule. Some questions with numbers are *computed*, by scoring them.

The *options* of a table are its house rules by name, as JSON: here `options` are those that the table has chosen, and
`asked.named` those that a question names (“the queen at 12”). `asked.options` are both together, and `in_force` has the
value of every option, also of those that the table has not chosen (it is the `options` of `entry_answer` and of the
functions that this calls).
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
# The first answer is certain on three conditions. At most the share `_MOST_STRANGE` of the words is strange (not known
# to the rulebook). Its score is at least `_LEAST_SCORE`. It is also at least `_LEAD` plus `_OF_NEXT` times the score of
# the next answer with another head. These numbers are learned on known questions, and on wordings taken out of the
# index.
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

    # The names of the options on which the answer depends: `("queen_points",)`.
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
    """Answer a question in these games (all by default) under the options of a table and those that the question names.

    After the user's own question, such as “with the queen at 12, who pays?”, the page suggests wordings of the
    rulebook. If the user taps one, `question` is this wording, which names no option, and `naming` is the user's own
    question: its options count. `language` is the preferred language, None for that of the question. Raises
    `ImpossibleError` for impossible options.
    """
    findings = search(question, games, language)
    # Whether the question is exactly a wording of the best candidate, in either language. It is one if the user has
    # chosen a suggested question.
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
        # None unless the question is of exactly one kind (frame) of questions with numbers.
        computed = compute_answer(question, likely_games, options, language)
        # The numbers may tell the game more surely than the words.
        if computed is None and games is None:
            computed = compute_answer(question, games, options, language)
    # An answer is not whole if the question has an exception that the frame did not read: it is not shown.
    if isinstance(computed, ComputedAnswer) and computed.is_whole:
        return _computed_reply(question, computed, findings, options)
    # The options of the table, unless the question names others.
    asked = RulesAsked(options)
    if findings.game is not None and not is_too_long:
        # From here on, the user's own question is read.
        if is_wording:
            question = naming[:LONGEST]
        asked = rules_asked(question, findings.game, options)
    answers = _candidate_answers(findings, asked)
    shown = _shown(answer for _, answer in answers)
    answer = missing = None
    # Whether the words alone are the question. They are not if a frame has read numbers, which an answer in words would
    # ignore; nor if the typed question names a house rule, because reading one is a guess. Then no answer is certain.
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
    # The text of a computed answer has no options to fill in.
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
    """Return whether the first answer is clearly more like the question than the next one.

    `strange` is the share of words that the rulebook does not know (see `Findings`); with many of them, no answer is
    certain.
    """
    (first, answer), *others = answers
    # An entry whose question does not arise under these options gets the general rule of its article, which has no
    # head: that does not settle the question.
    if strange > _MOST_STRANGE or (first.entry is not None and not answer.head):
        return False
    # The score of the next answer that differs from the first one, 0 without one. Two answers with the same head, such
    # as "Yes", agree; if the first one has no head, every other one differs.
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
    # A short answer: the first of its texts that is true under the options, None if its question does not arise.
    chosen = entry.under(options)
    # Without a game there are no options to fill in.
    if chosen is None or (game is None and "{" in chosen.texts[language]):
        return None
    head, sentence = _head_and_sentence(chosen.texts[language], options)
    # The answer depends on the options in the conditions of its texts. `under` of a text is its condition, a mapping of
    # options to values; the method `under` of the entry, above, is another thing.
    names = tuple(dict.fromkeys(name for variant in entry.answers for name in variant.under))
    title = entry.wordings[language][0]
    return QuestionAnswer(head, sentence, article, game, names, entry.basis is Basis.USAGE, question=title)


def _case_answer(
    case: DisputedCase, article: Article, game: AnyGame, options: Mapping[str, Any], language: str
) -> QuestionAnswer | None:
    """Return the answer of the side that is right in a disputed case.

    If no side is right, return that of a short answer with the value of the table in its text, None without one.
    """
    # The side whose answer agrees with the computed result.
    right = settle_case(game, case, options).answer
    if right is None:
        # No side claims the value that the option has at this table, such as 5 points for a revoke. A short answer
        # about the same article may have the value in one of its texts, as “{revoke}”: the first such short answer is
        # taken.
        option = f"{{{case.option}}}"
        for other in library.book(game).short_answers.values():
            if other.article == case.article and any(option in variant.texts[language] for variant in other.answers):
                return entry_answer(other, article, game, options, language)
        return None
    head, sentence = _head_and_sentence(right.texts[language], options)
    names = article.options if case.option is None else (case.option,)
    return QuestionAnswer(head, sentence, article, game, names, case=case, question=case.wordings[language][0])


def _head_and_sentence(text: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """Fill in the options of a text and split it into head and sentence.

    "Yes: {revoke} points." becomes "Yes" and "10 points."; a text without a colon has an empty head.
    """
    head, _, sentence = text.format_map(options).partition(": ")
    if not sentence:
        return "", head
    # In French, a space is before the colon.
    return head.rstrip(), sentence[:1].upper() + sentence[1:]


def _shown(answers: Iterable[QuestionAnswer]) -> tuple[QuestionAnswer, ...]:
    """Return the first three answers; of answers with the same head about the same game only the first one."""
    shown = dict[tuple[AnyGame | None, str], QuestionAnswer]()
    for answer in answers:
        shown.setdefault((answer.game, answer.head or answer.sentence), answer)
    return tuple(shown.values())[:MOST_SHOWN]
