"""The current manche of a partie: its context and cards, before it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.verdicts import Trick, Verdict
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.board import Board
from scorekeeper.games.contract import AnyGame, CardByCard, Table
from scorekeeper.games.manche_json import board_for, read_cards
from scorekeeper.games.shape import Json
from scorekeeper.record.models import Manche
from scorekeeper.record.refusals import RefusedError

# The key of the revokes among the stored cards of the current manche.
NOTED = "revokes"


@dataclass(frozen=True)
class CurrentManche:
    """The manche that a table plays now; `row` is None before anything of it is entered."""

    row: Manche | None
    game: AnyGame
    options: Any
    table: Table

    @property
    def context(self) -> Json | None:
        """What was entered before its first card, such as bids; None if nothing."""
        return None if self.row is None else self.row.context

    @property
    def cards(self) -> CardByCard | None:
        """Its cards, None when they are not entered."""
        return None if self.row is None else read_cards(self.game, self.table.seats, self.row.cards or {})

    @property
    def revokes(self) -> dict[int, int]:
        """The seats that are noted to have revoked, each with the number of cards played by then (T-5)."""
        noted = [] if self.row is None else (self.row.cards or {}).get(NOTED, [])
        return {revoke["seat"]: revoke["after"] for revoke in noted}

    @property
    def undone(self) -> Manche | None:
        """Its row, with its former facts, if it was in the sheet before."""
        return self.row if self.row is not None and self.row.left_out else None

    @property
    def tricks(self) -> Sequence[Trick]:
        """Its complete tricks; none when its cards are not entered."""
        return () if self.cards is None else self.board(self.cards).tricks

    @property
    def played_out(self) -> bool:
        """Whether its last card is played."""
        return self.cards is not None and self.board(self.cards).seat is None

    @property
    def so_far(self) -> dict[str, Any]:
        """The facts that follow from its cards so far, as JSON (T-7); empty without cards."""
        if self.cards is None or self.game.play is None:
            return {}
        return dict(self.game.play.facts(self.options, self.table, self.tricks, self.context or {}) or {})

    def board(self, cards: CardByCard) -> Board:
        """Return the board after these cards, without verdicts. Raises `ImpossibleFactsError`."""
        return board_for(self.game, self.options, self.table.seats, cards, self.context or {})

    def arbiter(self, cards: CardByCard) -> Arbiter:
        """Return the arbiter after these cards. Raises `ImpossibleFactsError`."""
        return arbiter_for(self.game, self.options, self.table, cards, self.context or {})

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """Return the arbiter after the next card, and its verdict; `seat` is given if the table named the player.

        Raises `ImpossibleFactsError` when this cannot be the next card, `RefusedError` when cards are not entered.
        """
        arbiter = self.arbiter(self.cards_entered())
        return arbiter, arbiter.play(code, seat)

    def cards_entered(self) -> CardByCard:
        """Return its cards. Raises `RefusedError` when they are not entered."""
        cards = self.cards
        if cards is None:
            raise RefusedError("no_cards", game=self.game.slug)
        return cards
