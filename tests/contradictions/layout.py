"""What is known of the seats as the first open trick begins, for a play laid out backwards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from contradictions.backwards import Backwards, Sight
from contradictions.manche import AnyLaw
from contradictions.told_cards import so_far

JOKER = 4


def voids(law: AnyLaw, cells: dict[int, int], leader: int) -> list[set[int]]:
    """The suits that each seat did not follow in the cards played."""
    found: list[set[int]] = [set() for _ in range(law.seats)]
    for number in range(law.tricks):
        turns = [(leader + turn) % law.seats for turn in range(law.seats)]
        down = [cells.get(seat * law.tricks + number) for seat in turns]
        led = next((law.suit[card] for card in down if card is not None and law.suit[card] != JOKER), -1)
        for seat, card in zip(turns, down, strict=True):
            if card is not None and law.suit[card] not in {led, JOKER}:
                found[seat].add(led)
        trick = [card for card in down if card is not None]
        if len(trick) < law.seats:
            break
        leader = (leader + law.taker(trick)) % law.seats
    return found


@dataclass(frozen=True)
class Open:
    """Where the search stands: the law, the hands laid open, the cards by cell, who led the first trick of all."""

    law: AnyLaw
    laid: Sequence[Sequence[int] | None]
    cells: dict[int, int]
    leader: int


def open_tricks(state: Open, goals: Sequence[dict[str, int]], chance: random.Random) -> dict[int, int] | None:
    """One play laid out backwards, each seat taking this in the tricks that are open."""
    law, cells, down = state.law, state.cells, set(state.cells.values())
    at, over = so_far(law, cells, state.leader)
    hidden = frozenset(range(len(law.deck))) - down - {card for hand in state.laid for card in hand or ()}
    shown = voids(law, cells, state.leader)
    own = [
        frozenset(hidden if hand is None else hand) - down - {c for c in hidden if law.suit[c] in shown[seat]}
        for seat, hand in enumerate(state.laid)
    ]
    height = [99 if law.suit[card] == JOKER else law.height[card] for card in range(len(law.deck))]
    opened = any(law.suit[card] == law.closed_suit for card in down)
    sight = Sight(law, height, cells, own, at, len(over), goals, opened)
    return Backwards(sight, chance).lay()
