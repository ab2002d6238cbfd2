from __future__ import annotations

from collections import Counter

import pytest

from scorekeeper.cards import decks
from scorekeeper.cards.cards import Card, Rank, Suit, UnknownCardError

RANKS_UPWARDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_ranks_go_from_the_two_up_to_the_ace_as_dp_7_orders_them() -> None:
    assert [rank.code for rank in sorted(Rank)] == RANKS_UPWARDS


def test_the_four_suits_are_written_by_their_letters() -> None:
    assert {suit.value for suit in Suit} == {"C", "D", "S", "H"}


@pytest.mark.parametrize(
    ("code", "rank", "suit"),
    [
        ("QS", Rank.QUEEN, Suit.SPADES),
        ("10H", Rank.TEN, Suit.HEARTS),
        ("7C", Rank.SEVEN, Suit.CLUBS),
        ("JD", Rank.JACK, Suit.DIAMONDS),
        ("2C", Rank.TWO, Suit.CLUBS),
        ("AS", Rank.ACE, Suit.SPADES),
        ("KH", Rank.KING, Suit.HEARTS),
    ],
)
def test_a_code_names_a_rank_then_a_suit(code: str, rank: Rank, suit: Suit) -> None:
    card = Card(code)
    assert (card.rank, card.suit, card.is_joker) == (rank, suit, False)
    assert Card.of(rank, suit) == card
    assert str(card) == code


@pytest.mark.parametrize("code", ["X1", "X2"])
def test_a_joker_has_neither_rank_nor_suit(code: str) -> None:
    card = Card(code)
    assert (card.rank, card.suit, card.is_joker, str(card)) == (None, None, True, code)


NO_CARDS = [
    "",
    "Q",
    "S",
    "QX",
    "1H",
    "11H",
    "0S",
    "TH",
    "qs",
    "Qs",
    "SQ",
    "X",
    "X0",
    "X3",
    "QS ",
    " QS",
    "QSS",
    "Q♠",
    "10",
]


@pytest.mark.parametrize("code", NO_CARDS)
def test_an_unknown_code_is_refused(code: str) -> None:
    with pytest.raises(UnknownCardError) as refusal:
        Card(code)
    assert str(refusal.value) == code


def test_every_card_of_a_full_deck_is_read_back_from_its_code() -> None:
    assert [Card(str(card)) for card in decks.FULL] == list(decks.FULL)


def test_two_identical_cards_of_a_double_deck_are_equal() -> None:
    assert Counter([Card("QS"), Card("QS")]) == {Card("QS"): 2}


def test_a_full_deck_has_thirteen_cards_of_each_suit() -> None:
    assert len(set(decks.FULL)) == 52
    assert Counter(card.suit for card in decks.FULL) == dict.fromkeys(Suit, 13)


def test_a_jass_deck_has_nine_cards_of_each_suit_from_the_six_up() -> None:
    assert len(set(decks.JASS)) == 36
    assert Counter(card.suit for card in decks.JASS) == dict.fromkeys(Suit, 9)
    assert {card.rank.code for card in decks.JASS if card.rank} == set(RANKS_UPWARDS[4:])


def test_there_are_two_jokers() -> None:
    assert [str(card) for card in decks.JOKERS] == ["X1", "X2"]


def test_half_a_deck_of_chosen_suits_has_only_those_suits() -> None:
    half = decks.cards_from(Rank.TWO, (Suit.SPADES, Suit.HEARTS))
    assert Counter(card.suit for card in half) == {Suit.SPADES: 13, Suit.HEARTS: 13}


def test_without_removes_every_copy_of_a_card_and_nothing_else() -> None:
    double = decks.FULL + decks.FULL
    left = decks.remove_cards(double, "2D", "2C")
    assert Counter(double) - Counter(left) == {Card("2D"): 2, Card("2C"): 2}
    assert len(left) == 100
