"""Register the game and its pages for every test."""

from __future__ import annotations

from support.contexts import CONTEXTS

from fourth_game import BELOTE
from fourth_game.pages import PAGES
from scorekeeper import games
from scorekeeper.cards.cards import Suit
from scorekeeper.web import games as pages


def register() -> None:
    """Register the game."""
    games.register(BELOTE)
    pages.load_pages()
    pages.register(BELOTE.slug, PAGES)
    CONTEXTS[BELOTE.slug] = tuple({"trump": suit.value, "taker": taker} for taker, suit in enumerate(Suit))
