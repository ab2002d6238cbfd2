"""The contract of a game: a record of functions over plain values.

A *partie* is a game played to its end, a *manche* one deal of it. A *seat* is a place at the table, from 0 on,
clockwise; a *side* is a seat, or a team of two, that scores together. *Facts* are what the table saw of a manche,
*options* the house rules, the *context* of a manche what is known before its first card, such as bids. An *article* is
a numbered rule of a rulebook: those of `T-5` and the like are shared by all games, those of `PI-22` belong to Piquet.

A game is a `Game` record. It computes a sheet from facts; each line of the sheet has its reason. Each game has types of
its own for facts and options, `FactsT` and `OptionsT`. A `Json` is a JSON object as a Python mapping. An impossible
fact or option raises an `ImpossibleError` with a key and details instead of a sentence. A game uses no clock, locale or
database: the same manches always give the same sheet.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import Rules
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.shape import ImpossibleOptionsError, Json, quotable

OptionsT = TypeVar("OptionsT")
FactsT = TypeVar("FactsT")
Order: TypeAlias = tuple[int, ...]
"""Every seat of a table once, in the order of play and of deal, seat 0 first."""

POINTS_LIMIT = 10_000  # the most points that a manche or penalty can give
REVOKE_LIMIT = 100  # the highest price of a revoke, in points
REASON_LENGTH = 200  # characters


def plain_value(value: Any) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
    """Return an option's value as a JSON value: for an enum member its value, such as `"drawn"`."""
    return value.value if isinstance(value, enum.Enum) else value


def options_by_name(options: Sequence[Option], json: Json) -> dict[str, Option]:
    """Return `options` by name. Raises `ImpossibleOptionsError` if `json` is no object or has an unknown name."""
    known = {option.name: option for option in options}
    if not isinstance(json, Mapping):
        raise ImpossibleOptionsError("not_an_object")
    for name in json:
        if name not in known:
            # `quotable` shortens a value that anyone may have typed, for the error message.
            raise ImpossibleOptionsError("unknown_option", field=quotable(name), keys=[*known])
    return known


def read_every_option(kind: Callable[..., OptionsT], options: Sequence[Option], json: Json) -> OptionsT:
    """Read the house rules of a game from JSON. Raises `ImpossibleOptionsError`.

    `kind` is the dataclass of the game's house rules, with one field for each option, of the same name.
    """
    known = options_by_name(options, json)
    # For an option that is not in the JSON, its default is read: the first of its values.
    return kind(**{name: option.read(json.get(name, option.values[0])) for name, option in known.items()})


def plain_options(options: Any) -> dict[str, Any]:  # noqa: ANN401 - each game has its own options type
    """Return house rules as JSON: the value of each field of their dataclass, by its name."""
    return {name: plain_value(value) for name, value in asdict(options).items()}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule.

    Example: `Option("limit", "SH-3", (None, 500, 1000), lowest=1, highest=10_000)`.
    """

    # Its name in JSON.
    name: str

    # The number of the rule that it changes.
    article: str

    # The values from which a table chooses. The default is first.
    values: tuple[Any, ...]

    # With both, any integer between them is accepted, and `values` are suggestions.
    lowest: int | None = None
    highest: int | None = None

    # The option has an effect only if each of these other options has one of the values given here, as JSON.
    # Example: `(("format", frozenset({"target_single"})),)`.
    only_with: tuple[tuple[str, frozenset[Any]], ...] = ()

    # More values, which only some tables can choose, such as the 5 points of the queen in the deck of 36 cards. `read`
    # refuses them; the game's own `read_options` accepts them at these tables.
    special: tuple[Any, ...] = ()

    # Whether it cannot be changed any more once a manche is recorded.
    fixed: bool = False

    # Pages show the common options first and fold the others.
    common: bool = False

    def has_effect(self, options: Json) -> bool:
        """Return whether the option has an effect with these options."""
        return all(options.get(name) in values for name, values in self.only_with)

    def read(self, value: object) -> Any:  # noqa: ANN401 - an option's value is whatever its type says
        """Return the value with the type of `values`, such as the enum member for its string.

        Raises `ImpossibleOptionsError` for a value that is not allowed.
        """
        # The types are compared too, because in Python 1 == True.
        for allowed in self.values:
            plain = plain_value(allowed)
            if type(value) in {type(allowed), type(plain)} and value == plain:
                return allowed
        # No value of the list: with both bounds, any integer between them is allowed too.
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

    # Its name in files and addresses.
    slug: str

    # The numbers of players.
    seats: frozenset[int]

    # By name, the values of the options that differ from the defaults: `{"limit": 50}`.
    options: Json


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one side, with their reason."""

    side: int

    # The key of the reason, such as `hearts`; pages turn it into a sentence.
    why: str
    points: int

    # The number of the rule that gives the points.
    article: str

    # The number that the sentence of the reason counts, such as 5 for five hearts, and the seat of the reason, such as
    # the one that took them.
    count: int | None = None
    seat: int | None = None

    # The text entered for a penalty (T-5).
    reason: str | None = None

    # The key of the points that completed a pic or repic, the rewards of Piquet for 30 points (PI-22, PI-23).
    made_by: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the table agreed to give a side, with the reason as typed (T-5)."""

    side: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class CardByCard:
    """The cards of a manche, which may be unfinished."""

    # The seat that leads first.
    leader: int

    # The codes of the cards, such as `QS`, in the order in which they were played.
    plays: tuple[str, ...] = ()

    # By seat, the whole hand of a seat that laid its cards open, with those that it has played; None for an unseen
    # hand.
    laid_open: tuple[tuple[str, ...] | None, ...] | None = None

    # The order of play, if it is not that of the seats.
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class MancheFacts(Generic[FactsT]):
    """What was recorded of one manche."""

    # The facts of the game.
    facts: FactsT

    # The points that the table agreed to give.
    penalties: tuple[Penalty, ...] = ()

    # The cards, None if they were not entered one by one.
    cards: CardByCard | None = None

    # The seats that revoked (did not follow suit although they could), sorted. Each pays the price of a revoke once;
    # the price is an option of the game (T-5).
    revokes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MancheScore:
    """The score of one manche: its lines, and by side its points and the running total."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a partie."""

    # The key of the reason, and the number of its rule.
    why: str
    article: str

    # The sides that won.
    winners: tuple[int, ...]

    # The number of manches after which the partie ends.
    after: int

    # More figures of the end, as JSON; each game has its own, such as the limit that was reached.
    result: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of a partie. It ends after `ending.after` manches; later manches do not change the totals."""

    # The number of sides.
    sides: int
    manches: tuple[MancheScore, ...]
    ending: Ending | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the totals by side at the ending, or after the last manche if there is no ending."""
        # `after` counts manches from 1, and the list from 0.
        if self.ending is not None:
            return self.manches[self.ending.after - 1].totals
        if not self.manches:
            return (0,) * self.sides
        return self.manches[-1].totals


@dataclass(frozen=True, slots=True)
class Deal:
    """The next deal: its dealer. A game may add fields in a subclass, as `games/hearts/scoring.py` does."""

    # Whether pages name the dealer. A game without a dealer sets it to False in its subclass.
    is_named: ClassVar[bool] = True

    # The seat that deals.
    dealer: int


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a manche. Example: `Table(4, order=(0, 2, 1, 3)).after(2)` is 1."""

    # The number of seats.
    seats: int

    # The seat that deals, None when unknown.
    dealer: int | None = None

    # The seats in the order of play, None if they play in their own order, clockwise from 0.
    order: Order | None = None

    def after(self, seat: int | None, turns: int = 1) -> int:
        """Return the seat that plays `turns` after this one. Raises `ValueError` for an unknown seat."""
        # If the seat is None, `index` raises: None is no item of the order. After the last seat, the first one plays.
        seats: Sequence[Any] = self.order or range(self.seats)
        in_turn: int = seats[(seats.index(seat) + turns) % self.seats]
        return in_turn


@dataclass(frozen=True, slots=True)
class MancheStart:
    """The state of a partie when a manche begins: its table, the totals by side, and the context so far."""

    # The number of seats, and the one that deals.
    seats: int
    dealer: int
    totals: tuple[int, ...]

    # What was entered of the context, None if nothing was.
    context: Json | None = None

    # The order of play, if it is not that of the seats.
    order: Order | None = None

    @property
    def table(self) -> Table:
        """The table of the manche."""
        return Table(self.seats, self.dealer, self.order)


class Goal(Protocol):
    """The requirements that the remaining tricks must meet so that the tricks agree with the entered facts.

    Example: the facts say that seat 0 took three tricks. The goal is three tricks of seat 0, after one of them it is
    two.
    """

    def after(self, trick: Trick) -> Goal | None:
        """Return the remaining goal after this trick, None when the goal is out of reach."""
        ...


@dataclass(frozen=True, slots=True)
class TricksGoal:
    """A goal that compares the facts with all tricks so far."""

    # Return whether the facts can still be true after these tricks.
    can_be_true: Callable[[Sequence[Trick]], bool]
    tricks: tuple[Trick, ...] = ()

    def after(self, trick: Trick) -> TricksGoal | None:
        """Return the goal with this trick too, None when the facts cannot be true any more."""
        goal = replace(self, tricks=(*self.tricks, trick))
        if goal.can_be_true(goal.tricks):
            return goal
        return None


@dataclass(frozen=True, slots=True)
class CardPlay(Generic[OptionsT, FactsT]):
    """The functions with which the arbiter judges a game card by card.

    The *context* of a manche is what is known before its first card, as JSON: bids, trump, declarations, hands laid
    open. The *judge format* is the public JSON format in which cards are given to the arbiter; there, the context is
    one or more keys of the object.
    """

    # Return the rules of a manche: which cards are legal, which card takes a trick. The arguments are the house rules,
    # the table and the context. Raises `ImpossibleFactsError` when the rules need more context.
    rules: Callable[[OptionsT, Table, Json], Rules]

    # Return as JSON the facts that follow from these finished tricks (T-7): after the last trick, all facts of the
    # manche. None when the facts need more context. The arguments are the house rules, the table, the tricks and the
    # context.
    facts: Callable[[OptionsT, Table, Sequence[Trick], Json], dict[str, Any] | None]

    # The names of the facts that follow from the cards, once all cards of the manche are known.
    decided: tuple[str, ...]

    # The keys of the context in the judge format. A game without a context omits this field and the next two.
    context: tuple[str, ...] = ()

    # Return the context of an object of the judge format, None when it is missing.
    read_context: Callable[[OptionsT, Json], Json | None] = lambda _options, _json: {}

    # Return the keys of the context with their values, found in the facts of a manche.
    write_context: Callable[[Json], dict[str, Any]] = lambda _facts: {}

    # Return the seat that leads first at a table whose dealer is known. A game without this function leaves that to the
    # cards: the seat with a certain card leads, and the table enters which seat that is.
    leader: Callable[[Table], int] | None = None

    # Return the seat that leads first according to these facts, as JSON; None if they do not say it.
    leader_in: Callable[[Json], object] = lambda _facts: None

    # Return by seat the cards of the hands laid open in this context, None for an unseen hand; None if all are unseen.
    hands: Callable[[Json], Sequence[Sequence[str] | None] | None] = lambda _context: None

    # Raise `ImpossibleFactsError` for facts that contradict a hand laid open during the play.
    check_laid_open: Callable[[FactsT, Sequence[Sequence[str] | None]], None] = lambda _facts, _laid_open: None

    # Return as JSON the declarations of this context that the known cards of the seats refute (PI-37). The arguments
    # are the context, the seat that leads first, and by seat its known cards.
    refuted: Callable[[Json, int, Sequence[tuple[Card, ...]]], list[dict[str, Any]]] = (
        lambda _context, _leader, _cards: []
    )

    # Return the goal of the tricks, None when these facts do not depend on the tricks. Without this function, facts are
    # not compared with the cards of an unfinished manche.
    goal: Callable[[OptionsT, int, FactsT], Goal | None] = lambda _options, _seats, _facts: None


# The version of the interface, which is `Game` and `GamePages` (the pages of a game), for games in distributions of
# their own. A change of the interface for which such games must be changed gets the next number.
CONTRACT = 2


# `eq=False`: a game is equal to itself only, and can be an argument of a cached function.
@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[OptionsT, FactsT]):
    """A game: its house rules and its functions. `games/scoresheet/__init__.py` is a short example.

    The package of a game may have a module `schema`, which only the command `lamarque score --schema` imports. Its
    typed dictionaries describe the JSON of the game: `Facts` (one, or a union), `Context`, and `Result`, which is the
    `result` of an `Ending`. If it lacks one of them, any JSON object is valid there.
    """

    # Its name in addresses and files.
    slug: str

    # The name of the Python package that has its rulebook.
    package: str
    options: tuple[Option, ...]

    # Sets of house rules that a table can choose by name.
    presets: tuple[Preset, ...]

    # The numbers of players.
    table_sizes: frozenset[int]

    # Whether the lowest total leads, not the highest.
    lowest_leads: bool

    # Read the house rules from JSON for this number of players, and write them. Raises `ImpossibleOptionsError`.
    read_options: Callable[[Json, int], OptionsT]
    write_options: Callable[[OptionsT], dict[str, Any]]

    # Return the side of each seat.
    sides: Callable[[OptionsT, int], tuple[int, ...]]

    # Read the facts of a manche from JSON for this number of players, and write them. Raises `ImpossibleFactsError`.
    read_facts: Callable[[OptionsT, int, Json], FactsT]
    write_facts: Callable[[FactsT], dict[str, Any]]

    # Return the sheet of these manches for this number of players.
    score: Callable[[OptionsT, int, Sequence[MancheFacts[FactsT]]], Sheet]

    # Return the next deal after these manches; the dealer of the table is that of the first manche.
    deal: Callable[[OptionsT, Table, Sequence[MancheFacts[FactsT]]], Deal]

    # Check the context of a manche, such as its bids, and return the JSON to store until the manche is recorded. A game
    # without this function has no context to enter.
    check_context: Callable[[OptionsT, MancheStart, Json], dict[str, Any]] | None = None

    # For a game whose cards the arbiter can judge one by one; None for any other game.
    play: CardPlay[OptionsT, FactsT] | None = None

    # Pages list the games in ascending order of this number; games without one are last.
    order: float = math.inf

    # For a game in a distribution of its own: the version of this interface for which it was written.
    contract: int | None = None

    # For a family, which is a game that makes one game for each name: `named("most:Belote")` returns its game of the
    # slug `scoresheet:most:Belote`, always the same object (`most`: most points win). Raises `KeyError` if no game can
    # have this name. Statistics count the parties of each slug apart.
    named: Callable[[str], Game[OptionsT, FactsT]] | None = None

    # House rules that change what points mean, such as playing without teams at a game of teams. Each has a name, an
    # option and a value of this option: `{"alone": ("alone", True)}`. Statistics count parties with this value apart,
    # under `slug:name` (`games.counted_as`).
    kinds: Mapping[str, tuple[str, Any]] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """The slug of the registered game: `scoresheet` for `scoresheet:most:Belote`, `slug` itself for other games."""
        return self.slug.partition(":")[0]


AnyGame: TypeAlias = Game[Any, Any]


def add_up(sides: int, lines_by_manche: Sequence[Sequence[Line]]) -> tuple[MancheScore, ...]:
    """Return the score of each manche from its lines, with points and running totals by side."""
    totals = [0] * sides
    scores = []
    # Each item has the lines of one manche.
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
