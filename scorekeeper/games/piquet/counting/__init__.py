"""The count of a coup, in the order of PI-23: carte blanche, point, sequences, sets, repic, the play, the cards.

A *coup* is one deal, a *step* of its count the points of one card or combination. *Elder* is the seat that does not
deal and leads first; the *offender* is a seat that made a false declaration and scores nothing. A *pic* and a *repic*
reward 30 points before the other seat scores (`counting/thirty.py`). A *low* card is a 9 or lower; by a house rule, low
cards give no points in the play (`trick_points.py`). A *carte blanche* is a hand dealt without a king, queen or jack, a
*capot* all twelve tricks of one seat. A *partie* is a game from its first deal to its end. PI-23 and the like are
numbered rules of Piquet.

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
    """Return the steps of a coup in counting order; empty if the deal was void, or if a seat lost the partie in it.

    A coup in progress is counted as far as it is played. The point of the next lead is included, unless low cards give
    no points: then it depends on a card that is not known yet.
    """
    if facts.cancelled:
        return ()
    offender = facts.offender
    play = steps_of_play(options, facts)
    steps = [*declared_steps(facts), *repic_steps(options, facts), *play]
    winners = facts.winners or ()
    # The numbers of tricks by seat, None for a coup in progress. If all its winners are entered, they are counted here.
    tricks = facts.tricks
    if len(winners) == TRICKS:
        tricks = winners.count(0), winners.count(1)
    if tricks is not None:
        # The points that the offender makes in the play go to the other seat. Without an offender, the sum is 0.
        offenders_points = sum(step.points for step in play if step.seat == offender)
        if offender is not None and offenders_points:
            # A step is a seat, the key of the reason, the points and the article.
            steps.append(Step(1 - offender, "all_trick_points", offenders_points, "PI-37"))
        steps += _steps_of_cards(tricks)
    # The steps of the offender were needed only for its points in the play; they are not on the sheet.
    return tuple(step for step in steps if step.seat != offender)


def steps_of_play(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the steps of the play, with the pic after the point that completes it (PI-19, PI-22)."""
    # True if low cards give nothing and it is not known which cards were low.
    if orders.low_cards_unknown(options, facts):
        return _play_by_trick_points(options, facts)
    elder = facts.elder
    # An order is a sequence of the winners of the tricks that agrees with the facts. All possible orders give the same
    # sheet, which was checked when the facts were read: the first one is taken.
    points = orders.possible_orders(options, facts)[0].points
    # The second argument is the points that high cards alone would give: a step that is missing in the first one was
    # lost by a low card.
    steps = play_steps(points, points_of_play(options, elder, facts.winners or ()))
    found = find_pic(options, elder, declared_points(facts), points)
    if found is None:
        return steps
    # The pic follows the point that completes it, which is the item `number` of the steps, counted from 1.
    number, pic = found
    return [*steps[:number], pic, *steps[number:]]


def _play_by_trick_points(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """Return the steps of the play if low cards give nothing and only the trick points are known (PI-18)."""
    elder = facts.elder
    # The points of each seat in the play, which the reader of facts (`facts/play.py`) requires. (`or (0, 0)` is for the
    # type checker.)
    totals = facts.trick_points or (0, 0)
    # The step of elder comes first; a seat without points has no step.
    steps = [Step(seat, "trick_points", totals[seat], "PI-18") for seat in (elder, 1 - elder) if totals[seat]]
    # The reader of facts also requires that all possible numbers of opening points (those of elder before the dealer's
    # first) agree on the pic: the lowest one is taken. The pic follows elder's points.
    if makes_pic(declared_points(facts), elder, min(orders.possible_opening_points(options, facts))):
        return [*steps[:1], Step(elder, "pic", PIC, "PI-22"), *steps[1:]]
    return steps


def _steps_of_cards(tricks: BySeat) -> list[Step]:
    """Return the step of the ten points for the cards (seven tricks or more, PI-20), or that of a capot (PI-21)."""
    most = max(tricks)
    seat = tricks.index(most)
    if most == TRICKS:
        return [Step(seat, "capot", CAPOT, "PI-21")]
    if most >= MAJORITY:
        return [Step(seat, "cards", CARDS, "PI-20")]
    return []
