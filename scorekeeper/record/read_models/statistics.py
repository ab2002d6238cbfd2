"""Statistics of a carnet, the notebook of a group of players: sums for each player, line and pair; latest winners.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. A partie counts if it has
ended and is neither abandoned nor deleted. An outcome (`SeatOutcome`) is a row for a player in a seat of a partie that
counts. If another player took over the seat, it has a row for each of them, and one is *credited*: the partie counts
for this player. A line is points with the key of their reason (`why`: `"nil_made"`), and a `Tally` the sums of such
lines. Queries that run often are built once, with parameters (`bindparam`), at the end of this file.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Date,
    Integer,
    String,
    bindparam,
    case,
    cast,
    func,
    select,
    tuple_,
)

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.read_models.lists import AnySelect
from scorekeeper.record.read_models.outcomes import TALLY_OF_OUTCOME, SeatOutcome
from scorekeeper.record.read_models.tables import Summary, Tally

# Of the latest parties of a game, at most this number are read to find who has its title, and who had it before.
PARTIES_READ = 120
# The first and the last day of the parties to read, as parameters of queries: `held_on.between(*IN_DAYS)`. The property
# `PartieFilter.parameters` gives them their values.
IN_DAYS = bindparam("first", type_=Date), bindparam("last", type_=Date)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the carnet, retired or not."""

    id: int
    name: str
    retired: bool

    # `Player.number`, from which the player's sign (mark and colour in charts) is chosen.
    number: int = 0


class PartieFilter(NamedTuple):
    """A filter for the parties of a carnet. A field with "" or 0 accepts every partie."""

    carnet_id: int

    # The slug under which statistics count a partie (`Partie.counted_as`): "hearts", "hearts:simple".
    game: str = ""

    # A digest of house rules, twelve hexadecimal digits (`SeatOutcome.rules`).
    rules: str = ""
    year: int = 0

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters in the conditions `OF_FILTER`: the fields, and the days `first` and `last`."""
        # For all years, these are the first and the last day that Python knows.
        days = {"first": dt.date(self.year or 1, 1, 1), "last": dt.date(self.year or dt.MAXYEAR, 12, 31)}
        return {**self._asdict(), **days}


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of a player in a game."""

    game: str
    player_id: int

    # The numbers of parties that count for the player, won, and drawn.
    parties: int
    won: int
    drawn: int

    # The sum of the player's ranks in these parties, and that of the totals of the player's side.
    ranks: int
    points: int

    # The number of manches that the player played. It includes those of a partie that counts for the other player of
    # the same seat.
    manches: int


@dataclass(frozen=True, slots=True)
class LineTotals:
    """The sums of the lines with one key that a player has in the manches of a game.

    Some parties end with a flag, such as `rubicon` at Piquet. Another row of this class then has the number of parties
    that ended with this flag for the player (`times`); its `things` and `points` are 0.
    """

    game: str
    player_id: int

    # The key of the lines, such as `nil_made`; for a flag, `rubicon_made` if the player won and `rubicon_suffered` if
    # not (`_ending_totals`).
    why: str

    # The number of lines.
    times: int

    # The number of cards or tricks that the lines score, such as 5 hearts.
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """How often a player met another player, as numbers of parties that count for both."""

    # The id of the other player.
    other_id: int

    # The parties in which the two were on different sides.
    against: int

    # The parties among these in which the player had a better rank than the other, and those with a worse one.
    above: int
    below: int

    # The parties in which the two were in one team, and those among them that the team won.
    together: int
    won: int


class Encounter(NamedTuple):
    """Two players of one partie and how they met in it. Example: `Encounter(3, 7, "ahead")`, 3 was ahead of 7."""

    # The ids of the players. If their ranks differ, `first` is the player with the better rank.
    first: int
    second: int

    # One of the constants below: `AHEAD`, `TIED`, `WON_TOGETHER` or `TOGETHER`.
    how: str


# The two were on different sides: `first` had a better rank than `second`, or both had the same rank.
AHEAD, TIED = "ahead", "tied"
# The two were in one team: it won, or it did not win.
WON_TOGETHER, TOGETHER = "won together", "together"
# What `pair_figures` counts for the player who is `second` in an encounter `AHEAD`.
_BEHIND = "behind"


class PartieResults(NamedTuple):
    """The results of a partie, with players as their ids."""

    # The players for whom the partie counts.
    players: tuple[int, ...]

    # The players who left their seat, so that the partie counts for another player in it.
    replaced: tuple[int, ...]

    # The players who won; none in a drawn partie.
    winners: tuple[int, ...]

    # One for each two players for whom the partie counts.
    encounters: tuple[Encounter, ...]


@lru_cache(maxsize=8192)
def read_results(results: str) -> PartieResults:
    """Return the results of a partie, read from the text that `outcomes.results_text` wrote for it.

    The text has the sides separated by spaces. A side is its rank, 1 if it won or 0 if not, and the ids of its players:

        "1.1.3.7 2.0.4"

    The partners 3 and 7 have the rank 1 and won; the player 4 has the rank 2 and did not win. The rank 0 is that of
    replaced players. The results are cached, because many parties have the same text.
    """
    # Each side as (rank, won, ids of its players…), the smallest rank first.
    sides = [tuple(map(int, side.split("."))) for side in results.split()]
    replaced = tuple(player for rank, _won, *own in sides if not rank for player in own)
    # Each side except that of the replaced players, whose rank `side[0]` is 0.
    counted = [side for side in sides if side[0]]
    encounters = []
    for number, (rank, won, *own) in enumerate(counted):
        # An encounter for every two players of this side (`own`), then one for every player of it with every player of
        # a later side (`others`), whose rank is the same or worse.
        encounters += [Encounter(*pair, WON_TOGETHER if won else TOGETHER) for pair in combinations(own, 2)]
        for other_rank, _won, *others in counted[number + 1 :]:
            how = AHEAD if rank < other_rank else TIED
            encounters += [Encounter(*pair, how) for pair in product(own, others)]
    winners = tuple(player for _rank, won, *own in counted if won for player in own)
    players = tuple(player for _rank, _won, *own in counted for player in own)
    return PartieResults(players, replaced, winners, tuple(encounters))


class PartieWinners(NamedTuple):
    """The ids of the winners of a partie that counts."""

    partie_id: int
    held_on: dt.date
    winners: tuple[int, ...]


def count_encounters(results: Iterable[str]) -> Counter[Encounter]:
    """Count the encounters of all players in the parties with these results (texts that `read_results` reads)."""
    return Counter(chain.from_iterable(read_results(each).encounters for each in results))


def players_of(carnet_id: int) -> dict[int, KnownPlayer]:
    """Return the players of the carnet by id, in the order in which they were added."""
    rows = db.session.execute(_PLAYERS, {"carnet_id": carnet_id})
    return {row.id: KnownPlayer(row.id, row.name, row.retired_at is not None, row.number) for row in rows}


def rules_played(carnet_id: int) -> Sequence[Any]:
    """Return the house rules under which the parties of a carnet that count were played, most parties first.

    The rows have the `game` (its slug), the digest of the `rules`, the number of `parties`, and the `options`: the
    house rules by the name of the option (`Partie.options`), such as `{"queen_points": 12}`.
    """
    columns = SeatOutcome.game, SeatOutcome.rules
    # A digest says nothing about the rules, so they are read from one partie that has them: `example` is its id.
    query = select(*columns, func.count().label("parties"), func.min(SeatOutcome.partie_id).label("example"))
    # A partie has exactly one credited outcome in seat 0, so it is counted once.
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.credited, SeatOutcome.number == 0)
    played = query.group_by(*columns).subquery()
    with_options = select(played, Partie.options).join(Partie, Partie.id == played.c.example)
    most_first = played.c.parties.desc(), played.c.game, played.c.rules
    return db.session.execute(with_options.order_by(*most_first)).all()


def player_figures(partie_filter: PartieFilter) -> list[PlayerFigures]:
    """Return the figures of every player in each game, those with most parties first."""
    # `_FIGURES` selects the fields of `PlayerFigures` in their order.
    return [PlayerFigures(*row) for row in db.session.execute(_FIGURES, partie_filter.parameters)]


def line_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Return the totals of the lines of every player, for each game and each key of lines.

    Those of the flags of endings, such as `rubicon_made`, are among them. They are sorted by player, then by key.
    """
    # `_LINE_TOTALS` selects the fields of `LineTotals` in their order.
    totals = [LineTotals(*row) for row in db.session.execute(_LINE_TOTALS, partie_filter.parameters)]
    return sorted(totals + _ending_totals(partie_filter), key=lambda total: (total.player_id, total.why))


def pair_figures(results: Iterable[str], player_id: int) -> list[PairFigures]:
    """Return the figures of a player with each player met in the parties with these results, the one met most first.

    `results` are the texts that `read_results` reads, one for each partie.
    """
    # For each other player, by id: how often the two met in each way, such as `{4: {"ahead": 2, "tied": 1}}`.
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for (first, second, how), times in count_encounters(results).items():
        if player_id == first:
            counts[second][how] += times
        elif player_id == second and how == AHEAD:
            counts[first][_BEHIND] += times
        # Of partners, or of opponents with the same rank, it does not matter who is `first`.
        elif player_id == second:
            counts[first][how] += times
    figures = [
        PairFigures(
            other_id,
            against=own[AHEAD] + own[_BEHIND] + own[TIED],
            above=own[AHEAD],
            below=own[_BEHIND],
            together=own[TOGETHER] + own[WON_TOGETHER],
            won=own[WON_TOGETHER],
        )
        for other_id, own in counts.items()
    ]
    return sorted(figures, key=lambda pair: (-pair.against - pair.together, pair.other_id))


def parties_with_winners(
    carnet_id: int, game: str, upto: tuple[dt.date, int] | None = None, most: int = PARTIES_READ
) -> list[PartieWinners]:
    """Return the latest parties of a game that count, at most `most`, oldest first.

    `upto` is the date and id of the latest partie to return, None for no limit.
    """
    # Without a limit, these are a day and an id that no partie exceeds.
    day, partie_id = upto or (dt.date.max, 2**31 - 1)
    parameters = {"carnet_id": carnet_id, "game": game, "day": day, "partie_id": partie_id, "most": most}
    # The query returns the latest partie first.
    return [*map(winners_of, reversed(db.session.execute(_LATEST, parameters).all()))]


def winners_of(partie: Any) -> PartieWinners:  # noqa: ANN401 - a row with the results of a partie
    """Return the winners of a partie from a row with its `partie_id`, `held_on` and `results`."""
    return PartieWinners(partie.partie_id, partie.held_on, read_results(partie.results).winners)


# The gap of a manche is the difference between its best and its worst points. The mean gap of a partie is `gaps` (their
# sum) divided by `ending_after` (the number of manches). A finish is close if the lead of the winner at the end
# (`margin`) is at most half the mean gap, as in `Course.close_finish`: multiplied by `2 * ending_after`, this is the
# condition below. The column is minus the lead, so that its largest value is the closest finish; else it is NULL.
_CLOSE_FINISH = case((2 * Summary.margin * Summary.ending_after <= Summary.gaps, -Summary.margin))
# The moments of a partie: the largest gap in one manche, the largest deficit of the winner, the close finish. The last
# two columns are those from which the mean gap of a manche is computed.
SIZES = (
    Summary.swing,
    Summary.comeback,
    _CLOSE_FINISH.label("close_finish"),
    Summary.gaps,
    Summary.ending_after.label("manches"),
)
# The latest parties of a game: each has one credited outcome in seat 0. `AnySelect` is a query with any columns.
_LATEST: AnySelect = (
    select(SeatOutcome.partie_id, SeatOutcome.held_on, SeatOutcome.results)
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
# The condition for the outcomes of one player, for queries that are built once.
OF_PLAYER = SeatOutcome.player_id == bindparam("player_id")
# The conditions of a `PartieFilter`, for queries that are built once. For the game and the rules, each condition is
# `:game IN ('', outcome.game)`: it is true if the parameter is "" (no condition) or equal to the column.
OF_FILTER = (
    SeatOutcome.carnet_id == bindparam("carnet_id"),
    SeatOutcome.held_on.between(*IN_DAYS),
    *(bindparam(column.key, type_=String).in_(("", column)) for column in (SeatOutcome.game, SeatOutcome.rules)),
)


def sum_of(column: Any) -> ColumnElement[int]:  # noqa: ANN401 - a column or a condition
    """Return the sum of a column as an integer; for a condition, it is the number of rows in which it is true."""
    return cast(func.sum(cast(column, Integer)), Integer)


def _ending_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Return how many parties of each player ended with each flag, such as `rubicon` at Piquet.

    The flag is counted as `rubicon_made` for a player who won the partie, and as `rubicon_suffered` for one who did
    not.
    """
    # The number of parties by (game, player id, key).
    counts: Counter[tuple[str, int, str]] = Counter()
    # `flags` are the keys of the flags of a partie, separated by spaces (`SeatOutcome.flags`).
    for game, player, flags, won, parties in db.session.execute(_ENDINGS, partie_filter.parameters):
        result = "made" if won else "suffered"
        for flag in flags.split():
            counts[game, player, f"{flag}_{result}"] += parties
    return [LineTotals(game, player, why, times, 0, 0) for (game, player, why), times in counts.items()]


# The queries below sum outcomes by game and player (`_IN_GAME`). `PlayerFigures` has the sums of the columns `_SUMMED`,
# in this order: `parties`, `won`, `drawn`, `ranks`, `points`. The sum of `credited` is the number of parties that
# count.
_IN_GAME = SeatOutcome.game, SeatOutcome.player_id
_SUMMED = SeatOutcome.credited, SeatOutcome.won, SeatOutcome.drawn, SeatOutcome.rank, SeatOutcome.points
_FIGURES: AnySelect = (
    select(*_IN_GAME, *map(sum_of, (*_SUMMED, SeatOutcome.manches)))
    .where(*OF_FILTER)
    .group_by(*_IN_GAME)
    .order_by(sum_of(SeatOutcome.credited).desc(), SeatOutcome.player_id)
)
_LINE_TOTALS: AnySelect = (
    select(*_IN_GAME, Tally.why, *map(sum_of, (Tally.times, Tally.count, Tally.points)))
    .join(Tally, TALLY_OF_OUTCOME)
    .where(*OF_FILTER)
    .group_by(*_IN_GAME, Tally.why)
)
_ENDINGS: AnySelect = (
    select(*_IN_GAME, SeatOutcome.flags, SeatOutcome.won, func.count())
    .where(*OF_FILTER, SeatOutcome.flags != "")
    .group_by(*_IN_GAME, SeatOutcome.flags, SeatOutcome.won)
)
