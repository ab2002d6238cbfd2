"""Thirty before the other seat scores: by declarations alone a repic (PI-23), with the play elder's pic (PI-22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.piquet.counting.steps import Award, Step
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


def thirties(awards: Sequence[Award]) -> list[Thirty]:
    """The seats whose declarations reach 30, and what the other had scored in the categories counted before."""
    reached = []
    for seat in range(SEATS):
        declared = sum(award.points for award in awards if award.seat == seat)
        own, others = 0, list[Award]()
        for award in awards:
            if award.seat != seat:
                others.append(award)
            elif (own := own + award.points) >= THIRTY:
                against, first = sum(other.points for other in others), others[0].category if others else None
                reached.append(Thirty(seat, declared, award.category, against, first))
                break
    return reached


def repics(options: PiquetOptions, awards: Sequence[Award]) -> list[Step]:
    """The repic of who declares 30 before the other scores anything, or whatever it scores where so agreed (PI-23)."""
    return [
        Step(made.seat, "repic", REPIC, 0, "PI-23", count=made.declared, made_by=made.category)
        for made in thirties(awards)
        if not (options.repic_needs_zero_opponent and made.against)
    ]
