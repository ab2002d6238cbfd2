"""The verdicts of the arbiter, which judges a manche (one deal) card by card, only from what the table sees.

Verdicts have keys and indices; the web pages turn them into sentences. A *play* is the index of a card in the order of
play, from 0 on. A play is *irregular* if it broke a rule. Its *claim* is what must be true of a hand if it is regular
(article T-3 of the rulebook of all games); T-4 is the article on proofs. A *deal* is a way in which the cards can have
been dealt. The *deals that count* are those with the fewest irregular plays; a *world* is a smallest set of plays that
are irregular in such deals.

Read this module first, then `legality`, `knowledge`, `diagnosis` and `transport`, and `games/arbiter.py` last.

One example for all of them. Anne (seat 0), Luc (1) and Marie (2) have three cards each, of 7♥ 8♥ 9♥ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣,
and must follow suit.

- Play 0: Anne leads 7♥. The `Rule` of a lead has no condition, so the ruling is *allowed*.
- Play 1: Luc throws 6♣. The `Rule` of a club has `only=clubs`: it is legal from a hand of clubs alone. Luc may have
  such a hand or not, so the ruling is *conditional*, and its `Claim` is that seat 1 holds neither 8♥ nor 9♥.
  `Knowledge` adds `PlayClaim(play=1, seat=1, only=clubs)`. It has one `World`, in which no play is irregular.
- Play 2: Marie throws 7♣, which is *conditional* too. If both claims are true, the two cards of Anne are 8♥ and 9♥:
  her `KnownHand` has them as `certain`.

Then one of these happens:

- Anne leads 8♥, and Luc plays 9♥ (play 4), which he holds in no deal that counts: the card is `exposing`. The only
  world is now {1}: play 1 is *exposed*. It is also *proven*, because the card contradicts its claim, and the proof is
  `CardProof(play=1, contradicted_by=4)`.
- Anne leads 8♣ (play 3), which is `exposing` too: 8♥ and 9♥ remain, and Anne has one card. The claims of plays 1 and 2
  cannot both be true. `Doubts` finds what may be false, and the worlds are {1} and {2}: both plays are *suspects*, and
  the proof is a `CountProof` of two cards and one place.

The states of a play. The first four are its ruling, given as the card is played and not revised; it may get one of the
others later. A forbidden play is left out when the irregular plays of a deal are counted (`cards/knowledge.py`); in
*hindsight*, it is counted like any other. The last three states are of plays forbidden because of claims, not of those
that the rule alone or a hand laid open forbids.

    state        when                                                                  its claim
    -----------  --------------------------------------------------------------------  -----------------------
    allowed      legal in every deal that counts                                       follows from the others
    conditional  legal in some of them                                                 believed
    forbidden    legal in none of them                                                 not believed
    undecided    no ruling, because the search takes too long                          not used

    exposed      not forbidden, but now irregular in every deal that counts            false in every world
    suspect      not forbidden, but now irregular in some of them                      false in some worlds
    proven       irregular in every deal that fits the cards seen                      false
    cleared      forbidden, but in hindsight regular in every deal that counts         true in hindsight
    doubtful     forbidden, but in hindsight regular in some of them                   true in some worlds
    unsettled    forbidden, but the search of hindsight takes too long                 unknown
"""

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
    """The claim of a play about a hand: from this play on, the seat holds none of these cards (T-3)."""

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
    """A count: there are more unseen cards of a set than places for them, if every claim is true (T-4).

    Example: Luc and Marie claim to have no heart, two hearts are unseen, and Anne has one card.
    """

    # The plays of which at least one is irregular: the count takes their claims as true.
    plays: tuple[int, ...]

    # The set, each card once.
    cards: tuple[Card, ...]

    # The number of these cards, with both copies of a double card.
    count: int

    # The seats that may hold them; they may also be out of play.
    other_seats: tuple[int, ...]

    # The number of cards in these hands and out of play: the places for them.
    capacity: int

    # Whether the count uses only the claims of one play.
    alone: bool = False


Proof: TypeAlias = CardProof | HandProof | CountProof


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the arbiter says of one card, and what the card shows about earlier plays."""

    # What the table saw before the card was played.
    turn: Turn
    card: Card

    # The rule that applied to the card: its articles, and the hands from which it may be played.
    rule: Rule
    ruling: Ruling

    # What must be true if the play is regular. Empty unless the ruling is conditional or undecided.
    claims: tuple[Claim, ...] = ()

    # Whether the seat held the card in no deal that counted.
    exposing: bool = False

    # The earlier plays that are irregular in every deal that counts from this card on.
    exposes: tuple[int, ...] = ()

    # Plays of which at least one is irregular, but which one is unknown; empty if the card does not change them.
    suspects: tuple[int, ...] = ()

    # The plays, perhaps this one too, that from this card on are irregular in every deal that fits the cards seen,
    # whether that deal counts or not.
    proves: tuple[int, ...] = ()

    # The proofs of what the fields above say: why this play is forbidden, and why plays are irregular or suspect.
    proofs: tuple[Proof, ...] = ()

    @property
    def seat(self) -> int:
        """Return the seat that played the card."""
        return self.turn.seat

    @property
    def articles(self) -> tuple[str, ...]:
        """Return the articles of the rule that applied to the card.

        Example: clubs are led to the first trick, and a hand laid open that has clubs plays a heart. The article of
        following suit comes first, then that of the cards which may not be played on the first trick.
        """
        # The cards in hands laid open that prove the play irregular.
        shown = [card for proof in self.proofs if isinstance(proof, HandProof) for card in proof.cards]
        if self.rule.follow and self.turn.led in {card.suit for card in shown}:
            return (self.rule.follow, *self.rule.articles)
        return self.rule.articles


@dataclass(frozen=True, slots=True)
class Choices:
    """The cards not yet played, by the ruling that each gets if it is played now; a double card appears once."""

    seat: int
    allowed: tuple[Card, ...]
    conditional: tuple[Card, ...]
    forbidden: tuple[Card, ...]

    # The cards that the seat has in no deal that counts: if it plays one, an earlier play was irregular.
    exposing: tuple[Card, ...]

    # The cards without a ruling, because the search takes too long in this manche.
    undecided: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownHand:
    """What the table knows about the hand of a seat."""

    # The number of its cards.
    remaining: int

    # The unseen cards that it has in every deal that counts, at least one copy of a double card; all cards laid open.
    certain: tuple[Card, ...]

    # The suits of which it has no card, although some are unseen.
    voids: tuple[Suit, ...]

    # Whether the hand is laid open: everyone sees it.
    laid_open: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the seat that led it, the seat that took it, its cards in order of play."""

    leader: int
    winner: int
    cards: tuple[Card, ...]
