"""The arbiter on Atout Pique: AP-9 to AP-12, card by card."""

from __future__ import annotations

from support.case_files import Case, each
from support.table import check_ruling, codes, last, lists, sit_down


@each("spades/arbiter")
def test_a_card_is_ruled_by_its_article(case: Case) -> None:
    check_ruling("spades", case)


def test_the_highest_spade_takes_the_trick_or_the_highest_of_the_suit_ap_11() -> None:
    arbiter = sit_down("spades", "AD 2S KD 3S 2C AH KC QC")
    assert [(trick.leader, trick.winner) for trick in arbiter.tricks] == [(0, 3), (3, 1)]
    assert arbiter.seat == 1


def test_a_spade_led_first_claims_that_there_is_nothing_else_t_3() -> None:
    (claim,) = last(sit_down("spades", "KS")).claims
    assert claim.seat == 0
    assert {card.code[-1] for card in claim.holds_none_of} == {"C", "D", "H"}
    assert len(claim.holds_none_of) == 39


def test_a_hand_of_thirteen_spades_must_play_one_ap_9() -> None:
    hand = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    assert lists(sit_down("spades", hands={0: hand}))["allowed"] == hand
    found = lists(sit_down("spades", "2D", hands={1: hand}, first_trick_spades="none"))
    assert found["allowed"] == hand
    assert found["forbidden"] == ""


def test_hands_all_open_leave_nothing_conditional() -> None:
    hands = {
        0: "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
        1: "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD 2S",
        2: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
        3: "AD 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    }
    found = lists(sit_down("spades", "2C", hands=hands))
    assert (found["allowed"], found["conditional"], found["forbidden"]) == (hands[1], "", "")
    found = lists(sit_down("spades", "2C 2D 2H", hands=hands, first_trick_spades="none"))
    assert (found["allowed"], found["conditional"]) == ("AD", "")
    assert codes(sit_down("spades", "2C 2D 2H", hands=hands).verdicts[1].claims) == ""
