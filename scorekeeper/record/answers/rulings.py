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
    """Return the answer that is right under these options; None if none is, or the case cannot arise under them.

    If options of the table contradict those that the case needs, the answer must be right with both values.
    """
    usual = {option.name: plain_value(option.values[0]) for option in game.options}
    contradicting = {
        name: options[name]
        for name, need in quarrel.needs.items()
        if name in options and options[name] not in (need, usual[name])
    }
    with_needs = {**options, **quarrel.needs}
    answer = _answer_under(game, quarrel, with_needs)
    if contradicting and answer is not _answer_under(game, quarrel, {**with_needs, **contradicting}):
        return None
    return answer


def _answer_under(game: AnyGame, quarrel: DisputedCase, options: Json) -> CaseAnswer | None:
    try:
        result = case_result(game, quarrel, options)
    except ImpossibleError:
        return None
    return next((answer for answer in quarrel.answers if answer.right(result)), None)


def case_result(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - a ruling, points, seats
    """Return the result of `score` or `judge` for a disputed case under these options, which include its needs.

    If the options refuse the facts of the case, it is `REFUSED`. Raises `ImpossibleError` if the case cannot arise.
    """
    try:
        return _result(game, quarrel, options)
    except ImpossibleFactsError:
        if _refused_anyway(game, quarrel, options):
            return REFUSED
        raise


def _refused_anyway(game: AnyGame, quarrel: DisputedCase, options: Json) -> bool:
    """Return whether the case is also refused if all options except the one that decides it have their default."""
    deciding = {name: value for name, value in options.items() if name == quarrel.option}
    try:
        _result(game, quarrel, {**deciding, **quarrel.needs})
    except ImpossibleFactsError:
        return True
    return False


def _result(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
    options = {**options, **quarrel.aside}
    if quarrel.asked is AnswerKind.OPTION:
        return options_in_force(game, options)[str(quarrel.option)]
    request = {**quarrel.case, "game": game.slug, "options": options}
    if quarrel.asked is AnswerKind.RULING:
        return judge_object(request)["verdicts"][-1]["ruling"]
    sheet = score_object(request)
    if quarrel.asked is AnswerKind.WINNERS:
        return None if sheet["ending"] is None else sheet["ending"]["winners"]
    return sheet["manches"][-1][quarrel.asked.value]


def options_in_force(game: AnyGame, options: Json) -> dict[str, Any]:
    """Return the value of every option of a table that chose these `options`.

    The number of players is the first that allows them. Raises `ImpossibleError` if no number does.
    """
    errors = []
    for seats in _table_sizes(game):
        try:
            return game.write_options(game.read_options(options, seats))
        except ImpossibleError as error:
            errors.append(error)
    # An error in the options themselves is more useful than one about the number of players.
    raise next((error for error in errors if "seats" not in error.figures), errors[0])


def _table_sizes(game: AnyGame) -> Iterator[int]:
    """Yield the possible numbers of players, those of the first preset first."""
    usual = sorted(game.presets[0].seats)
    yield from usual
    yield from sorted(game.table_sizes - set(usual))
