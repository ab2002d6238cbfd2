"""The search for a deal and a play of Dame de Pique that agree with all that was told."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from contradictions.hearts.law import Law, law_of
from contradictions.layout import Open, open_tricks
from contradictions.manche import Facts, Manche, begin_cells
from contradictions.proposals import Proposal
from contradictions.search import Cells, Found, descend, search
from contradictions.told_cards import early_breaches, placed_cells, so_far

SHARES = 8


@dataclass(frozen=True)
class Share:
    """Who took how many of each thing, by seat or by side."""

    taken: dict[str, list[int]]
    by_side: bool


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int, proposal: Proposal) -> Found:
    """A deal and a play that agree with all that was told."""
    law = law_of(manche)
    told = placed_cells(manche, law, facts)
    if told is None:
        return Found(None, proven=True)
    cells, laid = told
    wished = [card for own in manche.played for card in own]
    leader = proposal.leader if proposal.rest and not told[0] else facts.get("leader", manche.leader)

    def start() -> Cells:
        return begin_cells(law, laid, cells, wished, chance)

    if len(cells) == len(law.deck):  # all cards are there, and rule (T-7); but who names a volte says there was one
        cards = start().cards
        volte = law.shooter(law.taken(cards, leader)[1]) is not None
        return Found(cards if volte or facts.get("moon") is None else None, proven=True)
    lawful = descend(start(), lambda cards: early_breaches(law, cards, leader, cells))
    least = _least(law, cells, leader)
    every = list(shares(law, facts, least))
    most = SHARES if cells else 2
    proven, few = len(every) <= most, every if len(every) <= most else chance.sample(every, most)
    steps //= max(1, len(few) // 2)
    for share in few:
        for first in [leader] if "plays" in facts or proposal.rest else chance.sample(range(law.seats), 2):
            state = Open(law, laid, cells, first)
            layouts = _layouts(state, share, least, chance) if lawful else ()
            cost = _cost(law, share, first, lawful=lawful)
            plays = chain([proposal.layout(law, facts, first)], islice(layouts, steps // 40))
            found = search(start, cost, chance, steps, plays)
            if found.cards is not None:
                return found
            proven = proven and found.proven
    return Found(None, proven=proven)


def _layouts(state: Open, share: Share, least: dict[str, list[int]], chance: random.Random) -> Iterator[dict[int, int]]:
    """Whole plays, laid out backwards towards this share; an empty one where it came to nothing."""
    law: Law = state.law  # type: ignore[assignment]
    if state.leader * law.tricks not in state.cells:
        first = {state.leader * law.tricks: next(iter(law.opening))}
        state = replace(state, cells={**first, **state.cells})
    while True:
        goals = [{key: -least[key][seat] for key in law.keys} for seat in range(law.seats)]
        for key, amounts in share.taken.items():
            for place, amount in enumerate(amounts):
                members = [seat for seat in range(law.seats) if (law.sides[seat] if share.by_side else seat) == place]
                had = sum(least[key][seat] for seat in members)
                for seat in members:
                    goals[seat][key] = 0
                for _ in range(amount - had):
                    goals[chance.choice(members)][key] += 1
        yield open_tricks(state, goals, chance) or {}


def _least(law: Law, cells: dict[int, int], leader: int) -> dict[str, list[int]]:
    """What each seat took in the tricks that are over."""
    taken = {key: [0] * law.seats for key in law.keys}
    for winner, trick in so_far(law, cells, leader)[1]:
        for key in filter(None, [law.key[card] for card in trick]):
            taken[key][winner] += 1
    return taken


def _cost(law: Law, share: Share, leader: int, *, lawful: bool) -> Callable[[Sequence[int]], float]:
    sides = max(law.sides) + 1

    def cost(cards: Sequence[int]) -> float:
        breaches, taken, _ = law.taken(cards, leader)
        away = 0.0
        for key, counts in taken.items():
            mine = counts
            if share.by_side:
                mine = [0] * sides
                for seat, count in enumerate(counts):
                    mine[law.sides[seat]] += count
            weight = 0.5 if key == "H" else 1.5
            away += weight * sum(abs(one - other) for one, other in zip(mine, share.taken[key], strict=True))
        if share.by_side and not away and law.shooter(taken) is not None:
            away += 1
        return away + breaches * lawful

    return cost


def shares(law: Law, facts: Facts, least: dict[str, list[int]]) -> Iterator[Share]:
    """What each seat, or side, may have taken by what was typed, each with no less than this."""
    if "taken" in facts:
        possible = facts.get("moon") is None or law.shooter(facts["taken"]) is not None
        whole = [Share(by_side=False, taken=facts["taken"])] if possible else []
    else:
        whole = [Share(by_side=False, taken=taken) for taken in _voltes(law, facts["points"], facts.get("moon"))]
    for share in whole:
        if all(one >= few for key in law.keys for one, few in zip(share.taken[key], least[key], strict=True)):
            yield share
    if "points" in facts and facts.get("moon") is None:
        sides = range(max(law.sides) + 1)
        low = {
            key: [sum(c for s, c in zip(law.sides, least[key], strict=True) if s == n) for n in sides] for key in least
        }
        for taken in _by_points(law, [key for key in law.keys if key != "H"], facts["points"], low):
            yield Share(by_side=True, taken=taken)


def _voltes(law: Law, points: list[int], moon: str | None) -> Iterator[dict[str, list[int]]]:
    """The voltes that these points may tell of, as they stand on the sheet or, said to be one, as counted (DP-23)."""
    kinds = ["others_plus", "self_minus"] if law.moon == "choice" else [law.moon]
    for seat in range(law.seats if law.moon != "off" else 0):
        for last in range(law.seats) if "last" in law.keys else [0]:
            alone = {key: [law.totals[key] * (seat == s) for s in range(law.seats)] for key in law.keys}
            if "last" in alone:
                alone["last"] = [int(s == last) for s in range(law.seats)]
            bare = {key: counts for key, counts in alone.items() if key in {"H", "QS", "KS", "AS", "last"}}
            typed = [law.final(alone, kind) for kind in kinds if moon in {None, kind}]
            if moon is not None:
                typed += [law.counted(alone), law.counted(bare)]
            if points in typed:
                yield alone


def _by_points(
    law: Law, keys: list[str], points: Sequence[int], low: dict[str, list[int]]
) -> Iterator[dict[str, list[int]]]:
    if not keys:
        if (
            min(points) >= 0
            and sum(points) == law.totals["H"]
            and all(p >= q for p, q in zip(points, low["H"], strict=True))
        ):
            yield {"H": list(points)}
        return
    key, rest = keys[0], keys[1:]
    for counts in _splits(law.totals[key], len(points)):
        if all(count >= least for count, least in zip(counts, low[key], strict=True)):
            left = [worth - law.worth[key] * count for worth, count in zip(points, counts, strict=True)]
            for more in _by_points(law, rest, left, low):
                yield {key: list(counts), **more}


def _splits(total: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, sides - 1):
            yield (first, *rest)
