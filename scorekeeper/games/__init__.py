"""The registered games by slug, in the order in which the pages offer them."""

from __future__ import annotations

from functools import cache

from scorekeeper.games.by_totals import by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.spades import SPADES

GAMES: dict[str, AnyGame] = {}


@cache
def game_by_totals(slug: str) -> AnyGame:
    """Return the game of this slug scored by typed totals only. Raises `KeyError`."""
    return by_totals(GAMES[slug])


def register(game: AnyGame) -> None:
    """Register a game. Raises `ValueError` when its slug is taken."""
    if game.slug in GAMES:
        raise ValueError(game.slug)
    GAMES[game.slug] = game


for _game in (HEARTS, SPADES, PIQUET):
    register(_game)
