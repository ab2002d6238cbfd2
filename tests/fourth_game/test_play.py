"""The rules of play of Petite Belote in single tricks, hearts being trumps: legal cards, and claims of a play."""

from __future__ import annotations

from typing import Any

import pytest
from support.table import last, lists, short, sit_down

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import CardProof
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.shape import ImpossibleFactsError

HEARTS = {"trump": "H", "taker": 0}
PLAIN = "7S 8S 9S QD KD AD"  # neither a club nor a trump


def table(plays: str, *, hands: dict[int, str] | None = None, **options: Any) -> Arbiter:  # noqa: ANN401 - house rules
    return sit_down("petite_belote", plays, hands=hands, context=HEARTS, **options)


def allowed(plays: str, hand: str, **options: Any) -> set[str]:  # noqa: ANN401 - house rules
    """Return the cards that the next player may play from this open hand of eight; the others are forbidden."""
    seat = len(plays.split())
    found = lists(table(plays, hands={seat: hand}, **options))
    assert {*found["allowed"].split(), *found["forbidden"].split()} == {*hand.split()}
    assert not found["conditional"]
    return {*found["allowed"].split()}


@pytest.mark.parametrize(
    ("plays", "hand", "expected"),
    [
        pytest.param("", f"JH 7C {PLAIN}", f"JH 7C {PLAIN}", id="BE-5: any card is led"),
        pytest.param("7C", f"JH AC {PLAIN}", "AC", id="BE-5: follow"),
        pytest.param("7C", f"QH 7H {PLAIN}", "QH 7H", id="BE-6: trump, with any"),
        pytest.param("7C", f"10S JS {PLAIN}", f"10S JS {PLAIN}", id="BE-6: neither the suit nor a trump"),
        pytest.param("AC 7C", f"QH 7H {PLAIN}", f"QH 7H {PLAIN}", id="BE-6: the partner is winning"),
        pytest.param("KC 10C", f"QH 7H {PLAIN}", "QH 7H", id="BE-4, BE-6: the ten beats the partner's king"),
        pytest.param("7C 9H", f"JH QH {PLAIN}", "JH", id="BE-7: overtrump"),
        pytest.param("7C AH", f"9H 10H {PLAIN}", "9H", id="BE-4, BE-7: the nine beats the ace"),
        pytest.param("7C 9H 8C", f"JH QH {PLAIN}", f"JH {PLAIN}", id="BE-6, BE-7: over the partner, or a discard"),
        pytest.param("KH", f"AH QH {PLAIN}", "AH", id="BE-7: beat the trump led"),
    ],
)
def test_legal_cards_of_an_open_hand(plays: str, hand: str, expected: str) -> None:
    assert allowed(plays, hand) == {*expected.split()}


@pytest.mark.parametrize(
    ("undertrump", "expected"), [("forced", "QH 7H"), ("free", f"QH 7H {PLAIN}")], ids=["BE-8: forced", "BE-8: free"]
)
def test_a_player_who_cannot_overtrump_undertrumps_unless_the_house_rule_frees_it_be_8(
    undertrump: str, expected: str
) -> None:
    assert allowed("7C 9H", f"QH 7H {PLAIN}", undertrump=undertrump) == {*expected.split()}


@pytest.mark.parametrize(("plays", "hand"), [("7C", f"QH 7H {PLAIN}"), ("7C 9H", f"JH QH {PLAIN}")])
def test_with_free_undertrumping_players_still_trump_and_overtrump_be_8(plays: str, hand: str) -> None:
    assert allowed(plays, hand, undertrump="free") == allowed(plays, hand)


CLUBS = "8C 9C 10C JC QC KC AC"


@pytest.mark.parametrize(
    ("plays", "articles", "claimed"),
    [
        pytest.param("7C 7H", ("BE-5",), CLUBS, id="BE-5: a trump: no club"),
        pytest.param("7C 7D", ("BE-5", "BE-6"), f"{CLUBS} 7H 8H 9H 10H JH QH KH AH", id="BE-6: no club, no trump"),
        pytest.param("7C 9H 7H", ("BE-5", "BE-7"), f"{CLUBS} JH", id="BE-7: no club, and not the jack"),
        pytest.param("7C AH QH", ("BE-5", "BE-7"), f"{CLUBS} JH 9H", id="BE-7: no club, no higher trump"),
        pytest.param("7C 9H 7D", ("BE-5", "BE-8"), f"{CLUBS} 7H 8H 10H JH QH KH AH", id="BE-8: no club, no trump"),
        pytest.param("AC 7C 7D", ("BE-5", "BE-6"), "8C 9C 10C JC QC KC", id="BE-6: the partner wins: no club"),
        pytest.param("KH 7H", ("BE-7",), "10H AH 9H JH", id="BE-7: no higher trump"),
        pytest.param("KH 7D", ("BE-5",), "7H 8H QH 10H AH 9H JH", id="BE-5: no trump"),
    ],
)
def test_the_claim_of_a_play_from_a_hidden_hand(plays: str, articles: tuple[str, ...], claimed: str) -> None:
    verdict = last(table(plays))
    assert short(verdict) == ("conditional", articles)
    (claim,) = verdict.claims
    assert claim.seat == verdict.seat
    assert {card.code for card in claim.holds_none_of} == {*claimed.split()}


def test_a_discard_with_free_undertrumping_does_not_exclude_low_trumps_be_8() -> None:
    (claim,) = last(table("7C 9H 7D", undertrump="free")).claims
    assert {card.code for card in claim.holds_none_of} == {*CLUBS.split(), "JH"}


@pytest.mark.parametrize(
    ("plays", "broken"),
    [
        pytest.param("7C 9H 7H 8C  7D JH", 2, id="BE-7: the jack shown after undertrumping"),
        pytest.param("7C 9H 7D 8C  7S 7H", 2, id="BE-6: a trump shown after a discard"),
        pytest.param("7C 9H 7H 8C  7D KC", 2, id="BE-5: a club shown after undertrumping"),
        pytest.param("KH AH 7H 7S  9H 8D QH", 3, id="BE-5: a trump shown after none"),
    ],
)
def test_a_claim_of_two_suits_is_exposed_by_a_card_of_either_t_4(plays: str, broken: int) -> None:
    verdict = last(table(plays))
    assert (verdict.seat, verdict.exposes) == (broken, (broken,))
    assert verdict.proofs == (CardProof(broken, len(plays.split()) - 1),)


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("H", "KC 10C QC JC", 1),
        ("H", "KC 10C AC JC", 2),
        ("H", "KC AC 7H 8H", 3),
        ("H", "AH 9H JH 10H", 2),
        ("C", "AC 9C 10C KC", 1),
        ("C", "KH 10H AH 7C", 3),
        ("S", "7D AC AH 8D", 3),
    ],
)
def test_the_winner_of_a_trick_be_9(trump: str, trick: str, winner: int) -> None:
    rules = sit_down("petite_belote", context={"trump": trump}).rules
    assert rules.winner([Card(code) for code in trick.split()]) == winner


def test_trumps_have_their_own_order_be_4() -> None:
    rules = sit_down("petite_belote", context={"trump": "D"}).rules
    for letter, order in (("D", "7 8 Q K 10 A 9 J"), ("S", "7 8 9 J Q K 10 A")):
        cards = [Card(rank + letter) for rank in order.split()]
        assert sorted(cards, key=rules.strength) == cards


def test_the_rules_of_play_need_a_trump_be_3() -> None:
    with pytest.raises(ImpossibleFactsError, match=r"no_trump in trump \(BE-3\)"):
        sit_down("petite_belote", "7C", context={"taker": 1})
