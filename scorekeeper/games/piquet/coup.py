"""The facts of a coup (one deal) of Piquet: declarations and scores, tricks, and irregularities.

*Elder* is the seat that does not deal and leads first; the other seat is the dealer. Before the first card each seat
*declares* its combinations, in three categories: point, sequences, and sets (`declarations.py`). A *carte blanche* is a
hand dealt without a king, queen or jack. A *false declaration* is one of cards that the hand does not have. A *short
hand* has fewer than twelve cards. A *partie* is a game from its first deal to its end. Articles such as PI-12 are
numbered rules of Piquet.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scorekeeper.cards.cards import Card
from scorekeeper.games.piquet.declarations import NOTHING, Answer, Category, Declarations
from scorekeeper.games.piquet.options import TRICKS
from scorekeeper.games.shape import Json

Hand: TypeAlias = tuple[Card, ...]


class IrregularityKind(enum.StrEnum):
    """The consequence of an irregularity: a void coup, a lost partie, or a coup without points for the offender."""

    VOID = "void"
    LOSES_PARTIE = "loses_partie"
    FALSE_DECLARATION = "false_declaration"


@dataclass(frozen=True, slots=True)
class PiquetIrregularity:
    """The consequence of an irregularity: the seat at fault, None if unknown, and the article that voids the deal."""

    # The docstring is a description in the JSON schema (`lamarque score --schema`).
    kind: IrregularityKind
    # The seat at fault, None if unknown.
    seat: int | None = None
    # For a void coup, the article that voids it: PI-32, PI-33 or PI-38.
    article: str | None = None


@dataclass(frozen=True, slots=True)
class PiquetFacts:
    """A coup, finished or in progress. Pairs are by seat; a fact that was not entered and does not follow is None.

    The declarations can be entered in three forms: as declared, as hands laid open, or as what each seat scored.
    """

    # The seat that does not deal.
    elder: int
    # Whether each seat showed a carte blanche.
    carte_blanche: tuple[bool, bool] = (False, False)
    # By seat, the declarations that count: those that were entered, else all combinations of the hand laid open
    # (PI-12), else the combinations that were entered as scored.
    declarations: tuple[Declarations, Declarations] = (NOTHING, NOTHING)
    # Whether declarations, answers or hands were entered, and not only what each seat scored.
    by_declarations: bool = False
    # The seat that scores each category.
    scorers: Mapping[Category, int] = field(default_factory=dict)
    # The hands laid open before the play, None for an unseen one.
    hands: tuple[Hand | None, Hand | None] = (None, None)
    # The dealer's answers to elder's declarations: good, not good or equal.
    answers: Mapping[Category, Answer] = field(default_factory=dict)
    irregularity: PiquetIrregularity | None = None
    # The seat of a short hand.
    short_hand: int | None = None
    # The number of cards of the short hand.
    short_cards: int | None = None
    # The seats that won the tricks so far.
    winners: tuple[int, ...] | None = None
    # For each trick whether the lead was a 9 or lower, and whether the winning card was; None if such cards score too.
    low: tuple[tuple[bool, bool], ...] | None = None
    # The number of tricks. None while the coup is in progress and when it was `cancelled`; the same is true of `last`.
    tricks: tuple[int, int] | None = None
    # The seat that won the last trick.
    last: int | None = None
    # The number of elder's tricks before the dealer's first trick.
    elder_run: int | None = None
    # Elder's points in the play before the dealer's first point.
    elder_points: int | None = None
    # The points of each seat in the play: of leads, wins and the last trick.
    trick_points: tuple[int, int] | None = None
    # The facts as they were entered, without missing values: they are stored so.
    json: Json = field(default_factory=dict, compare=False)

    @property
    def cancelled(self) -> bool:
        """Return whether the coup is not counted: a void deal or a lost partie (PI-32 to PI-38)."""
        return self.irregularity is not None and self.irregularity.kind is not IrregularityKind.FALSE_DECLARATION

    @property
    def offender(self) -> int | None:
        """Return the seat that scores nothing in this coup because of a false declaration (PI-37), or None."""
        if self.irregularity is None or self.cancelled:
            return None
        return self.irregularity.seat

    @property
    def most_cards(self) -> tuple[int, int]:
        """Return by seat the most cards that it can play (PI-34, PI-38)."""
        return self._most_cards_of(0), self._most_cards_of(1)

    def _most_cards_of(self, seat: int) -> int:
        if seat != self.short_hand:
            return TRICKS
        if self.short_cards is not None:
            return self.short_cards
        hand = self.hands[seat]
        if hand:
            return len(hand)
        # A short hand of unknown size lacks at least one card.
        return TRICKS - 1
