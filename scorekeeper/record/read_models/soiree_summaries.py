"""Summaries of soirées (evenings of games in a carnet, the notebook of a group): players, victories, results, lines.

A partie (a game, of several deals called manches) counts if it has ended and is neither abandoned nor deleted. A drawn
partie is a victory for no one; a partie with several winners is a victory for each. If a player took over the seat of
another one, the partie counts for one of the two (`CREDITED`). A side is a player or a team.

A line is points with the key of their reason (`why`: `"nil_made"`), and a tally the number of such lines. A feat is a
line that is worth telling, such as a nil made. Each function makes a constant number of queries, also for a long list
of soirées.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, func, select, tuple_

from scorekeeper.record.database import db
from scorekeeper.record.models import CREDITED, WAS_REPLACED, Participant, Partie, Player, Seat, Soiree
from scorekeeper.record.read_models.evenings import soiree_day
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome, players_by_manche
from scorekeeper.record.read_models.tables import IS_COUNTED, LONG_PAUSE, SUMMARY_OF_SEAT, SeatSummary, Summary, Tally

# The number of victories in a group of rows, one for each partie that a player played: a row adds 1 if the partie
# counts, the player won it, and it was not drawn, else 0.
_VICTORIES = func.sum(case((and_(IS_COUNTED, SeatSummary.won, Summary.ending_why != "drawn"), 1), else_=0))


@dataclass(frozen=True)
class SoireeSummary:
    """The summary of a soirée. Players and games are in the order of their first parties."""

    # Each player as (name, number of victories): ("Anne", 2). Players who left their seat in every partie, so that none
    # counts for them, come last.
    players: tuple[tuple[str, int], ...] = ()

    # Each game as (its slug as in `Partie.counted_as`, number of parties): ("hearts:simple", 3).
    games: tuple[tuple[str, int], ...] = ()

    # The largest deficit of points that a winner made up in a partie, 0 without one.
    comeback: int = 0

    @property
    def winners(self) -> list[tuple[str, int]]:
        """The players with at least one victory, as in `players`, the one with most victories first."""
        winners = [(name, victories) for name, victories in self.players if victories]
        return sorted(winners, key=lambda winner: -winner[1])


class PlayingTime(NamedTuple):
    """How long a soirée was played, in seconds, without pauses of over an hour."""

    # The whole time.
    seconds: float

    # The mean time of a manche, in seconds too.
    of_manche: float


class LineFrequency(NamedTuple):
    """How often lines with one key are recorded in the parties of one game in a carnet."""

    # The number of lines with the key.
    lines: int

    # The numbers of manches and of parties of the game, also of those without such a line.
    manches: int
    parties: int


# The queries are built once; each function adds its condition.
# Rows (soirée id, name, victories) of the players for whom a partie counts, in the order of their first parties.
_PLAYERS = (
    select(Partie.soiree_id, Player.name, _VICTORIES)
    .join(Seat, Seat.partie_id == Partie.id)
    .join(Participant, CREDITED)
    .join(Player, Player.id == Participant.player_id)
    .outerjoin(Summary, Summary.partie_id == Partie.id)
    .outerjoin(SeatSummary, SUMMARY_OF_SEAT)
    .group_by(Partie.soiree_id, Player.id, Player.name)
    .order_by(func.min(Partie.id), func.min(Seat.number))
)
# Rows (soirée id, game, number of parties, largest comeback of a partie that counts).
_GAMES = (
    select(Partie.soiree_id, Partie.counted_as, func.count(Partie.id), func.max(case((IS_COUNTED, Summary.comeback))))
    .outerjoin(Summary, Summary.partie_id == Partie.id)
    .group_by(Partie.soiree_id, Partie.counted_as)
    .order_by(func.min(Partie.id))
)
_SOIREES = select(Soiree.id, Soiree.held_on, Soiree.place).where(Soiree.deleted_at.is_(None))
# The parties in which one player replaced another.
_REPLACED = select(Partie.id, Partie.soiree_id).where(WAS_REPLACED)
_NAMES = select(Player.id, Player.name)
# Rows (soirée id, game, key of the lines, name of the player, number of lines).
_FEATS: Select[*tuple[Any, ...]] = (
    select(Partie.soiree_id, Partie.game, Tally.why, Player.name, func.sum(Tally.times))
    .join(Summary, Summary.partie_id == Partie.id)
    .join(Tally, Tally.partie_id == Partie.id)
    .join(Player, Player.id == Tally.player_id)
    .where(IS_COUNTED)
    .group_by(Partie.soiree_id, Partie.game, Tally.why, Player.id, Player.name)
    .order_by(Partie.soiree_id, Player.id)
)
# The columns of `player_results` that are sums: the number of parties that count for a player, the number of those won
# (a condition is cast to 0 or 1), and the sum of the ranks in them.
_SUMS = {"parties": SeatOutcome.credited, "won": SeatOutcome.won, "ranks": SeatOutcome.rank}
_RESULTS: Select[*tuple[Any, ...]] = (
    select(Partie.counted_as.label("game"), Player.id.label("player_id"), Player.name)
    .add_columns(*(func.sum(cast(column, Integer)).label(name) for name, column in _SUMS.items()))
    .add_columns(Player.number.label("number"))
    .join(SeatOutcome, SeatOutcome.partie_id == Partie.id)
    .join(Player, Player.id == SeatOutcome.player_id)
    .group_by(Partie.counted_as, Player.id, Player.name)
    .order_by(func.min(Partie.id), func.min(SeatOutcome.number), Player.id)
)
# The rows that `line_counts` describes.
_LINE_COUNTS = (
    select(Tally.partie_id, Player.name.label("player"), SeatSummary.side, Tally.why, Tally.times, Tally.manche)
    .join(SeatSummary, and_(SeatSummary.partie_id == Tally.partie_id, SeatSummary.number == Tally.number))
    .join(Player, Player.id == Tally.player_id)
    .order_by(Tally.partie_id, Tally.number, Tally.player_id)
)


def summaries_by_soiree(soirees: Collection[Any]) -> dict[int, SoireeSummary]:
    """Return the summaries of these soirées (rows with an `id`) by id; soirées without parties are omitted."""
    ids = [soiree.id for soiree in soirees]
    if not ids:
        return {}
    players: defaultdict[int, dict[str, int]] = defaultdict(dict)
    games: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    not_deleted = and_(Partie.soiree_id.in_(ids), Partie.deleted_at.is_(None))
    for soiree_id, name, victories in db.session.execute(_PLAYERS.where(not_deleted)):
        players[soiree_id][name] = victories
    # For each partie in which a player was replaced: its id, and that of its soirée.
    replaced = {row.id: row.soiree_id for row in db.session.execute(_REPLACED.where(not_deleted))}
    # `setdefault` adds only the players for whom no partie counts, so they come last.
    for soiree_id, name in _played_by(replaced):
        players[soiree_id].setdefault(name, 0)
    comebacks: defaultdict[int, int] = defaultdict(int)
    for soiree_id, game, count, comeback in db.session.execute(_GAMES.where(not_deleted)):
        games[soiree_id].append((game, count))
        comebacks[soiree_id] = max(comebacks[soiree_id], comeback or 0)
    return {
        soiree_id: SoireeSummary(tuple(own_players.items()), tuple(games[soiree_id]), comebacks[soiree_id])
        for soiree_id, own_players in players.items()
    }


def _played_by(replaced: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield (soirée id, name) for each player who played a manche of these parties.

    `replaced` has the id of the soirée of each partie, by the id of the partie.
    """
    if not replaced:
        return
    # For each seat, by (partie id, number of the seat): the ids of those who played its manches, such as [3, 3, 5].
    played = players_by_manche(db.session(), [*replaced])
    all_ids = {*chain(*played.values())}
    names = {row.id: row.name for row in db.session.execute(_NAMES.where(Player.id.in_(all_ids)))}
    for (partie_id, _seat), player_ids in played.items():
        for player_id in player_ids:
            yield replaced[partie_id], names[player_id]


def nearest_soirees(soiree: Soiree, day: dt.date, most: int) -> list[Any]:
    """Return the soirées of the carnet that are nearest to a day, newest first, without the given soirée.

    They are rows of `id`, `held_on` and `place`. At most `most` of them are before the day, and at most `most` on it or
    after it.
    """
    others = _SOIREES.where(Soiree.carnet_id == soiree.carnet_id, Soiree.id != soiree.id).limit(most)
    later = others.where(Soiree.held_on >= day).order_by(Soiree.held_on, Soiree.id)
    earlier = others.where(Soiree.held_on < day).order_by(Soiree.held_on.desc(), Soiree.id.desc())
    # `later` begins with the oldest soirée, the nearest to the day, so it is reversed.
    return [*reversed(db.session.execute(later).all()), *db.session.execute(earlier)]


def player_results(soiree: Soiree) -> tuple[Any, ...]:
    """Return the results of the players of a soirée: a row for each game and player, from the parties that count.

    A row has the `game` (its slug), the `player_id` and the `name`; the sums of `_SUMS`, which are the numbers of
    `parties` and of those `won`, and the sum of the `ranks`; and the `number` of the player in the carnet. A player who
    was replaced in every partie has a row with 0 parties.
    """
    return tuple(db.session.execute(_RESULTS.where(Partie.soiree_id == soiree.id)))


# The feats of a soirée, each as (slug of the game, key of the lines, name of the player, number of lines):
# ("spades", "nil_made", "Anne", 2).
Feats = tuple[tuple[str, str, str, int], ...]


def feats_by_soiree(soirees: Collection[Any], whys: Collection[str]) -> dict[int, Feats]:
    """Return the feats of these soirées (rows with an `id`), by the id of the soirée.

    They are the lines with one of the keys `whys` in the parties that count. A soirée without any is omitted.
    """
    rows = db.session.execute(
        _FEATS.where(Partie.soiree_id.in_([soiree.id for soiree in soirees]), Tally.why.in_(whys))
    )
    # The query sorts by soirée, so the rows of each one follow each other.
    return {
        soiree_id: tuple((game, why, name, int(times)) for _id, game, why, name, times in own)
        for soiree_id, own in groupby(rows, key=lambda row: row.soiree_id)
    }


def playing_time(soiree: Soiree, parties: Sequence[ListedPartie]) -> PlayingTime | None:
    """Return how long the parties of a soirée were played, None if that is unknown.

    The time begins when the first manche was recorded, and includes the time between two parties. Parties that were
    recorded on another day were typed in afterwards: they are left out.
    """
    times = []
    manches = 0
    for partie in parties:
        if not partie.counts or partie.times is None:
            continue
        # `soiree_day` returns the day of this time in the time zone of the soirée; until six in the morning, this is
        # the day before. Another day than that of the soirée means that the partie was typed in afterwards.
        if soiree_day(partie.times.began_at, soiree.zone) == soiree.held_on:
            times.append(partie.times)
            # The times of a partie do not include its first manche, because they begin when it was recorded.
            manches += (partie.ending_after or 1) - 1
    if not manches:
        return None
    times.sort()  # by `began_at`
    # The seconds from the end of a partie to the beginning of the next one. They are negative if the two were played at
    # the same time.
    pauses = [(later.began_at - earlier.ended_at).total_seconds() for earlier, later in pairwise(times)]
    between = [pause for pause in pauses if 0 <= pause <= LONG_PAUSE]
    seconds = sum(partie_times.seconds for partie_times in times)
    return PlayingTime(seconds + sum(between), seconds / manches)


def line_counts(partie_ids: Collection[int], whys: Collection[str]) -> Sequence[Any]:
    """Return how many lines with each of these keys each player has in each of these parties.

    The rows are sorted by partie, seat and player. They have the `partie_id`, the name of the `player`, the number of
    the `side`, the key of the lines (`why`), their number (`times`), and the number of the first `manche` (from 1) with
    such a line.
    """
    if not partie_ids or not whys:
        return ()
    query = _LINE_COUNTS.where(Tally.partie_id.in_(partie_ids), Tally.why.in_(whys))
    return db.session.execute(query).all()


def line_frequencies(
    carnet_id: int,
    feats: Collection[tuple[str, str]],
    shared: Collection[str],
    upto: tuple[dt.date, int] | None = None,
) -> dict[tuple[str, str], LineFrequency]:
    """Return how often lines are recorded in the parties of a carnet that count, by (game, key of the lines).

    `feats` are the pairs (game, key) to count: `("spades", "nil_made")`. `shared` are the keys of lines that belong to
    a whole side. The tallies have such a line once for each partner, so their sum is wrong in a game of teams: there,
    they are omitted from the result. `upto` is the date and id of the latest partie to count, None for no limit.
    """
    if not feats:
        return {}
    conditions: list[ColumnElement[bool]] = [SeatOutcome.game.in_({game for game, _why in feats})]
    if upto is not None:
        # `coalesce` changes nothing, as each row has a day. But for the plain column, the database would use an index
        # of days, which finds all outcomes instead of the few feats.
        day = func.coalesce(SeatOutcome.held_on, dt.date.max)
        conditions.append(tuple_(day, SeatOutcome.partie_id) <= upto)
    # Every seat of a partie has the same number of manches, so only those of seat 0 are summed.
    manches = func.sum(SeatOutcome.manches).label("manches")
    parties = func.sum(cast(SeatOutcome.credited, Integer)).label("parties")
    sums = select(SeatOutcome.game, manches, parties).where(SeatOutcome.carnet_id == carnet_id)
    played = sums.where(SeatOutcome.number == 0, *conditions).group_by(SeatOutcome.game).subquery()
    # 1 if a player in a seat whose number is that of no side did the feat, else 0. With sides of one player, there are
    # as many seats as sides, and both are numbered from 0: such a seat shows that the game was played in teams.
    in_teams = func.max(cast(SeatOutcome.number >= SeatOutcome.sides, Integer))
    key = SeatOutcome.game, Tally.why, played.c.manches, played.c.parties
    # The query begins with the players of the carnet: an index finds their few feats.
    query = select(*key, func.sum(Tally.times), in_teams).select_from(Player).join(Tally, Tally.player_id == Player.id)
    query = query.join(SeatOutcome, TALLY_OF_OUTCOME).join(played, played.c.game == SeatOutcome.game)
    query = query.where(Player.carnet_id == carnet_id, Tally.why.in_({why for _game, why in feats}), *conditions)
    # The query has one condition for the games and one for the keys, so it may also find a key that was wanted for
    # another game only. The pairs in `feats` are selected here.
    return {
        (game, why): LineFrequency(int(times), int(manche_count), int(partie_count))
        for game, why, manche_count, partie_count, times, is_in_teams in db.session.execute(query.group_by(*key))
        if (game, why) in feats and not (is_in_teams and why in shared)
    }
