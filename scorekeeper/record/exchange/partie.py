"""A partie of a file: its house rules, facts and changes as its game reads them, and what follows from them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.manche_json import CARDS, read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.current_manche import MOST_MANCHES
from scorekeeper.record.exchange.faults import blaming
from scorekeeper.record.exchange.format import CHANGE, MANCHE, PARTIE
from scorekeeper.record.exchange.place import Place
from scorekeeper.record.journal import clean_side_names
from scorekeeper.record.models import ChangeKind, Manche, MancheState, Partie, Player, Seat
from scorekeeper.record.standings import NOTED, Standing, standing_of
from scorekeeper.record.summaries.upkeep import Rows, rows_of

Row = dict[str, Any]
MOST_VERSIONS = 1_000_000
_MOST_POINTS = 1_000_000_000
_STATES = {state.value: state for state in MancheState}
_KINDS = {kind.value: kind for kind in ChangeKind}
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
    seats: tuple[int, ...]
    row: Row
    manches: tuple[Row, ...]
    changes: tuple[Row, ...]
    summaries: Rows


class _RuleSets:
    """The house rules that a partie had at one time or another, to read facts by."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game, self._seats = game, seats
        self._known: dict[str, Any] = {}
        self._readable: set[str] = set()

    def add(self, place: Place) -> Row:
        with blaming(place.path, self._game.slug):
            rules = self._game.read_options(place.plain_object(), self._seats)
        options = self._game.write_options(rules)
        self._known.setdefault(json.dumps(options, sort_keys=True), rules)
        return options

    def believe(self, every: Iterable[Json]) -> None:
        """Note facts that were read by one of these rules."""
        self._readable.update(json.dumps(facts) for facts in every)

    def refuse_unreadable(self, place: Place) -> None:
        """Refuse facts that none of these rules can read, and so no page show."""
        facts = place.plain_object()
        text = json.dumps(facts)
        if text in self._readable:
            return
        with blaming(place.path, self._game.slug):
            self._refuse(facts)
        self._readable.add(text)

    def _refuse(self, facts: Json) -> None:
        fault: ImpossibleError | None = None
        for rules in self._known.values():
            try:
                read_manche(self._game, rules, self._seats, facts, stored=True)
            except ImpossibleError as error:
                fault = fault or error
            else:
                return
        if fault is not None:
            raise fault


def read_partie(place: Place, players: Sequence[Player], soirees: int) -> PartieFile:
    """A partie of the file, replayed. Raises `FaultFoundError` for what is wrong with it first."""
    given = place.fields(PARTIE)
    slug = given["game"].one_of(GAMES)
    game = game_by_totals(slug) if given["paper"].yes_or_no() else GAMES[slug]
    seats = _seats(given["seats"], game, len(players))
    rules = _RuleSets(game, len(seats))
    row = {**_about(given, game, len(seats)), "options": rules.add(given["options"])}
    changes = [item.fields(CHANGE) for item in given["changes"].items()]
    for change in changes:
        if change["options"].value is not None:
            rules.add(change["options"])
    manches = _manches(given["manches"])
    positions = {manche["position"]: manche for manche in manches}
    partie = unsaved(row, [players[number - 1] for number in seats], manches)
    with blaming(place.path, game.slug):
        standing = _replayed(partie, given["manches"].path, rules)
    logged = _changes(given, changes, rules, positions)
    _check_under_way(given["manches"], standing)
    if any(abs(total) > _MOST_POINTS for total in standing.sheet.totals):
        given["manches"].refuse("too_many_points")
    return PartieFile(given["soiree"].whole(1, soirees), seats, row, tuple(manches), tuple(logged), rows_of(standing))


def _replayed(partie: Partie, path: str, rules: _RuleSets) -> Standing:
    """Replay the partie, which reads the facts in its sheet, then read those that are in it no more.

    Raises `FaultFoundError` for a manche that no rules can read, `ImpossibleError` for what cannot be replayed.
    """
    try:
        standing = standing_of(partie)
    except ImpossibleError:
        _refuse_unreadable(partie, path, rules, ())
        raise
    rules.believe(manche.facts for manche in standing.manches)
    _refuse_unreadable(partie, path, rules, (MancheState.RECORDED,))
    return standing


def _refuse_unreadable(partie: Partie, path: str, rules: _RuleSets, but: Collection[MancheState]) -> None:
    for number, manche in enumerate(partie.manches):
        if manche.facts and manche.state not in but:
            rules.refuse_unreadable(Place(manche.facts, f"{path}[{number}].facts"))


def _seats(place: Place, game: AnyGame, players: int) -> tuple[int, ...]:
    seats = tuple(item.whole(1, players) for item in place.items(max(game.table_sizes)))
    if len(seats) not in game.table_sizes:
        place.refuse("seats", found=len(seats))
    if len(set(seats)) != len(seats):
        place.refuse("seat_twice")
    return seats


def _about(given: Mapping[str, Place], game: AnyGame, seats: int) -> Row:
    names = given["side_names"]
    said = None if names.value is None else [item.text() for item in names.items(seats)]
    with blaming(names.path):
        side_names = None if said is None else clean_side_names(said)
    return {
        "game": game.slug,
        "paper": given["paper"].yes_or_no(),
        "first_dealer": given["first_dealer"].whole(0, seats - 1),
        "side_names": side_names,
        "version": given["version"].whole(1, MOST_VERSIONS),
        "created_at": given["created_at"].moment(),
        "abandoned_at": given["abandoned_at"].moment_or_none(),
        "deleted_at": given["deleted_at"].moment_or_none(),
    }


def _manches(place: Place) -> list[Row]:
    manches = [_manche(item) for item in place.items(MOST_MANCHES)]
    positions = [manche["position"] for manche in manches]
    if any(later <= earlier for earlier, later in pairwise(positions)):
        place.refuse("not_in_order")
    if sum(manche["state"] in {MancheState.BEGUN, MancheState.PLAYED} for manche in manches) > 1:
        place.refuse("two_under_way")
    return manches


def _manche(place: Place) -> Row:
    given = place.fields(MANCHE)
    state = _STATES[given["state"].one_of(_STATES)]
    facts, context = given["facts"].plain_object(), given["context"].object_or_none()
    cards = given["cards"].object_or_none()
    under_way = state in {MancheState.BEGUN, MancheState.PLAYED}
    if not under_way and (context is not None or cards is not None or not facts):
        place.refuse("state", state=state.value)
    if under_way and (cards is not None) != (state is MancheState.PLAYED):
        place.refuse("state", state=state.value)
    return {
        "position": given["position"].whole(1, MOST_VERSIONS),
        "state": state,
        "facts": facts,
        "context": context,
        "cards": cards,
        "note": given["note"].note(),
    }


def _changes(
    given: Mapping[str, Place], changes: Sequence[Mapping[str, Place]], rules: _RuleSets, positions: Mapping[int, Row]
) -> list[Row]:
    logged = [_change(change, rules, positions) for change in changes]
    versions = [0, *(change["version"] for change in logged)]
    if any(later <= earlier for earlier, later in pairwise(versions)):
        given["changes"].refuse("not_in_order")
    if not logged or versions[-1] != given["version"].value:
        given["version"].refuse("version_of_changes", last=versions[-1])
    changed = {change["manche"] for change in logged}
    for position, manche in positions.items():
        if manche["facts"] and position not in changed:
            given["changes"].refuse("no_change_tells", position=position)
    return logged


def _change(given: Mapping[str, Place], rules: _RuleSets, positions: Mapping[int, Row]) -> Row:
    kind = _KINDS[given["kind"].one_of(_KINDS)]
    manche = given["manche"].value
    if (manche is not None) != (kind in _OF_MANCHES):
        given["manche"].refuse("change_of", kind=kind.value)
    if manche is not None:
        if type(manche) is not int or manche not in positions:
            given["manche"].refuse("no_such_manche")
        rules.refuse_unreadable(given["facts"])
    options = given["options"]
    return {
        "version": given["version"].whole(1, MOST_VERSIONS),
        "at": given["at"].moment(),
        "kind": kind,
        "manche": manche,
        "facts": given["facts"].object_or_none(),
        "note": None if given["note"].value is None else given["note"].note(),
        "options": None if options.value is None else rules.add(options),
    }


def unsaved(row: Row, players: Sequence[Player], manches: Sequence[Row]) -> Partie:
    """The partie as the record knows one, in no session and no database."""
    partie = Partie(**row)
    partie.seats = [Seat(number=number, player=player) for number, player in enumerate(players)]
    partie.manches = [Manche(**manche) for manche in manches]
    return partie


def _check_under_way(place: Place, standing: Standing) -> None:
    """Refuse a manche under way that cannot have begun so, or whose cards cannot lie on the table."""
    current, game = standing.partie.current, standing.game
    if current is None:
        return
    at = f"{place.path}[{standing.partie.manches.index(current)}]"
    with blaming(at, game.slug):
        if current.context is not None:
            if game.begin is None:
                Place(None, at).refuse("state", state=current.state.value)
            game.begin(standing.options, standing.moment, current.context)
        if current.cards is not None:
            _check_cards(Place(current.cards, f"{at}.cards"), standing)


def _check_cards(place: Place, standing: Standing) -> None:
    cards = place.plain_object()
    unknown = sorted(set(cards) - {*CARDS, NOTED})
    if unknown or "plays" not in cards:
        place.refuse("key_unknown" if unknown else "key_missing", name=unknown[0][:40] if unknown else "plays")
    if NOTED in cards:
        for item in Place(cards[NOTED], f"{place.path}.{NOTED}").items(standing.seats):
            noted = item.fields(("seat", "after"))
            noted["seat"].whole(0, standing.seats - 1)
            noted["after"].whole(0, len(cards["plays"]) if isinstance(cards["plays"], list) else 0)
    standing.board(standing.cards_entered())
