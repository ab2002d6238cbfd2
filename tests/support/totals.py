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

    from scorekeeper.record.partie.table import OpenTable


def keep_points_only(table: OpenTable, *manches: list[int]) -> None:
    """Turn a new partie into one by totals, with the points of each manche by side."""
    base = base_of(table.partie)
    base.state = {**base.state, "paper": True}
    table.partie.paper = True
    table.scored = score_partie(table.partie)
    for points in manches:
        table.make(Recorded(facts={"paper": points}, note=""))


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
