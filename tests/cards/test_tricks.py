from __future__ import annotations

import pytest
from support.deals import cards

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.tricks import led_suit, winner


@pytest.mark.parametrize(
    ("trick", "taken_by"),
    [
        pytest.param("2C KC 9C AC", 3, id="DP-13 the ace, played last, takes the trick"),
        pytest.param("AC KC 9C 2C", 0, id="DP-13 the leader keeps it with the highest card"),
        pytest.param("9C 10C 8C 7C", 1, id="DP-13 the ten is above the nine"),
        pytest.param("10D JD QD 2D", 2, id="DP-13 the queen is above the jack and the ten"),
        pytest.param("3D AS AH KC", 0, id="DP-13 discards never win, however high"),
        pytest.param("5S AH QS AD", 2, id="DP-13 the highest of the led suit, whatever was discarded"),
        pytest.param("2H", 0, id="DP-13 a lone card wins"),
        pytest.param("2C 3C 4C", 2, id="DP-8 a table of three"),
        pytest.param("6C 3C 2C 5C 4C", 0, id="DP-8 a table of five"),
        pytest.param("KS AS QS AS 2S 3S", 3, id="DP-13 Belmont: the second of two aces"),
        pytest.param("AS AS 2S 3S 4S 5S", 1, id="DP-13 Belmont: the second ace beats the one led"),
        pytest.param("9H 9H QS QS 8H 2H", 1, id="DP-13 Belmont: the second of two nines, not of two discards"),
        pytest.param("9H 9H AH 2H 3H 4H 5H 6H", 2, id="DP-13 Belmont: a higher card beats both twins"),
    ],
)
def test_the_highest_card_of_the_led_suit_takes_the_trick(trick: str, taken_by: int) -> None:
    assert winner(cards(trick)) == taken_by
    assert winner(cards(trick), last_joker_wins=True) == taken_by


@pytest.mark.parametrize(
    ("trick", "first_wins", "second_wins"),
    [
        pytest.param("AC X1 KC QC 2C 3C", 1, 1, id="DP-2 a joker takes the trick outright"),
        pytest.param("X2 AC KC QC 2C 3C", 0, 0, id="DP-2 a joker led takes the trick"),
        pytest.param("2C 3C 4C 5C 6C X2", 5, 5, id="DP-2 a joker played last takes the trick"),
        pytest.param("AC X2 KC X1 2C 3C", 1, 3, id="DP-2 two jokers: the order of play decides, not their number"),
        pytest.param("X1 X2 AC KC QC 2C", 0, 1, id="DP-2 two jokers before any other card"),
        pytest.param("X1 AC KC QC 2C X2", 0, 5, id="DP-2 one joker led and the other last"),
    ],
)
def test_a_joker_takes_its_trick_and_the_option_settles_two_of_them(
    trick: str, first_wins: int, second_wins: int
) -> None:
    assert winner(cards(trick)) == first_wins
    assert winner(cards(trick), last_joker_wins=True) == second_wins


@pytest.mark.parametrize(
    ("trick", "suit"),
    [
        pytest.param("2C KH", Suit.CLUBS, id="DP-12 the first card sets the suit"),
        pytest.param("X1 7D 8H", Suit.DIAMONDS, id="DP-2 a joker led leaves the suit to the next card"),
        pytest.param("X1 X2 8H", Suit.HEARTS, id="DP-2 two jokers leave it to the third card"),
        pytest.param("8S X1", Suit.SPADES, id="DP-2 a joker played later changes no suit"),
        pytest.param("X2", None, id="DP-2 a lone joker leaves the suit open"),
        pytest.param("X1 X2", None, id="DP-2 two lone jokers leave the suit open"),
        pytest.param("", None, id="DP-12 before the lead there is no suit to follow"),
    ],
)
def test_the_suit_to_follow_is_that_of_the_first_card_which_is_no_joker(trick: str, suit: Suit | None) -> None:
    assert led_suit(cards(trick)) is suit
