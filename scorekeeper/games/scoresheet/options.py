"""The house rules of a sheet, which counts the points of any game.

They are its teams, what ends the partie (a game to its end), what the points of a manche (one deal) add up to, and
whether the deal passes from player to player. SH-1 to SH-3 are the articles of its rulebook. The first argument of an
error is the key of its sentence; `field` is the wrong option, the other arguments are details.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.contract import POINTS_LIMIT, Option, Preset, read_every_option
from scorekeeper.games.shape import ImpossibleOptionsError, Json


@dataclass(frozen=True, slots=True)
class ScoresheetOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    # The number of teams; 0 if each player plays alone.
    teams: int

    # The points with which a side ends the partie; None if the table decides when it ends.
    limit: int | None

    # What the points of every manche add up to, such as 162; None if that differs.
    total: int | None

    # Whether each player deals in turn; a game may have no dealer.
    dealer: bool


TABLE_SIZES = frozenset(range(2, 9))
# By number of teams, the numbers of players who form teams of equal size, of two or more.
TEAMS = {2: frozenset({4, 6, 8}), 3: frozenset({6}), 4: frozenset({8})}
# Each option has its name, its article and its values, the default first; between `lowest` and `highest`, any number is
# allowed. Pages show the `common` options first.
OPTIONS = (
    Option("teams", "SH-1", (0, *TEAMS), common=True),
    Option("limit", "SH-3", (None, 500, 1000), lowest=1, highest=POINTS_LIMIT, common=True),
    Option("total", "SH-2", (None, 162), lowest=0, highest=POINTS_LIMIT, common=True),
    Option("dealer", "SH-1", (True, False), common=True),
)
# Named house rules: the numbers of players that they suit, and the options that are not the defaults.
PRESETS = (
    Preset("each_alone", TABLE_SIZES, {}),
    *(Preset(f"teams_{teams}", seats, {"teams": teams}) for teams, seats in TEAMS.items()),
)


def read_options(json: Json, seats: int) -> ScoresheetOptions:
    """Read the house rules from JSON for `seats` players, with defaults.

    Raises `ImpossibleOptionsError` for an unknown name or value, and for players who do not form these teams (SH-1).
    """
    # The options of `json`, and the defaults of the others.
    options = read_every_option(ScoresheetOptions, OPTIONS, json)
    # The numbers of players who can form these teams; 0 teams are in no such list, and any number can play alone.
    sizes = TEAMS.get(options.teams, TABLE_SIZES)
    if seats not in sizes:
        raise ImpossibleOptionsError("teams_table", article="SH-1", field="teams", seats=seats, sizes=sorted(sizes))
    return options


def sides(options: ScoresheetOptions, seats: int) -> tuple[int, ...]:
    """Return the side of each seat: its team, or itself. The players of a team do not sit next to each other (SH-1).

    Example: with two teams of two, the seats 0 to 3 are of the sides 0, 1, 0, 1.
    """
    return tuple(seat % (options.teams or seats) for seat in range(seats))
