"""The rows of the tables of statistics: shares and means formatted for the current language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from babel.numbers import format_decimal, format_percent
from flask_babel import get_locale

from scorekeeper.record.read_models.statistics import KnownPlayer, PlayerFigures
from scorekeeper.web.core.formatting import MINUS

ENOUGH = 5  # parties, for a share or a mean to be meaningful
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
    share: str
    rank: str
    points: str
    manches: int

    @property
    def enough(self) -> bool:
        """Whether there are enough parties: rows with fewer are greyed."""
        return self.parties >= ENOUGH


def table_of(sums: Sequence[PlayerFigures], players: Mapping[int, KnownPlayer]) -> list[FiguresRow]:
    """Return a row for each player, the largest share won first, and players with too few parties last."""
    known = [own for own in sums if own.player_id in players]
    known.sort(key=lambda own: (own.parties < ENOUGH, -own.won / own.parties, own.ranks / own.parties))
    return [_row(own, players[own.player_id].name) for own in known]


def share(part: int, whole: int) -> str:
    """Format a share in percent: « 38 % »."""
    return str(format_percent(part / whole if whole else 0, locale=get_locale()))


def mean(total: int, number: int) -> str:
    """Format a mean to one decimal, halves rounded away from zero: « 2,3 »."""
    exact = Decimal(total) / number if number else Decimal(0)
    written = format_decimal(exact.quantize(_TENTH, ROUND_HALF_UP), format="0.0", locale=get_locale())
    return str(written).replace("-", MINUS)


def _row(sums: PlayerFigures, name: str) -> FiguresRow:
    parties = sums.parties
    means = share(sums.won, parties), mean(sums.ranks, parties), mean(sums.points, parties)
    return FiguresRow(sums.game, sums.player_id, name, parties, sums.won, sums.drawn, *means, sums.manches)
