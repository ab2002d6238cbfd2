"""The context of a manche: the trump suit and the taker (BE-3)."""

from __future__ import annotations

from typing import Any

from petite_belote.options import SEATS, BeloteOptions

from scorekeeper.cards.cards import Suit
from scorekeeper.games.contract import MancheStart
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_object, read_whole

KEYS = ("trump", "taker")
_SUITS = {suit.value: suit for suit in Suit}


def read_trump(json: Json) -> Suit:
    """Return the trump suit of a manche, `{"trump": "H"}`. Raises `ImpossibleFactsError`."""
    value = json.get("trump")
    if value is None:
        raise ImpossibleFactsError("no_trump", field="trump", article="BE-3")
    suit = _SUITS.get(value) if isinstance(value, str) else None
    if suit is None:
        raise ImpossibleFactsError("trump_value", field="trump", article="BE-3", value=quotable(value))
    return suit


def read_taker(json: Json) -> int:
    """Return the seat that took, `{"taker": 0}`. Raises `ImpossibleFactsError`."""
    if json.get("taker") is None:
        raise ImpossibleFactsError("no_taker", field="taker", article="BE-3")
    return read_whole(json["taker"], 0, SEATS - 1, "taker", "BE-3")


def check_context(_options: BeloteOptions, _start: MancheStart, json: Json) -> dict[str, Any]:
    """Check the trump and the taker of the current manche. Raises `ImpossibleFactsError`."""
    read_object(json, KEYS)
    return {"trump": read_trump(json).value, "taker": read_taker(json)}


def read_context(_options: BeloteOptions, line: Json) -> Json | None:
    """Return the trump, and the taker if present, of a line of the judge format; None without a trump.

    Raises `ImpossibleFactsError`.
    """
    if line.get("trump") is None:
        return None
    trump = {"trump": read_trump(line).value}
    return trump if line.get("taker") is None else {**trump, "taker": read_taker(line)}


def write_context(facts: Json) -> dict[str, Any]:
    """Return the context of these facts for the judge format: the trump and the taker."""
    return {name: facts[name] for name in KEYS}
