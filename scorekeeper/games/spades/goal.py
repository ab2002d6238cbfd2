"""The goal of a manche of Atout Pique (T-7): the number of tricks that the entered facts require by team and seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.spades.facts import SpadesFacts
from scorekeeper.games.spades.options import SEATS, TEAMS, SpadesOptions


@dataclass(frozen=True, slots=True)
class TricksGoal:
    """The tricks still to take: `nils` are those of each nil bidder by seat, `teams` all other tricks by team."""

    teams: tuple[int, ...]
    nils: tuple[int | None, ...]

    def after(self, trick: Trick) -> TricksGoal | None:
        """Return the remaining goal after this trick, None when its winner must take no more tricks."""
        winner, remaining = trick.winner, self._remaining(trick.winner) - 1
        if remaining < 0:
            return None
        if self.nils[winner] is None:
            side = winner % TEAMS
            return replace(self, teams=(*self.teams[:side], remaining, *self.teams[side + 1 :]))
        return replace(self, nils=(*self.nils[:winner], remaining, *self.nils[winner + 1 :]))

    def _remaining(self, seat: int) -> int:
        nil_tricks = self.nils[seat]
        return self.teams[seat % TEAMS] if nil_tricks is None else nil_tricks


def goal(_options: SpadesOptions, _seats: int, facts: SpadesFacts) -> TricksGoal:
    """Return the tricks that these facts require (AP-20, AP-21)."""
    nils_by_team = [sum(facts.nil_tricks[seat] or 0 for seat in range(side, SEATS, TEAMS)) for side in range(TEAMS)]
    teams = tuple(total - nils for total, nils in zip(facts.tricks, nils_by_team, strict=True))
    return TricksGoal(teams, facts.nil_tricks)
