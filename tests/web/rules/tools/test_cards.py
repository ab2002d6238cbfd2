"""The tool that judges cards and says who takes the trick, from its query string."""

from __future__ import annotations

import pytest
from web.playing import lead, play_quickly
from web.visitor import Visitor

# Thirteen cards with one club, and thirteen without any.
ONE_CLUB = "3C.2D.3D.4D.5D.6D.7D.8D.9D.10D.JD.QD.KD"
NO_CLUB = "2D.3D.4D.5D.6D.7D.8D.9D.10D.JD.QD.KD.AD"
# The second player throws a diamond on a club; the fourth takes with the K♣, leads the 6♣, and the second follows.
REVOKED = "2C.5D.4C.KC.6C.7C"


@pytest.mark.parametrize(
    ("address", "heading", "sentence"),
    [
        # DP-12: follow suit, or have none of it.
        ("hearts/tools/cards?card=2C.KC", "Carte permise Article DP-12", ""),
        # AP-25: a joker led asks for spades, and the 2♦ may be one.
        ("spades/tools/cards?deck=jokers&card=X1.3D", "Carte permise sous condition", "Joueur 2 n’a plus de pique."),
        ("spades/tools/cards?deck=jokers_deuces&card=X1.2D", "Carte permise Article AP-10", ""),
        (
            f"spades/tools/cards?deck=jokers_deuces&card=AD.2D&hand={ONE_CLUB}",
            "Carte interdite",
            "fournir carreau, et le 2♦ est un pique",
        ),
        ("hearts/tools/cards?card=2C.5D", "Carte permise sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
        (f"hearts/tools/cards?card=2C.5D&hand={ONE_CLUB}", "Carte interdite", "il fallait fournir trèfle"),
        # The hand was laid open after its player had followed to the first trick; the fourth player took it.
        (f"hearts/tools/cards?card=2C.3C.4C.KC.6C.7C.5D&hand={NO_CLUB[:-3]}&seat=1", "Carte permise Article", "DP-12"),
        # DP-12 and T-4: the 8♣ proves the diamond on the first trick irregular.
        (f"hearts/tools/cards?card={REVOKED}.8C", "Joueur 2 avait du trèfle", "T-4"),
    ],
)  # fmt: skip
def test_the_verdict_has_the_sentences_of_the_arbiter(
    stranger: Visitor, address: str, heading: str, sentence: str
) -> None:
    page = stranger.get(f"/rules/{address}")
    assert page.status == 200
    assert heading in page.text
    assert sentence in page.text


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        # DP-13: the highest of the suit led; a discard never wins.
        (
            "hearts/tools/cards?card=10D.JD.AS.KH",
            "Joueur 2 prend le pli : V♦. C’est la plus forte carte à carreau, la couleur demandée. Article DP-13",
        ),
        ("hearts/tools/cards?card=10D.JD&leader=2", "Pour l’instant, le pli est à Joueur 4 : V♦."),
        # The second trick, led by the player who took the first one.
        ("hearts/tools/cards?card=10D.JD.AS.KH.2C.AC", "Pour l’instant, le pli est à Joueur 3 : A♣."),
        # DP-2: a joker takes its trick, the first of two unless the house rule says the second.
        ("hearts/tools/cards?deck=54&card=5D.KD.X1.AD.2D.3D", "joker. Le joker remporte le pli où il tombe."),
        (
            "hearts/tools/cards?deck=54&card=5D.X1.X2.AD.2D.3D",
            "De deux jokers, le premier posé l’emporte. Article DP-2",
        ),
        (
            "hearts/tools/cards?deck=54&joker_tie=second&card=5D.X1.X2",
            "Joueur 3 : petit joker. De deux jokers, le second",
        ),
        # DP-13: at Belmont the later of two identical cards outranks the earlier.
        (
            "hearts/tools/cards?deck=belmont&teams=true&seats=8&card=10S.QS.QS",
            "Joueur 3 : D♠. De deux cartes identiques, la seconde passe devant la première. Article DP-13",
        ),
        # AP-11: the highest spade, else the highest of the suit led.
        ("spades/tools/cards?card=5H.KH.2S.9S&leader=2", "9♠. C’est le plus fort atout du pli."),
        ("spades/tools/cards?card=5H.KH.2S.9C&leader=2", "Joueur 1 prend le pli : 2♠. C’est le seul atout du pli."),
        # AP-25: jokers and, by a house rule, the 2♦ are spades.
        ("spades/tools/cards?deck=jokers&card=5H.AS.X2.9S&leader=2", "joker. C’est le plus fort atout du pli."),
        ("spades/tools/cards?deck=jokers&card=X2.AS.X1.9S", "C’est la plus forte carte à pique, la couleur demandée."),
        ("spades/tools/cards?deck=jokers&card=2D.5D.3D.9H", "5♦. C’est la plus forte carte à carreau"),
        ("spades/tools/cards?deck=jokers_deuces&card=5D.AD.2D.KD", "2♦. C’est le seul atout du pli."),
        ("spades/tools/cards?deck=jokers_deuces&card=2D.AS.KS.2S", "Joueur 1 prend le pli : 2♦."),
        # AP-24: three players.
        ("spades/tools/cards?seats=3&alone=true&card=5D.AD.KD", "Joueur 2 prend le pli : A♦."),
        # Pasted: signs, French letters, any separator.
        ("hearts/tools/cards?card=10♦, V♦ a♠;RH", "V♦."),
    ],
)
def test_the_card_that_takes_a_later_trick_is_shown_with_its_reason(
    stranger: Visitor, address: str, sentence: str
) -> None:
    page = stranger.get(f"/rules/{address}&later=1")
    assert page.status == 200
    assert sentence in page.text
    # Without the earlier tricks nothing is judged.
    assert ("Carte" in page.text, "Relevé par l’arbitre" in page.text, "sous condition" in page.text) == (False,) * 3


@pytest.mark.parametrize(
    ("address", "sentence", "shown"),
    [
        ("card=2C.2C", "On a déjà joué le 2♣. Article T-1", "À Joueur 2 de jouer"),
        ("card=KC.zz.AC&later=1", "« zz » n’est pas une carte. Article T-1", "Pour l’instant, le pli est à Joueur 1"),
        (
            "card=2C.KC&seat=1&hand=3C.4C",
            "La main ouverte pour le joueur 2 compte 2 cartes, il en faut 13.",
            "Joueur 2",
        ),
        (f"card=2C.AC&seat=1&hand={NO_CLUB}", "A♣", "À Joueur 2 de jouer"),
    ],
)
def test_an_impossible_card_has_the_error_of_the_entry(
    stranger: Visitor, address: str, sentence: str, shown: str
) -> None:
    page = stranger.get(f"/rules/hearts/tools/cards?{address}")
    assert page.status == 200
    assert sentence in page.refusal()
    assert shown in page.text


def test_a_tap_adds_a_card_and_the_last_can_be_taken_back(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/cards?card=2C.KC&leader=2")
    assert "À Joueur 1 de jouer Pli 1 · Trèfle demandé" in page.text
    form = page.form("/tools/cards")
    assert dict(form.fields) == {"card": "2C.KC", "leader": "2"}
    assert ("card", "AC", "/rules/hearts/tools/cards") in form.buttons
    assert not [value for _, value, _ in form.buttons if value in {"2C", "KC"}]
    assert 'href="/rules/hearts/tools/cards?leader=2&amp;card=2C"' in page.html
    assert "À Joueur 2 de jouer" in stranger.get("/rules/hearts/tools/cards?card=2C.KC&leader=2&card=AC").text


def test_a_hand_laid_open_forbids_its_other_cards(stranger: Visitor) -> None:
    asked = stranger.get("/rules/hearts/tools/cards?card=2C&seat=1")
    assert "Les 13 cartes qui restent à Joueur 2" in asked.text
    page = stranger.get(f"/rules/hearts/tools/cards?card=2C&seat=1&hand={ONE_CLUB}")
    assert "roi de carreau, interdit" in [given.get("aria-label") for _, given in page.tags]
    assert "main ouverte : 3♣ R♦" in page.text


def test_a_hand_laid_open_in_a_later_trick_may_be_short(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/cards?card=KC.AC&later=1&seat=2&hand=3C.4C")
    assert page.status == 200
    assert 'id="refusal"' not in page.html
    assert "Pour l’instant, le pli est à Joueur 2 : A♣." in page.text


def test_the_dealer_is_required_where_two_cards_may_lead(stranger: Visitor) -> None:
    """DP-11: at eight there are two 2♣, and the first player after the dealer who has one leads it."""
    address = "/rules/hearts/tools/cards?deck=belmont&teams=true&seats=8"
    page = stranger.get(address)
    assert "Dites qui donne : l’entame en dépend. Article DP-11" in page.refusal()
    assert "Qui a donné ?" in page.text
    page = stranger.get(f"{address}&dealer=0&leader=1&card=2C")
    assert "Carte permise Article DP-11" in page.text
    # The third player leads it: then the second, who comes before, has none.
    page = stranger.get(f"{address}&dealer=0&leader=2&card=2C")
    assert "Permis si Joueur 2 n’a pas de 2♣." in page.text


def test_a_complete_manche_has_no_card_to_tap(stranger: Visitor) -> None:
    """PI-16: each of the twelve hearts and spades of elder falls on a club or a diamond."""
    ranks = ("A", "K", "Q", "J", "10", "9")
    played = ".".join(f"{rank}{one}.{rank}{other}" for one, other in ("SC", "HD") for rank in ranks)
    page = stranger.get(f"/rules/piquet/tools/cards?card={played}.7S")
    assert "La dernière carte est tombée : il n’y a plus rien à jouer." in page.refusal()
    assert not [form for form in page.forms if form.buttons and ("card", "7H", form.action) in form.buttons]


def test_in_a_partie_its_players_cards_and_house_rules_are_used(visitor: Visitor) -> None:
    table = visitor.set_table(queen_points=12)
    lead(visitor, table, 3)
    play_quickly(visitor, table, ["5D"])
    tool = f"{table.partie}/desk/tools/cards"
    assert f'href="{tool}?leader=3&amp;card=2C.5D"' in visitor.get(tool).html
    page = visitor.get(f"{tool}?leader=3&card=2C.5D.KC")
    assert "À Zoé de jouer" in page.text
    assert "Carte permise" in page.text
    shared = "/rules/hearts/tools/cards?queen_points=12&amp;leader=3&amp;card=2C.5D.KC"
    assert f'href="{shared}"' in page.html
    assert visitor.get(f"{table.partie}/cards").text.count("À Luc de jouer") == 1


def test_the_number_of_players_is_chosen_where_the_rules_suit_several(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/cards?seats=5&card=2H.3H.4H.5H&later=1")
    assert "Pour l’instant, le pli est à Joueur 4 : 5♥." in page.text
    assert ("seats", "5") in page.form("/tools/cards").fields
    # DP-8: the 2♦ and the 2♣ stay out at five.
    assert "Ce jeu n’a pas de 2♣." in stranger.get("/rules/hearts/tools/cards?seats=5&card=2C").refusal()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("trick?card=10D.JD&leader=2", "cards?card=10D.JD&leader=2&later=1"),
        ("trick?deck=54&card=5D&card=KD&seats=6", "cards?deck=54&card=5D.KD&seats=6&later=1"),
        ("card?fell=2C&card=5D&to=fell&dealer=3", "cards?card=2C.5D&dealer=3"),
        # The hand had the card in question.
        (f"card?fell=2C&card=5D&hand={ONE_CLUB}", f"cards?card=2C.5D&hand={ONE_CLUB}"),
    ],
)
def test_the_addresses_of_the_two_former_tools_redirect(stranger: Visitor, old: str, new: str) -> None:
    moved = stranger.get(f"/rules/hearts/tools/{old}")
    assert (moved.status, moved.location) == (302, f"/rules/hearts/tools/{new}")


@pytest.mark.parametrize("address", ["leader=4", "seat=4", "dealer=x", "seats=6"])
def test_an_invalid_query_string_is_a_404_with_the_search_box(stranger: Visitor, address: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/cards?{address}")
    assert page.status == 404
    assert page.form("/rules").value("q") == ""
