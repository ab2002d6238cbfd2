"""Compare the arbiter at Petite Belote with a referee who sees the hands, and with a list of every deal."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from petite_belote import BELOTE
from petite_belote.play import BeloteRules
from support.comparison import compare, deal_out
from support.deals import for_every
from support.referee import Scene, Small
from support.selection import examples

from fourth_game.referee import DECK, best_place, legal, worth
from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.contract import Table

DEALS = 200
EIGHT, TWELVE = "7C AC 7S AS JH 9H QH 7H", "7C 10C AC 7D AD 8S 9S JH 9H AH QH 7H"


def small(hand: int, cards: str, **rules: object) -> Small:
    return Small(f"belote, {hand} cards each, {rules}", "petite_belote", 4, hand, tuple(cards.split()), rules)


SMALL = [
    (small(2, EIGHT, trump="H"), 200),
    (small(2, EIGHT, trump="H", undertrump="free"), 200),
    (small(2, EIGHT, trump="S"), 125),
    (small(2, "7C 10C AC JD 9D AD 8H QH", trump="D"), 125),
    (small(3, TWELVE, trump="H"), 2),
    (small(3, TWELVE, trump="H", undertrump="free"), 2),
]


@pytest.mark.sweep("compares five thousand positions with every deal of their deck")
def test_every_ruling_and_exposure_is_that_of_the_definition() -> None:
    """In five thousand positions of every kind."""
    seen: Counter[str] = Counter()

    @for_every({table.name: (table, manches) for table, manches in SMALL})
    def play(one: tuple[Small, int]) -> None:
        table, manches = one
        chance = random.Random(table.name)
        house_rules = {name: value for name, value in table.rules.items() if name != "trump"}
        pack = Pack([Card(code) for code in table.deck])
        rules = BeloteRules(BELOTE.read_options(house_rules, 4), pack, Suit(table.rules["trump"]))
        for _ in range(examples(manches)):
            compare(table, rules, deal_out(table, chance), chance, seen)

    play()
    assert seen["position"] > 5_000, seen
    assert min(seen[key] for key in ("conditional", "forbidden", "exposing", "exposes", "suspects")) > 25, seen


@pytest.mark.sweep("two hundred manches, each card of which the referee also judges")
@for_every({f"deal {number}": number for number in range(DEALS)})
def test_the_arbiter_agrees_with_the_referee_on_legal_play(number: int) -> None:
    """With the hands open the cards allowed are the legal ones; without, no legal card is forbidden or exposing."""
    chance = random.Random(number)
    trump, undertrump, leader = chance.choice("CDSH"), chance.choice(["forced", "free"]), chance.randrange(4)
    table = Small("whole", "petite_belote", 4, 8, DECK, {"trump": trump, "undertrump": undertrump})
    cards = chance.sample(DECK, 32)
    hands = [cards[seat * 8 : seat * 8 + 8] for seat in range(4)]
    assert BELOTE.play is not None
    options, context = BELOTE.read_options({"undertrump": undertrump}, 4), {"trump": trump, "taker": 0}
    rules = BELOTE.play.rules(options, Table(4, 0), context)
    seen, hidden = Arbiter(rules, leader, [[*hand] for hand in hands]), Arbiter(rules, leader)
    points = [0, 0]
    for number_of_trick in range(8):
        trick: tuple[str, ...] = ()
        for seat in ((leader + turn) % 4 for turn in range(4)):
            right = legal(table, Scene(number_of_trick, trick, ()), tuple(hands[seat]))
            assert_choices(seen, hidden, seat, {*hands[seat]}, right)
            card = chance.choice(sorted(right))
            assert seen.play(card, seat).ruling is Ruling.ALLOWED
            verdict = hidden.play(card, seat)
            assert verdict.ruling is not Ruling.FORBIDDEN
            assert (verdict.exposing, verdict.exposes, verdict.suspects) == (False, (), ())
            hands[seat].remove(card)
            trick = (*trick, card)
        leader = (leader + best_place(table, trick)) % 4
        points[leader % 2] += sum(worth(trump, card) for card in trick)
    points[leader % 2] += 10
    facts = BELOTE.play.facts(options, Table(4), hidden.tricks, context)
    assert facts is not None
    assert facts["points"] == points
    assert sum(points) == 162


def assert_choices(seen: Arbiter, hidden: Arbiter, seat: int, hand: set[str], right: set[str]) -> None:
    """Check how each arbiter judges every card of the hand to play."""
    open_choices, hidden_choices = seen.choices, hidden.choices
    assert open_choices is not None
    assert hidden_choices is not None
    assert (open_choices.seat, hidden_choices.seat) == (seat, seat)
    assert ({card.code for card in open_choices.allowed}, open_choices.conditional) == (right, ())
    assert {card.code for card in open_choices.forbidden} == hand - right
    assert {card.code for card in hidden_choices.allowed} & hand <= right
    assert {card.code for card in (*hidden_choices.forbidden, *hidden_choices.exposing)}.isdisjoint(right)
