"""Change the house rules of a partie: check that its facts fit them, and preview its score."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError


def score_under(scored: ScoredPartie, options: Json) -> ScoredPartie:
    """Replay the partie under these house rules, without storing them. Raises as `checked_rules` does."""
    return score_partie(scored.partie, checked_rules(scored, options))


def checked_rules(scored: ScoredPartie, options: Json) -> dict[str, Any]:
    """Return every option of these house rules as JSON, after checking them against all manches of the partie.

    Raises `ImpossibleOptionsError` for impossible rules, and `RefusedError` when a recorded manche (with its number)
    or the current one does not fit them.
    """
    rules = scored.game.read_options(options, scored.seats)
    written = scored.game.write_options(rules)
    _check_recorded(scored, rules)
    if scored.partie.current is not None:
        _check_current(scored, written)
    return written


def _check_recorded(scored: ScoredPartie, rules: object) -> None:
    """Raise `RefusedError` if the facts of a recorded manche do not fit the rules."""
    game = scored.game
    for number, manche in enumerate(scored.manches, start=1):
        try:
            read_manche(game, rules, scored.seats, manche.facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error


def _check_current(now: ScoredPartie, written: dict[str, Any]) -> None:
    """Raise `RefusedError` if the context or the cards of the current manche do not fit the rules."""
    game, scored = now.game, score_partie(now.partie, written)
    try:
        if scored.current.context is not None and game.begin is not None:
            game.begin(scored.options, scored.moment, scored.current.context)
        if scored.current.cards is not None:
            scored.current.board(scored.current.cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=game.slug, because=error) from error
