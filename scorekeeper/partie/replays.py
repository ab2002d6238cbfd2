"""Replay parties: read the facts of their manches, score them, and cache the results.

The cache compares the facts, not a version, so that it needs no invalidation after writes of other processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts, Order, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import Json
from scorekeeper.partie.sized_cache import SizedCache
from scorekeeper.partie.turns import TurnChanges, deal_after, order_after

CACHED_MANCHES = 4_000  # manches in the cache, of all parties


@dataclass(frozen=True)
class Replay:
    """What the game makes of the manches in the sheet."""

    # Their facts, as typed values.
    played: tuple[MancheFacts[Any], ...]

    # The score of each manche.
    sheet: Sheet

    # The next deal.
    deal: Deal

    # The order of play from the next deal on, None if it is that of the seats.
    order: Order | None


@dataclass(frozen=True, slots=True)
class _CachedReplay:
    facts: tuple[Json, ...]
    replay: Replay


_cache = SizedCache[_CachedReplay]()
clear = _cache.clear


def cached_replay(  # noqa: PLR0913, PLR0917 - a replay depends on all of these
    partie: int | None,
    game: AnyGame,
    rules: Any,  # noqa: ANN401 - each game has its own options type
    seats: int,
    turns: TurnChanges,
    facts: Sequence[Json],
) -> Replay:
    """Return the replay of these facts under these rules; `partie` is its key in the database, if it has one."""
    key = partie, id(game), game.slug, rules, seats, turns
    cached = _cache.get(key)
    if cached is not None and cached.facts == tuple(facts):
        return cached.replay
    played: tuple[MancheFacts[Any], ...] = ()
    # The unchanged manches at the start are not read again, only scored.
    if cached is not None:
        played = cached.replay.played[: _common_length(cached.facts, facts)]
    played += tuple(read_manche(game, rules, seats, manche, stored=True) for manche in facts[len(played) :])
    sheet, deal = game.score(rules, seats, played), deal_after(game, rules, seats, turns, played)
    replay = Replay(played, sheet, deal, order_after(turns, len(played)))
    _cache.put(key, _CachedReplay(tuple(facts), replay), len(facts), CACHED_MANCHES)
    return replay


def _common_length(before: Sequence[Json], now: Sequence[Json]) -> int:
    """Return the number of manches, from the first on, that have the same facts in both lists."""
    length = 0
    for old, new in zip(before, now, strict=False):
        if old != new:
            break
        length += 1
    return length
