"""The rivals of a player: the *bête noire*, the *souffre-douleur*, the best partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures
from scorekeeper.web.history.statistics.figures import ENOUGH, mean, share


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player met: how often the player finished ahead of, behind, or on the side of the other."""

    player_id: int
    name: str
    pair: PairFigures

    @property
    def enough(self) -> bool:
        """Whether there are enough meetings to be meaningful."""
        return self.pair.against >= ENOUGH

    @property
    def enough_together(self) -> bool:
        """Whether there are enough parties on one side to be meaningful."""
        return self.pair.together >= ENOUGH

    @property
    def share_together(self) -> str:
        """The share of their parties on one side that they won."""
        return share(self.pair.won, self.pair.together)

    @property
    def rank_together(self) -> str:
        """Their mean rank on one side."""
        return mean(self.pair.ranks, self.pair.together)

    @property
    def points_together(self) -> str:
        """Their mean total on one side."""
        return mean(self.pair.points, self.pair.together)


@dataclass(frozen=True, slots=True)
class Rivals:
    """The players met, most often first, and the rivals among them."""

    met: tuple[Rival, ...]
    partners: tuple[Rival, ...]
    nemesis: Rival | None
    victim: Rival | None
    best_partner: Rival | None


def rivals_of(pairs: Sequence[PairFigures], players: Mapping[int, KnownPlayer]) -> Rivals:
    """Return the players met, and as rivals those with the largest difference over enough meetings."""
    known = [Rival(pair.other_id, players[pair.other_id].name, pair) for pair in pairs if pair.other_id in players]
    met = tuple(sorted((rival for rival in known if rival.pair.against), key=lambda rival: -rival.pair.against))
    partners = tuple(sorted((rival for rival in known if rival.pair.together), key=lambda rival: -rival.pair.together))
    return Rivals(
        met,
        partners,
        _most_one_sided([rival for rival in met if rival.enough and rival.pair.below > rival.pair.above], -1),
        _most_one_sided([rival for rival in met if rival.enough and rival.pair.above > rival.pair.below], 1),
        max(
            (rival for rival in partners if rival.enough_together and rival.pair.won),
            key=lambda rival: (rival.pair.won / rival.pair.together, rival.pair.together),
            default=None,
        ),
    )


def _most_one_sided(found: Sequence[Rival], sign: int) -> Rival | None:
    """The rival with the largest difference per meeting; among equals, the one met most often."""
    return max(
        found,
        key=lambda rival: (sign * (rival.pair.above - rival.pair.below) / rival.pair.against, rival.pair.against),
        default=None,
    )
