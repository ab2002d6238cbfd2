"""The house rules of Dame de Pique (Hearts), its decks, and the options that exclude each other.

A *manche* is one deal, a *partie* a game to its end. A *volte* (`moon` in the formats) is all scoring cards taken by
one seat, the *shooter*. Hearts are *broken* once one was played; before, only a hand of hearts may lead one. *Belmont*
is a variant for six or eight players with two packs, *jass* a deck of 36 cards. The *key* of a card is the key under
which the facts count it: `H` for a heart, else its code (`QS`); `last` is the last trick.

DP-1 to DP-29 are the articles of this game's rulebook; T-5, on revokes, is one of all games. The first argument of an
error is the key of its sentence; `field` is the wrong option, the other arguments are details.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scorekeeper.cards import decks
from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.games.contract import (
    POINTS_LIMIT,
    REVOKE_LIMIT,
    Option,
    Preset,
    options_by_name,
    plain_options,
)
from scorekeeper.games.shape import ImpossibleOptionsError, Json


class Deck(enum.StrEnum):
    """The cards in play (DP-1, DP-2, DP-3, DP-5): their number, or the variant with two packs."""

    FULL = "52"
    JOKERS = "54"
    JASS = "36"
    BELMONT = "belmont"


class Moon(enum.StrEnum):
    """The kind of volte, by the points it gives (DP-21, DP-22, DP-24)."""

    # The other players take the points.
    OTHERS_PLUS = "others_plus"
    # The shooter subtracts the points.
    SELF_MINUS = "self_minus"
    # The table chooses one of these two at each volte.
    CHOICE = "choice"
    # A volte scores as any other manche.
    OFF = "off"


class PassTurns(enum.StrEnum):
    """The directions in which cards are passed, manche after manche, then again from the first (DP-9, DP-27)."""

    LEFT_RIGHT_ACROSS_NONE = "left_right_across_none"
    LEFT_RIGHT_NONE = "left_right_none"
    LEFT_RIGHT = "left_right"
    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


class HeartsLead(enum.StrEnum):
    """The time from which hearts may be led (DP-15, DP-28)."""

    # Once hearts are broken.
    AFTER_DISCARD = "after_discard"
    # At any time.
    FREE = "free"


class FirstTrick(enum.StrEnum):
    """The scoring cards that may be played to the first trick by a hand without the suit led (DP-14)."""

    # None, unless the hand has nothing else.
    ONLY_IF_FORCED = "only_if_forced"
    HEARTS = "hearts"
    ANY = "any"


class JokerTie(enum.StrEnum):
    """The joker that takes a trick with two jokers (DP-2)."""

    FIRST = "first"
    SECOND = "second"


class LowestTie(enum.StrEnum):
    """The consequence of equal lowest totals at the end (DP-26)."""

    # These players win together.
    SHARED = "shared"
    # Further manches are played.
    PLAY_ON = "play_on"


@dataclass(frozen=True, slots=True)
class HeartsOptions:
    """The house rules of one partie; each field is an option under its JSON name."""

    deck: Deck
    # Whether partners score together.
    teams: bool
    # The option `pass`, which is no name in Python.
    pass_turns: PassTurns
    # The number of cards that each player passes.
    pass_cards: int
    # The points of the Q♠, the J♦ and the 7♣; 0 for a card that is worth nothing.
    queen_points: int
    jack_of_diamonds: int
    seven_of_clubs: int
    moon: Moon
    first_trick_points: FirstTrick
    hearts_lead: HeartsLead
    # Whether the Q♠ breaks hearts too.
    queen_breaks_hearts: bool
    # Whether a player with only hearts and the Q♠ may lead a heart before they are broken.
    hearts_instead_of_queen: bool
    joker_tie: JokerTie
    # The total that ends the partie.
    limit: int
    tie: LowestTie
    # The points of a revoke, for the side that made it.
    revoke: int


QUEEN_POINTS, JASS_QUEEN = 13, 5  # the usual points of the Q♠, and those in the deck of 36 cards
USUAL_PASS_CARDS = 3  # the number of cards that each player passes, unless the table agrees otherwise
# The options of DP-16 have an effect only if both conditions are true: hearts may not be led from the beginning, and
# the queen is worth points (one of these numbers, not 0).
_QUEEN_AND_CLOSED_HEARTS = (
    ("hearts_lead", frozenset({HeartsLead.AFTER_DISCARD})),
    ("queen_points", frozenset({QUEEN_POINTS, 12, JASS_QUEEN})),
)
# Each option has its name, its article and its values, the default first; between `lowest` and `highest`, any number is
# allowed. `special` are values that only some decks accept. `only_with` are other options with the values that they
# must have, because without these the option has no effect. Pages show the `common` options first.
OPTIONS = (
    Option("deck", "DP-1", tuple(Deck), common=True),
    Option("teams", "DP-4", (False, True), common=True),
    Option("pass", "DP-27", tuple(PassTurns), common=True),
    Option(
        "pass_cards",
        "DP-27",
        (USUAL_PASS_CARDS, 1, 2, 4),
        only_with=(("pass", frozenset({*PassTurns} - {PassTurns.NONE})),),
    ),
    Option("queen_points", "DP-18", (QUEEN_POINTS, 12, 0), special=(JASS_QUEEN,)),
    Option("jack_of_diamonds", "DP-19", (0, -10)),
    Option("seven_of_clubs", "DP-20", (0, 7)),
    Option("moon", "DP-22", tuple(Moon)),
    Option("first_trick_points", "DP-14", tuple(FirstTrick)),
    Option("hearts_lead", "DP-28", tuple(HeartsLead)),
    Option("queen_breaks_hearts", "DP-16", (False, True), only_with=_QUEEN_AND_CLOSED_HEARTS),
    Option("hearts_instead_of_queen", "DP-16", (False, True), only_with=_QUEEN_AND_CLOSED_HEARTS),
    Option("joker_tie", "DP-2", tuple(JokerTie), only_with=(("deck", frozenset({"54"})),)),
    Option("limit", "DP-25", (100, 75, 50), lowest=1, highest=POINTS_LIMIT, common=True),
    Option("tie", "DP-26", tuple(LowestTie)),
    Option("revoke", "T-5", (0, 13, 26), lowest=0, highest=REVOKE_LIMIT),
)


@dataclass(frozen=True, slots=True)
class DeckRules:
    """A deck: its cards, and what is different when it is played with."""

    # The article that describes it.
    article: str
    # The cards dealt, by number of seats.
    dealt: Mapping[int, tuple[Card, ...]]
    # The article that sets the points of the cards.
    points_article: str = "DP-17"
    # The keys of facts that only this deck counts, such as "last" (the last trick).
    extra_keys: tuple[str, ...] = ()
    # The options whose default is different in this deck.
    defaults: Mapping[str, Any] = field(default_factory=dict)


# All spades and hearts, which the deck of Belmont for six has twice.
_SPADES_AND_HEARTS = decks.cards_from(Rank.TWO, (Suit.SPADES, Suit.HEARTS))
# The arguments are in the order of the fields: `article`, `dealt`, `points_article`, `extra_keys`, `defaults`.
DECKS: Mapping[Deck, DeckRules] = {
    Deck.FULL: DeckRules(
        "DP-1",
        {3: decks.remove_cards(decks.FULL, "2D"), 4: decks.FULL, 5: decks.remove_cards(decks.FULL, "2D", "2C")},
    ),
    Deck.JOKERS: DeckRules("DP-2", {6: decks.FULL + decks.JOKERS}),
    Deck.JASS: DeckRules("DP-3", {4: decks.JASS}, "DP-3", ("last",), {"queen_points": JASS_QUEEN}),
    Deck.BELMONT: DeckRules(
        "DP-5",
        {6: decks.FULL + _SPADES_AND_HEARTS, 8: decks.FULL + decks.FULL},
        "DP-6",
        ("KS", "AS"),
        {"teams": True, "moon": Moon.OFF},
    ),
}
# The numbers of players for which some deck is dealt.
TABLE_SIZES = frozenset(seats for deck in DECKS.values() for seats in deck.dealt)
_TEAM_TABLE = 4  # the number of players who can form teams without Belmont

# Named house rules: the numbers of players that they suit, and the options that are not the defaults.
PRESETS = (
    Preset("classique", frozenset({4}), {}),
    Preset("trois", frozenset({3}), {}),
    Preset("cinq", frozenset({5}), {}),
    Preset("rapide", frozenset({4}), {"limit": 50}),
    Preset("moyenne", frozenset({4}), {"limit": 75}),
    Preset("coeurs_simples", frozenset({3, 4, 5}), {"queen_points": 0, "limit": 50}),
    Preset("dame_douze", frozenset({4}), {"queen_points": 12}),
    Preset("valet_carreau", frozenset({4}), {"jack_of_diamonds": -10}),
    Preset("sept_trefle", frozenset({4}), {"seven_of_clubs": 7}),
    Preset("jass", frozenset({4}), {"deck": "36"}),
    Preset("jokers", frozenset({6}), {"deck": "54"}),
    Preset("equipe", frozenset({4}), {"teams": True}),
    Preset("belmont_six", frozenset({6}), {"deck": "belmont"}),
    Preset("belmont_huit", frozenset({8}), {"deck": "belmont"}),
)


def read_options(json: Json, seats: int) -> HeartsOptions:
    """Read the house rules from JSON for `seats` players, with defaults.

    Raises `ImpossibleOptionsError` for an unknown name or value and for options that exclude each other.
    """
    # By name, the `Option`. Raises for an unknown name in `json`.
    known = options_by_name(OPTIONS, json)
    # The deck is read first, because it changes the defaults of the others. `read` raises for an unknown value.
    deck: Deck = known["deck"].read(json.get("deck", Deck.FULL.value))
    values: dict[str, Any] = {name: option.values[0] for name, option in known.items()}
    values |= {"deck": deck, **DECKS[deck].defaults}
    for name, value in json.items():
        # In the jass deck the queen always has 5 points, a value that `read` refuses for other decks: here it is
        # checked without `read`. Its type is compared too, because for Python 5.0 is 5.
        if name != "queen_points" or deck is not Deck.JASS:
            values[name] = known[name].read(value)
        elif type(value) is not int or value != JASS_QUEEN:
            raise ImpossibleOptionsError("jass_queen", article="DP-3", field=name, values=[JASS_QUEEN])
    # Each other option is a field of the same name.
    options = HeartsOptions(pass_turns=values.pop("pass"), **values)
    _refuse_impossible(options, seats)
    return options


def write_options(options: HeartsOptions) -> dict[str, Any]:
    """Return the house rules as JSON, which `read_options` reads back."""
    # By field name, the values as JSON.
    json = plain_options(options)
    return {"pass": json.pop("pass_turns"), **json}


def cards_dealt(options: HeartsOptions, seats: int) -> tuple[Card, ...]:
    """Return every card dealt, each copy of a double card included (DP-1, DP-2, DP-3, DP-5, DP-8)."""
    return DECKS[options.deck].dealt[seats]


@lru_cache(maxsize=256)
def cards_by_key(options: HeartsOptions, seats: int) -> Mapping[str, int]:
    """Map each key that scores in a manche to the number of its cards dealt: `{"H": 13, "QS": 1}`."""
    dealt = cards_dealt(options, seats)
    # The number of cards of each code. The key `last` is counted like a card, of which there is one.
    copies = Counter(card.code for card in dealt)
    copies["last"] = 1
    # The cards that score only if they are worth points under these options.
    worth = {"QS": options.queen_points, "JD": options.jack_of_diamonds, "7C": options.seven_of_clubs}
    keys = [*(code for code, points in worth.items() if points), *DECKS[options.deck].extra_keys]
    hearts = sum(card.suit is Suit.HEARTS for card in dealt)
    # Read-only, because the cache gives the same mapping to every caller.
    return MappingProxyType({"H": hearts} | {key: copies[key] for key in keys})


def sides(options: HeartsOptions, seats: int) -> tuple[int, ...]:
    """Return the side of each seat: its own, or that of its team, partners facing each other (DP-4, DP-5)."""
    # Of six players, 0 and 3, 1 and 4, 2 and 5 are partners.
    if options.teams:
        return tuple(seat % (seats // 2) for seat in range(seats))
    return tuple(range(seats))


def _refuse_impossible(options: HeartsOptions, seats: int) -> None:
    """Raise `ImpossibleOptionsError` for options that exclude each other or that this number of players cannot use."""
    deck = DECKS[options.deck]
    if seats not in deck.dealt:
        sizes = tuple(sorted(deck.dealt))
        raise ImpossibleOptionsError(
            "deck_table", article=deck.article, field="deck", deck=options.deck.value, seats=seats, sizes=sizes
        )
    if options.deck is Deck.BELMONT:
        if not options.teams:
            raise ImpossibleOptionsError("belmont_teams", article="DP-5", field="teams", values=[True])
        if options.queen_points != QUEEN_POINTS:
            raise ImpossibleOptionsError("belmont_queen", article="DP-6", field="queen_points", values=[QUEEN_POINTS])
    elif options.teams and seats != _TEAM_TABLE:
        raise ImpossibleOptionsError("teams_table", article="DP-4", field="teams", seats=seats, sizes=[_TEAM_TABLE])
    for name in ("jack_of_diamonds", "seven_of_clubs"):
        # Where the queen is worth nothing, nothing but hearts counts (DP-29).
        if not options.queen_points and getattr(options, name):
            raise ImpossibleOptionsError("only_hearts", article="DP-29", field=name, values=[0])
