"""The tool that says whether a card may be played, from its query string."""

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
        ("hearts/tools/card?fell=2C&card=KC", "Carte permise Article DP-12", ""),
        ("hearts/tools/card?fell=2C&card=5D", "Carte permise sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
        (f"hearts/tools/card?fell=2C&hand={ONE_CLUB}&card=5D", "Carte interdite", "il fallait fournir trèfle"),
        (f"hearts/tools/card?fell=2C&hand={NO_CLUB}&card=5D", "Carte permise Article DP-12", ""),
        # DP-11: the 2♣ leads.
        ("hearts/tools/card?card=3C", "Carte interdite", "DP-11"),
        # DP-15: hearts are closed until one is played; leading one claims that the hand has nothing else.
        ("hearts/tools/card?fell=2C.3C.4C.5C&card=5H", "Carte permise sous condition", "n’a plus que du cœur"),
        # DP-12 and T-4: the 8♣ proves the diamond on the first trick irregular.
        (f"hearts/tools/card?fell={REVOKED}&card=8C", "Joueur 2 avait du trèfle", "T-4"),
        # AP-9: no ruff on the first trick by house rule, unless the hand has only spades.
        ("spades/tools/card?fell=2C&card=2S", "Carte permise sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
        ("spades/tools/card?first_trick_spades=none&fell=2C&card=2S", "sous condition", "n’a plus que du pique"),
        # PI-16: follow suit.
        ("piquet/tools/card?fell=7C&card=AS", "sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
    ],
)  # fmt: skip
def test_the_verdict_has_the_sentences_of_the_arbiter(
    stranger: Visitor, address: str, heading: str, sentence: str
) -> None:
    page = stranger.get(f"/rules/{address}")
    assert page.status == 200
    assert heading in page.text
    assert sentence in page.text


def test_the_trick_on_the_table_and_who_is_to_play_are_shown(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2")
    assert "À Joueur 1 de jouer Pli 1 · Trèfle demandé" in page.text
    form = page.form("/tools/card")
    assert dict(form.fields) == {"fell": "2C.KC", "leader": "2"}
    assert ("card", "AC", "/rules/hearts/tools/card") in form.buttons
    earlier = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell")
    assert ("fell", "AC", "/rules/hearts/tools/card") in earlier.form("/tools/card").buttons
    assert "À Joueur 2 de jouer" in stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell&fell=AC").text


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("fell=2C.2C", "La carte 2♣ est déjà jouée. Article T-1"),
        ("to=hand&hand=AS.9999&card=2C", "« 9999 » n’est pas une carte. Article T-1"),
        ("fell=2C&hand=3C.4C&card=3C", "La main ouverte pour le joueur 2 compte 2 cartes, il en faut 13."),
    ],
)
def test_an_impossible_card_has_the_error_of_the_entry(stranger: Visitor, address: str, sentence: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/card?{address}")
    assert page.status == 200
    assert sentence in page.refusal()


def test_the_dealer_is_required_where_two_cards_may_lead(stranger: Visitor) -> None:
    """DP-11: at eight there are two 2♣, and the first player after the dealer who has one leads it."""
    address = "/rules/hearts/tools/card?deck=belmont&teams=true&seats=8"
    page = stranger.get(address)
    assert "Dites qui donne : l’entame en dépend. Article DP-11" in page.refusal()
    assert "Qui a donné ?" in page.text
    page = stranger.get(f"{address}&dealer=0&leader=1&card=2C")
    assert "Carte permise Article DP-11" in page.text
    # The third player leads it: then the second, who comes before, has none.
    page = stranger.get(f"{address}&dealer=0&leader=2&card=2C")
    assert "Permis si Joueur 2 n’a pas de 2♣." in page.text


def test_a_complete_manche_has_no_card_to_judge(stranger: Visitor) -> None:
    """PI-16: each of the twelve hearts and spades of elder falls on a club or a diamond."""
    ranks = ("A", "K", "Q", "J", "10", "9")
    played = ".".join(f"{rank}{one}.{rank}{other}" for one, other in ("SC", "HD") for rank in ranks)
    page = stranger.get(f"/rules/piquet/tools/card?fell={played}&card=7S")
    assert "La dernière carte est tombée : il n’y a plus rien à jouer." in page.refusal()
    assert not [form for form in page.forms if form.buttons and form.action.endswith("/card")]


def test_the_current_manche_of_a_partie_is_linked(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 3)
    play_quickly(visitor, table, ["5D"])
    page = visitor.get(f"{table.partie}/desk/tools/card")
    address = f"{table.partie}/desk/tools/card?leader=3&amp;fell=2C.5D"
    assert f'href="{address}"' in page.html
    page = visitor.get(address.replace("&amp;", "&") + "&card=KC")
    assert "À Luc de jouer" in page.text
    assert "Carte permise" in page.text
    assert visitor.get(f"{table.partie}/cards").text.count("À Luc de jouer") == 1


@pytest.mark.parametrize("address", ["leader=9", "to=elsewhere", "dealer=x", "seats=9"])
def test_an_invalid_query_string_is_a_404(stranger: Visitor, address: str) -> None:
    assert stranger.get(f"/rules/hearts/tools/card?{address}").status == 404
