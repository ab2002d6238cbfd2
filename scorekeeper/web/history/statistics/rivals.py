"""The rivals of a player: the *bête noire*, the *souffre-douleur*, the best partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import KnownPlayer, PairFigures
from scorekeeper.web.history.statistics.figures import MIN_PARTIES, format_mean, format_share


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player, and the figures of the parties against and with this player."""

    player_id: int
    name: str
    pair: PairFigures

    @property
    def has_enough_meetings(self) -> bool:
        """Whether the figures of the parties against each other are meaningful."""
        return self.pair.against >= MIN_PARTIES

    @property
    def has_enough_together(self) -> bool:
        """Whether the figures of the parties on one side are meaningful."""
        return self.pair.together >= MIN_PARTIES

    @property
    def share_together(self) -> str:
        """The share won of the parties on one side."""
        return format_share(self.pair.won, self.pair.together)

    @property
    def rank_together(self) -> str:
        """The mean rank of both on one side."""
        return format_mean(self.pair.ranks, self.pair.together)

    @property
    def points_together(self) -> str:
        """The mean total of both on one side."""
        return format_mean(self.pair.points, self.pair.together)


@dataclass(frozen=True, slots=True)
class Rivals:
    """The opponents and the partners of a player, those met most often first, and the rivals among them.

    `nemesis` is the *bête noire*, `victim` the *souffre-douleur*.
    """

    opponents: tuple[Rival, ...]
    partners: tuple[Rival, ...]
    nemesis: Rival | None
    victim: Rival | None
    best_partner: Rival | None


def rivals_of(pairs: Sequence[PairFigures], players: Mapping[int, KnownPlayer]) -> Rivals:
    """Return the rivals of one player, from the figures of this player with every other player."""
    known = [Rival(pair.other_id, players[pair.other_id].name, pair) for pair in pairs if pair.other_id in players]
    opponents = sorted((rival for rival in known if rival.pair.against), key=lambda rival: -rival.pair.against)
    partners = sorted((rival for rival in known if rival.pair.together), key=lambda rival: -rival.pair.together)
    met_often = [rival for rival in opponents if rival.has_enough_meetings]
    best_partner = max(
        (rival for rival in partners if rival.has_enough_together and rival.pair.won),
        key=lambda rival: (rival.pair.won / rival.pair.together, rival.pair.together),
        default=None,
    )
    return Rivals(
        tuple(opponents),
        tuple(partners),
        nemesis=_most_one_sided([rival for rival in met_often if rival.pair.below > rival.pair.above]),
        victim=_most_one_sided([rival for rival in met_often if rival.pair.above > rival.pair.below]),
        best_partner=best_partner,
    )


def _most_one_sided(opponents: Sequence[Rival]) -> Rival | None:
    """Return the opponent with the largest difference per meeting; among equals, the one met most often."""
    return max(
        opponents,
        key=lambda rival: (abs(rival.pair.above - rival.pair.below) / rival.pair.against, rival.pair.against),
        default=None,
    )
