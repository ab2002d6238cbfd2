"""The pages of Petite Belote: its trump and its taker, the points, and their errors.

Anne sits South, then Luc, Zoé and Maxence: the teams are Anne & Zoé and Luc & Maxence. No page runs a script here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from jinja2 import TemplateNotFound
from web.visitor import Visitor

from fourth_game.visits import noted, refused, seated, takes
from scorekeeper.games import GAMES
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.web.core.error_pages import render_unavailable

if TYPE_CHECKING:
    from flask import Flask

pytestmark = pytest.mark.sweep("repeats with a fourth game what the tests of the three others check")


# The table, the trump and the taker


def test_a_partie_is_started_under_a_preset(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/rules?{table.seats}&game=petite_belote")
    for text in ("Petite Belote", "Partie en 501", "Litige partagé", "À 81 partout, chacun marque ses 81 points"):
        assert text in page.text, text
    page = visitor.send(page, "/rules", {"choose": "litige_partage", "dealer": "1"})
    assert page.form("/rules").value("option-litige") == '"split"'
    started = visitor.send(page, "/rules")
    assert started.status == 303
    partie = visitor.get(started.location or "")
    assert "À Luc de donner Entame : Zoé Article BE-2" in partie.text
    with visitor.app.app_context():
        stored = db.session.get_one(Partie, int((started.location or "").rsplit("/", 1)[1]))
        assert (stored.game, stored.options["litige"]) == ("petite_belote", "split")


def test_the_trump_and_the_taker_are_entered_first_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    page = visitor.get(f"{table.partie}?entry=open")
    assert "Noter l’atout et le preneur" in page.text
    assert [given["value"] for _, given in page.tags if given.get("name") == "trump"] == ["C", "D", "S", "H"]
    keys = [(name, value) for name, value, _ in page.form("/begin").buttons if name == "taker"]
    assert keys == [("taker", str(seat)) for seat in range(4)]
    takes(visitor, table, 1)
    page = visitor.get(table.partie)
    assert "Luc prend à cœur Article BE-3 Entame : Luc Article BE-2" in page.text
    assert "Noter la manche 1" in page.text
    assert visitor.replayed(table)[0].current.context == {"trump": "H", "taker": 1}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Dites quelle couleur est atout. Article BE-3"),
        ({"trump": "H", "taker": "²"}, "Preneur : « ² » n’est pas un nombre entier."),
    ],
    ids=str,
)
def test_an_impossible_trump_or_taker_is_refused_be_3(visitor: Visitor, typed: dict[str, str], sentence: str) -> None:
    table = seated(visitor)
    page = visitor.press(f"{table.partie}?entry=open", "/begin", typed)
    refused(page, sentence)
    assert page.form("/begin").value("trump") == (typed.get("trump") if typed.get("trump") == "H" else None)
    assert visitor.replayed(table)[0].current.context is None


# By points


def test_one_team_s_points_are_enough_and_every_line_has_its_reason_be_11(visitor: Visitor) -> None:
    table = seated(visitor)
    assert noted(visitor, table, 0, 100, "").location == table.partie
    assert visitor.totals(table) == [(100, 62)]
    text = visitor.unfold(table.partie).text
    assert "Anne & Zoé +100 prise réussie ( Anne ) +100 Article BE-11" in text
    assert "Luc & Maxence +62 points de la défense +62 Article BE-11" in text
    assert "Manche 2 · À Luc de donner Entame : Zoé" in text


def test_a_litige_is_carried_over_be_13(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 0, 81, 81)
    text = visitor.unfold(table.partie).text
    assert "litige, 81 partout +81 Article BE-13" in text
    assert "81 points attendent qui gagnera cette manche Article BE-13" in text
    noted(visitor, table, 1, 81, 81)
    assert "162 points attendent" in visitor.unfold(table.partie).text
    noted(visitor, table, 2, 100, 62)
    text = visitor.unfold(table.partie).text
    assert "2 litiges qui attendaient +162 Article BE-13" in text
    assert "attendent" not in text


def test_the_trump_and_the_taker_of_a_manche_can_be_corrected_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 0, 100, 62)
    first = visitor.manche(table)
    form = visitor.get(first).form(first)
    assert [form.value(name) for name in ("trump", "taker", "points-0", "points-1")] == ["H", "0", "100", "62"]
    assert visitor.press(first, first, {"trump": "S", "taker": "1"}).status == 303
    assert visitor.totals(table) == [(162, 0)]
    assert visitor.replayed(table)[0].manches[0].facts["trump"] == "S"
    refused(visitor.press(first, first, {"trump": "Z"}), "« Z » n’est pas une couleur.")


def test_at_162_to_0_the_form_needs_whether_it_is_a_capot_be_14(visitor: Visitor) -> None:
    table = seated(visitor)
    page = noted(visitor, table, 0, 162, "")
    refused(page, "162 à 0 : dites si c’est un capot, ou si l’autre équipe a fait un pli. Article BE-14")
    assert "À 162 contre 0" in page.text
    assert visitor.send(page, "/manches/new", {"capot": "yes"}).status == 303
    assert visitor.totals(table) == [(252, 0)]
    first = visitor.manche(table)
    assert visitor.get(first).form(first).value("capot") == "yes"
    assert visitor.press(first, first, {"capot": "no"}).status == 303
    assert visitor.totals(table) == [(162, 0)]


def test_a_wrong_sum_is_refused_and_the_points_stay_in_the_form_be_16(visitor: Visitor) -> None:
    table = seated(visitor)
    page = noted(visitor, table, 0, 80, 80)
    refused(page, "Il manque 2 points : une manche en compte 162.")
    form = page.form("/manches/new")
    assert (form.value("points-0"), form.value("points-1")) == ("80", "80")
    assert visitor.totals(table) == []


def test_an_ended_partie_shows_its_capots_be_14(visitor: Visitor) -> None:
    table = seated(visitor, target=250)
    noted(visitor, table, 0, 162, 0, capot="yes")
    text = visitor.get(table.partie).text
    assert "Capot d’une équipe : Anne & Zoé à la manche 1." in text
    assert "Victoire : Anne & Zoé 1. Anne & Zoé : 252 2. Luc & Maxence : 0" in text


def test_the_catalogue_of_its_distribution_translates_its_pages(application: Flask) -> None:
    visitor = Visitor(application, "en").open_carnet("Thursdays")
    assert "Enter the trump and the taker" in visitor.get(seated(visitor).partie).text


def test_a_game_without_card_play_offers_no_arbiter(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(visitor)
    takes(visitor, table, 1)
    assert "Carte par carte" in visitor.get(table.new).text
    monkeypatch.setitem(GAMES, "petite_belote", replace(GAMES["petite_belote"], play=None))
    assert "Carte par carte" not in visitor.get(f"{table.new}?entry=open").text
    answer = visitor.get(f"{table.partie}/cards")
    assert (answer.status, f"{answer.location}".split("?")[0]) == (303, table.partie)


def test_a_missing_template_is_not_taken_for_a_lost_database(application: Flask) -> None:
    with application.test_request_context(), pytest.raises(TemplateNotFound):
        render_unavailable(TemplateNotFound("games/petite_belote/_none.html"))


def test_its_catalogue_leaves_the_french_plurals_as_they_are(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert "0 manche " in visitor.get(table.partie).text
