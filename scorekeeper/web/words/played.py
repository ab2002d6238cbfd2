"""A play with what surrounded it on the table, as its sentences need it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.cards.legality import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.cards.cards import Card, Suit
    from scorekeeper.cards.legality import Way
    from scorekeeper.cards.pack import Pack
    from scorekeeper.cards.verdicts import Verdict
    from scorekeeper.games.arbiter import Arbiter


@dataclass(frozen=True, slots=True)
class Played:
    """A play: its verdict, its trick (from 1), the suit to follow (None for a lead) and the rule it fell under.

    `leads` says that it opened its trick, `ruffs` that it beat the suit to follow from another one; `before` are the
    cards that fell before it.
    """

    verdict: Verdict
    number: int
    led: Suit | None
    way: Way
    leads: bool
    ruffs: bool
    before: Sequence[Card]


def played(arbiter: Arbiter, index: int) -> Played:
    """The play of this index."""
    rules, verdict = arbiter.rules, arbiter.verdicts[index]
    number, place = divmod(index, rules.seats)
    before = [one.card for one in arbiter.verdicts[:index]]
    trick = before[index - place :]
    suited = [card for card in trick if card.suit is not None]
    led = suited[0].suit if suited else None
    turn = Turn(verdict.seat, number, led, trick, rules.pack.mask(before[: index - place]))
    way = next(way for way in rules.ways(turn) if way.cards & rules.pack.copies(verdict.card))
    ruffs = verdict.card.suit not in {led, None} and bool(suited) and rules.winner([suited[0], verdict.card]) == 1
    return Played(verdict, number + 1, led, way, not trick, ruffs, before)


def still_out(pack: Pack, cards: int, before: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a set that have not all fallen yet."""
    fallen = Counter(before)
    return tuple(card for card in pack.cards(cards) if pack.copies(card).bit_count() > fallen[card])


def unseen_after(arbiter: Arbiter, index: int) -> frozenset[Card]:
    """The cards that lay in no open hand and had not fallen, once the play of this index was made."""
    pack, hidden = arbiter.rules.pack, Counter[str]()
    for card in pack.cards(pack.all):
        hidden[card.code] = pack.copies(card).bit_count()
    for hand in arbiter.hands:
        hidden.subtract(hand or ())
    hidden.subtract(one.card.code for one in arbiter.verdicts[: index + 1] if arbiter.hands[one.seat] is None)
    return frozenset(card for card in pack.cards(pack.all) if hidden[card.code] > 0)
