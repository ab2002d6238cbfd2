"""The registry of the pages of each game, by slug: `PAGES`, as `scorekeeper.games.GAMES` is that of their rules.

A *slug* is the name of a game in addresses, such as `hearts`. A slug with a colon names a game of a *family*
(`scoresheet:most:Belote`), or a *kind* of a game, in which points mean something else (`hearts:simple`). A *partie* is
a game played to its end; of a partie *by totals* only the points are known. The games of this package have a folder
here; another installed distribution names its game and the pages of it in its entry points.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from gettext import GNUTranslations
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from flask import abort
from flask_babel import LazyString
from jinja2 import Environment, TemplateSyntaxError

from scorekeeper.games import GAMES, game_counted_as
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.packages import PAGES_GROUP, leave_out, load_entry_points
from scorekeeper.games.rulebook import read_book, read_house_rules
from scorekeeper.games.search import library
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import is_by_totals
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.errors import SHARED_SENTENCES, ErrorSentences
from scorekeeper.web.text.manche import MANCHE, MancheText


class _Pages(dict[str, GamePages]):
    """The pages by slug. Only the slugs of registered pages are stored: `piquet`, `hearts`, `scoresheet`.

    `PAGES["scoresheet:most:Belote"]` are the pages of `scoresheet` with the name Belote, and `PAGES["hearts:simple"]`
    those of `hearts` with the name of this kind. For a game that is not installed, the pages show only points, and the
    name is the slug.
    """

    def __missing__(self, slug: str) -> GamePages:
        # `dict` calls this method for a slug that is not stored. `__contains__` below is True for the games of families
        # and for kinds too. The pages expect a lazy string as a name: this one returns the slug in every language.
        if slug not in self:
            return pages_by_totals(LazyString(str, slug))
        # `family` is the registered slug, here also of a game that is no family: `hearts` of `hearts:simple`.
        family, _, name = slug.partition(":")
        pages = self[family]
        # The texts of a game are a module: this object has the same constants and functions, with another `NAME`. The
        # form that asks for the name of the game is left out: this game has its name.
        text: Any = SimpleNamespace(**{**vars(pages.text), "NAME": pages.name_of(name)})
        return replace(pages, text=text, ask_name=None)

    def __contains__(self, slug: object) -> bool:
        if super().__contains__(slug):
            return True
        # `game_counted_as` returns the game `hearts` for `hearts:simple`, and for `scoresheet:most:Belote` the game
        # that the family makes for this name; the `family` of these games is `hearts` and `scoresheet`.
        game = game_counted_as(str(slug))
        return game is not None and super().__contains__(game.family)


PAGES: dict[str, GamePages] = _Pages()


def register(slug: str, pages: GamePages) -> None:
    """Register the pages of a game. Raises `ValueError` when the slug is taken."""
    if slug in PAGES:
        raise ValueError(slug)
    PAGES[slug] = pages


def game_or_404(slug: str) -> AnyGame:
    """Return a game by its slug, or abort with a 404."""
    if slug not in GAMES:
        abort(404)
    return GAMES[slug]


def name_of_game(slug: str) -> str:
    """Return the name of a game in the language of the reader; of one that is not installed, its slug."""
    return str(PAGES[slug].text.NAME)


def pages_of(partie: Partie) -> GamePages:
    """Return the pages of the game of a partie; for a partie by totals, pages of the same name that show only points.

    The name is that of the kind of the game, if there is one: « Cœurs simples » for `hearts:simple`.
    """
    # The column `counted_as` has the slug under which statistics count the partie: `hearts`, or `hearts:simple`.
    pages = PAGES[partie.counted_as]
    if not is_by_totals(partie):
        return pages
    return pages_by_totals(pages.text.NAME, pages.text.MANCHE)


def load_pages() -> None:
    """Register the pages of all games, unless they are registered already; leave out games without usable pages."""
    folder = Path(__file__).parent
    for slug in GAMES:
        # The games of this package have a folder here.
        if slug not in PAGES and (folder / slug / "__init__.py").exists():
            register(slug, import_module(f"{__name__}.{slug}").PAGES)
    missing = set(GAMES) - set(PAGES)
    # If all games have pages now, the installed distributions are not searched, which would take time.
    if not missing:
        return
    pages_by_slug = dict(load_entry_points(PAGES_GROUP))
    for slug in missing:
        reason = _why_pages_unusable(GAMES[slug], pages_by_slug.get(slug))
        if reason is None:
            register(slug, pages_by_slug[slug])
        else:
            # It logs the reason.
            leave_out(slug, reason)
            del GAMES[slug]


def _why_pages_unusable(game: AnyGame, pages: object) -> str | None:
    """Return why the pages of a game in a distribution of its own cannot be used, None if they can."""
    if not isinstance(pages, GamePages):
        return f"it has no pages in the entry points {PAGES_GROUP}"
    try:
        if pages.templates is None or not (pages.templates / "_facts.html").is_file():
            return f"its templates, {pages.templates}, have no _facts.html"
        for template in pages.templates.glob("*.html"):
            # It raises for a template that is not written correctly.
            Environment(autoescape=True).parse(template.read_text(encoding="utf-8"), filename=template.name)
        if pages.translations is not None:
            # So does this for a file that is no catalogue of sentences.
            for catalogue in pages.translations.rglob("*.mo"):
                with catalogue.open("rb") as file:
                    GNUTranslations(file)
        # Each of these reads a part of the rulebook, and raises if it cannot.
        library.book(game)
        read_house_rules(game.package)
        read_book(game.package)
    except TemplateSyntaxError as error:
        return f"its template {error.filename} cannot be used (line {error.lineno}: {error.message})"
    except Exception as error:  # noqa: BLE001 - the files of another distribution may raise anything
        return f"its templates, catalogue or rulebook cannot be read ({error})"
    return None


# The pages of a partie by totals, of which only the points are known: they have no form, cards or remarks.


@dataclass
class TotalsText:
    """The texts of a partie by totals, with the same names as in `GameText` (`web/games/contract.py`)."""

    NAME: LazyString
    MANCHE: MancheText = MANCHE
    FORBIDDEN: ForbiddenText = field(default_factory=dict)
    error_sentence: ErrorSentences = SHARED_SENTENCES

    def why(self, *_arguments: object) -> str:
        """Return the sentence that replaces the reason of a line or of an ending."""
        return gettext("Seuls les points sont connus")

    ending = why


def pages_by_totals(name: LazyString, manche: MancheText = MANCHE) -> GamePages:
    """Return the pages of a partie by totals, for a game of this name."""
    # Both functions raise an error: no page of a partie by totals requests a form or random facts.
    return GamePages(TotalsText(name, manche), form=_refuse_entry, sample=_refuse_entry)


def _refuse_entry(*_arguments: object) -> NoReturn:
    raise NotImplementedError
