"""A coup of Piquet entered card by card: what its tricks decide, and what the judge format says beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards.legality import PlainTricks
from scorekeeper.cards.pack import pack_of
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table
from scorekeeper.games.piquet.claims import refuse_impossible
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.facts import KEYS, read_facts, write_facts
from scorekeeper.games.piquet.facts.hands import read_hands, write_hands
from scorekeeper.games.piquet.facts.play import KEYS as PLAY_KEYS
from scorekeeper.games.piquet.facts.short_hand import cards_held
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.play import DECK, HAND
from scorekeeper.games.piquet.trick_points import low_of
from scorekeeper.games.shape import ImpossibleFactsError, Json


def rules(_options: PiquetOptions, _table: Table, context: Json) -> PlainTricks:
    """The law of a coup: twelve cards each of the thirty-two, the others out of play, follow suit or throw any card.

    A hand left short plays what it has, and the other then lays the rest of its cards alone (PI-38). Raises
    `ImpossibleFactsError`.
    """
    return PlainTricks(pack_of(DECK), SEATS, HAND, "PI-16", cards_held(context))


def tricks_taken(options: PiquetOptions, tricks: Sequence[Trick]) -> dict[str, Any]:
    """As JSON facts, who took each of these tricks, and which cards were low where that counts (T-7, PI-18)."""
    taken: dict[str, Any] = {"winners": [trick.winner for trick in tricks]}
    if options.low_card_points is LowCards.ABOVE_NINE:
        taken["low"] = [list(low_of(trick)) for trick in tricks]
    return taken


def facts_of_tricks(options: PiquetOptions, table: Table, tricks: Sequence[Trick], context: Json) -> dict[str, Any]:
    """As JSON facts, how these tricks fell (T-7); of a whole coup, with what was announced and scored before.

    Raises `ImpossibleFactsError` for announcements that cannot be.
    """
    taken = tricks_taken(options, tricks)
    if len(tricks) < TRICKS:
        return taken
    announced = {name: value for name, value in context.items() if name not in PLAY_KEYS}
    return write_facts(read_facts(options, table.seats, {**announced, "elder": tricks[0].leader, **taken}))


def read_context(_options: PiquetOptions, line: Json) -> Json | None:
    """The declarations that a line of the judge format holds, else None. Raises `ImpossibleFactsError`."""
    declarations = line.get("declarations")
    if declarations is not None and not isinstance(declarations, Mapping):
        raise ImpossibleFactsError("not_an_object", field="declarations")
    return declarations


def write_context(facts: Json) -> dict[str, Any]:
    """What the judge format says of these facts beside the cards: all but the play and the penalties."""
    return {"declarations": {name: value for name, value in facts.items() if name in KEYS}}


def refuse_unheld(facts: PiquetFacts, laid_open: Sequence[Sequence[str] | None]) -> None:
    """Refuse what was announced or scored of a hand that was laid open in the play and does not hold it (PI-37).

    Raises `ImpossibleFactsError`.
    """
    hands = None if facts.cancelled else read_hands(laid_open, facts.short_hand)
    if hands is not None:
        refuse_impossible(facts, hands)


def known_hands(context: Json) -> Sequence[Sequence[str] | None] | None:
    """The hands entered before the play, by seat; None when there are none. Raises `ImpossibleFactsError`."""
    short_hand, _ = cards_held(context) or (None, 0)
    hands = read_hands(context.get("hands"), short_hand)
    return None if hands is None else write_hands(hands)
