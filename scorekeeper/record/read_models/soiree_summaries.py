"""Summaries of soirées (evenings of games in a carnet, the notebook of a group): players, games, times.

A partie (a game, of several deals called manches) counts if it has ended and is neither abandoned nor deleted. A drawn
partie is a victory for no one; a partie with several winners is a victory for each. If a player took over the seat of
another one, the partie counts for one of the two (`CREDITED`). A side is a player or a team.

Each function makes a constant number of queries, also for a long list of soirées.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import and_, case, func, select

from scorekeeper.record.database import db
from scorekeeper.record.models import CREDITED, Participant, Partie, Player, Seat, Soiree
from scorekeeper.record.read_models.evenings import soiree_day
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import IS_COUNTED, LONG_PAUSE, SUMMARY_OF_SEAT, SeatSummary, Summary

# The number of victories in a group of rows, one for each partie that a player played: a row adds 1 if the partie
# counts, the player won it, and it was not drawn, else 0.
_VICTORIES = func.sum(case((and_(IS_COUNTED, SeatSummary.won, Summary.ending_why != "drawn"), 1), else_=0))


@dataclass(frozen=True)
class SoireeSummary:
    """The summary of a soirée. Players and games are in the order of their first parties."""

    # Each player as (name, number of victories): ("Anne", 2). Players who left their seat in every partie that counts
    # come last.
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
# Rows (soirée id, name) of the players who left their seat in a partie that counts, which counts for another player.
_REPLACED = (
    select(Partie.soiree_id, Player.name)
    .join(SeatOutcome, SeatOutcome.partie_id == Partie.id)
    .join(Player, Player.id == SeatOutcome.player_id)
    .where(~SeatOutcome.credited)
    .order_by(Partie.id, SeatOutcome.number)
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
    # `setdefault` adds only the players for whom no partie counts, so they come last.
    for soiree_id, name in db.session.execute(_REPLACED.where(not_deleted)):
        players[soiree_id].setdefault(name, 0)
    comebacks: defaultdict[int, int] = defaultdict(int)
    for soiree_id, game, count, comeback in db.session.execute(_GAMES.where(not_deleted)):
        games[soiree_id].append((game, count))
        comebacks[soiree_id] = max(comebacks[soiree_id], comeback or 0)
    return {
        soiree_id: SoireeSummary(tuple(own_players.items()), tuple(games[soiree_id]), comebacks[soiree_id])
        for soiree_id, own_players in players.items()
    }


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
