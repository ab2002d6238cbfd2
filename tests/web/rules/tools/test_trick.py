"""The tool that says who takes a trick by the rules of the game, with its article, and its errors."""

from __future__ import annotations

import pytest
from web.visitor import Visitor

FOLLOWED = "C’est la plus forte carte à {suit}, la couleur demandée. Article {article}"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        # DP-13: the highest of the suit led; a discard never wins.
        ("hearts/tools/trick?card=10D.JD.AS.KH", "V♦ prend le pli."),
        ("hearts/tools/trick?card=10D.JD.AS.KH", FOLLOWED.format(suit="carreau", article="DP-13")),
        ("hearts/tools/trick?card=10D.JD&leader=2", "Pour l’instant, le pli est à Joueur 4 : V♦."),
        # DP-2: a joker takes its trick, the first of two unless the house rule says the second.
        ("hearts/tools/trick?deck=54&card=5D.KD.X1.AD.2D.3D", "Le joker prend le pli. Le joker remporte le pli où il"),
        ("hearts/tools/trick?deck=54&card=5D.X1.X2.AD.2D.3D&leader=0", "Joueur 2 prend le pli : joker."),
        ("hearts/tools/trick?deck=54&joker_tie=second&card=5D.X1.X2.AD.2D.3D&leader=0", "Joueur 3 prend le pli"),
        # DP-2: the first card that is no joker sets the suit, but the joker led still takes the trick.
        ("hearts/tools/trick?deck=54&card=X2.5D.KD.AD.2D.3D&leader=5", "Joueur 6 prend le pli : joker."),
        # DP-13: at Belmont the later of two identical cards outranks the earlier.
        (
            "hearts/tools/trick?deck=belmont&teams=true&card=10S.QS.QS.2S.3S.4S&leader=0",
            "Joueur 3 prend le pli : D♠. De deux cartes identiques, la seconde passe devant la première. Article DP-13",
        ),
        # AP-11: the highest spade, else the highest of the suit led.
        ("spades/tools/trick?card=5H.KH.2S.9S&leader=2", "9♠. C’est le plus fort atout du pli."),
        ("spades/tools/trick?card=5H.KH.2S.9C&leader=2", "Joueur 1 prend le pli : 2♠. C’est le seul atout du pli."),
        ("piquet/tools/trick?card=7H.AS&leader=0", FOLLOWED.format(suit="cœur", article="PI-16")),
        # Pasted: signs, French letters, any separator.
        ("hearts/tools/trick?card=10♦, V♦ a♠;RH", "V♦ prend le pli."),
    ],
)
def test_the_card_that_takes_the_trick_is_shown_with_its_reason(stranger: Visitor, address: str, sentence: str) -> None:
    page = stranger.get(f"/rules/{address}")
    assert page.status == 200
    assert sentence in page.text


@pytest.mark.parametrize(
    ("address", "sentence", "kept"),
    [
        (
            "hearts/tools/trick?deck=belmont&teams=true&card=QS.QS.QS",
            "La carte D♠ est déjà jouée.",
            "Pour l’instant, le pli est à D♠",
        ),
        (
            "hearts/tools/trick?card=KC.zz.AC",
            "« zz » n’est pas une carte. Article T-1",
            "Pour l’instant, le pli est à R♣",
        ),
        ("hearts/tools/trick?card=2C.3C.4C.5C.6C", "Un pli compte 4 cartes, une par joueur", "5♣ prend le pli."),
    ],
)
def test_an_impossible_card_has_the_error_of_the_entry(
    stranger: Visitor, address: str, sentence: str, kept: str
) -> None:
    page = stranger.get(f"/rules/{address}")
    assert page.status == 200
    assert sentence in page.refusal()
    assert kept in page.text


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


@pytest.mark.parametrize(
    "address",
    [
        "trick?leader=4",
        "trick?seats=6",
        "Trick",
    ],
)
def test_an_invalid_query_string_is_a_404_with_the_search_box(stranger: Visitor, address: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/{address}")
    assert page.status == 404
    assert page.form("/rules").value("q") == ""
