"""The count of a coup, in the order of PI-23: carte blanche, point, sequences, sets, repic, the play, the cards.

When the winner of each trick is known the play is counted lead by lead and trick by trick (PI-19). When only the tricks
of each side are, what a seat made of one kind is one step, except that elder's are cut where a pic falls (PI-22).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from scorekeeper.games.piquet import tricks
from scorekeeper.games.piquet.facts import PiquetFacts, Started
from scorekeeper.games.piquet.options import LowCards, PicWindow, PiquetOptions
from scorekeeper.games.piquet.steps import Award, Step, added_up, awards, declared, play_steps, repics, thirties
from scorekeeper.games.piquet.telling import elder_points_before, known, play_of, shortest, told
from scorekeeper.games.piquet.tricks import THIRTY, TRICKS, Pair

__all__ = ["NearMiss", "Step", "count", "near_misses", "running"]

CARDS, CAPOT, MAJORITY = 10, 40, 7
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


def count(options: PiquetOptions, facts: PiquetFacts) -> tuple[Step, ...]:
    """Every point of a coup in counting order; none when the deal was void or the partie lost."""
    if facts.cancelled:
        return ()
    found = awards(facts)
    return _counted(options, facts, found, told(options, facts, found), facts.tricks)


def running(options: PiquetOptions, started: Started) -> tuple[Step, ...]:
    """The count of a coup under way, up to the lead of the next trick (PI-19); that lead waits where its card decides.

    With no trick played yet, what was declared and the first lead.
    """
    if started.cancelled:
        return ()
    found, winners = awards(started), started.winners or ()
    steps = known(options, started, found)
    taken = (winners.count(0), winners.count(1)) if len(winners) == TRICKS else None
    return _counted(options, started, found, steps, taken)


def near_misses(options: PiquetOptions, facts: PiquetFacts) -> tuple[NearMiss, ...]:
    """Why there was no pic or repic when one was close (PI-22, PI-23)."""
    if facts.cancelled:
        return ()
    found = awards(facts)
    blocked = [
        NearMiss(one.seat, "repic", "blocked", declared(found, one.seat), "PI-23", one.blocked_by, one.against)
        for one in thirties(found)
        if options.repic_needs_zero_opponent and one.against
    ]
    dealer = declared(found, 1 - facts.elder)
    if CLOSE_REPIC <= dealer < THIRTY:
        blocked.append(NearMiss(1 - facts.elder, "repic", "short", dealer, "PI-23", missing=THIRTY - dealer))
    close = CLOSE_PIC <= declared(found, facts.elder) < THIRTY
    play = told(options, facts, found) if close else []
    if close and not any(step.why == "pic" for step in play):
        blocked.append(_pic_missed(options, facts, found, play))
    return tuple(blocked)


def _counted(
    options: PiquetOptions, facts: Started, found: Sequence[Award], play: Sequence[Step], taken: Pair | None
) -> tuple[Step, ...]:
    """The whole count; `taken` are the tricks of each seat once all are played. An offender scores nothing (PI-37)."""
    steps = [step for award in found for step in award.steps] + repics(options, found) + list(play)
    offender = facts.offender
    if taken is not None and offender is not None:
        made = sum(step.points for step in play if step.seat == offender)
        steps += [Step(1 - offender, "all_trick_points", made, 0, "PI-37")] if made else []
    if taken is not None:
        steps += _cards(taken)
    return added_up([step for step in steps if step.seat != offender])


def _cards(taken: Pair) -> list[Step]:
    """The cards to seven tricks or more (PI-20), or a capot instead (PI-21); they never help to reach 30."""
    seat, most = max(enumerate(taken), key=lambda pair: pair[1])
    if most == TRICKS:
        return [Step(seat, "capot", CAPOT, 0, "PI-21")]
    return [Step(seat, "cards", CARDS, 0, "PI-20")] if most >= MAJORITY else []


def _pic_missed(options: PiquetOptions, facts: PiquetFacts, found: Sequence[Award], play: Sequence[Step]) -> NearMiss:
    """Why elder, who declared 20 or more but not 30, made no pic (PI-22)."""
    elder = facts.elder
    own = declared(found, elder)
    others = [award for award in found if award.seat != elder]
    if others:
        return NearMiss(elder, "pic", "blocked", own, "PI-22", others[0].category, declared(found, 1 - elder))
    alone = _alone(options, facts, play)
    whole = sum(step.points for step in play if step.seat == elder)
    if options.pic_window is PicWindow.FIRST_LEAD:
        whole = alone
    if own + whole < THIRTY:
        return NearMiss(elder, "pic", "short", own + whole, "PI-22", missing=THIRTY - own - whole)
    theirs = next((step.points for step in play if step.seat != elder), 1) if facts.winners is not None else 1
    return NearMiss(elder, "pic", "blocked", own + alone, "PI-22", "play", theirs)


def _alone(options: PiquetOptions, facts: PiquetFacts, play: Sequence[Step]) -> int:
    """What elder is known to have made before the dealer's first point, or by the first lead if only that may do it."""
    first_lead = options.pic_window is PicWindow.FIRST_LEAD
    if facts.winners is None and options.low_card_points is LowCards.ABOVE_NINE:
        return elder_points_before(options, facts, play_of(facts))
    if facts.winners is None:
        run = shortest(options, facts, play_of(facts)).run
        play = play_steps(tricks.opening(options, facts.elder, run))
    mine = takewhile(lambda step: step.seat == facts.elder, play)
    return sum(step.points for step in mine if not first_lead or (step.trick == 1 and step.why == "leads"))
