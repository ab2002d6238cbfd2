"""The rows of the tables of statistics: shares and means formatted for the current language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.read_models.statistics import KnownPlayer, PlayerFigures
from scorekeeper.web.text.values import MIN_PARTIES, format_mean, format_share


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """The formatted figures of a player in a game."""

    game: str
    player_id: int
    name: str
    parties: int
    won: int
    drawn: int
    share_won: str
    mean_rank: str
    mean_points: str
    manches: int

    @property
    def has_enough_parties(self) -> bool:
        """Whether the shares and means are meaningful; other rows are greyed."""
        return self.parties >= MIN_PARTIES


def figure_rows(figures: Sequence[PlayerFigures], players: Mapping[int, KnownPlayer]) -> list[FiguresRow]:
    """Return a row for each player, the largest share won first, and players with too few parties last."""
    known = [sums for sums in figures if sums.player_id in players]
    known.sort(key=lambda sums: (sums.parties < MIN_PARTIES, *_order_of_row(sums)))
    return [
        FiguresRow(
            game=sums.game,
            player_id=sums.player_id,
            name=players[sums.player_id].name,
            parties=sums.parties,
            won=sums.won,
            drawn=sums.drawn,
            share_won=format_share(sums.won, sums.parties),
            mean_rank=format_mean(sums.ranks, sums.parties),
            mean_points=format_mean(sums.points, sums.parties),
            manches=sums.manches,
        )
        for sums in known
    ]


def _order_of_row(sums: PlayerFigures) -> tuple[float, float]:
    """Sort by the share won, then by the mean rank; players who only replaced others are last."""
    if not sums.parties:
        return 1, 0
    return -sums.won / sums.parties, sums.ranks / sums.parties
