"""What is known before the first card, for the tests of every game: a game whose manches need some enters it here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.games.contract import AnyGame

CONTEXTS: dict[str, Sequence[dict[str, Any]]] = {"spades": ({"bids": [3, "nil", 4, 2]},)}


def contexts_of(game: AnyGame) -> Sequence[dict[str, Any]]:
    """Contexts under which a manche of the game may be played to its end; an empty one where it needs none."""
    return CONTEXTS.get(game.slug, ({},))
