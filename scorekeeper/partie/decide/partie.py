"""Change the house rules of a partie."""

from __future__ import annotations

from typing import TypeVar

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, ImpossibleOptionsError, Json
from scorekeeper.partie.changes import RulesChanged
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState

ScoredT = TypeVar("ScoredT", bound=ScoredState)


def change_rules(scored: ScoredState, options: Json, side_names: tuple[str, ...] | None) -> RulesChanged | None:
    """Change the house rules and the names of the teams (DP-25). Raises as `score_under_rules` does."""
    rescored = score_under_rules(scored, options)
    # The rules are compared as the game reads them, not as JSON: the JSON of an old partie lacks the options that are
    # newer than it, and the game reads their defaults.
    if (rescored.options, side_names) == (scored.options, scored.state.side_names):
        return None
    return RulesChanged(options=rescored.state.options, side_names=side_names)


def score_under_rules(scored: ScoredT, options: Json) -> ScoredT:
    """Replay the partie under these house rules.

    Raises `ImpossibleOptionsError` for impossible rules and for a change of a fixed rule, and `RefusedError` when a
    manche does not fit them; if that manche is recorded, its number is in the error.
    """
    game = scored.game
    rules = game.read_options(options, scored.seats)
    for option in game.options:
        # A fixed option, such as `alone` of Spades, cannot change once a manche is recorded: its facts are by side.
        if option.fixed and scored.facts and getattr(rules, option.name) != getattr(scored.options, option.name):
            raise ImpossibleOptionsError("option_fixed", article=option.article, field=option.name)
    # Each manche is read under the new rules, so that the refusal names the first one that does not fit.
    for number, facts in enumerate(scored.facts, start=1):
        try:
            read_manche(game, rules, scored.seats, facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", number=number, because=error) from error
    rescored = scored.with_options(game.write_options(rules))
    check_current(rescored)
    return rescored


def check_current(rescored: ScoredState) -> None:
    """Raise `RefusedError` if the context or the cards of the current manche do not fit the new rules."""
    game, current = rescored.game, rescored.current
    try:
        if current.context is not None and game.check_context is not None:
            game.check_context(rescored.options, rescored.manche_start, current.context)  # called to raise
        if current.cards is not None:
            current.board(current.cards)  # called to raise
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", because=error) from error
