"""The points that each team must take for the facts of a manche to be true (T-7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from petite_belote.facts import LAST_TRICK, TRICKS, BeloteFacts, card_points
from petite_belote.options import TEAMS, BeloteOptions

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.verdicts import Trick


@dataclass(frozen=True, slots=True)
class RemainingPoints:
    """The points each team must still take, and whether each has a trick; `barred` takes none in a capot."""

    trump: Suit
    barred: int | None
    needs: tuple[int, ...]
    took: tuple[bool, ...] = (False, False)
    number: int = 1

    def after(self, trick: Trick) -> RemainingPoints | None:
        """Return what remains after this trick, or None when its team has too many points."""
        side = trick.winner % TEAMS
        points = sum(card_points(card, self.trump) for card in trick.cards)
        points += LAST_TRICK if self.number == TRICKS else 0
        needs = tuple(need - points * (team == side) for team, need in enumerate(self.needs))
        took = tuple(taken or team == side for team, taken in enumerate(self.took))
        after = replace(self, needs=needs, took=took, number=self.number + 1)
        return after if min(needs) >= 0 and side != self.barred and after.fits_tricks() else None

    def fits_tricks(self) -> bool:
        """Return whether the tricks left can bring each team its points, and one team the last trick (BE-10, BE-14)."""
        without_trick = [self.barred is None and not taken for taken in self.took]
        takers = sum(need > 0 or lacks for need, lacks in zip(self.needs, without_trick, strict=True))
        return takers <= TRICKS + 1 - self.number and max(self.needs) >= LAST_TRICK


def goal(_options: BeloteOptions, _seats: int, facts: BeloteFacts) -> RemainingPoints:
    """Return the goal of the play for these facts."""
    return RemainingPoints(facts.trump, facts.points.index(0) if facts.capot else None, facts.points)
