"""The ranking of a soirée: by parties won, then by mean rank; players equal in both share their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.record.read_models.soiree_summaries import PlayerResult
from scorekeeper.web.history.statistics.figures import mean


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking: the place, the parties played and won, and the mean rank."""

    place: int
    name: str
    parties: int
    won: int
    mean: Fraction

    @property
    def mean_rank(self) -> str:
        """The mean rank formatted to a tenth."""
        return mean(self.mean.numerator, self.mean.denominator)


def ranking(results: Sequence[PlayerResult]) -> list[RankedPlayer]:
    """Rank the players over all these parties, whatever the game."""
    totals = [_total(own) for own in _by_player(results)]
    ranked = sorted(totals, key=_sort_key)
    return [RankedPlayer(1 + sum(_sort_key(other) < _sort_key(own) for other in totals), *own) for own in ranked]


def rankings_by_game(results: Sequence[PlayerResult]) -> dict[str, list[RankedPlayer]]:
    """Rank the players in each game, or return an empty dict when one game was played."""
    games = list(dict.fromkeys(result.game for result in results))
    if len(games) == 1:
        return {}
    return {game: ranking([result for result in results if result.game == game]) for game in games}


_Total = tuple[str, int, int, Fraction]


def _by_player(results: Sequence[PlayerResult]) -> Iterator[list[PlayerResult]]:
    for player_id in dict.fromkeys(result.player_id for result in results):
        yield [result for result in results if result.player_id == player_id]


def _total(own: Sequence[PlayerResult]) -> _Total:
    parties = sum(result.parties for result in own)
    ranks = Fraction(sum(result.ranks for result in own), parties)
    return own[0].name, parties, sum(result.won for result in own), ranks


def _sort_key(total: _Total) -> tuple[int, Fraction]:
    _, _, won, mean = total
    return -won, mean
