"""A slow recount of parties from their journal, and of every statistic from that, independent of all that is stored.

The journal does not tell who came to the table, so the test notes it as a `Witness`.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.manche_json import read_manche
from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scorekeeper.games.contract import AnyGame, Ending, Sheet
    from scorekeeper.record.models import Change, Partie

_SHORT: dict[str, dict[str, Any]] = {
    "spades": {"target": 40},
    "piquet": {"format": "target_single", "target": 30},
    "petite_belote": {"target": 100},
}
_LOW = 20
Figures = dict[int, Counter[str]]


def short_rules(game: AnyGame) -> dict[str, Any]:
    """Return house rules that end a partie of this game after a few manches."""
    lengths = {option.name: _LOW for option in game.options if option.name in {"limit", "target"} and option.lowest}
    return _SHORT.get(game.slug, lengths)


Person = dt.datetime
"""A player by the time of creation: an undone merge restores it, whereas ids are used again."""


@dataclass(frozen=True)
class Said:
    """What was said at a change: who came or is credited, by all keys of that person; for whom the partie counts."""

    player: Person
    same_person: frozenset[Person]
    for_former: bool
    again: bool


@dataclass
class Witness:
    """Who sat where when each partie began, what was said since, and which players are one person."""

    seated: dict[int, list[Person]] = field(default_factory=dict)
    said: dict[tuple[int, int], Said] = field(default_factory=dict)
    now: dict[Person, Person] = field(default_factory=dict)
    merged: dict[int, Person] = field(default_factory=dict)

    def begin(self, partie: Partie) -> None:
        self.seated[partie.id] = [seat.player.created_at for seat in partie.seats]

    def note(self, partie: Partie, player: Player, *, for_former: bool = False, again: bool = False) -> None:
        """Note who came or is credited by the latest change."""
        came = player.created_at
        same = frozenset({came, *(one for one in self.now if self.person(one) == came)})
        self.said[partie.id, partie.version] = Said(came, same, for_former, again)

    def merge(self, merge: int, other: Person, player: Person) -> None:
        self.now[other], self.merged[merge] = player, other

    def undo_merge(self, merge: int) -> None:
        del self.now[self.merged.pop(merge)]

    def person(self, player: Person) -> Person:
        """Return the player that this player is now."""
        while player in self.now:
            player = self.now[player]
        return player


@dataclass
class _Table:
    """A table while its journal is read: `credited` players by seat, and the stays in each seat."""

    # Each as the version since which its player plays, the player, and the version at which the player came: another
    # one if the coming was undone and made again.
    stays: list[list[tuple[int, Person, int]]]
    credited: list[Person]
    options: dict[str, Any] = field(default_factory=dict)
    facts: dict[int, Any] = field(default_factory=dict)
    recorded_at: dict[int, int] = field(default_factory=dict)
    removed_at: dict[int, int] = field(default_factory=dict)
    in_sheet: set[int] = field(default_factory=set)
    gone: tuple[int, Person, int] | None = None

    def read(self, change: Change, said: Said | None) -> None:
        if change.options is not None:
            self.options = change.options
        if change.manche_id is not None:
            self._read_manche(change, change.manche_id)
        elif change.kind is ChangeKind.SEATS:
            first, second = (change.facts or {})["seats"]
            for values in (self.stays, self.credited):
                values[first], values[second] = values[second], values[first]  # type: ignore[index]
        elif change.kind is ChangeKind.RETURNED:
            self._return((change.facts or {})["seat"])
        elif said is not None and change.facts is not None:
            self._seat(change, said, change.facts["seat"])

    def _read_manche(self, change: Change, manche: int) -> None:
        if change.kind in {ChangeKind.DELETED, ChangeKind.LAID_OUT}:
            self.in_sheet.discard(manche)
            self.removed_at[manche] = change.version
            return
        self.in_sheet.add(manche)
        self.facts[manche] = change.facts
        # A manche that is recorded again keeps its players, unless another one came since it was removed.
        is_new = manche not in self.recorded_at or self.latest_coming > self.removed_at.get(manche, 0)
        if change.kind is ChangeKind.RECORDED and is_new:
            self.recorded_at[manche] = change.version

    def _seat(self, change: Change, said: Said, seat: int) -> None:
        before = self.stays[seat][-1][1]
        person = next((one for _, one, _ in self.stays[seat] if one in said.same_person), said.player)
        if change.kind is ChangeKind.CREDITED:
            self.credited[seat] = person
            return
        self.stays[seat].append((self.gone[0] if said.again and self.gone else change.version, person, change.version))
        if not said.for_former:
            self.credited[seat] = person if self.credited[seat] == before else self.credited[seat]
        elif not said.again:
            self.credited[seat] = before

    def _return(self, seat: int) -> None:
        self.gone = self.stays[seat].pop()
        if self.credited[seat] == self.gone[1]:
            self.credited[seat] = self.stays[seat][-1][1]

    def players_at(self, version: int) -> list[Person]:
        """Return who sat where when a manche was recorded: the latest who came before."""
        return [[player for since, player, _ in stays if since < version][-1] for stays in self.stays]

    @property
    def latest_coming(self) -> int:
        return max(came for stays in self.stays for _, _, came in stays)

    @property
    def at_table(self) -> list[Person] | None:
        """Who sits where now; None if that depends on a manche that was removed since the latest one came."""
        removed = self.removed_at.keys() - self.in_sheet
        if any(self.removed_at[manche] > self.latest_coming > 0 for manche in removed):
            return None
        return [stays[-1][1] for stays in self.stays]


@dataclass(frozen=True)
class Recounted:
    """A partie as its journal tells it: `players` are those for whom it counts, `at_manche` those of each manche."""

    partie: Partie
    game: AnyGame
    sheet: Sheet
    side_of: tuple[int, ...]
    players: tuple[int, ...]
    at_table: tuple[int, ...] | None
    at_manche: tuple[tuple[int, ...], ...]

    @property
    def ending(self) -> Ending | None:
        return self.sheet.ending

    @property
    def counts(self) -> bool:
        left_out = self.partie.abandoned_at or self.partie.deleted_at or self.partie.soiree.deleted_at
        return self.ending is not None and not left_out

    @property
    def counted(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """The rows of the sheet up to the end, each with its players."""
        return zip(self.sheet.manches[: self.ending.after if self.ending else 0], self.at_manche, strict=False)


def recount(partie: Partie, witness: Witness) -> Recounted:
    """Read the journal of a partie from its start, and score its manches."""
    seats = witness.seated[partie.id]
    query = select(Player.created_at, Player.id).where(Player.carnet_id == partie.soiree.carnet_id)
    ids = {row.created_at: row.id for row in db.session.execute(query)}
    table = _Table([[(0, player, 0)] for player in seats], [*seats])
    for change in partie.changes:
        table.read(change, witness.said.get((partie.id, change.version)))
    game = game_by_totals(partie.game) if partie.paper else GAMES[partie.game]
    rules = game.read_options(table.options, len(seats))
    sheet = [manche for manche in table.facts if manche in table.in_sheet]
    played = [read_manche(game, rules, len(seats), table.facts[manche], stored=True) for manche in sheet]

    def now(players: Iterable[Person]) -> tuple[int, ...]:
        return tuple(ids[witness.person(player)] for player in players)

    at_manche = tuple(now(table.players_at(table.recorded_at[manche])) for manche in sheet)
    scored, sides = game.score(rules, len(seats), played), game.sides(rules, len(seats))
    at_table = None if table.at_table is None else now(table.at_table)
    return Recounted(partie, game, scored, sides, now(table.credited), at_table, at_manche)


def counting(recounted: Iterable[Recounted]) -> list[Recounted]:
    """Return the parties that count, by date and then by id."""
    return sorted((one for one in recounted if one.counts), key=lambda one: (one.partie.soiree.held_on, one.partie.id))


def parties_like(parties: Iterable[Recounted], **wanted: Any) -> list[Recounted]:  # noqa: ANN401 - whatever is compared
    """Return the parties with this game, these rules, these players, this year."""
    read: dict[str, Callable[[Recounted], Any]] = {
        "game": lambda one: one.partie.game,
        "rules": lambda one: one.partie.options,
        "people": lambda one: {*one.players},
        "year": lambda one: one.partie.soiree.held_on.year,
    }
    return [one for one in parties if all(read[name](one) == value for name, value in wanted.items() if value)]


def by_player(parties: Iterable[Recounted]) -> Figures:
    """Sum parties, victories, ranks and points by player for whom they count; manches by player who played them."""
    found: Figures = defaultdict(Counter)
    for one in parties:
        for _row, players in one.counted:
            for player in players:
                found[player]["manches"] += 1
        for seat, player in enumerate(one.players):
            own = found[player]
            own["parties"] += 1
            own["won"] += won(one, seat)
            own["drawn"] += drawn(one)
            own["ranks"] += rank(one, seat)
            own["points"] += one.sheet.totals[one.side_of[seat]]
    return found


def by_deed(parties: Iterable[Recounted]) -> dict[tuple[int, str], Counter[str]]:
    """Sum the lines of each player by key, and the flags of endings."""
    found: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for one in parties:
        for row, players in one.counted:
            for line in row.lines:
                for seat, player in enumerate(players):
                    if seat == line.seat or (line.seat is None and line.side == one.side_of[seat]):
                        found[player, line.why].update(times=1, things=line.count or 0, points=line.points)
        for seat, player in enumerate(one.players):
            if one.ending and one.ending.result.get("rubicon"):
                made = one.side_of[seat] in one.ending.winners
                found[player, "rubicon_made" if made else "rubicon_suffered"]["times"] += 1
    return found


def by_pair(parties: Iterable[Recounted], player_id: int) -> Figures:
    """Sum the results of a player with every other one."""
    found: Figures = defaultdict(Counter)
    for one in parties:
        own = one.players.index(player_id) if player_id in one.players else None
        for seat, other in enumerate(one.players):
            if own is None or seat == own:
                continue
            if one.side_of[seat] == one.side_of[own]:
                points = one.sheet.totals[one.side_of[own]]
                found[other].update(together=1, won=won(one, own), ranks=rank(one, own), points=points)
            else:
                found[other]["against"] += 1
                found[other]["above"] += rank(one, own) < rank(one, seat)
                found[other]["below"] += rank(one, own) > rank(one, seat)
    return found


def csv_rows(recounted: Iterable[Recounted], names: dict[int, str], games: dict[str, str]) -> list[list[object]]:
    """Return the rows of the points as CSV; a victory is that of the player for whom the partie counts."""
    rows: list[list[object]] = []
    for number, one in enumerate(recounted, start=1):
        if one.partie.deleted_at or one.partie.soiree.deleted_at:
            continue
        soiree, none = one.partie.soiree, (0,) * one.sheet.sides
        totals = [none, *(row.totals for row in one.sheet.manches)]
        for index, ((before, after), players) in enumerate(zip(pairwise(totals), one.at_manche, strict=True), start=1):
            for seat, (side, player) in enumerate(zip(one.side_of, players, strict=True)):
                has_won = one.counts and player == one.players[seat] and won(one, seat)
                about = soiree.held_on, soiree.place, games[one.partie.game], number, int(one.ending is not None), index
                points = after[side] - before[side], after[side], one.sheet.totals[side]
                rows.append([*about, names[player], side + 1, *points, rank(one, seat), int(has_won)])
    return rows


def won(one: Recounted, seat: int) -> bool:
    return one.ending is not None and not drawn(one) and one.side_of[seat] in one.ending.winners


def drawn(one: Recounted) -> bool:
    return one.ending is not None and one.ending.why == "drawn"


def rank(one: Recounted, seat: int) -> int:
    """Return one more than the number of better sides."""
    totals, own = one.sheet.totals, one.side_of[seat]
    better = (lambda total: total < totals[own]) if one.game.lowest_leads else (lambda total: total > totals[own])
    return 1 + sum(map(better, totals))
