"""The points of the play of Piquet: leads, wins and the last trick (PI-17 to PI-21), and what trick counts leave open.

When every winner is known the points fall one by one (`events`). When only tricks and the last are, the ways in which
they may have fallen differ by the run elder took before the dealer's first trick, on which a pic hangs (PI-22), and
by how often the dealer took the lead away, on which a win hangs where one's own lead gives none (PI-17).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.games.piquet.options import SEATS, CapotLastTrick, LowCards, PicWindow, PiquetOptions, WonOwnLead
from scorekeeper.games.piquet.play import dealer_of

TRICKS = 12
THIRTY = 30
LEAD, WIN, LAST = "lead", "win", "last"
Pair: TypeAlias = tuple[int, int]
Low: TypeAlias = tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Event:
    """A lead or a win that scores: in which trick (from 1), whose, `lead`, `win` or `last`, and how many points."""

    trick: int
    seat: int
    why: str
    points: int


@dataclass(frozen=True, slots=True)
class Play:
    """What trick counts tell: who was elder and led first, the tricks of each seat, who took the last."""

    elder: int
    tricks: Pair
    last: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way the tricks may have fallen: elder's run before the dealer's first, the dealer's captures of the lead."""

    run: int
    captures: int


@dataclass(frozen=True, slots=True)
class Pic:
    """A pic that is made: elder's running count just before, and what reached thirty: `lead`, `win` or `last`."""

    before: int
    by: str


def events(
    options: PiquetOptions, elder: int, winners: Sequence[int], low: Sequence[Low] | None = None
) -> tuple[Event, ...]:
    """What scores in the tricks won so far, in order, with the lead to the next one (PI-17, PI-18, PI-19).

    Where low cards give nothing, the next lead is left out: its card is not known yet.
    """
    found: list[Event] = []
    leader = elder
    for index, winner in enumerate(winners):
        lead_low, win_low = low[index] if low is not None else (False, False)
        if not lead_low:
            found.append(Event(index + 1, leader, LEAD, 1))
        if not win_low:
            found += _win_events(options, winners, index, captured=winner != leader)
        leader = winner
    if len(winners) < TRICKS and options.low_card_points is LowCards.ALL:
        found.append(Event(len(winners) + 1, leader, LEAD, 1))
    return tuple(found)


def _win_events(options: PiquetOptions, winners: Sequence[int], index: int, *, captured: bool) -> list[Event]:
    """The win of one trick by a card that counts (PI-17), the last one worth one more unless a capot absorbs it.

    Where one's own lead gives no win, the last trick's one more stands alone, so that trick counts can tell it too.
    """
    winner, trick = winners[index], index + 1
    extra = trick == TRICKS and not absorbed(options, set(winners) == {winner})
    if options.won_own_lead is WonOwnLead.COUNTS:
        return [Event(trick, winner, LAST, 2) if extra else Event(trick, winner, WIN, 1)]
    won = [Event(trick, winner, WIN, 1)] if captured else []
    return [*won, Event(trick, winner, LAST, 1)] if extra else won


def absorbed(options: PiquetOptions, capot: bool) -> bool:  # noqa: FBT001 - a fact of the coup, read once
    """Whether the last trick gives nothing more than any other: a capot absorbs it, where so played (PI-21)."""
    return capot and options.capot_last_trick is CapotLastTrick.ABSORBED


def sums(found: Sequence[Event]) -> Pair:
    """The points of each seat in a row of events."""
    points = [sum(event.points for event in found if event.seat == seat) for seat in range(SEATS)]
    return points[0], points[1]


def leads(play: Play) -> Pair:
    """How many tricks each seat led: elder the first, then whoever won the one before (PI-16)."""
    led = [play.tricks[seat] + (seat == play.elder) - (seat == play.last) for seat in range(SEATS)]
    return led[0], led[1]


def captured(play: Play, captures: int) -> Pair:
    """How many tricks each seat won that the other had led, when the dealer captured so many."""
    by_elder = captures - (play.last != play.elder)
    return (by_elder, captures) if play.elder == 0 else (captures, by_elder)


def ways(play: Play) -> tuple[Way, ...]:
    """Every way these tricks may have fallen: elder's run, then blocks of the dealer's tricks and elder's in turn."""
    of_elder, of_dealer = play.tricks[play.elder], play.tricks[dealer_of(play.elder)]
    if of_dealer == 0:
        return (Way(TRICKS, 0),)
    found = []
    for run in range(of_elder + 1):
        for captures in range(1, of_dealer + 1):
            blocks, rest = captures - (play.last != play.elder), of_elder - run
            if (blocks <= rest) and (blocks > 0 or rest == 0):
                found.append(Way(run, captures))
    return tuple(found)


def way_of(elder: int, winners: Sequence[int]) -> Way:
    """The way the tricks did fall."""
    run = next((index for index, winner in enumerate(winners) if winner != elder), len(winners))
    before = [elder, *winners]
    return Way(run, sum(winner != elder and before[index] == elder for index, winner in enumerate(winners)))


def points(options: PiquetOptions, play: Play, way: Way) -> Pair:
    """The trick points of each seat when every card counts (PI-17, PI-21)."""
    led, won = leads(play), play.tricks
    if options.won_own_lead is WonOwnLead.ONLY_WHEN_CAPTURED:
        won = captured(play, way.captures) if way.captures else (0, 0)
    extra = 0 if absorbed(options, TRICKS in play.tricks) else 1
    made = [led[seat] + won[seat] + extra * (seat == play.last) for seat in range(SEATS)]
    return made[0], made[1]


def most(options: PiquetOptions, play: Play) -> Pair:
    """The most each seat can have made in the play, by high cards only (PI-18)."""
    made = [points(options, play, way) for way in ways(play)]
    return max(pair[0] for pair in made), max(pair[1] for pair in made)


def opening(options: PiquetOptions, elder: int, run: int) -> tuple[Event, ...]:
    """What elder scores before the dealer's first trick, when every card counts."""
    if run == TRICKS:
        return events(options, elder, (elder,) * TRICKS)
    found = events(options, elder, (*(elder,) * run, dealer_of(elder)))
    return tuple(event for event in found if event.seat == elder)


def pic(options: PiquetOptions, declared: int, found: Sequence[Event]) -> Pic | None:
    """The pic in a row of elder's events before the dealer's first, from what elder declared; None without one (PI-22).

    Thirty reached before the first card is a repic or nothing (PI-23).
    """
    total = declared
    for event in found[:1] if options.pic_window is PicWindow.FIRST_LEAD else found:
        if total < THIRTY <= total + event.points:
            return Pic(total, event.why)
        total += event.points
    return None
