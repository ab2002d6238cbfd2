"""Two or three irregular plays in a small deal: no regular play is ever proven irregular."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from games.test_arbiter_oracle import TABLES, rules_of
from support.comparison import deal_out
from support.deals import for_every
from support.oracle import Oracle, number
from support.referee import Small, legal_cards
from support.selection import examples

from scorekeeper.games.arbiter import Arbiter

DEALS = 25  # of each table, by number of liars
SMALL = [small for small, manches in TABLES if manches >= 100 and small.seats > 2][:4]


def lie(table: Small, chance: random.Random, liars: int) -> tuple[Arbiter, Oracle, frozenset[int], set[int]]:
    """Play random deals until one has this number of irregular plays; return them, and what arbiter and oracle found.

    The last is every play that the arbiter exposed at some card.
    """
    while True:
        dealt = deal_out(table, chance)
        unseen: list[list[str] | None] = [None] * table.seats
        arbiter = Arbiter(rules_of(table, dealt.dealer), dealt.leader, unseen)
        oracle = Oracle(table, dealt.dealer, dealt.leader, unseen)
        left, planted, accused = [[*hand] for hand in dealt.hands], 0, set[int]()
        whole = tuple(number(table.deck, hand) for hand in dealt.hands)
        for _ in range(sum(table.sizes)):
            hand = left[oracle.seat]
            legal = sorted(legal_cards(table, oracle.scene, tuple(hand)))
            wrong = sorted({*hand} - {*legal})
            lies = bool(wrong) and planted < liars and chance.random() < 0.7
            planted += lies
            card = chance.choice(wrong if lies or not legal else legal)
            hand.remove(card)
            accused |= {*arbiter.play(card).exposes}
            oracle.play(card)
            irregular = {n for n, move in enumerate(oracle.moves) if not oracle.legal(move, whole, oracle.laws[n])}
            assert arbiter.proven <= irregular, (table.name, dealt, [move.card for move in oracle.moves])
            assert arbiter.proven == oracle.proven(), (table.name, dealt, [move.card for move in oracle.moves])
        if len(irregular) == liars:
            return arbiter, oracle, frozenset(irregular), accused


@pytest.mark.sweep("every explanation of two hundred small deals with two or three liars")
def test_no_regular_play_is_proven_irregular_t_4() -> None:
    """Some regular plays are exposed, as the worlds have the fewest irregular plays."""
    seen: Counter[str] = Counter()

    @for_every({f"{small.name}, {liars} liars": (small, liars) for small in SMALL for liars in (2, 3)})
    def play(one: tuple[Small, int]) -> None:
        small, liars = one
        chance = random.Random(f"{small.name} {liars}")
        for _ in range(examples(DEALS)):
            arbiter, oracle, irregular, accused = lie(small, chance, liars)
            cleared = oracle.hindsight()[0] if oracle.forbidden else frozenset[int]()
            assert arbiter.irregular == (oracle.forbidden - cleared) | oracle.exposed
            seen.update(["deal", *(["innocent exposed"] if accused - irregular else [])])
            seen.update(["proven"] if arbiter.proven else [])

    play()
    assert seen["deal"] == examples(DEALS) * len(SMALL) * 2, seen
    assert seen["proven"] == seen["deal"], seen  # the last card shows every hand, and so every irregular play
    assert seen["innocent exposed"] > 0, seen
