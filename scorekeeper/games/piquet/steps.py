"""The steps of a count, one by one: what each declaration gives, the repic, the play trick by trick, the pic.

The play is told for both seats even when one of them scores nothing (PI-37): its points still end elder's run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.declarations import CARTE_BLANCHE, QUATORZE, Category, points_of_run, points_of_set
from scorekeeper.games.piquet.facts import SetsScore, Started
from scorekeeper.games.piquet.options import SEATS, PicWindow, PiquetOptions
from scorekeeper.games.piquet.tricks import LAST, LEAD, THIRTY, WIN, Event

PIC, REPIC = 30, 60
SHOWN = "carte_blanche"
WHYS = {LEAD: "leads", WIN: "wins", LAST: "last_trick"}
_MADE_BY = {why: event for event, why in WHYS.items()}

_SETS = {Rank.ACE: "aces", Rank.KING: "kings", Rank.QUEEN: "queens", Rank.JACK: "jacks", Rank.TEN: "tens"}


@dataclass(frozen=True, slots=True)
class Step:
    """Points called aloud, and the total of that seat after them.

    `trick` is the number of the trick, from 1, when it is known; `count` and `made_by` are those of the line.
    """

    seat: int
    why: str
    points: int
    total: int
    article: str
    trick: int | None = None
    count: int | None = None
    made_by: str | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """What one category gave, and to whom: `carte_blanche`, `point`, `sequences` or `sets`."""

    category: str
    seat: int
    steps: tuple[Step, ...]

    @property
    def points(self) -> int:
        """What all of it is worth."""
        return sum(step.points for step in self.steps)


@dataclass(frozen=True, slots=True)
class Thirty:
    """A seat that declared 30 (PI-23): the category that made it, what the other seat had by then, and its first."""

    seat: int
    category: str
    against: int
    blocked_by: str | None


def awards(facts: Started) -> list[Award]:
    """What the declarations gave, in the counting order of PI-23; an offender's are gone (PI-37)."""
    found = [
        Award(SHOWN, seat, (_step(seat, SHOWN, CARTE_BLANCHE, "PI-8"),))
        for seat, shown in enumerate(facts.carte_blanche)
        if shown
    ]
    found += _scored(facts)
    return [award for award in found if award.seat != facts.offender]


def declared(found: Sequence[Award], seat: int) -> int:
    """What a seat's declarations came to."""
    return sum(award.points for award in found if award.seat == seat)


def thirties(found: Sequence[Award]) -> list[Thirty]:
    """The seats whose declarations reach 30, and what the other had scored in the categories counted before."""
    reached = []
    for seat in range(SEATS):
        own, others = 0, []
        for award in found:
            if award.seat != seat:
                others.append(award)
                continue
            own += award.points
            if own >= THIRTY:
                first = others[0].category if others else None
                reached.append(Thirty(seat, award.category, sum(other.points for other in others), first))
                break
    return reached


def repics(options: PiquetOptions, found: Sequence[Award]) -> list[Step]:
    """The repic of who declares 30 before the other scores anything, or whatever it scores where so agreed (PI-23)."""
    return [
        _step(one.seat, "repic", REPIC, "PI-23", count=declared(found, one.seat), made_by=one.category)
        for one in thirties(found)
        if not (options.repic_needs_zero_opponent and one.against)
    ]


def play_steps(found: Sequence[Event], whole: Sequence[Event] = ()) -> list[Step]:
    """The leads and wins of the play, each in its trick (PI-17).

    `whole` is the play as it would be if every card counted: where low cards left something out, PI-18 is why.
    """
    fewer = {(one.seat, one.why) for one in set(whole) - set(found)}
    return [
        _step(one.seat, WHYS[one.why], one.points, "PI-18" if (one.seat, one.why) in fewer else "PI-17", one.trick, 1)
        for one in found
    ]


def pic_place(options: PiquetOptions, found: Sequence[Award], elder: int, play: Sequence[Step]) -> int | None:
    """How many steps of the play elder needs to reach 30 before the dealer scores anything; None if it never does.

    Only the first lead may do it where the table says so (PI-22); 30 already declared is a repic, or blocked (PI-23).
    """
    running = declared(found, elder)
    if running >= THIRTY or declared(found, 1 - elder):
        return None
    for number, step in enumerate(takewhile(lambda step: step.seat == elder, play), 1):
        first = step.trick == 1 and step.why == "leads"
        if options.pic_window is PicWindow.FIRST_LEAD and not first:
            return None
        running += step.points
        if running >= THIRTY:
            return number
    return None


def pic_step(found: Sequence[Award], made: Sequence[Step]) -> Step:
    """The pic that the last of these steps of elder made (PI-22)."""
    last = made[-1]
    before = declared(found, last.seat) + sum(step.points for step in made[:-1])
    return _step(last.seat, "pic", PIC, "PI-22", last.trick, before, _MADE_BY[last.why])


def added_up(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with the running total of each seat."""
    totals, found = [0] * SEATS, []
    for step in steps:
        totals[step.seat] += step.points
        found.append(replace(step, total=totals[step.seat]))
    return tuple(found)


def _scored(facts: Started) -> Iterator[Award]:
    point, sequences, sets = facts.scored.point, facts.scored.sequences, facts.scored.sets
    if point is not None:
        step = _step(point.winner, "point", point.cards, "PI-9", count=point.cards)
        yield Award(Category.POINT.value, point.winner, (step,))
    if sequences is not None:
        seat = sequences.winner
        runs = (_step(seat, "sequence", points_of_run(one), "PI-10", count=one) for one in sequences.lengths)
        yield Award(Category.SEQUENCES.value, seat, tuple(runs))
    if sets is not None:
        yield Award(Category.SETS.value, sets.winner, tuple(_set_steps(sets)))


def _set_steps(sets: SetsScore) -> Iterator[Step]:
    """One step for each quatorze or brelan, named by its rank when that was said (PI-11)."""
    for place, size in enumerate(sets.sizes):
        kind = "quatorze" if size == QUATORZE else "brelan"
        why = kind if sets.ranks is None else f"{kind}_{_SETS[sets.ranks[place]]}"
        yield _step(sets.winner, why, points_of_set(size), "PI-11")


def _step(  # noqa: PLR0913, PLR0917 - a step is all of these
    seat: int,
    why: str,
    points: int,
    article: str,
    trick: int | None = None,
    count: int | None = None,
    made_by: str | None = None,
) -> Step:
    """A step whose total is not yet added up."""
    return Step(seat, why, points, 0, article, trick, count, made_by)
