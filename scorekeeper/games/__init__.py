"""The registered games by slug, in the order in which the pages offer them.

A *slug* is the name of a game in addresses and files, such as `hearts`. A *partie* is a game from its first deal to its
end. A *family* is a registered game that makes one game for each name that a user invents. A *kind* of parties are
those of one game under a house rule that changes what points mean, which statistics count apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from scorekeeper.games.by_totals import by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.packages import leave_out, load_games
from scorekeeper.games.shape import Json


class _Games(dict[str, AnyGame]):
    """The registered games by slug. The games of a family are found by their slugs too, but not iterated.

    Example: `scoresheet:most:Belote` is the game that the family `scoresheet` returns for the name `most:Belote`: the
    game that users call Belote, in which most points win.
    """

    def __missing__(self, slug: str) -> AnyGame:
        # `dict` calls this method for a slug that is not registered.
        family, colon, name = slug.partition(":")
        # Without a colon, the slug names no family: it is unknown. `family` is the slug of the family. Its function
        # `named` makes the game; the attribute is None for a game that is no family.
        if colon:
            named = self[family].named
            if named is not None:
                return named(name)
        raise KeyError(slug)

    def get(self, slug: str, default: Any = None) -> Any:  # noqa: ANN401 - as `dict.get`
        """Return a game, registered or of a family, else the default; `dict.get` does not call `__missing__`."""
        try:
            return self[slug]
        except KeyError:
            return default

    def __contains__(self, slug: object) -> bool:
        return self.get(str(slug)) is not None


GAMES: dict[str, AnyGame] = _Games()


@lru_cache(500)
def game_by_totals(slug: str) -> AnyGame:
    """Return the game of this slug as one whose only facts are the points of each side. Raises `KeyError`.

    It serves for old paper scores, and has the house rules of the game (`games/by_totals.py`).
    """
    game = GAMES[slug]
    totals = by_totals(slug, game.table_sizes, game.sides, lowest_leads=game.lowest_leads)
    return replace(totals, read_options=game.read_options, write_options=game.write_options)


def counted_as(slug: str, options: Json) -> str:
    """Return the slug under which statistics count a partie of the game `slug` with the house rules `options`, as JSON.

    A few house rules change what points mean (`Game.kinds`). The name of that kind of parties is then added to the
    slug. Example: Hearts in which the queen is worth nothing.

    >>> counted_as("hearts", {"queen_points": 0})
    'hearts:simple'
    """
    if slug in GAMES:
        # `kinds` maps the name of each kind to the option that makes it and the value of this option. Example:
        # `{"simple": ("queen_points", 0)}`.
        for name, (option, value) in GAMES[slug].kinds.items():
            if options.get(option) == value:
                return f"{slug}:{name}"
    return slug


def game_counted_as(slug: str) -> AnyGame | None:
    """Return the game of the parties that statistics count under this slug, None if it is not installed."""
    # The slug has one of three forms: `hearts`; `hearts:simple`, with a kind, as `counted_as` returns it; or that of a
    # game of a family, `scoresheet:most:Belote`. `family` is here the slug of the registered game, before the colon.
    family, _, kind = slug.partition(":")
    if family in GAMES and kind in GAMES[family].kinds:
        return GAMES[family]
    return GAMES.get(slug)


def register(game: AnyGame) -> None:
    """Register a game. Raises `ValueError` when its slug is taken."""
    if game.slug in GAMES:
        raise ValueError(game.slug)
    GAMES[game.slug] = game


def _games_of_the_package() -> Iterator[AnyGame]:
    """Yield the game of each package with a rulebook; the constant has the package's name, as in `hearts.HEARTS`."""
    for module in Path(__file__).parent.glob("*/__init__.py"):
        if (module.parent / "rulebook").is_dir():
            slug = module.parent.name
            yield getattr(import_module(f"{__name__}.{slug}"), slug.upper())


# The games of this app first; then those of other installed distributions, which may not take the slug of another one.
for _game in sorted(_games_of_the_package(), key=lambda game: (game.order, game.slug)):
    register(_game)
for _game in load_games():
    if _game.slug in GAMES:
        # Stores the reason, and writes it to the log.
        leave_out(_game.slug, "another game has this slug")
    else:
        register(_game)
