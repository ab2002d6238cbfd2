"""Compare the arbiter with the oracle, through a manche of a small deck played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from support.oracle import Oracle
from support.referee import Small, legal_cards, rightful_leaders

from scorekeeper.cards.legality import Rules
from scorekeeper.games.arbiter import Arbiter

FEW = 2000  # deals: where there are more, hindsight is compared after every fourth card only


@dataclass(frozen=True)
class Dealt:
    """A deal of a small deck: dealer, leader, all hands, and those that are open."""

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
    """Play a manche at random, legally or not, and compare the arbiter with the oracle after every card.

    `seen` counts the kinds of positions and verdicts that were compared.
    """
    dealer, leader, opened = dealt.dealer, dealt.leader, dealt.opened
    arbiter = Arbiter(rules, leader, [None if hand is None else [*hand] for hand in opened])
    oracle = Oracle(small, dealer, leader, [None if hand is None else [*hand] for hand in opened])
    remaining = [[*hand] for hand in dealt.hands]
    care = chance.choice([1.0, 0.9, 0.7, 0.3])
    for index in range(sum(small.sizes)):
        story = (small.name, dealer, leader, opened, [move.card for move in oracle.moves])
        choices, lists = arbiter.choices, oracle.lists()
        assert choices is not None
        assert choices.seat == oracle.seat, story
        for key, cards in lists.items():
            assert {card.code for card in getattr(choices, key)} == cards, (key, *story)
        compare_hands(arbiter, oracle, story, seen)
        card = choose(small, oracle, remaining[oracle.seat], chance, care)
        remaining[oracle.seat].remove(card)
        verdict, expected = arbiter.play(card), oracle.play(card)
        found = (
            verdict.seat,
            verdict.ruling.value,
            verdict.exposing,
            frozenset(verdict.exposes),
            frozenset(verdict.suspects),
        )
        wanted = (expected.seat, expected.ruling, expected.exposing, expected.exposes, expected.suspects)
        assert found == wanted, (card, *story)
        assert (arbiter.exposed, arbiter.suspects) == (oracle.exposed, oracle.suspects), (card, *story)
        if len(oracle.everything) < FEW or index % 4 == 3:
            proven = oracle.proven()
            assert arbiter.proven == {play for verdict in arbiter.verdicts for play in verdict.proves}, (card, *story)
            assert arbiter.proven == proven, (card, *story)
            seen.update(["proven"] if proven else [])
        if oracle.forbidden and (len(oracle.everything) < FEW or index % 4 == 3):
            cleared, doubtful = oracle.hindsight()
            assert (arbiter.cleared, arbiter.doubtful) == (cleared, doubtful), (card, *story)
            assert arbiter.irregular == (oracle.forbidden - cleared) | oracle.exposed, (card, *story)
            seen.update(["hindsight", *(key for key in ("cleared", "doubtful") if getattr(arbiter, key))])
        seen.update([expected.ruling, "position"])
        seen.update(key for key in ("exposing", "exposes", "suspects") if getattr(expected, key))
        assert len(arbiter.verdicts) == index + 1
    assert arbiter.choices is None


def compare_hands(arbiter: Arbiter, oracle: Oracle, story: object, seen: Counter[str]) -> None:
    for seat in range(oracle.table.seats):
        known, true_hand = arbiter.hand(seat), oracle.hand(seat)
        codes, letters = [card.code for card in known.certain], [suit.value for suit in known.voids]
        assert (known.remaining, known.laid_open) == (true_hand.remaining, true_hand.is_open), (seat, story)
        # An open hand lists every copy of a card; for a hidden hand, at least one copy is certain.
        assert (len(codes), {*codes}) == (
            true_hand.remaining if true_hand.is_open else len(true_hand.certain),
            true_hand.certain,
        ), (seat, story)
        assert (len(letters), {*letters}) == (len(true_hand.voids), true_hand.voids), (seat, story)
        seen.update(["hand"])
        seen.update(key for key in ("certain", "voids", "is_open") if getattr(true_hand, key))
        seen.update(
            ["suspected"]
            if oracle.suspects and not true_hand.is_open and (true_hand.certain or true_hand.voids)
            else []
        )


def compare_decided(small: Small, rules: Rules, dealt: Dealt, chance: random.Random, seen: Counter[str]) -> None:
    """Play with a small step budget: whatever the arbiter decides, the oracle decides too."""
    opened = [None if hand is None else [*hand] for hand in dealt.opened]
    arbiter = Arbiter(rules, dealt.leader, [None if hand is None else [*hand] for hand in opened])
    oracle = Oracle(small, dealt.dealer, dealt.leader, opened)
    remaining = [[*hand] for hand in dealt.hands]
    for _ in range(sum(map(len, dealt.hands))):
        story = (small.name, dealt.dealer, dealt.leader, opened, [move.card for move in oracle.moves])
        choices, lists = arbiter.choices, oracle.lists()
        assert choices is not None
        unsure = {card.code for card in choices.undecided}
        for key, cards in lists.items():
            assert {card.code for card in getattr(choices, key)} - unsure == cards - unsure, (key, *story)
        for seat in range(small.seats):
            known, true_hand = arbiter.hand(seat), oracle.hand(seat)
            assert {card.code for card in known.certain} <= true_hand.certain, (seat, story)
            assert {suit.value for suit in known.voids} <= true_hand.voids, (seat, story)
        card = choose(small, oracle, remaining[oracle.seat], chance, 0.3)
        remaining[oracle.seat].remove(card)
        verdict, expected = arbiter.play(card), oracle.play(card)
        assert verdict.ruling.value in {expected.ruling, "undecided"}, (card, *story)
        assert arbiter.exposed <= oracle.exposed | oracle.forbidden, (card, *story)
        assert arbiter.proven == oracle.proven(), (card, *story)
        judged = {index for index, verdict in enumerate(arbiter.verdicts) if verdict.ruling.value == "forbidden"}
        cleared, doubtful = oracle.hindsight() if oracle.forbidden else (frozenset[int](), frozenset[int]())
        assert arbiter.cleared in {cleared & judged, frozenset()}, (card, *story)
        assert arbiter.doubtful in {doubtful & judged, frozenset()}, (card, *story)
        assert arbiter.unsettled >= (cleared | doubtful) & judged - arbiter.cleared - arbiter.doubtful, (card, *story)
        seen.update([verdict.ruling.value, *(["given up"] if arbiter.undecided else ["position"])])
        seen.update(key for key in ("cleared", "doubtful", "unsettled") if getattr(arbiter, key))
    assert arbiter.choices is None
