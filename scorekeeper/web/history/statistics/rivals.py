"""Who stands out among those a player meets: the *bête noire*, the *souffre-douleur*, the best partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures
from scorekeeper.web.history.statistics.figures import ENOUGH, mean, share


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met, with how often the player was ahead of them, behind, and on their side."""

    player_id: int
    name: str
    pair: PairFigures

    @property
    def enough(self) -> bool:
        """Whether so many meetings say something."""
        return self.pair.against >= ENOUGH

    @property
    def enough_together(self) -> bool:
        """Whether so many parties on one side do."""
        return self.pair.together >= ENOUGH

    @property
    def share_together(self) -> str:
        """The share of the parties won that were played on one side."""
        return share(self.pair.won, self.pair.together)

    @property
    def rank_together(self) -> str:
        """The mean rank of the two on one side."""
        return mean(self.pair.ranks, self.pair.together)

    @property
    def points_together(self) -> str:
        """Their mean total."""
        return mean(self.pair.points, self.pair.together)


@dataclass(frozen=True, slots=True)
class Rivals:
    """Everybody met, most often first, and those who stand out."""

    met: tuple[Rival, ...]
    partners: tuple[Rival, ...]
    nemesis: Rival | None
    victim: Rival | None
    best_partner: Rival | None


def rivals_of(pairs: Sequence[PairFigures], players: Mapping[int, KnownPlayer]) -> Rivals:
    """Those met, and who stands out by a difference of some size, over enough meetings."""
    known = [Rival(one.other_id, players[one.other_id].name, one) for one in pairs if one.other_id in players]
    met = tuple(sorted((one for one in known if one.pair.against), key=lambda one: -one.pair.against))
    partners = tuple(sorted((one for one in known if one.pair.together), key=lambda one: -one.pair.together))
    return Rivals(
        met,
        partners,
        _furthest([one for one in met if one.enough and one.pair.below > one.pair.above], -1),
        _furthest([one for one in met if one.enough and one.pair.above > one.pair.below], 1),
        max(
            (one for one in partners if one.enough_together and one.pair.won),
            key=lambda one: (one.pair.won / one.pair.together, one.pair.together),
            default=None,
        ),
    )


def _furthest(found: Sequence[Rival], sign: int) -> Rival | None:
    """The largest difference for the number of meetings, the most meetings among equals."""
    return max(
        found,
        key=lambda one: (sign * (one.pair.above - one.pair.below) / one.pair.against, one.pair.against),
        default=None,
    )
