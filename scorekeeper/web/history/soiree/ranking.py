"""The ranking of the players of a soirée: by parties won, then by mean rank.

A soirée is an evening of parties, games played to their end. If a player took over the seat of another one, the partie
counts for one of the two. The results are the rows of `soiree_summaries.player_results`, one for each player and game:
`game`, `player_id`, `name`, the `parties` that count, those `won`, the sum of their `ranks`, and the `number` of the
player in the carnet (the notebook of the group).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.web.core.charts.signs import distinct_signs


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking of a soirée."""

    # From 1, shared by players who are equal.
    place: int
    name: str

    # The number of parties that count for this player. A player with 0 is last.
    parties: int

    # The number of these parties that the player won.
    won: int

    # The sum of the ranks in these parties.
    ranks: int

    # The number of the player's mark and colour in charts, from 0 to 7.
    sign: int


def rank_players(results: Sequence[Any]) -> list[RankedPlayer]:
    """Rank the players over the parties of all games; players equal in wins and mean rank share their place."""
    # The id of each player once, in the order of the results; and for each of these players, the list of the results.
    players = dict.fromkeys(result.player_id for result in results)
    by_player = [[result for result in results if result.player_id == player_id] for player_id in players]
    keys = sorted(map(_sort_key, by_player))
    signs = distinct_signs([own[0].number for own in by_player])
    ranked = [
        RankedPlayer(
            # `index` finds the first of equal keys, so equal players share a place.
            place=1 + keys.index(_sort_key(own)),
            name=own[0].name,
            parties=sum(result.parties for result in own),
            won=sum(result.won for result in own),
            ranks=sum(result.ranks for result in own),
            sign=sign,
        )
        for own, sign in zip(by_player, signs, strict=True)
    ]
    return sorted(ranked, key=lambda player: player.place)


def rank_players_by_game(results: Sequence[Any]) -> dict[str, list[RankedPlayer]]:
    """Return the ranking of the players in each game, by the slug of the game.

    If only one game was played, its ranking would be that of the soirée: the dict is empty.
    """
    games = list(dict.fromkeys(result.game for result in results))
    if len(games) == 1:
        return {}
    return {game: rank_players([result for result in results if result.game == game]) for game in games}


def _sort_key(results: Sequence[Any]) -> tuple[bool, int, Fraction]:
    """Return the key that sorts players: those without parties last, most victories first, then the best mean rank."""
    parties = sum(result.parties for result in results)
    mean_rank = Fraction(sum(result.ranks for result in results), parties or 1)
    return not parties, -sum(result.won for result in results), mean_rank
