"""The facts of a coup of Piquet: declarations and scores, tricks, and irregularities."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.declarations import (
    CARTE_BLANCHE,
    Answer,
    Category,
    Declarations,
    amounts_and_heights,
    worth,
)
from scorekeeper.games.piquet.options import TRICKS

Hand: TypeAlias = tuple[Card, ...]


class FaultKind(enum.StrEnum):
    """The consequence of an irregularity: a void coup, a lost partie, or a coup without points for the offender."""

    VOID = "void"
    LOSES_PARTIE = "loses_partie"
    FALSE_DECLARATION = "false_declaration"


@dataclass(frozen=True, slots=True)
class Fault:
    """The consequence of an irregularity: the seat at fault, None if unknown, and the article that voids the deal."""

    kind: FaultKind
    seat: int | None = None
    article: str | None = None


@dataclass(frozen=True, slots=True)
class PiquetFacts:
    """A coup, finished or in progress.

    `announced` are the announcements of each seat: those entered, else all combinations of its known hand (PI-12), else
    what it scored. `scorers` is the seat that scores each category. `declared` and `hands` are by seat; both are None
    when not entered for either seat. `winners` are the seats that won the tricks so far; `low` is, for each trick,
    whether the lead was a 9 or lower, and whether the winning card was. `tricks` (by seat) and `last`, the winner of
    the last trick, are None while the coup is in progress and when it was `cancelled`. `short_hand` is the seat of a
    short hand and `short_cards` its number of cards. `elder_run` is the number of elder's tricks before the dealer's
    first trick, `elder_points` elder's points in the play before the dealer's first point; `trick_points` are by seat.
    The five facts from `short_hand` on are None unless entered.
    """

    elder: int
    carte_blanche: tuple[bool, bool] = (False, False)
    announced: tuple[Declarations, Declarations] = (Declarations(), Declarations())
    scorers: Mapping[Category, int] = field(default_factory=dict)
    hands: tuple[Hand | None, Hand | None] | None = None
    declared: tuple[Declarations | None, Declarations | None] | None = None
    answers: Mapping[Category, Answer] = field(default_factory=dict)
    fault: Fault | None = None
    short_hand: int | None = None
    short_cards: int | None = None
    winners: tuple[int, ...] | None = None
    low: tuple[tuple[bool, bool], ...] | None = None
    tricks: tuple[int, int] | None = None
    last: int | None = None
    elder_run: int | None = None
    elder_points: int | None = None
    trick_points: tuple[int, int] | None = None

    @property
    def cancelled(self) -> bool:
        """Return whether the coup is not counted: a void deal or a lost partie (PI-32 to PI-38)."""
        return self.fault is not None and self.fault.kind is not FaultKind.FALSE_DECLARATION

    @property
    def offender(self) -> int | None:
        """Return the seat that scores nothing in this coup because of a false declaration (PI-37), or None."""
        return self.fault.seat if self.fault is not None and not self.cancelled else None

    @property
    def most_cards(self) -> tuple[int, int]:
        """Return by seat the most cards that it can play (PI-34, PI-38)."""
        return self._most_cards_of(0), self._most_cards_of(1)

    @property
    def by_announcements(self) -> bool:
        """Return whether announcements were entered, and not only what each seat scored."""
        return self.declared is not None or self.hands is not None or bool(self.answers)

    @property
    def declared_points(self) -> tuple[int, int]:
        """Return the points of each seat before the play, with a carte blanche; 0 for an offender (PI-23, PI-37)."""
        return self._declared_points(0), self._declared_points(1)

    def points_in(self, category: Category, seat: int) -> int:
        """Return the points of a seat in one category (PI-9, PI-10, PI-11)."""
        if self.scorers.get(category) != seat:
            return 0
        return sum(worth(category, amount) for amount, _ in amounts_and_heights(category, self.announced[seat]))

    def _most_cards_of(self, seat: int) -> int:
        if seat != self.short_hand:
            return TRICKS
        hand = None if self.hands is None else self.hands[seat]
        return self.short_cards or (TRICKS - 1 if hand is None else len(hand))

    def _declared_points(self, seat: int) -> int:
        if seat == self.offender:
            return 0
        carte_blanche = CARTE_BLANCHE if self.carte_blanche[seat] else 0
        return carte_blanche + sum(self.points_in(category, seat) for category in Category)
