"""Manches of Atout Pique: true ones, told at any depth, with one fact falsified, and the search for a witness."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from contradictions.hearts import FULL, RANKS, card_falsehoods, placed_cells, tell_cards
from contradictions.layout import open_tricks
from contradictions.manche import Facts, Manche, begin_cells, play_out
from contradictions.search import Cells, Found, search

SPADES = 2
SEATS, TRICKS = 4, 13


class Law:
    """What may be played, and who takes a trick: AP-1, AP-9 to AP-12."""

    deck, seats, tricks = FULL, SEATS, TRICKS
    suit = tuple("CDSH".index(card[-1]) for card in FULL)
    height = tuple(RANKS.index(card[:-1]) for card in FULL)

    def __init__(self, *, no_ruff: bool) -> None:
        self.no_ruff = no_ruff

    def taker(self, trick: Sequence[int]) -> int:
        led = self.suit[trick[0]]
        rank = {SPADES: 2, led: 1} | ({SPADES: 2} if led == SPADES else {})
        return max(range(len(trick)), key=lambda at: (rank.get(self.suit[trick[at]], 0), self.height[trick[at]]))

    def legal(self, number: int, trick: Sequence[int], fallen: Sequence[int], hand: Sequence[int]) -> list[int]:
        opened = any(self.suit[card] == SPADES for card in fallen)
        return [card for card in hand if not self.breach(number, trick, opened, card, hand)]

    def breach(self, number: int, trick: Sequence[int], opened: bool, card: int, hand: Sequence[int]) -> int:  # noqa: FBT001, PLR0913, PLR0917, E501 - the scene
        """1 when this hand, which holds the card, may not play it."""
        suit, spades_only = self.suit[card], all(self.suit[other] == SPADES for other in hand)
        if not trick:
            return int(suit == SPADES and not opened and not spades_only)
        led = self.suit[trick[0]]
        if suit == led:
            return 0
        if any(self.suit[other] == led for other in hand):
            return 1
        return int(self.no_ruff and number == 0 and suit == SPADES and not spades_only)

    def taken(self, played: Sequence[int], leader: int) -> tuple[int, list[int]]:
        """How many breaches an arrangement has, and who takes each trick."""
        suit, breaches, opened, winners = self.suit, 0, False, []
        ends = [[-1] * 4 for _ in range(SEATS)]
        for seat in range(SEATS):
            end, at = ends[seat], seat * TRICKS
            for number in range(TRICKS):
                end[suit[played[at + number]]] = number
        for number in range(TRICKS):
            trick, led, opens = [], -1, False
            for turn in range(SEATS):
                seat = (leader + turn) % SEATS
                card = played[seat * TRICKS + number]
                mine = suit[card]
                if turn == 0:
                    led = mine
                if mine == SPADES:
                    opens = True
                if (number == 0 and mine == SPADES) or (turn == 0 and mine == SPADES and not opened):
                    hand = played[seat * TRICKS + number : (seat + 1) * TRICKS]
                    breaches += self.breach(number, trick, opened, card, hand)
                elif mine != led and ends[seat][led] > number:
                    breaches += 1
                trick.append(card)
            opened = opened or opens
            leader = (leader + self.taker(trick)) % SEATS
            winners.append(leader)
        return breaches, winners


@cache
def _law(no_ruff: bool) -> Law:  # noqa: FBT001 - part of the key
    return Law(no_ruff=no_ruff)


def law_of(manche: Manche) -> Law:
    return _law(manche.options.get("first_trick_spades") == "none")


def true_manche(chance: random.Random) -> Manche:
    options: dict[str, Any] = {}
    if chance.random() < 0.3:
        options["first_trick_spades"] = "none"
    if chance.random() < 0.5:
        options["failed_nil_tricks"] = chance.choice(["help_contract", "ignored"])
    if chance.random() < 0.3:
        options["nil"] = 50
    law = _law(options.get("first_trick_spades") == "none")
    order = list(range(52))
    chance.shuffle(order)
    if chance.random() < 0.3:
        order.sort(key=lambda card: -law.height[card] - 8 * chance.random() - 4 * (law.suit[card] == SPADES))
    hands = [order[seat * TRICKS : (seat + 1) * TRICKS] for seat in range(SEATS)]
    leader = chance.randrange(SEATS)
    played, plays, winners = play_out(law.legal, law.taker, hands, leader, chance)
    bids = [chance.choice([1, 2, 3, 4, "nil", "nil", "blind_nil"]) for _ in range(SEATS)]
    codes = tuple(FULL[card] for card in plays)
    return Manche("spades", SEATS, options, FULL, leader, played, codes, tuple(winners), {"bids": bids})


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


def goals(facts: Facts) -> Iterator[list[int]]:
    """The tricks by seat that were told, in every way to share out what was not."""
    nils = {int(seat): count for seat, count in facts.get("nil_tricks", {}).items()}
    teams = []
    for side in (0, 1):
        total, seats = facts["tricks"][side], (side, side + 2)
        teams.append([
            (first, total - first)
            for first in range(total + 1)
            if all(nils.get(seat, count) == count for seat, count in zip(seats, (first, total - first), strict=True))
        ])
    for one, other in ((one, other) for one in teams[0] for other in teams[1]):
        yield [one[0], other[0], one[1], other[1]]


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int) -> Found:
    """A deal and a play that agree with all that was told."""
    law = law_of(manche)
    told = placed_cells(manche, law, facts)
    if told is None:
        return Found(None, proven=True)
    cells, laid = told
    wished = [card for own in manche.played for card in own]
    leader = facts.get("leader", manche.leader)

    def start() -> Cells:
        return begin_cells(law.deck, law.tricks, cells, laid, wished, chance)

    if len(cells) == len(law.deck):  # all cards are there, and rule (T-7)
        return Found(start().cards, proven=True)
    first, at, least = so_far(law, cells, leader)
    shares = [goal for goal in goals(facts) if all(one >= few for one, few in zip(goal, least, strict=True))]
    if sum(facts["tricks"]) != TRICKS or not shares:
        return Found(None, proven=True)
    lawful = not cells or search(start, lambda cards: _early(law, cards, leader, cells), chance, 1500).cards is not None

    def cost(cards: Sequence[int]) -> float:
        breaches, winners = law.taken(cards, leader)
        by_seat = [winners.count(seat) for seat in range(SEATS)]
        away = abs(by_seat[0] + by_seat[2] - facts["tricks"][0]) * 1.0
        for seat, count in facts.get("nil_tricks", {}).items():
            away += 0.7 * abs(by_seat[int(seat)] - count)
        return away + breaches * lawful

    def layouts() -> Iterator[dict[int, int]]:
        for _ in range(steps // 40):
            share = chance.choice(shares)
            by_seat = [{"trick": one - few} for one, few in zip(share, least, strict=True)]
            laid_out = open_tricks((law, laid, cells, SPADES), (first, at, leader), by_seat, chance)
            if laid_out is not None:
                yield laid_out

    return search(start, cost, chance, steps, layouts() if lawful else iter(()))


def so_far(law: Law, cells: dict[int, int], leader: int) -> tuple[int, int, list[int]]:
    """The first trick that is open, who leads it, and what each seat took before."""
    taken = [0] * law.seats
    for number in range(law.tricks):
        turns = [(leader + turn) % law.seats for turn in range(law.seats)]
        if any(seat * law.tricks + number not in cells for seat in turns):
            return number, leader, taken
        leader = (leader + law.taker([cells[seat * law.tricks + number] for seat in turns])) % law.seats
        taken[leader] += 1
    return law.tricks, leader, taken


def _early(law: Law, cards: Sequence[int], leader: int, cells: dict[int, int]) -> int:
    """The breaches among the cards played, in an arrangement of the others."""
    fallen: list[int] = []
    breaches = 0
    for number in range(law.tricks):
        trick: list[int] = []
        opened = any(law.suit[card] == SPADES for card in fallen)
        for turn in range(law.seats):
            seat = (leader + turn) % law.seats
            cell = seat * law.tricks + number
            if cell not in cells:
                return breaches
            breaches += law.breach(number, trick, opened, cards[cell], cards[cell : (seat + 1) * law.tricks])
            trick.append(cards[cell])
        fallen += trick
        leader = (leader + law.taker(trick)) % law.seats
    return breaches
