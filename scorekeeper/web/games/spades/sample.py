"""Random facts of a manche of Atout Pique."""

from __future__ import annotations

from random import Random

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import TRICKS, Zero
from scorekeeper.games.spades.options import SEATS, TEAMS
from scorekeeper.record.partie.scored_partie import ScoredPartie


def sample_facts(_scored: ScoredPartie, chance: Random) -> Json:
    """Return plausible facts of a manche."""
    bids: list[int | str] = [chance.choice([2, 3, 3, 4]) for _ in range(SEATS)]
    if chance.random() < 1 / 4:
        bids[chance.randrange(SEATS)] = Zero.NIL.value
    first = min(
        TRICKS, max(0, sum(bid for bid in bids[::TEAMS] if isinstance(bid, int)) + chance.choice([-1, 0, 0, 1, 2]))
    )
    nils = {str(seat): 0 for seat, bid in enumerate(bids) if bid == Zero.NIL.value}
    return {"bids": bids, "tricks": [first, TRICKS - first], "nil_tricks": nils}
