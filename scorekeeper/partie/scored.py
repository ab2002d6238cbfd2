"""What is derived from the state of a partie: its sheet, its deals and its current manche. Never stored.

A replay reads the facts of the manches and scores them. Its cache compares the facts, not a version, so that it needs
no invalidation after writes of other processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from scorekeeper.partie.sized_cache import SizedCache
from scorekeeper.partie.state import Entry, State
from scorekeeper.partie.turns import TurnChanges, deal_after, order_after, turn_changes

CACHED_MANCHES = 4_000  # manches in the cache, of all parties


@dataclass(frozen=True)
class Replay:
    """What the game makes of the manches in the sheet."""

    # Their facts, as typed values.
    played: tuple[MancheFacts[Any], ...]

    # The score of each manche.
    sheet: Sheet

    # The next deal.
    deal: Deal

    # The order of play from the next deal on, None if it is that of the seats.
    order: Order | None


@dataclass(frozen=True)
class CurrentManche:
    """The manche that a table plays now."""

    entry: Entry
    game: AnyGame
    options: Any
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
        """The seats noted to have revoked (T-5), sorted."""
        return [seat for seat, _played in self.entry.revokes]

    @property
    def tricks(self) -> Sequence[Trick]:
        """Its complete tricks; empty when its cards are not entered."""
        if self.cards is None:
            return ()
        return self.board(self.cards).tricks

    @property
    def played_out(self) -> bool:
        """Whether all its cards are played."""
        return self.cards is not None and self.board(self.cards).seat is None

    @property
    def facts_so_far(self) -> dict[str, Any]:
        """The facts that follow from the cards played so far, as JSON (T-7); empty without cards."""
        if self.cards is None or self.game.play is None:
            return {}
        return dict(self.game.play.facts(self.options, self.table, self.tricks, self.context or {}) or {})

    def board(self, cards: CardByCard) -> Board:
        """Return the board after these cards, without verdicts. Raises `ImpossibleFactsError`."""
        return board_for(self.game, self.options, self.table.seats, cards, self.context or {})

    def check_cards(self, cards: CardByCard) -> None:
        """Raise `ImpossibleFactsError` when the manche cannot have these cards."""
        self.board(cards)

    def arbiter(self, cards: CardByCard) -> Arbiter:
        """Return the arbiter after these cards. Raises `ImpossibleFactsError`."""
        return arbiter_for(self.game, self.options, self.table, cards, self.context or {})

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """Return the arbiter after the next card, and its verdict. `seat` is that of the player if the table named one.

        Raises `ImpossibleFactsError` when this cannot be the next card, `RefusedError` when the manche is not entered
        card by card.
        """
        arbiter = self.arbiter(self.require_cards())
        return arbiter, arbiter.play(code, seat)

    def require_cards(self) -> CardByCard:
        """Return the cards of the manche. Raises `RefusedError` when it is not entered card by card."""
        cards = self.cards
        if cards is None:
            raise RefusedError("no_cards", game=self.game.slug)
        return cards


@dataclass(frozen=True)
class ScoredState(Replay):
    """A scored state: the sheet of its table, and its next deal."""

    game: AnyGame

    # The house rules, in the game's own type.
    options: Any

    # The side of each seat.
    side_of: tuple[int, ...]
    turns: TurnChanges

    # The key of the partie in the cache of replays, None for none.
    key: int | None
    state: State

    # The manches in the sheet, in order: of the state, or their rows in the database.
    manches: Sequence[Any]

    @property
    def entry(self) -> Entry:
        """What is entered of the current manche."""
        return self.state.entry

    @property
    def abandoned(self) -> bool:
        """Whether the table left the partie unfinished."""
        return self.state.abandoned

    @property
    def recorded(self) -> int:
        """The number of manches that were recorded, with those removed from the sheet."""
        return len(self.state.manches)

    @property
    def facts(self) -> tuple[Json, ...]:
        """The facts of the manches in the sheet, as JSON."""
        return tuple(manche.facts for manche in self.manches)

    def participants_of(self, index: int) -> tuple[int, ...]:
        """Return the participants who played the manche of this index, in seating order."""
        return tuple(seat.player_at(self.manches[index].version) for seat in self.state.seats)

    @property
    def seats(self) -> int:
        """The number of players."""
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
        """The current manche: its context and cards so far."""
        return CurrentManche(self.entry, self.game, self.options, self.table)

    def deal_of(self, index: int) -> Deal:
        """Return the deal of the manche of this index, from 0."""
        return self.deal_with(self.turns, index)

    def deal_with(self, turns: TurnChanges, index: int) -> Deal:
        """Return the deal of the manche of this index, from 0, if the table had named these dealers and orders."""
        return deal_after(self.game, self.options, self.seats, turns, self.played[:index])

    def table_of(self, index: int) -> Table:
        """Return the table of the manche of this index, from 0."""
        return Table(self.seats, self.deal_of(index).dealer, order_after(self.turns, index))

    def arbiter_of(self, index: int) -> Arbiter | None:
        """Return the arbiter after the cards of a recorded manche, by index; None when they were not entered."""
        cards = self.played[index].cards
        if cards is None:
            return None
        return arbiter_for(self.game, self.options, self.table_of(index), cards, self.facts[index])

    def ranking(self) -> list[tuple[int, int]]:
        """Return (rank, side) for each side, from first to last; equal totals share a rank.

        Winners come first: of two players of Piquet beyond the target, who reached it first has won (PI-27).
        """
        sign = 1 if self.game.lowest_leads else -1
        winners: tuple[int, ...] = ()
        if self.ending is not None:
            winners = self.ending.winners
        keys = [(side not in winners, sign * total) for side, total in enumerate(self.sheet.totals)]
        order = sorted(range(len(keys)), key=lambda side: (keys[side], side))
        return [(1 + sum(other < keys[side] for other in keys), side) for side in order]

    def with_options(self, options: Json) -> Self:
        """Return the partie scored under other house rules. Raises as `score_state` does."""
        other = score_state(replace(self.state, options=options), self.key)
        # `manches` may be rows of the database, which `score_state` does not have.
        return replace(self, **{**vars(other), "manches": self.manches})

    def score_with(self, facts: Json) -> MancheScore:
        """Return the score of the next manche if it had these facts. Raises `ImpossibleFactsError`."""
        manche = read_manche(self.game, self.options, self.seats, facts)
        return self.game.score(self.options, self.seats, [*self.played, manche]).manches[-1]


def score_state(state: State, key: int | None = None) -> ScoredState:
    """Replay a state; `key` is that of its partie in the cache of replays.

    Raises `ImpossibleOptionsError` or `ImpossibleFactsError` when its facts cannot be read under its rules, `KeyError`
    when its game is not installed.
    """
    # Of a partie by totals only the points are known.
    game = game_by_totals(state.game) if state.paper else GAMES[state.game]
    seats = len(state.seats)
    rules = game.read_options(state.options, seats)
    manches = tuple(manche for manche in state.manches if manche.kept)
    facts = tuple(manche.facts for manche in manches)
    turns = turns_with(state, state.entry.dealer, state.entry.order)
    replay = _cached_replay(key, game, rules, seats, turns, facts)
    # A scored state is a replay, with what it was made from.
    return ScoredState(
        **vars(replay),
        game=game,
        options=rules,
        side_of=game.sides(rules, seats),
        turns=turns,
        key=key,
        state=state,
        manches=manches,
    )


def turns_with(state: State, dealer: int | None, order: Order | None) -> TurnChanges:
    """Return the changes of the turn if the table named this dealer and this order for the current manche."""
    recorded = [(manche.dealer, manche.order, manche.kept) for manche in state.manches]
    return turn_changes(state.first_dealer, [*recorded, (dealer, order, True)])


@dataclass(frozen=True, slots=True)
class _CachedReplay:
    facts: tuple[Json, ...]
    replay: Replay


_cache = SizedCache[_CachedReplay]()
clear_cache = _cache.clear


def _cached_replay(  # noqa: PLR0913, PLR0917 - a replay depends on all of these
    partie: int | None,
    game: AnyGame,
    rules: Any,  # noqa: ANN401 - each game has its own options type
    seats: int,
    turns: TurnChanges,
    facts: Sequence[Json],
) -> Replay:
    """Return the replay of these facts under these rules; `partie` is its key in the database, if it has one."""
    key = partie, id(game), game.slug, rules, seats, turns
    cached = _cache.get(key)
    if cached is not None and cached.facts == tuple(facts):
        return cached.replay
    played: tuple[MancheFacts[Any], ...] = ()
    # The unchanged manches at the start are not read again, only scored.
    if cached is not None:
        played = cached.replay.played[: _common_length(cached.facts, facts)]
    played += tuple(read_manche(game, rules, seats, manche, stored=True) for manche in facts[len(played) :])
    sheet, deal = game.score(rules, seats, played), deal_after(game, rules, seats, turns, played)
    replay = Replay(played, sheet, deal, order_after(turns, len(played)))
    _cache.put(key, _CachedReplay(tuple(facts), replay), len(facts), CACHED_MANCHES)
    return replay


def _common_length(before: Sequence[Json], now: Sequence[Json]) -> int:
    """Return the number of manches, from the first on, that have the same facts in both lists."""
    length = 0
    for old, new in zip(before, now, strict=False):
        if old != new:
            break
        length += 1
    return length
