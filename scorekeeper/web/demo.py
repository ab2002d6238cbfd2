"""A demonstration carnet with a few soirées, and the address that opens it."""

from __future__ import annotations

import datetime as dt
import random

from scorekeeper import settings
from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import open_database, writing
from scorekeeper.record.models import Access, Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.table import open_table
from scorekeeper.record.sharing.recovery_code import code_of
from scorekeeper.web.games import PAGES

_NAMES = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")
_EVENINGS = ((21, "chez Zoé", 0), (9, "à la Marine", 1), (2, "", 4))  # days ago, place, number of the preset
_MOST_MANCHES = 30
_UNFINISHED_MANCHES = 5  # of one partie, too few to end it


def fill() -> str:
    """Create the carnet in the prepared database, and return an address that opens it with its recovery code."""
    chance = random.Random(26)  # noqa: S311 - the same evenings every time, nothing secret
    with open_database(settings.database_url(), settings.secret_key()), writing():
        access = carnets.create_carnet("Les jeudis de la Marine")
        players = [carnets.add_player(access.carnet, name) for name in _NAMES]
        for days_ago, place, preset in _EVENINGS:
            date = dt.datetime.now().astimezone().date() - dt.timedelta(days=days_ago)
            soiree = carnets.open_soiree(access.carnet, date, place)
            for game in GAMES.values():
                _play(soiree, game, players, preset, access, chance)
        _play(soiree, next(iter(GAMES.values())), players, 0, access, chance, most_manches=_UNFINISHED_MANCHES)
        return f"/open#{code_of(access.carnet)}"


def _play(  # noqa: PLR0913, PLR0917 - a partie is all of these
    soiree: Soiree,
    game: AnyGame,
    players: list[Player],
    preset: int,
    access: Access,
    chance: random.Random,
    most_manches: int = _MOST_MANCHES,
) -> None:
    chosen = game.presets[preset % len(game.presets)]
    seated = players[: min(chosen.seats)]
    partie = journal.start_partie(soiree, game.slug, seated, chosen.options, chance.randrange(len(seated)), access)
    for _ in range(most_manches):
        with open_table(partie, None, access) as table:
            if table.scored.over:
                return
            table.record(PAGES[game.slug].sample(table.scored, chance), "")
