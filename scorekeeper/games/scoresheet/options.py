"""The house rules of a sheet: its teams, what ends the partie, what a manche adds up to, and whether the deal turns."""

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
OPTIONS = (
    Option("teams", "SH-1", (0, 2, 3, 4)),
    Option("limit", "SH-3", (None, 500, 1000), lowest=1, highest=POINTS_LIMIT),
    Option("total", "SH-2", (None, 162), lowest=0, highest=POINTS_LIMIT),
    Option("dealer", "SH-1", (True, False)),
)
PRESETS = (
    Preset("each_alone", TABLE_SIZES, {}),
    Preset("two_teams", frozenset({4, 6, 8}), {"teams": 2}),
    Preset("three_teams", frozenset({6}), {"teams": 3}),
    Preset("four_teams", frozenset({8}), {"teams": 4}),
)


def read_options(json: Json, seats: int) -> ScoresheetOptions:
    """Read the house rules from JSON for `seats` players, with defaults.

    Raises `ImpossibleOptionsError` for an unknown name or value, and for teams that are not of equal size (SH-1).
    """
    if seats not in TABLE_SIZES:
        raise ImpossibleOptionsError("players", article="SH-1", seats=seats, sizes=sorted(TABLE_SIZES))
    options = read_every_option(ScoresheetOptions, OPTIONS, json)
    teams = options.teams
    # A team has two players or more.
    sizes = [size for size in sorted(TABLE_SIZES) if teams and size > teams and size % teams == 0]
    if teams and seats not in sizes:
        raise ImpossibleOptionsError(
            "unequal_teams", article="SH-1", field="teams", seats=seats, teams=teams, sizes=sizes
        )
    return options


def sides(options: ScoresheetOptions, seats: int) -> tuple[int, ...]:
    """Return the team of each seat, the players of a team spread evenly around the table (SH-1)."""
    return tuple(seat % (options.teams or seats) for seat in range(seats))
