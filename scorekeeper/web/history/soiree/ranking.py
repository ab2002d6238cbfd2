"""The ranking of the players of a soirée: by parties won, then by mean rank.

A soirée is an evening of parties, games played to their end. A partie counts if it has ended and is neither abandoned
nor deleted. If a player took over the seat of another one, the partie counts for one of the two. A side is a player or
a team.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.outcomes import DRAWN
from scorekeeper.web.core.charts.signs import distinct_signs


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking of a soirée."""

    # From 1, shared by players who are equal.
    place: int
    name: str

    # The number of parties that count for this player.
    parties: int

    # The number of these parties that the player won. A drawn partie is a victory for no one.
    won: int

    # The sum of the ranks in these parties.
    ranks: int

    # The number of the player's mark and colour in charts, from 0 to 7.
    sign: int


def rank_players(parties: Iterable[ListedPartie]) -> list[RankedPlayer]:
    """Rank the players over those of these parties that count; players equal in wins and mean rank share a place."""
    # The results of each player, one for each partie as (1 if it was won, rank), by (name, number in the carnet).
    results: defaultdict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for partie in parties:
        if not partie.counts:
            continue
        for side in partie.sides:
            won = side.won and partie.ending_why != DRAWN
            for player in zip(side.players, side.numbers, strict=True):
                results[player].append((int(won), side.rank))
    keys = sorted(map(_sort_key, results.values()))
    signs = distinct_signs([number for _name, number in results])
    ranked = [
        RankedPlayer(
            # `index` finds the first of equal keys, so equal players share a place.
            place=1 + keys.index(_sort_key(own)),
            name=name,
            parties=len(own),
            won=sum(won for won, _rank in own),
            ranks=sum(rank for _won, rank in own),
            sign=sign,
        )
        for ((name, _number), own), sign in zip(results.items(), signs, strict=True)
    ]
    return sorted(ranked, key=lambda player: player.place)


def _sort_key(results: Sequence[tuple[int, int]]) -> tuple[int, Fraction]:
    """Return the key that sorts players: most victories first, then the best mean rank."""
    return -sum(won for won, _rank in results), Fraction(sum(rank for _won, rank in results), len(results))
