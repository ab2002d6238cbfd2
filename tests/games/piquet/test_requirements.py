from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from support import piquet as referee

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.shape import ImpossibleFactsError

Facts = dict[str, Any]
HALVES = [0, 1] * 6
OPTIONS = PIQUET.read_options({}, 2)


def read(facts: Facts) -> None:
    PIQUET.read_facts(OPTIONS, 2, {"elder": 0, "winners": HALVES, **facts})


def refusal_of(facts: Facts) -> ImpossibleFactsError:
    with pytest.raises(ImpossibleFactsError) as refusal:
        read(facts)
    return refusal.value


def one(seat: int, point: int | None, lengths: list[int], sets: list[tuple[str, int]]) -> Facts:
    """The scores of one seat as facts."""
    facts: Facts = {}
    if point:
        facts["point"] = {"winner": seat, "cards": point}
    if lengths:
        facts["sequences"] = {"winner": seat, "lengths": lengths}
    if sets:
        facts["sets"] = {
            "winner": seat,
            "sizes": [size for _, size in sets],
            "ranks": [rank for rank, _ in sets],
        }
    return facts


def test_pi_11_both_a_brelan_of_kings_names_the_sets() -> None:
    kings = {"sets": [{"rank": "K", "size": 3}]}
    error = refusal_of({"declared": [kings, kings]})
    assert (error.key, error.field, error.article) == ("cannot_both_hold", "sets", "PI-11")


COURT_HAND = ["KH", "QH", "JH", "KC", "QC", "JC", "AH", "AC", "AD", "AS", "10H", "10C"]


def test_pi_5_a_hand_of_six_court_cards_was_no_carte_blanche_of_elders() -> None:
    error = refusal_of({"carte_blanche": [True, False], "hands": [COURT_HAND, None]})
    assert (error.key, error.details["seat"], error.details["highest"]) == ("carte_blanche_courts", 0, 5)
    read({"carte_blanche": [True, False], "hands": [["9D", *COURT_HAND[1:]], None]})


def test_pi_6_the_dealer_may_have_drawn_seven_court_cards() -> None:
    read({"carte_blanche": [False, True], "hands": [None, COURT_HAND]})
    read({"carte_blanche": [False, True], "hands": [None, ["KD", *COURT_HAND[:11]]]})
    error = refusal_of({"carte_blanche": [False, True], "hands": [None, ["KD", "QD", *COURT_HAND[:10]]]})
    assert (error.key, error.details["seat"], error.details["highest"]) == ("carte_blanche_courts", 1, 7)


BLANK: dict[int, Facts] = {0: {"carte_blanche": [True, False]}, 1: {"carte_blanche": [False, True]}}
TENTHS = [{"length": 4, "top": "10"}] * 3
NO_COURT = ["10C", "10D", "10H", "10S", "9C", "9D", "9H", "9S", "8C", "8D", "8H", "8S"]
EIGHT_PLAIN = ["AC", "AD", "AH", "AS", "7C", "7D", "7H", "7S", "KC", "KD", "KH", "KS"]
NINE_PLAIN = ["AC", "AD", "AH", "AS", "7C", "7D", "7H", "7S", "8S", "KD", "KH", "KS"]


def open_hands(blank: int, own: list[str] | None, other: list[str] | None) -> Facts:
    return {**BLANK[blank], "hands": [own, other] if blank == 0 else [other, own]}


def declared_by_other(blank: int, claimed: Facts) -> Facts:
    return {**BLANK[blank], "declared": [None, claimed] if blank == 0 else [claimed, None]}


@pytest.mark.parametrize("blank", [0, 1])
def test_pi_8_twelve_of_the_twenty_plain_cards_were_dealt_to_a_carte_blanche(blank: int) -> None:
    impossible = [
        open_hands(blank, None, NINE_PLAIN),
        open_hands(blank, ["9C", "9D", "9H", "9S", *NO_COURT[:4], "QC", "QD", "QH", "QS"], NINE_PLAIN),
        declared_by_other(blank, {"sequences": TENTHS}),
        # A point of five without a court card, and four plain cards more in the two other tierces: ten with the ace.
        declared_by_other(
            blank, {"point": {"cards": 5, "pips": 45}, "sequences": [{"length": 4, "top": "10"}, *NINTHS]}
        ),
    ]
    for facts in impossible:
        error = refusal_of(facts)
        assert (error.key, error.article, error.field) == ("carte_blanche_plain", "PI-8", "carte_blanche")
        assert (error.details["seat"], error.details["highest"]) == (1 - blank, 8)
        read({**facts, "carte_blanche": [False, False]})


NINTHS = [{"length": 3, "top": "9"}] * 2


@pytest.mark.parametrize("blank", [0, 1])
def test_pi_8_eight_plain_cards_are_left_for_the_other_hand(blank: int) -> None:
    read(open_hands(blank, None, EIGHT_PLAIN))
    read(open_hands(blank, ["QC", *NO_COURT[1:]], EIGHT_PLAIN))
    read(declared_by_other(blank, {"sequences": TENTHS[:2]}))


def test_pi_5_elder_threw_a_plain_card_and_drew_another_where_no_court_is_in_hand() -> None:
    """All twenty plain cards are seen: elder discarded none of them, the dealer need not exchange (PI-6)."""
    error = refusal_of(open_hands(0, NO_COURT, EIGHT_PLAIN))
    assert (error.key, error.details["seat"], error.details["highest"]) == ("carte_blanche_plain", 1, 7)
    read(open_hands(0, NO_COURT, ["QC", *EIGHT_PLAIN[1:]]))
    read(open_hands(1, NO_COURT, EIGHT_PLAIN))


def test_pi_8_a_false_or_short_carte_blanche_does_not_limit_the_other_hand() -> None:
    facts = open_hands(0, None, NINE_PLAIN)
    read({**facts, "fault": {"kind": "false_declaration", "seat": 0}})
    read({**facts, "short_hand": 0, "winners": [*HALVES[:10], 0, 1]})
    short = {"hands": [None, NINE_PLAIN[:11]], "short_hand": 1, "winners": HALVES[::-1]}
    assert refusal_of({**facts, **short}).key == "carte_blanche_plain"


def exchanged(chance: random.Random, *, elder: bool) -> tuple[list[str], list[str]]:
    """A hand dealt without a court card and the other, after an exchange at random."""
    plain = [card for card in referee.DECK if referee.rank(card) not in referee.COURTS]
    blank = chance.sample(plain, 12)
    rest = chance.sample([card for card in referee.DECK if card not in blank], 20)
    first, second, talon = (blank, rest[:12], rest[12:]) if elder else (rest[:12], blank, rest[12:])
    chance.shuffle(first)
    drawn = chance.randrange(1, 6)
    first, talon = first[drawn:] + talon[:drawn], talon[drawn:]
    chance.shuffle(second)
    drawn = chance.randrange(len(talon) + 1)
    second = second[drawn:] + talon[:drawn]
    return (first, second) if elder else (second, first)


@pytest.mark.sweep("tries many hands")
def test_pi_8_any_exchange_after_a_carte_blanche_is_accepted() -> None:
    chance = random.Random(88)
    for number in range(150):
        blank = number % 2
        own, other = exchanged(chance, elder=blank == 0)
        read(open_hands(blank, own, other))
        read(open_hands(blank, None, other))
        claimed = [referee.declaration(hand) for hand in (own, other)]
        read({**BLANK[blank], "declared": claimed if blank == 0 else claimed[::-1]})


def test_pi_34_a_short_hand_can_meet_fewer_claims() -> None:
    hand = COURT_HAND[:11]
    facts = {"hands": [None, hand], "winners": [*HALVES[:10], 1, 0]}
    assert refusal_of(facts).key == "hand_short"
    read({**facts, "short_hand": 1})
    assert refusal_of({**facts, "hands": [None, COURT_HAND[:3]], "short_hand": 1}).key == "hand_short"


@pytest.mark.sweep("tries many hands")
def test_all_declarations_of_two_real_hands_are_accepted() -> None:
    chance = random.Random(1_2_3)
    for _ in range(150):
        coup = referee.random_coup(chance)
        read({**referee.quick_declarations(coup), "elder": coup.elder, "carte_blanche": list(coup.carte_blanche)})
        claimed = [referee.declaration(hand) for hand in coup.hands]
        read({"elder": coup.elder, "carte_blanche": list(coup.carte_blanche), "declared": claimed})


@pytest.mark.sweep("tries many hands")
def test_declarations_are_accepted_when_some_are_sunk() -> None:
    chance = random.Random(4_5_6)
    for _ in range(150):
        coup = referee.random_coup(chance)
        claimed: list[Facts] = []
        for hand in coup.hands:
            whole = referee.declaration(hand)
            partial: Facts = {"point": whole["point"]} if chance.random() < 0.6 else {}
            partial["sequences"] = [run for run in whole.get("sequences", []) if chance.random() < 0.7]
            partial["sets"] = [one for one in whole.get("sets", []) if chance.random() < 0.7]
            for run in partial["sequences"]:
                run["length"] = chance.randrange(3, run["length"] + 1)
            claimed.append(partial)
        read({"elder": coup.elder, "carte_blanche": list(coup.carte_blanche), "declared": claimed})
        read({"elder": coup.elder, "hands": [list(hand) for hand in coup.hands], "declared": claimed})


def test_pi_12_declarations_do_not_limit_the_other_suits() -> None:
    """Six clubs in sequence: a point of four and the sixième, with the hand open or not, scored or declared."""
    hand = ["AC", "KC", "QC", "JC", "10C", "9C", "AD", "8D", "9H", "8H", "7H", "AS"]
    claimed = {"point": {"cards": 4, "pips": 41}, "sequences": [{"length": 6, "top": "A"}]}
    read({"declared": [claimed, {}]})
    read({"declared": [claimed, {}], "hands": [hand, None]})
    read(one(0, 4, [6], []))


@pytest.mark.sweep("tries many hands")
def test_pi_12_any_part_of_any_suit_is_a_point_at_every_depth() -> None:
    chance = random.Random(7_8_9)
    for _ in range(150):
        coup = referee.random_coup(chance)
        claimed: list[Facts] = []
        for hand in coup.hands:
            suits = [[card for card in hand if card.endswith(suit)] for suit in referee.SUITS]
            shown = chance.choice([part for suit in suits for n in range(3, 9) for part in combinations(suit, n)])
            pips = sum(referee.PIPS[referee.rank(card)] for card in shown)
            claimed.append({"point": {"cards": len(shown), "pips": pips}})
        read({"elder": coup.elder, "declared": claimed})
        for hands in ([list(coup.hands[0]), None], [None, list(coup.hands[1])], [list(hand) for hand in coup.hands]):
            read({"elder": coup.elder, "hands": hands, "declared": claimed})
