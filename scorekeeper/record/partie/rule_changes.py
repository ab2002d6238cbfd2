"""Change the house rules of a partie: check that its facts fit them, and preview its score."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError


def score_under_rules(scored: ScoredPartie, options: Json) -> ScoredPartie:
    """Replay the partie under these house rules, without storing the rules. Raises as `check_rules` does."""
    return score_partie(scored.partie, check_rules(scored, options))


def check_rules(scored: ScoredPartie, options: Json) -> dict[str, Any]:
    """Return every option of these house rules as JSON, after checking that all manches of the partie fit them.

    Raises `ImpossibleOptionsError` for impossible rules, and `RefusedError` when a manche does not fit them; if that
    manche is recorded, its number is in the error.
    """
    rules = scored.game.read_options(options, scored.seats)
    options_json = scored.game.write_options(rules)
    _check_recorded(scored, rules)
    if scored.partie.current is not None:
        _check_current(score_partie(scored.partie, options_json))
    return options_json


def _check_recorded(scored: ScoredPartie, rules: object) -> None:
    """Raise `RefusedError` if the facts of a recorded manche do not fit the rules."""
    game = scored.game
    for number, manche in enumerate(scored.manches, start=1):
        try:
            read_manche(game, rules, scored.seats, manche.facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error


def _check_current(rescored: ScoredPartie) -> None:
    """Raise `RefusedError` if the context or the cards of the current manche do not fit the new rules."""
    game, current = rescored.game, rescored.current
    try:
        if current.context is not None and game.begin is not None:
            game.begin(rescored.options, rescored.moment, current.context)  # only raises
        if current.cards is not None:
            current.check_cards(current.cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=game.slug, because=error) from error
