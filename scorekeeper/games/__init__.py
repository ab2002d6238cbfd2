"""The games the house knows, by slug; the first of them is offered first."""

from __future__ import annotations

from functools import cache

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.paper import on_paper
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.spades import SPADES

GAMES: dict[str, AnyGame] = {}


def game_of(slug: str, *, paper: bool) -> AnyGame:
    """The game of this slug, as it is played or as paper tells it. Raises `KeyError`."""
    return _on_paper(slug) if paper else GAMES[slug]


@cache
def _on_paper(slug: str) -> AnyGame:
    return on_paper(GAMES[slug])


def register(game: AnyGame) -> None:
    """Make the house know a game. Raises `ValueError` when it has one of that slug."""
    if game.slug in GAMES:
        raise ValueError(game.slug)
    GAMES[game.slug] = game


for _game in (HEARTS, SPADES, PIQUET):
    register(_game)
