"""Statistics of a carnet, the notebook of a group of players: sums of players, lines and pairs; latest winners.

A partie is a game played to its end, a manche one deal of it, a side a player or a team. A partie counts if it has
ended and is neither abandoned nor deleted. An outcome (`SeatOutcome`) is a row for a player in a seat of a partie that
counts. If another player took over the seat, it has a row for each of them, and one is *credited*: the partie counts
for this player. A line is points with the key of their reason (`why`: `"nil_made"`), and a `Tally` the sums of such
lines. Queries that run often are built once, with parameters (`bindparam`), at the end of this file.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
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

# The title of a game belongs to the player with the most victories in this number of latest parties.
PARTIES_COUNTED = 20
# The first and the last day of the parties, as parameters: `held_on.between(*IN_DAYS)`.
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
    """A filter for the parties of a carnet; "" or 0 is no condition."""

    carnet_id: int

    # The slug under which statistics count it (`Partie.counted_as`).
    game: str = ""

    # A digest of house rules (`SeatOutcome.rules`).
    rules: str = ""

    # The ids of the players: "3-5-9" (`SeatOutcome.people`).
    people: str = ""
    year: int = 0

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of `OF_FILTER`."""
        # For all years, the days are from the first to the last that Python knows.
        days = {"first": dt.date(self.year or 1, 1, 1), "last": dt.date(self.year or dt.MAXYEAR, 12, 31)}
        return {**self._asdict(), **days}


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A choice that the page offers: a game, and at most one of rules and people. The other ones are ""."""

    # As in `PartieFilter`.
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
    """The sums of a player's lines with one key in the manches of a game, or how often a flag of endings was true."""

    game: str
    player_id: int

    # The key of the lines, or that of a flag: `rubicon_made`, `rubicon_suffered` (`_ending_totals`).
    why: str

    # The number of lines.
    times: int

    # The number of cards or tricks that the lines score, such as 5 hearts.
    things: int
    points: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The numbers of parties of a player with another player."""

    other_id: int

    # On different sides.
    against: int

    # Of these, the player finished with a better rank than the other, and with a worse one.
    above: int
    below: int

    # In one team, and of these, those that the team won.
    together: int
    won: int


class Encounter(NamedTuple):
    """Two players in a partie, by their ids: if the ranks differ, the one with the better rank is `first`."""

    first: int
    second: int

    # `AHEAD`, `TIED`, `WON_TOGETHER` or `TOGETHER`.
    how: str


# On different sides, with different ranks or with the same rank.
AHEAD, TIED = "ahead", "tied"
# In one team, which won or did not win.
WON_TOGETHER, TOGETHER = "won together", "together"
# `AHEAD`, seen from the second player.
_BEHIND = "behind"


class PartieResults(NamedTuple):
    """The results of a partie: ids of players."""

    # The players for whom it counts.
    players: tuple[int, ...]

    # The players who left their seat to one of these.
    replaced: tuple[int, ...]
    winners: tuple[int, ...]
    encounters: tuple[Encounter, ...]


@lru_cache(maxsize=8192)
def read_results(results: str) -> PartieResults:
    """Read the results of a partie, a text that `outcomes.results_text` has written.

    "1.1.3.7 2.0.4": the players 3 and 7, partners, have the rank 1 and won (1); the player 4 has the rank 2 and did not
    win (0). The rank 0 is that of replaced players. The results are cached, because many parties have the same text.
    """
    # Each side as (rank, won, ids of its players…), the best rank first.
    sides = [tuple(map(int, side.split("."))) for side in results.split()]
    replaced = tuple(player for rank, _won, *own in sides if not rank for player in own)
    counted = [side for side in sides if side[0]]
    encounters = []
    for number, (rank, won, *own) in enumerate(counted):
        # Every pair of partners, then every pair with a player of a later side.
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


def filter_choices(carnet_id: int) -> list[FilterChoice]:
    """Return the choices of the filter, those with most parties first."""
    columns = SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people
    # `example` is a partie with these rules, of which the house rules are read.
    query = select(*columns, func.count().label("parties"), func.min(SeatOutcome.partie_id).label("example"))
    # A partie has exactly one credited outcome in seat 0, so it is counted once.
    query = query.where(SeatOutcome.carnet_id == carnet_id, SeatOutcome.credited, SeatOutcome.number == 0)
    played = query.group_by(*columns).subquery()
    counts: Counter[tuple[str, str, str]] = Counter()
    options_of_rules: dict[str, dict[str, Any]] = {}
    for row in db.session.execute(select(played, Partie.options).join(Partie, Partie.id == played.c.example)):
        options_of_rules[row.rules] = row.options
        # Each partie counts for three choices: its game alone, its game with its rules, its game with its people.
        for key in ("", ""), (row.rules, ""), ("", row.people):
            counts[row.game, *key] += row.parties
    choices = [
        FilterChoice(game, rules, people, options_of_rules.get(rules), parties)
        for (game, rules, people), parties in counts.items()
    ]
    return sorted(choices, key=lambda choice: (-choice.parties, choice.game, choice.rules, choice.people))


def player_figures(partie_filter: PartieFilter) -> list[PlayerFigures]:
    """Return the figures of every player in each game, those with most parties first."""
    # `_FIGURES` selects the fields of `PlayerFigures` in their order.
    return [PlayerFigures(*row) for row in db.session.execute(_FIGURES, partie_filter.parameters)]


def line_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Return the totals of the lines of every player in each game and by key, and those of the flags of endings."""
    totals = [LineTotals(*row) for row in db.session.execute(_LINE_TOTALS, partie_filter.parameters)]
    return sorted(totals + _ending_totals(partie_filter), key=lambda total: (total.player_id, total.why))


def pair_figures(results: Iterable[str], player_id: int) -> list[PairFigures]:
    """Return the figures of a player with every other player in parties with these results, the one met most first."""
    # By the other player: how often they met in which way.
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for (first, second, how), times in count_encounters(results).items():
        if player_id == first:
            counts[second][how] += times
        elif player_id == second and how == AHEAD:
            counts[first][_BEHIND] += times
        # Partners, or opponents with the same rank.
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


def results_of_players(player_ids: Collection[int]) -> Sequence[Any]:
    """Return rows of `player_id`, `held_on`, `partie_id` and `results`: all parties that count for these players."""
    query = select(SeatOutcome.player_id, SeatOutcome.held_on, SeatOutcome.partie_id, SeatOutcome.results)
    return db.session.execute(query.where(SeatOutcome.player_id.in_(player_ids), SeatOutcome.credited)).all()


def parties_with_winners(
    carnet_id: int, game: str, most: int = PARTIES_COUNTED, upto: tuple[dt.date, int] | None = None
) -> list[PartieWinners]:
    """Return the latest parties of a game that count, at most `most`, oldest first.

    `upto` is the date and id of the latest partie to return, None for no limit.
    """
    # Without a limit, a day and an id after those of every partie.
    day, partie_id = upto or (dt.date.max, 2**31 - 1)
    parameters = {"carnet_id": carnet_id, "game": game, "most": most, "day": day, "partie_id": partie_id}
    # The query returns the latest partie first.
    return [*map(winners_of, reversed(db.session.execute(_LATEST, parameters).all()))]


def winners_of(partie: Any) -> PartieWinners:  # noqa: ANN401 - a row with the results of a partie
    """Return the winners of a partie."""
    return PartieWinners(partie.partie_id, partie.held_on, read_results(partie.results).winners)


# Minus the lead of the winner at the end (`margin`), so that the largest value is the closest finish. It is NULL if the
# lead is over half the mean gap of a manche, which is `gaps` divided by the number of manches (`Course.close_finish`).
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
OF_PLAYER = SeatOutcome.player_id == bindparam("player_id")
# The conditions of a `PartieFilter`, for queries that are built once. A parameter that is "" or equal to the column
# accepts a row: `:game IN ('', outcome.game)`.
OF_FILTER = (
    SeatOutcome.carnet_id == bindparam("carnet_id"),
    SeatOutcome.held_on.between(*IN_DAYS),
    *(
        bindparam(column.key, type_=String).in_(("", column))
        for column in (SeatOutcome.game, SeatOutcome.rules, SeatOutcome.people)
    ),
)


def sum_of(column: Any) -> ColumnElement[int]:  # noqa: ANN401 - a column or a condition
    """Return the sum of a column, or the number of rows with a condition."""
    return cast(func.sum(cast(column, Integer)), Integer)


def _ending_totals(partie_filter: PartieFilter) -> list[LineTotals]:
    """Count the flags of endings, such as `rubicon`: as `rubicon_made` for winners, `rubicon_suffered` for losers."""
    counts: Counter[tuple[str, int, str]] = Counter()
    for game, player, flags, won, parties in db.session.execute(_ENDINGS, partie_filter.parameters):
        result = "made" if won else "suffered"
        for flag in flags.split():
            counts[game, player, f"{flag}_{result}"] += parties
    return [LineTotals(game, player, why, times, 0, 0) for (game, player, why), times in counts.items()]


# The game and player whose outcomes are summed, and the columns of which `PlayerFigures` has the sums.
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
