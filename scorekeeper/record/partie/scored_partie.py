"""A scored partie: the facts replayed by its game. The result is never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games import GAMES, game_by_totals
from scorekeeper.games.contract import AnyGame, Order
from scorekeeper.games.manche_json import read_cards
from scorekeeper.partie.replays import cached_replay
from scorekeeper.partie.scored import ScoredTable
from scorekeeper.partie.state import Entry
from scorekeeper.partie.turns import TurnChanges, turn_changes
from scorekeeper.record.models import Manche, MancheState, Partie, Player
from scorekeeper.record.partie.seat_players import player_at, player_id_at, seated_player
from scorekeeper.record.partie.stored_totals import replay_stored

# The key of the noted revokes in `Manche.cards`, next to the keys of the cards.
REVOKES_KEY = "revokes"


@dataclass(frozen=True)
class ScoredPartie(ScoredTable):
    """A scored partie of the database; `manches` are those in its sheet, in order."""

    partie: Partie
    manches: tuple[Manche, ...]

    # The position of the manche whose players are named, None for those of now.
    named_at: int | None = None

    @property
    def entry(self) -> Entry:
        """What is entered of the current manche."""
        return entry_of(self.partie, self.game)

    @property
    def abandoned(self) -> bool:
        """Whether the table left the partie unfinished."""
        return self.partie.abandoned_at is not None

    @property
    def recorded(self) -> int:
        """The number of manches that were recorded, with those removed from the sheet."""
        return sum(not manche.is_current for manche in self.partie.manches)

    def turns_with(self, dealer: int | None, order: Order | None) -> TurnChanges:
        """Return the changes of the turn if the table named this dealer and this order for the current manche."""
        return turns_of(self.partie, self.manches, dealer, order)

    @property
    def by_totals(self) -> bool:
        """Whether only the points of the manches are known."""
        return is_by_totals(self.partie)

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
    def undone_manche(self) -> Manche | None:
        """The current manche with its former facts, if it was in the sheet before; else None."""
        current = self.partie.current
        return current if current is not None and current.removed_from_sheet else None

    @property
    def removed_manches(self) -> list[Manche]:
        """The manches that were removed from the sheet, in order."""
        return [manche for manche in self.partie.manches if manche.removed_from_sheet]

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
    rules, turns = None, current_turns(partie, manches)
    if partie.game not in GAMES:
        game, replay = replay_stored(partie)
    else:
        game = game_by_totals(partie.game) if partie.paper else GAMES[partie.game]
        rules = game.read_options(partie.options if options is None else options, seats)
        replay = cached_replay(partie.id, game, rules, seats, turns, [manche.facts for manche in manches])
    sides, manches = game.sides(rules, seats), manches[: len(replay.played)]
    facts = tuple(manche.facts for manche in manches)
    return ScoredPartie(game, rules, sides, turns, replay, facts, partie, manches)


def current_turns(partie: Partie, manches: Sequence[Manche]) -> TurnChanges:
    """Return the changes of the turn in a partie with these manches in its sheet."""
    current = partie.current
    if current is None:
        return turns_of(partie, manches, None, None)
    return turns_of(partie, manches, current.dealer, current.order)


def turns_of(partie: Partie, manches: Sequence[Manche], dealer: int | None, order: Sequence[int] | None) -> TurnChanges:
    """Return the changes of the turn in a partie with these manches in its sheet.

    `dealer` and `order` are those of the current manche, which has a row only if something of it is entered.
    """
    counted, current = {*map(id, manches)}, partie.current
    rows = [
        (dealer, order, True) if manche is current else (manche.dealer, manche.order, id(manche) in counted)
        for manche in partie.manches
    ]
    return turn_changes(partie.first_dealer, rows if current is not None else [*rows, (dealer, order, True)])


def entry_of(partie: Partie, game: AnyGame) -> Entry:
    """Return what is entered of the current manche of a partie."""
    current = partie.current
    if current is None:
        return Entry()
    stored = current.cards or {}
    revokes = tuple((revoke["seat"], revoke["after"]) for revoke in stored.get(REVOKES_KEY, ()))
    cards = read_cards(game, len(partie.seats), stored)
    return Entry(current.context, cards, revokes, current.dealer, None if current.order is None else (*current.order,))
