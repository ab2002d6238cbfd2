"""The tool that says whether a card may be played, from its query string."""

from __future__ import annotations

from web.playing import lead, play_quickly
from web.visitor import Visitor


def test_the_trick_on_the_table_and_who_is_to_play_are_shown(stranger: Visitor) -> None:
    page = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2")
    assert "À Joueur 1 de jouer Pli 1 · Trèfle demandé" in page.text
    form = page.form("/tools/card")
    assert dict(form.fields) == {"fell": "2C.KC", "leader": "2"}
    assert ("card", "AC", "/rules/hearts/tools/card") in form.buttons
    earlier = stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell")
    assert ("fell", "AC", "/rules/hearts/tools/card") in earlier.form("/tools/card").buttons
    assert "À Joueur 2 de jouer" in stranger.get("/rules/hearts/tools/card?fell=2C.KC&leader=2&to=fell&fell=AC").text


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
