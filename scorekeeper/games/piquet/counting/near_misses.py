"""Explain why a coup that came close to a pic or repic had none (PI-22, PI-23).

Both need 30 points before the other seat scores: a *repic* by declarations alone, a *pic* of *elder* (the seat that
does not deal) by declarations and the play (`counting/thirty.py`). A *coup* is one deal; a *step* is the points of one
card or combination. The *opening* points are those of elder in the play before the dealer's first point. A *low* card
is a 9 or lower, which by a house rule gives no points. PI-22 and PI-23 are the numbered rules of pic and repic.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.piquet.counting import orders, steps_of_play
from scorekeeper.games.piquet.counting.steps import category_of, declared_points, declared_steps
from scorekeeper.games.piquet.counting.thirty import THIRTY, find_repic_counts, points_for_pic
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import PicWindow, PiquetOptions
from scorekeeper.games.piquet.step import points_by_seat

# A missed pic or repic is explained from this number of declared points on.
CLOSE_PIC, CLOSE_REPIC = 20, 25


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A missed pic or repic: blocked by points of the other seat, or short of 30."""

    seat: int
    # `pic` or `repic`.
    kind: str
    # `blocked` or `short`.
    why: str
    # The points that this seat reached.
    reached: int
    # The number of the rule.
    article: str
    # When blocked: where the other seat made its points, in a category of declarations or in the `play`.
    by: str | None = None
    # When blocked: the points of the other seat.
    points: int | None = None
    # When short: the number of points missing to 30.
    missing: int | None = None


def near_misses(options: PiquetOptions, facts: PiquetFacts) -> tuple[NearMiss, ...]:
    """Return the missed pics and repics; empty for a cancelled coup."""
    if facts.cancelled:
        return ()
    # Seats that declared 30 points or more after the other seat had scored (`against` are its points). By a house rule
    # (`repic_needs_zero_opponent` is false) they have a repic all the same, and have missed none.
    misses = [
        NearMiss(count.seat, "repic", "blocked", count.declared, "PI-23", by=count.blocked_by, points=count.against)
        for count in find_repic_counts(facts)
        if options.repic_needs_zero_opponent and count.against
    ]
    declared = declared_points(facts)
    elder = facts.elder
    dealer = 1 - facts.elder
    # A pic needs the play, and only elder can make one; the dealer can only have been near a repic.
    if CLOSE_REPIC <= declared[dealer] < THIRTY:
        misses.append(_short(dealer, "repic", declared[dealer], "PI-23"))
    if CLOSE_PIC <= declared[elder] < THIRTY:
        misses += _pic_missed(options, facts)
    return tuple(misses)


def _pic_missed(options: PiquetOptions, facts: PiquetFacts) -> list[NearMiss]:
    """Return the missed pic of elder, who declared 20 to 29 points; empty if elder makes a pic (PI-22)."""
    declared = declared_points(facts)
    elder = facts.elder
    own = declared[elder]
    dealer_points = declared[1 - elder]
    # Points that the dealer declared come before the play, and block every pic.
    if dealer_points:
        # The category of the dealer's first declared points.
        category = next(category_of(step) for step in declared_steps(facts) if step.seat != elder)
        return [NearMiss(elder, "pic", "blocked", own, "PI-22", by=category, points=dealer_points)]
    play = steps_of_play(options, facts)
    if any(step.why == "pic" for step in play):
        return []
    opening = sum(step.points for step in points_for_pic(options, elder, play))
    if orders.low_cards_unknown(options, facts):
        opening = min(orders.possible_opening_points(options, facts))
    # The points in the play that elder could use for a pic if the dealer's points blocked nothing: all of elder's. With
    # the house rule `FIRST_LEAD`, only the point of the first lead can make a pic, and later points do not matter.
    unblocked = opening
    if options.pic_window is PicWindow.PLAY:
        unblocked = points_by_seat(play)[elder]
    # Even all of elder's points are not enough: the dealer's points blocked nothing.
    if own + unblocked < THIRTY:
        return [_short(elder, "pic", own + unblocked, "PI-22")]
    # The number of points that the dealer made first in the play. It is 1, or 2 if the dealer's first points are those
    # of the last trick, which shows only if the winners of the tricks are known.
    dealer_first_points = 1
    if facts.winners is not None:
        dealer_first_points = next((step.points for step in play if step.seat != elder), 1)
    return [NearMiss(elder, "pic", "blocked", own + opening, "PI-22", by="play", points=dealer_first_points)]


def _short(seat: int, kind: str, reached: int, article: str) -> NearMiss:
    return NearMiss(seat, kind, "short", reached, article, missing=THIRTY - reached)
