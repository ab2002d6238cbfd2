"""Questions with figures, answered by the code that scores: “we bid 6 and took 9”.

A frame is an entry of `frames.toml`: the words of one kind of question, and the expressions that compute its answer.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.search.frames import Fit, evaluate, fill_in_data, fill_in_text, fitting_frames, frames
from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError, Json
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.formats.score import score_object

MOST_CHOICES = 8


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """An answer as “Head: sentence”, the number of its article, and the numbers of the question by name."""

    game: AnyGame
    language: str
    text: str
    article: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A value for the number that a question lacks, and the question with this number."""

    label: str
    question: str


@dataclass(frozen=True, slots=True)
class MissingFigure:
    """A number that a question lacks: the sentence that asks for it, and some values to choose from."""

    prompt: str
    choices: tuple[FigureChoice, ...]


def compute_answer(
    question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None
) -> ComputedAnswer | MissingFigure | None:
    """Compute the answer to a question with figures; None unless exactly one frame of these games fits it.

    If the question lacks one number of the frame, return the choices for it. Raises `ImpossibleError` for impossible
    options.
    """
    fits: list[Fit] = []
    for game in games or GAMES.values():
        fits += fitting_frames(question, game, options_in_force(game, options))
    complete = [fit for fit in fits if fit.missing is None]
    results = [_compute(question, fit, options, language or fit.language) for fit in complete or fits]
    answers = [result for result in results if result is not None]
    return answers[0] if len(answers) == 1 else None


def _compute(question: str, fit: Fit, options: Json, language: str) -> ComputedAnswer | MissingFigure | None:
    if fit.missing is not None:
        return _missing_figure(question, fit, options, language)
    names = {**fit.names, **_score_names(fit, options)}
    names["s"] = lambda count: "" if abs(count) == 1 or (language == "fr" and count == 0) else "s"
    names["signed"] = "{:+}".format
    reasons = frames(fit.game.package).get("why", {})
    names["why"] = ", ".join(
        f"{reasons[line['why']][language]} {line['points']:+}"
        for line in names["lines"]
        if line["side"] == 0 and line["why"] in reasons
    )
    names |= {name: evaluate(expression, names) for name, expression in fit.frame.get("read", {}).items()}
    for answer in fit.frame["answers"]:
        if evaluate(answer.get("when", "not refused and not undecided"), names):
            article = str(fill_in_data(answer.get("article", fit.frame["article"]), names))
            return ComputedAnswer(fit.game, language, fill_in_text(answer[language], names), article, fit.figures)
    return None


def _score_names(fit: Fit, options: Json) -> dict[str, Any]:
    """Score the line of a frame, if it has one, and return the values of its last row and its ending by name.

    `by` are the points of side 0 by reason. `refused` and `undecided` tell whether and why there is no score.
    """
    if "score" not in fit.frame:
        return {"lines": [], "refused": False, "undecided": False}
    named = {**options, **fill_in_data(fit.frame.get("options", {}), fit.names)}
    line = {**fill_in_data(fit.frame["score"], fit.names), "game": fit.game.slug, "options": named}
    row: dict[str, Any] = {"lines": [], "points": [], "totals": []}
    try:
        sheet = score_object(_with_totals(fit, line))
    except ImpossibleError as error:
        refusal = {
            "refused": not isinstance(error, IncompleteFactsError),
            "undecided": isinstance(error, IncompleteFactsError),
        }
        return {**row, "ending": None, "by": {}, **refusal}
    row = sheet["manches"][-1]
    by_reason: dict[str, int] = {}
    for row_line in row["lines"]:
        if row_line["side"] == 0:
            by_reason[row_line["why"]] = by_reason.get(row_line["why"], 0) + row_line["points"]
    return {**row, "ending": sheet["ending"], "refused": False, "undecided": False, "by": by_reason}


def _with_totals(fit: Fit, line: dict[str, Any]) -> dict[str, Any]:
    """Add penalties to a manche of the line, so that the totals after it are those that the frame requires."""
    if "totals" not in fit.frame or not evaluate(fit.frame["totals"].get("if", True), fit.names):
        return line
    line, number = copy.deepcopy(line), fill_in_data(fit.frame["totals"]["after"], fit.names)
    totals = score_object({**line, "manches": line["manches"][:number]})["manches"][-1]["totals"]
    required = evaluate(fit.frame["totals"]["wanted"], fit.names)
    line["manches"][number - 1]["penalties"] = [
        {"side": side, "points": total - totals[side], "reason": "total"} for side, total in enumerate(required)
    ]
    return line


def _missing_figure(question: str, fit: Fit, options: Json, language: str) -> MissingFigure | None:
    part = fit.frame["parts"][str(fit.missing)]
    choices = []
    for number in evaluate(part["choices"], fit.names):
        completed = f"{question.strip().rstrip('?!. ')}{part['append'][fit.language].format(number)}"
        fits = fitting_frames(completed, fit.game, options_in_force(fit.game, options))
        if [other.frame for other in fits if other.missing is None] == [fit.frame]:
            choices.append(FigureChoice(str(number), completed))
    return MissingFigure(part["ask"][language], tuple(choices[:MOST_CHOICES])) if choices else None
