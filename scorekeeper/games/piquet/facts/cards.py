"""A coup of Piquet entered card by card: the facts that its tricks decide, and the context of the judge format.

A *coup* is one deal; *facts* are what is recorded of it, as JSON. The *context* is what is known before its first card:
the facts before the play, such as declarations (`KEYS`), without the facts of the play (`PLAY_KEYS`). The *judge
format* is the public JSON format in which cards are given to the arbiter. *Elder* is the seat that does not deal and
leads first; a *short hand* has fewer than twelve cards; a *low* card is a 9 or lower. PI-38 and T-7 are numbered rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.cards.legality import PlainTricks
from scorekeeper.cards.pack import pack_of
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.facts import KEYS, read_facts, write_facts
from scorekeeper.games.piquet.facts.hands import read_hands
from scorekeeper.games.piquet.facts.play import KEYS as PLAY_KEYS
from scorekeeper.games.piquet.facts.short_hand import read_short_hand
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.play import DECK, HAND_SIZE
from scorekeeper.games.piquet.requirements import refuse_impossible
from scorekeeper.games.piquet.trick_points import low_pair_of
from scorekeeper.games.shape import Json, read_object


def rules(_options: PiquetOptions, _table: Table, context: Json) -> PlainTricks:
    """Return the rules of a coup: two hands of twelve cards from 32; follow suit, or play any card if you cannot.

    A short hand plays the cards it has; then the other hand plays alone (PI-38). Raises `ImpossibleFactsError` for an
    impossible short hand in the context.
    """
    seat, cards = read_short_hand(context)
    # The seat of the short hand and its number of cards.
    short_hand = None
    if seat is not None:
        # If the number was not entered, it is that of the hand laid open, else eleven. (Elder does not matter here.)
        hands = read_hands(context.get("hands"), seat)
        short_hand = seat, PiquetFacts(elder=0, hands=hands, short_hand=seat, short_cards=cards).most_cards[seat]
    return PlainTricks(pack_of(DECK), SEATS, HAND_SIZE, "PI-16", short_hand)


def tricks_taken(options: PiquetOptions, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return as JSON facts the winners of these tricks and, if low cards give nothing, the low cards (T-7, PI-18)."""
    taken: dict[str, Any] = {"winners": [trick.winner for trick in tricks]}
    if options.low_card_points is LowCards.ABOVE_NINE:
        # For each trick whether the lead is low, and whether the winning card is.
        taken["low"] = [list(low_pair_of(trick)) for trick in tricks]
    return taken


def facts_of_tricks(options: PiquetOptions, table: Table, tricks: Sequence[Trick], context: Json) -> dict[str, Any]:
    """Return these tricks as JSON facts (T-7); after the twelfth trick, all facts of the coup, context included.

    Raises `ImpossibleFactsError` for impossible declarations.
    """
    taken = tricks_taken(options, tricks)
    if len(tricks) < TRICKS:
        return taken
    declarations = {name: value for name, value in context.items() if name not in PLAY_KEYS}
    # The facts are read and written again, because reading checks them and adds those that follow from others. The seat
    # that led to the first trick is elder.
    return write_facts(read_facts(options, table.seats, {**declarations, "elder": tricks[0].leader, **taken}))


def read_context(_options: PiquetOptions, json: Json) -> Json | None:
    """Read the declarations of an object of the judge format, None if it has none. Raises `ImpossibleFactsError`."""
    declarations = json.get("declarations")
    if declarations is None:
        return None
    return read_object(declarations, KEYS, "declarations")


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of the judge format: all facts except the play and the penalties."""
    return {"declarations": {name: value for name, value in facts.items() if name in KEYS}}


def check_laid_open(facts: PiquetFacts, laid_open: Sequence[Sequence[str] | None]) -> None:
    """Raise `ImpossibleFactsError` for declarations that a hand laid open during the play does not have (PI-37)."""
    if facts.cancelled:
        return
    # Raises the error if one of these hands lacks a declared combination.
    refuse_impossible(facts, read_hands(laid_open, facts.short_hand))


def known_hands(context: Json) -> Sequence[Sequence[str] | None] | None:
    """Return by seat the hands in the context, None when it has none. Raises `ImpossibleFactsError`."""
    short_seat, _cards = read_short_hand(context)
    # Called for its error only: it refuses a hand of fewer than twelve cards, unless it is the short hand.
    read_hands(context.get("hands"), short_seat)
    return context.get("hands")
