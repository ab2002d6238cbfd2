"""Parties replayed: the facts of their manches read and scored, and kept for as long as the same ones come again.

What is kept is found by the facts themselves, not by a version, so that it is right whoever wrote them, and where.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from scorekeeper.games.contract import AnyGame, Deal, MancheFacts, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Partie

KEPT = 4_000  # manches, over all parties


@dataclass(frozen=True, slots=True)
class Replay:
    """The manches of a partie as facts, its sheet, and the deal to come."""

    played: tuple[MancheFacts[Any], ...]
    sheet: Sheet
    deal: Deal


@dataclass(frozen=True, slots=True)
class _KeptReplay:
    facts: tuple[Json, ...]
    replay: Replay


class _Replays:
    """The latest replay of each partie: one that goes on finds what it was."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], _KeptReplay] = OrderedDict()
        self._manches = 0
        self._lock = Lock()

    def of(self, partie: Partie, game: AnyGame, rules: Any, facts: Sequence[Json]) -> Replay:  # noqa: ANN401 - each game has its own options type
        """The partie replayed under these rules, from the facts of the manches in its sheet."""
        seats, dealer = len(partie.seats), partie.first_dealer
        key = partie.id, id(game), rules, seats, dealer
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
        if known is not None and known.facts == tuple(facts):
            return known.replay
        # The manches that are as they were need not be read again, only scored.
        same = 0 if known is None else _alike(known.facts, facts)
        before = () if known is None else known.replay.played[:same]
        played = (*before, *(read_manche(game, rules, seats, manche, stored=True) for manche in facts[same:]))
        replay = Replay(played, game.score(rules, seats, played), game.deal(rules, seats, dealer, played))
        self._keep(key, _KeptReplay(tuple(facts), replay))
        return replay

    def forget(self) -> None:
        """Keep nothing of what was replayed so far."""
        with self._lock:
            self._kept.clear()
            self._manches = 0

    def _keep(self, key: tuple[Any, ...], new: _KeptReplay) -> None:
        with self._lock:
            old = self._kept.pop(key, None)
            self._kept[key] = new
            self._manches += len(new.facts) - (0 if old is None else len(old.facts))
            while self._manches > KEPT and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._manches -= len(gone.facts)


_replays = _Replays()
replayed = _replays.of
forget = _replays.forget


def _alike(before: Sequence[Json], now: Sequence[Json]) -> int:
    """How many manches of two parties are the same, from the first on."""
    pairs = zip(before, now, strict=False)
    return next((number for number, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))
