"""The claims about the hands of a coup, and the check that some hands can make them true (PI-8 to PI-12).

Only counting refuses a claim: more cards than a hand has, more of a rank than there are, cards that the other hand
shows, a carte blanche with too many court cards. All other claims are accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.cards.cards import Rank, Suit
from scorekeeper.games.piquet.claims.hands import COURTS, holds_point, holds_runs, holds_set_sizes, holds_sets
from scorekeeper.games.piquet.coup import Hand, PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, RANKS, Category, Point, RankSet, Run
from scorekeeper.games.piquet.play import DECK, HAND_SIZE
from scorekeeper.games.shape import ImpossibleFactsError

# Elder draws one to five cards (PI-5); the dealer the rest of the eight (PI-6).
ELDER_COURTS, DEALER_COURTS = 5, 7
PLAIN_LEFT = 8  # of the twenty plain cards, twelve were dealt to a carte blanche
_SUITS, _LONG_RUN = len(Suit), 5


@dataclass(frozen=True, slots=True)
class BlankLimits:
    """The limits of a hand dealt without a court card: `courts` is the most court cards after the exchange.

    `exchanged` is whether the seat had to exchange, `short` whether the hand is short and may have been dealt short.
    """

    courts: int
    exchanged: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class HandClaim:
    """The claims about a seat's hand of at most `most` cards: its announcements or scores, and the hand, if known.

    `sizes` are the sizes of sets of unknown ranks, `blank` the limits of a carte blanche (PI-8).
    """

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[RankSet, ...] = ()
    sizes: tuple[int, ...] = ()
    hand: Hand | None = None
    most: int = HAND_SIZE
    blank: BlankLimits | None = None


def claim_of(facts: PiquetFacts, seat: int) -> HandClaim:
    """Return the claims about a seat's hand; after a false declaration, none of the offender's claims (PI-37)."""
    claim = HandClaim(hand=None if facts.hands is None else facts.hands[seat], most=facts.most_cards[seat])
    if seat == facts.offender:
        return claim
    if facts.carte_blanche[seat]:
        elder = seat == facts.elder
        blank = BlankLimits(ELDER_COURTS if elder else DEALER_COURTS, exchanged=elder, short=seat == facts.short_hand)
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
            claim = replace(claim, sets=tuple(map(RankSet, score.ranks, score.amounts)))
    return claim


def refuse_impossible(facts: PiquetFacts, laid_open: Sequence[Hand | None] = (None, None)) -> None:
    """Raise `ImpossibleFactsError` for the first claim that counting refutes; `laid_open` is from the play."""
    by_seat = [claim_of(facts, seat) for seat in range(2)]
    claims = [replace(claim, hand=hand or claim.hand) for claim, hand in zip(by_seat, laid_open, strict=True)]
    for seat, claim in enumerate(claims):
        if claim.hand is not None:
            _refuse_not_held(seat, claim, claim.hand)
    for seat, claim in enumerate(claims):
        for category in Category:
            if claim.hand is None and _fewest_cards(_up_to(category, claim)) > claim.most:
                raise ImpossibleFactsError("cannot_hold", field=category.value, article=ARTICLES[category], seat=seat)
    for category in Category:
        first, second = (_up_to(category, claim) for claim in claims)
        if _exceed_deck(first, second) or _other_hand_excludes(first, second) or _other_hand_excludes(second, first):
            raise ImpossibleFactsError("cannot_both_hold", field=category.value, article=ARTICLES[category])
    for seat, claim in enumerate(claims):
        if claim.blank is not None:
            _refuse_blank(seat, claim, claim.blank, claims[1 - seat])


def _refuse_not_held(seat: int, claim: HandClaim, hand: Hand) -> None:
    """Refuse declarations that a known hand does not have; it may have more than was declared (PI-12, PI-37)."""
    found = {
        Category.POINT: claim.point is None or holds_point(hand, claim.point),
        Category.SEQUENCES: holds_runs(hand, claim.runs),
        Category.SETS: holds_sets(hand, claim.sets) and holds_set_sizes(hand, claim.sizes),
    }
    for category, holds in found.items():
        if not holds:
            raise ImpossibleFactsError("not_held", field=category.value, article="PI-37", seat=seat)


def _fewest_cards(claim: HandClaim) -> int:
    """The fewest cards that a hand needs for its claims.

    The suit of the point may have a sequence, or two with a gap between them. Of a set, the cards in the suits of the
    point and of sequences are already counted.
    """
    point, lengths = 0 if claim.point is None else claim.point.cards, [run.length for run in claim.runs]
    in_point_suit = [
        (),
        *combinations(lengths, 1),
        *(pair for pair in combinations(lengths, 2) if max(sum(pair), point) < len(RANKS)),
    ]
    sizes = [*claim.sizes, *(rank_set.size for rank_set in claim.sets)]
    return min(
        sum(lengths)
        + max(0, point - sum(shared))
        + sum(max(0, size - bool(point) - len(lengths) + len(shared)) for size in sizes)
        for shared in (in_point_suit if point else [()])
    )


def _exceed_deck(first: HandClaim, second: HandClaim) -> bool:
    """Whether both claims together need more cards of a rank, or more long sequences, than the deck has."""
    long_runs = sum(run.length >= _LONG_RUN for run in first.runs + second.runs)
    counts = _counts(first) + _counts(second)
    return long_runs > _SUITS or any(number > _SUITS for number in counts.values())


def _counts(claim: HandClaim) -> Counter[Rank]:
    """The least number of cards of each rank in a hand; the exact number for a known hand."""
    if claim.hand is not None:
        return Counter(card.rank for card in claim.hand if card.rank is not None)
    counts = Counter(rank for run in claim.runs for rank in _ranks_of(run))
    whole_suit = RANKS if claim.point is not None and claim.point.cards == len(RANKS) else ()
    for rank, size in [*((rank, 1) for rank in whole_suit), *((made.rank, made.size) for made in claim.sets)]:
        counts[rank] = max(counts[rank], size)
    return counts


def _ranks_of(run: Run) -> set[Rank]:
    """The ranks that a sequence has whatever its top."""
    tops: Sequence[Rank] = RANKS[run.length - 1 :] if run.top is None else [run.top]
    return set.intersection(*({Rank(top - below) for below in range(run.length)} for top in tops))


def _other_hand_excludes(claim: HandClaim, other: HandClaim) -> bool:
    """Whether the other hand, laid open, has cards that this claim needs."""
    if claim.hand is not None or other.hand is None:
        return False
    remaining = tuple(card for card in DECK if card not in other.hand)
    return not (
        (claim.point is None or holds_point(remaining, claim.point))
        and all(holds_runs(remaining, [run]) for run in claim.runs)
        and holds_sets(remaining, claim.sets)
        and holds_set_sizes(remaining, claim.sizes)
    )


def _refuse_blank(seat: int, claim: HandClaim, blank: BlankLimits, other: HandClaim) -> None:
    """Refuse more court cards than the hand can have drawn, or too many plain cards in the other (PI-5, PI-6, PI-8)."""
    counts, others = _counts(claim), _counts(other)
    courts = sum(counts[rank] for rank in COURTS)
    if courts > blank.courts:
        figures = {"seat": seat, "highest": blank.courts}
        raise ImpossibleFactsError("carte_blanche_courts", field="carte_blanche", article="PI-8", **figures)
    # A hand that had to exchange and has no court card drew one of the plain cards left.
    most = PLAIN_LEFT - (blank.exchanged and claim.hand is not None and not courts)
    if not blank.short and others.total() - sum(others[rank] for rank in COURTS) > most:
        figures = {"seat": 1 - seat, "highest": most}
        raise ImpossibleFactsError("carte_blanche_plain", field="carte_blanche", article="PI-8", **figures)


def _up_to(category: Category, claim: HandClaim) -> HandClaim:
    """The claim up to this category in the order of announcing."""
    if category is Category.SETS:
        return claim
    return replace(claim, sets=(), sizes=(), runs=() if category is Category.POINT else claim.runs)
