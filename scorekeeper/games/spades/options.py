"""The house rules of Atout Pique (Spades): two teams of two, or each alone (AP-24), and the cards dealt.

A *side* is a team, or a seat if each plays alone. A *contract* is the number of tricks that a side bids, a *sac* (bag)
each trick above it. A *nil* is a bid to take no trick, *blind* if it was bid before seeing the cards. To *ruff* is to
play a spade on another suit. A *revoke* is a card that did not follow suit although the hand could (T-5).

AP-1 to AP-25 are the articles of this game's rulebook. The first argument of an error is the key of its sentence;
`field` is the wrong option, the other arguments are details.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from scorekeeper.cards import decks
from scorekeeper.cards.cards import Card
from scorekeeper.games.contract import POINTS_LIMIT, Option, Preset, read_every_option
from scorekeeper.games.shape import ImpossibleOptionsError, Json


class FirstTrickSpades(enum.StrEnum):
    """Whether a player who cannot follow suit may ruff the first trick (AP-9)."""

    RUFF_ALLOWED = "ruff_allowed"
    NONE = "none"


class FailedNilTricks(enum.StrEnum):
    """The effect on the team of the tricks that the bidder of a failed nil took (AP-17)."""

    # Each is a sac.
    SACS_ONLY = "sacs_only"
    # They count for the contract of the partner.
    HELP_CONTRACT = "help_contract"
    IGNORED = "ignored"


class RevokePrice(enum.StrEnum):
    """The price of a revoke for the team that made it (T-5)."""

    NOTHING = "nothing"
    # The contract of the team fails.
    CONTRACT_FAILED = "contract_failed"
    # The team gives three tricks to the other team.
    THREE_TRICKS = "three_tricks"


class SpadesDeck(enum.StrEnum):
    """The pack (AP-25)."""

    STANDARD = "standard"
    # The jokers are the highest spades.
    JOKERS = "jokers"
    # Below them and above the ace of spades, the 2♦ and the 2♠ are the next highest ones.
    JOKERS_DEUCES = "jokers_deuces"


@dataclass(frozen=True, slots=True)
class SpadesOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    # The total that ends the partie.
    target: int
    # The points of a nil, won or lost; a blind nil is worth twice as many.
    nil: int
    # Whether a side far behind may bid a blind nil.
    blind_nil: bool
    # Whether the bidder of a blind nil exchanges cards with the partner.
    blind_nil_exchange: bool
    first_trick_spades: FirstTrickSpades
    failed_nil_tricks: FailedNilTricks
    # A team this many points below zero loses; None if there is no such limit.
    floor: int | None
    revoke: RevokePrice
    # This number of sacs costs ten times as many points; None if sacs cost nothing (AP-23).
    sacs_limit: int | None
    # Whether each player plays alone, not in a team.
    alone: bool
    deck: SpadesDeck


SEATS, TEAMS = 4, 2  # the usual number of players, and the number of their teams
TABLE_SIZES = frozenset({3, SEATS})
_FOUR = frozenset({SEATS})
# The condition of an option that has an effect only in teams.
_IN_TEAMS = (("alone", frozenset({False})),)
# Each option has its name, its article and its values, the default first; between `lowest` and `highest`, any number is
# allowed. Pages show the `common` options first; a `fixed` one cannot change once a manche (one deal) is recorded.
OPTIONS = (
    Option("target", "AP-18", (500, 300, 700), lowest=1, highest=POINTS_LIMIT, common=True),
    Option("nil", "AP-5", (100, 50)),
    Option("blind_nil", "AP-6", (True, False)),
    Option("blind_nil_exchange", "AP-8", (False, True), only_with=_IN_TEAMS),
    Option("first_trick_spades", "AP-9", tuple(FirstTrickSpades)),
    Option("failed_nil_tricks", "AP-17", tuple(FailedNilTricks)),
    Option("floor", "AP-22", (None, 200), lowest=1, highest=POINTS_LIMIT, only_with=_IN_TEAMS),
    Option("revoke", "T-5", tuple(RevokePrice)),
    Option("sacs_limit", "AP-23", (10, 5, 7, None), common=True),
    Option("alone", "AP-24", (False, True), fixed=True, common=True),
    Option("deck", "AP-25", tuple(SpadesDeck), common=True),
)

# Named house rules: the numbers of players that they suit, and the options that are not the defaults.
PRESETS = (
    Preset("cinq_cents", _FOUR, {}),
    Preset("sacs_par_cinq", _FOUR, {"sacs_limit": 5}),
    Preset("chacun_pour_soi", TABLE_SIZES, {"alone": True}),
    Preset("jokers", _FOUR, {"deck": "jokers"}),
    Preset("trois_cents", _FOUR, {"target": 300}),
    Preset("sept_cents", _FOUR, {"target": 700}),
    Preset("zero_cinquante", _FOUR, {"nil": 50}),
    Preset("sans_double_zero", _FOUR, {"blind_nil": False}),
    Preset("echange_double_zero", _FOUR, {"blind_nil_exchange": True}),
)


def read_options(json: Json, seats: int) -> SpadesOptions:
    """Read the house rules from JSON for `seats` players, with defaults; three players play alone (AP-24).

    Options without effect are accepted: an exchange without blind nils (AP-6), and an exchange or a floor when each
    plays alone (AP-24). Raises `ImpossibleOptionsError` for an unknown name or value, and for options that this table
    cannot play.
    """
    if seats not in TABLE_SIZES:
        raise ImpossibleOptionsError("four_players", article="AP-1", seats=seats, sizes=sorted(TABLE_SIZES))
    # The options of `json`, and the defaults of the others.
    options = read_every_option(SpadesOptions, OPTIONS, json)
    # Three players need not name the only way in which they can play.
    if seats != SEATS and "alone" not in json:
        options = replace(options, alone=True)
    _refuse_impossible(options, seats)
    return options


def side_of(options: SpadesOptions, seat: int) -> int:
    """Return the side of a seat: its own, or its team, partners facing each other (AP-1, AP-24)."""
    return seat if options.alone else seat % TEAMS


def sides(options: SpadesOptions, seats: int) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(side_of(options, seat) for seat in range(seats))


def side_count(options: SpadesOptions, seats: int) -> int:
    """Return the number of sides."""
    return seats if options.alone else TEAMS


def cards_dealt(options: SpadesOptions, seats: int) -> tuple[Card, ...]:
    """Return the pack: 52 cards (AP-1, AP-25), 51 for three players (AP-24)."""
    # The jokers replace two cards.
    if options.deck is not SpadesDeck.STANDARD:
        return decks.remove_cards(decks.FULL, "2C", "2H") + decks.JOKERS
    if seats != SEATS:
        return decks.remove_cards(decks.FULL, "2C")
    return decks.FULL


def hand_tricks(seats: int) -> int:
    """Return the number of tricks, which is that of the cards in each hand: 13, or 17 for three players (AP-24)."""
    return len(decks.FULL) // seats


def _refuse_impossible(options: SpadesOptions, seats: int) -> None:
    """Raise `ImpossibleOptionsError` for options that exclude each other or that this number of players cannot use."""
    if seats != SEATS and not options.alone:
        raise ImpossibleOptionsError("alone_table", article="AP-24", field="alone", seats=seats, values=[True])
    if seats != SEATS and options.deck is not SpadesDeck.STANDARD:
        raise ImpossibleOptionsError(
            "deck_table", article="AP-25", field="deck", deck=options.deck.value, seats=seats, sizes=[SEATS]
        )
    # A player alone has no partner whose contract the tricks of a failed nil could help, and pays no other team.
    if options.alone and options.failed_nil_tricks is FailedNilTricks.HELP_CONTRACT:
        raise ImpossibleOptionsError(
            "alone_help_contract", article="AP-24", field="failed_nil_tricks", values=["sacs_only", "ignored"]
        )
    if options.alone and options.revoke is RevokePrice.THREE_TRICKS:
        raise ImpossibleOptionsError(
            "alone_three_tricks", article="AP-24", field="revoke", values=["nothing", "contract_failed"]
        )
