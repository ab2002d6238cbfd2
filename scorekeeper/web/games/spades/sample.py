"""Random facts of a manche of Atout Pique."""

from __future__ import annotations

from random import Random

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import Zero, contracts, read_bid
from scorekeeper.games.spades.options import hand_tricks
from scorekeeper.partie.scored import ScoredState


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche; one manche in six has a zero, and two zeros in three of a team succeed."""
    options, seats = scored.options, scored.seats
    remaining = hand_tricks(options, seats)
    usual = remaining // seats
    bids: list[int | str] = [generator.choice([usual - 1, usual, usual, usual + 1]) for _ in range(seats)]
    if generator.random() < 1 / 6:
        bids[generator.randrange(seats)] = Zero.NIL.value
    tricks = []
    # The last side gets the tricks that the others leave.
    for contract in contracts(options, [read_bid(options, seats, seat, bid) for seat, bid in enumerate(bids)])[:-1]:
        taken = contract + generator.choice([-1, 0, 0, 1, 2])
        tricks.append(max(0, min(remaining, taken)))
        remaining -= tricks[-1]
    facts = {"bids": bids, "tricks": [*tricks, remaining]}
    if options.alone:
        return facts
    nil_seats = [seat for seat, bid in enumerate(bids) if bid == Zero.NIL.value]
    return {**facts, "nil_tricks": {str(seat): int(generator.random() < 1 / 3) for seat in nil_seats}}
