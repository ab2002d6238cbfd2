"""Atout Pique card by card: the tricks of each player so far."""

from __future__ import annotations

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.spades.bids import Zero
from scorekeeper.games.spades.facts import tricks_by_seat
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.spades.context import saved_bids


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return by seat the tricks taken and those bid: « 2/4 », « 0/0 » for a zero (AP-4, AP-5)."""
    bids = [0 if isinstance(bid, Zero) else bid for bid in saved_bids(scored)]
    return [f"{taken}/{bid}" for taken, bid in zip(tricks_by_seat(arbiter.tricks, scored.seats), bids, strict=True)]
