"""The count of a coup, in the order of PI-23: carte blanche, point, sequences, sets, repic, the play, the cards.

If the winner of each trick is known, the play is counted lead by lead and trick by trick (PI-19). If only the number of
tricks is known, one possible order is counted, with one step for each seat and kind of points; a pic splits elder's
steps (PI-22).
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.piquet.counting import orders
from scorekeeper.games.piquet.counting.steps import WHYS, Step, add_running_totals, declared_steps, play_steps
from scorekeeper.games.piquet.counting.thirty import PIC, find_pic_index, makes_pic, pic_step, repic_steps
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import TRICKS, PiquetOptions
from scorekeeper.games.piquet.trick_points import LAST, BySeat, TrickPoint, points_of_play

CARDS, CAPOT, MAJORITY = 10, 40, 7


def count_coup(options: PiquetOptions, facts: PiquetFacts) -> tuple[Step, ...]:
    """Return the steps of a finished coup in counting order; empty when the deal was void or the partie lost."""
    if facts.cancelled:
        return ()
    if facts.winners is not None:
        play = _play_by_winners(options, facts)
    elif orders.low_cards_unknown(options, facts):
        play = _play_by_trick_points(options, facts)
    else:
        play = _play_by_trick_counts(options, facts)
    return _full_count(options, facts, play, facts.tricks)


def steps_so_far(options: PiquetOptions, facts: PiquetFacts) -> tuple[Step, ...]:
    """Return the count of a coup in progress, with the point of the next lead unless low cards score none (PI-19).

    Before the first trick, it has the declarations and the first lead.
    """
    if facts.cancelled:
        return ()
    winners = facts.winners or ()
    tricks = (winners.count(0), winners.count(1)) if len(winners) == TRICKS else None
    return _full_count(options, facts, _play_by_winners(options, facts), tricks)


def _play_by_winners(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """The play trick by trick, with the pic after the point that completes it (PI-19, PI-22)."""
    winners = facts.winners or ()
    points = points_of_play(options, facts.elder, winners, facts.low)
    steps = play_steps(points, points_of_play(options, facts.elder, winners))
    pic_index = find_pic_index(options, facts.elder, facts.declared_points, points)
    if pic_index is None:
        return steps
    return [*steps[:pic_index], pic_step(facts.elder, facts.declared_points, points[:pic_index]), *steps[pic_index:]]


def _play_by_trick_counts(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """The play if only trick counts are known: elder's points up to a pic, the pic, the rest, the dealer's points."""
    elder, declared, points = facts.elder, facts.declared_points, orders.possible_orders(options, facts)[0].points
    pic_index = find_pic_index(options, elder, declared, points) or 0
    pic = [pic_step(elder, declared, points[:pic_index])] if pic_index else []
    rest = [point for point in points[pic_index:] if point.seat == elder]
    return [
        *_sum_by_kind(points[:pic_index]),
        *pic,
        *_sum_by_kind(rest),
        *_sum_by_kind([point for point in points if point.seat != elder]),
    ]


def _play_by_trick_points(options: PiquetOptions, facts: PiquetFacts) -> list[Step]:
    """The play if low cards give nothing and only the trick points are known (PI-18)."""
    elder, (totals,) = facts.elder, orders.possible_trick_points(options, facts)  # `facts/play.py` requires exactly one
    steps = [Step(seat, "trick_points", totals[seat], 0, "PI-18") for seat in (elder, 1 - elder) if totals[seat]]
    if makes_pic(facts.declared_points, elder, min(orders.possible_opening_points(options, facts))):
        return [*steps[:1], Step(elder, "pic", PIC, 0, "PI-22"), *steps[1:]]
    return steps


def _sum_by_kind(points: Sequence[TrickPoint]) -> list[Step]:
    """One step for each kind of points of one seat, with the number of leads or wins: 1 for each point (PI-17)."""
    steps = []
    for kind, why in WHYS.items():
        total = sum(point.points for point in points if point.made_by == kind)
        if total:
            steps.append(Step(points[0].seat, why, total, 0, "PI-17", count=1 if kind == LAST else total))
    return steps


def _full_count(
    options: PiquetOptions, facts: PiquetFacts, play: Sequence[Step], tricks: BySeat | None
) -> tuple[Step, ...]:
    """All steps, without those of an offender (PI-37); `tricks` are those of each seat, None before the last trick."""
    offender, steps = facts.offender, [*declared_steps(facts), *repic_steps(options, facts), *play]
    if tricks is not None and offender is not None:
        offenders_points = sum(step.points for step in play if step.seat == offender)
        steps += [Step(1 - offender, "all_trick_points", offenders_points, 0, "PI-37")] if offenders_points else []
    if tricks is not None:
        steps += _steps_of_cards(tricks)
    return add_running_totals([step for step in steps if step.seat != offender])


def _steps_of_cards(tricks: BySeat) -> list[Step]:
    """The ten points for the cards (seven tricks or more, PI-20), or a capot instead (PI-21)."""
    most = max(tricks)
    if most == TRICKS:
        return [Step(tricks.index(most), "capot", CAPOT, 0, "PI-21")]
    return [Step(tricks.index(most), "cards", CARDS, 0, "PI-20")] if most >= MAJORITY else []
