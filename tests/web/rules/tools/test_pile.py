"""The tool that counts a pile: the points of these cards, worked out by hand from the articles of the game."""

from __future__ import annotations

import re

import pytest
from web.visitor import Page, Visitor

HEARTS = ".".join(f"{rank}H" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))


def counted(page: Page) -> str:
    """Return the lines and their total as text."""
    assert page.status == 200
    found = re.search(r'<div class="lines">(.*?)</div></div>', page.html, re.DOTALL)
    assert found, page.text
    return Page(0, found[1]).text


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        # DP-17: a heart 1, the queen 13.
        ("hearts/tools/pile?card=QS.5H.6H.2C", "2 cœurs +2 Article DP-17 dame de pique +13 Article DP-17 En tout +15"),
        # DP-29: the queen worth nothing is not even a line.
        ("hearts/tools/pile?queen_points=0&card=QS.5H.6H.2C", "2 cœurs +2 Article DP-29 En tout +2"),
        # DP-3: with 36 cards the queen is worth 5 and the last trick 1.
        (
            "hearts/tools/pile?deck=36&card=6H.QS&last=1",
            "1 cœur +1 Article DP-3 dame de pique +5 Article DP-3 dernier pli +1 Article DP-3 En tout +7",
        ),
        # AP-13, AP-16, AP-17: five tricks beside the zero for a contract of 4, the zero failed, its trick a sac.
        (
            "spades/tools/pile?bid-0=4&bid-2=nil&tricks=6&nil-2=1",
            (
                "contrat de 4 fait +40 Article AP-13 1 sac +1 Article AP-13 zéro chuté −100 Article AP-16 "
                "1 sac du zéro chuté +1 Article AP-17 En tout −58"
            ),
        ),
        # PI-2: 11 + 10 + 10 + 10 + 10; PI-9, PI-10: 5 and 15 for five in a row; PI-11: 14 for four aces.
        (
            "piquet/tools/pile?card=AS.KS.QS.JS.10S.AH.AD.AC",
            (
                "point de 5, 51 +5 Article PI-9 quinte à l’as +15 Article PI-10 "
                "quatorze d’as +14 Article PI-11 En tout +34"
            ),
        ),
    ],
)
def test_a_pile_is_counted_line_by_line(stranger: Visitor, address: str, lines: str) -> None:
    assert counted(stranger.get(f"/rules/{address}")) == lines


@pytest.mark.parametrize(
    ("rules", "total", "sentence"),
    [
        # DP-21, DP-22: thirteen hearts and the queen are a volte, 26 to each of the others or 26 off.
        ("", "volte 0 Article DP-21 En tout 0", "Chacun des autres prend 26 points."),
        ("moon=choice&", "volte Article DP-22", "26 de moins pour lui, ou 26 à chacun des autres."),
        ("queen_points=0&", "volte 0 Article DP-29 En tout 0", "Chacun des autres prend 13 points."),
    ],
)
def test_all_counting_cards_are_a_volte(stranger: Visitor, rules: str, total: str, sentence: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/pile?{rules}card=QS.{HEARTS}")
    assert counted(page) == total
    assert sentence in page.text


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("hearts/tools/pile?deck=36&card=2H", "Ce jeu n’a pas de 2♥. Article T-1"),
        ("spades/tools/pile?bid-0=nil&bid-2=3&tricks=4", "Article AP-16"),
        ("spades/tools/pile?bid-0=4&bid-2=3&tricks=²", "« ² » n’est pas un nombre entier."),
    ],
)
def test_an_impossible_pile_has_the_error_of_the_entry(stranger: Visitor, address: str, sentence: str) -> None:
    page = stranger.get(f"/rules/{address}")
    assert page.status == 200
    assert sentence in page.refusal()


def test_a_hand_of_piquet_has_twelve_cards_pi_7(stranger: Visitor) -> None:
    cards = ".".join(f"{rank}{suit}" for suit in "SH" for rank in ("A", "K", "Q", "J", "10", "9", "8"))
    assert "Une main compte 12 cartes : en voici 14." in stranger.get(f"/rules/piquet/tools/pile?card={cards}").text


def test_what_was_tapped_stays_tapped(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/pile?deck=36&card=QS&card=6H&last=1")
    sent = page.form("/tools/pile").fields
    assert sorted(sent) == [("card", "6H"), ("card", "QS"), ("deck", "36"), ("last", "1")]
    double = stranger.get("/rules/hearts/tools/pile?deck=belmont&teams=true&card=QS.QS").form("/tools/pile").fields
    assert double.count(("card", "QS")) == 2
    bids = stranger.get("/rules/spades/tools/pile?bid-0=nil&bid-2=13").form("/tools/pile")
    assert (bids.value("bid-0"), bids.value("bid-2"), bids.value("nil-0")) == ("nil", "13", "")


def test_at_a_table_of_teams_each_of_them_is_counted(visitor: Visitor) -> None:
    """AP-16: the zero has the name of its player. AP-13: Luc's 4 and Maxence's 2 with seven tricks."""
    table = visitor.set_table(game="spades")
    page = visitor.get(f"{table.partie}/desk/tools/pile?team=1&bid-0=4&bid-2=nil&tricks=7")
    assert "combien de plis pour Maxence" in page.refusal()
    assert ("team", "1") in page.form("/tools/pile").fields
    page = visitor.get(f"{table.partie}/desk/tools/pile?team=1&bid-0=4&bid-2=2&tricks=7")
    assert counted(page) == "contrat de 6 fait +60 Article AP-13 1 sac +1 Article AP-13 En tout +61"
    assert visitor.get(f"{table.partie}/desk/tools/pile?team=2").status == 404


def test_a_pile_is_counted_under_the_rules_of_its_table(visitor: Visitor) -> None:
    table = visitor.set_table(jack_of_diamonds=-10)
    page = visitor.get(f"{table.partie}/desk/tools/pile?card=JD")
    assert counted(page) == "valet de carreau −10 Article DP-19 En tout −10"
