"""Questions with numbers, answered by the code that scores: “we bid 6 and took 9”.

A frame is an entry of `frames.toml`: the words of one kind of question, and the expressions that compute its answer.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.search.frames import Fit, evaluate, fill_in_data, fill_in_text, fitting_frames, frames
from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError, Json
from scorekeeper.record.answers.rules_named import rules_asked
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.formats.score import score_object

MOST_CHOICES = 8


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """An answer that was computed from the numbers of a question."""

    game: AnyGame
    language: str

    # As “Head: sentence”.
    text: str

    # The number of its article.
    article: str

    # The numbers of the question, by name.
    numbers: Mapping[str, Any]

    # If false, the question has an exception that was not read, and the answer must not be shown.
    is_whole: bool


@dataclass(frozen=True, slots=True)
class NumberChoice:
    """A value for the number that a question lacks, and the question with this number."""

    label: str
    question: str


@dataclass(frozen=True, slots=True)
class MissingNumber:
    """A number that a question lacks: the sentence that asks for it, and some values to choose from."""

    prompt: str
    choices: tuple[NumberChoice, ...]


def compute_answer(
    question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None
) -> ComputedAnswer | MissingNumber | None:
    """Compute the answer to a question with numbers; None unless exactly one frame of these games fits it.

    The options are those of the table and those that the question names. If the question lacks one number of the frame,
    return the choices for it. Raises `ImpossibleError` for impossible options.
    """
    fits: list[tuple[Fit, Json]] = []
    for game in games or GAMES.values():
        asked = rules_asked(question, game, options)
        frames_of_game = fitting_frames(asked.question, game, options_in_force(game, asked.options), asked.occurrences)
        fits += [(fit, asked.options) for fit in frames_of_game]
    # A missing number is asked for only if no frame has all of its numbers.
    complete = [one for one in fits if one[0].missing is None]
    results = [_compute(question, fit, in_force, language or fit.language) for fit, in_force in complete or fits]
    answers = [result for result in results if result is not None]
    # Two answers are two readings of the question.
    if len(answers) != 1:
        return None
    return answers[0]


def _compute(question: str, fit: Fit, options: Json, language: str) -> ComputedAnswer | MissingNumber | None:
    if fit.missing is not None:
        return _missing_number(question, fit, options, language)
    variables = {**fit.variables, **_score_variables(fit, options)}
    variables["s"] = partial(_plural_ending, language)
    variables["signed"] = "{:+}".format
    reasons = frames(fit.game.package).get("why", {})
    # The reasons for the points of side 0, about which the question is.
    variables["why"] = ", ".join(
        f"{fill_in_text(reasons[line['why']][language], variables)} {line['points']:+}"
        for line in variables["lines"]
        if line["side"] == 0 and line["why"] in reasons
    )
    read = fit.frame.get("read", {})
    variables |= {name: evaluate(expression, variables) for name, expression in read.items()}
    for answer in fit.frame["answers"]:
        if evaluate(answer.get("when", "not refused and not undecided"), variables):
            article = str(fill_in_data(answer.get("article", fit.frame["article"]), variables))
            text = fill_in_text(answer[language], variables)
            return ComputedAnswer(fit.game, language, text, article, fit.numbers, fit.is_whole)
    return None


def _plural_ending(language: str, count: int) -> str:
    """Return the ending of a noun after a number: "1 trick", "2 tricks"; zero is a singular in French."""
    if abs(count) == 1 or (language == "fr" and count == 0):
        return ""
    return "s"


def _score_variables(fit: Fit, options: Json) -> dict[str, Any]:
    """Score the manches of a frame, if it has any, and return the values of the last row and the ending by name.

    `by` are the points of side 0 by reason. If there is no score, `refused` or `undecided` is true.
    """
    if "score" not in fit.frame:
        return {"lines": [], "refused": False, "undecided": False}
    with_needs = {**options, **fill_in_data(fit.frame.get("options", {}), fit.variables)}
    request = {**fill_in_data(fit.frame["score"], fit.variables), "game": fit.game.slug, "options": with_needs}
    try:
        sheet = score_object(_with_totals(fit, request))
    except ImpossibleError as error:
        # A missing fact is no error of the question: the score depends on it.
        lacks_fact = isinstance(error, IncompleteFactsError)
        empty: dict[str, Any] = {"lines": [], "points": [], "totals": [], "by": {}, "ending": None}
        return {**empty, "refused": not lacks_fact, "undecided": lacks_fact}
    row = sheet["manches"][-1]
    by_reason = Counter[str]()
    for line in row["lines"]:
        if line["side"] == 0:
            by_reason[line["why"]] += line["points"]
    return {**row, "ending": sheet["ending"], "refused": False, "undecided": False, "by": by_reason}


def _with_totals(fit: Fit, request: dict[str, Any]) -> dict[str, Any]:
    """Add penalties to a manche of the request, so that the totals after it are those that the frame requires."""
    if "totals" not in fit.frame or not evaluate(fit.frame["totals"].get("if", True), fit.variables):
        return request
    request = copy.deepcopy(request)
    number = fill_in_data(fit.frame["totals"]["after"], fit.variables)
    totals = score_object({**request, "manches": request["manches"][:number]})["manches"][-1]["totals"]
    required = evaluate(fit.frame["totals"]["wanted"], fit.variables)
    request["manches"][number - 1]["penalties"] = [
        {"side": side, "points": total - totals[side], "reason": "total"} for side, total in enumerate(required)
    ]
    return request


def _missing_number(question: str, fit: Fit, options: Json, language: str) -> MissingNumber | None:
    part = fit.frame["parts"][str(fit.missing)]
    choices = []
    for number in evaluate(part["choices"], fit.variables):
        completed = f"{question.strip().rstrip('?!. ')}{part['append'][fit.language].format(number)}"
        asked = rules_asked(completed, fit.game, options)
        fits = fitting_frames(asked.question, fit.game, options_in_force(fit.game, options), asked.occurrences)
        # The question with this number must be understood, and in one way.
        if [other.frame for other in fits if other.missing is None] == [fit.frame]:
            choices.append(NumberChoice(str(number), completed))
    if not choices:
        return None
    return MissingNumber(part["ask"][language], tuple(choices[:MOST_CHOICES]))
