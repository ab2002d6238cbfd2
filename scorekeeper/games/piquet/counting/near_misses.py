"""Explain why a coup that came close to a pic or repic had none (PI-22, PI-23)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.piquet.counting.orders import elder_points, low_cards_unknown, possible_orders, trick_points
from scorekeeper.games.piquet.counting.steps import category_of, declared_steps
from scorekeeper.games.piquet.counting.thirty import THIRTY, first_points, makes_pic, thirties
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import PicWindow, PiquetOptions

CLOSE_PIC, CLOSE_REPIC = 20, 25


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A missed pic or repic; `why` is `blocked`, by points of the other seat, or `short`, of 30.

    `reached` is the known count of this seat. When blocked, `by` is the other seat's category, or `play`, and `points`
    its points; when short, `missing` is the number of points missing.
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
    """Return the missed pics and repics; empty for a cancelled coup."""
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
    """The missed pic of elder, who declared 20 or more but not 30; empty when there was one (PI-22)."""
    declared, elder = facts.declared_points, facts.elder
    own, theirs = declared[elder], declared[1 - elder]
    if theirs:
        first = next(category_of(step) for step in declared_steps(facts) if step.seat != elder)
        return [NearMiss(elder, "pic", "blocked", own, "PI-22", first, theirs)]
    before, whole, dealers = _play_points(options, facts)
    if makes_pic(declared, elder, before):
        return []
    if own + whole < THIRTY:
        return [_short(elder, "pic", own + whole, "PI-22")]
    return [NearMiss(elder, "pic", "blocked", own + before, "PI-22", "play", dealers)]


def _play_points(options: PiquetOptions, facts: PiquetFacts) -> tuple[int, int, int]:
    """Elder's fewest points before the dealer's first, all its points that may count for a pic, the dealer's first."""
    if low_cards_unknown(options, facts):
        (made,) = trick_points(options, facts)
        before, whole, dealers = min(elder_points(options, facts)), made[facts.elder], 1
    else:
        order = possible_orders(options, facts)[0]
        before = sum(point.points for point in first_points(options, facts.elder, order.points))
        whole = order.totals[facts.elder]
        firsts = [] if facts.winners is None else [point.points for point in order.points if point.seat != facts.elder]
        dealers = firsts[0] if firsts else 1
    return before, before if options.pic_window is PicWindow.FIRST_LEAD else whole, dealers


def _short(seat: int, kind: str, reached: int, article: str) -> NearMiss:
    return NearMiss(seat, kind, "short", reached, article, missing=THIRTY - reached)
