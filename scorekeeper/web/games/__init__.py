"""What each game shows of itself on the pages, by slug, beside `scorekeeper.games.GAMES`."""

from __future__ import annotations

from scorekeeper.web.games import hearts, piquet, spades
from scorekeeper.web.games.contract import GamePages

PAGES: dict[str, GamePages] = {}


def register(slug: str, pages: GamePages) -> None:
    """Make the pages know how a game shows itself. Raises `ValueError` when they know one of that slug."""
    if slug in PAGES:
        raise ValueError(slug)
    PAGES[slug] = pages


for _slug, _pages in (("hearts", hearts.PAGES), ("spades", spades.PAGES), ("piquet", piquet.PAGES)):
    register(_slug, _pages)
