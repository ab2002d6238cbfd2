"""Validate a partie of a file: its house rules, facts and changes, read by its game; compute its summary."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from operator import itemgetter
from typing import Any

from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json, quotable
from scorekeeper.record.models import ChangeKind, Manche, MancheState, Partie, Replacement, Seat
from scorekeeper.record.partie.repairs import are_turns, is_order
from scorekeeper.record.partie.scored_partie import REVOKES_KEY, ScoredPartie, score_partie
from scorekeeper.record.read_models.upkeep import rows_of
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer.errors import game_errors_at, require

Row = dict[str, Any]
_MOST_POINTS = 1_000_000_000  # slightly less than the largest total that the database can store
_KEYS_WITHOUT_COLUMN = ("soiree", "seats", "replacements", "manches", "changes")


def game_of(row: Row, seats: int) -> AnyGame:
    """Return the game of a partie or preset. Raises `RefusedError` if it is unknown or not for this number of seats."""
    require_known_game(row)
    game = game_by_totals(row["game"]) if row.get("paper") else GAMES[row["game"]]
    require(seats in game.table_sizes, "seats")
    return game


def require_known_game(row: Row) -> Row:
    """Return the row. Raises `RefusedError` if its game is unknown."""
    if row["game"] not in GAMES:
        raise RefusedError("not_known", field="game", value=quotable(row["game"]))
    return row


def read_partie(row: Row) -> Row:
    """Validate and replay a partie of the file, and add the rows of its `summaries`. Raises `RefusedError`."""
    seats, manches = len(row["seats"]), row["manches"]
    game = game_of(row, seats)
    require(len({*row["seats"]}) == seats, "seats")
    require(row["first_dealer"] < seats, "first_dealer")
    _check_manches(manches, seats)
    _check_changes(row)
    _check_replacements(row)
    rules = _read_rules(game, row)
    partie = Partie(**{name: value for name, value in row.items() if name not in _KEYS_WITHOUT_COLUMN})
    # Positions in the list of players stand for their ids.
    partie.seats = [Seat(number=number, player_id=player) for number, player in enumerate(row["seats"])]
    for seat in partie.seats:
        own = [one for one in row["replacements"] if one["seat"] == seat.number]
        set_committed_value(seat, "replacements", [_replacement(one) for one in own])
    partie.manches = [Manche(**manche) for manche in manches]
    replayed: Sequence[Manche] = ()
    with game_errors_at("manches", game.slug):
        try:
            scored = score_partie(partie)
            replayed = scored.manches
        finally:  # if the replay raised, this raises an error with the path of the facts that cannot be read
            _check_facts(game, rules, row, replayed)
        _check_current(scored)
    require(all(abs(total) <= _MOST_POINTS for total in scored.sheet.totals), "manches")
    return {**row, "summaries": rows_of(scored)}


def _check_manches(manches: Sequence[Row], seats: int) -> None:
    require(_is_increasing(manche["position"] for manche in manches), "manches")
    current = [manche for manche in manches if manche["state"] in {MancheState.BEGUN, MancheState.PLAYED}]
    require(len(current) <= 1, "manches")
    for number, manche in enumerate(manches):
        manche.setdefault("dealer")  # files before 0.3.0 have none
        manche.setdefault("order")
        require(manche["dealer"] is None or manche["dealer"] < seats, f"manches[{number}].dealer")
        require(manche["order"] is None or is_order(manche["order"], seats), f"manches[{number}].order")
        begun = any(manche[name] is not None for name in ("context", "dealer", "order"))
        entered = manche["cards"] is not None if manche["state"] is MancheState.PLAYED else begun
        require(entered if manche in current else manche["facts"], f"manches[{number}]")


def _check_changes(row: Row) -> None:
    """Refuse changes out of order or of an unknown manche, and recorded manches without a change."""
    last = row["changes"][-1]
    require(
        _is_increasing(change["version"] for change in row["changes"]) and last["version"] == row["version"], "changes"
    )
    for index, change in enumerate(row["changes"]):
        if change["kind"] in {ChangeKind.DEALER, ChangeKind.ORDER}:
            turns = change["facts"] or {}
            valid = all(are_turns(one, len(row["seats"])) for one in (turns, turns.get("before")))
            require(valid, f"changes[{index}].facts")
    changed = {change["manche"] for change in row["changes"]} - {None}
    recorded = {manche["position"] for manche in row["manches"] if manche["facts"]}
    require(recorded <= changed <= {manche["position"] for manche in row["manches"]}, "changes")


def _check_replacements(row: Row) -> None:
    """Refuse replacements that are not in the journal, and players whom the use cases could not have seated."""
    replacements = row.setdefault("replacements", [])  # files before 0.3.0 have none
    replacements.sort(key=itemgetter("version"))  # files before 0.4.0 have them by seat
    require(_is_increasing(one["version"] for one in replacements), "replacements")
    versions = {change["version"] for change in row["changes"] if change["kind"] is ChangeKind.REPLACED}
    players = [{player} for player in row["seats"]]
    last: dict[int, int] = {}
    for index, one in enumerate(replacements):
        known = one["seat"] < len(players) and one["version"] in versions
        require(known and one["former"] == last.get(one["seat"], one["former"]), f"replacements[{index}]")
        require(one["player"] != one["former"], f"replacements[{index}].player")
        last[one["seat"]] = one["player"]
        players[one["seat"]] |= {one["former"], one["player"]}
    for number in last:
        own = {player for one in replacements if one["seat"] == number for player in (one["former"], one["player"])}
        require(row["seats"][number] in own, f"seats[{number}]")
    require(sum(map(len, players)) == len(set().union(*players)), "replacements")


def _replacement(row: Row) -> Replacement:
    ids = {"former_id": row["former"], "player_id": row["player"]}
    return Replacement(version=row["version"], number=row["seat"], position=row["position"], **ids)


def _is_increasing(numbers: Iterable[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def _read_rules(game: AnyGame, row: Row) -> list[Any]:
    """Return the distinct house rules that a partie has or had, the current rules first.

    In the rows of the partie and its changes, the options are replaced by all options of these rules.
    """
    options_by_rules: dict[Any, Row] = {}
    for row_with_options in (row, *(change for change in row["changes"] if change["options"] is not None)):
        with game_errors_at("options", game.slug):
            rules = game.read_options(row_with_options["options"], len(row["seats"]))
        if rules not in options_by_rules:
            options_by_rules[rules] = game.write_options(rules)
        row_with_options["options"] = options_by_rules[rules]
    return [*options_by_rules]


def _check_facts(game: AnyGame, rules: Sequence[Any], row: Row, replayed: Sequence[Manche]) -> None:
    """Refuse facts that cannot be read under any of these rules. Manches that were `replayed` need no check."""
    readable = {json.dumps(manche.facts) for manche in replayed}
    for name in ("manches", "changes"):
        for index, item in enumerate(row[name]):
            text = json.dumps(item["facts"])
            # The facts of a change without a manche are a context, which is not read.
            of_manche = item.get("manche", item["facts"])
            if of_manche and text not in readable:
                with game_errors_at(f"{name}[{index}].facts", game.slug):
                    _read_by_any(game, rules, len(row["seats"]), item["facts"])
                readable.add(text)


def _read_by_any(game: AnyGame, rules: Sequence[Any], seats: int, facts: Json) -> None:
    """Raise the error of the first of these rules if the facts can be read under none of them."""
    for earlier in rules[1:]:
        with suppress(ImpossibleError):
            read_manche(game, earlier, seats, facts, stored=True)
            return
    read_manche(game, rules[0], seats, facts, stored=True)


def _check_current(scored: ScoredPartie) -> None:
    """Refuse a current manche with an impossible context or impossible cards."""
    current, game = scored.partie.current, scored.game
    if current is not None and current.context is not None:
        if game.begin is None:
            raise RefusedError("shape", field="manches")
        game.begin(scored.options, scored.moment, current.context)  # called to raise
    if current is not None and current.cards is not None:
        require(all(revoke["seat"] < scored.seats for revoke in current.cards.get(REVOKES_KEY, ())), "manches")
        scored.current.check_cards(scored.current.require_cards())
