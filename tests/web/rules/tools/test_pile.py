"""The tool that counts a pile: the points of these cards, worked out by hand from the articles of the game."""

from __future__ import annotations

import re

from web.visitor import Page, Visitor


def counted(page: Page) -> str:
    """Return the lines and their total as text."""
    assert page.status == 200
    found = re.search(r'<div class="lines">(.*?)</div></div>', page.html, re.DOTALL)
    assert found, page.text
    return Page(0, found[1]).text


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
