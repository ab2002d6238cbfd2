"""The form of the trump and the taker, entered together before the points (BE-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from scorekeeper.cards.cards import Suit
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.text.cards import suit_name

_LONGEST = 4


def pending_context(scored: ScoredPartie) -> list[tuple[str, str]] | None:
    """Return the suits to choose the trump from, None once trump and taker are entered."""
    return trumps() if scored.current.context is None else None


def read_sent_context(_scored: ScoredPartie) -> Json:
    """Return the trump and the taker of the request, or nothing when they are undone."""
    return {} if "back" in request.form else read_context(request.form)


def read_context(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Read the trump and the taker of a form, a seat as a number; the game checks them."""
    taker = str(sent.get("taker") or "")
    known = taker.isascii() and taker.isdigit() and len(taker) < _LONGEST
    return {"trump": sent.get("trump") or None, "taker": int(taker) if known else taker or None}


def trumps() -> list[tuple[str, str]]:
    """Return the code and the name of every suit."""
    return [(suit.value, suit_name(suit)) for suit in Suit]
