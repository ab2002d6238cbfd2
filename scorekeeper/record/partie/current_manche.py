"""The current manche of a partie: what was entered of it before it is recorded."""

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

# The key of the seats that were noted to have revoked, among the stored cards of the current manche.
NOTED = "revokes"


@dataclass(frozen=True)
class CurrentManche:
    """What is known of the manche that a table plays now: its row, None before anything of it is entered."""

    row: Manche | None
    game: AnyGame
    options: Any
    table: Table

    @property
    def context(self) -> Json | None:
        """What is known of the current manche before its first card, None where nothing is."""
        return None if self.row is None else self.row.context

    @property
    def cards(self) -> CardByCard | None:
        """The cards of the current manche, None when they are not entered."""
        return None if self.row is None else read_cards(self.game, self.table.seats, self.row.cards or {})

    @property
    def revokes(self) -> dict[int, int]:
        """The seats that are noted to have revoked in the current manche, each with the cards then down (T-5)."""
        noted = [] if self.row is None else (self.row.cards or {}).get(NOTED, [])
        return {one["seat"]: one["after"] for one in noted}

    @property
    def undone(self) -> Manche | None:
        """The current manche when it was in the sheet before, its facts as they were then."""
        return self.row if self.row is not None and self.row.left_out else None

    @property
    def tricks(self) -> Sequence[Trick]:
        """The tricks taken of the current manche; none when its cards are not entered."""
        return () if self.cards is None else self.board(self.cards).tricks

    @property
    def played_out(self) -> bool:
        """Whether the last card of the current manche is down."""
        return self.cards is not None and self.board(self.cards).seat is None

    @property
    def so_far(self) -> dict[str, Any]:
        """What the cards of the current manche decide so far, as JSON facts (T-7); nothing without any."""
        if self.cards is None or self.game.play is None:
            return {}
        return dict(self.game.play.facts(self.options, self.table, self.tricks, self.context or {}) or {})

    def board(self, cards: CardByCard) -> Board:
        """The table of the current manche after these cards, nothing judged. Raises `ImpossibleFactsError`."""
        return board_for(self.game, self.options, self.table.seats, cards, self.context or {})

    def arbiter(self, cards: CardByCard) -> Arbiter:
        """The arbiter of the current manche, after these cards. Raises `ImpossibleFactsError`."""
        return arbiter_for(self.game, self.options, self.table, cards, self.context or {})

    def judge(self, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
        """The arbiter with the next card played, of `seat` if it is said whose it is, and its verdict.

        Raises `ImpossibleFactsError` when this cannot be the next card, `RefusedError` when no card is awaited.
        """
        arbiter = self.arbiter(self.cards_entered())
        return arbiter, arbiter.play(code, seat)

    def cards_entered(self) -> CardByCard:
        """The cards of the current manche. Raises `RefusedError` when they are not entered."""
        cards = self.cards
        if cards is None:
            raise RefusedError("no_cards", game=self.game.slug)
        return cards
