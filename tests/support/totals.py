"""Parties by totals: from old databases and files, or of a game that is not installed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.games import GAMES
from scorekeeper.partie.changes import Recorded
from scorekeeper.record.partie.folding import base_of
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.record.partie.open_partie import OpenPartie


def keep_points_only(opened: OpenPartie, *manches: list[int]) -> None:
    """Turn a new partie into one by totals, with the points of each manche by side."""
    base = base_of(opened.partie)
    base.state = {**base.state, "paper": True}
    opened.partie.paper = True
    opened.scored = score_partie(opened.partie)
    for points in manches:
        opened.make(Recorded(facts={"paper": points}, note=""))


@contextmanager
def uninstalled(slug: str) -> Iterator[None]:
    """Uninstall a game within the block; the order of the others stays."""
    games, pages = dict(GAMES), dict(PAGES)
    del GAMES[slug], PAGES[slug]
    try:
        yield
    finally:
        GAMES.clear()
        GAMES.update(games)
        PAGES.clear()
        PAGES.update(pages)
