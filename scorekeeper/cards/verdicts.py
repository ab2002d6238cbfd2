"""The verdicts of the arbiter, as keys and indices; the web pages turn them into sentences."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rule, Turn


class Ruling(enum.StrEnum):
    """The ruling on a play from what the table knows.

    The play is legal in all deals that count (allowed), in some of them (conditional) or in none (forbidden). It is
    undecided when the search runs out of steps, because too many plays may be irregular. `cards/knowledge.py` defines
    the deals that count and their worlds.
    """

    ALLOWED = "allowed"
    CONDITIONAL = "conditional"
    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a play about a hand: from this moment the seat holds none of these cards (T-3)."""

    seat: int
    holds_none_of: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardProof:
    """The play of index `play` is irregular: the card of index `contradicted_by` contradicts its claim (T-4)."""

    play: int
    contradicted_by: int


@dataclass(frozen=True, slots=True)
class HandProof:
    """The play of index `play` is irregular: a hand laid open has these cards, which its claim excludes."""

    play: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CountProof:
    """A count: there are more unseen cards of a set than places for them (T-4).

    `cards` is the set; `count` counts both copies of a double card. If every claim were true, the claims of `plays`
    included, these cards could be only in the hands of `other_seats` or out of play, where there are only `capacity`
    places. So at least one of `plays` is irregular. `alone`: the count uses only the claims of one play.
    """

    plays: tuple[int, ...]
    cards: tuple[Card, ...]
    count: int
    other_seats: tuple[int, ...]
    capacity: int
    alone: bool = False


Proof: TypeAlias = CardProof | HandProof | CountProof


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one play, and what it proves about earlier plays.

    `turn` is what the table saw before the card was played, `rule` the rule that applied.
    `exposing`: the seat could not have held the card if every earlier play were regular. `exposes`: the earlier plays
    that are now irregular in every world. `suspects`: plays of which at least one is now irregular, but which one is
    unknown. `exposes` and `suspects` are empty if the card does not change them. `proves`: the plays, perhaps this one
    too, that are irregular in every possible deal from this card on. `proofs` are the proofs of all these.
    """

    turn: Turn
    card: Card
    rule: Rule
    ruling: Ruling
    claims: tuple[Claim, ...] = ()
    exposing: bool = False
    exposes: tuple[int, ...] = ()
    suspects: tuple[int, ...] = ()
    proves: tuple[int, ...] = ()
    proofs: tuple[Proof, ...] = ()

    @property
    def seat(self) -> int:
        """Return the seat that played the card."""
        return self.turn.seat

    @property
    def articles(self) -> tuple[str, ...]:
        """Return the articles of the rule that applied to the card.

        Example: clubs led, a heart is thrown on the first trick from an open hand with clubs. Following suit comes
        first, before what may be thrown.
        """
        shown = [card for proof in self.proofs if isinstance(proof, HandProof) for card in proof.cards]
        if self.rule.follow and self.turn.led in {card.suit for card in shown}:
            return (self.rule.follow, *self.rule.articles)
        return self.rule.articles


@dataclass(frozen=True, slots=True)
class Choices:
    """The cards not yet played, by the ruling that each would get if it were played now; a double card appears once.

    `exposing` cards are in the hand in no deal that counts: playing one exposes an earlier play. `undecided` cards have
    no ruling, because the manche is undecided.
    """

    seat: int
    allowed: tuple[Card, ...]
    conditional: tuple[Card, ...]
    forbidden: tuple[Card, ...]
    exposing: tuple[Card, ...]
    undecided: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownHand:
    """What the table knows about the hand of a seat: its number of `remaining` cards, certain cards and voids.

    `certain` are unseen cards that the seat holds in every deal that counts, at least one copy of a double card;
    `voids` are suits that have unseen cards of which it holds none. All cards of a hand `laid_open` are certain.
    """

    remaining: int
    certain: tuple[Card, ...]
    voids: tuple[Suit, ...]
    laid_open: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the seat that led it, the seat that took it, its cards in order of play."""

    leader: int
    winner: int
    cards: tuple[Card, ...]
