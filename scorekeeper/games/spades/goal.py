"""The goal of a manche of Atout Pique (Spades): the tricks that each side must take so that the entered facts are true.

A *manche* is one deal; a *side* is a team, or a seat if each plays alone. The *facts* are the bids and the tricks of
each side. A *nil* is a bid to take no trick; a nil bidder who fails takes some all the same, and the facts have their
number. If the cards were entered too, but not all of them, the facts must agree with the tricks so far (T-7). So
`after` is called for each trick: it returns the goal that remains, or None if the facts cannot be true.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.spades.facts import SpadesFacts
from scorekeeper.games.spades.options import SpadesOptions, side_of


@dataclass(frozen=True, slots=True)
class TricksGoal:
    """The tricks still to take."""

    options: SpadesOptions
    # By side, the tricks of the players who bid no nil.
    others: tuple[int, ...]
    # By seat, the tricks of each nil bidder, None for the other seats.
    nils: tuple[int | None, ...]

    def after(self, trick: Trick) -> TricksGoal | None:
        """Return the remaining goal after this trick, None when its winner must take no more tricks."""
        winner = trick.winner
        # The tricks of a nil bidder are counted apart from those of the side.
        remaining = self.nils[winner]
        if remaining is not None:
            if remaining == 0:
                return None
            return replace(self, nils=(*self.nils[:winner], remaining - 1, *self.nils[winner + 1 :]))
        # The tricks of a contract may be taken by either partner.
        side = side_of(self.options, winner)
        if self.others[side] == 0:
            return None
        return replace(self, others=(*self.others[:side], self.others[side] - 1, *self.others[side + 1 :]))


def goal(options: SpadesOptions, _seats: int, facts: SpadesFacts) -> TricksGoal:
    """Return the tricks that these facts require (AP-20, AP-21)."""
    # By side, all its tricks without those of nil bidders.
    others = [*facts.tricks]
    for seat, count in enumerate(facts.nil_tricks):
        others[side_of(options, seat)] -= count or 0
    return TricksGoal(options, tuple(others), facts.nil_tricks)
