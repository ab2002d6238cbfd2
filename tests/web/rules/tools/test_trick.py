"""The tool that says who takes a trick by the rules of the game, with its article, and its errors."""

from __future__ import annotations

from web.visitor import Visitor


def test_a_tap_adds_a_card_and_the_last_can_be_taken_back(stranger: Visitor) -> None:
    page = stranger.get("/rules/spades/tools/trick?card=5H.KH&leader=2")
    form = page.form("/rules/spades/tools/trick")
    assert form.fields == [("card", "5H.KH"), ("leader", "2")]
    assert ("card", "2S", "/rules/spades/tools/trick") in form.buttons
    assert not [value for _, value, _ in form.buttons if value in {"5H", "KH"}]
    assert 'href="/rules/spades/tools/trick?card=5H&amp;leader=2"' in page.html
    tapped = stranger.get("/rules/spades/tools/trick?card=5H.KH&leader=2&card=2S")
    assert "Pour l’instant, le pli est à Joueur 1 : 2♠." in tapped.text


def test_in_a_partie_its_players_are_named_and_its_house_rules_apply(visitor: Visitor) -> None:
    names = ("Anne", "Luc", "Zoé", "Max", "Inès", "Paul")
    table = visitor.set_table(*names, deck="54", joker_tie="second")
    page = visitor.get(f"{table.partie}/desk/tools/trick?card=5D.X1.X2.AD.2D.3D&leader=4")
    # Inès leads, Paul and Anne lay the jokers.
    assert "Anne prend le pli : joker. De deux jokers, le second l’emporte. Article DP-2" in page.text
    shared = "/rules/hearts/tools/trick?deck=54&amp;joker_tie=second&amp;card=5D.X1.X2.AD.2D.3D&amp;leader=4"
    assert f'href="{shared}"' in page.html


def test_the_number_of_players_is_chosen_where_the_rules_suit_several(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/trick?seats=5&card=2H.3H.4H.5H")
    assert "Pour l’instant, le pli est à 5♥." in page.text
    assert ("seats", "5") in page.form("/tools/trick").fields
    # DP-8: the 2♦ and the 2♣ stay out at five, the 2♦ alone at three.
    assert "Ce jeu n’a pas de 2♣." in stranger.get("/rules/hearts/tools/trick?seats=5&card=2C").refusal()
    assert stranger.get("/rules/hearts/tools/trick?seats=3&card=2C.KC.AC").status == 200
