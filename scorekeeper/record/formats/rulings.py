"""Quarrels settled under a table's house rules, by the code that scores and judges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import REFUSED, AnswerKind, CaseAnswer, DisputedCase
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.formats.judge import judge_object
from scorekeeper.record.formats.score import score_object


def right_answer(game: AnyGame, quarrel: DisputedCase, options: Json) -> CaseAnswer | None:
    """The side that is right under these options; None where neither is, or the case cannot arise at such a table.

    Where the table chose otherwise than the case needs, the side must be right both ways.
    """
    usual = {option.name: plain_value(option.values[0]) for option in game.options}
    otherwise = {
        name: options[name]
        for name, need in quarrel.needs.items()
        if name in options and options[name] not in (need, usual[name])
    }
    first, second = (_right(game, quarrel, {**options, **quarrel.needs, **more}) for more in ({}, otherwise))
    return first if first is second else None


def settle(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - a ruling, points, seats
    """What `score` or `judge` finds of the quarrel's case under these options and those it needs.

    That is `REFUSED` if they refuse it. Raises `ImpossibleError` where no table with these options can see the case.
    """
    return _settle(game, quarrel, {**options, **quarrel.needs})


def _right(game: AnyGame, quarrel: DisputedCase, options: Json) -> CaseAnswer | None:
    try:
        found = _settle(game, quarrel, options)
    except ImpossibleError:
        return None
    return next((answer for answer in quarrel.answers if answer.right(found)), None)


def _settle(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
    try:
        return _found(game, quarrel, options)
    except ImpossibleFactsError:
        if _refused_anyway(game, quarrel, options):
            return REFUSED
        raise


def _refused_anyway(game: AnyGame, quarrel: DisputedCase, options: Json) -> bool:
    """Whether the case is refused where the table differs from the usual one in nothing but the rule in question."""
    alone = {name: value for name, value in options.items() if name == quarrel.option}
    try:
        _found(game, quarrel, {**alone, **quarrel.needs})
    except ImpossibleFactsError:
        return True
    return False


def _found(game: AnyGame, quarrel: DisputedCase, options: Json) -> Any:  # noqa: ANN401 - likewise
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
    """Every option of a table that chose these, at the first number of players whom they suit.

    Raises `ImpossibleError` for options that no table of the game can choose.
    """
    faults = []
    for seats in _sizes(game):
        try:
            return game.write_options(game.read_options(options, seats))
        except ImpossibleError as error:
            faults.append(error)
    # A fault of the options themselves tells more than that they do not suit so many players.
    raise next((fault for fault in faults if "seats" not in fault.figures), faults[0])


def _sizes(game: AnyGame) -> Iterator[int]:
    """The numbers of players, those of the first ready-made table before the others."""
    usual = sorted(game.presets[0].seats)
    yield from usual
    yield from sorted(game.table_sizes - set(usual))
