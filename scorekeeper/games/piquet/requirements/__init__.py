"""The cards that the entered facts require in the hands of a coup (one deal), and the check that such hands can exist.

A hand must have the cards of the combinations that its seat declared or scored (PI-8 to PI-12). Combinations are
refused only if they need more cards than a hand has, more cards of a rank than the deck has, cards of the other hand
laid open, or, after a carte blanche, too many court cards. All others are accepted.

The combinations: a *point* is a number of cards of one suit, a *sequence* consecutive cards of one suit, a *set* three
or four cards of a rank, a *carte blanche* a hand dealt without a *court card* (king, queen or jack). The 32 cards have
12 court cards; the 20 others are *plain*. *Elder* declares and leads first. After the deal, each seat *exchanges* cards
of its hand for some of the eight that were not dealt; a *short hand* has fewer than twelve cards then. A hand is *laid
open* if all see its cards. In names, a *run* is a sequence. A `Hand` is a tuple of cards, and articles such as PI-8 are
those of the rulebook of Piquet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.cards.cards import Suit
from scorekeeper.games.piquet.coup import Hand, PiquetFacts
from scorekeeper.games.piquet.declarations import (
    ARTICLES,
    NOTHING,
    RANKS,
    Category,
    Combination,
    Declarations,
    ranks_down_from,
    tops_of,
)
from scorekeeper.games.piquet.play import DECK, HAND_SIZE
from scorekeeper.games.piquet.requirements.hands import COURTS, PartialHand
from scorekeeper.games.shape import ImpossibleFactsError

# The most court cards after a carte blanche, as many as a seat draws: elder one to five cards (PI-5), and the dealer
# the rest of the eight (PI-6).
ELDER_COURTS, DEALER_COURTS = 5, 7
# A hand dealt with a carte blanche has twelve of the twenty plain cards. This is the number of the others.
PLAIN_NOT_DEALT = 8


@dataclass(frozen=True, slots=True)
class HandRequirements:
    """The requirements on the hand of a seat."""

    # The combinations that the seat declared or scored.
    declared: Declarations

    # The cards of a hand laid open, None for an unseen hand.
    hand: Hand | None

    # The most cards that the hand can have: twelve, or those of a short hand.
    most: int

    # The most court cards after a carte blanche (PI-8), None without one.
    courts: int | None = None

    # Whether a card was exchanged in any case: elder has to exchange at least one (PI-5).
    exchanged: bool = False


def requirements_of(facts: PiquetFacts, seat: int, laid_open: Hand | None = None) -> HandRequirements:
    """Return the requirements on a seat's hand, which may be laid open in the play.

    The *offender*, who made a false declaration, need not have what it declared (PI-37).
    """
    required = HandRequirements(NOTHING, laid_open or facts.hands[seat], facts.most_cards[seat])
    if seat == facts.offender:
        return required
    if facts.carte_blanche[seat]:
        is_elder = seat == facts.elder
        courts = ELDER_COURTS if is_elder else DEALER_COURTS
        required = replace(required, courts=courts, exchanged=is_elder)
    return replace(required, declared=facts.declarations[seat])


def refuse_impossible_hands(
    facts: PiquetFacts, laid_open: Sequence[Hand | None] = (None, None)
) -> Sequence[HandRequirements]:
    """Return the requirements by seat. Raises `ImpossibleFactsError` if one of the hands alone cannot meet its own.

    `laid_open` are hands laid open in the play, by seat; they replace those of the facts.
    """
    by_seat = [requirements_of(facts, seat, hand) for seat, hand in enumerate(laid_open)]
    # A hand laid open is compared card by card; of another one, only the number of cards is known.
    for seat, required in enumerate(by_seat):
        if required.hand is None:
            continue
        # The loop ends with the first category that the hand lacks, which the error names.
        for category in _lacking(required.hand, required):
            raise ImpossibleFactsError("not_held", field=category.value, article="PI-37", seat=seat)
    # The requirements of an unseen hand are checked three times: for the point, for point and sequences, and for all
    # (`_up_to`), so that the error names the first category with which they need too many cards.
    for seat, required in enumerate(by_seat):
        for category in Category:
            if required.hand is None and _fewest_cards(_up_to(category, required)) > required.most:
                raise ImpossibleFactsError("cannot_hold", field=category.value, article=ARTICLES[category], seat=seat)
    return by_seat


def refuse_impossible(facts: PiquetFacts, laid_open: Sequence[Hand | None] = (None, None)) -> None:
    """Raise `ImpossibleFactsError` for requirements that one hand alone, or both hands together, cannot meet."""
    by_seat = refuse_impossible_hands(facts, laid_open)
    # As above, the error names the first category with which the requirements of both hands become impossible.
    for category in Category:
        first, second = (_up_to(category, required) for required in by_seat)
        if _exceed_deck(first, second) or _other_hand_excludes(first, second) or _other_hand_excludes(second, first):
            raise ImpossibleFactsError("cannot_both_hold", field=category.value, article=ARTICLES[category])
    for seat, required in enumerate(by_seat):
        if required.courts is not None:
            _refuse_carte_blanche(seat, required, required.courts, by_seat[1 - seat])


def _lacking(cards: Hand, required: HandRequirements) -> list[Category]:
    """Return the categories of which these cards do not have all required combinations."""
    # A hand of which all cards are known.
    hand = PartialHand(cards)
    return [category for category in Category if not hand.can_have(category, required.declared[category])]


def _fewest_cards(required: HandRequirements) -> int:
    """Return the fewest cards with which a hand can meet its requirements.

    The cards of the point may include one sequence, or two with a gap between them. A set shares one card with the suit
    of the point and one with the suit of each sequence. A point of five, a tierce and a quatorze need eight cards: the
    tierce is in the point, and so is one card of the quatorze.
    """
    # The numbers of cards of the point, of each sequence and of each set. A seat has at most one point, so that the sum
    # is its number of cards, 0 without one.
    points, lengths, sizes = ([item.amount for item in required.declared[category]] for category in Category)
    point = sum(points)
    # Each item is one possibility of which sequences are part of the point: none, one of them, or two, by their
    # lengths.
    in_point_suit: list[tuple[int, ...]] = [()]
    if point:
        in_point_suit += combinations(lengths, 1)
        # Two sequences have a gap between them, a rank that the hand does not have in this suit: seven cards at most.
        in_point_suit += (pair for pair in combinations(lengths, 2) if max(sum(pair), point) < len(RANKS))
    fewest = []
    # `shared` are the lengths of the sequences that are part of the point.
    for shared in in_point_suit:
        # All sequences, and the cards of the point that are in none of them.
        in_suits = sum(lengths) + max(0, point - sum(shared))
        # The number of suits in use: that of the point, and one for each sequence that is not part of it.
        suits = bool(point) + len(lengths) - len(shared)
        # Of each set, one card may be in each of these suits; the others are more cards.
        fewest.append(in_suits + sum(max(0, size - suits) for size in sizes))
    return min(fewest)


def _exceed_deck(first: HandRequirements, second: HandRequirements) -> bool:
    """Return whether both hands together need more cards of a rank than the deck has."""
    return any(number > len(Suit) for number in (_counts(first) + _counts(second)).values())


def _counts(required: HandRequirements) -> Counter[int]:
    """Return the least number of cards of each rank in a hand; the exact number for a known hand."""
    if required.hand is not None:
        return Counter(int(card.rank) for card in required.hand if card.rank is not None)
    declared = required.declared
    # Each sequence adds one card of each of its ranks: two sequences have no card in common, because they are in
    # different suits or have different ranks.
    counts = Counter(rank for run in declared[Category.SEQUENCES] for rank in _ranks_of(run))
    # Pairs (rank, least number of cards of this rank) of the sets.
    least = [(item.height, item.amount) for item in declared[Category.SETS] if item.height is not None]
    # A point of eight cards is a whole suit.
    if any(point.amount == len(RANKS) for point in declared[Category.POINT]):
        least += [(rank, 1) for rank in RANKS]
    # A set or a whole suit may share cards with the sequences, so that the greater number is taken, and not the sum.
    for rank, size in least:
        counts[rank] = max(counts[rank], size)
    return counts


def _ranks_of(run: Combination) -> set[int]:
    """Return the ranks that every sequence of this length (and with this top, if it was declared) has.

    Example: a sequence of five cards, from A K Q J 10 to J 10 9 8 7, has J and 10 in any case.
    """
    return set.intersection(*(ranks_down_from(top, run.amount) for top in tops_of(run)))


def _other_hand_excludes(required: HandRequirements, other: HandRequirements) -> bool:
    """Return whether the other hand is laid open and has cards that this hand needs."""
    if required.hand is not None or other.hand is None:
        return False
    # The cards that are not in the other hand. If not even all of them together have the combinations, no hand has.
    remaining = tuple(card for card in DECK if card not in other.hand)
    return bool(_lacking(remaining, required))


def _refuse_carte_blanche(seat: int, required: HandRequirements, most_courts: int, other: HandRequirements) -> None:
    """Refuse a carte blanche (PI-8) with which one of the hands has too many cards of a kind.

    The hand itself may have no more court cards than it can have drawn (PI-5, PI-6); the other hand may have no more
    plain cards than this one was not dealt.
    """
    # By rank, the least number of cards in this hand and in the other one.
    counts = _counts(required)
    others = _counts(other)
    courts = sum(counts[rank] for rank in COURTS)
    if courts > most_courts:
        details = {"seat": seat, "highest": most_courts}
        raise ImpossibleFactsError("carte_blanche_courts", field="carte_blanche", article="PI-8", **details)
    # If the seat had to exchange and has no court card, it drew a plain card, so that one less remains for the other
    # hand. That it has none is known only of a hand laid open. (The condition is subtracted as 1 or 0.)
    most = PLAIN_NOT_DEALT - (required.exchanged and required.hand is not None and not courts)
    # The plain cards of the other hand are its cards without the court cards. A short hand may have been dealt fewer.
    if required.most == HAND_SIZE and others.total() - sum(others[rank] for rank in COURTS) > most:
        details = {"seat": 1 - seat, "highest": most}
        raise ImpossibleFactsError("carte_blanche_plain", field="carte_blanche", article="PI-8", **details)


def _up_to(category: Category, required: HandRequirements) -> HandRequirements:
    """Return the requirements without the categories that are declared after this one."""
    # The point; or the point and the sequences; or all three.
    earlier = tuple(Category)[: tuple(Category).index(category) + 1]
    return replace(required, declared={**NOTHING, **{each: required.declared[each] for each in earlier}})
