"""The page shows what each player does in the next deal (DP-10, AP-2)."""

from __future__ import annotations

import pytest
from web.visitor import FOUR, Visitor

# Anne, Luc, Zoé, Max sit clockwise: the next one is on the left (DP-9).
PASSES = [
    ["Trois cartes à gauche", "Anne passe à Luc", "Luc passe à Zoé", "Zoé passe à Max", "Max passe à Anne"],
    ["Trois cartes à droite", "Anne passe à Max", "Luc passe à Anne", "Zoé passe à Luc", "Max passe à Zoé"],
    ["Trois cartes en face", "Anne passe à Zoé", "Luc passe à Max", "Zoé passe à Anne", "Max passe à Luc"],
    ["Pas d’échange : chacun garde ses cartes."],
]


@pytest.mark.parametrize("played", range(4))
def test_dp_10_the_pass_of_the_next_manche_is_shown_for_each_player(visitor: Visitor, played: int) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Max")
    for _ in range(played):
        visitor.record(table)
    shown = " ".join(visitor.get(table.partie).text.replace("→", "").replace("\u00a0", " ").split())
    assert [line for line in PASSES[played] if line not in shown] == []


def test_dp_27_the_pass_of_this_table_is_shown_with_its_article(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Max", **{"pass": "left_right", "pass_cards": 2})
    for line in ("Deux cartes à gauche", "Deux cartes à droite", "Deux cartes à gauche"):
        page = visitor.get(table.partie)
        assert line in page.text
        assert 'href="/rules/DP-27' in page.html or "/articles/DP-27" in page.html
        visitor.record(table)
    none = visitor.set_table("Anne", "Luc", "Zoé", "Max", **{"pass": "none"})
    assert "Pas d’échange" in visitor.get(none.partie).text


def test_ap_2_the_deal_of_atout_pique_goes_round_and_the_dealers_left_bids_first(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Max", game="spades")
    dealer = visitor.get(table.partie).text
    assert sum(f"À {name} de donner" in dealer for name in ("Anne", "Luc", "Zoé", "Max")) == 1
    left = {"Anne": "Luc", "Luc": "Zoé", "Zoé": "Max", "Max": "Anne"}
    (giver,) = [name for name in left if f"À {name} de donner" in dealer]
    assert f"À {left[giver]} d’annoncer" in dealer


def test_the_page_says_that_the_first_dealer_was_drawn_until_another_is_named_or_a_manche_recorded(
    visitor: Visitor,
) -> None:
    assert "au sort" not in visitor.get(visitor.set_table().partie).text
    table = visitor.set_table(dealer=None)
    shown = visitor.get(table.partie).text
    drawn = next(seat for seat, name in enumerate(FOUR) if f"À {name} de donner" in shown)
    for dealer, said in ((1 - min(drawn, 1), False), (drawn, True)):
        visitor.press(f"{table.partie}/dealer", "/dealer", {"dealer": str(dealer)})
        assert ("de donner (tirage au sort)" in visitor.get(table.partie).text) is said
    visitor.record(table)
    assert "au sort" not in visitor.get(table.partie).text
