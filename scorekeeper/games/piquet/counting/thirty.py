"""Thirty points before the other seat scores: a repic by declarations (PI-23), elder's pic with the play (PI-22).

A *repic* gives 60 points, a *pic* 30. *Elder* is the seat that does not deal; only elder can make a pic, as the one who
leads first. `declared` are the points of the declarations, by seat. Example: elder declares 24 points and the dealer
none; with six points of the play before the dealer's first one, elder has 30, which is a pic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.piquet.counting.steps import Step, category_of, declared_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import BySeat, TrickPoint, opening_points

THIRTY, PIC, REPIC = 30, 30, 60


@dataclass(frozen=True, slots=True)
class Thirty:
    """A seat whose declarations reach 30 (PI-23)."""

    seat: int
    # All its declared points: 30 or more.
    declared: int
    # The category that reaches 30.
    category: str
    # The points that the other seat scored before.
    against: int
    # The first category in which it scored them, or None.
    blocked_by: str | None


def makes_pic(declared: BySeat, elder: int, opening: int) -> bool:
    """Return whether elder makes a pic with `opening` points in the play before the dealer's first point (PI-22).

    Thirty points by declarations alone are never a pic: they are a repic, or blocked (PI-23).
    """
    return not declared[1 - elder] and declared[elder] < THIRTY <= declared[elder] + opening


def points_for_pic(options: PiquetOptions, elder: int, points: Iterable[TrickPoint]) -> list[TrickPoint]:
    """Return the points that may make elder's pic: all before the dealer's first, or only the first lead's (PI-22)."""
    return list(opening_points(elder, points, first_lead=options.pic_window is PicWindow.FIRST_LEAD))


def find_pic_index(options: PiquetOptions, elder: int, declared: BySeat, points: Iterable[TrickPoint]) -> int | None:
    """Return the number of items of `points` with which elder makes a pic, None when elder makes none (PI-22)."""
    # Elder's points in the play so far.
    opening = 0
    for number, point in enumerate(points_for_pic(options, elder, points), start=1):
        opening += point.points
        if makes_pic(declared, elder, opening):
            return number
    return None


def pic_step(elder: int, declared: BySeat, points: Sequence[TrickPoint]) -> Step:
    """Return the step of the pic that the last of these points completes (PI-22)."""
    count_before = declared[elder] + sum(point.points for point in points[:-1])
    last = points[-1]
    # The running total is added later, as for every step.
    return Step(elder, "pic", PIC, 0, "PI-22", trick=last.trick, count=count_before, made_by=last.made_by)


def find_repic_counts(facts: PiquetFacts) -> list[Thirty]:
    """Return a `Thirty` for each seat whose declarations reach 30."""
    by_seat = (_thirty(facts.declared_points[seat], seat, declared_steps(facts)) for seat in range(SEATS))
    return [thirty for thirty in by_seat if thirty is not None]


def repic_steps(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the repic of a seat that declares 30 before the other scores or, by a house rule, in any case (PI-23)."""
    return [
        Step(thirty.seat, "repic", REPIC, 0, "PI-23", count=thirty.declared, made_by=thirty.category)
        for thirty in find_repic_counts(facts)
        if not (options.repic_needs_zero_opponent and thirty.against)
    ]


def _thirty(declared: int, seat: int, steps: Sequence[Step]) -> Thirty | None:
    """The step at which the declarations of a seat reach 30, None if they do not."""
    own_points = 0
    against = 0
    blocked_by: str | None = None
    # The steps are in the counting order, which decides what the other seat scored before.
    for step in steps:
        if step.seat != seat:
            against += step.points
            blocked_by = blocked_by or category_of(step)
            continue
        own_points += step.points
        if own_points >= THIRTY:
            return Thirty(seat, declared, category_of(step), against, blocked_by)
    return None
