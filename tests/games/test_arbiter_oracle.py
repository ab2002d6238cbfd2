"""The rulings of the arbiter against listing every deal of the deck."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.comparison import compare, compare_decided, deal_out
from support.deals import for_every
from support.oracle import deals_of
from support.referee import Small
from support.selection import examples

from scorekeeper.cards import knowledge
from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.legality import PlainTricks, Rules
from scorekeeper.cards.pack import Pack
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.play import HeartsRules
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.play import SpadesRules

NINE = "2C 3C 2D 3D QS KS 2H 3H 4H"
TWELVE = "2C 3C 4C 2D 3D 4D QS KS 2H 3H 4H 5H"
JOKERS = "X1 X2 2C 3C 2D QS 2H 3H 4H"
DOUBLE = "2C 2C 3D QS QS KS 2H 2H 3C"
DOUBLE_EIGHT = "2C 2C QS KS 2H 2H 3D 3D"
TOP = "3C 4C 2D 3D 3H 4H 2S X2 X1"
SUITS = "2C 3C 2D 3D 2H 3H 2S 3S 4S"


def table(name: str, game: str, seats: int, hand: int, cards: str, /, **rules: object) -> Small:
    return Small(name, game, seats, hand, tuple(cards.split()), rules)


def short_table(name: str, short: tuple[int, int], cards: str) -> Small:
    return Small(name, "plain", 2, 3, tuple(cards.split()), short=short)


TABLES = [
    (table("hearts, three hands of three", "hearts", 3, 3, NINE), 130),
    (table("hearts, any points on the first trick", "hearts", 3, 3, NINE, first_trick_points="any"), 60),
    (table("hearts, hearts allowed on the first trick", "hearts", 3, 3, NINE, first_trick_points="hearts"), 60),
    (table("hearts, the queen opens hearts", "hearts", 3, 3, NINE, queen_breaks_hearts=True), 60),
    (table("hearts, hearts beside the queen", "hearts", 3, 3, NINE, hearts_instead_of_queen=True), 60),
    (table("hearts, hearts led freely", "hearts", 3, 3, NINE, hearts_lead="free"), 60),
    (table("hearts, the queen worth nothing", "hearts", 3, 3, NINE, queen_points=0, queen_breaks_hearts=True), 60),
    (
        table(
            "hearts, the queen as the last other", "hearts", 3, 3, NINE, queen_points=0, hearts_instead_of_queen=True
        ),
        60,
    ),
    (table("hearts, the 7♣ counts", "hearts", 3, 3, "2C 7C 2D 3D QS 2S 2H 3H 4H", seven_of_clubs=7), 60),
    (table("hearts, jokers", "hearts", 3, 3, JOKERS, deck="54"), 100),
    (table("hearts, the second joker", "hearts", 3, 3, JOKERS, deck="54", joker_tie="second"), 50),
    (table("Belmont, three hands of three", "hearts", 3, 3, DOUBLE, deck="belmont"), 100),
    (table("Belmont, four hands of two", "hearts", 4, 2, DOUBLE_EIGHT, deck="belmont"), 125),
    (table("hearts, four hands of two", "hearts", 4, 2, NINE.removesuffix(" 4H")), 125),
    (table("hearts, three hands of four", "hearts", 3, 4, TWELVE), 10),
    (table("hearts, four hands of three", "hearts", 4, 3, TWELVE), 2),
    (table("spades, three hands of three", "spades", 3, 3, SUITS), 110),
    (table("spades, no ruff on the first trick", "spades", 3, 3, SUITS, first_trick_spades="none"), 80),
    (table("spades, four hands of two", "spades", 4, 2, SUITS.removesuffix(" 4S")), 100),
    (table("spades, jokers", "spades", 3, 3, TOP, deck="jokers"), 60),
    (table("spades, jokers and deuces", "spades", 3, 3, TOP, deck="jokers_deuces"), 60),
    (table("two hands, three cards out", "plain", 2, 3, SUITS), 150),
    (short_table("two hands, one short by one", (1, 2), SUITS), 150),
    (short_table("two hands, the leader short by two", (0, 1), SUITS), 100),
    (table("two hands, four cards out", "plain", 2, 4, "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S 8S 9S"), 15),
]


def rules_of(small: Small, dealer: int) -> Rules:
    top_spades = ((Card(code), Suit.SPADES) for code in small.top_spades)
    pack = Pack([Card(code) for code in small.deck], top_spades)
    if small.game == "hearts":
        seats = {"belmont": 8, "54": 6}.get(str(small.rules.get("deck")), 4)
        options = HEARTS.read_options(small.rules, seats)
        return HeartsRules(pack, small.seats, small.hand, "DP-12", options=options, dealer=dealer)
    if small.game == "spades":
        return SpadesRules(pack, small.seats, small.hand, "AP-10", options=SPADES.read_options(small.rules, 4))
    return PlainTricks(pack, small.seats, small.hand, "PI-16", small.short)


@pytest.mark.sweep("six thousand positions, each checked against every deal of its deck")
def test_every_ruling_and_exposure_is_that_of_the_definition() -> None:
    """Compare six thousand positions, which include every kind."""
    seen: Counter[str] = Counter()

    @for_every({small.name: (small, manches) for small, manches in TABLES})
    def play(one: tuple[Small, int]) -> None:
        small, manches = one
        chance = random.Random(small.name)
        for _ in range(examples(manches // 2)):
            dealt = deal_out(small, chance)
            compare(small, rules_of(small, dealt.dealer), dealt, chance, seen)

    play()
    assert seen["position"] >= 6_000, seen
    assert seen["hindsight"] > 250, seen
    assert min(seen["cleared"], seen["doubtful"]) > 20, seen
    assert min(seen[key] for key in ("certain", "voids", "is_open")) > 1_250, seen
    assert seen["suspected"] > 10, seen
    assert min(seen[key] for key in ("conditional", "forbidden", "exposing", "exposes", "suspects")) > 25, seen


@pytest.mark.parametrize("short", [(0, 2), (1, 2), (0, 1), (1, 1)])
def test_after_the_last_card_of_a_short_hand_the_other_plays_alone_pi_38(short: tuple[int, int]) -> None:
    chance, seen = random.Random(38), Counter[str]()
    small = short_table("two hands, one short", short, SUITS)
    for _ in range(20):
        dealt = deal_out(small, chance)
        compare(small, rules_of(small, dealt.dealer), dealt, chance, seen)
    assert min(seen[key] for key in ("conditional", "certain", "voids", "is_open")) > 0, seen


@pytest.mark.sweep("three budgets over every small table")
def test_what_is_decided_within_a_budget_is_what_the_definition_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with budgets so small that they run out within a few cards."""
    seen: Counter[str] = Counter()
    tables = [small for small, manches in TABLES if manches >= 50]
    for judging, hindsight in ((0, 1), (6, 2), (12, 4)):
        monkeypatch.setattr(knowledge, "JUDGING_STEPS", judging)
        monkeypatch.setattr(knowledge, "HINDSIGHT_STEPS", hindsight)
        for small in tables:
            chance = random.Random(f"{small.name} {judging}")
            for _ in range(3):
                dealt = deal_out(small, chance)
                compare_decided(small, rules_of(small, dealt.dealer), dealt, chance, seen)
    assert min(seen[key] for key in ("allowed", "forbidden", "undecided", "given up", "position")) > 50, seen
    assert min(seen[key] for key in ("cleared", "doubtful", "unsettled")) > 0, seen


def test_the_oracle_lists_every_deal() -> None:
    small, *_ = (one for one, _ in TABLES)
    assert len(deals_of(small, [None] * 3)) == 1680
    twelve = next(one for one, _ in TABLES if one.name == "two hands, four cards out")
    assert len(deals_of(twelve, [None, None])) == 34650
    double = next(one for one, _ in TABLES if one.name == "Belmont, four hands of two")
    deals = deals_of(double, [None] * 4)
    assert len(deals) == len(set(deals)) < 2520
