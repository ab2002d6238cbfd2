"""May this card be played: the arbiter's verdict in the arbiter's words, from an address alone."""

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
    ("asked", "heading", "sentence"),
    [
        # DP-12: follow suit, or hold none of it.
        ("hearts/tools/card?fell=2C&card=KC", "Carte permise Article DP-12", ""),
        ("hearts/tools/card?fell=2C&card=5D", "Carte permise sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
        (f"hearts/tools/card?fell=2C&hand={ONE_CLUB}&card=5D", "Carte interdite", "il fallait fournir trèfle"),
        (f"hearts/tools/card?fell=2C&hand={NO_CLUB}&card=5D", "Carte permise Article DP-12", ""),
        # DP-11: the 2♣ leads.
        ("hearts/tools/card?card=3C", "Carte interdite", "DP-11"),
        # DP-15: hearts are closed until one has fallen; who leads one says that nothing else is left.
        ("hearts/tools/card?fell=2C.3C.4C.5C&card=5H", "Carte permise sous condition", "n’a plus que du cœur"),
        # DP-12 and T-4: the 8♣ proves the diamond on the first trick irregular.
        (f"hearts/tools/card?fell={REVOKED}&card=8C", "Irrégularité prouvée", "T-4"),
        # AP-9: no ruff on the first trick where the table says so, unless nothing but spades is left.
        ("spades/tools/card?fell=2C&card=2S", "Carte permise sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
        ("spades/tools/card?first_trick_spades=none&fell=2C&card=2S", "sous condition", "n’a plus que du pique"),
        # PI-16: follow suit.
        ("piquet/tools/card?fell=7C&card=AS", "sous condition", "Permis si Joueur 2 n’a plus de trèfle."),
    ],
)  # fmt: skip
def test_the_verdict_is_said_in_the_arbiter_s_words(stranger: Visitor, asked: str, heading: str, sentence: str) -> None:
    page = stranger.get(f"/rules/{asked}")
    assert page.status == 200
    assert heading in page.text
    assert sentence in page.text


def test_the_trick_on_the_table_and_who_is_to_play_are_shown(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2")
    assert "À Joueur 1 de jouer Pli 1 · Trèfle demandé" in page.text
    form = page.form("/tools/card")
    assert dict(form.fields) == {"fell": "2C.KC", "leader": "2"}
    assert ("card", "AC", "/rules/hearts/tools/card") in form.buttons
    fell = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell")
    assert ("fell", "AC", "/rules/hearts/tools/card") in fell.form("/tools/card").buttons
    assert "À Joueur 2 de jouer" in stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell&fell=AC").text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("fell=2C.2C", "La carte 2♣ est déjà jouée. Article T-1"),
        ("to=hand&hand=AS.9999&card=2C", "« 9999 » n’est pas une carte. Article T-1"),
        ("fell=2C&hand=3C.4C&card=3C", "La main ouverte pour le joueur 2 compte 2 cartes, il en faut 13."),
    ],
)
def test_what_cannot_be_is_said_as_the_entry_says_it(stranger: Visitor, asked: str, said: str) -> None:
    page = stranger.get(f"/rules/hearts/tools/card?{asked}")
    assert page.status == 200
    assert said in page.refusal()


def test_where_two_cards_may_lead_it_is_asked_who_dealt(stranger: Visitor) -> None:
    """DP-11: at eight there are two 2♣, and the first holder after the dealer leads his."""
    address = "/rules/hearts/tools/card?deck=belmont&teams=true&seats=8"
    page = stranger.get(address)
    assert "Dites qui donne : l’entame en dépend. Article DP-11" in page.refusal()
    assert "Qui a donné ?" in page.text
    page = stranger.get(f"{address}&dealer=0&leader=1&card=2C")
    assert "Carte permise Article DP-11" in page.text
    # The third player leads it: then the second, who comes before, holds none.
    page = stranger.get(f"{address}&dealer=0&leader=2&card=2C")
    assert "Permis si Joueur 2 n’a pas de 2♣." in page.text


def test_a_whole_manche_leaves_no_card_to_ask_about(stranger: Visitor) -> None:
    """PI-16: each of the twelve hearts and spades of elder falls on a club or a diamond."""
    ranks = ("A", "K", "Q", "J", "10", "9")
    fell = ".".join(f"{rank}{one}.{rank}{other}" for one, other in ("SC", "HD") for rank in ranks)
    page = stranger.get(f"/rules/piquet/tools/card?fell={fell}&card=7S")
    assert "La dernière carte est tombée : il n’y a plus rien à jouer." in page.refusal()
    assert not [form for form in page.forms if form.buttons and form.action.endswith("/card")]


def test_the_manche_under_way_can_be_asked_about_at_its_own_table(visitor: Visitor) -> None:
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


@pytest.mark.parametrize("asked", ["leader=9", "to=elsewhere", "dealer=x", "seats=9"])
def test_an_address_that_means_nothing_is_a_404(stranger: Visitor, asked: str) -> None:
    assert stranger.get(f"/rules/hearts/tools/card?{asked}").status == 404
