"""A step of the count of a coup (one deal of Piquet): points that a seat calls aloud.

A *pic* and a *repic* reward 30 points of one seat before the other scores. An *article* is the number of a rule, such
as PI-17.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.games.piquet.options import SEATS

# One number for each of the two seats.
BySeat: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """Points that a seat calls aloud: *quatorze of kings, 14*."""

    seat: int
    # The key of the reason, as on the sheet: `quatorze_kings`.
    why: str
    points: int
    article: str
    # The number of the trick, from 1; None if unknown.
    trick: int | None = None
    # The number shown with the reason: the cards of a combination, the points before a pic, those declared for a repic.
    count: int | None = None
    # The category of declarations, or the `lead`, `win` or `last` trick, that completes a pic or repic.
    made_by: str | None = None


def points_by_seat(steps: Iterable[Step]) -> BySeat:
    """Return the sum of the points of each seat."""
    totals = [0, 0]
    for step in steps:
        totals[step.seat] += step.points
    return totals[0], totals[1]


def running_totals(steps: Sequence[Step]) -> list[int]:
    """Return for each step the total of its seat so far."""
    totals = [0] * SEATS
    running = []
    for step in steps:
        totals[step.seat] += step.points
        running.append(totals[step.seat])
    return running
