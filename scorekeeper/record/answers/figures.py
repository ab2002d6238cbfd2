"""Questions with figures, answered by the code that scores: “we bid 6 and took 9”."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.search.frames import Fit, filled, fits, frames, value, written
from scorekeeper.games.shape import ImpossibleError, Json, UndecidedError
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.formats.score import score_object

MOST_CHOICES = 8


@dataclass(frozen=True, slots=True)
class Computed:
    """A computed answer, as “Head: sentence”, the number of its article, and the numbers of the question by name."""

    game: AnyGame
    language: str
    text: str
    article: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A value for the number that a question lacks, and the question completed by it."""

    label: str
    question: str


@dataclass(frozen=True, slots=True)
class MissingFigure:
    """The number that a question lacks to be computed, as a question, and some values to choose from."""

    ask: str
    choices: tuple[FigureChoice, ...]


def computed(
    question: str, games: Sequence[AnyGame] | None, options: Json, language: str | None
) -> Computed | MissingFigure | None:
    """Compute the answer to a question with figures; None unless exactly one frame of these games fits it.

    Without one number that the frame needs, return the choices for it. Raises `ImpossibleError` for impossible options.
    """
    found = [fit for game in games or GAMES.values() for fit in fits(question, game, options_in_force(game, options))]
    complete = [fit for fit in found if fit.missing is None]
    read = [one for fit in complete or found if (one := _read(question, fit, options, language)) is not None]
    return read[0] if len(read) == 1 else None


def _read(question: str, fit: Fit, options: Json, language: str | None) -> Computed | MissingFigure | None:
    language = language or fit.language
    return _answer(fit, options, language) if fit.missing is None else _missing(question, fit, options, language)


def _answer(fit: Fit, options: Json, language: str) -> Computed | None:
    names = {**fit.names, **_scored(fit, options)}
    names["s"] = lambda count: "s" if (abs(count) > 1 if language == "fr" else abs(count) != 1) else ""
    names["signed"] = "{:+}".format
    words = frames(fit.game.package).get("why", {})
    names["why"] = ", ".join(
        f"{words[line['why']][language]} {line['points']:+}"
        for line in names["lines"]
        if line["side"] == 0 and line["why"] in words
    )
    names |= {name: value(expression, names) for name, expression in fit.frame.get("read", {}).items()}
    for answer in fit.frame["answers"]:
        if value(answer.get("when", "not refused and not undecided"), names):
            article = str(filled(answer.get("article", fit.frame["article"]), names))
            return Computed(fit.game, language, written(answer[language], names), article, fit.figures)
    return None


def _scored(fit: Fit, options: Json) -> dict[str, Any]:
    """Return what `score` finds of the line of the frame: its last row, the ending, or that it refuses the line."""
    if "score" not in fit.frame:
        return {"lines": [], "refused": False, "undecided": False}
    named = {**options, **filled(fit.frame.get("options", {}), fit.names)}
    line = {**filled(fit.frame["score"], fit.names), "game": fit.game.slug, "options": named}
    row: dict[str, Any] = {"lines": [], "points": [], "totals": []}
    try:
        sheet = score_object(_with_totals(fit, line))
    except ImpossibleError as error:
        refusal = {"refused": not isinstance(error, UndecidedError), "undecided": isinstance(error, UndecidedError)}
        return {**row, "ending": None, "by": {}, **refusal}
    row = sheet["manches"][-1]
    by: dict[str, int] = {}
    for one in row["lines"]:
        if one["side"] == 0:
            by[one["why"]] = by.get(one["why"], 0) + one["points"]
    return {**row, "ending": sheet["ending"], "refused": False, "undecided": False, "by": by}


def _with_totals(fit: Fit, line: dict[str, Any]) -> dict[str, Any]:
    """Add penalties to one manche of the line, after which the totals are those that the frame wants."""
    if "totals" not in fit.frame or not value(fit.frame["totals"].get("if", True), fit.names):
        return line
    line, after = copy.deepcopy(line), filled(fit.frame["totals"]["after"], fit.names)
    reached = score_object({**line, "manches": line["manches"][:after]})["manches"][-1]["totals"]
    wanted = value(fit.frame["totals"]["wanted"], fit.names)
    line["manches"][after - 1]["penalties"] = [
        {"side": side, "points": total - reached[side], "reason": "total"} for side, total in enumerate(wanted)
    ]
    return line


def _missing(question: str, fit: Fit, options: Json, language: str) -> MissingFigure | None:
    part = fit.frame["parts"][str(fit.missing)]
    choices = []
    for number in value(part["choices"], fit.names):
        longer = f"{question.strip().rstrip('?!. ')}{part['append'][fit.language].format(number)}"
        again = fits(longer, fit.game, options_in_force(fit.game, options))
        if [one.frame for one in again if one.missing is None] == [fit.frame]:
            choices.append(FigureChoice(str(number), longer))
    return MissingFigure(part["ask"][language], tuple(choices[:MOST_CHOICES])) if choices else None
