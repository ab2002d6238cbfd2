"""Thirty before the other seat scores: by declarations alone a repic (PI-23), with the play elder's pic (PI-22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.piquet.counting.steps import Step, category_of, declared_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import SEATS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.trick_points import Pair, TrickPoint, opening

THIRTY, PIC, REPIC = 30, 30, 60


@dataclass(frozen=True, slots=True)
class Thirty:
    """A seat that declared 30 (PI-23): the category that made it, what the other seat had by then, and its first."""

    seat: int
    declared: int
    category: str
    against: int
    blocked_by: str | None


def makes_pic(declared: Pair, elder: int, before: int) -> bool:
    """Whether what elder made in the play before the dealer's first point makes a pic of what both declared (PI-22).

    Thirty declared are a repic, or blocked (PI-23).
    """
    return not declared[1 - elder] and declared[elder] < THIRTY <= declared[elder] + before


def first_points(options: PiquetOptions, elder: int, points: Iterable[TrickPoint]) -> list[TrickPoint]:
    """The points that may make elder's pic: those before the dealer's first, or the first lead alone (PI-22)."""
    return list(opening(elder, points, first_lead=options.pic_window is PicWindow.FIRST_LEAD))


def pic_after(options: PiquetOptions, elder: int, declared: Pair, points: Iterable[TrickPoint]) -> int | None:
    """How many points of the play elder needs to make a pic; None when it makes none (PI-22)."""
    before = 0
    for number, point in enumerate(first_points(options, elder, points), start=1):
        before += point.points
        if makes_pic(declared, elder, before):
            return number
    return None


def pic_step(elder: int, declared: Pair, points: Sequence[TrickPoint]) -> Step:
    """The pic that the last of these points makes (PI-22)."""
    before, last = declared[elder] + sum(point.points for point in points[:-1]), points[-1]
    return Step(elder, "pic", PIC, 0, "PI-22", last.trick, before, last.made_by)


def thirties(facts: PiquetFacts) -> list[Thirty]:
    """The seats whose declarations reach 30, and what the other had scored in the categories counted before."""
    reached = (_thirty(facts.declared_points[seat], seat, declared_steps(facts)) for seat in range(SEATS))
    return [thirty for thirty in reached if thirty is not None]


def repics(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """The repic of who declares 30 before the other scores anything, or whatever it scores where so agreed (PI-23)."""
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
