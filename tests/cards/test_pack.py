from __future__ import annotations

import pytest

from scorekeeper.cards.cards import Card, Rank, Suit
from scorekeeper.cards.decks import FULL, JASS, JOKERS, cards_from
from scorekeeper.cards.pack import Pack, pack_of

BELMONT = FULL + cards_from(Rank.TWO, (Suit.SPADES, Suit.HEARTS))
DECKS = {"36": JASS, "52": FULL, "54": FULL + JOKERS, "78": BELMONT, "104": FULL + FULL}
every_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@every_deck
def test_every_card_and_every_twin_has_its_own_bit(deck: tuple[Card, ...]) -> None:
    pack = Pack(deck)
    assert pack.size == pack.all.bit_count() == len(deck)
    assert all(pack.copies(card).bit_count() == deck.count(card) for card in deck)
    assert sum(pack.copies(card) for card in set(deck)) == pack.all


@every_deck
def test_the_cards_of_a_set_are_listed_once_in_the_order_of_the_deck(deck: tuple[Card, ...]) -> None:
    pack = Pack(deck)
    assert pack.cards(pack.all) == tuple(dict.fromkeys(deck))
    assert pack.cards(0) == ()
    for card in set(deck):
        copies = pack.copies(card)
        assert pack.cards(copies) == (card,)
        assert pack.card(copies & -copies) == pack.card(1 << copies.bit_length() - 1) == card
        assert pack.without_twins(copies) == copies & -copies


@every_deck
def test_the_suits_and_the_jokers_add_up_to_the_pack(deck: tuple[Card, ...]) -> None:
    pack = Pack(deck)
    assert sum(pack.suits.values()) + pack.jokers == pack.all
    assert {card.suit for card in pack.cards(pack.suits[Suit.CLUBS])} == {Suit.CLUBS}


def test_a_card_that_is_not_in_the_deck_has_no_copies() -> None:
    assert Pack(JASS).copies(Card("2C")) == 0


def test_the_pack_of_a_deck_is_cached() -> None:
    assert pack_of(FULL) is pack_of(tuple(FULL))
