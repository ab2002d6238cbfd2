"""The ranking of the players of a soirée: by parties won, then by mean rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.record.read_models.soiree_summaries import PlayerResult
from scorekeeper.web.text.figures import format_mean

# Name, parties played, parties won, sum of ranks.
_Totals = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking: the place, the parties played and won, and the sum of the ranks in them.

    A player whose parties all count for others is last.
    """

    place: int
    name: str
    parties: int
    won: int
    ranks: int

    @property
    def mean_rank(self) -> str:
        """The mean rank formatted to a tenth."""
        return format_mean(self.ranks, self.parties)


def rank_players(results: Sequence[PlayerResult]) -> list[RankedPlayer]:
    """Rank the players over the parties of all games; players equal in wins and mean rank share their place."""
    totals = sorted((_sum_results(of_player) for of_player in _results_by_player(results)), key=_sort_key)
    keys = [_sort_key(player) for player in totals]
    return [RankedPlayer(1 + keys.index(_sort_key(player)), *player) for player in totals]


def rank_players_by_game(results: Sequence[PlayerResult]) -> dict[str, list[RankedPlayer]]:
    """Rank the players in each game, or return an empty dict if only one game was played."""
    games = list(dict.fromkeys(result.game for result in results))
    if len(games) == 1:
        return {}
    return {game: rank_players([result for result in results if result.game == game]) for game in games}


def _results_by_player(results: Sequence[PlayerResult]) -> Iterator[list[PlayerResult]]:
    for player_id in dict.fromkeys(result.player_id for result in results):
        yield [result for result in results if result.player_id == player_id]


def _sum_results(results: Sequence[PlayerResult]) -> _Totals:
    parties, ranks = sum(result.parties for result in results), sum(result.ranks for result in results)
    return results[0].name, parties, sum(result.won for result in results), ranks


def _sort_key(totals: _Totals) -> tuple[bool, int, Fraction]:
    _, parties, won, ranks = totals
    return not parties, -won, Fraction(ranks, parties or 1)
