"""Thirty points before the other seat scores: a repic by declarations (PI-23), elder's pic with the play (PI-22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.piquet.counting.steps import Step, category_of, declared_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import BySeat, TrickPoint, elder_first_points

THIRTY, PIC, REPIC = 30, 30, 60


@dataclass(frozen=True, slots=True)
class Thirty:
    """A seat that declared 30 (PI-23): its points, the category that reached 30, and the other seat's points before.

    `blocked_by` is the first category that the other seat scored.
    """

    seat: int
    declared: int
    category: str
    against: int
    blocked_by: str | None


def makes_pic(declared: BySeat, elder: int, before: int) -> bool:
    """Return whether elder makes a pic with `before` points in the play before the dealer's first one (PI-22).

    Thirty declared points are a repic or blocked, not a pic (PI-23).
    """
    return not declared[1 - elder] and declared[elder] < THIRTY <= declared[elder] + before


def first_points(options: PiquetOptions, elder: int, points: Iterable[TrickPoint]) -> list[TrickPoint]:
    """Return the points that may make elder's pic: those before the dealer's first, or only the first lead (PI-22)."""
    return list(elder_first_points(elder, points, first_lead=options.pic_window is PicWindow.FIRST_LEAD))


def pic_after(options: PiquetOptions, elder: int, declared: BySeat, points: Iterable[TrickPoint]) -> int | None:
    """Return the number of scoring cards after which elder makes a pic, None when it makes none (PI-22)."""
    before = 0
    for number, point in enumerate(first_points(options, elder, points), start=1):
        before += point.points
        if makes_pic(declared, elder, before):
            return number
    return None


def pic_step(elder: int, declared: BySeat, points: Sequence[TrickPoint]) -> Step:
    """Return the step of the pic that the last of these points makes (PI-22)."""
    before, last = declared[elder] + sum(point.points for point in points[:-1]), points[-1]
    return Step(elder, "pic", PIC, 0, "PI-22", last.trick, before, last.made_by)


def thirties(facts: PiquetFacts) -> list[Thirty]:
    """Return the seats whose declarations reach 30, with the points that the other seat scored before."""
    reached = (_thirty(facts.declared_points[seat], seat, declared_steps(facts)) for seat in range(SEATS))
    return [thirty for thirty in reached if thirty is not None]


def repics(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the repic of a seat that declares 30 before the other scores or, as an option, in any case (PI-23)."""
    return [
        Step(thirty.seat, "repic", REPIC, 0, "PI-23", count=thirty.declared, made_by=thirty.category)
        for thirty in thirties(facts)
        if not (options.repic_needs_zero_opponent and thirty.against)
    ]


def _thirty(declared: int, seat: int, steps: Sequence[Step]) -> Thirty | None:
    own, others = 0, list[Step]()
    for step in steps:
        if step.seat != seat:
            others.append(step)
            continue
        own += step.points
        if own >= THIRTY:
            first = category_of(others[0]) if others else None
            return Thirty(seat, declared, category_of(step), sum(other.points for other in others), first)
    return None
