"""Other house rules for a partie under way: whether its facts fit them, and where it would stand."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.partie.standings import Standing, standing_of
from scorekeeper.record.refusals import RefusedError


def standing_under(standing: Standing, options: Json) -> Standing:
    """The partie as it would stand under these house rules; nothing is written. Raises as `checked_rules` does."""
    return standing_of(standing.partie, checked_rules(standing, options))


def checked_rules(standing: Standing, options: Json) -> dict[str, Any]:
    """Every option of these house rules, as JSON, once all that was recorded fits them.

    Raises `ImpossibleOptionsError`, or `RefusedError` naming the manche whose facts they do not fit, or saying that it
    is the one under way.
    """
    rules = standing.game.read_options(options, standing.seats)
    written = standing.game.write_options(rules)
    _refuse_recorded(standing, rules)
    if standing.partie.current is not None:
        _refuse_under_way(standing, written)
    return written


def _refuse_recorded(standing: Standing, rules: object) -> None:
    """Refuse rules by which a manche of the sheet cannot be counted."""
    game = standing.game
    for number, manche in enumerate(standing.manches, start=1):
        try:
            read_manche(game, rules, standing.seats, manche.facts, stored=True)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error


def _refuse_under_way(now: Standing, written: dict[str, Any]) -> None:
    """Refuse rules by which the manche under way, as it began, cannot go on."""
    game, standing = now.game, standing_of(now.partie, written)
    try:
        if standing.current.context is not None and game.begin is not None:
            game.begin(standing.options, standing.moment, standing.current.context)
        if standing.current.cards is not None:
            standing.current.board(standing.current.cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=game.slug, because=error) from error
