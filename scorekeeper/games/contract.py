"""What a game is: a record of functions over plain values.

The law of this layer: facts come in as the table saw them, scores go out as lines that each carry their why. A fact
or an option that cannot be raises an `Impossible`, which names a key and figures and no words. Nothing here reads a
clock, a locale or a database, and replaying the same manches always gives the same sheet.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from scorekeeper.cards.legality import Rules
from scorekeeper.cards.verdicts import Trick

Json: TypeAlias = Mapping[str, Any]
OptionsT = TypeVar("OptionsT")
FactsT = TypeVar("FactsT")

POINTS_LIMIT = 10_000
REASON_LENGTH = 200
_QUOTED = 40
_LONG_BITS = 64


class ImpossibleError(ValueError):
    """Nonsense from the scribe: `key` says what is wrong, `figures` by how much, `article` by which rule."""

    def __init__(self, key: str, *, article: str | None = None, field: str | None = None, **figures: object) -> None:
        """Name the fault; `field` is the fact or option it stands in, as the public formats call it."""
        self.key, self.article, self.field, self.figures = key, article, field, figures
        details = "".join(f", {name} {value}" for name, value in figures.items() if value is not None)
        super().__init__(f"{key}{f' in {field}' if field else ''}{details}{f' ({article})' if article else ''}")


class ImpossibleOptionsError(ImpossibleError):
    """House rules that cannot stand together, or that no such table can play."""


class ImpossibleFactsError(ImpossibleError):
    """Facts that do not add up."""


class UndecidedError(ImpossibleFactsError):
    """Facts that add up, but whose reading the table has to choose (DP-22 `choice`)."""


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
            raise ImpossibleOptionsError("unknown_option", field=str(name)[:_QUOTED])
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
        raise ImpossibleOptionsError("option_value", article=self.article, field=self.name, value=shown(value))


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
class Manche(Generic[FactsT]):
    """What the table saw of one deal, the penalties it agreed on, and its cards when they were entered."""

    facts: FactsT
    penalties: tuple[Penalty, ...] = ()
    cards: CardByCard | None = None


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
    """The deal to come: who deals, the seat each seat passes to (None when nobody passes), the card that leads."""

    dealer: int
    direction: str | None = None
    passes: tuple[int, ...] | None = None
    opening: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a partie stands as a manche begins: the table, the dealer, the totals per side, what is kept of it."""

    seats: int
    dealer: int
    totals: tuple[int, ...]
    begun: Json | None = None


@dataclass(frozen=True, slots=True)
class Play(Generic[OptionsT]):
    """A game card by card, for the arbiter.

    `rules` gives the law of a manche from the table size and the dealer (None when unknown), `leader` the seat which
    the dealer makes lead first (None where the cards decide). `so_far` gives as JSON facts what the tricks taken tell,
    `facts` all of them once the manche is over, from its tricks and what else is told of it, such as bids; it gives
    None when that is not enough (T-7), and `agrees` says whether facts entered by hand can be, after the tricks that
    told so much. `tells` names the facts that nobody needs to tell then, and `leads` finds in facts the seat that they
    make lead first, where they say it. `told` reads what else is told from a line of the judge format, None when it is
    not there, and `tell` writes it there from the facts of a manche; `hands` finds in it the hands that are known.
    """

    rules: Callable[[OptionsT, int, int | None], Rules]
    so_far: Callable[[OptionsT, int, Sequence[Trick]], dict[str, Any]]
    facts: Callable[[OptionsT, int, Sequence[Trick], Json], dict[str, Any] | None]
    told: Callable[[OptionsT, Json], Json | None]
    tell: Callable[[Json], dict[str, Any]]
    tells: tuple[str, ...]
    agrees: Callable[[Json, Json], bool]
    leader: Callable[[int], int] | None = None
    hands: Callable[[Json], Sequence[Sequence[str] | None] | None] | None = None
    leads: Callable[[Json], object] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[OptionsT, FactsT]):
    """A game, as the functions that know it.

    `sides` gives the side of each seat, `lowest_leads` says whether the smaller total is the better, and `package`
    is where the rulebook lies. `begin` checks what is known of a manche before its end, such as bids, and gives the
    JSON to keep until then; a game whose manches are recorded in one moment has none. `deal` takes the seat of the
    first dealer and the manches before the one it tells of. `play` is its law card by card.
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
    score: Callable[[OptionsT, int, Sequence[Manche[FactsT]]], Sheet]
    deal: Callable[[OptionsT, int, int, Sequence[Manche[FactsT]]], Deal]
    begin: Callable[[OptionsT, Moment, Json], dict[str, Any]] | None = None
    play: Play[OptionsT] | None = None


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


def penalty_lines(manche: Manche[Any]) -> list[Line]:
    """The lines of the penalties agreed at the table (T-5)."""
    return [Line(p.side, "penalty", p.points, "T-5", reason=p.reason) for p in manche.penalties]


def read_whole(value: object, lowest: int, highest: int, field_name: str, article: str | None = None) -> int:
    """A whole number between two bounds, and no boolean. Raises `ImpossibleFactsError`."""
    if type(value) is not int:
        raise ImpossibleFactsError("not_whole", field=field_name, article=article, value=shown(value))
    if value < lowest:
        raise ImpossibleFactsError("too_low", field=field_name, article=article, value=shown(value), lowest=lowest)
    if value > highest:
        raise ImpossibleFactsError("too_high", field=field_name, article=article, value=shown(value), highest=highest)
    return value


def read_wholes(value: object, count: int, lowest: int, highest: int, field_name: str) -> tuple[int, ...]:
    """Exactly `count` whole numbers between two bounds. Raises `ImpossibleFactsError`."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ImpossibleFactsError("not_a_list", field=field_name)
    if len(value) != count:
        raise ImpossibleFactsError("wrong_length", field=field_name, expected=count, found=len(value))
    return tuple(read_whole(item, lowest, highest, field_name) for item in value)


def shown(value: object) -> str:
    """Nonsense in a form that a sentence can quote: short, and never the inside of a nested thing."""
    if isinstance(value, int) and value.bit_length() >= _LONG_BITS:
        return "…"
    if value is None or isinstance(value, (str, int, float, bool)):
        return str(value)[:_QUOTED]
    return type(value).__name__
