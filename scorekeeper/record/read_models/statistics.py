"""Statistics from the outcomes of parties: sums of players, of their lines, of pairs of players; latest winners."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, cast, func, select, true, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.tables import Tally

# Titles are from this number of latest parties.
PARTIES_COUNTED = 20


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the carnet, retired or not."""

    id: int
    name: str
    retired: bool

    # That of `Player.number`, which decides the player's sign.
    number: int = 0


class PartieFilter(NamedTuple):
    """A filter for the parties of a carnet; "" or 0 is no condition. `rules` and `people` are keys of `SeatOutcome`."""

    carnet_id: int
    game: str = ""
    rules: str = ""
    people: str = ""
    year: int = 0

    # A player of the carnet: only the rows of this player, which are read without those of the others.
    player_id: int = 0

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition on the outcomes of the parties that the filter accepts."""
        criteria = {SeatOutcome.game: self.game, SeatOutcome.rules: self.rules, SeatOutcome.people: self.people}
        conditions = [column == value for column, value in criteria.items() if value]
        if self.player_id:
            conditions.append(SeatOutcome.player_id == self.player_id)
        else:
            conditions.append(SeatOutcome.carnet_id == self.carnet_id)
        return and_(self.in_year(SeatOutcome.held_on), *conditions)

    def in_year(self, day: Any) -> ColumnElement[bool]:  # noqa: ANN401 - a column of dates
        """Return the condition that a day is in the year."""
        return day.between(dt.date(self.year, 1, 1), dt.date(self.year, 12, 31)) if self.year else true()


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A choice of the filter: a game and at most one of rules and people, and its number of parties.

    `options` are the house rules with the digest `rules`, None for a choice without rules.
    """

    game: str
    rules: str
    people: str
    options: dict[str, Any] | None
    parties: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The numbers of parties of a player in a game, the sums of their ranks and points, and the manches played.

    A partie that counts for another player of the same seat adds only the manches played.
    """

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

    Of the parties against each other, the player finished `above` with a better rank and `below` with a worse one.
    `won` is the number of victories together.
    """

    other_id: int
    against: int
    above: int
    below: int
    together: int
    won: int

    def plus(self, other: PairFigures) -> PairFigures:
        """Return the sums of these figures and of those of other parties with the same other player."""
        _other_id, *numbers = astuple(self)
        _other_id, *other_numbers = astuple(other)
        return PairFigures(self.other_id, *map(sum, zip(numbers, other_numbers, strict=True)))


class Finish(NamedTuple):
    """The outcome of a partie that counts, for one player; `sides` is the number of sides."""

    partie_id: int
    game: str
    held_on: dt.date
    rank: int
    sides: int
    won: bool
    drawn: bool
    points: int


class Meeting(NamedTuple):
    """A partie that counts for two players: their sides, ranks and points; `won` is the victory of the first."""

    partie_id: int
    game: str
    held_on: dt.date
    side: int
    other_side: int
    rank: int
    other_rank: int
    points: int
    other_points: int
    won: bool

    @property
    def is_together(self) -> bool:
        """Whether the two were partners."""
        return self.side == self.other_side

    @property
    def ahead(self) -> int:
        """1 if the first player finished ahead, −1 if the other did, 0 if neither."""
        return (self.rank < self.other_rank) - (self.rank > self.other_rank)


class DoneFeat(NamedTuple):
    """The lines with one key (`why`) of a player in a partie, and the manche of the first of them, if it is known."""

    partie_id: int
    game: str
    held_on: dt.date
    why: str
    times: int
    manche: int | None


@dataclass(frozen=True, slots=True)
class PartieWinners:
    """The ids of the players and of the winners of a partie that counts."""

    partie_id: int
    held_on: dt.date
    players: tuple[int, ...]
    winners: tuple[int, ...]


def players_of(carnet_id: int) -> dict[int, KnownPlayer]:
    """Return the players of the carnet by id, in the order in which they were added."""
    query = select(Player.id, Player.name, Player.retired_at, Player.number).where(Player.carnet_id == carnet_id)
    rows = db.session.execute(query.order_by(Player.id))
    return {row.id: KnownPlayer(row.id, row.name, row.retired_at is not None, row.number) for row in rows}


def filter_choices(carnet_id: int) -> list[FilterChoice]:
    """Return the choices of the filter, those with most parties first."""
    columns = SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people
    query = select(*columns, func.count().label("parties"), func.min(SeatOutcome.partie_id).label("example"))
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.credited, SeatOutcome.number == 0)
    query = query.group_by(*columns)
    played = query.subquery()
    counts: Counter[tuple[str, str, str]] = Counter()
    options_of_rules: dict[str, dict[str, Any]] = {}
    for row in db.session.execute(select(played, Partie.options).join(Partie, Partie.id == played.c.example)):
        options_of_rules[row.rules] = row.options
        # Each partie counts for three choices: all parties of its game, its rules, its people.
        for key in ("", ""), (row.rules, ""), ("", row.people):
            counts[row.game, *key] += row.parties
    choices = [
        FilterChoice(game, rules, people, options_of_rules.get(rules), parties)
        for (game, rules, people), parties in counts.items()
    ]
    return sorted(choices, key=lambda choice: (-choice.parties, choice.game, choice.rules, choice.people))


def player_figures(partie_filter: PartieFilter) -> list[PlayerFigures]:
    """Return the figures of every player in each game, those with most parties first."""
    key, parties = (SeatOutcome.game, SeatOutcome.player_id), sum_of(SeatOutcome.credited)
    query: Select[*tuple[Any, ...]] = select(*key, parties, *map(sum_of, _SUMMED_COLUMNS))
    query = query.where(partie_filter.condition).group_by(*key)
    rows = db.session.execute(query.order_by(parties.desc(), SeatOutcome.player_id))
    return [PlayerFigures(*row) for row in rows]


def line_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Return the totals of the lines of every player in each game and by key."""
    key = SeatOutcome.game, SeatOutcome.player_id, Tally.why
    query: Select[*tuple[Any, ...]] = select(*key, *map(sum_of, (Tally.times, Tally.count, Tally.points)))
    query = query.join(Tally, TALLY_OF_OUTCOME).where(partie_filter.condition).group_by(*key)
    totals = [LineTotals(*row) for row in db.session.execute(query)]
    return sorted(totals + _ending_totals(partie_filter), key=lambda total: (total.player_id, total.why))


def pair_figures(partie_filter: PartieFilter, player_id: int) -> list[PairFigures]:
    """Return the figures of a player with every other player, the one met most often first."""
    return [row.figures for row in _pair_rows(partie_filter._replace(player_id=player_id))]


def wins_between(partie_filter: PartieFilter, player_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return how often each of these players finished before each other one that was an opponent."""
    other = aliased(SeatOutcome)
    key = SeatOutcome.player_id, other.player_id
    query = select(*key, func.count().filter(SeatOutcome.rank < other.rank)).group_by(*key)
    query = query.join(other, other.partie_id == SeatOutcome.partie_id).where(partie_filter.condition)
    query = query.where(SeatOutcome.credited, other.credited, SeatOutcome.side != other.side)
    query = query.where(*(player_id.in_(player_ids) for player_id in key))
    return {(player_id, other_id): wins for player_id, other_id, wins in db.session.execute(query)}


def pair_figures_before_and_after(
    carnet_id: int, player_ids: Sequence[int], partie: tuple[dt.date, int]
) -> tuple[dict[int, list[PairFigures]], dict[int, list[PairFigures]]]:
    """Return two maps from each of these players to the figures with every other player: before and after a partie.

    `partie` is the date and id of the partie. The lists are empty if one of the players has a later partie.
    """
    later = aliased(SeatOutcome)
    is_later = later.player_id.in_(player_ids), later.credited, tuple_(later.held_on, later.partie_id) > partie
    conditions = SeatOutcome.player_id.in_(player_ids), ~select(later.partie_id).where(*is_later).exists()
    before: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    after: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    for row in _pair_rows(PartieFilter(carnet_id), *conditions, separate_partie=partie[1]):
        other_id = row.figures.other_id
        if not row.is_separate:
            before[row.player_id][other_id] = row.figures
        figures = after[row.player_id].get(other_id)
        after[row.player_id][other_id] = row.figures if figures is None else figures.plus(row.figures)
    lists_before = {player_id: list(pairs.values()) for player_id, pairs in before.items()}
    return lists_before, {player_id: list(pairs.values()) for player_id, pairs in after.items()}


def days_played(player_id: int) -> tuple[dt.date, dt.date] | None:
    """Return the days of the first and the last partie that counts for a player, None without one."""
    query: Select[*tuple[Any, ...]] = select(func.min(SeatOutcome.held_on), func.max(SeatOutcome.held_on))
    first, last = db.session.execute(query.where(SeatOutcome.player_id == player_id, SeatOutcome.credited)).one()
    return None if first is None else (first, last)


def finishes(player_id: int, partie_filter: PartieFilter) -> list[Finish]:
    """Return the outcomes of a player's parties that the filter accepts, oldest first."""
    query = select(*(getattr(SeatOutcome, name) for name in Finish._fields))
    query = query.where(partie_filter._replace(player_id=player_id).condition, SeatOutcome.credited)
    return [Finish(*row) for row in db.session.execute(query.order_by(*_OLDEST_FIRST))]


def meetings(partie_filter: PartieFilter, player_id: int, other_id: int) -> list[Meeting]:
    """Return the parties that count for both players and that the filter accepts, oldest first."""
    other = aliased(SeatOutcome)
    result = SeatOutcome.side, other.side, SeatOutcome.rank, other.rank, SeatOutcome.points, other.points
    query = select(SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on, *result, SeatOutcome.won)
    query = query.join(other, and_(other.partie_id == SeatOutcome.partie_id, other.player_id == other_id))
    both = partie_filter._replace(player_id=player_id).condition, SeatOutcome.credited, other.credited
    return [Meeting._make(row) for row in db.session.execute(query.where(*both).order_by(*_OLDEST_FIRST))]


def feats_done(partie_filter: PartieFilter, player_id: int, whys: Collection[str]) -> list[DoneFeat]:
    """Return the lines with these keys of a player in the parties that the filter accepts, oldest first."""
    query = select(SeatOutcome.partie_id, SeatOutcome.game, SeatOutcome.held_on, Tally.why, Tally.times, Tally.manche)
    query = query.join(Tally, TALLY_OF_OUTCOME).where(Tally.why.in_(whys))
    query = query.where(partie_filter._replace(player_id=player_id).condition).order_by(*_OLDEST_FIRST)
    return [DoneFeat(*row) for row in db.session.execute(query)]


def parties_with_winners(
    carnet_id: int, game: str, most: int = PARTIES_COUNTED, upto: tuple[dt.date, int] | None = None
) -> list[PartieWinners]:
    """Return the latest parties of a game that count, at most `most`, oldest first.

    `upto` is the date and id of the latest partie to return, None for no limit.
    """
    conditions = SeatOutcome.carnet_id == carnet_id, SeatOutcome.game == game
    parties = select(SeatOutcome.partie_id).where(*conditions, SeatOutcome.number == 0, SeatOutcome.credited)
    if upto is not None:
        parties = parties.where(tuple_(SeatOutcome.held_on, SeatOutcome.partie_id) <= upto)
    ids = parties.order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc()).limit(most).subquery()
    query = select(SeatOutcome.partie_id, SeatOutcome.held_on, SeatOutcome.player_id, SeatOutcome.won)
    query = query.join(ids, ids.c.partie_id == SeatOutcome.partie_id).where(SeatOutcome.credited)
    rows = db.session.execute(query.order_by(SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.number))
    return [_partie_winners(list(seats)) for _partie_id, seats in groupby(rows, key=lambda row: row.partie_id)]


def _partie_winners(seats: Sequence[Any]) -> PartieWinners:
    winners = tuple(seat.player_id for seat in seats if seat.won)
    return PartieWinners(seats[0].partie_id, seats[0].held_on, tuple(seat.player_id for seat in seats), winners)


_OLDEST_FIRST = SeatOutcome.held_on, SeatOutcome.partie_id
_SUMMED_COLUMNS = SeatOutcome.won, SeatOutcome.drawn, SeatOutcome.rank, SeatOutcome.points, SeatOutcome.manches


def sum_of(column: Any) -> ColumnElement[int]:  # noqa: ANN401 - a column or a condition
    """Return the sum of a column, or the number of rows with a condition."""
    return cast(func.sum(cast(column, Integer)), Integer)


def _ending_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Count the flags of endings, as `rubicon_made` for winners and `rubicon_suffered` for losers."""
    key = SeatOutcome.game, SeatOutcome.player_id, SeatOutcome.flags, SeatOutcome.won
    query = select(*key, func.count()).where(partie_filter.condition, SeatOutcome.flags != "")
    counts: Counter[tuple[str, int, str]] = Counter()
    for game, player, flags, won, parties in db.session.execute(query.group_by(*key)):
        for flag in flags.split():
            counts[game, player, f"{flag}_{'made' if won else 'suffered'}"] += parties
    return [LineTotals(game, player, why, times, 0, 0) for (game, player, why), times in counts.items()]


class _PairRow(NamedTuple):
    """The figures of a player with another player: in the separate partie (`is_separate`), or in all others."""

    player_id: int
    is_separate: bool
    figures: PairFigures


def _pair_rows(
    partie_filter: PartieFilter, *conditions: ColumnElement[bool], separate_partie: int = 0
) -> Iterator[_PairRow]:
    """Yield the figures of pairs, those with most parties first; a separate partie (id) has rows of its own."""
    other = aliased(SeatOutcome)
    against, together = SeatOutcome.side != other.side, SeatOutcome.side == other.side
    sums = (
        against,
        and_(against, SeatOutcome.rank < other.rank),
        and_(against, SeatOutcome.rank > other.rank),
        together,
        and_(together, SeatOutcome.won),
    )
    key = SeatOutcome.player_id, SeatOutcome.partie_id == separate_partie, other.player_id
    query: Select[*tuple[Any, ...]] = select(*key, *map(sum_of, sums)).group_by(*key)
    query = query.join(other, other.partie_id == SeatOutcome.partie_id)
    counts = SeatOutcome.credited, other.credited, other.player_id != SeatOutcome.player_id
    query = query.where(partie_filter.condition, *counts, *conditions)
    for player_id, is_separate, *figures in db.session.execute(query.order_by(func.count().desc(), other.player_id)):
        yield _PairRow(player_id, bool(is_separate), PairFigures(*figures))
