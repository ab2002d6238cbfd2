"""The arbiter on Atout Pique: AP-9 to AP-12, card by card."""

from __future__ import annotations

import pytest
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


CLUBS = "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"  # of the packs with jokers


@pytest.mark.parametrize(
    ("deck", "trick", "winner"),
    [
        ("jokers", "AS X2 X1 2S", 2),
        ("jokers", "X2 AS KS QS", 0),
        ("jokers", "AS 2S 3S KS", 0),
        ("jokers", "2D AD 3D 2S", 3),
        ("jokers", "2D 3D AC 4D", 3),
        ("jokers_deuces", "AS 2S 3S KS", 1),
        ("jokers_deuces", "AS 2S 2D KS", 2),
        ("jokers_deuces", "2D 2S X2 X1", 3),
        ("jokers_deuces", "2D AS KS 2S", 0),
        ("jokers_deuces", "AD KD 2D QD", 2),
        ("jokers_deuces", "AD 3S 4S KD", 2),
        ("jokers_deuces", "5C AD X2 6C", 2),
    ],
)
def test_jokers_and_deuces_are_the_highest_trumps_ap_25(deck: str, trick: str, winner: int) -> None:
    assert sit_down("spades", trick, deck=deck).tricks[0].winner == winner


@pytest.mark.parametrize(
    ("deck", "lead", "hand", "must"),
    [
        ("jokers_deuces", "3D", f"2D 5D {CLUBS.removesuffix(' AC')}", "5D"),
        ("jokers", "3D", f"2D 5D {CLUBS.removesuffix(' AC')}", "2D 5D"),
        ("jokers_deuces", "3D", f"2D {CLUBS}", f"{CLUBS} 2D"),
        ("jokers", "KS", f"X2 {CLUBS}", "X2"),
        ("jokers", "X1", f"3S {CLUBS}", "3S"),
        ("jokers_deuces", "KS", f"2D {CLUBS}", "2D"),
        ("jokers_deuces", "KD", f"X2 {CLUBS}", f"{CLUBS} X2"),
    ],
)
def test_a_hand_follows_with_jokers_and_the_two_of_diamonds_as_spades_ap_25(
    deck: str, lead: str, hand: str, must: str
) -> None:
    found = lists(sit_down("spades", lead, hands={1: hand}, deck=deck))
    assert {*found["allowed"].split()} == {*must.split()}
    assert {*found["forbidden"].split()} == {*hand.split()} - {*must.split()}


def test_a_diamond_after_a_ruff_with_the_two_of_diamonds_shows_the_revoke_ap_25() -> None:
    """Diamonds are led and seat 1 plays the 2♦, a spade; it takes the trick and leads the 5♦."""
    deuces = last(sit_down("spades", "3D 2D 4D 6D 5D", deck="jokers_deuces"))
    assert (deuces.seat, deuces.exposes) == (1, (1,))
    jokers = last(sit_down("spades", "3D 2D 4D 6D 5D", deck="jokers"))
    assert (jokers.seat, jokers.exposes) == (3, ())


def test_a_joker_that_comes_late_shows_the_revoke_on_a_spade_ap_25() -> None:
    arbiter = sit_down("spades", "AS 3D 4S 5S KD X2", deck="jokers")
    assert (last(arbiter).seat, last(arbiter).exposes) == (1, (1,))
    assert arbiter.hand(0).voids == ()


def test_a_void_in_spades_excludes_jokers_ap_25() -> None:
    (claim,) = last(sit_down("spades", "AS 3D", deck="jokers_deuces")).claims
    assert codes(claim.holds_none_of) == "2D 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS X1 X2"
