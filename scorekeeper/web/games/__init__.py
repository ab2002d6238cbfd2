"""The registry of the pages of each game, by slug, as `scorekeeper.games.GAMES` is that of its rules."""

from __future__ import annotations

from flask_babel import LazyString

from scorekeeper.record.models import Partie
from scorekeeper.record.partie.standings import is_by_totals
from scorekeeper.web.games.by_totals import pages_by_totals
from scorekeeper.web.games.contract import GamePages


class _Pages(dict[str, GamePages]):
    """The pages by slug; a game that is not installed gets pages by totals, with its slug as name."""

    def __missing__(self, slug: str) -> GamePages:
        return pages_by_totals(LazyString(str, slug))


PAGES: dict[str, GamePages] = _Pages()


def register(slug: str, pages: GamePages) -> None:
    """Register the pages of a game. Raises `ValueError` for a slug that is registered already."""
    if slug in PAGES:
        raise ValueError(slug)
    PAGES[slug] = pages


def pages_of(partie: Partie) -> GamePages:
    """Return the pages of the game of a partie, or pages by totals when the partie is recorded by totals."""
    pages = PAGES[partie.game]
    return pages_by_totals(pages.words.NAME, pages.words.MANCHE) if is_by_totals(partie) else pages


def load_pages() -> None:
    """Register the pages of the games that this package has, once; `create_app` and the command line call it."""
    from scorekeeper.web.games import hearts, piquet, spades  # noqa: PLC0415 - importing one game loads no other

    for slug, game in (("hearts", hearts), ("spades", spades), ("piquet", piquet)):
        if slug not in PAGES:
            register(slug, game.PAGES)
