"""Why there was no pic or repic in a coup that came close to one (PI-22, PI-23)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.piquet.counting.orders import by_points, elder_points, possible_orders, trick_points
from scorekeeper.games.piquet.counting.steps import category_of, declared_steps
from scorekeeper.games.piquet.counting.thirty import THIRTY, first_points, makes_pic, thirties
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import PicWindow, PiquetOptions

CLOSE_PIC, CLOSE_REPIC = 20, 25


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A pic or repic that did not come off: `blocked` by what the other seat scored first, or `short` of 30.

    `reached` is how far this seat is known to have counted by then. When blocked, `by` is the category that did it, or
    `play`, and `points` what the other seat had scored; when short, `missing` is what lacked.
    """

    seat: int
    kind: str
    why: str
    reached: int
    article: str
    by: str | None = None
    points: int | None = None
    missing: int | None = None


def near_misses(options: PiquetOptions, facts: PiquetFacts) -> tuple[NearMiss, ...]:
    """Why there was no pic or repic when one was close; nothing of a coup that was cancelled."""
    if facts.cancelled:
        return ()
    misses = [
        NearMiss(made.seat, "repic", "blocked", made.declared, "PI-23", made.blocked_by, made.against)
        for made in thirties(facts)
        if options.repic_needs_zero_opponent and made.against
    ]
    declared, elder, dealer = facts.declared_points, facts.elder, 1 - facts.elder
    if CLOSE_REPIC <= declared[dealer] < THIRTY:
        misses.append(_short(dealer, "repic", declared[dealer], "PI-23"))
    if CLOSE_PIC <= declared[elder] < THIRTY:
        misses += _pic_missed(options, facts)
    return tuple(misses)


def _pic_missed(options: PiquetOptions, facts: PiquetFacts) -> list[NearMiss]:
    """Why elder, who declared 20 or more but not 30, made no pic; nothing when there was one (PI-22)."""
    declared, elder = facts.declared_points, facts.elder
    own, theirs = declared[elder], declared[1 - elder]
    if theirs:
        first = next(category_of(step) for step in declared_steps(facts) if step.seat != elder)
        return [NearMiss(elder, "pic", "blocked", own, "PI-22", first, theirs)]
    before, whole, dealers = _made(options, facts)
    if makes_pic(declared, elder, before):
        return []
    if own + whole < THIRTY:
        return [_short(elder, "pic", own + whole, "PI-22")]
    return [NearMiss(elder, "pic", "blocked", own + before, "PI-22", "play", dealers)]


def _made(options: PiquetOptions, facts: PiquetFacts) -> tuple[int, int, int]:
    """What elder surely made in time for a pic, all that it made towards one, and the first points of the dealer."""
    if by_points(options, facts):
        (made,) = trick_points(options, facts)
        before, whole, dealers = min(elder_points(options, facts)), made[facts.elder], 1
    else:
        order = possible_orders(options, facts)[0]
        before = sum(point.points for point in first_points(options, facts.elder, order.points))
        whole = order.made[facts.elder]
        firsts = [] if facts.winners is None else [point.points for point in order.points if point.seat != facts.elder]
        dealers = firsts[0] if firsts else 1
    return before, before if options.pic_window is PicWindow.FIRST_LEAD else whole, dealers


def _short(seat: int, kind: str, reached: int, article: str) -> NearMiss:
    return NearMiss(seat, kind, "short", reached, article, missing=THIRTY - reached)
