"""Statistics from the outcomes of parties: victories, highlights, pairs of players, titles."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, extract, func, select, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.tables import Tally

PARTIES_COUNTED = 20  # the latest parties, for titles and for the recent results of a player


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the carnet, retired or not."""

    id: int
    name: str
    retired: bool


class PartieFilter(NamedTuple):
    """A filter for the parties of a carnet; "" or 0 is no condition. `rules` and `people` are keys of `SeatOutcome`."""

    carnet_id: int
    game: str = ""
    rules: str = ""
    people: str = ""
    year: int = 0

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition on the outcomes of the parties that the filter accepts."""
        criteria = {SeatOutcome.game: self.game, SeatOutcome.rules: self.rules, SeatOutcome.people: self.people}
        conditions = [column == value for column, value in criteria.items() if value]
        if self.year:
            conditions.append(SeatOutcome.held_on.between(dt.date(self.year, 1, 1), dt.date(self.year, 12, 31)))
        return and_(SeatOutcome.carnet_id == self.carnet_id, *conditions)


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A choice of the filter: a game and at most one of rules, people and year, and its number of parties.

    `options` are the house rules with the digest `rules`, None for a choice without rules.
    """

    game: str
    rules: str
    people: str
    year: int
    options: dict[str, Any] | None
    parties: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The counts of a player's parties in a game, and the sums of ranks, points and manches."""

    game: str
    player_id: int
    parties: int
    won: int
    drawn: int
    ranks: int
    points: int
    manches: int


@dataclass(frozen=True, slots=True)
class LineTotals:
    """The sums of a player's lines with one key (`why`) in the manches of a game.

    `times` is the number of lines, `things` the number of cards or tricks that they count, `points` their points.
    """

    game: str
    player_id: int
    why: str
    times: int
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The numbers of parties of a player with another player: `against` each other, and `together` in a team.

    Of the parties against each other, `above` were finished with a better rank and `below` with a worse one. `won`,
    `ranks` and `points` are sums over the parties together.
    """

    other_id: int
    against: int
    above: int
    below: int
    together: int
    won: int
    ranks: int
    points: int

    def plus(self, other: PairFigures) -> PairFigures:
        """Return the sums of both figures, which are of different parties with the same other player."""
        numbers, other_numbers = astuple(self)[1:], astuple(other)[1:]
        return PairFigures(self.other_id, *map(sum, zip(numbers, other_numbers, strict=True)))


@dataclass(frozen=True, slots=True)
class Finish:
    """The outcome of a partie that counts, for one player; `sides` is the number of sides."""

    partie_id: int
    game: str
    held_on: dt.date
    rank: int
    sides: int
    won: bool


@dataclass(frozen=True, slots=True)
class WonPartie:
    """A partie that counts, with the ids of its players and winners."""

    partie_id: int
    held_on: dt.date
    players: tuple[int, ...]
    winners: tuple[int, ...]


def players_of(carnet_id: int) -> dict[int, KnownPlayer]:
    """Return the players of the carnet by id, in the order in which they were added."""
    query = select(Player.id, Player.name, Player.retired_at).where(Player.carnet_id == carnet_id).order_by(Player.id)
    return {row.id: KnownPlayer(row.id, row.name, row.retired_at is not None) for row in db.session.execute(query)}


def filter_choices(carnet_id: int) -> list[FilterChoice]:
    """Return the choices of the filter, those with most parties first."""
    columns = SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people
    year = cast(extract("year", SeatOutcome.held_on), Integer).label("year")
    query = select(*columns, year, func.count().label("parties"), func.min(SeatOutcome.partie_id).label("example"))
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.number == 0).group_by(*columns, year)
    played = query.subquery()
    counts: Counter[tuple[str, str, str, int]] = Counter()
    options: dict[str, dict[str, Any]] = {}
    for row in db.session.execute(select(played, Partie.options).join(Partie, Partie.id == played.c.example)):
        options[row.rules] = row.options
        for key in ("", "", 0), (row.rules, "", 0), ("", row.people, 0), ("", "", row.year):
            counts[row.game, *key] += row.parties
    ordered = sorted(counts.items(), key=lambda choice: (-choice[1], choice[0]))
    return [FilterChoice(*key, options.get(key[1]), parties) for key, parties in ordered]


def player_figures(chosen: PartieFilter, player_id: int | None = None) -> list[PlayerFigures]:
    """Return the sums of every player, or of one player, by game; the players with most parties first."""
    key, parties = (SeatOutcome.game, SeatOutcome.player_id), func.count()
    query: Select[*tuple[Any, ...]] = select(*key, parties, *map(_sum, _FIGURES))
    query = query.where(chosen.condition, _of_player(player_id)).group_by(*key)
    rows = db.session.execute(query.order_by(parties.desc(), SeatOutcome.player_id))
    return [PlayerFigures(*row) for row in rows]


def line_totals(chosen: PartieFilter, player_id: int | None = None) -> list[LineTotals]:
    """Return the sums of the lines of every player, or of one player, in the manches of these parties, by key."""
    key = SeatOutcome.game, SeatOutcome.player_id, Tally.why
    query: Select[*tuple[Any, ...]] = select(*key, *map(_sum, (Tally.times, Tally.count, Tally.points)))
    query = query.join(Tally, and_(Tally.partie_id == SeatOutcome.partie_id, Tally.number == SeatOutcome.number))
    query = query.where(chosen.condition, _of_player(player_id)).group_by(*key)
    totals = [LineTotals(*row) for row in db.session.execute(query)]
    return sorted(totals + _of_endings(chosen, player_id), key=lambda total: (total.player_id, total.why))


def pair_figures(chosen: PartieFilter, player_id: int) -> list[PairFigures]:
    """Return the results of a player with every other player, the one met most often first."""
    return [figures for _, _, figures in _pair_rows(chosen, SeatOutcome.player_id == player_id)]


def pairs_upto(
    carnet_id: int, player_ids: Sequence[int], upto: tuple[dt.date, int]
) -> tuple[dict[int, list[PairFigures]], dict[int, list[PairFigures]]]:
    """Return two maps from each of these players to the results with every other player.

    The first is the state before a partie, the second includes it; `upto` is the date and id of the partie. All
    results are empty if one of the players has ended another partie since.
    """
    since = aliased(SeatOutcome)
    later = select(since.partie_id).where(
        since.player_id.in_(player_ids), tuple_(since.held_on, since.partie_id) > upto
    )
    conditions = SeatOutcome.player_id.in_(player_ids), ~later.exists()
    before: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    now: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    for player_id, is_last_partie, figures in _pair_rows(PartieFilter(carnet_id), *conditions, apart=upto[1]):
        if not is_last_partie:
            before[player_id][figures.other_id] = figures
        added = now[player_id].get(figures.other_id)
        now[player_id][figures.other_id] = figures if added is None else added.plus(figures)
    pairs_before = {player_id: list(pairs.values()) for player_id, pairs in before.items()}
    return pairs_before, {player_id: list(pairs.values()) for player_id, pairs in now.items()}


def meetings(carnet_id: int, player_id: int, other_id: int) -> dict[str, PairFigures]:
    """Return the results of a player with another player, by game, the game played most often first."""
    games = dict.fromkeys(figures.game for figures in player_figures(PartieFilter(carnet_id), player_id))
    pairs_by_game = {game: pair_figures(PartieFilter(carnet_id, game), player_id) for game in games}
    own = {game: [pair for pair in pairs if pair.other_id == other_id] for game, pairs in pairs_by_game.items()}
    return {game: pairs[0] for game, pairs in own.items() if pairs}


def finishes(player_id: int, chosen: PartieFilter, last: int = PARTIES_COUNTED) -> list[Finish]:
    """Return the outcomes of the `last` parties of a player that the filter accepts, oldest first."""
    about = SeatOutcome.rank, SeatOutcome.sides, SeatOutcome.won
    query = select(SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on, *about)
    query = query.where(chosen.condition, SeatOutcome.player_id == player_id)
    query = query.order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc()).limit(last)
    return [Finish(*row) for row in db.session.execute(query)][::-1]


def won_parties(
    carnet_id: int, game: str, last: int = PARTIES_COUNTED, upto: tuple[dt.date, int] | None = None
) -> list[WonPartie]:
    """Return the `last` parties of a game that count, oldest first; `upto` is the date and id of the latest one."""
    chosen = select(SeatOutcome.partie_id).where(
        SeatOutcome.carnet_id == carnet_id, SeatOutcome.game == game, SeatOutcome.number == 0
    )
    if upto is not None:
        chosen = chosen.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto)
    ids = chosen.order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc()).limit(last).subquery()
    query = select(SeatOutcome.partie_id, SeatOutcome.held_on, SeatOutcome.player_id, SeatOutcome.won)
    query = query.join(ids, ids.c.partie_id == SeatOutcome.partie_id)
    rows = db.session.execute(query.order_by(SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.number))
    return [_won(list(seats)) for _, seats in groupby(rows, key=lambda row: row.partie_id)]


def _won(seats: Sequence[Any]) -> WonPartie:
    winners = tuple(seat.player_id for seat in seats if seat.won)
    return WonPartie(seats[0].partie_id, seats[0].held_on, tuple(seat.player_id for seat in seats), winners)


_FIGURES = SeatOutcome.won, SeatOutcome.drawn, SeatOutcome.rank, SeatOutcome.points, SeatOutcome.manches


def _sum(column: Any) -> ColumnElement[int]:  # noqa: ANN401 - a column or a condition
    return cast(func.sum(cast(column, Integer)), Integer)


def _of_player(player_id: int | None) -> ColumnElement[bool]:
    return SeatOutcome.player_id.is_not(None) if player_id is None else SeatOutcome.player_id == player_id


def _of_endings(chosen: PartieFilter, player_id: int | None) -> list[LineTotals]:
    """Return the flags of endings as lines, with other keys for winners and losers: `rubicon_made`, `_suffered`."""
    key = SeatOutcome.game, SeatOutcome.player_id, SeatOutcome.flags, SeatOutcome.won
    query = select(*key, func.count()).where(chosen.condition, _of_player(player_id), SeatOutcome.flags != "")
    counts: Counter[tuple[str, int, str]] = Counter()
    for game, player, flags, won, parties in db.session.execute(query.group_by(*key)):
        for flag in flags.split():
            counts[game, player, f"{flag}_{'made' if won else 'suffered'}"] += parties
    return [LineTotals(*game_player_why, times, 0, 0) for game_player_why, times in counts.items()]


def _pair_rows(
    chosen: PartieFilter, *conditions: ColumnElement[bool], apart: int = 0
) -> Iterator[tuple[int, bool, PairFigures]]:
    """Yield (player id, whether these are of the partie `apart`, results with another one), most frequent first."""
    other = aliased(SeatOutcome)
    against, together = SeatOutcome.side != other.side, SeatOutcome.side == other.side
    sums = (
        against,
        and_(against, SeatOutcome.rank < other.rank),
        and_(against, SeatOutcome.rank > other.rank),
        together,
        and_(together, SeatOutcome.won),
        case((together, SeatOutcome.rank), else_=0),
        case((together, SeatOutcome.points), else_=0),
    )
    key = SeatOutcome.player_id, SeatOutcome.partie_id == apart, other.player_id
    query: Select[*tuple[Any, ...]] = select(*key, *map(_sum, sums)).group_by(*key)
    query = query.join(other, other.partie_id == SeatOutcome.partie_id)
    query = query.where(chosen.condition, other.player_id != SeatOutcome.player_id, *conditions)
    for player_id, is_apart, *figures in db.session.execute(query.order_by(func.count().desc(), other.player_id)):
        yield player_id, bool(is_apart), PairFigures(*figures)
