"""A random manche of a sheet."""

from __future__ import annotations

from random import Random

from scorekeeper.games.shape import Json
from scorekeeper.partie.scored import ScoredState

_HIGHEST, _LAST = 60, 0.125


def sample_facts(scored: ScoredState, chance: Random) -> Json:
    """Return the facts of a random manche, with the sum that the table named; about every eighth is the last."""
    points = [chance.randint(0, _HIGHEST) for _side in range(scored.sheet.sides)]
    if scored.options.total is not None:
        points[0] += scored.options.total - sum(points)
    return {"points": points, "last": int(chance.random() < _LAST)}
