"""The house rules of a game in the reader's language: its presets, its options, its numbers of players.

An *option* is one house rule with its possible values; a *preset* is a set of them under a name. A *side* is a player
or a team.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import HouseRulesText, read_house_rules
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language
from scorekeeper.web.text.values import either_text

_MOST_LISTED = 4  # numbers of players, if they follow one another


def house_rules(game: AnyGame) -> HouseRulesText:
    """Return the texts of the house rules of this game, from its rulebook: its `presets` and `options` by name."""
    return read_house_rules(game.package)[current_language()]


def sizes_text(game: AnyGame) -> str:
    """Return the possible numbers of players: « 3, 4, 5, 6 ou 8 », « 2 à 8 »."""
    sizes = sorted(game.table_sizes)
    # Many numbers without a gap are written as a range. There is no gap if their count is above the difference of the
    # last and the first: from 2 to 8 these are seven numbers, and 8 − 2 is 6.
    if len(sizes) > _MOST_LISTED and len(sizes) > sizes[-1] - sizes[0]:
        return _("%(first)s à %(last)s", first=sizes[0], last=sizes[-1])
    return either_text(sizes)


def team_names(game: AnyGame, options: Json, names: Sequence[str]) -> list[str]:
    """Return the names of the teams of a table under these options, « Anne & Zoé »; empty if there are no teams."""
    # `side_of` has the index of the side of each seat. Reading options that this number of players cannot play raises
    # the error.
    try:
        side_of = game.sides(game.read_options(options, len(names)), len(names))
    except ImpossibleError:
        return []
    sides = sorted(set(side_of))
    # Each player is a side.
    if len(sides) == len(names):
        return []
    # For each side, the names of its players.
    return [" & ".join(name for seat, name in enumerate(names) if side_of[seat] == side) for side in sides]
