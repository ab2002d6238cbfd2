"""The steps of a count: the points of each declaration and of the play (PI-8 to PI-11, PI-17, PI-18).

The keys of the reasons are those of the sheet. A *quatorze* is four cards of a rank, a *brelan* three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.cards import Rank
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    CARTE_BLANCHE,
    QUATORZE,
    Category,
    amounts_and_heights,
    worth,
)
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.trick_points import LAST, LEAD, WIN, TrickPoint

CARTE_BLANCHE_STEP = "carte_blanche"
WHYS = {LEAD: "leads", WIN: "wins", LAST: "last_trick"}
SETS: dict[int, str] = {
    Rank.ACE: "aces",
    Rank.KING: "kings",
    Rank.QUEEN: "queens",
    Rank.JACK: "jacks",
    Rank.TEN: "tens",
}
_CATEGORIES = {"PI-8": CARTE_BLANCHE_STEP, **{article: category.value for category, article in ARTICLES.items()}}


@dataclass(frozen=True, slots=True)
class Step:
    """Points that a seat calls aloud: *quatorze of kings, 14, and that makes 21*."""

    seat: int
    # The key of the reason.
    why: str
    points: int
    # The running total of this seat; 0 until `add_running_totals`.
    total: int
    article: str
    # The number of the trick, from 1; None if unknown.
    trick: int | None = None
    # The number shown with the reason: the cards of a combination, the points before a pic, those declared for a repic.
    count: int | None = None
    # The category of declarations or the trick point that completes a pic or repic.
    made_by: str | None = None


def declared_steps(facts: PiquetFacts) -> list[Step]:
    """Return the steps of the declarations in the counting order of PI-23, without those of an offender (PI-37)."""
    seats = [seat for seat, has_carte_blanche in enumerate(facts.carte_blanche) if has_carte_blanche]
    steps = [Step(seat, CARTE_BLANCHE_STEP, CARTE_BLANCHE, 0, "PI-8") for seat in seats]
    steps += [step for category in facts.scorers for step in _category_steps(facts, category)]
    return [step for step in steps if step.seat != facts.offender]


def category_of(declared: Step) -> str:
    """Return the category of a step of `declared_steps`: `carte_blanche`, `point`, `sequences` or `sets`."""
    return _CATEGORIES[declared.article]


def play_steps(points: Sequence[TrickPoint], with_low_cards: Sequence[TrickPoint] = ()) -> list[Step]:
    """Return the points of the play as steps, each in its trick (PI-17).

    `with_low_cards` are the points if low cards scored too. Where they give a seat more points of a kind, these
    points cite PI-18 instead.
    """
    # The kinds of points (lead, win, last trick), by seat, of which a low card took one away.
    with_fewer_points = {(point.seat, point.made_by) for point in set(with_low_cards) - set(points)}
    steps = []
    for point in points:
        article = "PI-17"
        # A low card took a point of this kind away, so that the total of the line needs its reason.
        if (point.seat, point.made_by) in with_fewer_points:
            article = "PI-18"
        steps.append(Step(point.seat, WHYS[point.made_by], point.points, 0, article, point.trick, 1))
    return steps


def add_running_totals(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps with the running total of each seat."""
    totals = [0] * SEATS
    running = []
    for step in steps:
        totals[step.seat] += step.points
        running.append(replace(step, total=totals[step.seat]))
    return tuple(running)


def _category_steps(facts: PiquetFacts, category: Category) -> Iterator[Step]:
    """One step for each combination: the point, a sequence, or a quatorze or brelan, with its rank if known."""
    seat = facts.scorers[category]
    article = ARTICLES[category]
    for amount, height in amounts_and_heights(category, facts.declarations[seat]):
        points = worth(category, amount)
        if category is Category.POINT:
            yield Step(seat, "point", points, 0, article, count=amount)
        elif category is Category.SEQUENCES:
            yield Step(seat, "sequence", points, 0, article, count=amount)
        else:
            why = "quatorze" if amount == QUATORZE else "brelan"
            # The rank is unknown if only the size of the set was entered.
            if height is not None:
                why += f"_{SETS[height]}"
            yield Step(seat, why, points, 0, article)
