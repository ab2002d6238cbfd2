"""The game among those that the house knows, for the tests that ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from support.contexts import CONTEXTS

from fourth_game import BELOTE
from scorekeeper.cards.cards import Suit
from scorekeeper.games import GAMES, register

CONTEXTS[BELOTE.slug] = tuple({"trump": suit.value, "taker": taker} for taker, suit in enumerate(Suit))


@contextmanager
def registered() -> Iterator[None]:
    """The house knows the game meanwhile; its pages, which would show it in a game without any, do not."""
    register(BELOTE)
    try:
        yield
    finally:
        del GAMES[BELOTE.slug]
