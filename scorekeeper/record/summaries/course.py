"""The course of a partie as its summary keeps it: the totals of the sides after each manche that counts.

A partie of thousands of manches must not be written anew with each of them: of a long one, the totals after every
second manche are kept, or every fourth, every eighth, as few as are no more than `KEPT`, and always the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Totals: TypeAlias = tuple[int, ...]
KEPT = 200


def kept_numbers(count: int, most: int = KEPT) -> list[int]:
    """After which of so many manches the totals are kept, from 1."""
    step = 1
    while -(-count // step) > most:
        step *= 2
    numbers = list(range(step, count + 1, step))
    return numbers if not count or numbers[-1] == count else [*numbers, count]


def kept_totals(totals: Sequence[Totals]) -> list[list[int]]:
    """The totals that are kept of a partie's, as JSON gives them back."""
    return [list(totals[number - 1]) for number in kept_numbers(len(totals))]
