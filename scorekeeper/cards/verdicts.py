"""What the arbiter says of a card, in keys and indices; the sentences are the pages' business."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import Rule, Turn


class Ruling(enum.StrEnum):
    """What a play was by what the table knew: legal in all the deals it fits, in some of them, or in none.

    Undecided where so many plays may be irregular that to tell takes too long.
    """

    ALLOWED = "allowed"
    CONDITIONAL = "conditional"
    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a play says of a hand: from this moment the seat holds none of these cards (T-3)."""

    seat: int
    holds_none_of: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The play of index `play` is irregular: its claim is contradicted by the card played at index `by` (T-4)."""

    play: int
    by: int


@dataclass(frozen=True, slots=True)
class Laid:
    """The play of index `play` is irregular: the hand, laid open, holds these cards."""

    play: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Too many unseen cards for who may hold them (T-4).

    `cards` are unseen, `count` of them (twins counted twice). If every claim were true, those of `plays` included,
    only the seats `elsewhere`, or the cards out of play, could have any, and these have room for `room` of them, which
    is fewer. So some play of `plays` is irregular: when there is but one, it is.
    `alone` says that no claim but that of the one play was taken as true.
    """

    plays: tuple[int, ...]
    cards: tuple[Card, ...]
    count: int
    elsewhere: tuple[int, ...]
    room: int
    alone: bool = False


Proof: TypeAlias = Shown | Laid | Counted


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one play, and what it proves of the plays before it.

    `turn` is what the table saw as the card was played, `rule` the one it was judged by.
    `exposing` says that the player could not have held the card, had everything before been regular. `exposes` are
    the earlier plays that this card proves irregular, `suspects` those among which, after this card, an irregular one
    must be sought and which it cannot tell apart; both are empty when it changes nothing. `proves` are the plays, this
    one included, that are irregular in every explanation from this card on, however many plays it takes as irregular.
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
        """Who played the card."""
        return self.turn.seat

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles of the rule that the card was judged by."""
        return self.rule.articles


@dataclass(frozen=True, slots=True)
class Choices:
    """What each card not yet played would be, from the seat to play; a double card is named once.

    `undecided` are those of which not even that is known, since the arbiter has given up.
    """

    seat: int
    allowed: tuple[Card, ...]
    conditional: tuple[Card, ...]
    forbidden: tuple[Card, ...]
    exposing: tuple[Card, ...]
    undecided: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandKnown:
    """What the table knows of the `left` cards that a seat still holds.

    `certain` are unseen cards that it holds in every deal that counts, one copy at least of a double card; `voids` the
    suits, with some card still unseen, of which it holds none in any. A hand `laid` open is certain, every copy of it.
    """

    left: int
    certain: tuple[Card, ...]
    voids: tuple[Suit, ...]
    laid: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that is over: who led it, who took it, its cards in order of play."""

    leader: int
    winner: int
    cards: tuple[Card, ...]
