"""The pages of Petite Belote card by card: the keys, claims, irregular cards, and the end.

Anne sits South, then Luc, Zoé and Maxence: the teams are Anne & Zoé and Luc & Maxence. No page runs a script here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.playing import play, plays, tap

from fourth_game.visits import refused, seated, takes

if TYPE_CHECKING:
    from web.visitor import Table, Visitor

pytestmark = pytest.mark.sweep("repeats with a fourth game what the tests of the three others check")

# Maxence deals: Anne leads. Luc takes at hearts.
#
# Anne 7♣ 9♣ 10♣ A♣ 7♦ 7♠ 8♠ R♥ · Luc D♦ R♦ A♦ R♠ A♠ 7♥ 8♥ 9♥
# Zoé 8♦ 9♦ 10♦ V♦ 9♠ 10♠ V♥ D♥ · Maxence 8♣ V♣ D♣ R♣ V♠ D♠ 10♥ A♥
ZOE = ["8D", "9D", "10D", "JD", "9S", "10S", "JH", "QH"]
FIRST = ["7C", "9H", "QH", "8C"]  # Luc: 14 + 3. Zoé had the jack.
SECOND = ["AD", "8D", "JS", "7D"]  # Luc: 11 + 2. His partner was winning: Maxence need not trump.
THIRD = ["KD", "10D", "10H", "KH"]  # Maxence: 4 + 10 + 10 + 4. Anne had no higher trump.
FOURTH = ["AH", "7S", "7H", "JH"]  # Zoé: 11 + 20.
FIFTH = ["10S", "QS", "8S", "AS"]  # Luc: 10 + 3 + 11.
SIXTH = ["KS", "9S", "KC", "9C"]  # Luc: 4 + 4.
SEVENTH = ["QD", "JD", "QC", "10C"]  # Luc: 3 + 2 + 3 + 10.
EIGHTH = ["8H", "9D", "JC", "AC"]  # Luc: 2 + 11, and the last trick.


def dealt(visitor: Visitor) -> Table:
    """Luc takes at hearts, Anne leads, and Zoé's hand is open."""
    table = seated(visitor, dealer=3)
    takes(visitor, table, 1)
    page = visitor.get(f"{table.partie}/cards?hand=2")
    assert visitor.send(page, "/hand", {"hand": ZOE}).location == f"{table.partie}/cards"
    return table


def test_the_keys_of_the_trumps_are_in_their_own_order_be_4(visitor: Visitor) -> None:
    table = seated(visitor)
    takes(visitor, table, 1)
    page = visitor.get(f"{table.partie}/cards")
    keys = [given["value"] for _, given in page.tags if given.get("name") == "card"]
    assert [code for code in keys if code.endswith("H")] == ["JH", "9H", "AH", "10H", "KH", "QH", "8H", "7H"]
    assert [code for code in keys if code.endswith("S")] == ["AS", "10S", "KS", "QS", "JS", "9S", "8S", "7S"]
    assert "Luc prend à cœur" in page.text


def test_cards_need_a_trump_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    answer = visitor.get(f"{table.partie}/cards")
    assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")


def test_a_manche_with_an_irregular_card_is_played_and_recorded_t_5_t_7(visitor: Visitor) -> None:
    table = dealt(visitor)
    play(visitor, table, FIRST[:2])
    answer = tap(visitor, table, "QH")
    assert answer.location == f"{table.partie}/cards?card=QH"
    page = visitor.get(answer.location)
    for text in (
        "Zoé : il fallait fournir trèfle, sinon monter à l’atout",
        "pli 1, sur trèfle La main de Zoé, ouverte, contient V♥.",
        "Article BE-5 Article BE-7 Article T-5",
    ):
        assert text in page.text, text
    assert plays(visitor, table) == FIRST[:2]
    keep = next(form for form in page.forms if form.value("stand"))
    assert visitor.post(keep.action, keep.sent({})).status == 303
    play(visitor, table, [*FIRST[3:], *SECOND])
    text = visitor.get(f"{table.partie}/cards").text
    assert "Pli 2 : à Luc" in text
    assert "Anne 0 " in text
    assert "Maxence 30 " in text
    assert "Relevé par l’arbitre D♥ de Zoé au pli 1, interdit : il fallait fournir trèfle" in text
    play(visitor, table, [*THIRD, *FOURTH, *FIFTH, *SIXTH, *SEVENTH, *EIGHTH])
    page = visitor.get(f"{table.partie}/cards")
    assert "prise réussie ( Luc ) +131" in page.text
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [(31, 131)]


@pytest.mark.parametrize(
    ("codes", "claim"),
    [
        (["7C", "7D"], "Luc n’a plus de trèfle ni de cœur"),
        (["7C", "9H", "7H"], "Zoé n’a plus de trèfle, ni V♥"),
        (["KH", "7H"], "Luc n’a aucune de ces cartes : 9♥, 10♥, V♥ et A♥"),
        (["KH", "7C"], "Luc n’a plus de cœur"),
    ],
)
def test_the_claim_of_a_card_is_shown_by_suit_t_3(visitor: Visitor, codes: list[str], claim: str) -> None:
    table = seated(visitor, dealer=3)
    takes(visitor, table, 1)
    play(visitor, table, codes)
    assert f"{claim} Article T-3" in visitor.get(f"{table.partie}/cards").text


def test_a_manche_begun_card_by_card_is_finished_by_points_t_7(visitor: Visitor) -> None:
    table = dealt(visitor)
    play(visitor, table, ["7C", "9H", "JH", "8C"])
    form = visitor.get(f"{table.partie}?entry=open").form("/manches/new")
    assert (form.value("points-0"), form.value("points-1")) == ("34", "0")
    refused(visitor.record(table, {"points-0": "30", "points-1": "132"}), "Cartes jouées : elles disent autre chose")
    assert visitor.record(table, {"points-0": "92", "points-1": ""}).status == 303
    assert visitor.totals(table) == [(162, 0)]
