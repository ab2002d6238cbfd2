"""The goal of a manche of Atout Pique (Spades): whether its tricks can still make the entered facts true.

A *manche* is one deal; a *side* is a team, or a seat if each plays alone. The *facts* are the bids and the tricks of
each side. A *nil* is a bid to take no trick; a nil bidder who fails takes some all the same, and the facts have their
number. If the cards were entered too, but not all of them, the facts must agree with the tricks so far (T-7).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import TricksGoal
from scorekeeper.games.spades.facts import SpadesFacts, tricks_by_seat
from scorekeeper.games.spades.options import SpadesOptions, side_of


def goal(options: SpadesOptions, seats: int, facts: SpadesFacts) -> TricksGoal:
    """Return the goal that the tricks must reach for these facts to be true (AP-20, AP-21)."""
    return TricksGoal(partial(_can_be_true, options, seats, facts))


def _can_be_true(options: SpadesOptions, seats: int, facts: SpadesFacts, tricks: Sequence[Trick]) -> bool:
    """Return whether no nil bidder, and no side without its nil bidders, has more tricks than the facts say."""
    # By side, the tricks that its players without a nil must still take; either partner may take them.
    others = [*facts.tricks]
    for seat, taken in enumerate(tricks_by_seat(tricks, seats)):
        # None for a seat without a nil. The tricks of a nil bidder are counted apart from those of the side.
        of_nil = facts.nil_tricks[seat]
        if of_nil is not None and taken > of_nil:
            return False
        others[side_of(options, seat)] -= taken if of_nil is None else of_nil
    return min(others) >= 0
