"""The contract of a game: a record of functions over plain values.

A game computes a sheet from facts; each line of the sheet has its reason. An impossible fact or option raises an
`ImpossibleError` with a key and figures instead of a sentence. A game uses no clock, locale or database: the same
manches always give the same sheet.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import Rules
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.shape import ImpossibleOptionsError, Json, quotable

OptionsT = TypeVar("OptionsT")
FactsT = TypeVar("FactsT")
Order: TypeAlias = tuple[int, ...]
"""Every seat of a table once, in the order of play and of deal, seat 0 first."""

POINTS_LIMIT = 10_000
REVOKE_LIMIT = 100
REASON_LENGTH = 200


def plain_value(value: Any) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
    """Return an option's value as a JSON value."""
    return value.value if isinstance(value, enum.Enum) else value


def options_by_name(options: Sequence[Option], json: Json) -> dict[str, Option]:
    """Return the options by name. Raises `ImpossibleOptionsError` if `json` is no object or has an unknown name."""
    known = {option.name: option for option in options}
    if not isinstance(json, Mapping):
        raise ImpossibleOptionsError("not_an_object")
    for name in json:
        if name not in known:
            raise ImpossibleOptionsError("unknown_option", field=quotable(name), keys=[*known])
    return known


def read_every_option(kind: Callable[..., OptionsT], options: Sequence[Option], json: Json) -> OptionsT:
    """Return the options of a game, of this kind, from JSON by name, with defaults. Raises `ImpossibleOptionsError`."""
    known = options_by_name(options, json)
    return kind(**{name: option.read(json.get(name, option.values[0])) for name, option in known.items()})


def plain_options(options: Any) -> dict[str, Any]:  # noqa: ANN401 - each game has its own options type
    """Return the fields of an options record by JSON name, as plain JSON values."""
    return {name: plain_value(value) for name, value in asdict(options).items()}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its JSON name, its article, and its values with the default first.

    With `lowest` and `highest` the option accepts any integer between them, and `values` are suggestions. `only_with`
    are names of other options, each with its values, as JSON, with which this option has an effect. The game itself
    reads the `special` values, which only some tables accept. A `fixed` option cannot change once a manche is recorded.
    Pages show the `common` options first and fold the others.
    """

    name: str
    article: str
    values: tuple[Any, ...]
    lowest: int | None = None
    highest: int | None = None
    only_with: tuple[tuple[str, frozenset[Any]], ...] = ()
    special: tuple[Any, ...] = ()
    fixed: bool = False
    common: bool = False

    def has_effect(self, options: Json) -> bool:
        """Return whether the option has an effect with these options."""
        return all(options.get(name) in values for name, values in self.only_with)

    def read(self, value: object) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
        """Return the value with the type of `values`. Raises `ImpossibleOptionsError` for a value not allowed."""
        for allowed in self.values:
            plain = plain_value(allowed)
            if type(value) in {type(allowed), type(plain)} and value == plain:
                return allowed
        if self.lowest is not None and self.highest is not None and type(value) is int:
            if self.lowest <= value <= self.highest:
                return value
            raise ImpossibleOptionsError(
                "option_range", article=self.article, field=self.name, lowest=self.lowest, highest=self.highest
            )
        raise ImpossibleOptionsError(
            "option_value",
            article=self.article,
            field=self.name,
            value=quotable(value),
            values=[plain_value(known) for known in self.values],
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """Named house rules: the table sizes they suit, and the options that differ from the defaults."""

    slug: str
    seats: frozenset[int]
    options: Json


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one side, with `why`, the key of the reason.

    `count` is the number of cards or tricks that score (5 hearts), `seat` the seat that took them, `reason` the text
    entered for a penalty (T-5), and `made_by` the key of the points that completed a pic or repic (PI-22, PI-23).
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
    """Points that the table agreed to give a side, with the reason as typed (T-5)."""

    side: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class CardByCard:
    """The cards of a manche: the first leader, the codes of the plays in order, and the hands laid open, by seat.

    A hand laid open is listed in full, with the cards it has played; None is an unseen hand. The manche may be
    unfinished. `order` is the order of play if it is not that of the seats.
    """

    leader: int
    plays: tuple[str, ...] = ()
    laid_open: tuple[tuple[str, ...] | None, ...] | None = None
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class MancheFacts(Generic[FactsT]):
    """The facts of one deal, the penalties agreed, the cards if entered one by one, and the seats that revoked.

    `revokes` are sorted seats. Each seat pays the price of a revoke once; the price is an option of the game (T-5).
    """

    facts: FactsT
    penalties: tuple[Penalty, ...] = ()
    cards: CardByCard | None = None
    revokes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MancheScore:
    """The score of one manche: its lines, and by side its points and the running total."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a partie: key and article of the reason, winning sides, number of manches, and the game's figures."""

    why: str
    article: str
    winners: tuple[int, ...]
    after: int
    result: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of a partie. It ends after `ending.after` manches; later manches do not change the totals."""

    sides: int
    manches: tuple[MancheScore, ...]
    ending: Ending | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the totals by side at the ending, or after the last manche if there is no ending."""
        if self.ending is not None:
            return self.manches[self.ending.after - 1].totals
        return self.manches[-1].totals if self.manches else (0,) * self.sides


@dataclass(frozen=True, slots=True)
class Deal:
    """The next deal: its dealer. A game may add fields in a subclass, as `games/hearts/scoring.py` does.

    With `is_named` false the game has no dealer, and pages name none.
    """

    dealer: int
    is_named: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a manche: the number of seats, the seat of the dealer, None when unknown, and the order of play.

    `order` is None if the seats play in their own order, clockwise from 0.
    """

    seats: int
    dealer: int | None = None
    order: Order | None = None

    def after(self, seat: int | None, turns: int = 1) -> int:
        """Return the seat that plays `turns` after this one. Raises `ValueError` for an unknown seat."""
        seats: Sequence[Any] = self.order or range(self.seats)
        in_turn: int = seats[(seats.index(seat) + turns) % self.seats]
        return in_turn


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a partie when a manche begins: its table, the totals by side, and the context so far."""

    seats: int
    dealer: int
    totals: tuple[int, ...]
    context: Json | None = None
    order: Order | None = None

    @property
    def table(self) -> Table:
        """The table of the manche."""
        return Table(self.seats, self.dealer, self.order)


class Goal(Protocol):
    """The requirements that the remaining tricks must meet so that the tricks agree with the entered facts."""

    def after(self, trick: Trick) -> Goal | None:
        """Return the remaining goal after this trick, None when the goal is out of reach."""
        ...


@dataclass(frozen=True, slots=True)
class CardPlay(Generic[OptionsT, FactsT]):
    """The functions with which the arbiter judges a game card by card.

    The *context* of a manche is what is known before its first card, as JSON: bids, trump, declarations, hands laid
    open.

    - `rules` returns the rules of a manche, and raises `ImpossibleFactsError` when the rules need more context.
    - `facts` returns as JSON the facts that the tricks decide (T-7): before the last trick those decided so far, after
      it all facts, or None when the facts need more context.
    - `decided` names the facts that follow from all cards of a manche.
    - `context` names the keys of the context in an object of the judge format. `read_context` returns the context of
      such an object, None when it is missing; `write_context` returns these keys with the values of a manche's facts. A
      game without a context omits all three.
    - `leader` returns the seat that leads first at a table with a dealer; without this function the cards decide.
      `leader_in` returns the seat that leads first according to the facts.
    - `hands` returns by seat the hands laid open in the context.
    - `check_laid_open` raises `ImpossibleFactsError` for facts that contradict a hand laid open during the play.
    - `refuted` returns as JSON the announcements of a context that the cards known of each seat refute (PI-37).
    - `goal` returns the goal of the tricks, None when the facts do not depend on the tricks; in a game without this
      function, facts are not compared with the cards of an unfinished manche.
    """

    rules: Callable[[OptionsT, Table, Json], Rules]
    facts: Callable[[OptionsT, Table, Sequence[Trick], Json], dict[str, Any] | None]
    decided: tuple[str, ...]
    context: tuple[str, ...] = ()
    read_context: Callable[[OptionsT, Json], Json | None] = lambda _options, _json: {}
    write_context: Callable[[Json], dict[str, Any]] = lambda _facts: {}
    leader: Callable[[Table], int] | None = None
    leader_in: Callable[[Json], object] = lambda _facts: None
    hands: Callable[[Json], Sequence[Sequence[str] | None] | None] = lambda _context: None
    check_laid_open: Callable[[FactsT, Sequence[Sequence[str] | None]], None] = lambda _facts, _laid_open: None
    refuted: Callable[[Json, int, Sequence[tuple[Card, ...]]], list[dict[str, Any]]] = (
        lambda _context, _leader, _cards: []
    )
    goal: Callable[[OptionsT, int, FactsT], Goal | None] = lambda _options, _seats, _facts: None


# The version of `Game` and `GamePages` for games in distributions of their own; changed if those must change.
CONTRACT = 1


@dataclass(frozen=True, slots=True)
class Game(Generic[OptionsT, FactsT]):
    """A game: its options, its functions, and the package that has its rulebook.

    `sides` returns the side of each seat; with `lowest_leads` the lowest total leads. `begin` checks the context of a
    manche, such as its bids, and returns the JSON to store until the manche is recorded; a game without `begin` has no
    context to enter. `deal` returns the next deal from the options, the table with its first dealer, and the earlier
    manches. `play` is for games that are judged card by card. Pages list the games by `order`; games
    without an order are last. A game in a distribution of its own states as `contract` the version of this interface
    for which it was written, `CONTRACT` at that time. The package may have a module `schema`, which only `--schema`
    imports: its typed dictionaries `Facts` (one, or a union), `Context` and `Result` (the `result` of an ending)
    describe the JSON of the game; any object is valid for one that it lacks.

    `kinds` are house rules with which points are of another kind, by name: the option and its value, such as each for
    themselves at a game of teams. Statistics count such parties apart, under `slug:name` (`counted_as`).

    A game with `named` is a family: `named("most:Belote")` returns its game of the slug `scoresheet:most:Belote`, or
    raises `KeyError` if no game can have this name; `lru_cache` keeps the same game for the same name. Statistics do
    not add up the parties of two slugs.
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
    deal: Callable[[OptionsT, Table, Sequence[MancheFacts[FactsT]]], Deal]
    begin: Callable[[OptionsT, Moment, Json], dict[str, Any]] | None = None
    play: CardPlay[OptionsT, FactsT] | None = None
    order: float = math.inf
    contract: int | None = None
    named: Callable[[str], Game[OptionsT, FactsT]] | None = None
    kinds: Mapping[str, tuple[str, Any]] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """The slug without the name of a game of a family: `scoresheet` of `scoresheet:most:Belote`."""
        return self.slug.partition(":")[0]


AnyGame: TypeAlias = Game[Any, Any]


def add_up(sides: int, lines_by_manche: Sequence[Sequence[Line]]) -> tuple[MancheScore, ...]:
    """Return the score of each manche from its lines, with points and running totals by side."""
    totals = [0] * sides
    scores = []
    for lines in lines_by_manche:
        points = [0] * sides
        for line in lines:
            points[line.side] += line.points
        totals = [total + new for total, new in zip(totals, points, strict=True)]
        scores.append(MancheScore(tuple(lines), tuple(points), tuple(totals)))
    return tuple(scores)


def penalty_lines(manche: MancheFacts[Any]) -> list[Line]:
    """Return the lines of the penalties agreed at the table (T-5)."""
    return [Line(penalty.side, "penalty", penalty.points, "T-5", reason=penalty.reason) for penalty in manche.penalties]
