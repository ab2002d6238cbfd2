"""What a game is: a record of functions over plain values.

The law of this layer: facts come in as the table saw them, scores go out as lines that each carry their why. A fact
or an option that cannot be raises an `Impossible`, which names a key and figures and no words. Nothing here reads a
clock, a locale or a database, and replaying the same manches always gives the same sheet.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from scorekeeper.cards.legality import Rules
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.shape import ImpossibleOptionsError, Json, quotable

OptionsT = TypeVar("OptionsT")
FactsT = TypeVar("FactsT")

POINTS_LIMIT = 10_000
REVOKE_LIMIT = 100
REASON_LENGTH = 200


def plain_value(value: Any) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
    """An option's value as JSON writes it."""
    return value.value if isinstance(value, enum.Enum) else value


def option_names(options: Sequence[Option], json: Json) -> dict[str, Option]:
    """The options by name. Raises `ImpossibleOptionsError` when `json` is no object, or names another."""
    known = {option.name: option for option in options}
    if not isinstance(json, Mapping):
        raise ImpossibleOptionsError("not_an_object")
    for name in json:
        if name not in known:
            raise ImpossibleOptionsError("unknown_option", field=quotable(name))
    return known


def plain_options(options: Any) -> dict[str, Any]:  # noqa: ANN401 - each game has its own options type
    """Every field of an options record under its JSON name, as plain JSON values."""
    return {name: plain_value(value) for name, value in asdict(options).items()}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule one may choose: its JSON name, its article, and its values with the default first.

    `lowest` and `highest` open the option to any whole number between them, `values` being then the usual ones.
    """

    name: str
    article: str
    values: tuple[Any, ...]
    lowest: int | None = None
    highest: int | None = None

    def read(self, value: object) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
        """The value, checked. Raises `ImpossibleOptionsError` when this option has no such value."""
        for known in self.values:
            plain = plain_value(known)
            if type(value) in {type(known), type(plain)} and value == plain:
                return known
        if self.lowest is not None and self.highest is not None and type(value) is int:
            if self.lowest <= value <= self.highest:
                return value
            raise ImpossibleOptionsError(
                "option_range", article=self.article, field=self.name, lowest=self.lowest, highest=self.highest
            )
        raise ImpossibleOptionsError("option_value", article=self.article, field=self.name, value=quotable(value))


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under a name: the table sizes they suit, and the options that differ from the defaults."""

    slug: str
    seats: frozenset[int]
    options: Json


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one side, and why.

    `count` says of how many things (5 hearts), `seat` whose feat it was when a side has several seats, `reason` the
    table's own words for an agreed penalty (T-5), and `made_by` the key of what tipped the scale (PI-22, PI-23).
    """

    side: int
    why: str
    points: int
    article: str
    count: int | None = None
    seat: int | None = None
    reason: str | None = None
    made_by: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the table agreed to give a side, with its reason (T-5)."""

    side: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class CardByCard:
    """A manche as its cards fell: who led first, their codes in order, and the hands laid open, by seat.

    A hand laid open is given as held before the first card; None stands for a hand unseen. The cards may stop
    anywhere.
    """

    leader: int
    plays: tuple[str, ...] = ()
    laid_open: tuple[tuple[str, ...] | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class MancheFacts(Generic[FactsT]):
    """What the table saw of one deal, the penalties it agreed on, its cards when they were entered, who revoked.

    `revokes` are seats, in order: what each costs once is the price agreed before play, an option of its game (T-5).
    """

    facts: FactsT
    penalties: tuple[Penalty, ...] = ()
    cards: CardByCard | None = None
    revokes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MancheScore:
    """One row of the sheet: its lines, and per side the points of the manche and the running total."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a partie ended: the key of the reason, its article, the winning sides, and after how many manches."""

    why: str
    article: str
    winners: tuple[int, ...]
    after: int
    result: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole partie, scored. Rows after `ending.after` were played on; they do not change the ending."""

    sides: int
    manches: tuple[MancheScore, ...]
    ending: Ending | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals that count, per side: those at the ending, or those so far."""
        if self.ending is not None:
            return self.manches[self.ending.after - 1].totals
        return self.manches[-1].totals if self.manches else (0,) * self.sides


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal to come: who deals. A game with more to say of it derives its own: see `games.hearts.scoring`."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Table:
    """Where a manche is played card by card: how many seats, and who deals, None when nobody said."""

    seats: int
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a partie stands as a manche begins: the table, the dealer, the totals per side, its context so far."""

    seats: int
    dealer: int
    totals: tuple[int, ...]
    context: Json | None = None


class Goal(Protocol):
    """What the tricks of a manche must bring, so that it ends as it is said to."""

    def after(self, trick: Trick) -> Goal | None:
        """What is left of the goal once this trick was taken, None when it is out of reach."""
        ...


@dataclass(frozen=True, slots=True)
class CardPlay(Generic[OptionsT, FactsT]):
    """A game card by card, for the arbiter.

    The *context* of a manche is what is known before its first card, as JSON: bids, trump, declarations, hands laid
    open. `rules` gives the law of a manche under it, and raises `ImpossibleFactsError` when it lacks what the law
    needs. `facts` gives as JSON what the tricks taken decide: all the facts, once the manche is over, or None when the
    context lacks what they need (T-7); before that, what they have decided so far. `goal` gives what the tricks must
    bring for facts entered by hand to be true, None when they say nothing of it; without it any facts may stand beside
    some of the cards. `decided` names the facts that follow when all cards are known. `leader` is the
    seat that the dealer makes lead, None where the cards decide, `leader_in` the seat that facts make lead, where they
    say it. `context` names the keys that hold the context in a line of the judge format, `read_context` reads it from
    there, None when it is not there, `write_context` writes it there from the facts of a manche, and `hands` finds in
    it the hands laid open. `refuse_unheld` raises `ImpossibleFactsError` for facts that say something else of a hand
    than it holds, once laid open in the play.
    """

    rules: Callable[[OptionsT, Table, Json], Rules]
    facts: Callable[[OptionsT, Table, Sequence[Trick], Json], dict[str, Any] | None]
    decided: tuple[str, ...]
    context: tuple[str, ...]
    read_context: Callable[[OptionsT, Json], Json | None]
    write_context: Callable[[Json], dict[str, Any]]
    leader: Callable[[int], int] | None = None
    leader_in: Callable[[Json], object] | None = None
    hands: Callable[[Json], Sequence[Sequence[str] | None] | None] | None = None
    refuse_unheld: Callable[[FactsT, Sequence[Sequence[str] | None]], None] | None = None
    goal: Callable[[OptionsT, int, FactsT], Goal | None] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[OptionsT, FactsT]):
    """A game, as the functions that know it.

    `sides` gives the side of each seat, `lowest_leads` says whether the smaller total is the better, and `package`
    is where the rulebook lies. `begin` checks the context of a manche, such as its bids, and gives the JSON to keep
    until the manche is recorded; a game whose manches are recorded in one moment has none. `deal` takes the seat of
    the first dealer and the manches before the one it speaks of. `play` is its law card by card.
    """

    slug: str
    package: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    table_sizes: frozenset[int]
    lowest_leads: bool
    read_options: Callable[[Json, int], OptionsT]
    write_options: Callable[[OptionsT], dict[str, Any]]
    sides: Callable[[OptionsT, int], tuple[int, ...]]
    read_facts: Callable[[OptionsT, int, Json], FactsT]
    write_facts: Callable[[FactsT], dict[str, Any]]
    score: Callable[[OptionsT, int, Sequence[MancheFacts[FactsT]]], Sheet]
    deal: Callable[[OptionsT, int, int, Sequence[MancheFacts[FactsT]]], Deal]
    begin: Callable[[OptionsT, Moment, Json], dict[str, Any]] | None = None
    play: CardPlay[OptionsT, FactsT] | None = None


AnyGame: TypeAlias = Game[Any, Any]


def add_up(sides: int, rows: Sequence[Sequence[Line]]) -> tuple[MancheScore, ...]:
    """The rows of a sheet from the lines of each manche: points per side, and totals that run on."""
    totals = [0] * sides
    scores = []
    for lines in rows:
        points = [0] * sides
        for line in lines:
            points[line.side] += line.points
        totals = [before + now for before, now in zip(totals, points, strict=True)]
        scores.append(MancheScore(tuple(lines), tuple(points), tuple(totals)))
    return tuple(scores)


def penalty_lines(manche: MancheFacts[Any]) -> list[Line]:
    """The lines of the penalties agreed at the table (T-5)."""
    return [Line(p.side, "penalty", p.points, "T-5", reason=p.reason) for p in manche.penalties]
