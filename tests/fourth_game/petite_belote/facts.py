"""The facts of a manche of Petite Belote: its trump, its taker, the points of each team, and whether it is a capot.

A team without points may have taken a trick of sevens, eights and nines, so a manche of 162 to 0 also states whether it
is a capot (BE-14).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from petite_belote.context import KEYS, read_taker, read_trump
from petite_belote.options import TEAMS, BeloteOptions

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Table
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError, Json, quotable, read_object, read_wholes

TRICKS, LAST_TRICK, TOTAL = 8, 10, 162
_WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
_TRUMP_WORTH = {**_WORTH, "J": 20, "9": 14}


@dataclass(frozen=True, slots=True)
class BeloteFacts:
    """The trump, the taker's seat, the points of each team, and whether one team took every trick."""

    trump: Suit
    taker: int
    points: tuple[int, ...]
    capot: bool


def card_points(card: Card, trump: Suit) -> int:
    """Return the points of a card for the team that takes it (BE-10)."""
    worth = _TRUMP_WORTH if card.suit is trump else _WORTH
    return worth.get(card.code[:-1], 0)


def read_facts(_options: BeloteOptions, _seats: int, json: Json) -> BeloteFacts:
    """Read and check the facts of one manche from JSON (BE-3, BE-14, BE-16).

    Raises `ImpossibleFactsError` when they are impossible.
    """
    read_object(json, (*KEYS, "points", "capot"))
    trump, taker, points = read_trump(json), read_taker(json), _read_points(json.get("points"))
    return BeloteFacts(trump, taker, points, _read_capot(points, json.get("capot")))


def write_facts(facts: BeloteFacts) -> dict[str, Any]:
    """Return the facts as JSON, complete, for `read_facts`."""
    return {
        "trump": facts.trump.value,
        "taker": facts.taker,
        "points": list(facts.points),
        "capot": facts.capot,
    }


def facts_of_tricks(
    _options: BeloteOptions, _table: Table, tricks: Sequence[Trick], context: Json
) -> dict[str, Any] | None:
    """Return as JSON the points and tricks of each team so far, or all facts of a complete manche (T-7).

    None for a complete manche whose taker is unknown.
    """
    trump, points, taken = read_trump(context), [0] * TEAMS, [0] * TEAMS
    for trick in tricks:
        points[trick.winner % TEAMS] += sum(card_points(card, trump) for card in trick.cards)
        taken[trick.winner % TEAMS] += 1
    if len(tricks) < TRICKS:
        return {"points": points, "tricks": taken}
    points[tricks[-1].winner % TEAMS] += LAST_TRICK
    if context.get("taker") is None:
        return None
    return {"trump": trump.value, "taker": context["taker"], "points": points, "capot": TRICKS in taken}


def _read_points(json: object) -> tuple[int, ...]:
    if json is None:
        raise ImpossibleFactsError("no_points", field="points", article="BE-16")
    points = read_wholes(json, TEAMS, 0, TOTAL, "points")
    total = sum(points)
    if total != TOTAL:
        key = "points_short" if total < TOTAL else "points_over"
        raise ImpossibleFactsError(key, field="points", article="BE-16", by=abs(TOTAL - total), total=TOTAL)
    return points


def _read_capot(points: tuple[int, ...], json: object) -> bool:
    if json is None and TOTAL in points:
        raise IncompleteFactsError("capot_missing", field="capot", article="BE-14")
    if json is not None and not isinstance(json, bool):
        raise ImpossibleFactsError("capot_value", field="capot", article="BE-14", value=quotable(json))
    if json and TOTAL not in points:
        raise ImpossibleFactsError("capot_points", field="capot", article="BE-14", total=TOTAL)
    return bool(json)
