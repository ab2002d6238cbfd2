"""Statistics from the outcomes of parties: sums of players, of their lines, of pairs of players; latest winners.

An outcome (`SeatOutcome`) is a row for a player in a seat of a partie that has ended. A line is points with the key of
their reason (`why`: `"nil_made"`), and a `Tally` the sums of such lines. Queries that run often are built once, with
parameters (`bindparam`).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Date,
    Integer,
    String,
    and_,
    bindparam,
    case,
    cast,
    func,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.tables import Summary, Tally

# Titles are from this number of latest parties.
PARTIES_COUNTED = 20
# The first and the last day of the parties, as parameters: `held_on.between(*IN_DAYS)`.
IN_DAYS = bindparam("first", type_=Date), bindparam("last", type_=Date)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the carnet, retired or not."""

    id: int
    name: str
    retired: bool

    # That of `Player.number`, which decides the player's sign.
    number: int = 0


class PartieFilter(NamedTuple):
    """A filter for the parties of a carnet; "" or 0 is no condition."""

    carnet_id: int
    game: str = ""

    # Values of these columns of `SeatOutcome`.
    rules: str = ""
    people: str = ""
    year: int = 0

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition on the outcomes of the parties that the filter accepts."""
        criteria = {SeatOutcome.game: self.game, SeatOutcome.rules: self.rules, SeatOutcome.people: self.people}
        conditions = [column == value for column, value in criteria.items() if value]
        return and_(
            SeatOutcome.carnet_id == self.carnet_id,
            SeatOutcome.held_on.between(self.days["first"], self.days["last"]),
            *conditions,
        )

    @property
    def days(self) -> dict[str, dt.date]:
        """The `first` and the `last` day that the filter accepts."""
        return {"first": dt.date(self.year or 1, 1, 1), "last": dt.date(self.year or dt.MAXYEAR, 12, 31)}

    def of_player(self, player_id: int) -> dict[str, Any]:
        """Return the parameters of the queries of a player."""
        return {**self._asdict(), **self.days, "player_id": player_id}


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A choice of the filter: a game, and at most one of rules and people."""

    game: str
    rules: str
    people: str

    # The house rules of which `rules` is the digest, None for a choice without rules.
    options: dict[str, Any] | None

    # The number of parties that it accepts.
    parties: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of a player in a game."""

    game: str
    player_id: int

    # The numbers of parties that count for the player, won, and drawn.
    parties: int
    won: int
    drawn: int

    # The sums over these parties.
    ranks: int
    points: int

    # The manches played, also those of a partie that counts for another player of the same seat.
    manches: int


@dataclass(frozen=True, slots=True)
class LineTotals:
    """The sums of a player's lines with one key in the manches of a game."""

    game: str
    player_id: int

    # The key of the lines.
    why: str

    # The number of lines.
    times: int

    # The number of cards or tricks that the lines count.
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The numbers of parties of a player with another player."""

    other_id: int

    # On different sides; then those that the player finished with a better rank, and with a worse one.
    against: int
    above: int
    below: int

    # In one team, and those that the team won.
    together: int
    won: int

    def plus(self, other: PairFigures) -> PairFigures:
        """Return the sums of these figures and of those of other parties with the same other player."""
        return PairFigures(
            self.other_id,
            self.against + other.against,
            self.above + other.above,
            self.below + other.below,
            self.together + other.together,
            self.won + other.won,
        )


class SeatResult(NamedTuple):
    """The result of a player in a seat, with rank 0 if the partie counts for another player of the seat."""

    player_id: int
    side: int
    rank: int
    won: int


@dataclass(frozen=True, slots=True)
class PartieWinners:
    """The ids of the winners of a partie that counts."""

    partie_id: int
    held_on: dt.date
    winners: tuple[int, ...]


@lru_cache(maxsize=4096)
def seat_results(results: str | None) -> tuple[SeatResult, ...]:
    """Read the results of a partie (`results_of`), None if it does not count.

    "3.0.1.1 4.1.2.0": player 3, of side 0, is first and won; player 4 is second.
    """
    return tuple(SeatResult(*map(int, seat.split("."))) for seat in (results or "").split())


def players_of(carnet_id: int) -> dict[int, KnownPlayer]:
    """Return the players of the carnet by id, in the order in which they were added."""
    rows = db.session.execute(_PLAYERS, {"carnet_id": carnet_id})
    return {row.id: KnownPlayer(row.id, row.name, row.retired_at is not None, row.number) for row in rows}


def filter_choices(carnet_id: int) -> list[FilterChoice]:
    """Return the choices of the filter, those with most parties first."""
    columns = SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people
    query = select(*columns, func.count().label("parties"), func.min(SeatOutcome.partie_id).label("example"))
    # A partie has one credited outcome in seat 0, so that each is counted once.
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.credited, SeatOutcome.number == 0)
    played = query.group_by(*columns).subquery()
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
    key = SeatOutcome.game, SeatOutcome.player_id
    parties = sum_of(SeatOutcome.credited)
    query: AnySelect = select(*key, parties, *map(sum_of, _SUMMED_COLUMNS))
    query = query.where(partie_filter.condition).group_by(*key)
    rows = db.session.execute(query.order_by(parties.desc(), SeatOutcome.player_id))
    return [PlayerFigures(*row) for row in rows]


def line_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Return the totals of the lines of every player in each game and by key."""
    key = SeatOutcome.game, SeatOutcome.player_id, Tally.why
    query: AnySelect = select(*key, *map(sum_of, (Tally.times, Tally.count, Tally.points)))
    query = query.join(Tally, TALLY_OF_OUTCOME).where(partie_filter.condition).group_by(*key)
    totals = [LineTotals(*row) for row in db.session.execute(query)]
    return sorted(totals + _ending_totals(partie_filter), key=lambda total: (total.player_id, total.why))


def pair_figures(partie_filter: PartieFilter, player_id: int) -> list[PairFigures]:
    """Return the figures of a player with every other player, the one met most often first."""
    return [PairFigures(*row[2:]) for row in db.session.execute(_PAIRS, partie_filter.of_player(player_id))]


def pair_figures_before_and_after(
    carnet_id: int, player_ids: Sequence[int], partie: tuple[dt.date, int]
) -> tuple[dict[int, list[PairFigures]], dict[int, list[PairFigures]]]:
    """Return two maps from each of these players to the figures with every other player: before and after a partie.

    `partie` is the date and id of the partie. The lists are empty if one of the players has a later partie.
    """
    later = aliased(SeatOutcome)
    is_later = and_(later.player_id.in_(player_ids), later.credited, tuple_(later.held_on, later.partie_id) > partie)
    has_later = select(later.partie_id).where(is_later).exists()
    condition = and_(SeatOutcome.carnet_id == carnet_id, SeatOutcome.player_id.in_(player_ids), ~has_later)
    # The query groups the partie apart from the earlier ones: without its row, the sums are those before it.
    query = _pairs_query(condition, separate_partie=partie[1])
    before: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    after: dict[int, dict[int, PairFigures]] = {player_id: {} for player_id in player_ids}
    for player_id, is_separate, other_id, *numbers in db.session.execute(query):
        figures = PairFigures(other_id, *numbers)
        if not is_separate:
            before[player_id][other_id] = figures
        earlier = after[player_id].get(other_id)
        if earlier is not None:
            figures = earlier.plus(figures)
        after[player_id][other_id] = figures
    lists_before = {player_id: list(pairs.values()) for player_id, pairs in before.items()}
    return lists_before, {player_id: list(pairs.values()) for player_id, pairs in after.items()}


def parties_with_winners(
    carnet_id: int, game: str, most: int = PARTIES_COUNTED, upto: tuple[dt.date, int] | None = None
) -> list[PartieWinners]:
    """Return the latest parties of a game that count, at most `most`, oldest first.

    `upto` is the date and id of the latest partie to return, None for no limit.
    """
    # Without a limit, a day and an id after those of every partie.
    day, partie_id = upto or (dt.date.max, 2**31 - 1)
    parameters = {"carnet_id": carnet_id, "game": game, "most": most, "day": day, "partie_id": partie_id}
    return [*map(winners_of, reversed(db.session.execute(_LATEST, parameters).all()))]


def winners_of(partie: Any) -> PartieWinners:  # noqa: ANN401 - a row with the results of a partie
    """Return the winners of a partie."""
    winners = tuple(seat.player_id for seat in seat_results(partie.results) if seat.won)
    return PartieWinners(partie.partie_id, partie.held_on, winners)


# A lead over half the mean gap of a manche is no close finish (`Course.close_finish`). The largest sizes are the best.
_CLOSE_FINISH = case((2 * Summary.margin * Summary.ending_after <= Summary.gaps, -Summary.margin))
SIZES = Summary.swing, Summary.comeback, _CLOSE_FINISH.label("close_finish")
_SEAT = aliased(SeatOutcome)
_RESULT = _SEAT.player_id, _SEAT.side, _SEAT.rank, cast(_SEAT.won, Integer)
_NUMBERS: list[ColumnElement[str]] = [cast(each, String) for each in _RESULT]
# As `seat_results` reads it: "3.0.1.1".
_RESULT_TEXT = reduce(lambda text, number: text + "." + number, _NUMBERS)


def results_of(partie_id: ColumnElement[int] | InstrumentedAttribute[int]) -> ColumnElement[str]:
    """Return the results of a partie as one text, which is read faster than a row for each seat (`seat_results`)."""
    texts = select(func.aggregate_strings(_RESULT_TEXT, " ")).where(_SEAT.partie_id == partie_id)
    return texts.scalar_subquery().label("results")


_LATEST: AnySelect = (
    select(SeatOutcome.partie_id, SeatOutcome.held_on, results_of(SeatOutcome.partie_id))
    .where(SeatOutcome.carnet_id == bindparam("carnet_id"), SeatOutcome.game == bindparam("game"))
    .where(SeatOutcome.number == 0, SeatOutcome.credited)
    .where(
        tuple_(SeatOutcome.held_on, SeatOutcome.partie_id)
        <= tuple_(bindparam("day", type_=Date), bindparam("partie_id", type_=Integer))
    )
    .order_by(SeatOutcome.held_on.desc(), SeatOutcome.partie_id.desc())
    .limit(bindparam("most"))
)
_PLAYERS = (
    select(Player.id, Player.name, Player.retired_at, Player.number)
    .where(Player.carnet_id == bindparam("carnet_id"))
    .order_by(Player.id)
)
OF_PLAYER = SeatOutcome.player_id == bindparam("player_id")
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
        result = "made" if won else "suffered"
        for flag in flags.split():
            counts[game, player, f"{flag}_{result}"] += parties
    return [LineTotals(game, player, why, times, 0, 0) for (game, player, why), times in counts.items()]


def _pairs_query(condition: ColumnElement[bool], separate_partie: int = 0) -> AnySelect:
    """Select the figures of pairs, those with most parties first; a separate partie (id) has rows of its own."""
    other = aliased(SeatOutcome)
    against = SeatOutcome.side != other.side
    together = SeatOutcome.side == other.side
    # Each condition is summed as 1 or 0, so that one pass over the pairs counts all of them.
    sums = (
        against,
        and_(against, SeatOutcome.rank < other.rank),
        and_(against, SeatOutcome.rank > other.rank),
        together,
        and_(together, SeatOutcome.won),
    )
    key = SeatOutcome.player_id, SeatOutcome.partie_id == separate_partie, other.player_id
    query: AnySelect = select(*key, *map(sum_of, sums)).group_by(*key)
    query = query.join(other, other.partie_id == SeatOutcome.partie_id)
    counts = SeatOutcome.credited, other.credited, other.player_id != SeatOutcome.player_id
    return query.where(condition, *counts).order_by(func.count().desc(), other.player_id)


# The conditions of `PartieFilter.of_player`, for queries that are built once: "" is no condition.
OF_FILTER = (
    OF_PLAYER,
    SeatOutcome.held_on.between(*IN_DAYS),
    *(
        bindparam(column.key, type_=String).in_(("", column))
        for column in (SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people)
    ),
)
_PAIRS = _pairs_query(and_(*OF_FILTER))
