"""What is said of the hands of a coup, and whether two hands can hold it; what cannot be is named (PI-8 to PI-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.cards.work import OutOfStepsError, Work
from scorekeeper.games.piquet.claims.hands import courts_of, holds_point, holds_runs, holds_sets, holds_sizes
from scorekeeper.games.piquet.claims.layout import Blank, HandClaim, can_hold
from scorekeeper.games.piquet.coup import Hand, PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, Category, Point, Run, SetOf
from scorekeeper.games.shape import ImpossibleFactsError

# Elder draws five cards at most (PI-5); the dealer what is left of the eight, elder having drawn one at least (PI-6).
ELDER_COURTS, DEALER_COURTS = 5, 7
# The most steps that it may take to decide whether hands can be such, and then to name what refutes them.
STEPS, NAMING = 300_000, 100_000


def claim_of(facts: PiquetFacts, seat: int) -> HandClaim:
    """What a seat is known to hold, or says it does; a false declaration says nothing of the offender (PI-37)."""
    hand = None if facts.hands is None else facts.hands[seat]
    claim = HandClaim(hand=hand, cards=(facts.fewest_cards[seat], facts.most_cards[seat]))
    if seat == facts.offender:
        return claim
    if facts.carte_blanche[seat]:
        claim = replace(claim, blank=_blank_of(elder=seat == facts.elder, short=seat == facts.short_hand))
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


def refuse_impossible(facts: PiquetFacts, laid_open: Sequence[Hand | None] | None = None) -> None:
    """Refuse claims that no hands can make true, naming the first that breaks; the play may have laid hands open too.

    They are believed where that takes too many steps to say. Raises `ImpossibleFactsError`.
    """
    claims = _claim_beside(facts, 0, laid_open), _claim_beside(facts, 1, laid_open)
    for seat, claim in enumerate(claims):
        if claim.hand is not None:
            _refuse_not_held(seat, claim, claim.hand)
    if not _refuted(*claims, Work(STEPS)):
        return
    work = Work(NAMING)
    for seat, claim in enumerate(claims):
        if claim.hand is None:
            _refuse_alone(seat, claim, work)
    for category in Category:
        if _refuted(_up_to(category, claims[0]), _up_to(category, claims[1]), work):
            raise ImpossibleFactsError("cannot_both_hold", field=category.value, article=ARTICLES[category])
    for seat, claim in enumerate(claims):
        if claim.blank is not None:
            _refuse_blank(seat, claim, claims[1 - seat], work)
    raise ImpossibleFactsError("cannot_both_hold", field=Category.SETS.value, article=ARTICLES[Category.SETS])


def _refuted(first: HandClaim, second: HandClaim, work: Work) -> bool:
    """Whether two hands cannot be such, as far as `work` allows to say."""
    try:
        return not can_hold(first, second, work)
    except OutOfStepsError:
        return False


def _claim_beside(facts: PiquetFacts, seat: int, laid_open: Sequence[Hand | None] | None) -> HandClaim:
    """The claim of a seat with its hand, where that was laid open in the play."""
    claim = claim_of(facts, seat)
    hand = None if laid_open is None else laid_open[seat]
    return claim if hand is None else replace(claim, hand=hand)


def _blank_of(*, elder: bool, short: bool) -> Blank:
    """What a carte blanche says: elder must exchange (PI-5), the dealer may leave it (PI-6)."""
    return Blank(ELDER_COURTS if elder else DEALER_COURTS, exchanged=elder, alone=short)


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
    if claim.blank is not None and courts_of(hand) > claim.blank.courts:
        _refuse_courts(seat, claim.blank)


def _refuse_alone(seat: int, claim: HandClaim, work: Work) -> None:
    """Refuse what no hand can hold, whatever the other seat has."""
    nobody = HandClaim(hand=())
    for category in Category:
        if _refuted(_up_to(category, claim), nobody, work):
            raise ImpossibleFactsError("cannot_hold", field=category.value, article=ARTICLES[category], seat=seat)
    if claim.blank is not None and _refuted(claim, nobody, work):
        _refuse_courts(seat, claim.blank)


def _refuse_blank(seat: int, claim: HandClaim, other: HandClaim, work: Work) -> None:
    """A carte blanche that the two hands together refute: by the plain cards of the other, or by its own courts."""
    blank = claim.blank or Blank(0)
    if _refuted(replace(claim, blank=replace(blank, alone=True)), other, work):
        _refuse_courts(seat, blank)
    without = replace(blank, exchanged=False)
    drew = _refuted(replace(claim, blank=without), other, work)
    raise ImpossibleFactsError(
        "carte_blanche_plain",
        field="carte_blanche",
        article="PI-8",
        seat=1 - seat,
        highest=blank.most_plain(drew=drew),
    )


def _refuse_courts(seat: int, blank: Blank) -> None:
    """A hand dealt without a court card has none but those it drew (PI-5, PI-6, PI-8)."""
    raise ImpossibleFactsError(
        "carte_blanche_courts", field="carte_blanche", article="PI-8", seat=seat, highest=blank.courts
    )


def _up_to(category: Category, claim: HandClaim) -> HandClaim:
    """A claim as it stands when this category is announced, its carte blanche left out."""
    claim = replace(claim, blank=None)
    if category is Category.SETS:
        return claim
    return replace(claim, sets=(), sizes=(), runs=() if category is Category.POINT else claim.runs)
