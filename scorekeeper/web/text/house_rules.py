"""The house rules of a game in the reader's language: its presets, its options, its numbers of players."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import HouseRulesText, read_house_rules
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current


def house_rules(game: AnyGame) -> HouseRulesText:
    """Return the texts of the house rules of this game, from its rulebook."""
    return read_house_rules(game.package)[current()]


def sizes(game: AnyGame) -> str:
    """Return the possible numbers of players: « 3, 4, 5, 6 ou 8 »."""
    *fewer, most = (str(size) for size in sorted(game.table_sizes))
    either = _(" ou ")
    return f"{', '.join(fewer)}{either}{most}" if fewer else most


def teams(game: AnyGame, options: Json, names: Sequence[str]) -> list[str]:
    """Return the teams of a table under these options, such as « Anne & Zoé »; empty when each player plays alone."""
    try:
        side_of = game.sides(game.read_options(options, len(names)), len(names))
    except ImpossibleError:
        return []
    sides = sorted(set(side_of))
    if len(sides) == len(names):
        return []
    return [" & ".join(name for seat, name in enumerate(names) if side_of[seat] == side) for side in sides]
