"""The contexts of the tests of every game; a game whose manches need a context adds it here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.cards.cards import Suit
from scorekeeper.games.contract import AnyGame

CONTEXTS: dict[str, Sequence[dict[str, Any]]] = {
    "spades": ({"bids": [3, "nil", 4, 2]},),
    "petite_belote": tuple({"trump": suit.value, "taker": taker} for taker, suit in enumerate(Suit)),
}


def contexts_of(game: AnyGame, seats: int = 4) -> Sequence[dict[str, Any]]:
    """Return contexts with which a manche of the game can be played to its end; an empty one if it needs none.

    Lists in a context are by seat.
    """
    contexts = CONTEXTS.get(game.slug, ({},))
    return [
        {name: value[:seats] if isinstance(value, list) else value for name, value in context.items()}
        for context in contexts
    ]
