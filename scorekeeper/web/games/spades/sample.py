"""Random facts of a manche of Atout Pique."""

from __future__ import annotations

from random import Random

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import TRICKS, Zero
from scorekeeper.games.spades.options import SEATS, TEAMS
from scorekeeper.partie.scored import ScoredState


def sample_facts(_scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche; one manche in six has a zero, and two zeros in three succeed."""
    bids: list[int | str] = [generator.choice([2, 3, 3, 4]) for _ in range(SEATS)]
    if generator.random() < 1 / 6:
        bids[generator.randrange(SEATS)] = Zero.NIL.value
    contract = sum(bid for bid in bids[::TEAMS] if isinstance(bid, int))
    tricks = min(TRICKS, contract + generator.choice([-1, 0, 0, 1, 2]))
    nil_tricks = {str(seat): int(generator.random() < 1 / 3) for seat, bid in enumerate(bids) if bid == Zero.NIL.value}
    return {"bids": bids, "tricks": [tricks, TRICKS - tricks], "nil_tricks": nil_tricks}
