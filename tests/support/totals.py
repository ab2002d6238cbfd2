"""Parties by totals: from old databases and files, or of a game that is not installed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.games import GAMES
from scorekeeper.record.models import ChangeKind
from scorekeeper.record.partie.journal import record_change
from scorekeeper.record.partie.manche_states import current_or_new, put_in_sheet
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.record.partie.table import OpenTable


def keep_points_only(table: OpenTable, *manches: list[int]) -> None:
    """Turn a new partie into one by totals, with the points of each manche by side."""
    table.partie.paper = True
    for points in manches:
        manche = current_or_new(table.partie)
        put_in_sheet(manche)
        manche.facts = {"paper": points}
        record_change(table.partie, table.author, ChangeKind.RECORDED, manche)


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
