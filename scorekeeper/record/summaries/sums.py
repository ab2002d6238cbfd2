"""What a partie that counts gives to the statistics: sums for the cells it belongs to, and how it ended for each seat.

Plain figures from the rows of its summary: nothing here replays, or asks a database.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.record.summaries.cell_tables import (
    KEY_LENGTH,
    RULES_LENGTH,
    CellPair,
    CellParties,
    CellPlayer,
    CellTally,
)

DRAWN = "drawn"
CellTable: TypeAlias = type[CellParties | CellPlayer | CellTally | CellPair]
CELL_TABLES: tuple[CellTable, ...] = (CellParties, CellPlayer, CellTally, CellPair)
AMOUNTS: Mapping[CellTable, tuple[str, ...]] = {
    CellParties: ("parties", "manches"),
    CellPlayer: ("parties", "won", "drawn", "ranks", "points", "manches"),
    CellTally: ("times", "count", "points"),
    CellPair: ("against", "above", "below", "together", "won", "ranks", "points"),
}


class CellPlace(NamedTuple):
    """Which cell: what is left open is empty or 0."""

    carnet_id: int
    game: str
    rules: str = ""
    people: str = ""
    year: int = 0

    @property
    def key(self) -> str:
        """The key of the cell."""
        return hashlib.sha256(repr(tuple(self)).encode()).hexdigest()[:KEY_LENGTH]

    @property
    def narrowed(self) -> int:
        """How many of rules, people and year are not left open."""
        return sum(map(bool, self[2:]))

    def widened(self) -> Iterator[CellPlace]:
        """This cell, and those that hold it with more left open."""
        for rules, people, year in product((self.rules, ""), (self.people, ""), (self.year, 0)):
            yield CellPlace(self.carnet_id, self.game, rules, people, year)


class CountedSeat(NamedTuple):
    """How a seat ended."""

    player_id: int
    side: int
    total: int
    rank: int
    won: bool


class CountedTally(NamedTuple):
    """A row of the tally of a partie."""

    number: int
    why: str
    times: int
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class CountedPartie:
    """A partie that ended, apart from its soirée: its seats in order, and what the ending says besides, as `flags`."""

    partie_id: int
    game: str
    options: Mapping[str, Any]
    manches: int
    drawn: bool
    flags: tuple[str, ...]
    seats: tuple[CountedSeat, ...]
    tallies: tuple[CountedTally, ...]


class Held(NamedTuple):
    """Where and when a partie was held."""

    carnet_id: int
    held_on: dt.date


@dataclass
class Sums:
    """Sums by the table and the key of their rows; the options of the cells among them."""

    rows: dict[CellTable, dict[tuple[Any, ...], list[int]]] = field(
        default_factory=lambda: {table: {} for table in CELL_TABLES}
    )
    options: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def add(self, table: CellTable, key: tuple[Any, ...], amounts: Iterable[int], times: int = 1) -> None:
        """Add to a row."""
        known = self.rows[table].get(key)
        if known is None:
            known = self.rows[table][key] = [0] * len(AMOUNTS[table])
        for place, amount in enumerate(amounts):
            known[place] += times * amount

    def widened(self) -> Sums:
        """The same in every cell that holds those of these rows; what adds up to nothing is left out."""
        whole = Sums(options=self.options)
        for table, rows in self.rows.items():
            for (place, *rest), amounts in rows.items():
                for wider in place.widened() if any(amounts) else ():
                    whole.add(table, (wider, *rest), amounts)
        return whole


def flags_of(result: Mapping[str, Any] | None) -> tuple[str, ...]:
    """What an ending says of itself beside its reason: the keys of its result that hold a plain yes."""
    return tuple(sorted(key for key, value in (result or {}).items() if value is True))


def rules_digest(options: Mapping[str, Any]) -> str:
    """House rules in a few characters."""
    return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:RULES_LENGTH]


def people_of(player_ids: Iterable[int]) -> str:
    """A table of players, whoever sits where."""
    return "-".join(map(str, sorted(player_ids)))


def place_of(partie: CountedPartie, held: Held) -> CellPlace:
    """The narrowest cell of a partie."""
    rules, people = rules_digest(partie.options), people_of(seat.player_id for seat in partie.seats)
    return CellPlace(held.carnet_id, partie.game, rules, people, held.held_on.year)


def give(sums: Sums, partie: CountedPartie, held: Held, times: int = 1) -> None:
    """Add what a partie gives to the narrowest cell it belongs to, or take it off (−1)."""
    place = place_of(partie, held)
    sums.options[place.rules] = partie.options
    sums.add(CellParties, (place,), (1, partie.manches), times)
    for seat in partie.seats:
        won = int(seat.won and not partie.drawn)
        amounts = 1, won, int(partie.drawn), seat.rank, seat.total, partie.manches
        sums.add(CellPlayer, (place, seat.player_id), amounts, times)
        for key in partie.flags:
            why = f"{key}_{'made' if seat.won else 'suffered'}"
            sums.add(CellTally, (place, seat.player_id, why), (1, 0, 0), times)
    for tally in partie.tallies:
        player_id = partie.seats[tally.number].player_id
        sums.add(CellTally, (place, player_id, tally.why), tally[2:], times)
    for one, other in permutations(partie.seats, 2):
        sums.add(CellPair, (place, one.player_id, other.player_id), _pair(partie, one, other), times)


def outcomes(partie: CountedPartie, held: Held) -> list[dict[str, Any]]:
    """The rows of `SeatOutcome` of a partie."""
    sides, place = len({seat.side for seat in partie.seats}), place_of(partie, held)
    return [
        {
            "partie_id": partie.partie_id,
            "number": number,
            "carnet_id": held.carnet_id,
            "game": partie.game,
            "held_on": held.held_on,
            "player_id": seat.player_id,
            "rank": seat.rank,
            "sides": sides,
            "won": seat.won and not partie.drawn,
            "rules": place.rules,
            "people": place.people,
        }
        for number, seat in enumerate(partie.seats)
    ]


def _pair(partie: CountedPartie, one: CountedSeat, other: CountedSeat) -> tuple[int, ...]:
    if one.side != other.side:
        return 1, int(one.rank < other.rank), int(one.rank > other.rank), 0, 0, 0, 0
    return 0, 0, 0, 1, int(one.won and not partie.drawn), one.rank, one.total
