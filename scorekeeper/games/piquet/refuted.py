"""Which declarations the cards refute, once the play has shown both hands (PI-37).

A declaration is refuted when the twelve cards a player laid cannot hold what was announced or scored; it is checked as
weakly as it was said. Less than the hand held is never held against anyone (PI-12), and once a false declaration is
recorded nothing is asked of the offender's cards again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.claims import Blank, claim_of
from scorekeeper.games.piquet.claims.hands import courts_of, holds_point, holds_runs, holds_sets, holds_sizes
from scorekeeper.games.piquet.coup import Fault, FaultKind, Hand, PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, Category, Declarations, Point, Run, SetOf, best
from scorekeeper.games.piquet.facts import KEYS, read_announced
from scorekeeper.games.piquet.facts.announcements import write_declared
from scorekeeper.games.piquet.facts.categories import read_scored
from scorekeeper.games.piquet.facts.irregularities import write_fault
from scorekeeper.games.piquet.options import SEATS, TRICKS
from scorekeeper.games.shape import Json

CARTE_BLANCHE = "carte_blanche"
_BESIDE = ("elder", CARTE_BLANCHE, "hands", "short_hand", "short_cards")
_PLAIN = 20
ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Refuted:
    """What a seat's cards refute in one category, a carte blanche being a category of its own.

    `key` is `announced`, `scored` or, of a carte blanche, `shown`; `article` the rule of the combination. `point`,
    `runs`, `sets` and `sizes` hold what is refuted: what the hand lacks or, when it holds each but not all of them,
    all. `courts` are the court cards of a hand that no exchange makes of one without any (PI-8).
    """

    seat: int
    category: str
    article: str
    key: str
    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[SetOf, ...] = ()
    sizes: tuple[int, ...] = ()
    courts: int | None = None


def refutations(facts: Json, tricks: Sequence[Trick]) -> tuple[Refuted, ...]:
    """What the cards of a coup refute of its announcements, by seat and in the order of counting (PI-23).

    `facts` are as they are stored; what they say of the play is not read, and their elder is who led first unless
    they name one. Nothing is refuted before the twelfth trick, nor in a coup that is void or lost (PI-32 to PI-38).
    Raises `ImpossibleFactsError` for announcements that could not have been stored.
    """
    if len(tricks) < TRICKS:
        return ()
    known = {name: facts[name] for name in KEYS if name in facts}
    coup = read_announced({"elder": tricks[0].leader, **known}, KEYS)
    if coup.cancelled:
        return ()
    hands = [_laid_by(seat, tricks) for seat in range(SEATS)]
    discards = _PLAIN - sum(len(hand) - courts_of(hand) for hand in hands)
    return tuple(refuted for seat, hand in enumerate(hands) for refuted in _refuted(coup, seat, hand, discards))


def with_false_declaration(facts: Json, seat: int, tricks: Sequence[Trick] = ()) -> dict[str, Any]:
    """The facts with the false declaration of this seat, in place of any other irregularity (PI-37).

    The offender scores nothing more. The other may declare every combination, even inferior ones: all that the twelve
    cards of the tricks show, or without them what had been announced.
    """
    fault = write_fault(Fault(FaultKind.FALSE_DECLARATION, seat))
    if len(tricks) < TRICKS:
        lost = {category.value for category, score in read_scored(facts).items() if score.winner == seat}
        return {**{name: value for name, value in facts.items() if name not in lost}, "fault": fault}
    kept = {name: facts[name] for name in _BESIDE if name in facts}
    declared = [Declarations() if holder == seat else best(_laid_by(holder, tricks)) for holder in range(SEATS)]
    return {**kept, "declared": write_declared(declared), "fault": fault}


def _laid_by(seat: int, tricks: Sequence[Trick]) -> Hand:
    """The cards of a seat; a hand that is short has none in the last tricks (PI-38)."""
    return tuple(card for trick in tricks for card in trick.cards[(seat - trick.leader) % SEATS :][:1])


def _refuted(facts: PiquetFacts, seat: int, hand: Hand, discards: int) -> Iterator[Refuted]:
    """What one seat's hand refutes; `discards` are the cards not seen that are no court cards."""
    claim, key = claim_of(facts, seat), "announced" if facts.by_announcements else "scored"
    courts = courts_of(hand)
    blank = claim.blank
    if blank is not None and not _may_come_of_blank(blank, courts, discards):
        yield Refuted(seat, CARTE_BLANCHE, "PI-8", "shown", courts=courts)
    point, article = claim.point, ARTICLES[Category.POINT]
    if point is not None and not holds_point(hand, point):
        yield Refuted(seat, Category.POINT, article, key, point=point)
    article = ARTICLES[Category.SEQUENCES]
    if runs := _lacking(claim.runs, lambda some: holds_runs(hand, some)):
        yield Refuted(seat, Category.SEQUENCES, article, key, runs=runs)
    article = ARTICLES[Category.SETS]
    sets = _lacking(claim.sets, lambda some: holds_sets(hand, some))
    sizes = _lacking(claim.sizes, lambda some: holds_sizes(hand, some))
    if sets or sizes:
        yield Refuted(seat, Category.SETS, article, key, sets=sets, sizes=sizes)


def _lacking(said: tuple[ItemT, ...], held: Callable[[tuple[ItemT, ...]], bool]) -> tuple[ItemT, ...]:
    """What of the things said a hand does not hold: each that it lacks alone, or all when only together they fail."""
    if held(said):
        return ()
    return tuple(item for item in said if not held((item,))) or said


def _may_come_of_blank(blank: Blank, courts: int, discards: int) -> bool:
    """Whether a hand dealt without a court card can have so many: each was drawn for a discard, now out of play (PI-8).

    Elder had to discard one card at least (PI-5); a hand that is short may have been dealt short.
    """
    return courts <= blank.courts and (blank.alone or max(courts, int(blank.exchanged)) <= discards)
