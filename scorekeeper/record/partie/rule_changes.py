"""Change the house rules of a partie: check that its facts fit them, and preview its score."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.standings import Standing, standing_of
from scorekeeper.record.refusals import RefusedError


def standing_under(standing: Standing, options: Json) -> Standing:
    """Replay the partie under these house rules, without storing them. Raises as `checked_rules` does."""
    return standing_of(standing.partie, checked_rules(standing, options))


def checked_rules(standing: Standing, options: Json) -> dict[str, Any]:
    """Return every option of these house rules as JSON, after checking them against all manches of the partie.

    Raises `ImpossibleOptionsError`, or `RefusedError` with the number of the recorded manche whose facts do not fit, or
    for the current manche.
    """
    rules = standing.game.read_options(options, standing.seats)
    written = standing.game.write_options(rules)
    _check_recorded(standing, rules)
    if standing.partie.current is not None:
        _check_current(standing, written)
    return written


def _check_recorded(standing: Standing, rules: object) -> None:
    """Raise `RefusedError` if the facts of a recorded manche do not fit the rules."""
    game = standing.game
    for number, manche in enumerate(standing.manches, start=1):
        try:
            read_manche(game, rules, standing.seats, manche.facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error


def _check_current(now: Standing, written: dict[str, Any]) -> None:
    """Raise `RefusedError` if the context or the cards of the current manche do not fit the rules."""
    game, standing = now.game, standing_of(now.partie, written)
    try:
        if standing.current.context is not None and game.begin is not None:
            game.begin(standing.options, standing.moment, standing.current.context)
        if standing.current.cards is not None:
            standing.current.board(standing.current.cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=game.slug, because=error) from error
