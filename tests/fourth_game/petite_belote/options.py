"""The house rules of Petite Belote, and the two teams of its table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from scorekeeper.games.contract import POINTS_LIMIT, Option, Preset, read_every_option
from scorekeeper.games.shape import ImpossibleOptionsError, Json


class Undertrump(enum.StrEnum):
    """Whether a player who must trump and cannot overtrump must still play a trump (BE-8)."""

    FORCED = "forced"
    FREE = "free"


class Litige(enum.StrEnum):
    """Who gets the takers' 81 points when both teams have 81 (BE-13)."""

    CARRIED = "carried"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class BeloteOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    target: int
    undertrump: Undertrump
    litige: Litige


SEATS, TEAMS = 4, 2
TABLE_SIZES = frozenset({SEATS})
OPTIONS = (
    Option("target", "BE-15", (501, 1001), lowest=1, highest=POINTS_LIMIT),
    Option("undertrump", "BE-8", tuple(Undertrump)),
    Option("litige", "BE-13", tuple(Litige)),
)
PRESETS = (
    Preset("cinq_cent_un", TABLE_SIZES, {}),
    Preset("mille_et_un", TABLE_SIZES, {"target": 1001}),
    Preset("sans_pisser", TABLE_SIZES, {"undertrump": "free"}),
    Preset("litige_partage", TABLE_SIZES, {"litige": "split"}),
)


def read_options(json: Json, seats: int) -> BeloteOptions:
    """Read the house rules from JSON, with defaults, for a table of `seats` players.

    Raises `ImpossibleOptionsError` for an unknown name or value, and for a table that is not of four (BE-1).
    """
    if seats not in TABLE_SIZES:
        raise ImpossibleOptionsError("four_players", article="BE-1", seats=seats)
    return read_every_option(BeloteOptions, OPTIONS, json)


def sides(_options: BeloteOptions, seats: int) -> tuple[int, ...]:
    """Return the team of each seat; partners sit across the table (BE-1)."""
    return tuple(seat % TEAMS for seat in range(seats))
