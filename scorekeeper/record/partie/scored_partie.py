"""A scored partie: the facts replayed by its game. The result is never stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.contract import AnyGame, Deal, Ending, MancheFacts, MancheScore, Moment, Order, Sheet, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche, MancheState, Partie, Player
from scorekeeper.record.partie.current_manche import CurrentManche
from scorekeeper.record.partie.replays import cached_replay
from scorekeeper.record.partie.seat_players import player_at, player_id_at, seated_player
from scorekeeper.record.partie.stored_totals import replay_stored
from scorekeeper.record.partie.turns import deal_after, order_after, turn_changes


@dataclass(frozen=True)
class ScoredPartie:
    """A replayed partie: its recorded manches in order, its sheet, the next deal, and the current manche.

    `side_of` is the side of each seat; `played` are the facts of `manches`, as typed values. `order` is the order of
    play from the next deal on, None if it is that of the seats. `named_at` is the position of the manche whose players
    are named, None for those of now.
    """

    partie: Partie
    game: AnyGame
    options: Any
    side_of: tuple[int, ...]
    manches: tuple[Manche, ...]
    sheet: Sheet
    deal: Deal
    played: tuple[MancheFacts[Any], ...]
    order: Order | None
    named_at: int | None = None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.side_of)

    @property
    def ending(self) -> Ending | None:
        """The ending of the partie, None while it goes on."""
        return self.sheet.ending

    @property
    def by_totals(self) -> bool:
        """Whether only the points of the manches are known."""
        return is_by_totals(self.partie)

    @property
    def over(self) -> bool:
        """Whether no further manche can be recorded."""
        return self.ending is not None or self.partie.abandoned_at is not None

    @property
    def moment(self) -> Moment:
        """The table, totals and context when the next manche begins."""
        return Moment(self.seats, self.deal.dealer, self.sheet.totals, self.current.context, self.order)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order: those who play now, or for whom the partie counts once it has ended."""
        seats = self.partie.seats
        if self.named_at is not None:
            return tuple(player_at(seat, self.named_at) for seat in seats)
        return tuple(seat.player if self.ending else seated_player(seat) for seat in seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in seating order."""
        return tuple(player.name for player in self.players)

    @property
    def current(self) -> CurrentManche:
        """The current manche: its context and cards so far."""
        return CurrentManche(self.partie.current, self.game, self.options, self.table)

    @property
    def removed_manches(self) -> list[Manche]:
        """The manches that were removed from the sheet, in order."""
        return [manche for manche in self.partie.manches if manche.removed_from_sheet]

    @property
    def table(self) -> Table:
        """The table of the next deal."""
        return Table(self.seats, self.deal.dealer, self.order)

    def arbiter_of(self, index: int) -> Arbiter | None:
        """Return the arbiter after the cards of a recorded manche, by index; None when they were not entered."""
        cards = self.played[index].cards
        if cards is None:
            return None
        return arbiter_for(self.game, self.options, self.table_of(index), cards, self.manches[index].facts)

    def as_played(self, index: int) -> ScoredPartie:
        """Return the partie with the names of the players of the manche of this index."""
        return replace(self, named_at=self.manches[index].position)

    def player_ids_of(self, index: int) -> tuple[int, ...]:
        """Return the ids of the players of the manche of this index, in seating order."""
        position = self.manches[index].position
        return tuple(
            player_id_at(seat.replacements, position) if seat.replacements else seat.player_id
            for seat in self.partie.seats
        )

    def side_players(self, side: int) -> tuple[Player, ...]:
        """Return the players of a side, in seating order."""
        return tuple(player for seat, player in enumerate(self.players) if self.side_of[seat] == side)

    def own_name(self, side: int) -> str | None:
        """Return the name that the table gave a side, None if it gave none."""
        names = self.partie.side_names or []
        return names[side] or None if side < len(names) else None

    def side_name(self, side: int) -> str:
        """Return the name that the table gave a side, else the names of its players: « Anne & Zoé »."""
        return self.own_name(side) or " & ".join(player.name for player in self.side_players(side))

    @property
    def names_of_sides(self) -> list[str]:
        """The names of the sides, in order."""
        return [self.side_name(side) for side in range(self.sheet.sides)]

    def ranking(self) -> list[tuple[int, int]]:
        """Return (rank, side) for each side, from first to last; equal totals share a rank."""
        totals = self.sheet.totals
        sign = 1 if self.game.lowest_leads else -1
        order = sorted(range(len(totals)), key=lambda side: (sign * totals[side], side))
        return [(1 + sum(sign * other < sign * totals[side] for other in totals), side) for side in order]

    def score_with(self, facts: Json) -> MancheScore:
        """Return the score of the next manche if it had these facts. Raises `ImpossibleFactsError`."""
        manche = read_manche(self.game, self.options, self.seats, facts)
        score: MancheScore = self.game.score(self.options, self.seats, [*self.played, manche]).manches[-1]
        return score

    def deal_of(self, index: int) -> Deal:
        """Return the deal of the manche of this index, from 0."""
        changes = turn_changes(self.partie, self.manches)
        return deal_after(self.game, self.options, self.seats, changes, self.played[:index])

    def table_of(self, index: int) -> Table:
        """Return the table of the manche of this index, from 0."""
        order = order_after(turn_changes(self.partie, self.manches), index)
        return Table(self.seats, self.deal_of(index).dealer, order)


def recorded_manches(partie: Partie) -> tuple[Manche, ...]:
    """Return the manches in the sheet, in order."""
    return tuple(manche for manche in partie.manches if manche.state is MancheState.RECORDED)


def is_by_totals(partie: Partie) -> bool:
    """Return whether only the points of a partie are known: it was scored on paper, or its game is not installed."""
    return bool(partie.paper) or partie.game not in GAMES


def score_partie(partie: Partie, options: dict[str, Any] | None = None) -> ScoredPartie:
    """Replay a partie under its own house rules, or under `options`; for a partie by totals, add up the points.

    Raises `ImpossibleOptionsError` or `ImpossibleFactsError` when the facts cannot be read under these rules.
    """
    manches, seats = recorded_manches(partie), len(partie.seats)
    if partie.game not in GAMES:
        game, replay = replay_stored(partie)
        rules = None
    else:
        game = game_by_totals(partie.game) if partie.paper else GAMES[partie.game]
        rules = game.read_options(partie.options if options is None else options, seats)
        replay = cached_replay(partie, game, rules, manches)
    sides, manches = game.sides(rules, seats), manches[: len(replay.played)]
    return ScoredPartie(partie, game, rules, sides, manches, replay.sheet, replay.deal, replay.played, replay.order)
