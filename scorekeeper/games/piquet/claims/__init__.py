"""What is said of the hands of a coup, and claims that no hands can make true (PI-8 to PI-12).

Only what can be counted is refused: more cards than a hand has, more of a rank than there are, cards that the other
hand shows, a carte blanche with too many court cards. What counting lets pass is believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.claims.hands import COURTS, holds_point, holds_runs, holds_sets, holds_sizes
from scorekeeper.games.piquet.coup import Hand, PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, RANKS, Category, Point, Run, SetOf
from scorekeeper.games.piquet.play import DECK, HAND
from scorekeeper.games.shape import ImpossibleFactsError

# Elder draws five cards at most (PI-5); the dealer what is left of the eight, elder having drawn one at least (PI-6).
ELDER_COURTS, DEALER_COURTS = 5, 7
PLAIN_LEFT = 8  # of the twenty plain cards, twelve were dealt to a carte blanche
_SUITS, _LONG_RUN = len(Suit), 5


@dataclass(frozen=True, slots=True)
class Blank:
    """What a hand dealt without a court card says after the exchange: the most court cards of its own.

    `exchanged` where the seat had to exchange. A hand that is short may have been dealt short (`alone`).
    """

    courts: int
    exchanged: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class HandClaim:
    """What is said of a seat's hand: what it announced or scored, or the hand; `most` is how many cards it may have.

    `sizes` are sets whose ranks were not said, `blank` what its carte blanche says (PI-8).
    """

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[SetOf, ...] = ()
    sizes: tuple[int, ...] = ()
    hand: Hand | None = None
    most: int = HAND
    blank: Blank | None = None


def claim_of(facts: PiquetFacts, seat: int) -> HandClaim:
    """What a seat is known to hold, or says it does; a false declaration says nothing of the offender (PI-37)."""
    claim = HandClaim(hand=None if facts.hands is None else facts.hands[seat], most=facts.most_cards[seat])
    if seat == facts.offender:
        return claim
    if facts.carte_blanche[seat]:
        elder = seat == facts.elder
        blank = Blank(ELDER_COURTS if elder else DEALER_COURTS, exchanged=elder, alone=seat == facts.short_hand)
        claim = replace(claim, blank=blank)
    if facts.by_announcements:
        announced = facts.announced[seat]
        return replace(claim, point=announced.point, runs=announced.runs, sets=announced.sets)
    for category, score in facts.scored.items():
        if score.winner != seat:
            continue
        if category is Category.POINT:
            claim = replace(claim, point=Point(score.amounts[0]))
        elif category is Category.SEQUENCES:
            claim = replace(claim, runs=tuple(map(Run, score.amounts)))
        elif score.ranks is None:
            claim = replace(claim, sizes=score.amounts)
        else:
            claim = replace(claim, sets=tuple(map(SetOf, score.ranks, score.amounts)))
    return claim


def refuse_impossible(facts: PiquetFacts, laid_open: Sequence[Hand | None] = (None, None)) -> None:
    """Refuse claims that counting belies, naming the first that breaks; the play may have laid hands open too.

    Raises `ImpossibleFactsError`.
    """
    said = [claim_of(facts, seat) for seat in range(2)]
    claims = [replace(claim, hand=hand or claim.hand) for claim, hand in zip(said, laid_open, strict=True)]
    for seat, claim in enumerate(claims):
        if claim.hand is not None:
            _refuse_not_held(seat, claim, claim.hand)
    for seat, claim in enumerate(claims):
        for category in Category:
            if claim.hand is None and _fewest(_up_to(category, claim)) > claim.most:
                raise ImpossibleFactsError("cannot_hold", field=category.value, article=ARTICLES[category], seat=seat)
    for category in Category:
        one, other = (_up_to(category, claim) for claim in claims)
        if _cannot_both(one, other) or _shown(one, other) or _shown(other, one):
            raise ImpossibleFactsError("cannot_both_hold", field=category.value, article=ARTICLES[category])
    for seat, claim in enumerate(claims):
        if claim.blank is not None:
            _refuse_blank(seat, claim, claim.blank, claims[1 - seat])


def _refuse_not_held(seat: int, claim: HandClaim, hand: Hand) -> None:
    """What a seat declares is in its hand, where that is known, were it only a part of what it holds (PI-12, PI-37)."""
    held = {
        Category.POINT: claim.point is None or holds_point(hand, claim.point),
        Category.SEQUENCES: holds_runs(hand, claim.runs),
        Category.SETS: holds_sets(hand, claim.sets) and holds_sizes(hand, claim.sizes),
    }
    for category, good in held.items():
        if not good:
            raise ImpossibleFactsError("not_held", field=category.value, article="PI-37", seat=seat)


def _fewest(claim: HandClaim) -> int:
    """The fewest cards that a hand may have for its claims.

    The point may lie over a sequence, or over two with a gap between; each suit without either adds a card to a set.
    """
    point, lengths = 0 if claim.point is None else claim.point.cards, [run.length for run in claim.runs]
    over = [
        (),
        *combinations(lengths, 1),
        *(two for two in combinations(lengths, 2) if max(sum(two), point) < len(RANKS)),
    ]
    sizes = [*claim.sizes, *(made.size for made in claim.sets)]
    return min(
        sum(lengths)
        + max(0, point - sum(covered))
        + sum(max(0, size - bool(point) - len(lengths) + len(covered)) for size in sizes)
        for covered in (over if point else [()])
    )


def _cannot_both(one: HandClaim, other: HandClaim) -> bool:
    """Whether two hands of one deck cannot have so many of a rank, or so many long sequences."""
    long = sum(run.length >= _LONG_RUN for run in one.runs + other.runs)
    of_both = _counts(one) + _counts(other)
    return long > _SUITS or any(number > _SUITS for number in of_both.values())


def _counts(claim: HandClaim) -> Counter[Rank]:
    """How many of each rank a hand has at least; of one that is known, how many it has."""
    if claim.hand is not None:
        return Counter(card.rank for card in claim.hand if card.rank is not None)
    counts = Counter(rank for run in claim.runs for rank in _ranks_of(run))
    whole = RANKS if claim.point is not None and claim.point.cards == len(RANKS) else ()
    for rank, size in [*((rank, 1) for rank in whole), *((made.rank, made.size) for made in claim.sets)]:
        counts[rank] = max(counts[rank], size)
    return counts


def _ranks_of(run: Run) -> set[Rank]:
    """The ranks that a sequence has wherever it lies."""
    tops: Sequence[Rank] = RANKS[run.length - 1 :] if run.top is None else [run.top]
    return set.intersection(*({Rank(top - below) for below in range(run.length)} for top in tops))


def _shown(claim: HandClaim, other: HandClaim) -> bool:
    """Whether the other hand, lying open, shows cards without which this claim cannot be."""
    if claim.hand is not None or other.hand is None:
        return False
    left = tuple(card for card in DECK if card not in other.hand)
    return not (
        (claim.point is None or holds_point(left, claim.point))
        and all(holds_runs(left, [run]) for run in claim.runs)
        and holds_sets(left, claim.sets)
        and holds_sizes(left, claim.sizes)
    )


def _refuse_blank(seat: int, claim: HandClaim, blank: Blank, other: HandClaim) -> None:
    """A hand dealt without a court card has none but those it drew, and left few plain ones (PI-5, PI-6, PI-8)."""
    counts, others = _counts(claim), _counts(other)
    courts = sum(counts[rank] for rank in COURTS)
    if courts > blank.courts:
        figures = {"seat": seat, "highest": blank.courts}
        raise ImpossibleFactsError("carte_blanche_courts", field="carte_blanche", article="PI-8", **figures)
    # Who had to exchange drew a court card, or gave a plain one away for another.
    most = PLAIN_LEFT - (blank.exchanged and claim.hand is not None and not courts)
    if not blank.alone and others.total() - sum(others[rank] for rank in COURTS) > most:
        figures = {"seat": 1 - seat, "highest": most}
        raise ImpossibleFactsError("carte_blanche_plain", field="carte_blanche", article="PI-8", **figures)


def _up_to(category: Category, claim: HandClaim) -> HandClaim:
    """A claim as it stands when this category is announced, its carte blanche left out."""
    if category is Category.SETS:
        return claim
    return replace(claim, sets=(), sizes=(), runs=() if category is Category.POINT else claim.runs)
