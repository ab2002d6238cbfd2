"""The arbiter on Dame de Pique: DP-2 and DP-11 to DP-16, card by card."""

from __future__ import annotations

from typing import Any

import pytest
from support.case_files import Case, each
from support.table import check_ruling, codes, last, lists, short, sit_down

from scorekeeper.cards.verdicts import CardProof, CountProof, HandProof
from scorekeeper.games.contract import Table
from scorekeeper.games.hearts import HEARTS, play
from scorekeeper.games.shape import ImpossibleFactsError

# Seat 0 leads three rounds of clubs; 2 and 3 have none from the start, 1 has three.
CLUBS_RUN = "2C AC 2D 3D KC 4D 5D QC 3C 6D 7D 4C 5C 8D 9D 10D"
ALONE = "2C 2D 3D 4D"
POINTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


@each("hearts/arbiter")
def test_a_card_is_ruled_by_its_article(case: Case) -> None:
    check_ruling("hearts", case)


def test_a_discard_claims_every_card_of_the_suit_that_is_out_t_3() -> None:
    (claim,) = last(sit_down("hearts", "2C 3C KD")).claims
    assert (claim.seat, codes(claim.holds_none_of)) == (2, "4C 5C 6C 7C 8C 9C 10C JC QC KC AC")


def test_points_thrown_on_the_first_trick_claim_that_there_is_nothing_else_dp_14() -> None:
    (claim,) = last(sit_down("hearts", "2C KH")).claims
    scoring = {*POINTS.split(), "QS"}
    assert {card.code for card in claim.holds_none_of} == {
        card.code for card in HEARTS_DECK if card.code not in scoring and card.code != "2C"
    }


HEARTS_DECK = play.cards_dealt(HEARTS.read_options({}, 4), 4)


def test_the_holder_of_the_two_of_clubs_leads_so_the_first_lead_is_known_dp_11() -> None:
    found = lists(sit_down("hearts"))
    assert found["allowed"] == "2C"
    assert (found["conditional"], found["exposing"]) == ("", "")
    assert len(found["forbidden"].split()) == 51


def test_a_forbidden_lead_is_recorded_and_followed_t_5() -> None:
    arbiter = sit_down("hearts", "5D 6D 2C")
    assert [verdict.ruling.value for verdict in arbiter.verdicts] == ["forbidden", "allowed", "conditional"]
    assert arbiter.choices is not None
    assert (arbiter.exposed, arbiter.suspects) == (frozenset(), frozenset())


def test_a_card_of_the_suit_shown_later_exposes_the_discard_t_4() -> None:
    verdict = last(sit_down("hearts", "2C KD 3C 4C 5D 6D 7D 8C"))
    assert (verdict.ruling.value, verdict.exposing) == ("conditional", False)
    verdict = last(sit_down("hearts", "2C KD 4C 3C AC 8C"))
    assert (verdict.seat, verdict.exposes) == (3, ())
    verdict = last(sit_down("hearts", "2C KD 4C AC 5C 6C 8C"))
    assert (verdict.seat, verdict.ruling.value, verdict.exposing) == (1, "allowed", True)
    assert (verdict.exposes, verdict.suspects) == ((1,), ())
    assert verdict.proofs == (CardProof(1, 6),)


def test_a_count_forbids_what_no_card_shown_does_t_4() -> None:
    """Six clubs remain, seats 1, 2 and 3 have claimed to have none, and seat 0 leads a heart."""
    verdict = last(sit_down("hearts", f"{CLUBS_RUN} KH"))
    assert short(verdict) == ("forbidden", ("DP-15",))
    (proof,) = verdict.proofs
    assert isinstance(proof, CountProof)
    assert (proof.plays, codes(proof.cards), proof.count) == ((16,), "6C 7C 8C 9C 10C JC", 6)
    assert (proof.other_seats, proof.capacity) == ((), 0)


def test_a_count_exposes_the_play_that_alone_explains_it_t_4() -> None:
    """Seat 0 must have six clubs and plays four other cards, so seat 1, with one claim to have none, must have some.

    If seat 2 or 3 had some, four of its discards would be irregular.
    """
    arbiter = sit_down("hearts", f"{CLUBS_RUN} KD AD JD QD KS 2S 3S 4S QS 5S 6S 7S JS 8S 9S")
    assert not any(verdict.exposing for verdict in arbiter.verdicts)
    assert lists(arbiter)["allowed"] == "6C 7C 8C 9C 10C JC"
    verdict = arbiter.play("10S")
    assert (verdict.seat, verdict.ruling.value, verdict.exposing) == (0, "allowed", True)
    assert (verdict.exposes, verdict.suspects) == ((13,), ())
    (proof,) = verdict.proofs
    assert isinstance(proof, CountProof)
    assert (proof.plays, codes(proof.cards)) == ((13,), "6C 7C 8C 9C 10C JC")
    assert (proof.other_seats, proof.capacity) == ((0,), 5)


def test_three_players_may_each_explain_a_count_and_all_are_suspects() -> None:
    arbiter = sit_down("hearts", ALONE)
    found = lists(arbiter)
    assert found["allowed"] == "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    assert len(found["exposing"].split()) == 52 - 4 - 12
    verdict = arbiter.play("KS")
    assert (verdict.ruling.value, verdict.exposing) == ("allowed", True)
    assert (verdict.exposes, verdict.suspects) == ((), (1, 2, 3))
    (proof,) = verdict.proofs
    assert isinstance(proof, CountProof)
    assert (proof.plays, proof.count, proof.capacity) == ((1, 2, 3), 12, 11)


def test_a_later_card_exposes_one_of_the_suspects() -> None:
    arbiter = sit_down("hearts", f"{ALONE} KS AS 2S 3S 3C")
    verdict = last(arbiter)
    assert (verdict.seat, verdict.exposing) == (1, False)
    assert (verdict.exposes, verdict.suspects) == ((1,), ())
    assert (arbiter.exposed, arbiter.suspects) == (frozenset({1}), frozenset())


def test_a_hand_laid_open_forbids_what_it_shows_to_be_wrong() -> None:
    hand = "3C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD"
    verdict = last(sit_down("hearts", "2C KD", hands={1: hand}))
    assert short(verdict) == ("forbidden", ("DP-12",))
    (proof,) = verdict.proofs
    assert isinstance(proof, HandProof)
    assert codes(proof.cards) == "3C"


@pytest.mark.parametrize(
    ("chosen", "allowed", "forbidden"),
    [
        pytest.param({}, "QS", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH", id="DP-16 the Q♠ must be led"),
        pytest.param(
            {"hearts_instead_of_queen": True},
            "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH",
            "",
            id="DP-16 unless the table lets a heart be led instead",
        ),
    ],
)
def test_a_hand_of_hearts_and_the_queen_before_hearts_are_broken(
    chosen: dict[str, Any], allowed: str, forbidden: str
) -> None:
    hand = "AC QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"
    found = lists(sit_down("hearts", "2C AC 3C 4C", hands={1: hand}, **chosen))
    assert (found["allowed"], found["forbidden"]) == (allowed, forbidden)


def test_no_claim_is_about_jokers_dp_2() -> None:
    (claim,) = last(sit_down("hearts", "2C X1 3C 4C 5C 6C X2 KH 2D", seats=6, deck="54")).claims
    assert {"X1", "X2"}.isdisjoint(codes(claim.holds_none_of).split())


def test_at_belmont_the_seats_between_dealer_and_leader_have_no_two_of_clubs_dp_11() -> None:
    arbiter = sit_down("hearts", "2C", seats=8, dealer=6, leader=1, deck="belmont")
    verdict = last(arbiter)
    assert short(verdict) == ("conditional", ("DP-11",))
    assert [(claim.seat, codes(claim.holds_none_of)) for claim in verdict.claims] == [(7, "2C"), (0, "2C")]
    for code in ("3C", "4C", "5C", "6C", "7C"):
        arbiter.play(code)
    assert "2C" in lists(arbiter)["exposing"].split()
    verdict = arbiter.play("2C")
    assert (verdict.seat, verdict.exposes, verdict.proofs) == (7, (0,), (CardProof(0, 6),))


def test_both_twins_may_be_played_and_a_third_may_not_t_1() -> None:
    arbiter = sit_down("hearts", "2C AC AC", seats=8, leader=0, dealer=7, deck="belmont")
    assert "AC" not in " ".join(lists(arbiter).values()).split()
    with pytest.raises(ImpossibleFactsError, match="card_played"):
        arbiter.play("AC")


def test_at_belmont_a_lead_needs_a_dealer() -> None:
    with pytest.raises(ImpossibleFactsError, match="no_dealer"):
        play.rules(HEARTS.read_options({"deck": "belmont"}, 8), Table(8, None), {})
    assert play.rules(HEARTS.read_options({"deck": "belmont"}, 6), Table(6, None), {}).hand_size == 13
