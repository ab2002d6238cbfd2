"""Settle disputed cases under the house rules of a table, by scoring or judging them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import REFUSED, AnswerKind, CaseAnswer, DisputedCase
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.formats.judge import judge_object
from scorekeeper.record.formats.score import score_object


def right_answer(game: AnyGame, quarrel: DisputedCase, options: Json) -> CaseAnswer | None:
    """Return the answer that is right under these options; None if neither is, or the case cannot arise under them.

    If the options contradict those that the case needs, the answer must be right under both.
    """
    usual = {option.name: plain_value(option.values[0]) for option in game.options}
    different = {
        name: options[name]
        for name, need in quarrel.needs.items()
        if name in options and options[name] not in (need, usual[name])
    }
    first, second = (_right(game, quarrel, {**options, **quarrel.needs, **more}) for more in ({}, different))
    return first if first is second else None


def settle(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - a ruling, points, seats
    """Return the result of `score` or `judge` for the disputed case under these options and those that it needs.

    The result is `REFUSED` if they refuse the facts of the case. Raises `ImpossibleError` if the case cannot arise.
    """
    return _settle(game, quarrel, {**options, **quarrel.needs})


def _right(game: AnyGame, quarrel: DisputedCase, options: Json) -> CaseAnswer | None:
    try:
        result = _settle(game, quarrel, options)
    except ImpossibleError:
        return None
    return next((answer for answer in quarrel.answers if answer.right(result)), None)


def _settle(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
    try:
        return _result(game, quarrel, options)
    except ImpossibleFactsError:
        if _refused_anyway(game, quarrel, options):
            return REFUSED
        raise


def _refused_anyway(game: AnyGame, quarrel: DisputedCase, options: Json) -> bool:
    """Return whether the case is also refused under the default options with only the option in question changed."""
    alone = {name: value for name, value in options.items() if name == quarrel.option}
    try:
        _result(game, quarrel, {**alone, **quarrel.needs})
    except ImpossibleFactsError:
        return True
    return False


def _result(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
    options = {**options, **quarrel.aside}
    if quarrel.asked is AnswerKind.OPTION:
        return options_in_force(game, options)[str(quarrel.option)]
    line = {**quarrel.case, "game": game.slug, "options": options}
    if quarrel.asked is AnswerKind.RULING:
        return judge_object(line)["verdicts"][-1]["ruling"]
    sheet = score_object(line)
    if quarrel.asked is AnswerKind.WINNERS:
        return None if sheet["ending"] is None else sheet["ending"]["winners"]
    return sheet["manches"][-1][quarrel.asked.value]


def options_in_force(game: AnyGame, options: Json) -> dict[str, Any]:
    """Return every option of a table that chose these, for the first number of players that allows them.

    Raises `ImpossibleError` for options that no number of players allows.
    """
    errors = []
    for seats in _sizes(game):
        try:
            return game.write_options(game.read_options(options, seats))
        except ImpossibleError as error:
            errors.append(error)
    # An error in the options themselves is more useful than one about the number of players.
    raise next((error for error in errors if "seats" not in error.figures), errors[0])


def _sizes(game: AnyGame) -> Iterator[int]:
    """Yield the possible numbers of players, those of the first preset first."""
    usual = sorted(game.presets[0].seats)
    yield from usual
    yield from sorted(game.table_sizes - set(usual))
