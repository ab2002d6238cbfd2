"""A manche entered card by card, from the first lead to the sheet."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from web.playing import EIGHT, SIX, dealt, lead, play, plays, stored_cards, tap
from web.visitor import Visitor


def test_both_copies_of_a_belmont_card_are_keys_until_both_are_played_t_1(visitor: Visitor) -> None:
    deal = dealt(8, 1, seed=8, deck="belmont")
    table = visitor.set_table(*EIGHT, dealer=1, deck="belmont")
    lead(visitor, table, deal.leader, None)
    assert "2♣ ×2" in visitor.get(f"{table.partie}/cards").text
    play(visitor, table, ["2C"])
    assert "2♣ ×2" not in visitor.get(f"{table.partie}/cards").text
    play(visitor, table, ["2C"])
    answer = tap(visitor, table, "2C")
    assert (answer.status, "On a déjà joué le 2♣." in answer.refusal()) == (422, True)


def test_a_belmont_hand_laid_open_shows_each_copy_that_it_has_and_no_other_t_1(visitor: Visitor) -> None:
    """Thirteen cards with both 5♥ and one Q♠: on the next page, thirteen boxes are ticked."""
    table = visitor.set_table(*EIGHT, dealer=1, deck="belmont")
    lead(visitor, table, 2, None)
    hand = ["5H", "5H", "QS", *(f"{rank}D" for rank in range(2, 11)), "2C"]
    page = visitor.get(f"{table.partie}/cards?hand=4")
    assert visitor.send(page, "/hand", {"hand": hand}).status == 303
    page = visitor.get(f"{table.partie}/cards?hand=4")
    ticked = [given["value"] for _, given in page.tags if given.get("name") == "hand" and "checked" in given]
    assert sorted(ticked) == sorted(hand)
    refusal = visitor.send(page, "/hand", {"hand": hand[1:]})
    assert refusal.status == 422
    ticked = [given["value"] for _, given in refusal.tags if given.get("name") == "hand" and "checked" in given]
    assert sorted(ticked) == sorted(hand[1:])


def test_a_joker_is_a_star_on_its_key_and_on_the_table_hollow_for_the_little_one_dp_2(visitor: Visitor) -> None:
    table = visitor.set_table(*SIX, deck="54")
    lead(visitor, table, 0)
    page = visitor.get(f"{table.partie}/cards")
    assert (page.text.count("★"), page.text.count("☆")) == (1, 1)
    play(visitor, table, ["X1"])
    page = visitor.get(f"{table.partie}/cards")
    assert "grand joker ★" in page.text
    assert "X1" not in page.text
    assert visitor.replayed(table)[0].current.cards is not None
    play(visitor, table, ["3C", "4C", "5C", "6C"])
    assert "Pli 1 : à Luc" in visitor.get(f"{table.partie}/cards").text


def test_the_page_shows_the_turn_the_suit_to_follow_and_the_winner_of_a_trick_dp_13(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 2)
    page = visitor.get(f"{table.partie}/cards")
    for sentence in ("À Maxence de jouer", "Pli 1 · Trèfle demandé", "2 de trèfle 2♣ entame"):
        assert sentence in page.text, sentence
    play(visitor, table, ["AC", "KC", "3C"])
    page = visitor.get(f"{table.partie}/cards")
    for sentence in ("À Maxence de jouer", "Pli 1 : à Maxence", "as de trèfle A♣ prend le pli"):
        assert sentence in page.text, sentence
    play(visitor, table, ["4D", "5D", "QH", "6D"])
    assert "Anne 1♥" not in visitor.get(f"{table.partie}/cards").text
    assert "Zoé n’a plus de carreau" not in visitor.get(f"{table.partie}/cards").text


def test_a_conditional_card_shows_its_claim_t_3(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    assert "Luc n’a plus de trèfle" not in visitor.get(f"{table.partie}/cards").text
    play(visitor, table, ["KD"])
    text = visitor.get(f"{table.partie}/cards").text
    assert "Luc n’a plus de trèfle Article T-3" in text
    assert "Luc pas de trèfle Ouvrir" in text
    assert "Zoé rien de sûr Ouvrir" in text
    play(visitor, table, ["3C"])
    text = visitor.get(f"{table.partie}/cards").text
    assert "Luc n’a plus de trèfle" not in text
    assert "Luc pas de trèfle Ouvrir" in text


@pytest.mark.parametrize(("language", "letters"), [("fr", "RDV"), ("en", "KQJ")])
def test_a_card_shows_its_index_in_the_page_s_language_and_its_drawing_once(
    visitor: Visitor, language: str, letters: str
) -> None:
    """51 keys, and the 2♣ on the table: of each suit three have a figure, and ten the suit."""
    table = visitor.set_table()
    lead(visitor, table, 0)
    visitor.headers = {"Accept-Language": language}
    html = visitor.get(f"{table.partie}/cards").html
    indices = re.findall(r'<span class="index" translate="no">(\w+)<wbr>(.)</span>', html)
    assert sorted(indices) == sorted(
        (rank, suit) for rank in ("A", *letters, *map(str, range(2, 11))) for suit in "♠♥♦♣"
    )
    drawn = Counter(re.findall(r'<use href="#face-(\w)"/>', html))
    assert drawn == dict.fromkeys("KQJ", 4) | dict.fromkeys("SHDC", 10)
    assert sorted(re.findall(r'<symbol id="face-(\w)"', html)) == sorted("SHDCKQJX")


@pytest.mark.parametrize(
    ("sent", "symbols"),
    [({}, 8), ({"HX-Boosted": "true"}, 8), ({"HX-Boosted": "true", "Marque-Faces": "drawn"}, 0)],
    ids=["whole page", "first swap", "next card"],
)
def test_the_drawings_of_the_cards_are_sent_once_to_a_browser(
    visitor: Visitor, sent: dict[str, str], symbols: int
) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    visitor.headers |= sent | ({"HX-Request": "true"} if sent else {})
    assert visitor.get(f"{table.partie}/cards").html.count("<symbol ") == symbols
    assert "<symbol " not in visitor.get(table.partie).html


# Taking cards back


def test_the_partie_never_offers_to_undo_a_manche_while_it_would_take_a_card_back(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, {"H-0": "5", "H-1": "4", "H-2": "3", "H-3": "1", "QS": "2"})
    assert "Annuler la manche 1" in visitor.get(table.partie).text
    lead(visitor, table, 0)
    page = visitor.get(table.partie)
    assert "Annuler la manche 1" not in page.text
    assert "Annuler la dernière carte" in page.text
    visitor.send(page, "/abandon")
    page = visitor.get(table.partie)
    assert "Annuler l’abandon" in page.text
    visitor.send(page, "/undo")
    assert (plays(visitor, table), visitor.totals(table)) == (["2C"], [(5, 4, 16, 1)])


def test_the_cards_are_still_there_after_leaving_the_page(visitor: Visitor) -> None:
    """The page of the partie links to the cards, which are unchanged."""
    table = visitor.set_table()
    lead(visitor, table, 0)
    play(visitor, table, ["AC", "3C"])
    page = visitor.get(table.partie)
    assert "Continuer carte par carte" in page.text
    assert "3 cartes sont notées : reprendre carte par carte" in page.text
    assert ("a", f"{table.partie}/cards") in [(tag, given.get("href")) for tag, given in page.tags]
    assert "À Maxence de jouer" in visitor.get(f"{table.partie}/cards").text


def test_a_manche_can_be_entered_by_hand_after_its_cards_are_discarded(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0)
    assert visitor.press(f"{table.partie}/cards", "/away").location == f"{table.partie}?entry=open"
    assert stored_cards(visitor, table) is None
    assert "Continuer carte par carte" not in visitor.get(table.partie).text
    assert visitor.record(table, {"H-0": "5", "H-1": "4", "H-2": "3", "H-3": "1", "QS": "2"}).status == 303
