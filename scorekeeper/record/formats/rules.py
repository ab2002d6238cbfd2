"""The public format of `lamarque rules`: reads one question a line, writes its articles and ruling as one line.

An *article* is a numbered rule of the rulebook, such as DP-14; a *ruling* is the text that answers the question. A
*candidate* is another question with its answer, which may have been meant. The options are the house rules.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.shape import ImpossibleError, ImpossibleOptionsError, Json, quotable
from scorekeeper.record.answers.answer import Reply, answer_question
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.answers.sentences import rule_at_table
from scorekeeper.record.formats.score import answer_line, read_game, refuse_unknown_keys

_KEYS = {"game", "language", "question", "options"}


def rules_line(text: str | bytes, language: str | None = None) -> dict[str, Any]:
    """Return the articles and the ruling of a line of the rules format, or `{"error": …}` if the line is refused.

    `language` is for a line that names none; without it, the language is detected from the question.
    """
    return answer_line(text, lambda line: _consult(line, language))


def _consult(line: Json, language: str | None) -> dict[str, Any]:
    """Search the rules for the question of a line, read as JSON. Raises `ImpossibleError`."""
    refuse_unknown_keys(line, _KEYS)
    question = line.get("question")
    if not isinstance(question, str):
        raise ImpossibleError("not_text", field="question", value=quotable(question))
    # The language that the line names is used rather than that of the call.
    chosen = _language(line.get("language")) or language
    options = {} if line.get("options") is None else line["options"]
    games = _games(line.get("game"), options)
    # The articles found and, as far as there are any, a certain answer, answers that may be meant (`shown`), and a
    # number that the question lacks (`missing`).
    reply = answer_question(question, games, options, chosen)
    answer = reply.answer
    # Every line has every key, in this order.
    written: dict[str, Any] = {
        "articles": [article.number for article in reply.articles],
        "ruling": _ruling(reply),
        "answer": None,
        "certain": answer is not None,
        "nearest": _nearest(reply),
        "figures": None,
        "options": [],
        "candidates": [
            {
                "question": candidate.question,
                "head": candidate.head,
                "sentence": candidate.sentence,
                "article": candidate.article.number,
            }
            for candidate in reply.shown
        ],
    }
    if answer is not None:
        written["answer"] = {"head": answer.head, "sentence": answer.sentence}
        # The names of the options on which the answer depends; those of the line are the house rules with their values.
        written["options"] = list(answer.options)
        # The numbers from which an answer was computed, by name.
        if answer.numbers is not None:
            written["figures"] = dict(answer.numbers)
    return written


def _nearest(reply: Reply) -> list[str]:
    """Return the questions that may be meant, or the question completed by the number that it lacks."""
    if reply.missing is not None:
        return [choice.question for choice in reply.missing.choices]
    if reply.answer is not None:
        return []
    return [answer.question for answer in reply.shown]


def _ruling(reply: Reply) -> str:
    """Return the text of the answer or, without one, a prompt, the advice, or the rule of the best article."""
    if reply.answer is not None:
        return reply.answer.text
    if reply.missing is not None:
        return reply.missing.prompt
    if reply.advice is not None:
        return reply.advice
    best = reply.articles[0]
    # The options with the defaults of those that are not given; without a game, none.
    in_force = {} if reply.game is None else options_in_force(reply.game, reply.options)
    # The text of the article, with the values of these options.
    return rule_at_table(best, reply.game, in_force, reply.language)


def _language(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in LANGUAGES:
        raise ImpossibleError("unknown_language", field="language", value=quotable(value), languages=list(LANGUAGES))
    return value


def _games(slug: object, options: Any) -> list[AnyGame]:  # noqa: ANN401 - any JSON until it is read
    """Return the game of the line, or every game that has its options. Raises `ImpossibleError`."""
    if slug is not None:
        game = read_game(slug)
        options_in_force(game, options)  # called to raise for options that the game refuses
        return [game]
    fitting = []
    errors = []
    for game in GAMES.values():
        try:
            options_in_force(game, options)  # called to raise, as above
            fitting.append(game)
        except ImpossibleOptionsError as error:
            errors.append(error)
    if not fitting:
        # The most useful error is that of a game which knows the options and refuses a value.
        raise next((error for error in errors if error.key != "unknown_option"), errors[0])
    return fitting
