"""The arbiter in every game: recorded deals, every table, and the impossible input it refuses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from support.contexts import contexts_of
from support.deals import recorded
from support.table import lists, sit_down

from scorekeeper import games
from scorekeeper.cards.cards import Card, Rank
from scorekeeper.cards.decks import cards_from
from scorekeeper.cards.legality import PlainTricks, Turn
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.tricks import led_suit
from scorekeeper.cards.verdicts import CountProof, Ruling
from scorekeeper.games.arbiter import Arbiter, arbiter_for
from scorekeeper.games.contract import AnyGame, CardByCard, Preset, Table
from scorekeeper.games.rulebook import read_articles
from scorekeeper.games.shape import ImpossibleFactsError

SLUGS = ("hearts", "spades")
TABLES = [
    (game, preset, seats)
    for game in games.GAMES.values()
    for preset in game.presets
    for seats in sorted(preset.seats)
    if game.play is not None
]
every_table = pytest.mark.parametrize(
    ("game", "preset", "seats"), TABLES, ids=[f"{game.slug} {preset.slug} {seats}" for game, preset, seats in TABLES]
)


def seated(deal: dict[str, Any], *, hands: bool) -> Arbiter:
    game = games.GAMES[deal["game"]]
    assert game.play is not None
    rules = game.play.rules(game.read_options(deal["options"], 4), Table(4, deal["dealer"]), {})
    return Arbiter(rules, deal["leader"], deal["hands"] if hands else None)


@pytest.mark.sweep("goes over every recorded deal")
@pytest.mark.parametrize("slug", SLUGS)
def test_no_legal_play_of_a_recorded_deal_is_forbidden_or_exposes_anything(slug: str) -> None:
    for deal in recorded(slug):
        arbiter = seated(deal, hands=False)
        for code in deal["plays"]:
            verdict = arbiter.play(code)
            assert verdict.ruling is not Ruling.FORBIDDEN
            assert (verdict.exposing, verdict.exposes, verdict.suspects, verdict.proofs) == (False, (), (), ())


@pytest.mark.sweep("goes over every recorded deal")
@pytest.mark.parametrize("slug", SLUGS)
def test_without_the_hands_what_is_sure_is_what_the_referee_would_say(slug: str) -> None:
    """A card in the player's hand is allowed only if it was legal, and forbidden only if it was not."""
    for deal in recorded(slug):
        arbiter, left = seated(deal, hands=False), [{*hand} for hand in deal["hands"]]
        for code, legal in zip(deal["plays"], deal["legal"], strict=True):
            choices = arbiter.choices
            assert choices is not None
            hand = left[choices.seat]
            found = {key: {card.code for card in getattr(choices, key)} for key in ("allowed", "forbidden", "exposing")}
            assert found["allowed"] & hand <= {*legal}
            assert found["forbidden"].isdisjoint(legal)
            assert found["exposing"].isdisjoint(hand)
            arbiter.play(code)
            hand.discard(code)


@pytest.mark.sweep("goes over every recorded deal")
@pytest.mark.parametrize("slug", SLUGS)
def test_with_the_hands_known_the_cards_allowed_are_the_legal_ones(slug: str) -> None:
    for deal in recorded(slug):
        arbiter, left = seated(deal, hands=True), [{*hand} for hand in deal["hands"]]
        for code, legal in zip(deal["plays"], deal["legal"], strict=True):
            choices = arbiter.choices
            assert choices is not None
            assert {card.code for card in choices.allowed} == {*legal}
            assert {card.code for card in choices.forbidden} == left[choices.seat] - {*legal}
            assert choices.conditional == ()
            assert arbiter.play(code).ruling is Ruling.ALLOWED
            left[arbiter.verdicts[-1].seat].discard(code)


@pytest.mark.parametrize("slug", SLUGS)
def test_laying_more_hands_open_decides_more_cards(slug: str) -> None:
    for deal in recorded(slug)[:30]:
        shown = [[None] * 4, [deal["hands"][0], *[None] * 3], [*deal["hands"][:3], None], deal["hands"]]
        arbiters = [Arbiter(seated(deal, hands=False).rules, deal["leader"], hands) for hands in shown]
        for code in deal["plays"]:
            kinds = [arbiter.play(code).ruling for arbiter in arbiters]
            open_still = [kind is Ruling.CONDITIONAL for kind in kinds]
            assert open_still == sorted(open_still, reverse=True)
            assert kinds[2] is Ruling.ALLOWED


@every_table
def test_a_manche_of_possibly_legal_cards_is_never_irregular_and_gives_its_facts(
    game: AnyGame, preset: Preset, seats: int
) -> None:
    """Without hands, each card played could be legal, so some deal makes all of them legal (T-7)."""
    assert game.play is not None, "the game has no law card by card"
    options = game.read_options(preset.options, seats)
    known = {*read_articles(game.package), *read_articles("scorekeeper.cards")}
    for seed in range(6):
        chance = random.Random(seed)
        context = chance.choice(contexts_of(game, seats))
        arbiter = Arbiter(game.play.rules(options, Table(seats, 0), context), 1 % seats)
        while choices := arbiter.choices:
            verdict = arbiter.play(chance.choice(choices.allowed + choices.conditional).code)
            assert verdict.ruling is not Ruling.FORBIDDEN
            assert (verdict.exposing, verdict.exposes, verdict.suspects) == (False, (), ())
            assert verdict.articles
            assert {*verdict.articles} <= known
        played = Counter(card for trick in arbiter.tricks for card in trick.cards)
        assert {card: arbiter.rules.pack.copies(card).bit_count() for card in played} == played
        facts = game.play.facts(options, Table(seats), arbiter.tricks, context)
        assert facts is None or game.write_facts(game.read_facts(options, seats, facts)) == facts


def tricks_on(cards: tuple[Card, ...], seats: int) -> list[tuple[Card, ...]]:
    """Tricks in progress: none, each card led, and some longer ones."""
    chance = random.Random(seats)
    longer = [tuple(chance.sample(cards, size)) for size in range(2, seats) for _ in range(30)]
    return [(), *((card,) for card in cards), *longer]


@every_table
def test_the_rules_of_a_turn_cover_every_card_once(game: AnyGame, preset: Preset, seats: int) -> None:
    assert game.play is not None
    options = game.read_options(preset.options, seats)
    for rules in (game.play.rules(options, Table(seats, 0), context) for context in contexts_of(game)):
        for number, fallen in ((0, 0), (1, 0), (1, rules.pack.all)):
            for trick in tricks_on(rules.pack.cards(rules.pack.all), seats):
                here = rules.at(Turn(1, number, led_suit(trick, rules.pack.suit), trick, fallen))
                assert sum(rule.cards for rule in here) == rules.pack.all
                assert all(rule.only is None or rule.cards & ~rule.only == 0 for rule in here)


HAND = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
NONSENSE: dict[str, Callable[[], object]] = {
    "card_played": lambda: sit_down("hearts", "2C 3C 2C"),
    "not_in_deck in plays, value 1C": lambda: sit_down("hearts", "1C"),
    "not_in_deck in plays, value X1": lambda: sit_down("hearts", "2C X1"),
    "not_in_deck in plays, value 2D": lambda: sit_down("hearts", "2C 2D", seats=3),
    "not_in_deck in plays, value 5": lambda: sit_down("hearts").play(5),  # type: ignore[arg-type,unused-ignore]
    "out_of_turn in plays, seat 2, expected 1": lambda: sit_down("hearts", "2C").play("3C", 2),
    "manche_over": lambda: whole_manche().play("2C"),
    "hand_size in hands, seat 1, expected 13, found 14": lambda: sit_down("hearts", hands={1: f"{HAND} 2D"}),
    "hand_size in hands, seat 1, expected 13, found 1": lambda: sit_down("hearts", hands={1: "2C"}),
    "not_in_deck in hands, value ZZ": lambda: sit_down("hearts", hands={1: HAND.replace("AC", "ZZ")}),
    "card_twice in hands, value 2C": lambda: sit_down("hearts", hands={1: HAND.replace("AC", "2C")}),
    "card_twice in hands, value 2C ": lambda: sit_down("hearts", hands={1: HAND, 2: HAND}),
    "not_in_hand in plays, value 2D, seat 0": lambda: sit_down("hearts", "2D", hands={0: HAND}),
    "not_in_hand in plays, value 3C, seat 1": lambda: sit_down("hearts", "2C 3C", hands={0: HAND}),
    "wrong_length in hands, expected 4, found 3": lambda: Arbiter(sit_down("hearts").rules, 0, [None] * 3),
}


def whole_manche() -> Arbiter:
    deal = recorded("hearts")[0]
    arbiter = seated(deal, hands=False)
    for code in deal["plays"]:
        arbiter.play(code)
    return arbiter


@pytest.mark.parametrize("words", NONSENSE)
def test_impossible_input_is_refused_by_its_key(words: str) -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        NONSENSE[words]()
    assert words.strip() in str(refusal.value)


@pytest.mark.parametrize(("code", "seat"), [("2C", None), ("nothing", None), ("5C", 0), ("X1", None)])
def test_a_refused_card_changes_nothing(code: str, seat: int | None) -> None:
    arbiter, other = sit_down("hearts", "2C 3C KD"), sit_down("hearts", "2C 3C KD")
    with pytest.raises(ImpossibleFactsError):
        arbiter.play(code, seat)
    assert (arbiter.seat, arbiter.trick, arbiter.verdicts) == (other.seat, other.trick, other.verdicts)
    assert lists(arbiter) == lists(other)
    assert arbiter.play("4C") == other.play("4C")


def piquet(plays: str) -> Arbiter:
    """Piquet's table: 32 cards, 12 each, 8 out of play, and nothing but following suit."""
    arbiter = Arbiter(PlainTricks(Pack(cards_from(Rank.SEVEN)), 2, 12, "PI-16"), 0)
    for code in plays.split():
        arbiter.play(code)
    return arbiter


def test_a_void_is_possible_while_eight_cards_are_out_of_play_pi_16() -> None:
    arbiter = piquet("7C 7D 8C 8D 9C 9D 10C 10D")
    assert [verdict.ruling.value for verdict in arbiter.verdicts] == ["allowed", "conditional", *["allowed"] * 6]
    assert [verdict.articles for verdict in arbiter.verdicts] == [("PI-16",)] * 8


def test_the_cards_out_of_play_are_counted_too_pi_16() -> None:
    """Void in clubs, diamonds and spades, the dealer would need nine more hearts, and five are left."""
    arbiter = piquet("7C 7H 7D 8H")
    assert [verdict.ruling.value for verdict in arbiter.verdicts] == ["allowed", "conditional"] * 2
    arbiter.play("7S")
    found = lists(arbiter)
    assert (found["allowed"], found["forbidden"]) == ("8S 9S 10S JS QS KS AS", "9H 10H JH QH KH AH")
    verdict = arbiter.play("9H")
    (proof,) = verdict.proofs
    assert isinstance(proof, CountProof)
    assert (proof.count, proof.other_seats, proof.capacity) == (21, (0,), 17)
    assert arbiter.play("8C").ruling is Ruling.ALLOWED


def test_each_of_two_cards_after_the_same_plays_is_judged_as_if_the_other_was_never_tried() -> None:
    """Anne leads 2♣ and Luc throws K♦ on it: a club of his exposes that, a diamond does not (T-4)."""
    game = games.GAMES["hearts"]
    plays = ("2C", "KD", "3C", "AC", "5C", "4C")
    options, table = game.read_options({}, 4), Table(4, 3)
    arbiters = [arbiter_for(game, options, table, CardByCard(0, plays), {}) for _ in range(2)]
    exposed = [arbiter.play(card).exposes for arbiter, card in zip(arbiters, ("6C", "6D"), strict=True)]
    assert exposed == [(1,), ()]
    assert len(arbiter_for(game, options, table, CardByCard(0, plays), {}).verdicts) == len(plays)
