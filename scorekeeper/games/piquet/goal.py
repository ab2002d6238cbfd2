"""What the tricks of a coup must bring for its facts to be true (T-7): their winners, or the counts they come to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    HIGH,
    Low,
    Pair,
    first_lead_alone,
    low_of,
    opening,
    points_of_trick,
    sums,
)


@dataclass(frozen=True, slots=True)
class WinnersLeft:
    """Who is to win the tricks to come, in order, as far as it was said, and which cards are to be low (PI-18)."""

    winners: tuple[int, ...]
    low: tuple[Low, ...] | None

    def after(self, trick: Trick) -> WinnersLeft | None:
        """What is left once this trick was taken, None when it was to be taken otherwise."""
        if not self.winners:
            return self
        if trick.winner != self.winners[0] or (self.low is not None and low_of(trick) != self.low[0]):
            return None
        return WinnersLeft(self.winners[1:], None if self.low is None else self.low[1:])


@dataclass(frozen=True, slots=True)
class CountsLeft:
    """What the tricks to come are to give: tricks by seat, the last, and what was said of elder's run and of points.

    `number` is the next trick, from 1. `made` are the trick points by seat, `first` those of elder before the dealer's
    first point, counted while `opening`; None for what was not said. `run` is how many tricks elder takes before the
    dealer's first. `leads` is who took the trick before, and has its lead even without a card left for it (PI-38).
    """

    options: PiquetOptions
    elder: int
    last: int
    capot: bool
    tricks: Pair
    run: int | None
    made: Pair | None
    first: int | None
    leads: int
    number: int = 1
    opening: bool = True

    def after(self, trick: Trick) -> CountsLeft | None:
        """What is left once this trick was taken, None when it cannot be as was said any more."""
        winner = trick.winner
        if self.run is not None and self.number <= self.run + 1 and (winner == self.elder) is (self.number > self.run):
            return None
        if self.number == TRICKS and winner != self.last:
            return None
        tricks = _without(self.tricks, winner, 1)
        after = _scored(replace(self, tricks=tricks, number=self.number + 1), trick)
        amounts = (*tricks, *(after.made or ()), after.first or 0)
        return None if min(amounts) < 0 else replace(after, leads=winner)


def goal(options: PiquetOptions, _seats: int, facts: PiquetFacts) -> WinnersLeft | CountsLeft | None:
    """What the play must bring; None when the coup was not played out, and says nothing of it."""
    if facts.winners is not None:
        return WinnersLeft(facts.winners, facts.low)
    if facts.tricks is None or facts.last is None:
        return None
    return CountsLeft(
        options,
        facts.elder,
        facts.last,
        TRICKS in facts.tricks,
        facts.tricks,
        facts.elder_run,
        facts.trick_points,
        facts.elder_points,
        facts.elder,
    )


def _scored(goal: CountsLeft, trick: Trick) -> CountsLeft:
    """What is left of the points, for a goal that is one trick further (PI-17, PI-18, PI-22)."""
    if goal.made is None and goal.first is None:
        return goal
    options, first = goal.options, goal.first
    low = low_of(trick) if options.low_card_points is LowCards.ABOVE_NINE else HIGH
    points = tuple(points_of_trick(options, goal.number - 1, goal.leads, trick.winner, low, capot=goal.capot))
    made = sums(points)
    if first is not None and goal.opening:
        first -= sum(point.points for point in opening(goal.elder, points, first_lead=first_lead_alone(options)))
    return replace(
        goal,
        made=None if goal.made is None else (goal.made[0] - made[0], goal.made[1] - made[1]),
        first=first,
        opening=goal.opening and not made[1 - goal.elder],
    )


def _without(pair: Pair, seat: int, amount: int) -> Pair:
    return (pair[0] - amount, pair[1]) if seat == 0 else (pair[0], pair[1] - amount)
