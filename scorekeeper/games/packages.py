"""Games in distributions of their own (installed Python packages), found by their entry points.

An *entry point* is a name in the metadata of a distribution, here the slug of a game, for an object in its code. A game
that cannot be used is left out, with a sentence in the log; it never prevents the server from starting.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any

from scorekeeper.games.contract import CONTRACT, AnyGame, Game

# The groups of entry points: games (`Game`), and their web pages.
GAMES_GROUP, PAGES_GROUP = "lamarque.games", "lamarque.pages"
_log = logging.getLogger("lamarque")
LEFT_OUT: dict[str, str] = {}
"""The reason why each game is left out, by slug."""


def load_entry_points(group: str) -> Iterator[tuple[str, Any]]:
    """Yield the slug and the object of each entry point of a group, sorted by slug.

    An entry point whose module cannot be imported is left out.
    """
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        try:
            # Imports the module of the other distribution.
            loaded = point.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the code of another distribution may raise anything
            leave_out(point.name, f"{point.value} cannot be imported ({type(error).__name__}: {error})")
        else:
            yield point.name, loaded


def load_games() -> Iterator[AnyGame]:
    """Yield the games of the entry points, without those written for another version of the interface."""
    # A game may have several problems. The reason names the first one.
    for slug, game in load_entry_points(GAMES_GROUP):
        if not isinstance(game, Game):
            leave_out(slug, f"its entry point names no game, not one of the slug {slug!r}")
        elif game.slug != slug:
            leave_out(slug, f"its entry point names a game of the slug {game.slug!r}, not one of the slug {slug!r}")
        # The version of the interface for which the game was written.
        elif game.contract is None:
            leave_out(slug, f"it states no version of the interface; this one is contract={CONTRACT}")
        elif game.contract != CONTRACT:
            leave_out(slug, f"it was written for version {game.contract} of the interface; this app has {CONTRACT}")
        else:
            yield game


def leave_out(slug: str, reason: str) -> None:
    """Log and store the reason why the game of this slug is left out."""
    # Only the first reason is stored: later ones may follow from it.
    if slug not in LEFT_OUT:
        LEFT_OUT[slug] = reason
        _log.warning("The game %s is left out: %s.", slug, reason)
