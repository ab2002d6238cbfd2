"""The trump of a manche of Petite Belote and who took it, entered at once before anything else (BE-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from scorekeeper.cards.cards import Suit
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.text.cards import suit_name

_LONGEST = 4


def pending(standing: Standing) -> list[tuple[str, str]] | None:
    """The suits to choose the trump from, None once it is known with its taker."""
    return trumps() if standing.current.context is None else None


def entered(_standing: Standing) -> Json:
    """The trump and the taker just sent, or nothing when they are taken back."""
    return {} if "back" in request.form else read_context(request.form)


def read_context(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The trump and the taker as they were sent, a seat as a number; the game says what they cannot be."""
    taker = str(sent.get("taker") or "")
    known = taker.isascii() and taker.isdigit() and len(taker) < _LONGEST
    return {"trump": sent.get("trump") or None, "taker": int(taker) if known else taker or None}


def trumps() -> list[tuple[str, str]]:
    """Every suit as it is sent, and as it is said."""
    return [(suit.value, suit_name(suit)) for suit in Suit]
