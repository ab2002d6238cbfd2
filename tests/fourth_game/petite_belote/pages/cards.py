"""Petite Belote card by card: the points of each team so far."""

from __future__ import annotations

from petite_belote.facts import facts_of_tricks
from petite_belote.options import TEAMS

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.record.partie.scored_partie import ScoredPartie


def seat_notes(scored: ScoredPartie, arbiter: Arbiter) -> list[str]:
    """Return the points of each seat's team: « 54 »."""
    facts = facts_of_tricks(scored.options, scored.table, arbiter.tricks, scored.current.context or {})
    return [] if facts is None else [str(facts["points"][seat % TEAMS]) for seat in range(scored.seats)]
