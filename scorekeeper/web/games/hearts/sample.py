"""Random facts of a manche of Dame de Pique."""

from __future__ import annotations

from random import Random

from scorekeeper.games.hearts.options import cards_by_key
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.scored_partie import ScoredPartie


def sample_facts(scored: ScoredPartie, generator: Random) -> Json:
    """Return plausible facts of a manche, with some players taking more than others."""
    seats = range(scored.seats)
    weights = [generator.random() + 0.2 for _ in seats]
    taken = {}
    for key, total in cards_by_key(scored.options, scored.seats).items():
        takers = generator.choices(seats, weights, k=total)
        taken[key] = [takers.count(seat) for seat in seats]
    return {"taken": taken, "moon": None}
