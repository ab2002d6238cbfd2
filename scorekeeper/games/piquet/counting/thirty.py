"""Thirty points before the other seat scores: a repic by declarations (PI-23), elder's pic with the play (PI-22).

A *repic* gives 60 points, a *pic* 30. *Elder* is the seat that does not deal; only elder can make a pic, as the one who
leads first. A *step* is the points of one card or combination. `declared` are the points of the declarations, by seat.
Example: elder declares 24 points and the dealer none; with six points of the play before the dealer's first one, elder
has 30, which is a pic. PI-22 and PI-23 are the numbered rules of pic and repic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.piquet.counting.steps import category_of, declared_points, declared_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.step import BySeat, Step
from scorekeeper.games.piquet.trick_points import LAST, LEAD, WIN, opening_points

THIRTY, PIC, REPIC = 30, 30, 60
# By the key of the step that completes a pic, the value of `made_by` in the step of the pic.
_MADE_BY = {LEAD: "lead", WIN: "win", LAST: "last"}


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
    # The dealer declared nothing; elder had less than 30 before the play, and has 30 or more with the opening points.
    return not declared[1 - elder] and declared[elder] < THIRTY <= declared[elder] + opening


def points_for_pic(options: PiquetOptions, elder: int, points: Iterable[Step]) -> Iterator[Step]:
    """Return the points that may make elder's pic: all before the dealer's first, or only the first lead's (PI-22)."""
    return opening_points(elder, points, first_lead=options.pic_window is PicWindow.FIRST_LEAD)


def find_pic(options: PiquetOptions, elder: int, declared: BySeat, points: Iterable[Step]) -> tuple[int, Step] | None:
    """Return how many of `points` it takes to complete elder's pic, and the pic as a step; None without a pic (PI-22).

    `points` are the steps of the play, in order.
    """
    # Elder's points in the play so far.
    opening = 0
    for number, point in enumerate(points_for_pic(options, elder, points), start=1):
        count = declared[elder] + opening
        opening += point.points
        if makes_pic(declared, elder, opening):
            pic = Step(elder, "pic", PIC, "PI-22", trick=point.trick, count=count, made_by=_MADE_BY[point.why])
            return number, pic
    return None


def find_repic_counts(facts: PiquetFacts) -> list[Thirty]:
    """Return a `Thirty` for each seat whose declarations reach 30, by seat."""
    found = []
    totals = [0] * SEATS
    # By seat, the category in which it scored first.
    first: dict[int, str] = {}
    declared = declared_points(facts)
    # The steps are in the counting order, which decides what the other seat scored before.
    for step in declared_steps(facts):
        seat, other = step.seat, 1 - step.seat
        before = totals[seat]
        totals[seat] += step.points
        # `setdefault` stores only the first category of a seat.
        first.setdefault(seat, category_of(step))
        # With this step, the seat reaches 30.
        if before < THIRTY <= totals[seat]:
            found.append(Thirty(seat, declared[seat], category_of(step), totals[other], first.get(other)))
    return sorted(found, key=lambda thirty: thirty.seat)


def repic_steps(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the repic of a seat that declares 30 before the other scores or, by a house rule, in any case (PI-23)."""
    return [
        Step(thirty.seat, "repic", REPIC, "PI-23", count=thirty.declared, made_by=thirty.category)
        for thirty in find_repic_counts(facts)
        if not (options.repic_needs_zero_opponent and thirty.against)
    ]
