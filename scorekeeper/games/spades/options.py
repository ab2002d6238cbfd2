"""The house rules of Atout Pique, a game of two teams of two players."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from scorekeeper.games.contract import POINTS_LIMIT, Option, Preset, read_every_option
from scorekeeper.games.shape import ImpossibleOptionsError, Json


class FirstTrickSpades(enum.StrEnum):
    """Whether a player who cannot follow suit may ruff the first trick (AP-9)."""

    RUFF_ALLOWED = "ruff_allowed"
    NONE = "none"


class FailedNilTricks(enum.StrEnum):
    """The effect of the tricks of a failed nil on the team (AP-17)."""

    SACS_ONLY = "sacs_only"
    HELP_CONTRACT = "help_contract"
    IGNORED = "ignored"


class RevokePrice(enum.StrEnum):
    """The price of a revoke for the team that made it (T-5)."""

    NOTHING = "nothing"
    CONTRACT_FAILED = "contract_failed"
    THREE_TRICKS = "three_tricks"


@dataclass(frozen=True, slots=True)
class SpadesOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    target: int
    nil: int
    blind_nil: bool
    blind_nil_exchange: bool
    first_trick_spades: FirstTrickSpades
    failed_nil_tricks: FailedNilTricks
    floor: int | None
    revoke: RevokePrice


SEATS, TEAMS = 4, 2
TABLE_SIZES = frozenset({SEATS})
OPTIONS = (
    Option("target", "AP-18", (500, 300, 700), lowest=1, highest=POINTS_LIMIT, common=True),
    Option("nil", "AP-5", (100, 50)),
    Option("blind_nil", "AP-6", (True, False)),
    Option("blind_nil_exchange", "AP-8", (False, True)),
    Option("first_trick_spades", "AP-9", tuple(FirstTrickSpades)),
    Option("failed_nil_tricks", "AP-17", tuple(FailedNilTricks)),
    Option("floor", "AP-22", (None, 200), lowest=1, highest=POINTS_LIMIT),
    Option("revoke", "T-5", tuple(RevokePrice)),
)

PRESETS = (
    Preset("cinq_cents", TABLE_SIZES, {}),
    Preset("trois_cents", TABLE_SIZES, {"target": 300}),
    Preset("sept_cents", TABLE_SIZES, {"target": 700}),
    Preset("zero_cinquante", TABLE_SIZES, {"nil": 50}),
    Preset("sans_double_zero", TABLE_SIZES, {"blind_nil": False}),
    Preset("echange_double_zero", TABLE_SIZES, {"blind_nil_exchange": True}),
)


def read_options(json: Json, seats: int) -> SpadesOptions:
    """Read the house rules from JSON for `seats` players, with defaults.

    All combinations are allowed; an exchange without blind nils (AP-8 without AP-6) has no effect. Raises
    `ImpossibleOptionsError` for an unknown name or value, and for a table without four players (AP-1).
    """
    if seats not in TABLE_SIZES:
        raise ImpossibleOptionsError("four_players", article="AP-1", seats=seats, sizes=[SEATS])
    return read_every_option(SpadesOptions, OPTIONS, json)


def sides(_options: SpadesOptions, seats: int) -> tuple[int, ...]:
    """Return the team of each seat, partners facing each other (AP-1)."""
    return tuple(seat % TEAMS for seat in range(seats))
