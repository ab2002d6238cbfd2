"""The goal of a coup (T-7): the trick winners, or the trick counts and points, that the entered facts require.

A coup is one deal of Piquet. A goal is compared with the tricks entered card by card: `after` returns what remains of
it after one trick, None when the facts cannot be true any more. *Elder* is the seat that does not deal.
"""

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
        # Without further winners there is nothing to compare.
        if not self.winners:
            return self
        if trick.winner != self.winners[0]:
            return None
        if self.low is None:
            return WinnersGoal(self.winners[1:], None)
        if low_pair_of(trick) != self.low[0]:
            return None
        return WinnersGoal(self.winners[1:], self.low[1:])


@dataclass(frozen=True, slots=True)
class CountsGoal:
    """The requirements for the remaining tricks, when each seat's number of tricks is known but not their winners."""

    options: PiquetOptions
    elder: int
    # The seat that wins the last trick.
    last: int
    # The most cards that each seat can play in the coup (PI-38).
    most_cards: BySeat
    # Whether one seat takes all tricks.
    capot: bool
    # The tricks that each seat has still to win.
    tricks: BySeat
    # The number of tricks that elder wins before the dealer wins one; None if not entered.
    run: int | None
    # The trick points that each seat has still to score; None if not entered.
    points: BySeat | None
    # Those that elder has still to score before the dealer scores; None if not entered.
    elder_points: int | None
    # The seat that took the previous trick, even if it has no card to lead (PI-38).
    leader: int
    # The number of the next trick, from 1.
    number: int = 1
    # Whether the dealer has not scored yet.
    opening: bool = True

    def after(self, trick: Trick) -> CountsGoal | None:
        """Return the remaining goal after this trick, None when the goal is out of reach."""
        winner = trick.winner
        # The trick after the run is the dealer's; who wins the later ones is open.
        if self.run is not None and self.number <= self.run + 1:
            elder_wins = self.number <= self.run
            if (winner == self.elder) is not elder_wins:
                return None
        tricks = self.tricks[0] - (winner == 0), self.tricks[1] - (winner == 1)
        after = replace(self, tricks=tricks, number=self.number + 1)
        # The points depend on the seat that led this trick, so the leader changes after them.
        after = replace(_subtract_points(after, trick), leader=winner)
        # Less than 0 remains: the seat took more tricks or points than the facts say.
        if min(*tricks, *(after.points or ()), after.elder_points or 0) < 0 or not _fits_tricks(after):
            return None
        return after


def goal(options: PiquetOptions, _seats: int, facts: PiquetFacts) -> WinnersGoal | CountsGoal | None:
    """Return the goal of the tricks, None when the coup was not played to the end."""
    if facts.winners is not None:
        return WinnersGoal(facts.winners, facts.low)
    # A coup that is cancelled or in progress has no counts.
    if facts.tricks is None or facts.last is None:
        return None
    return CountsGoal(
        options,
        facts.elder,
        facts.last,
        facts.most_cards,
        TRICKS in facts.tricks,
        facts.tricks,
        run=facts.elder_run,
        points=facts.trick_points,
        elder_points=facts.elder_points,
        leader=facts.elder,
    )


def _fits_tricks(goal: CountsGoal) -> bool:
    """Whether each seat can take its remaining tricks, one of them the last, and score its points in them."""
    if not goal.tricks[goal.last]:
        return False
    for seat, tricks in enumerate(goal.tricks):
        # Before the trick `number`, each seat has played `number` - 1 cards.
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
    options = goal.options
    low = BOTH_HIGH
    if options.low_card_points is LowCards.ABOVE_NINE:
        low = low_pair_of(trick)
    # A tuple, because the points are read twice.
    points = tuple(points_of_trick(options, goal.number - 1, goal.leader, trick.winner, low, capot=goal.capot))
    scored = points_by_seat(points)
    remaining, elder_points = goal.points, goal.elder_points
    if remaining is not None:
        remaining = remaining[0] - scored[0], remaining[1] - scored[1]
    # `opening` as long as the dealer has not scored: only elder's points until then are counted.
    if elder_points is not None and goal.opening:
        opening = opening_points(goal.elder, points, first_lead=pic_needs_high_first_lead(options))
        elder_points -= sum(point.points for point in opening)
    still_opening = goal.opening and not scored[1 - goal.elder]
    return replace(goal, points=remaining, elder_points=elder_points, opening=still_opening)
