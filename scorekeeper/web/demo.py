"""A demonstration carnet with a few soirées."""

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
_SOIREES = ((21, "chez Zoé", 0), (9, "à la Marine", 1), (0, "", 4))  # days ago, place, number of the preset
_MOST_MANCHES = 30
_UNFINISHED_MANCHES = 5  # of the partie in progress in the last soirée


def create_demo_carnet() -> str:
    """Create the carnet in the database of this installation, and return the path of a link that opens it."""
    rng = random.Random(26)  # noqa: S311 - the same soirées every time, nothing secret
    with open_database(settings.database_url(), settings.secret_key()), writing():
        access = carnets.create_carnet("Les jeudis de la Marine")
        players = [carnets.add_player(access.carnet, name) for name in _NAMES]
        for days_ago, place, preset_number in _SOIREES:
            date = dt.datetime.now().astimezone().date() - dt.timedelta(days=days_ago)
            soiree = carnets.open_soiree(access.carnet, date, place)
            for game in GAMES.values():
                _play_partie(soiree, game, players, preset_number, access, rng)
        _play_partie(soiree, next(iter(GAMES.values())), players, 0, access, rng, most_manches=_UNFINISHED_MANCHES)
        return f"/open#{code_of(access.carnet)}"


def _play_partie(  # noqa: PLR0913, PLR0917 - a partie needs all of them
    soiree: Soiree,
    game: AnyGame,
    players: list[Player],
    preset_number: int,
    access: Access,
    rng: random.Random,
    most_manches: int = _MOST_MANCHES,
) -> None:
    preset = game.presets[preset_number % len(game.presets)]
    seated_players = players[: min(preset.seats)]
    dealer = rng.randrange(len(seated_players))
    partie = journal.start_partie(soiree, game.slug, seated_players, preset.options, dealer, access)
    for _ in range(most_manches):
        with open_table(partie, None, access) as table:
            if table.scored.over:
                return
            table.record(PAGES[game.slug].sample(table.scored, rng), "")
