"""The play of Piquet as its facts tell it: trick by trick, from the tricks of each side, or from their points alone.

Both seats are told even when one of them scores nothing (PI-37): what it made still ends elder's run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.games.piquet import tricks
from scorekeeper.games.piquet.facts import PiquetFacts, Started
from scorekeeper.games.piquet.options import SEATS, LowCards, PiquetOptions, WonOwnLead
from scorekeeper.games.piquet.orders import elder_points
from scorekeeper.games.piquet.steps import PIC, Award, Step, declared, pic_place, pic_step, play_steps
from scorekeeper.games.piquet.tricks import THIRTY, TRICKS


def play_of(facts: PiquetFacts) -> tricks.Play:
    """What trick counts tell of a whole coup."""
    return tricks.Play(facts.elder, facts.tricks, facts.last or 0)


def told(options: PiquetOptions, facts: PiquetFacts, found: Sequence[Award]) -> list[Step]:
    """The play of a whole coup as far as its facts tell it, and the pic where it falls."""
    if facts.winners is not None:
        return known(options, facts, found)
    play = play_of(facts)
    if options.low_card_points is LowCards.ABOVE_NINE:
        return _told_by_points(options, facts, found, play)
    return _told_by_tricks(options, facts, found, play)


def known(options: PiquetOptions, facts: Started, found: Sequence[Award]) -> list[Step]:
    """The play trick by trick, with the pic where it falls (PI-19, PI-22)."""
    winners = facts.winners or ()
    whole = tricks.events(options, facts.elder, winners)
    steps = play_steps(tricks.events(options, facts.elder, winners, facts.low), whole)
    place = pic_place(options, found, facts.elder, steps)
    if place is None:
        return steps
    return [*steps[:place], pic_step(found, steps[:place]), *steps[place:]]


def _told_by_tricks(
    options: PiquetOptions, facts: PiquetFacts, found: Sequence[Award], play: tricks.Play
) -> list[Step]:
    """The play when every card counts and only the tricks are known: elder's up to a pic, the rest, the dealer's."""
    elder, way = facts.elder, shortest(options, facts, play)
    made = [_kinds(options, play, way, seat) for seat in range(SEATS)]
    opening = play_steps(tricks.opening(options, elder, way.run))
    place = pic_place(options, found, elder, opening)
    steps: list[Step] = []
    if place is not None:
        first = Counter[str]()
        for step in opening[:place]:
            first[step.why] += step.points
        made[elder] = made[elder] - first
        steps = [*_summed(elder, first), pic_step(found, opening[:place])]
    return [*steps, *_summed(elder, made[elder]), *_summed(1 - elder, made[1 - elder])]


def _told_by_points(
    options: PiquetOptions, facts: PiquetFacts, found: Sequence[Award], play: tricks.Play
) -> list[Step]:
    """The play where low cards give nothing and only the trick points are known (PI-18)."""
    elder, made = facts.elder, facts.trick_points or (0, 0)
    steps = [Step(seat, "trick_points", made[seat], 0, "PI-18") for seat in (elder, 1 - elder) if made[seat]]
    own = declared(found, elder)
    if own < THIRTY <= own + elder_points_before(options, facts, play) and not declared(found, 1 - elder):
        return [*steps[:1], Step(elder, "pic", PIC, 0, "PI-22"), *steps[1:]]
    return steps


def elder_points_before(options: PiquetOptions, facts: PiquetFacts, play: tricks.Play) -> int:
    """What elder is known to have made before the dealer's first point, where low cards give none (PI-18, PI-22)."""
    if facts.elder_points is not None:
        return facts.elder_points
    return min(elder_points(options, play, facts.trick_points or (0, 0), facts.elder_run))


def allowed(options: PiquetOptions, facts: PiquetFacts, play: tricks.Play) -> list[tricks.Way]:
    """The ways the tricks may have fallen, as far as the table told them."""
    told = facts.trick_points if options.low_card_points is LowCards.ALL else None
    return [
        way
        for way in tricks.ways(play)
        if facts.elder_run in {None, way.run} and told in {None, tricks.points(options, play, way)}
    ]


def shortest(options: PiquetOptions, facts: PiquetFacts, play: tricks.Play) -> tricks.Way:
    """The way with the shortest run of elder: a pic hangs on the run only in facts that tell it (PI-22)."""
    return min(allowed(options, facts, play), key=lambda way: way.run)


def _kinds(options: PiquetOptions, play: tricks.Play, way: tricks.Way, seat: int) -> Counter[str]:
    """What a seat made by its leads, by its wins and by the last trick (PI-17, PI-21)."""
    total = tricks.points(options, play, way)[seat]
    led = tricks.leads(play)[seat]
    last = 0
    if seat == play.last and not tricks.absorbed(options, TRICKS in play.tricks):
        last = 2 if options.won_own_lead is WonOwnLead.COUNTS else 1
    return Counter({"leads": led, "wins": total - led - last, "last_trick": last})


def _summed(seat: int, made: Counter[str]) -> list[Step]:
    """One step for each kind of points, none for nothing; only the last trick's are not one apiece (PI-17)."""
    return [
        Step(seat, why, points, 0, "PI-17", count=1 if why == "last_trick" else points)
        for why, points in made.items()
        if points
    ]
