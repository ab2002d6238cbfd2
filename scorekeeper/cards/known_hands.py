"""What the table knows about one hand: the cards it must hold and its voids.

Both are certain only if they are true in every deal that counts (see `knowledge`).
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.knowledge import Knowledge
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.transport import Outlook, outlook
from scorekeeper.cards.verdicts import KnownHand


def known_hand(known: Knowledge, pack: Pack, seat: int) -> KnownHand:
    """Return what is known about the cards this seat still holds (T-3, T-4)."""
    hand = known.hands[seat]
    left, laid = (known.capacities[seat], False) if hand is None else (hand.bit_count(), True)
    if not left:
        return KnownHand(0, (), (), laid)
    if hand is not None:
        return KnownHand(left, pack.every_copy(hand), _voids(known, pack, hand), laid)
    views = [outlook(known.unseen, world.masks, known.capacities, seat) for world in known.worlds]
    certain = [card for card in pack.cards(known.unseen) if _must_hold(views, pack.copies(card))]
    holdable = 0
    for view in views:
        holdable |= view.holdable
    return KnownHand(left, tuple(certain), _voids(known, pack, holdable))


def _must_hold(views: Sequence[Outlook], copies: int) -> bool:
    """Return whether every world gives the seat a copy of the card."""
    return not any(view.can_keep(~copies) for view in views)


def _voids(known: Knowledge, pack: Pack, holdable: int) -> tuple[Suit, ...]:
    """Return the suits with unseen cards, none of which this seat can hold; a suit fully seen is not a void."""
    return tuple(suit for suit, cards in pack.suits.items() if cards & known.unseen and not cards & holdable)
