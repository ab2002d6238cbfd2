"""The claims about the hands of a coup, and the check that some hands can make them true (PI-8 to PI-12).

A claim is refused only by counting: it needs more cards than a hand has, more cards of a rank than the deck has, cards
of the other hand laid open, or, after a carte blanche, too many court cards. All other claims are accepted.
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
PLAIN_NOT_DEALT = 8  # twenty cards are not court cards (plain), and a carte blanche has twelve of them
_SUITS, _LONG_RUN = len(Suit), 5


@dataclass(frozen=True, slots=True)
class CarteBlancheLimits:
    """The limits of a hand that was dealt without a court card: `courts` is its most court cards after the exchange.

    `exchanged` is true if the seat has to exchange at least one card. `short` is true for a short hand, which may have
    been dealt short.
    """

    courts: int
    exchanged: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class HandClaim:
    """The claims about a seat's hand of at most `most` cards: the combinations that it announced or scored.

    `sizes` are the sizes of sets of unknown ranks, `hand` the cards of a hand laid open, `carte_blanche` the limits
    after a carte blanche (PI-8).
    """

    point: Point | None = None
    runs: tuple[Run, ...] = ()
    sets: tuple[RankSet, ...] = ()
    sizes: tuple[int, ...] = ()
    hand: Hand | None = None
    most: int = HAND_SIZE
    carte_blanche: CarteBlancheLimits | None = None


def claim_of(facts: PiquetFacts, seat: int) -> HandClaim:
    """Return the claims about a seat's hand; after a false declaration, none of the offender's claims (PI-37)."""
    claim = HandClaim(hand=None if facts.hands is None else facts.hands[seat], most=facts.most_cards[seat])
    if seat == facts.offender:
        return claim
    if facts.carte_blanche[seat]:
        is_elder, is_short = seat == facts.elder, seat == facts.short_hand
        courts = ELDER_COURTS if is_elder else DEALER_COURTS
        claim = replace(claim, carte_blanche=CarteBlancheLimits(courts, exchanged=is_elder, short=is_short))
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
    """Raise `ImpossibleFactsError` for a claim that counting refutes; `laid_open`: hands laid open in the play."""
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
        if claim.carte_blanche is not None:
            _refuse_carte_blanche(seat, claim, claim.carte_blanche, claims[1 - seat])


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

    The cards of the point may include one sequence, or two with a gap between them. A set shares one card with the suit
    of the point and one with the suit of each sequence.
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
    """The ranks that every sequence of this length has, or of this length and top if the top was announced."""
    tops: Sequence[Rank] = RANKS[run.length - 1 :] if run.top is None else [run.top]
    return set.intersection(*({Rank(top - below) for below in range(run.length)} for top in tops))


def _other_hand_excludes(claim: HandClaim, other: HandClaim) -> bool:
    """Whether the other hand is laid open and has cards that this claim needs."""
    if claim.hand is not None or other.hand is None:
        return False
    remaining = tuple(card for card in DECK if card not in other.hand)
    return not (
        (claim.point is None or holds_point(remaining, claim.point))
        and all(holds_runs(remaining, [run]) for run in claim.runs)
        and holds_sets(remaining, claim.sets)
        and holds_set_sizes(remaining, claim.sizes)
    )


def _refuse_carte_blanche(seat: int, claim: HandClaim, limits: CarteBlancheLimits, other: HandClaim) -> None:
    """Refuse more court cards than the hand can have drawn, or too many others in the other hand (PI-5, PI-6, PI-8)."""
    counts, others = _counts(claim), _counts(other)
    courts = sum(counts[rank] for rank in COURTS)
    if courts > limits.courts:
        figures = {"seat": seat, "highest": limits.courts}
        raise ImpossibleFactsError("carte_blanche_courts", field="carte_blanche", article="PI-8", **figures)
    # A seat that had to exchange and has no court card drew a plain card, so the other hand can have one less.
    most = PLAIN_NOT_DEALT - (limits.exchanged and claim.hand is not None and not courts)
    if not limits.short and others.total() - sum(others[rank] for rank in COURTS) > most:
        figures = {"seat": 1 - seat, "highest": most}
        raise ImpossibleFactsError("carte_blanche_plain", field="carte_blanche", article="PI-8", **figures)


def _up_to(category: Category, claim: HandClaim) -> HandClaim:
    """The claim with only the categories up to this one, in the order of announcing."""
    if category is Category.SETS:
        return claim
    return replace(claim, sets=(), sizes=(), runs=() if category is Category.POINT else claim.runs)
