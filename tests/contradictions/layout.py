"""What is known of the seats as the first open trick begins, for a play laid out backwards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from contradictions.backwards import Backwards, Sight

HEARTS, JOKER = 3, 4


def voids(law: Any, cells: dict[int, int], leader: int) -> list[set[int]]:  # noqa: ANN401 - the law of any game
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


def open_tricks(
    table: tuple[Any, Sequence[Sequence[int] | None], dict[int, int], int],
    state: tuple[int, int, int],
    goals: Sequence[dict[str, int]],
    chance: random.Random,
) -> dict[int, int] | None:
    """One play laid out backwards: `table` is the law, the hands laid open, the cards by cell and what trumps.

    `state` is the first open trick, who leads it, and who led the first of all.
    """
    law, laid, cells, trump = table
    first, at, leader = state
    down = set(cells.values())
    hidden = frozenset(range(len(law.deck))) - down - {card for hand in laid for card in hand or ()}
    shown = voids(law, cells, leader)
    own = [
        frozenset(card for card in hidden if law.suit[card] not in shown[seat]) if hand is None else frozenset(hand) - down
        for seat, hand in enumerate(laid)
    ]
    height = [99 if law.suit[card] == JOKER else law.height[card] for card in range(len(law.deck))]
    key = getattr(law, "key", [""] * len(law.deck))
    closed = HEARTS if trump == JOKER else trump
    opened = any(law.suit[card] == closed for card in down)
    sight = Sight(law.seats, law.tricks, law.suit, height, key, trump, cells, own, at, first, goals, closed, opened)
    return Backwards(sight, chance).lay()
