"""Settle disputed cases under the house rules of a table, by scoring or judging them.

A disputed case has a `case`, an object of the format of `lamarque score` or `lamarque judge`, and the answer of each
side; the side whose answer agrees with the computed result is right. An *option* is a house rule. `needs` are options,
with their values, without which the case cannot arise. `aside` are options that do not change who is right, only the
figures of the case: they have the values for which it was written. `variants` are other cases of the same dispute, for
tables where the first one cannot arise. `option` is the name of the option that decides the case, if one does, and
`asks` says which part of the result is compared.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
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
    # As text, because a dictionary cannot be the key of a cache.
    return _settle(game, dispute, json.dumps(options))


# Scoring or judging its cases was half of the time of an article's page. Most tables play by the same rules, so that
# few results are enough.
@lru_cache(maxsize=4096)
def _settle(game: AnyGame, dispute: DisputedCase, options_text: str) -> SettledCase:
    for variant in (dispute, *dispute.variants):
        # If this one cannot arise, the next one is tried.
        with suppress(ImpossibleError):
            return SettledCase(arises=True, answer=_right_answer(game, variant, json.loads(options_text)))
    return SettledCase(arises=False)


def _right_answer(game: AnyGame, dispute: DisputedCase, options: Json) -> CaseAnswer | None:
    """Return the right answer under these options. Raises `ImpossibleError` if the case cannot arise under them.

    If options of the table contradict those that the case needs, the answer must be right with both values.
    """
    # By name, the default of each option as JSON (`plain_value` returns the JSON value of an enum member). It is the
    # first of the values of the option, and a table need not have chosen it.
    usual = {option.name: plain_value(option.values[0]) for option in game.options}
    # The options that the case needs and to which the table has given another value, which is not the default either.
    contradicting = {
        name: options[name]
        for name, need in dispute.needs.items()
        if name in options and options[name] not in (need, usual[name])
    }
    with_needs = {**options, **dispute.needs}
    answer = _answer_under(game, dispute, with_needs)
    if not contradicting:
        return answer
    # The answer must be the same with the values of the table. The answer “the game refuses this” cannot be compared,
    # because a refusal has no figures: such a case counts as one that cannot arise.
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

    The result is `REFUSED` on three conditions: the game refuses the case, a side of the dispute claims that it does,
    and the option that decides the case is the cause. Raises `ImpossibleError` for any other refusal: the case cannot
    arise.
    """
    try:
        return _result(game, dispute, options)
    # An `ImpossibleError` about the facts of the case; one about the options passes.
    except ImpossibleFactsError as refusal:
        # The deciding option is the cause if the game refuses the case with the same error when every other option has
        # its default or the value that the case needs.
        is_claimed = any(answer.right(REFUSED) for answer in dispute.answers)
        if is_claimed and refusal.key == _usual_refusal(game, dispute, options):
            return REFUSED
        raise


def _usual_refusal(game: AnyGame, dispute: DisputedCase, options: Json) -> str | None:
    """Return the key of the error with which the game refuses the case, None if it accepts it.

    Only the deciding option has the value of the table. The others have the value that the case needs, or their
    default.
    """
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
    # A case that asks for the value of an option is settled by the house rules alone.
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

    Which options are possible depends on the number of players: the first number that allows them is taken, and those
    of the first preset are tried first. Raises `ImpossibleError` if no number of players allows them.
    """
    errors = []
    usual = game.presets[0].seats
    # False is before True, so that the usual numbers come first.
    for seats in sorted(game.table_sizes, key=lambda seats: (seats not in usual, seats)):
        try:
            # Reading adds the default of each option that was not chosen; writing returns the values as JSON.
            return game.write_options(game.read_options(options, seats))
        except ImpossibleError as error:
            errors.append(error)
    # An error in the options themselves is more useful than one about the number of players.
    # Without such an error, the first one is raised.
    raise next((error for error in errors if "seats" not in error.details), errors[0])
