"""What is derived from the state of a partie: its sheet, its deals and its current manche. Never stored.

A *partie* is a game played to its end, a *manche* one deal of it; the *sheet* has the score of each manche, and the
*ending* of the partie. The *facts* of a manche are what the table saw, as JSON; its *context* is what is known before
its first card, such as bids. The *options* are the house rules. A game gives each of them a type of its own. A *side*
is a player, or a team that scores together. Each row of the log of a partie makes its next *version*, a number.
T-5 (*revokes*: cards that did not follow suit although the hand could) and T-7 (facts that follow from the cards) are
articles of the rulebook of all games.

A *replay* reads the facts of all manches and scores them. It is cached by these facts, so that the cache is right
whichever process has written the state.

`ImpossibleFactsError` is raised for facts or cards that cannot be, such as a card played twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from scorekeeper.cards.verdicts import Trick, Verdict
from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.board import Board
from scorekeeper.games.contract import (
    AnyGame,
    CardByCard,
    Deal,
    Ending,
    MancheFacts,
    MancheScore,
    MancheStart,
    Order,
    Sheet,
    Table,
)
from scorekeeper.games.manche_json import board_for, read_manche
from scorekeeper.games.shape import Json
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.state import Entry, State
from scorekeeper.partie.turns import Turns, deal_after, order_after, turns_of

CACHED_MANCHES = 4_000  # of all parties
CACHED_REPLAYS = 100


@dataclass(frozen=True)
class Replay:
    """What the game makes of the manches in the sheet: those recorded and not deleted."""

    # For each manche, its facts in the type of the game, its penalties, revokes and cards.
    played: tuple[MancheFacts[Any], ...]

    # The score of each manche, the totals and the ending.
    sheet: Sheet

    # The next deal: its dealer, and what the game adds to it.
    deal: Deal

    # The seats in the order of play from the next deal on, None if that is by number.
    order: Order | None


@dataclass(frozen=True)
class CurrentManche:
    """The manche that a table plays now."""

    # What the table has entered of it: context, cards, noted revokes.
    entry: Entry
    game: AnyGame

    # The house rules, in the game's own type.
    options: Any

    # The number of seats, the dealer, and the order of play.
    table: Table

    @property
    def context(self) -> Json | None:
        """The facts entered before its first card, such as bids; None if there are none."""
        return self.entry.context

    @property
    def cards(self) -> CardByCard | None:
        """Its leader, plays and hands laid open; None when it is not entered card by card."""
        return self.entry.cards

    @property
    def revoked_seats(self) -> list[int]:
        """The seats noted to have revoked (T-5), sorted; the entry has each with the number of cards played then."""
        return [seat for seat, _played in self.entry.revokes]

    @property
    def tricks(self) -> Sequence[Trick]:
        """Its complete tricks; empty when its cards are not entered."""
        if self.cards is None:
            return ()
        # The cards are played again on a board, which finds the tricks.
        return self.board(self.cards).tricks

    @property
    def played_out(self) -> bool:
        """Whether all its cards are played."""
        # The board has no seat to play.
        return self.cards is not None and self.board(self.cards).seat is None

    @property
    def facts_so_far(self) -> dict[str, Any]:
        """The facts that follow from the cards played so far, as JSON (T-7); empty without cards."""
        # `game.play` has the functions of a game that can be entered card by card; None for another game.
        if self.cards is None or self.game.play is None:
            return {}
        # None if the game needs more context to derive facts.
        derived = self.game.play.facts(self.options, self.table, self.tricks, self.context or {})
        return dict(derived or {})

    def board(self, cards: CardByCard) -> Board:
        """Return the board after these cards: the tricks and whose turn it is. Raises `ImpossibleFactsError`."""
        return board_for(self.game, self.options, self.table.seats, cards, self.context or {})

    def arbiter(self, cards: CardByCard) -> Arbiter:
        """Return the arbiter after these cards, which says of each whether it broke a rule.

        Raises `ImpossibleFactsError`.
        """
        return arbiter_for(self.game, self.options, self.table, cards, self.context or {})

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """Return the arbiter after the next card, and its verdict on this card.

        `seat` is the seat that played it, None if that was not entered: then it is the seat whose turn it is.
        Raises `ImpossibleFactsError` when this cannot be the next card, `RefusedError` when the manche is not entered
        card by card.
        """
        # A copy that is not in a cache: `play` adds the card to it, and returns the verdict.
        arbiter = self.arbiter(self.require_cards())
        return arbiter, arbiter.play(code, seat)

    def require_cards(self) -> CardByCard:
        """Return the cards of the manche. Raises `RefusedError` when it is not entered card by card."""
        if self.cards is None:
            raise RefusedError("no_cards")
        return self.cards


@dataclass(frozen=True)
class ScoredState(Replay):
    """A state of a partie with its replay, whose fields are `played`, `sheet`, `deal` and `order`.

    It also has the game and the house rules by which it was replayed.
    """

    game: AnyGame

    # The house rules, in the game's own type.
    options: Any

    # The side of each seat, which is a player or a team: `(0, 1, 0, 1)` for two teams of two.
    side_of: tuple[int, ...]

    # The dealers and orders of play that the table named.
    turns: Turns

    state: State

    # The manches in the sheet, in order: each a `RecordedManche` of the state or, in `ScoredPartie` (a subclass in
    # `record`), a row of the database. Both have `version`, that which recorded the manche, and `facts`.
    manches: Sequence[Any]

    @property
    def entry(self) -> Entry:
        """What the table has entered of the current manche: context, cards, noted revokes."""
        return self.state.entry

    @property
    def abandoned(self) -> bool:
        """Whether the table left the partie unfinished."""
        return self.state.abandoned

    @property
    def recorded_count(self) -> int:
        """The number of manches that were recorded, with those removed from the sheet."""
        return len(self.state.manches)

    @property
    def facts(self) -> tuple[Json, ...]:
        """The facts of the manches in the sheet, as JSON."""
        return tuple(manche.facts for manche in self.manches)

    @property
    def seats(self) -> int:
        """The number of players."""
        # `side_of` has one side for each seat.
        return len(self.side_of)

    @property
    def ending(self) -> Ending | None:
        """The ending of the partie, None while it goes on."""
        return self.sheet.ending

    @property
    def over(self) -> bool:
        """Whether no further manche can be recorded."""
        return self.ending is not None or self.abandoned

    @property
    def table(self) -> Table:
        """The table of the next deal."""
        return Table(self.seats, self.deal.dealer, self.order)

    @property
    def manche_start(self) -> MancheStart:
        """The table, totals and context when the next manche begins."""
        return MancheStart(self.seats, self.deal.dealer, self.sheet.totals, self.entry.context, self.order)

    @property
    def current(self) -> CurrentManche:
        """The current manche: its context and cards so far, with the game, the rules and the table."""
        return CurrentManche(self.entry, self.game, self.options, self.table)

    def deal_of(self, index: int) -> Deal:
        """Return the deal of the manche of this index, from 0."""
        # `turns` are the dealers and orders that the table named.
        return self.deal_with(self.turns, index)

    def deal_with(self, turns: Turns, index: int) -> Deal:
        """Return the deal that the manche of this index, from 0, would have with these named dealers and orders."""
        # It follows the manches before this one.
        return deal_after(self.game, self.options, self.seats, turns, self.played[:index])

    def table_of(self, index: int) -> Table:
        """Return the table of the manche of this index, from 0."""
        return Table(self.seats, self.deal_of(index).dealer, order_after(self.turns, index))

    def arbiter_of(self, index: int) -> Arbiter | None:
        """Return the arbiter after the cards of a recorded manche, by index; None when they were not entered."""
        cards = self.played[index].cards
        if cards is None:
            return None
        # The last argument is the context, which is a part of the facts.
        return arbiter_for(self.game, self.options, self.table_of(index), cards, self.facts[index])

    def ranking(self) -> list[tuple[int, int]]:
        """Return (rank, side) for each side, from first to last; equal totals share a rank.

        Example: the totals 90, 120, 90 are [(1, 1), (2, 0), (2, 2)] if the highest leads.
        """
        sign = 1 if self.game.lowest_leads else -1
        winners: tuple[int, ...] = ()
        if self.ending is not None:
            winners = self.ending.winners
        # The best key is the smallest, and False is less than True. A winner comes first even with fewer points: at
        # Piquet both players may pass the target, and the one who passed it first has won (article PI-27).
        keys = [(side not in winners, sign * total) for side, total in enumerate(self.sheet.totals)]
        best_first = sorted(keys)
        # The rank is the place of the first equal key, from 1. Sides with equal keys stay in their own order.
        return sorted((1 + best_first.index(key), side) for side, key in enumerate(keys))

    def with_options(self, options: Json) -> Self:
        """Return the partie scored under other house rules. Raises as `score_state` does."""
        rescored = score_state(replace(self.state, options=options))
        # The values of `rescored` replace those of this object. A subclass has other fields, which stay, and its own
        # manches, which are rows of the database.
        return replace(self, **{**vars(rescored), "manches": self.manches})

    def sheet_with(self, index: int, facts: Json) -> Sheet:
        """Return the sheet with these facts for the manche of this index, which may be the next one.

        Raises `ImpossibleFactsError`.
        """
        # In the type of the game, checked.
        manche = read_manche(self.game, self.options, self.seats, facts)
        played = [*self.played[:index], manche, *self.played[index + 1 :]]
        return self.game.score(self.options, self.seats, played)

    def score_with(self, facts: Json) -> MancheScore:
        """Return the score that the next manche would have with these facts. Raises `ImpossibleFactsError`."""
        return self.sheet_with(len(self.played), facts).manches[-1]


def score_state(state: State) -> ScoredState:
    """Replay a state, or take its replay from the cache.

    Raises `ImpossibleOptionsError` or `ImpossibleFactsError` when its facts cannot be read under its rules, `KeyError`
    when its game is not installed.
    """
    # `paper` marks a partie by totals: of each manche, only the points are known. Then the game only adds them up.
    game = game_by_totals(state.game) if state.paper else GAMES[state.game]
    seats = len(state.seats)
    options = game.read_options(state.options, seats)
    # Those in the sheet: not deleted.
    manches = tuple(manche for manche in state.manches if manche.kept)
    facts = tuple(json.dumps(manche.facts) for manche in manches)
    turns = turns_with(state, state.entry.dealer, state.entry.order)
    # `ScoredState` is a subclass of `Replay`: it takes all fields of the replay, and has more.
    return ScoredState(
        **vars(_replay(game, options, seats, turns, facts)),
        game=game,
        options=options,
        side_of=game.sides(options, seats),
        turns=turns,
        state=state,
        manches=manches,
    )


def turns_with(state: State, dealer: int | None, order: Order | None) -> Turns:
    """Return the named dealers and orders of a partie, with this dealer and this order for the current manche.

    `dealer` is None if the table names no dealer for the current manche: then it is the seat whose turn it is. `order`
    is None if the table names no order: then the former one goes on.
    """
    # Those of deleted manches too: they apply to the next manche that is in the sheet. Three values for each manche.
    recorded = [(manche.dealer, manche.order, manche.kept) for manche in state.manches]
    return turns_of(state.first_dealer, [*recorded, (dealer, order, True)])


@lru_cache(CACHED_REPLAYS)
def _replay(game: AnyGame, options: object, seats: int, turns: Turns, facts: tuple[str, ...]) -> Replay:
    """Replay the manches with these facts, as JSON text: the arguments of a cached function must be hashable."""
    played = tuple(_read_recorded(game, options, seats, manche) for manche in facts)
    sheet = game.score(options, seats, played)
    return Replay(played, sheet, deal_after(game, options, seats, turns, played), order_after(turns, len(played)))


# To read a manche plays all its cards again. So the manches that stay as they were are not read again when another one
# is recorded or corrected.
@lru_cache(CACHED_MANCHES)
def _read_recorded(game: AnyGame, options: object, seats: int, facts: str) -> MancheFacts[Any]:
    # `stored` facts agreed with their cards when they were recorded: this is not checked again.
    return read_manche(game, options, seats, json.loads(facts), stored=True)


def clear_cache() -> None:
    """Empty the cache, as in a worker that has shown no partie yet."""
    _replay.cache_clear()
    _read_recorded.cache_clear()
