"""The games the house knows, by slug; the first of them is offered first."""

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
    """The game of this slug where only the points are known. Raises `KeyError`."""
    return by_totals(GAMES[slug])


def register(game: AnyGame) -> None:
    """Make the house know a game. Raises `ValueError` when it has one of that slug."""
    if game.slug in GAMES:
        raise ValueError(game.slug)
    GAMES[game.slug] = game


for _game in (HEARTS, SPADES, PIQUET):
    register(_game)
