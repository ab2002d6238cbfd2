"""What the table saw of a coup of Piquet: what was announced and scored, how the tricks fell, what went wrong."""

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
    CategoryScore,
    Declarations,
    best,
    points_in,
)
from scorekeeper.games.piquet.options import TRICKS

Hand: TypeAlias = tuple[Card, ...]


class FaultKind(enum.StrEnum):
    """What an irregularity led to: the coup void, the partie lost, or a coup without points for the offender."""

    VOID = "void"
    LOSES_PARTIE = "loses_partie"
    FALSE_DECLARATION = "false_declaration"


@dataclass(frozen=True, slots=True)
class Fault:
    """The outcome of an irregularity; `article` says why a deal was void, and only then."""

    kind: FaultKind
    seat: int | None = None
    article: str | None = None


@dataclass(frozen=True, slots=True)
class PiquetFacts:
    """A coup, over or under way.

    `scored` is what each category gives, entered or derived; `declared` and `hands` are by seat, None when neither seat
    has any. `winners` are the seats that won the tricks played so far, `low` whether the lead and the winning card of
    each were a 9 or lower. `tricks` and `last` are known of every coup that was played out, however it was entered;
    they are None while it is under way, and when it was `cancelled`. `elder_run`, `elder_points` and `trick_points`
    are what was entered, or None, and so are `short_cards`, the cards of the seat whose hand was short.
    """

    elder: int
    carte_blanche: tuple[bool, bool] = (False, False)
    scored: Mapping[Category, CategoryScore] = field(default_factory=dict)
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
        """Whether nothing was counted: the deal was void, or the fault lost the partie (PI-32 to PI-38)."""
        return self.fault is not None and self.fault.kind is not FaultKind.FALSE_DECLARATION

    @property
    def offender(self) -> int | None:
        """The seat whose false declaration takes all its points of this coup (PI-37)."""
        return self.fault.seat if self.fault is not None and not self.cancelled else None

    @property
    def most_cards(self) -> tuple[int, int]:
        """By seat, the most cards that it plays, and so the most tricks that it can take part in (PI-34, PI-38)."""
        return self._cards(0, TRICKS - 1), self._cards(1, TRICKS - 1)

    @property
    def fewest_cards(self) -> tuple[int, int]:
        """By seat, the fewest cards that it may have: twelve, or what a hand was left with, 0 where nobody said."""
        return self._cards(0, 0), self._cards(1, 0)

    @property
    def by_announcements(self) -> bool:
        """Whether what was good follows from what was announced, rather than being entered."""
        return self.declared is not None or self.hands is not None or bool(self.answers)

    @property
    def announced(self) -> tuple[Declarations, Declarations]:
        """What each seat announces: what it declared, or else all that its known hand holds (PI-12)."""
        return self._announced(0), self._announced(1)

    @property
    def declared_points(self) -> tuple[int, int]:
        """What each seat counts before the first card, a carte blanche included; an offender nothing (PI-23, PI-37)."""
        return self._declared_points(0), self._declared_points(1)

    def _cards(self, seat: int, unsaid: int) -> int:
        if seat != self.short_hand:
            return TRICKS
        hand = None if self.hands is None else self.hands[seat]
        return self.short_cards or (unsaid if hand is None else len(hand))

    def _announced(self, seat: int) -> Declarations:
        declared = None if self.declared is None else self.declared[seat]
        hand = None if self.hands is None else self.hands[seat]
        return declared if declared is not None else Declarations() if hand is None else best(hand)

    def _declared_points(self, seat: int) -> int:
        if seat == self.offender:
            return 0
        blank = CARTE_BLANCHE if self.carte_blanche[seat] else 0
        return blank + sum(points_in(self.scored, category, seat) for category in Category)
