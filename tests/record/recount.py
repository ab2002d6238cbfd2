"""A slow recount of parties from their whole logs, and of every statistic from that, independent of all else stored.

The logs have participants by number; who they are the test notes as a `Witness`.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.games import GAMES, counted_as, game_by_totals
from scorekeeper.games.manche_json import read_manche
from scorekeeper.partie.course import Course
from scorekeeper.partie.log import read_log
from scorekeeper.partie.payloads import read_row, read_value
from scorekeeper.partie.state import State
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, PartieBase, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scorekeeper.games.contract import AnyGame, Ending, Sheet
    from scorekeeper.partie.log import Stack
    from scorekeeper.record.models import Partie

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


@dataclass
class Witness:
    """Who came to each table, by participant, and which players are one person."""

    came: dict[int, list[Person]] = field(default_factory=dict)
    now: dict[Person, Person] = field(default_factory=dict)
    merged: dict[int, Person] = field(default_factory=dict)

    def begin(self, partie: Partie) -> None:
        self.came[partie.id] = [player.created_at for player in partie.seated_players]

    def come(self, partie: Partie, player: Player) -> None:
        """Add a participant, unless the player had a seat before."""
        if player.created_at not in map(self.person, self.came[partie.id]):
            self.came[partie.id].append(player.created_at)

    def merge(self, merge: int, other: Person, player: Person) -> None:
        self.now[other], self.merged[merge] = player, other

    def undo_merge(self, merge: int) -> None:
        del self.now[self.merged.pop(merge)]

    def person(self, player: Person) -> Person:
        """Return the player that this player is now."""
        while player in self.now:
            player = self.now[player]
        return player


@dataclass(frozen=True)
class Recounted:
    """A partie as its log tells it: `players` are those for whom it counts, `at_manche` those of each manche."""

    partie: Partie
    game: AnyGame
    state: State
    stack: Stack
    sheet: Sheet
    side_of: tuple[int, ...]
    players: tuple[int, ...]
    at_table: tuple[int, ...]
    at_manche: tuple[tuple[int, ...], ...]

    @property
    def ending(self) -> Ending | None:
        return self.sheet.ending

    @property
    def counted_as(self) -> str:
        return counted_as(self.state.game, self.state.options)

    @property
    def counts(self) -> bool:
        left_out = self.state.abandoned or self.state.removed or self.partie.soiree.deleted_at
        return self.ending is not None and not left_out

    @property
    def counted(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """The rows of the sheet up to the end, each with its players."""
        return zip(self.sheet.manches[: self.ending.after if self.ending else 0], self.at_manche, strict=False)


def recount(partie: Partie, witness: Witness) -> Recounted:
    """Read the whole log of a partie from its start, and score its manches."""
    base = db.session.get_one(PartieBase, partie.id)
    log = select(Change).where(Change.partie_id == partie.id, Change.version > base.version).order_by(Change.version)
    rows = [read_row(change.kind, change.payload) for change in db.session.scalars(log)]
    state, stack = read_log(read_value(State, base.state), rows)
    game, seats = game_by_totals(state.game) if state.paper else GAMES[state.game], len(state.seats)
    rules = game.read_options(state.options, seats)
    kept = [manche for manche in state.manches if manche.kept]
    played = [read_manche(game, rules, seats, manche.facts, stored=True) for manche in kept]
    query = select(Player.created_at, Player.id).where(Player.carnet_id == partie.soiree.carnet_id)
    ids = {row.created_at: row.id for row in db.session.execute(query)}
    player_of = [ids[witness.person(one)] for one in witness.came[partie.id]]

    def at(version: int) -> tuple[int, ...]:
        """Return who sat where at this version: the latest who came before."""
        return tuple(player_of[[stay.who for stay in seat.stays if stay.since < version][-1]] for seat in state.seats)

    return Recounted(
        partie,
        game,
        state,
        stack,
        game.score(rules, seats, played),
        game.sides(rules, seats),
        players=tuple(player_of[seat.counts_for] for seat in state.seats),
        at_table=at(partie.version + 1),
        at_manche=tuple(at(manche.version) for manche in kept),
    )


def counting(recounted: Iterable[Recounted]) -> list[Recounted]:
    """Return the parties that count, by date and then by id."""
    return sorted((one for one in recounted if one.counts), key=lambda one: (one.partie.soiree.held_on, one.partie.id))


def parties_like(parties: Iterable[Recounted], **wanted: Any) -> list[Recounted]:  # noqa: ANN401 - whatever is compared
    """Return the parties with this game, these rules, this year."""
    read: dict[str, Callable[[Recounted], Any]] = {
        "game": lambda one: one.counted_as,
        "rules": lambda one: one.state.options,
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
                found[other].update(together=1, won=won(one, own))
            else:
                found[other]["against"] += 1
                found[other]["above"] += rank(one, own) < rank(one, seat)
                found[other]["below"] += rank(one, own) > rank(one, seat)
    return found


def csv_rows(recounted: Iterable[Recounted], names: dict[int, str], games: dict[str, str]) -> list[list[object]]:
    """Return the rows of the points as CSV; a victory is that of the player for whom the partie counts."""
    rows: list[list[object]] = []
    for number, one in enumerate(recounted, start=1):
        if one.state.removed or one.partie.soiree.deleted_at:
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
    """Return one more than the number of better sides; winners are better than all others (PI-27)."""
    sign, winners = 1 if one.game.lowest_leads else -1, one.ending.winners if one.ending else ()
    keys = [(side not in winners, sign * total) for side, total in enumerate(one.sheet.totals)]
    return 1 + sum(key < keys[one.side_of[seat]] for key in keys)


def seconds(one: Recounted) -> int:
    """Return how long a partie was played without pauses of over an hour, 0 if its manches took less than a minute."""
    times = {change.version: change.at for change in db.session.query(Change).filter_by(partie_id=one.partie.id)}
    kept = [manche.version for manche in one.state.manches if manche.kept]
    recorded = sorted(times[version] for version in kept[: one.ending.after if one.ending else 0])
    manches = [(later - earlier).total_seconds() for earlier, later in pairwise(recorded)]
    played = [each for each in manches if each <= 60 * 60]
    return 0 if sum(played) < 60 * len(played) else round(sum(played))


def titles_of(parties: Sequence[Recounted], own: Sequence[Recounted], fewest: int, counted: int) -> list[Any]:
    """Return who had the title of a game in its own parties of a year, one after the other, since which partie.

    `parties` are all parties of the game. The first holders may have had it before.
    """
    first = parties.index(own[0])
    changes: list[Any] = []
    for count in range(first, first + len(own) + 1):
        holders = _title_holders(parties[max(0, count - counted) : count]) if count >= fewest else []
        if holders and (not changes or changes[-1][0] != holders):
            changes.append((holders, parties[count - 1].partie.id))
    return changes


def _title_holders(parties: Sequence[Recounted]) -> list[int]:
    """Return the players with the most victories; of those with as many, the winners of the latest partie."""
    winners = [[player for seat, player in enumerate(one.players) if won(one, seat)] for one in parties]
    wins = Counter(player for own in winners for player in own)
    best = [[player for player in own if wins[player] == max(wins.values())] for own in winners]
    return sorted(next((own for own in reversed(best) if own), []))


def best_of(parties: Sequence[Recounted]) -> set[int]:
    """Return the ids of the parties with the best moment of each kind in each game, from parties oldest first."""
    best: dict[tuple[str, str], tuple[int, int]] = {}
    for one in parties:
        rows = tuple(row for row, _players in one.counted)
        course = Course(rows, -1 if one.game.lowest_leads else 1, one.ending.winners if one.ending else ())
        swing, comeback, finish = course.swing(), course.comeback(), course.close_finish()
        sizes = {
            "swing": swing and abs(swing.best - swing.worst),
            "comeback": comeback and comeback.behind,
            "close finish": finish and -finish.points,
        }
        for key, size in sizes.items():
            largest = best.get((one.counted_as, key))
            if size is not None and (largest is None or size > largest[0]):
                best[one.counted_as, key] = size, one.partie.id
    return {partie_id for _size, partie_id in best.values()}
