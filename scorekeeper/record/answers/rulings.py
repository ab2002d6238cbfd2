"""Settle disputed cases under the house rules of a table, by scoring or judging them.

A disputed case has a `case`, a line of the format of `lamarque score` or `judge`, and the answer of each side; the side
whose answer agrees with the computed result is right. Without the options (house rules) that it `needs` the case cannot
arise, and those in `aside` change only its figures. Its `variants` are other cases for tables where the first cannot
arise. `option` names the option that decides it, if one does, and `asks` says which part of the result is compared.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import REFUSED, AnswerKind, CaseAnswer, DisputedCase
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.formats.judge import judge_object
from scorekeeper.record.formats.score import score_object


@dataclass(frozen=True, slots=True)
class SettledCase:
    """A disputed case under the options of a table: whether it can arise there, and the answer that is right.

    `answer` is None if the case cannot arise, or has a result that no side claims.
    """

    arises: bool
    answer: CaseAnswer | None = None


def settle_case(game: AnyGame, dispute: DisputedCase, options: Json) -> SettledCase:
    """Settle a disputed case with the first of its variants that can arise under these options."""
    for variant in (dispute, *dispute.variants):
        # If this one cannot arise, the next one is tried.
        with suppress(ImpossibleError):
            return SettledCase(arises=True, answer=_right_answer(game, variant, options))
    return SettledCase(arises=False)


def _right_answer(game: AnyGame, dispute: DisputedCase, options: Json) -> CaseAnswer | None:
    """Return the right answer under these options. Raises `ImpossibleError` if the case cannot arise under them.

    If options of the table contradict those that the case needs, the answer must be right with both values.
    """
    # The first value of an option is its default, which a table need not have chosen.
    usual = {option.name: plain_value(option.values[0]) for option in game.options}
    # The options of the table that are neither what the case needs nor the default.
    contradicting = {
        name: options[name]
        for name, need in dispute.needs.items()
        if name in options and options[name] not in (need, usual[name])
    }
    with_needs = {**options, **dispute.needs}
    answer = _answer_under(game, dispute, with_needs)
    if not contradicting:
        return answer
    # Two refusals have no numbers to compare: the table would choose between others than those of the answer.
    comparable = answer is not None and not answer.right(REFUSED)
    if comparable and answer is _answer_under(game, dispute, {**with_needs, **contradicting}):
        return answer
    raise ImpossibleError("case_cannot_arise")


def _answer_under(game: AnyGame, dispute: DisputedCase, options: Json) -> CaseAnswer | None:
    """Return the answer that agrees with the result under these options, None if no side claims this result."""
    result = case_result(game, dispute, options)
    return next((answer for answer in dispute.answers if answer.right(result)), None)


def case_result(game: AnyGame, dispute: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - a ruling, points, seats
    """Return the result of `score` or `judge` for a disputed case under these options, which include its needs.

    A refusal is the result `REFUSED` if a side claims it and the option that decides the case causes it. Raises
    `ImpossibleError` for any other refusal: the case cannot arise.
    """
    try:
        return _result(game, dispute, options)
    except ImpossibleFactsError as refusal:
        is_claimed = any(answer.right(REFUSED) for answer in dispute.answers)
        if is_claimed and refusal.key == _usual_refusal(game, dispute, options):
            return REFUSED
        raise


def _usual_refusal(game: AnyGame, dispute: DisputedCase, options: Json) -> str | None:
    """Return the key of the refusal under the default of every option but the deciding one, None without a refusal."""
    deciding = {name: value for name, value in options.items() if name == dispute.option}
    try:
        _result(game, dispute, {**deciding, **dispute.needs})
    except ImpossibleFactsError as refusal:
        return refusal.key
    return None


def _result(game: AnyGame, dispute: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
    """Return what the case asks for: the value of an option, a ruling, points or totals, or the winners.

    Raises `ImpossibleError` if the game refuses the case.
    """
    options = {**options, **dispute.aside}
    # Such a case is settled by the house rules alone.
    if dispute.asks is AnswerKind.OPTION:
        return options_in_force(game, options)[str(dispute.option)]
    request = {**dispute.case, "game": game.slug, "options": options}
    if dispute.asks is AnswerKind.RULING:
        # The ruling on the last card: allowed, conditional, forbidden or undecided.
        return judge_object(request)["verdicts"][-1]["ruling"]
    sheet = score_object(request)
    if dispute.asks is not AnswerKind.WINNERS:
        # A part of the last manche (deal), such as "points".
        return sheet["manches"][-1][dispute.asks.value]
    if sheet["ending"] is None:
        return None
    return sheet["ending"]["winners"]


def options_in_force(game: AnyGame, options: Json) -> dict[str, Any]:
    """Return the value of every option of a table that chose these `options`.

    The number of players is the first that allows them, those of the first preset first. Raises `ImpossibleError` if no
    number does.
    """
    errors = []
    usual = game.presets[0].seats
    # False is before True, so that the usual numbers come first.
    for seats in sorted(game.table_sizes, key=lambda seats: (seats not in usual, seats)):
        try:
            return game.write_options(game.read_options(options, seats))
        except ImpossibleError as error:
            errors.append(error)
    # An error in the options themselves is more useful than one about the number of players.
    # Without such an error, the first one is raised.
    raise next((error for error in errors if "seats" not in error.details), errors[0])
