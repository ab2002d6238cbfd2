"""The arbiter beside the oracle, through a manche of a small deck played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from support.oracle import Oracle
from support.referee import Small, legal_cards, rightful_leaders

from scorekeeper.cards.legality import Rules
from scorekeeper.games.arbiter import Arbiter

FEW = 2000  # deals: where there are more, hindsight is asked after every fourth card only


@dataclass(frozen=True)
class Dealt:
    """A small deck dealt out: who deals, who leads, all hands, and those laid open."""

    dealer: int
    leader: int
    hands: list[list[str]]
    opened: list[list[str] | None]


def deal_out(small: Small, chance: random.Random) -> Dealt:
    cards = list(small.deck)
    chance.shuffle(cards)
    ends = [sum(small.sizes[: seat + 1]) for seat in range(small.seats)]
    hands = [cards[end - size : end] for end, size in zip(ends, small.sizes, strict=True)]
    dealer = chance.randrange(small.seats)
    rightful = rightful_leaders(small, dealer, tuple(tuple(hand) for hand in hands))
    leader = (dealer + 1) % small.seats if rightful is None or chance.random() < 0.1 else rightful
    opened = [hand if chance.random() < 0.08 else None for hand in hands]
    return Dealt(dealer, leader, hands, opened)


def choose(small: Small, oracle: Oracle, hand: list[str], chance: random.Random, care: float) -> str:
    legal = sorted(legal_cards(small, oracle.scene, tuple(hand)))
    return chance.choice(legal if legal and chance.random() < care else hand)


def compare(small: Small, rules: Rules, dealt: Dealt, chance: random.Random, seen: Counter[str]) -> None:
    """Play a manche at random, legally or not, and hold the arbiter to the oracle's every word."""
    dealer, leader, opened = dealt.dealer, dealt.leader, dealt.opened
    arbiter = Arbiter(rules, leader, [None if hand is None else [*hand] for hand in opened])
    oracle = Oracle(small, dealer, leader, [None if hand is None else [*hand] for hand in opened])
    left = [[*hand] for hand in dealt.hands]
    care = chance.choice([1.0, 0.9, 0.7, 0.3])
    for index in range(sum(small.sizes)):
        story = (small.name, dealer, leader, opened, [move.card for move in oracle.moves])
        choices, lists = arbiter.choices, oracle.lists()
        assert choices is not None
        assert choices.seat == oracle.seat, story
        for key, cards in lists.items():
            assert {card.code for card in getattr(choices, key)} == cards, (key, *story)
        compare_hands(arbiter, oracle, story, seen)
        card = choose(small, oracle, left[oracle.seat], chance, care)
        left[oracle.seat].remove(card)
        said, word = arbiter.play(card), oracle.play(card)
        found = (said.seat, said.ruling.value, said.exposing, frozenset(said.exposes), frozenset(said.suspects))
        assert found == (word.seat, word.ruling, word.exposing, word.exposes, word.suspects), (card, *story)
        assert (arbiter.exposed, arbiter.suspects) == (oracle.exposed, oracle.suspects), (card, *story)
        if len(oracle.everything) < FEW or index % 4 == 3:
            proven = oracle.proven()
            assert arbiter.proven == {play for verdict in arbiter.verdicts for play in verdict.proves}, (card, *story)
            assert arbiter.proven == proven, (card, *story)
            seen.update(["proven"] if proven else [])
        if oracle.standing and (len(oracle.everything) < FEW or index % 4 == 3):
            cleared, doubtful = oracle.hindsight()
            assert (arbiter.cleared, arbiter.doubtful) == (cleared, doubtful), (card, *story)
            assert arbiter.irregular == (oracle.standing - cleared) | oracle.exposed, (card, *story)
            seen.update(["hindsight", *(key for key in ("cleared", "doubtful") if getattr(arbiter, key))])
        seen.update([word.ruling, "position"])
        seen.update(key for key in ("exposing", "exposes", "suspects") if getattr(word, key))
        assert len(arbiter.verdicts) == index + 1
    assert arbiter.choices is None


def compare_hands(arbiter: Arbiter, oracle: Oracle, story: object, seen: Counter[str]) -> None:
    for seat in range(oracle.table.seats):
        known, held = arbiter.hand(seat), oracle.hand(seat)
        codes, letters = [card.code for card in known.certain], [suit.value for suit in known.voids]
        assert (known.left, known.laid) == (held.left, held.laid), (seat, story)
        # A hand laid open is told copy by copy; of a hand unseen, one copy at least is certain.
        assert (len(codes), {*codes}) == (held.left if held.laid else len(held.certain), held.certain), (seat, story)
        assert (len(letters), {*letters}) == (len(held.voids), held.voids), (seat, story)
        seen.update(["hand"])
        seen.update(key for key in ("certain", "voids", "laid") if getattr(held, key))
        seen.update(["suspected"] if oracle.suspects and not held.laid and (held.certain or held.voids) else [])


def compare_decided(small: Small, rules: Rules, dealt: Dealt, chance: random.Random, seen: Counter[str]) -> None:
    """Play on however little the arbiter can afford: what it still says is what the oracle says."""
    opened = [None if hand is None else [*hand] for hand in dealt.opened]
    arbiter = Arbiter(rules, dealt.leader, [None if hand is None else [*hand] for hand in opened])
    oracle = Oracle(small, dealt.dealer, dealt.leader, opened)
    left = [[*hand] for hand in dealt.hands]
    for _ in range(sum(map(len, dealt.hands))):
        story = (small.name, dealt.dealer, dealt.leader, opened, [move.card for move in oracle.moves])
        choices, lists = arbiter.choices, oracle.lists()
        assert choices is not None
        unsure = {card.code for card in choices.undecided}
        for key, cards in lists.items():
            assert {card.code for card in getattr(choices, key)} - unsure == cards - unsure, (key, *story)
        for seat in range(small.seats):
            known, held = arbiter.hand(seat), oracle.hand(seat)
            assert {card.code for card in known.certain} <= held.certain, (seat, story)
            assert {suit.value for suit in known.voids} <= held.voids, (seat, story)
        card = choose(small, oracle, left[oracle.seat], chance, 0.3)
        left[oracle.seat].remove(card)
        said, word = arbiter.play(card), oracle.play(card)
        assert said.ruling.value in {word.ruling, "undecided"}, (card, *story)
        assert arbiter.exposed <= oracle.exposed | oracle.standing, (card, *story)
        assert arbiter.proven == oracle.proven(), (card, *story)
        judged = {index for index, verdict in enumerate(arbiter.verdicts) if verdict.ruling.value == "forbidden"}
        cleared, doubtful = oracle.hindsight() if oracle.standing else (frozenset[int](), frozenset[int]())
        assert arbiter.cleared in {cleared & judged, frozenset()}, (card, *story)
        assert arbiter.doubtful in {doubtful & judged, frozenset()}, (card, *story)
        assert arbiter.unsettled >= (cleared | doubtful) & judged - arbiter.cleared - arbiter.doubtful, (card, *story)
        seen.update([said.ruling.value, *(["given up"] if arbiter.undecided else ["position"])])
        seen.update(key for key in ("cleared", "doubtful", "unsettled") if getattr(arbiter, key))
    assert arbiter.choices is None
