"""Questions with numbers, answered by the code that scores: “we bid 6 and took 9”.

A *frame* is an entry of `frames.toml`: the words of one kind of question, and the expressions that compute its answer.
Its `parts` are the numbers that the question gives. Its `score` is a request in the format of `lamarque score`: the
manches to score, one for each deal, with expressions in the place of the numbers. Its `answers` are sentences for the
result. The asker has side 0. A *fit* is a frame whose words are in the question, with the numbers found there. The
*options* of a table are its house rules; an *article* is a numbered rule.
"""

from __future__ import annotations

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

# The condition of an answer that has none of its own, an expression like the others.
_IS_SCORED = "not refused and not undecided"


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """An answer that was computed from the numbers of a question."""

    game: AnyGame
    language: str

    # The short answer, a colon and its explanation: “63: contract made (contract +60, overtricks +3).”
    text: str

    # The number of the article that the answer cites.
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

    `options` are those that the table has chosen. An option that the question names (“the queen at 12”) replaces that
    of the table. If the question lacks one number of the frame, return the choices for it. Raises `ImpossibleError` for
    impossible options.
    """
    # Each fit, with the options that the table has chosen or the question names. All other options have their default.
    fits: list[tuple[Fit, Json]] = []
    for game in games or GAMES.values():
        # The options of the table, with those that the question names instead.
        asked = rules_asked(question, game, options)
        # The value of every option, also of those that the table has not chosen.
        in_force = options_in_force(game, asked.options)
        # A number that names an option, such as the 12 of “the queen at 12”, is no number of a frame.
        game_fits = fitting_frames(asked.question, game, in_force, ignored=asked.occurrences)
        fits += [(fit, asked.options) for fit in game_fits]
    # A missing number is asked for only if no frame has all of its numbers.
    complete = [(fit, chosen) for fit, chosen in fits if fit.missing is None]
    # `complete or fits`: those with a missing number only if there are no others.
    results = [_compute(question, fit, chosen, language or fit.language) for fit, chosen in complete or fits]
    answers = [result for result in results if result is not None]
    # Two answers are two readings of the question.
    if len(answers) != 1:
        return None
    return answers[0]


def _compute(question: str, fit: Fit, options: Json, language: str) -> ComputedAnswer | MissingNumber | None:
    """Return the first answer of the frame whose condition is true, None if none is."""
    if fit.missing is not None:
        return _missing_number(question, fit, options, language)
    # The values that the expressions of the answers may use, by name: those of the question, and those of the score.
    variables = {**fit.variables, **_score_variables(fit, options)}
    # Sentences call these two as `{made} trick{s(made)}` and `{signed(points)}`.
    variables["s"] = partial(_plural_ending, language)
    variables["signed"] = "{:+}".format
    # The words for a line of the sheet, by its key and by language. A line has points of one side and their reason, the
    # key `why`.
    words = frames(fit.game.package).get("why", {})
    own_lines = [line for line in variables["lines"] if line["side"] == 0 and line["why"] in words]
    # “contract +60, overtricks +3”
    variables["why"] = ", ".join(
        f"{fill_in_text(words[line['why']][language], variables)} {line['points']:+}" for line in own_lines
    )
    # `read` of the frame has expressions by name: values derived from the sheet, which the sentences use.
    derived = fit.frame.get("read", {})
    variables |= {name: evaluate(expression, variables) for name, expression in derived.items()}
    for answer in fit.frame["answers"]:
        # `when` is the condition of the answer.
        if evaluate(answer.get("when", _IS_SCORED), variables):
            article = str(fill_in_data(answer.get("article", fit.frame["article"]), variables))
            text = fill_in_text(answer[language], variables)
            return ComputedAnswer(fit.game, language, text, article, numbers=fit.numbers, is_whole=fit.is_whole)
    return None


def _plural_ending(language: str, count: int) -> str:
    """Return the ending of a noun after a number: "1 trick", "2 tricks"; zero is a singular in French."""
    if abs(count) == 1 or (language == "fr" and count == 0):
        return ""
    return "s"


def _score_variables(fit: Fit, options: Json) -> dict[str, Any]:
    """Score the manches of a frame, if it has any; return by name the values of the last manche and of the ending.

    Among them are `lines`, `points` and `totals`, as in the score sheet, and `ending`, None if the game goes on. `by`
    has the points of side 0 by the key of their reason: `{"contract_made": 60, "overtricks": 3}`. If the game refuses
    the manches, `refused` is true; if they lack a fact, `undecided` is true.
    """
    # Some frames only compute with the numbers of the question and score nothing.
    if "score" not in fit.frame:
        return {"lines": [], "refused": False, "undecided": False}
    # A frame may need an option to have a certain value, whatever the table plays.
    all_options = {**options, **fill_in_data(fit.frame.get("options", {}), fit.variables)}
    request = {**fill_in_data(fit.frame["score"], fit.variables), "game": fit.game.slug, "options": all_options}
    try:
        # The score sheet as JSON, as `lamarque score` prints it.
        sheet = score_object(_with_totals(fit, request))
    except ImpossibleError as error:
        # If only a fact is missing, the manche of the question is possible, but its answer depends on this fact.
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
    """Return the request with penalties added to one manche, so that the totals after it are those of the question.

    A penalty is any number of points that a side gets in addition. Example: “we were at 480”; the first manche of the
    request scores 20, so that a penalty of +460 is added to it.
    """
    # `totals` of a frame: after the first `after` manches, the totals must be those in `wanted`, if `if` is true.
    given = fit.frame.get("totals")
    if given is None or not evaluate(given.get("if", True), fit.variables):
        return request
    # The penalties are added to the last one of these manches.
    first = request["manches"][: fill_in_data(given["after"], fit.variables)]
    totals_without = score_object({**request, "manches": first})["manches"][-1]["totals"]
    penalties = [
        {"side": side, "points": total - totals_without[side], "reason": "total"}
        for side, total in enumerate(evaluate(given["wanted"], fit.variables))
    ]
    # The same manches in order, but the last one of `first` with the penalties.
    manches = [*first[:-1], {**first[-1], "penalties": penalties}, *request["manches"][len(first) :]]
    return {**request, "manches": manches}


def _missing_number(question: str, fit: Fit, options: Json, language: str) -> MissingNumber | None:
    """Return the choices for the missing number: “we bid 5” may be completed by “, took 4”, “, took 5” and so on.

    None if no number makes a question that only this frame fits.
    """
    # In the part that is missing, `choices` is an expression for the numbers to offer, and `ask` and `append` have by
    # language the sentence that asks for the number and the words that add it to the question.
    part = fit.frame["parts"][str(fit.missing)]
    # `options` include those that the question names.
    in_force = options_in_force(fit.game, options)
    choices = []
    for number in evaluate(part["choices"], fit.variables):
        # The question, without its question mark, and the words for this number: ", took 4".
        completed = f"{question.strip().rstrip('?!. ')}{part['append'][fit.language].format(number)}"
        asked = rules_asked(completed, fit.game, options)
        fits = fitting_frames(asked.question, fit.game, in_force, ignored=asked.occurrences)
        understood = [other.frame for other in fits if other.missing is None]
        if understood == [fit.frame]:
            choices.append(NumberChoice(str(number), completed))
    if not choices:
        return None
    return MissingNumber(part["ask"][language], tuple(choices))
