"""The house rules of Piquet, a game of two players and twelve tricks.

A *coup* is one deal, *elder* the seat that does not deal and leads first, a *capot* all twelve tricks of one seat. A
*pic* and a *repic* reward 30 points before the other seat scores (`counting/thirty.py`), and a *carte blanche* is a
hand dealt without a king, queen or jack. A *lead* is the point for leading to a trick, a *win* the point for taking it.

An option whose values are an enum has the string of a member as its value in JSON; the first member is the default.
PI-17 and the like are the numbered rules that the options change.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from scorekeeper.games.contract import POINTS_LIMIT, REVOKE_LIMIT, Option, Preset, read_every_option
from scorekeeper.games.shape import ImpossibleOptionsError, Json


class Format(enum.StrEnum):
    """The length of a partie (a game played to its end), PI-24."""

    SIX_COUPS = "six_coups"
    # Four coups; the points of the first and of the last one count double (PI-29).
    RUBICON_FOUR = "rubicon_four"
    # One game until a seat has the target of points (PI-27), or games until a seat has won two (PI-28).
    TARGET_SINGLE = "target_single"
    TARGET_LINKED = "target_linked"


class WonOwnLead(enum.StrEnum):
    """Whether a trick won by its leader scores its win in addition to its lead (PI-17)."""

    COUNTS = "counts"
    ONLY_WHEN_CAPTURED = "only_when_captured"


class LowCards(enum.StrEnum):
    """The cards with which a lead or a win scores: all, or only those above a 9 (PI-18)."""

    ALL = "all"
    ABOVE_NINE = "above_nine"


class CapotLastTrick(enum.StrEnum):
    """Whether the last trick of a capot scores 2 as usual, or counts like any other trick (PI-21)."""

    COUNTS = "counts"
    ABSORBED = "absorbed"


class PicWindow(enum.StrEnum):
    """The latest moment at which elder may reach 30 for a pic: any trick, or only the first lead (PI-22)."""

    PLAY = "play"
    FIRST_LEAD = "first_lead"


class CarteBlancheShown(enum.StrEnum):
    """The moment at which the dealer shows a carte blanche (PI-8)."""

    AT_OWN_EXCHANGE = "at_own_exchange"
    BEFORE_ELDER_EXCHANGE = "before_elder_exchange"


class EqualTotals(enum.StrEnum):
    """The consequence of equal totals at the end (PI-30)."""

    TWO_MORE_COUPS = "two_more_coups"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class PiquetOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    format: Format
    # The total that wins, in a format with a target.
    target: int
    won_own_lead: WonOwnLead
    low_card_points: LowCards
    capot_last_trick: CapotLastTrick
    pic_window: PicWindow
    # Whether points that the other seat declared before prevent a repic.
    repic_needs_zero_opponent: bool
    carte_blanche_shown: CarteBlancheShown
    tie: EqualTotals
    # The points of a revoke, for the other seat.
    revoke: int


SEATS, TRICKS = 2, 12
TABLE_SIZES = frozenset({SEATS})
# An option has its name, the number of the rule that it changes, and its values, the default first. With `lowest` and
# `highest`, any number between them is a value too. With `only_with`, it has an effect only if another option has one
# of these values; pages show the `common` ones first.
OPTIONS = (
    Option("format", "PI-24", tuple(Format), common=True),
    Option(
        "target",
        "PI-27",
        (150, 100, 221),
        lowest=1,
        highest=POINTS_LIMIT,
        only_with=(("format", frozenset({"target_single", "target_linked"})),),
        common=True,
    ),
    Option("won_own_lead", "PI-17", tuple(WonOwnLead)),
    Option("low_card_points", "PI-18", tuple(LowCards)),
    Option("capot_last_trick", "PI-21", tuple(CapotLastTrick)),
    Option("pic_window", "PI-22", tuple(PicWindow)),
    Option("repic_needs_zero_opponent", "PI-23", (True, False)),
    Option("carte_blanche_shown", "PI-8", tuple(CarteBlancheShown)),
    Option("tie", "PI-30", tuple(EqualTotals)),
    Option("revoke", "T-5", (0, 10, 30), lowest=0, highest=REVOKE_LIMIT),
)

# Named house rules: the name, the numbers of players, and the options that are not the default.
PRESETS = (
    Preset("six_coups", TABLE_SIZES, {}),
    Preset("rubicon", TABLE_SIZES, {"format": "rubicon_four"}),
    Preset("seche_100", TABLE_SIZES, {"format": "target_single", "target": 100}),
    Preset("seche_150", TABLE_SIZES, {"format": "target_single", "target": 150}),
    Preset("seche_221", TABLE_SIZES, {"format": "target_single", "target": 221}),
    Preset("liee_150", TABLE_SIZES, {"format": "target_linked", "target": 150}),
    Preset("anglais", TABLE_SIZES, {"won_own_lead": "only_when_captured"}),
)


def read_options(json: Json, seats: int) -> PiquetOptions:
    """Read the house rules from JSON for `seats` players; an option that is missing has its default.

    All combinations are allowed; a target (PI-27) has no effect in a format that counts coups. Raises
    `ImpossibleOptionsError` for an unknown name or value, and for a table without two players (PI-1).
    """
    if seats not in TABLE_SIZES:
        raise ImpossibleOptionsError("two_players", article="PI-1", seats=seats, sizes=[SEATS])
    # Makes the dataclass from the options in JSON and the defaults of the others.
    return read_every_option(PiquetOptions, OPTIONS, json)
