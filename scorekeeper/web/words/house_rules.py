"""The house rules of a game in the reader's language: its ready-made tables, its options and their values."""

from __future__ import annotations

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import HouseRulesText, read_house_rules
from scorekeeper.web.language import current


def house_rules(game: AnyGame) -> HouseRulesText:
    """The words of the house rules of this game, as its rulebook has them."""
    return read_house_rules(game.package)[current()]
