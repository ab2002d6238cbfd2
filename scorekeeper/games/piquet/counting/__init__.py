"""The count of a coup, in the order of PI-23: carte blanche, point, sequences, sets, repic, the play, the cards.

A *coup* is one deal. *Elder* is the seat that does not deal and leads first; the *offender* is a seat that made a false
declaration and scores nothing. `counting/thirty.py` explains pic and repic, `trick_points.py` the points of the play.

The play is counted lead by lead and trick by trick (PI-19). If only the number of tricks is known, one of the possible
orders is counted: the others give the same sheet. If low cards give nothing and are not known, the points of the play
are those entered for each seat (PI-18).
"""

from __future__ import annotations

from scorekeeper.games.piquet.counting import orders
from scorekeeper.games.piquet.counting.steps import declared_points, declared_steps, play_steps
from scorekeeper.games.piquet.counting.thirty import PIC, find_pic, makes_pic, repic_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import TRICKS, PiquetOptions
from scorekeeper.games.piquet.step import BySeat, Step
from scorekeeper.games.piquet.trick_points import points_of_play

# Points for most of the tricks, points for all of them, and the tricks that are most of twelve.
CARDS, CAPOT, MAJORITY = 10, 40, 7


def count_coup(options: PiquetOptions, facts: PiquetFacts) -> tuple[Step, ...]:
    """Return the steps of a coup in counting order; empty when the deal was void or the partie lost.

    A coup in progress is counted as far as it is played, with the point of the next lead unless low cards score none.
    """
    if facts.cancelled:
        return ()
    offender = facts.offender
    play = steps_of_play(options, facts)
    steps = [*declared_steps(facts), *repic_steps(options, facts), *play]
    winners = facts.winners or ()
    tricks = facts.tricks
    # The cards of a coup in progress are counted with its last trick.
    if len(winners) == TRICKS:
        tricks = winners.count(0), winners.count(1)
    if tricks is not None:
        # The points that the offender makes in the play go to the other seat.
        offenders_points = sum(step.points for step in play if step.seat == offender)
        if offender is not None and offenders_points:
            steps.append(Step(1 - offender, "all_trick_points", offenders_points, "PI-37"))
        steps += _steps_of_cards(tricks)
    # The steps of the offender were needed for its points in the play only.
    return tuple(step for step in steps if step.seat != offender)


def steps_of_play(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the steps of the play, with the pic after the point that completes it (PI-19, PI-22)."""
    if orders.low_cards_unknown(options, facts):
        return _play_by_trick_points(options, facts)
    elder = facts.elder
    # All possible orders give the same sheet: the facts were checked for that.
    points = orders.possible_orders(options, facts)[0].points
    # The second argument are the points if low cards scored too.
    steps = play_steps(points, points_of_play(options, elder, facts.winners or ()))
    found = find_pic(options, elder, declared_points(facts), points)
    if found is None:
        return steps
    number, pic = found
    return [*steps[:number], pic, *steps[number:]]


def _play_by_trick_points(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """The play if low cards give nothing and only the trick points are known (PI-18)."""
    elder = facts.elder
    (totals,) = orders.possible_trick_points(options, facts)  # `facts/play.py` requires exactly one
    steps = [Step(seat, "trick_points", totals[seat], "PI-18") for seat in (elder, 1 - elder) if totals[seat]]
    if makes_pic(declared_points(facts), elder, min(orders.possible_opening_points(options, facts))):
        return [*steps[:1], Step(elder, "pic", PIC, "PI-22"), *steps[1:]]
    return steps


def _steps_of_cards(tricks: BySeat) -> list[Step]:
    """The ten points for the cards (seven tricks or more, PI-20), or a capot instead (PI-21)."""
    most = max(tricks)
    if most == TRICKS:
        return [Step(tricks.index(most), "capot", CAPOT, "PI-21")]
    if most >= MAJORITY:
        return [Step(tricks.index(most), "cards", CARDS, "PI-20")]
    return []
