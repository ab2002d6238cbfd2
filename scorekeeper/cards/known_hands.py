"""What the table knows about one hand: the cards that it must hold, and its voids (suits of which it has no card).

Both are so in every deal that counts: those with the fewest irregular plays. A *world* is a smallest set of plays whose
claims are taken as false; the deals that count are those of the worlds (`cards/knowledge.py`). A set of cards is an
integer whose bits are cards of a `Pack`: `a & b` are the common cards, `~a` all cards that are not in `a`. *Capacities*
are the number of unseen cards in each hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.knowledge import Knowledge
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.transport import Outlook, outlook
from scorekeeper.cards.verdicts import KnownHand


def known_hand(knowledge: Knowledge, pack: Pack, seat: int) -> KnownHand:
    """Return what is known about the remaining cards of this seat, by the articles T-3 (claims) and T-4 (proofs)."""
    # The set of a hand laid open, None for an unseen hand.
    hand = knowledge.hands[seat]
    remaining = knowledge.capacities[seat]
    if hand is not None:
        remaining = hand.bit_count()
    # An empty hand: it has no certain card, and no voids are named, because every suit would be one. The arguments of
    # `KnownHand` are the number of its cards, the certain cards and the voids.
    if not remaining:
        return KnownHand(0, (), (), laid_open=hand is not None)
    if hand is not None:
        return KnownHand(remaining, pack.every_copy(hand), _voids(knowledge, pack, hand), laid_open=True)
    # By world, what the seat may hold in it: `masks` are by seat the cards that the claims allow.
    outlooks = [outlook(knowledge.unseen, world.masks, knowledge.capacities, seat) for world in knowledge.worlds]
    # The unseen cards of which it has a copy in every world. `copies` is the set of all copies of a card.
    certain = [card for card in pack.cards(knowledge.unseen) if _must_hold(outlooks, pack.copies(card))]
    holdable = 0
    for in_world in outlooks:
        holdable |= in_world.holdable
    return KnownHand(remaining, tuple(certain), _voids(knowledge, pack, holdable))


def _must_hold(outlooks: Sequence[Outlook], copies: int) -> bool:
    """Return whether the seat has one of these copies in every world: no hand without them is possible in any."""
    # `can_be_within` says whether the whole hand can be within a set: here, all cards but these copies.
    return not any(in_world.can_be_within(~copies) for in_world in outlooks)


def _voids(knowledge: Knowledge, pack: Pack, holdable: int) -> tuple[Suit, ...]:
    """Return the suits with unseen cards of which the seat can hold none; a suit fully seen is not a void."""
    return tuple(suit for suit, cards in pack.suits.items() if cards & knowledge.unseen and not cards & holdable)
