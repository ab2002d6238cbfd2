"""Replay parties: read the facts of their manches, score them, and cache the results.

The cache compares the facts, not a version, so that it needs no invalidation after writes of other processes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts, Order, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import Json
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


class _ReplayCache:
    """A cache of the latest replay of each partie; least recently used ones are dropped."""

    def __init__(self) -> None:
        self._replays: OrderedDict[tuple[Any, ...], _CachedReplay] = OrderedDict()
        self._manches = 0
        self._lock = Lock()

    def get(  # noqa: PLR0913, PLR0917 - a replay depends on all of these
        self,
        partie: int | None,
        game: AnyGame,
        rules: Any,  # noqa: ANN401 - each game has its own options type
        seats: int,
        turns: TurnChanges,
        facts: Sequence[Json],
    ) -> Replay:
        """Return the replay of these facts under these rules; `partie` is its key in the database, if it has one."""
        key = partie, id(game), rules, seats, turns
        with self._lock:
            cached = self._replays.get(key)
            if cached is not None:
                self._replays.move_to_end(key)
        if cached is not None and cached.facts == tuple(facts):
            return cached.replay
        # The unchanged manches at the start are not read again, only scored.
        unchanged = 0 if cached is None else _common_length(cached.facts, facts)
        unchanged_manches = () if cached is None else cached.replay.played[:unchanged]
        played = (
            *unchanged_manches,
            *(read_manche(game, rules, seats, manche, stored=True) for manche in facts[unchanged:]),
        )
        sheet, deal = game.score(rules, seats, played), deal_after(game, rules, seats, turns, played)
        replay = Replay(played, sheet, deal, order_after(turns, len(played)))
        self._store(key, _CachedReplay(tuple(facts), replay))
        return replay

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._replays.clear()
            self._manches = 0

    def _store(self, key: tuple[Any, ...], new: _CachedReplay) -> None:
        with self._lock:
            old = self._replays.pop(key, None)
            self._replays[key] = new
            self._manches += len(new.facts) - (0 if old is None else len(old.facts))
            while self._manches > CACHED_MANCHES and len(self._replays) > 1:
                _, dropped = self._replays.popitem(last=False)
                self._manches -= len(dropped.facts)


_cache = _ReplayCache()
cached_replay = _cache.get
clear = _cache.clear


def _common_length(before: Sequence[Json], now: Sequence[Json]) -> int:
    """Return the number of manches, from the first on, that have the same facts in both lists."""
    pairs = zip(before, now, strict=False)
    return next((index for index, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))
