"""The rows of the tables of statistics: shares and means formatted for the current language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from babel.numbers import format_decimal, format_percent
from flask_babel import get_locale

from scorekeeper.record.read_models.statistics import KnownPlayer, PlayerFigures
from scorekeeper.web.core.formatting import MINUS

MIN_PARTIES = 5  # with fewer parties, a share or a mean is not meaningful
_TENTH = Decimal("0.1")


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
    return [_format_row(sums, players[sums.player_id].name) for sums in known]


def format_share(part: int, whole: int) -> str:
    """Format a share in percent: « 38 % »; "" for a share of nothing."""
    if not whole:
        return ""
    return str(format_percent(part / whole, locale=get_locale()))


def format_mean(total: int, count: int) -> str:
    """Format a mean to one decimal, halves rounded away from zero: « 2,3 »; a dash for a mean of nothing."""
    if not count:
        return "–"
    text = format_decimal((Decimal(total) / count).quantize(_TENTH, ROUND_HALF_UP), format="0.0", locale=get_locale())
    return str(text).replace("-", MINUS)


def _order_of_row(sums: PlayerFigures) -> tuple[float, float]:
    """Sort by the share won, then by the mean rank; players who only replaced others are last."""
    if not sums.parties:
        return 1, 0
    return -sums.won / sums.parties, sums.ranks / sums.parties


def _format_row(sums: PlayerFigures, name: str) -> FiguresRow:
    parties = sums.parties
    return FiguresRow(
        game=sums.game,
        player_id=sums.player_id,
        name=name,
        parties=parties,
        won=sums.won,
        drawn=sums.drawn,
        share_won=format_share(sums.won, parties),
        mean_rank=format_mean(sums.ranks, parties),
        mean_points=format_mean(sums.points, parties),
        manches=sums.manches,
    )
