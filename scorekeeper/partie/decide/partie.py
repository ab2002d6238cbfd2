"""Change the house rules of a partie, abandon it or delete it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.partie.changes import Abandoned, BroughtBack, Removed, Reopened, RulesChanged
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState, score_state


def change_rules(scored: ScoredState, options: Json, side_names: Sequence[str] | None) -> RulesChanged | None:
    """Change the house rules and the names of the teams (DP-25). Raises as `score_under_rules` does."""
    rescored = score_under_rules(scored, options)
    names = None if side_names is None else tuple(side_names)
    if (rescored.state.options, names) == (scored.state.options, scored.state.side_names):
        return None
    return RulesChanged(options=rescored.state.options, side_names=names)


def score_under_rules(scored: ScoredState, options: Json) -> ScoredState:
    """Replay the partie under these house rules.

    Raises `ImpossibleOptionsError` for impossible rules, and `RefusedError` when a manche does not fit them; if that
    manche is recorded, its number is in the error.
    """
    rescored = score_state(replace(scored.state, options=options_that_fit(scored, options)), scored.key)
    check_current(rescored)
    return rescored


def options_that_fit(scored: ScoredState, options: Json) -> dict[str, Any]:
    """Return every option of these house rules as JSON, after checking that the recorded manches fit them."""
    game = scored.game
    rules = game.read_options(options, scored.seats)
    for number, facts in enumerate(scored.facts, start=1):
        try:
            read_manche(game, rules, scored.seats, facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error
    return game.write_options(rules)


def check_current(rescored: ScoredState) -> None:
    """Raise `RefusedError` if the context or the cards of the current manche do not fit the new rules."""
    game, current = rescored.game, rescored.current
    try:
        if current.context is not None and game.begin is not None:
            game.begin(rescored.options, rescored.moment, current.context)  # called to raise
        if current.cards is not None:
            current.check_cards(current.cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=game.slug, because=error) from error


def abandon(scored: ScoredState) -> Abandoned | None:
    """Leave the partie unfinished."""
    return None if scored.abandoned else Abandoned()


def reopen(scored: ScoredState) -> Reopened | None:
    """Go on with an abandoned partie."""
    return Reopened() if scored.abandoned else None


def remove(scored: ScoredState) -> Removed | None:
    """Delete the partie; it can be brought back."""
    return None if scored.state.removed else Removed()


def bring_back(scored: ScoredState) -> BroughtBack | None:
    """Restore a deleted partie."""
    return BroughtBack() if scored.state.removed else None
