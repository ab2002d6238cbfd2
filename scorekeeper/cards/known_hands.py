"""What the table knows of one hand: the cards it must hold, and the suits of which it holds none.

Both are read off the deals that count (`knowledge`): what every one of them says is certain, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.knowledge import Knowledge
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.transport import Outlook, outlook
from scorekeeper.cards.verdicts import HandKnown


def hand_known(known: Knowledge, pack: Pack, seat: int) -> HandKnown:
    """What is known of the cards this seat still holds (T-3, T-4)."""
    hand = known.hands[seat]
    left, laid = (known.rooms[seat], False) if hand is None else (hand.bit_count(), True)
    if not left:
        return HandKnown(0, (), (), laid)
    if hand is not None:
        return HandKnown(left, pack.every_copy(hand), _voids(known, pack, hand), laid)
    views = [outlook(known.unseen, world.masks, known.rooms, seat) for world in known.worlds]
    certain = [card for card in pack.cards(known.unseen) if _must_hold(views, pack.copies(card))]
    holdable = 0
    for view in views:
        holdable |= view.holdable
    return HandKnown(left, tuple(certain), _voids(known, pack, holdable))


def _must_hold(views: Sequence[Outlook], copies: int) -> bool:
    """Whether a hand without any copy of the card is possible in no world."""
    return not any(view.can_keep(~copies) for view in views)


def _voids(known: Knowledge, pack: Pack, holdable: int) -> tuple[Suit, ...]:
    """The suits still unseen somewhere and not here: that nobody holds a suit which is gone says nothing."""
    return tuple(suit for suit, cards in pack.suits.items() if cards & known.unseen and not cards & holdable)
