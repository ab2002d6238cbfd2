"""Find the declarations that the cards refute, while they are played and after the play has shown both hands (PI-37).

A *declaration* is a combination that a player announces before the first card; `declarations.py` explains them. A
*coup* is one deal, *elder* the seat that does not deal, a *court card* a king, queen or jack, and a *carte blanche* a
hand dealt without one.

A declaration is refuted when the hand of a player cannot include what this player declared or scored. Declaring less
than the hand has is allowed (PI-12). Once a false declaration is recorded, the declarations of that player (the
*offender*) are not checked again.

After the first deal of twelve cards each player *exchanges* some for cards of the *talon* (the eight others): a hand
dealt without a court card may have some in the play. A *short hand* has fewer than twelve cards. PI-8 and the like are
numbered rules of Piquet. *Facts* are the data that the table entered of a coup, as JSON; a *context* is the part of
them that is known before the first card. A *partie* is a game from its first deal to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.coup import Hand, IrregularityKind, PiquetFacts
from scorekeeper.games.piquet.declarations import ARTICLES, NOTHING, Category, Combination, declarations_of
from scorekeeper.games.piquet.facts import KEYS, read_unscored
from scorekeeper.games.piquet.facts.declared import write_declared, write_item
from scorekeeper.games.piquet.options import SEATS, TRICKS
from scorekeeper.games.piquet.play import DECK, HAND_SIZE
from scorekeeper.games.piquet.requirements import refuse_impossible_hands, requirements_of
from scorekeeper.games.piquet.requirements.hands import PartialHand, courts_of
from scorekeeper.games.shape import Json

CARTE_BLANCHE = "carte_blanche"
# The facts that stay true when a false declaration is recorded.
_FACTS_STILL_VALID = ("elder", CARTE_BLANCHE, "hands", "short_hand", "short_cards")


@dataclass(frozen=True, slots=True)
class Refutation:
    """The declarations of one category that a seat's cards refute; a carte blanche is its own category."""

    seat: int
    # `point`, `sequences`, `sets` or `carte_blanche`.
    category: str
    # The rule of the combination.
    article: str
    # How the table entered it: `declared`, `scored` or, for a carte blanche, `shown`.
    key: str
    # The combinations that the hand lacks; if it can have each alone but not all together, all of them.
    items: tuple[Combination, ...] = ()
    # The number of court cards seen in the hand, if it is too high for a hand that was dealt without one (PI-8).
    courts: int | None = None


def refutations(facts: Json, tricks: Sequence[Trick]) -> tuple[Refutation, ...]:
    """Return the declarations that the cards of a coup refute, by seat and in the order of counting (PI-23).

    `facts` are facts or a context as stored. Their play is ignored, and so is their elder: the first leader is elder.
    The result is empty before the twelfth trick, and for a void coup or a lost partie (PI-32 to PI-38). Raises
    `ImpossibleFactsError` for invalid declarations.
    """
    if len(tricks) < TRICKS:
        return ()
    return refutations_so_far(facts, tricks[0].leader, [_cards_played_by(seat, tricks) for seat in range(SEATS)])


def refutations_so_far(facts: Json, elder: int, known: Sequence[Hand]) -> tuple[Refutation, ...]:
    """Return the declarations that the cards known so far refute: no hand with these cards can have them.

    `known` are the known cards of each seat. Each category is checked alone. Raises `ImpossibleFactsError` like
    `refutations`.
    """
    # Only the facts before the play (`KEYS`) are read, and the declarations of the two seats are not compared.
    coup = read_unscored({**{name: facts.get(name) for name in KEYS}, "elder": elder}, KEYS)
    if coup.cancelled:
        return ()
    # Raises the error for declarations that no hand can have. Those that only both hands together cannot have, such as
    # the same cards declared twice, are no error here: the cards refute one of the two.
    refuse_impossible_hands(coup)
    unseen = tuple(card for card in DECK if not any(card in hand for hand in known))
    # The most plain cards (not court cards) that are in neither hand.
    plain_cards_out = len(unseen) - courts_of(unseen)
    # A partial hand has its known cards, the cards that may be in it too, and the number of these that it has.
    hands = [
        PartialHand(hand, unseen, max(0, most - len(hand))) for hand, most in zip(known, coup.most_cards, strict=True)
    ]
    return tuple(
        refutation
        for seat, hand in enumerate(hands)
        for refutation in _refutations_of_hand(coup, seat, hand, plain_cards_out)
    )


def refuted_items(facts: Json, elder: int, known: Sequence[Hand]) -> list[dict[str, Any]]:
    """Return as JSON each combination that the cards known so far refute, by seat and category.

    A carte blanche has no combination: its `item` is None. Raises like `refutations_so_far`.
    """
    # Each refutation has at least one combination, except that of a carte blanche: `or (None,)` makes one object of it
    # too, in which `item and write_item(…)` is None.
    return [
        {
            "seat": refuted.seat,
            "category": refuted.category,
            "article": refuted.article,
            "item": item and write_item(Category(refuted.category), item),
        }
        for refuted in refutations_so_far(facts, elder, known)
        for item in refuted.items or (None,)
    ]


def with_false_declaration(facts: Json, seat: int, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return the facts with a false declaration of this seat, which replaces any other irregularity (PI-37).

    The offender scores nothing. The other seat scores all combinations of the cards that it played in the twelve
    `tricks`, even inferior ones.
    """
    still_valid = {name: facts[name] for name in _FACTS_STILL_VALID if name in facts}
    # By seat: nothing for the offender, and all combinations of its hand for the other seat.
    declared = [NOTHING, NOTHING]
    declared[1 - seat] = declarations_of(_cards_played_by(1 - seat, tricks))
    irregularity = {"kind": IrregularityKind.FALSE_DECLARATION.value, "seat": seat}
    return {**still_valid, "declared": write_declared(declared), "fault": irregularity}


def _cards_played_by(seat: int, tricks: Sequence[Trick]) -> Hand:
    """Return the cards that a seat played; a short hand has none in the last tricks (PI-38)."""
    # The cards of a trick are in order of play: the leader's has the index 0, the other seat's the index 1.
    # `[index:][:1]` is that card, and empty if a trick of one card has none there.
    return tuple(card for trick in tricks for card in trick.cards[(seat - trick.leader) % SEATS :][:1])


def _refutations_of_hand(
    facts: PiquetFacts, seat: int, hand: PartialHand, plain_cards_out: int
) -> Iterator[Refutation]:
    """Yield the declarations that one hand refutes; at most `plain_cards_out` plain cards are in neither hand."""
    # What the facts require of this hand: its combinations, and a limit of court cards after a carte blanche.
    required = requirements_of(facts, seat)
    courts = courts_of(hand.known)
    # After a carte blanche, each court card replaced a plain card, which is now in neither hand. A seat that had to
    # exchange discarded at least one plain card in any case. A short hand may have drawn without discarding.
    least_discarded = 0
    if required.most == HAND_SIZE:
        least_discarded = max(courts, int(required.exchanged))
    if required.courts is not None and (courts > required.courts or least_discarded > plain_cards_out):
        yield Refutation(seat, CARTE_BLANCHE, "PI-8", "shown", courts=courts)
    key = "declared" if facts.by_declarations else "scored"
    for category in Category:
        items = required.declared[category]
        if not hand.can_have(category, items):
            # The combinations that the hand cannot have, each checked alone. If it can have each alone but not all
            # together, all of them.
            lacking = tuple(item for item in items if not hand.can_have(category, (item,))) or items
            yield Refutation(seat, category, ARTICLES[category], key, lacking)
