"""Validate a partie of a file: its house rules, facts and changes, read by its game; compute its summary."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json, quotable
from scorekeeper.record.models import Manche, MancheState, Partie, Seat
from scorekeeper.record.partie.current_manche import NOTED
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models.upkeep import Rows, rows_of
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer.errors import located_at, require

Row = dict[str, Any]
_MOST_POINTS = 1_000_000_000  # what a column of a total can store


@dataclass(frozen=True)
class PartieFile:
    """A partie as rows: `soiree` and `seats` are positions in the lists of the file, from 1.

    `summaries` are the rows of its summary, with the partie's id still None.
    """

    soiree: int
    seats: list[int]
    row: Row
    manches: list[Row]
    changes: list[Row]
    summaries: Rows


def game_of(row: Row, seats: int) -> AnyGame:
    """Return the game of a partie or preset. Raises `RefusedError` if it is unknown, or not for that many players."""
    require(row["game"] in GAMES, "not_known", "game", value=quotable(row["game"]))
    game = game_by_totals(row["game"]) if row.get("paper") else GAMES[row["game"]]
    require(seats in game.table_sizes, "seats", "seats", found=seats)
    return game


def read_partie(row: Row) -> PartieFile:
    """Validate and replay a partie of the file. Raises `RefusedError` for its first error."""
    soiree, seats, manches, changes = (row.pop(name) for name in ("soiree", "seats", "manches", "changes"))
    game = game_of(row, len(seats))
    require(len({*seats}) == len(seats), "seat_twice", "seats")
    require(row["first_dealer"] < len(seats), "not_known", "first_dealer", value=row["first_dealer"])
    _check_manches(manches)
    _check_changes(row["version"], changes, manches)
    rules = _read_rules(game, len(seats), row, changes)
    partie = Partie(**row, seats=[Seat(number=number) for number in range(len(seats))])
    partie.manches = [Manche(**manche) for manche in manches]
    replayed: Sequence[Manche] = ()
    with located_at("manches", game.slug):
        try:
            scored = score_partie(partie)
            replayed = scored.manches
        finally:  # facts that cannot be replayed are refused here, with their place
            _check_facts(game, rules, len(seats), manches, changes, replayed)
        _check_current(scored)
    require(all(abs(total) <= _MOST_POINTS for total in scored.sheet.totals), "too_many_points", "manches")
    return PartieFile(soiree, seats, row, manches, changes, rows_of(scored))


def _check_manches(manches: Sequence[Row]) -> None:
    require(_rises([manche["position"] for manche in manches]), "not_in_order", "manches")
    current = [manche for manche in manches if manche["state"] in {MancheState.BEGUN, MancheState.PLAYED}]
    require(len(current) <= 1, "two_under_way", "manches")
    for number, manche in enumerate(manches):
        entered = manche["cards"] if manche["state"] is MancheState.PLAYED else manche["context"]
        require((entered is not None) if manche in current else manche["facts"], "state", f"manches[{number}]")


def _check_changes(version: int, changes: Sequence[Row], manches: Sequence[Row]) -> None:
    """Refuse changes out of order, changes of an unknown manche, and recorded manches without a change."""
    require(_rises([change["version"] for change in changes]), "not_in_order", "changes")
    require(changes[-1]["version"] == version, "version_of_changes", "version", last=changes[-1]["version"])
    changed = {change["manche"] for change in changes} - {None}
    require(changed <= {manche["position"] for manche in manches}, "no_such_manche", "changes")
    require(changed >= {manche["position"] for manche in manches if manche["facts"]}, "no_change_tells", "changes")


def _rises(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def _read_rules(game: AnyGame, seats: int, row: Row, changes: Sequence[Row]) -> list[Any]:
    """Return the distinct house rules that a partie had, from the latest; they replace those in the rows."""
    rules: dict[Any, None] = {}
    for one in (row, *(change for change in changes if change["options"] is not None)):
        with located_at("options", game.slug):
            read = game.read_options(one["options"], seats)
        one["options"], rules[read] = game.write_options(read), None
    return [*rules]


def _check_facts(  # noqa: PLR0913, PLR0917 - the parts of a partie
    game: AnyGame,
    rules: Sequence[Any],
    seats: int,
    manches: Sequence[Row],
    changes: Sequence[Row],
    replayed: Sequence[Manche],
) -> None:
    """Refuse facts that cannot be read under any of the partie's rules; those `replayed` were read."""
    every = {f"manches[{number}].facts": one["facts"] for number, one in enumerate(manches) if one["facts"]}
    every |= {f"changes[{number}].facts": one["facts"] for number, one in enumerate(changes) if one["manche"]}
    readable = {json.dumps(manche.facts) for manche in replayed}
    for place, facts in every.items():
        text = json.dumps(facts)
        if text not in readable:
            with located_at(place, game.slug):
                _read_by_any(game, rules, seats, facts)
            readable.add(text)


def _read_by_any(game: AnyGame, rules: Sequence[Any], seats: int, facts: Json) -> None:
    errors = []
    for one in rules:
        try:
            read_manche(game, one, seats, facts, stored=True)
        except ImpossibleError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def _check_current(scored: ScoredPartie) -> None:
    """Refuse a current manche with an impossible context or impossible cards."""
    current, game = scored.partie.current, scored.game
    if current is None:
        return
    if current.context is not None:
        if game.begin is None:
            raise RefusedError("state", field="manches")
        game.begin(scored.options, scored.moment, current.context)
    if current.cards is not None:
        require(all(one["seat"] < scored.seats for one in current.cards.get(NOTED, ())), "not_known", "manches")
        scored.current.board(scored.current.cards_entered())
