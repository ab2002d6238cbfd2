"""The goal of a coup (T-7): the trick winners, or the trick counts and points, that the entered facts require."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.trick_points import (
    BOTH_HIGH,
    BySeat,
    LowPair,
    low_pair_of,
    opening_points,
    pic_needs_high_first_lead,
    points_by_seat,
    points_of_trick,
)


@dataclass(frozen=True, slots=True)
class WinnersGoal:
    """The winners of the remaining tricks, in order, and whether their cards were low, None if unknown (PI-18)."""

    winners: tuple[int, ...]
    low: tuple[LowPair, ...] | None

    def after(self, trick: Trick) -> WinnersGoal | None:
        """Return the remaining goal, None when the facts have another winner or other low cards for this trick."""
        if not self.winners:
            return self
        if trick.winner != self.winners[0] or (self.low is not None and low_pair_of(trick) != self.low[0]):
            return None
        return WinnersGoal(self.winners[1:], None if self.low is None else self.low[1:])


@dataclass(frozen=True, slots=True)
class CountsGoal:
    """The requirements for the remaining tricks: the `tricks` of each seat, and the seat that wins the `last` one.

    `most_cards` is the most cards that each seat can play in the coup (PI-38).
    `run` is the number of tricks that elder wins before the dealer wins one. `points` are the trick points that each
    seat has still to score, `elder_points` those of elder before the dealer scores. `run`, `points` and `elder_points`
    are None if not entered. `number` is the next trick, from 1; `leader` is the seat that took the previous trick, even
    if it has no card to lead (PI-38). `opening` is true until the dealer scores. `capot`: one seat takes all tricks.
    """

    options: PiquetOptions
    elder: int
    last: int
    most_cards: BySeat
    capot: bool
    tricks: BySeat
    run: int | None
    points: BySeat | None
    elder_points: int | None
    leader: int
    number: int = 1
    opening: bool = True

    def after(self, trick: Trick) -> CountsGoal | None:
        """Return the remaining goal after this trick, None when the goal is out of reach."""
        winner = trick.winner
        if self.run is not None and self.number <= self.run + 1:
            elder_wins = self.number <= self.run
            if (winner == self.elder) is not elder_wins:
                return None
        tricks = _subtract(self.tricks, winner, 1)
        after = _subtract_points(replace(self, tricks=tricks, number=self.number + 1), trick)
        after = replace(after, leader=winner)
        amounts = (*tricks, *(after.points or ()), after.elder_points or 0)
        return after if min(amounts) >= 0 and _fits_tricks(after) else None


def goal(options: PiquetOptions, _seats: int, facts: PiquetFacts) -> WinnersGoal | CountsGoal | None:
    """Return the goal of the tricks, None when the coup was not played to the end."""
    if facts.winners is not None:
        return WinnersGoal(facts.winners, facts.low)
    if facts.tricks is None or facts.last is None:
        return None
    if_entered = facts.elder_run, facts.trick_points, facts.elder_points
    capot = TRICKS in facts.tricks
    return CountsGoal(
        options, facts.elder, facts.last, facts.most_cards, capot, facts.tricks, *if_entered, leader=facts.elder
    )


def _fits_tricks(goal: CountsGoal) -> bool:
    """Whether each seat can take its remaining tricks, one of them the last, and score its points in them."""
    if not goal.tricks[goal.last]:
        return False
    for seat, tricks in enumerate(goal.tricks):
        cards_left = max(0, goal.most_cards[seat] + 1 - goal.number)
        if tricks > cards_left:
            return False
        # A trick gives a win and the next lead; the leader also has the lead of the next trick.
        if goal.points is not None and goal.points[seat] > 2 * tricks + (seat == goal.leader):
            return False
    return True


def _subtract_points(goal: CountsGoal, trick: Trick) -> CountsGoal:
    """Subtract the points of a trick from the goal, whose `number` is already the next trick (PI-17, PI-18, PI-22)."""
    if goal.points is None and goal.elder_points is None:
        return goal
    options, elder_points = goal.options, goal.elder_points
    low = low_pair_of(trick) if options.low_card_points is LowCards.ABOVE_NINE else BOTH_HIGH
    points = tuple(points_of_trick(options, goal.number - 1, goal.leader, trick.winner, low, capot=goal.capot))
    scored = points_by_seat(points)
    if elder_points is not None and goal.opening:
        elder_points -= sum(
            point.points for point in opening_points(goal.elder, points, first_lead=pic_needs_high_first_lead(options))
        )
    return replace(
        goal,
        points=None if goal.points is None else (goal.points[0] - scored[0], goal.points[1] - scored[1]),
        elder_points=elder_points,
        opening=goal.opening and not scored[1 - goal.elder],
    )


def _subtract(pair: BySeat, seat: int, amount: int) -> BySeat:
    return (pair[0] - amount, pair[1]) if seat == 0 else (pair[0], pair[1] - amount)
