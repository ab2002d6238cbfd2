"""True manches of Atout Pique, told at any depth, and one fact falsified."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from contradictions.manche import Facts, Manche, play_out
from contradictions.spades.law import DECK, SEATS, SPADES, TRICKS, law_at
from contradictions.told_cards import card_falsehoods, tell_cards


def true_manche(chance: random.Random) -> Manche:
    options: dict[str, Any] = {}
    if chance.random() < 0.3:
        options["first_trick_spades"] = "none"
    if chance.random() < 0.5:
        options["failed_nil_tricks"] = chance.choice(["help_contract", "ignored"])
    if chance.random() < 0.3:
        options["nil"] = 50
    law = law_at(options.get("first_trick_spades") == "none")
    order = list(range(52))
    chance.shuffle(order)
    if chance.random() < 0.3:
        order.sort(key=lambda card: -law.height[card] - 8 * chance.random() - 4 * (law.suit[card] == SPADES))
    hands = [order[seat * TRICKS : (seat + 1) * TRICKS] for seat in range(SEATS)]
    leader = chance.randrange(SEATS)
    played = play_out(law, hands, leader, chance)
    bids = [chance.choice([1, 2, 3, 4, "nil", "nil", "blind_nil"]) for _ in range(SEATS)]
    return Manche("spades", SEATS, options, DECK, leader, *played, {"bids": bids})


def tell(manche: Manche, chance: random.Random) -> tuple[Facts, dict[str, Any]]:
    """A true telling at some depth; what follows may be left out."""
    by_seat = [manche.winners.count(seat) for seat in range(SEATS)]
    bids = manche.more["bids"]
    facts: Facts = {"bids": list(bids), "tricks": [by_seat[0] + by_seat[2], by_seat[1] + by_seat[3]]}
    nils = {str(seat): by_seat[seat] for seat in range(SEATS) if isinstance(bids[seat], str)}
    if nils:
        facts["nil_tricks"] = nils
    for seat in range(SEATS):
        both = str(seat) in nils and str((seat + 2) % 4) in nils
        if (facts["tricks"][seat % 2] == 0 or both) and chance.random() < 0.2:
            nils.pop(str(seat), None)
    facts |= tell_cards(manche, chance)
    if len(facts.get("plays", [])) == 52 and chance.random() < 0.5:
        for name in ("tricks", "nil_tricks"):
            facts.pop(name, None)
    return facts, {}


def falsify(manche: Manche, facts: Facts, chance: random.Random) -> tuple[str, Facts] | None:
    """The telling with one fact changed, and which; None where that changes nothing."""
    kind, changed = chance.choice(list(_falsehoods(manche, facts)))
    told = changed(chance)
    return None if told is None or told == facts else (kind, told)


def _falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Callable[[random.Random], Facts | None]]]:
    if "tricks" in facts:
        yield "tricks moved", lambda chance: {**facts, "tricks": _moved(facts["tricks"], chance)}
    if facts.get("nil_tricks"):
        yield "a nil's tricks", lambda chance: {**facts, "nil_tricks": _nil_moved(facts["nil_tricks"], chance)}
        yield "a nil's tricks", lambda chance: {**facts, "nil_tricks": _nil_moved(facts["nil_tricks"], chance)}
    if "tricks" in facts:
        yield "another bid", lambda chance: _rebid(facts, chance)
    yield from card_falsehoods(manche, facts)


def _moved(tricks: list[int], chance: random.Random) -> list[int]:
    amount = chance.choice([-1, 1, -1, 1, -2, 2, -3, 3])
    return [tricks[0] + amount, tricks[1] - amount]


def _nil_moved(nils: dict[str, int], chance: random.Random) -> dict[str, int]:
    seat = chance.choice(sorted(nils))
    partner = str((int(seat) + 2) % 4)
    amount = chance.choice([-nils[seat], -1, 1, 1, 2])
    moved = {**nils, seat: nils[seat] + amount}
    if partner in nils and chance.random() < 0.7:
        moved[partner] -= amount
    return moved


def _rebid(facts: Facts, chance: random.Random) -> Facts:
    """A bid of tricks becomes a nil said to be made, or to have taken some tricks."""
    bids = list(facts["bids"])
    seat = chance.randrange(SEATS)
    bids[seat] = "nil"
    said = chance.randint(0, max(0, facts["tricks"][seat % 2]))
    return {**facts, "bids": bids, "nil_tricks": {**facts.get("nil_tricks", {}), str(seat): said}}
