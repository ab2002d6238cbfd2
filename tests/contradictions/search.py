"""A search for a deal and its play that agree with all that was told: a witness.

A play is an arrangement of cards in cells, one for each seat and trick, cell `seat * tricks + trick`; the cells after
those hold the cards out of play. A game says what an arrangement costs, 0 for a lawful play that agrees with what was
told. Cells that nothing was told of are filled, then cards are exchanged between cells of one group, the cost leading
the way down and chance out of the pits. Where few arrangements are left all of them are tried: that there is none is
proven.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

FEW_ARRANGEMENTS = 6_000
HEATS = ((1.2, 0.15), (0.6, 0.1))
NEAR = 3.0


@dataclass(frozen=True)
class Cells:
    """The arrangement to begin with, and the groups of cells within which cards may change places."""

    cards: list[int]
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Found:
    """The witness, None when there is none; `proven` when every arrangement was tried or one was found."""

    cards: list[int] | None
    proven: bool


def search(
    start: Callable[[], Cells],
    cost: Callable[[Sequence[int]], float],
    chance: random.Random,
    steps: int,
    layouts: Iterable[dict[int, int] | None] = (),
) -> Found:
    """Look for an arrangement that costs nothing, over so many exchanges at most.

    `layouts` are whole plays worth a look, by cell, None for none; those that are nearly right are mended by exchanges.
    The first is where the search begins.
    """
    cells = start()
    if _arrangements(cells) <= FEW_ARRANGEMENTS:
        return Found(next((cards for cards in _all(cells) if not cost(cards)), None), proven=True)
    plays = iter(layouts)
    cells = Cells(completed(cells, next(plays, None) or {}), cells.groups)
    found = _anneal(cells, cost, chance, min(steps, 1500))
    if found is not None:
        return Found(found, proven=True)
    for layout in filter(None, plays):
        cards = completed(cells, layout)
        away = cost(cards)
        if not away:
            return Found(cards, proven=True)
        if away <= NEAR:
            found = _anneal(Cells(cards, cells.groups), cost, chance, 600)
            if found is not None:
                return Found(found, proven=True)
    rounds = max(1, steps // 5000)
    for number in range(rounds):
        cells = start()
        if number % 4 > 1:  # from what was true at first, then from anywhere
            _shuffle(cells, chance)
        found = _anneal(cells, cost, chance, steps // rounds, HEATS[number % 2])
        if found is not None:
            return Found(found, proven=True)
    return Found(None, proven=False)


def descend(cells: Cells, cost: Callable[[Sequence[int]], float]) -> bool:
    """Whether exchanges that each lower the cost lead to an arrangement that costs nothing."""
    cards, now, before = list(cells.cards), cost(cells.cards), math.inf
    while now and now < before:
        before = now
        for here, there in (pair for group in cells.groups for pair in combinations(group, 2)):
            cards[here], cards[there] = cards[there], cards[here]
            after = cost(cards)
            if after < now:
                now = after
            else:
                cards[here], cards[there] = cards[there], cards[here]
    return not now


def completed(cells: Cells, layout: dict[int, int]) -> list[int]:
    """The arrangement with these cards where the play has them, and the rest anywhere."""
    cards = list(cells.cards)
    if not layout:
        return cards
    for cell, card in layout.items():
        cards[cell] = card
    blank = [cell for cell in range(len(cards)) if cell not in layout]
    for cell, card in zip(blank, sorted(set(cells.cards) - set(layout.values())), strict=True):
        cards[cell] = card
    return cards


def _arrangements(cells: Cells) -> int:
    return math.prod(math.factorial(len(group)) for group in cells.groups)


def _all(cells: Cells) -> Iterator[list[int]]:
    """Every arrangement of the cards within the groups."""

    def fill(number: int, cards: list[int]) -> Iterator[list[int]]:
        if number == len(cells.groups):
            yield cards
            return
        group = cells.groups[number]
        for order in permutations([cells.cards[cell] for cell in group]):
            for cell, card in zip(group, order, strict=True):
                cards[cell] = card
            yield from fill(number + 1, cards)

    for cards in fill(0, list(cells.cards)):
        yield list(cards)


def _shuffle(cells: Cells, chance: random.Random) -> None:
    for group in cells.groups:
        cards = [cells.cards[cell] for cell in group]
        chance.shuffle(cards)
        for cell, card in zip(group, cards, strict=True):
            cells.cards[cell] = card


def _anneal(
    cells: Cells,
    cost: Callable[[Sequence[int]], float],
    chance: random.Random,
    steps: int,
    heat: tuple[float, float] = HEATS[0],
) -> list[int] | None:
    cards, groups = list(cells.cards), [group for group in cells.groups if len(group) > 1]
    now = cost(cards)
    weights = [len(group) for group in groups]
    hot, cold = heat
    for step in range(steps):
        if not now:
            return cards
        group = chance.choices(groups, weights)[0] if len(groups) > 1 else groups[0]
        here, there = chance.choice(group), chance.choice(group)
        if here == there:
            continue
        cards[here], cards[there] = cards[there], cards[here]
        after = cost(cards)
        if after <= now or chance.random() < math.exp((now - after) / (hot * (cold / hot) ** (step / steps))):
            now = after
        else:
            cards[here], cards[there] = cards[there], cards[here]
    return None if now else cards
