"""The current manche of a partie: its context and cards, before it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.verdicts import Trick, Verdict
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.board import Board
from scorekeeper.games.contract import AnyGame, CardByCard, Table
from scorekeeper.games.manche_json import board_for
from scorekeeper.games.shape import Json
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.state import Entry


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
