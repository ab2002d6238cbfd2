"""The search for a deal and a play of Atout Pique that agree with all that was told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from contradictions.layout import Open, open_tricks
from contradictions.manche import Facts, Manche, begin_cells
from contradictions.proposals import Proposal
from contradictions.search import Cells, Found, descend, search
from contradictions.spades.law import SEATS, TRICKS, law_of
from contradictions.told_cards import early_breaches, placed_cells, so_far


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int, proposal: Proposal) -> Found:
    """A deal and a play that agree with all that was told."""
    law = law_of(manche)
    told = placed_cells(manche, law, facts)
    if told is None:
        return Found(None, proven=True)
    cells, laid = told
    wished = [card for own in manche.played for card in own]
    leader = facts.get("leader", manche.leader)

    def start() -> Cells:
        return begin_cells(law, laid, cells, wished, chance)

    if len(cells) == len(law.deck):  # all cards are there, and rule (T-7)
        return Found(start().cards, proven=True)
    took = [winner for winner, _ in so_far(law, cells, leader)[1]]
    least = [took.count(seat) for seat in range(SEATS)]
    shares = [goal for goal in goals(facts) if all(one >= few for one, few in zip(goal, least, strict=True))]
    if sum(facts["tricks"]) != TRICKS or not shares:
        return Found(None, proven=True)
    lawful = descend(start(), lambda cards: early_breaches(law, cards, leader, cells))

    def cost(cards: Sequence[int]) -> float:
        breaches, winners = law.taken(cards, leader)
        by_seat = [winners.count(seat) for seat in range(SEATS)]
        away = abs(by_seat[0] + by_seat[2] - facts["tricks"][0]) * 1.0
        for seat, count in facts.get("nil_tricks", {}).items():
            away += 0.7 * abs(by_seat[int(seat)] - count)
        return away + breaches * lawful

    def layouts() -> Iterator[dict[int, int] | None]:
        yield proposal.layout(law, facts, leader)
        for _ in range(steps // 40):
            share = chance.choice(shares)
            by_seat = [{"trick": one - few} for one, few in zip(share, least, strict=True)]
            yield open_tricks(Open(law, laid, cells, leader), by_seat, chance) or {}

    return search(start, cost, chance, steps, layouts() if lawful else ())


def goals(facts: Facts) -> Iterator[list[int]]:
    """The tricks by seat that were told, in every way to share out what was not."""
    nils = {int(seat): count for seat, count in facts.get("nil_tricks", {}).items()}
    teams = []
    for side in (0, 1):
        total, seats = facts["tricks"][side], (side, side + 2)
        teams.append(
            [
                (first, total - first)
                for first in range(total + 1)
                if all(
                    nils.get(seat, count) == count for seat, count in zip(seats, (first, total - first), strict=True)
                )
            ]
        )
    for one, other in ((one, other) for one in teams[0] for other in teams[1]):
        yield [one[0], other[0], one[1], other[1]]
