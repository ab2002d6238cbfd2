"""Random facts of a manche of Dame de Pique."""

from __future__ import annotations

from random import Random

from scorekeeper.games.hearts.options import Moon, cards_by_key
from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche, with some players taking more than others; one in thirty is a volte."""
    seats, moon = range(scored.seats), None
    weights = [generator.random() + 0.2 for _ in seats]
    if generator.random() < 1 / 30:
        shooter = generator.choice(seats)
        weights = [float(seat == shooter) for seat in seats]
        # The table names the kind of volte where its rules leave the choice (DP-22).
        if scored.options.moon is Moon.CHOICE:
            moon = Moon.OTHERS_PLUS.value
    taken = {}
    for key, total in cards_by_key(scored.options, scored.seats).items():
        takers = generator.choices(seats, weights, k=total)
        taken[key] = [takers.count(seat) for seat in seats]
    return {"taken": taken, "moon": moon}
