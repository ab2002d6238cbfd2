"""A partie of a file: its house rules, facts and changes as its game reads them, and what follows from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json, quotable
from scorekeeper.record.exchange.faults import blaming, require
from scorekeeper.record.models import ChangeKind, Manche, MancheState, Partie, Seat
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import NOTED, Standing, standing_of
from scorekeeper.record.summaries.upkeep import Rows, rows_of

Row = dict[str, Any]
_MOST_POINTS = 1_000_000_000
_OF_MANCHES = {
    ChangeKind.LAID_OUT,
    ChangeKind.RECORDED,
    ChangeKind.CORRECTED,
    ChangeKind.DELETED,
    ChangeKind.RESTORED,
}


@dataclass(frozen=True)
class PartieFile:
    """A partie as rows: `soiree` and `seats` are places in the lists of the file, from 1, as is a change's manche.

    `summaries` are the rows that follow from it, for a partie whose id is still None.
    """

    soiree: int
    seats: list[int]
    row: Row
    manches: list[Row]
    changes: list[Row]
    summaries: Rows


def read_partie(row: Row) -> PartieFile:
    """A partie of the file, replayed. Raises `FaultFoundError` for the first thing that cannot be in it."""
    require(row["game"] in GAMES, "not_known", "game", value=quotable(row["game"]))
    game = game_by_totals(row["game"]) if row["paper"] else GAMES[row["game"]]
    soiree, seats, manches, changes = (row.pop(name) for name in ("soiree", "seats", "manches", "changes"))
    _check_table(row, seats, game)
    _check_manches(manches)
    _check_changes(row["version"], changes, manches)
    rules = [_read_options(game, len(seats), row, "options")]
    for number, change in enumerate(changes):
        if change["options"] is not None:
            rules.append(_read_options(game, len(seats), change, f"changes[{number}].options"))
    facts = {f"manches[{number}].facts": manche["facts"] for number, manche in enumerate(manches) if manche["facts"]}
    facts |= {f"changes[{i}].facts": change["facts"] for i, change in enumerate(changes) if change["manche"]}
    partie = Partie(**row, seats=[Seat(number=number) for number in range(len(seats))])
    partie.manches = [Manche(**manche) for manche in manches]
    readable: set[str] = set()
    with blaming("", game.slug):
        try:
            standing = standing_of(partie)
            readable = {json.dumps(manche.facts) for manche in standing.manches}
        finally:
            _refuse_unreadable(game, [*dict.fromkeys(rules)], len(seats), facts, readable)
    _check_current(standing)
    told = {change["manche"] for change in changes}
    require(all(one["position"] in told or not one["facts"] for one in manches), "no_change_tells", "changes")
    require(all(abs(total) <= _MOST_POINTS for total in standing.sheet.totals), "too_many_points", "manches")
    return PartieFile(soiree, seats, row, manches, changes, rows_of(standing))


def _check_table(row: Row, seats: Sequence[int], game: AnyGame) -> None:
    require(len(seats) in game.table_sizes, "seats", "seats", found=len(seats))
    require(len({*seats}) == len(seats), "seat_twice", "seats")
    require(row["first_dealer"] < len(seats), "not_known", "first_dealer", value=row["first_dealer"])
    require(len(row["side_names"] or ()) <= len(seats), "side_names", "side_names")
    row["side_names"] = row["side_names"] if any(row["side_names"] or ()) else None


def _check_manches(manches: Sequence[Row]) -> None:
    require(_rises([manche["position"] for manche in manches]), "not_in_order", "manches")
    current = [manche["state"] in {MancheState.BEGUN, MancheState.PLAYED} for manche in manches]
    require(sum(current) <= 1, "two_under_way", "manches")
    for number, manche in enumerate(manches):
        begun, played = manche["context"] is not None, manche["cards"] is not None
        fits = played == (manche["state"] is MancheState.PLAYED) if current[number] else not (begun or played)
        require(fits and (current[number] or manche["facts"]), "state", f"manches[{number}]")


def _check_changes(version: int, changes: Sequence[Row], manches: Sequence[Row]) -> None:
    require(_rises([change["version"] for change in changes]), "not_in_order", "changes")
    require(changes[-1]["version"] == version, "version_of_changes", "version", last=changes[-1]["version"])
    positions = {manche["position"] for manche in manches}
    for number, change in enumerate(changes):
        known = positions if change["kind"] in _OF_MANCHES else {None}
        require(change["manche"] in known, "no_such_manche", f"changes[{number}].manche")


def _rises(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def _read_options(game: AnyGame, seats: int, row: Row, place: str) -> Any:  # noqa: ANN401 - each game has its own
    """Read house rules, and write them as their game does."""
    with blaming(place, game.slug):
        rules = game.read_options(row["options"], seats)
    row["options"] = game.write_options(rules)
    return rules


def _refuse_unreadable(
    game: AnyGame, rules: Sequence[Any], seats: int, every: Mapping[str, Json], readable: set[str]
) -> None:
    """Refuse facts that no house rules of the partie can read; those in `readable` were read already."""
    for place, facts in every.items():
        text = json.dumps(facts)
        if text not in readable:
            with blaming(place, game.slug):
                _read_by_any(game, rules, seats, facts)
            readable.add(text)


def _read_by_any(game: AnyGame, rules: Sequence[Any], seats: int, facts: Json) -> None:
    faults = []
    for one in rules:
        try:
            read_manche(game, one, seats, facts, stored=True)
        except ImpossibleError as error:
            faults.append(error)
        else:
            return
    raise faults[0]


def _check_current(standing: Standing) -> None:
    """Refuse a current manche that cannot have begun so, or whose cards cannot be on the table."""
    current, game = standing.partie.current, standing.game
    if current is None:
        return
    place = f"manches[{standing.partie.manches.index(current)}]"
    with blaming(place, game.slug):
        if current.context is not None:
            if game.begin is None:
                raise RefusedError("state", field=place)
            game.begin(standing.options, standing.moment, current.context)
        if current.cards is not None:
            _check_revokes(current.cards, f"{place}.cards", standing.seats)
            standing.board(standing.cards_entered())


def _check_revokes(cards: Row, place: str, seats: int) -> None:
    noted = cards.get(NOTED, ())
    possible = all(one["seat"] < seats and one["after"] <= len(cards["plays"]) for one in noted)
    require(possible and len(noted) <= seats, "revokes", place)
