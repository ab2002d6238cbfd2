"""What the tricks of a coup must bring for its facts to be true (T-7): their winners, or trick counts and points."""

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
    """The winners of the remaining tricks, in order, as far as they were entered, and their low cards (PI-18)."""

    winners: tuple[int, ...]
    low: tuple[Low, ...] | None

    def after(self, trick: Trick) -> WinnersLeft | None:
        """Return the remaining goal after this trick, None when the facts give it to the other seat."""
        if not self.winners:
            return self
        if trick.winner != self.winners[0] or (self.low is not None and low_of(trick) != self.low[0]):
            return None
        return WinnersLeft(self.winners[1:], None if self.low is None else self.low[1:])


@dataclass(frozen=True, slots=True)
class CountsLeft:
    """What the remaining tricks must give: tricks by seat, the winner of the last, elder's run and points.

    `number` is the next trick, from 1. `made` are the trick points by seat, `first` those of elder before the dealer's
    first point, counted while `opening`. `run` is the number of tricks that elder takes before the dealer's first.
    Each is None if it was not entered. `leads` is the seat that took the previous trick; it leads, even without a card
    to play (PI-38).
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
        """Return the remaining goal after this trick, None when it is out of reach."""
        winner = trick.winner
        if self.run is not None and self.number <= self.run + 1 and (winner == self.elder) is (self.number > self.run):
            return None
        if self.number == TRICKS and winner != self.last:
            return None
        tricks = _without(self.tricks, winner, 1)
        after = _subtract_points(replace(self, tricks=tricks, number=self.number + 1), trick)
        amounts = (*tricks, *(after.made or ()), after.first or 0)
        return None if min(amounts) < 0 else replace(after, leads=winner)


def goal(options: PiquetOptions, _seats: int, facts: PiquetFacts) -> WinnersLeft | CountsLeft | None:
    """Return what the tricks must bring, None when the coup was not played out."""
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


def _subtract_points(goal: CountsLeft, trick: Trick) -> CountsLeft:
    """The goal, already moved to the next trick, without the points of this one (PI-17, PI-18, PI-22)."""
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
