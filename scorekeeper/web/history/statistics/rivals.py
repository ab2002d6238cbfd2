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
    known = [Rival(one.other_id, players[one.other_id].name, one) for one in pairs if one.other_id in players]
    met = tuple(sorted((one for one in known if one.pair.against), key=lambda one: -one.pair.against))
    partners = tuple(sorted((one for one in known if one.pair.together), key=lambda one: -one.pair.together))
    return Rivals(
        met,
        partners,
        _most_one_sided([one for one in met if one.enough and one.pair.below > one.pair.above], -1),
        _most_one_sided([one for one in met if one.enough and one.pair.above > one.pair.below], 1),
        max(
            (one for one in partners if one.enough_together and one.pair.won),
            key=lambda one: (one.pair.won / one.pair.together, one.pair.together),
            default=None,
        ),
    )


def _most_one_sided(found: Sequence[Rival], sign: int) -> Rival | None:
    """The rival with the largest difference per meeting; among equals, the one met most often."""
    return max(
        found,
        key=lambda one: (sign * (one.pair.above - one.pair.below) / one.pair.against, one.pair.against),
        default=None,
    )
