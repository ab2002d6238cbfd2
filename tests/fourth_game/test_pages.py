"""Petite Belote on the pages: its trump and its taker, the points, the cards, and what is refused of each.

Anne sits South, then Luc, Zoé and Maxence: the teams are Anne & Zoé and Luc & Maxence. No page runs a script here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from record import house as houses
from support import databases
from web.playing import play, plays, tap
from web.visitor import Page, Table, Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask


@pytest.fixture(scope="module")
def house(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("belote")
    with houses.opened(databases.sqlite_copy(sqlite_template, folder), folder) as app:
        yield app


@pytest.fixture
def visitor(house: Flask) -> Visitor:
    """A phone in French that holds a carnet."""
    return Visitor(house).open_carnet()


def seated(visitor: Visitor, **options: Any) -> Table:  # noqa: ANN401 - house rules
    return visitor.set_table(game="belote", **options)


def takes(visitor: Visitor, table: Table, taker: int, trump: str = "H") -> None:
    answer = visitor.press(f"{table.partie}?entry=open", "/begin", {"trump": trump, "taker": str(taker)})
    assert (answer.status, answer.location) == (303, table.partie), answer.text


def noted(visitor: Visitor, table: Table, taker: int, *points: object, **more: str) -> Page:
    """Enter who takes at hearts, then the points of each team."""
    takes(visitor, table, taker)
    return visitor.record(table, {f"points-{side}": str(value) for side, value in enumerate(points)} | more)


def refused(page: Page, sentence: str) -> None:
    assert page.status == 422, page.text
    assert page.refusal().startswith(sentence)


# The table, the trump and the taker


def test_a_partie_is_started_under_a_preset(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/rules?{table.seats}&game=belote")
    for said in ("Petite Belote", "Partie en 501", "Litige partagé", "À 81 partout, chacun marque ses 81 points"):
        assert said in page.text, said
    page = visitor.send(page, "/rules", {"choose": "litige_partage", "dealer": "1"})
    assert page.form("/rules").value("option-litige") == '"split"'
    started = visitor.send(page, "/rules")
    assert started.status == 303
    partie = visitor.get(started.location or "")
    assert "À Luc de donner Entame : Zoé Article BE-2" in partie.text
    with visitor.app.app_context():
        kept = db.session.get_one(Partie, int((started.location or "").rsplit("/", 1)[1]))
        assert (kept.game, kept.options["litige"]) == ("belote", "split")


def test_the_trump_and_the_taker_are_entered_first_with_one_key_each_be_3(visitor: Visitor) -> None:
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
    assert visitor.replayed(table)[0].partie.begun == {"trump": "H", "taker": 1}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Dites quelle couleur est atout. Article BE-3"),
        ({"taker": "1"}, "Dites quelle couleur est atout."),
        ({"trump": "H"}, "Dites qui a pris. Article BE-3"),
        ({"trump": "Z", "taker": "1"}, "« Z » n’est pas une couleur."),
        ({"trump": "H", "taker": "4"}, "Preneur : 4 est trop grand, le maximum est 3."),
        ({"trump": "H", "taker": "²"}, "Preneur : « ² » n’est pas un nombre entier."),
    ],
    ids=str,
)
def test_a_trump_or_a_taker_that_cannot_be_is_refused_in_words_be_3(
    visitor: Visitor, typed: dict[str, str], sentence: str
) -> None:
    table = seated(visitor)
    page = visitor.press(f"{table.partie}?entry=open", "/begin", typed)
    refused(page, sentence)
    assert page.form("/begin").value("trump") == (typed.get("trump") if typed.get("trump") == "H" else None)
    assert visitor.replayed(table)[0].partie.begun is None


def test_the_trump_may_be_taken_back_from_the_form_and_by_the_undo_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    for ending, typed in (("/manches/new", {"back": "1"}), ("/undo", {})):
        takes(visitor, table, 1)
        page = visitor.get(f"{table.partie}?entry=open")
        to = f"{table.partie}/begin" if typed else None
        assert visitor.send(page, ending, typed, to=to).status == 303
        assert "Qui prend ?" in visitor.get(f"{table.partie}?entry=open").text


# By points


def test_one_team_s_points_are_enough_and_every_line_says_why_be_11(visitor: Visitor) -> None:
    table = seated(visitor)
    assert noted(visitor, table, 0, 100, "").location == table.partie
    assert visitor.totals(table) == [(100, 62)]
    text = visitor.get(table.partie).text
    assert "Anne & Zoé +100 prise réussie ( Anne ) +100 Article BE-11" in text
    assert "Luc & Maxence +62 points de la défense +62 Article BE-11" in text
    assert "Manche 2 · À Luc de donner Entame : Zoé" in text


def test_who_takes_and_has_fewer_points_is_dedans_be_12(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 3, 82, 80)
    assert visitor.totals(table) == [(162, 0)]
    assert "Anne & Zoé +162 preneurs dedans +162 Article BE-12" in visitor.get(table.partie).text


def test_a_litige_waits_for_the_next_manche_and_its_correction_counts_again_be_13(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 0, 81, 81)
    text = visitor.get(table.partie).text
    assert "litige, 81 partout +81 Article BE-13" in text
    assert "81 points attendent qui gagnera cette manche Article BE-13" in text
    noted(visitor, table, 1, 81, 81)
    assert "162 points attendent" in visitor.get(table.partie).text
    noted(visitor, table, 2, 100, 62)
    assert visitor.totals(table) == [(0, 81), (81, 81), (343, 143)]
    text = visitor.get(table.partie).text
    assert "2 litiges qui attendaient +162 Article BE-13" in text
    assert "attendent" not in text
    first = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    form = visitor.get(first).form(first)
    shown = {name: form.value(name) for name in ("trump", "taker", "points-0", "points-1")}
    assert shown == {"trump": "H", "taker": "0", "points-0": "81", "points-1": "81"}
    assert visitor.press(first, first, {"points-0": "90", "points-1": ""}).location == table.partie
    assert visitor.totals(table) == [(90, 72), (171, 72), (352, 134)]
    assert "1 litige qui attendait +81 Article BE-13" in visitor.get(table.partie).text


def test_the_trump_and_the_taker_of_a_manche_may_be_corrected_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 0, 100, 62)
    first = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    assert visitor.press(first, first, {"trump": "S", "taker": "1"}).status == 303
    assert visitor.totals(table) == [(162, 0)]
    assert visitor.replayed(table)[0].manches[0].facts["trump"] == "S"


def test_at_162_to_0_the_table_says_whether_it_was_a_capot_be_14(visitor: Visitor) -> None:
    table = seated(visitor)
    page = noted(visitor, table, 0, 162, "")
    refused(page, "162 à 0 : dites si c’est un capot, ou si l’autre équipe a fait un pli. Article BE-14")
    assert "À 162 contre 0" in page.text
    assert visitor.send(page, "/manches/new", {"capot": "yes"}).status == 303
    assert visitor.totals(table) == [(252, 0)]
    first = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    assert visitor.get(first).form(first).value("capot") == "yes"
    assert visitor.press(first, first, {"capot": "no"}).status == 303
    assert visitor.totals(table) == [(162, 0)]


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (("", ""), "Il manque les points des deux équipes. Article BE-16"),
        ((80, 80), "Il manque 2 points : une manche en compte 162."),
        ((82, 81), "1 point de trop : une manche en compte 162."),
        ((163, ""), "Points : 163 est trop grand, le maximum est 162."),
        ((-1, 163), "Points : −1 est trop petit, le minimum est 0."),
        (("dix", ""), "« dix » n’est pas un nombre entier."),
    ],
    ids=str,
)
def test_points_that_do_not_add_up_are_refused_and_given_back_be_16(
    visitor: Visitor, points: tuple[object, object], sentence: str
) -> None:
    table = seated(visitor)
    page = noted(visitor, table, 0, *points)
    refused(page, sentence)
    form = page.form("/manches/new")
    assert (form.value("points-0"), form.value("points-1")) == tuple(map(str, points))
    assert visitor.totals(table) == []


def test_a_partie_ends_at_its_target_be_15(visitor: Visitor) -> None:
    table = seated(visitor, target=250)
    noted(visitor, table, 0, 162, 0, capot="yes")
    assert "Victoire : Anne & Zoé 250 points atteints Article BE-15" in visitor.get(table.partie).text


# Card by card. Maxence deals: Anne leads. Luc takes at hearts.
#
# Anne 7♣ 9♣ 10♣ A♣ 7♦ 7♠ 8♠ R♥ · Luc D♦ R♦ A♦ R♠ A♠ 7♥ 8♥ 9♥
# Zoé 8♦ 9♦ 10♦ V♦ 9♠ 10♠ V♥ D♥ · Maxence 8♣ V♣ D♣ R♣ V♠ D♠ 10♥ A♥
ZOE = ["8D", "9D", "10D", "JD", "9S", "10S", "JH", "QH"]
FIRST = ["7C", "9H", "QH", "8C"]  # Luc: 14 + 3. Zoé had the jack.
SECOND = ["AD", "8D", "JS", "7D"]  # Luc: 11 + 2. His partner was winning: Maxence need not trump.
THIRD = ["KD", "10D", "10H", "KH"]  # Maxence: 4 + 10 + 10 + 4. Anne had no higher trump.
FOURTH = ["AH", "7S", "7H", "JH"]  # Zoé: 11 + 20.
FIFTH = ["10S", "QS", "8S", "AS"]  # Luc: 10 + 3 + 11.
SIXTH = ["KS", "9S", "KC", "9C"]  # Luc: 4 + 4.
SEVENTH = ["QD", "JD", "QC", "10C"]  # Luc: 3 + 2 + 3 + 10.
EIGHTH = ["8H", "9D", "JC", "AC"]  # Luc: 2 + 11, and the last trick.


def dealt(visitor: Visitor) -> Table:
    """Luc takes at hearts, Anne leads, and Zoé lays her hand open."""
    table = seated(visitor, dealer=3)
    takes(visitor, table, 1)
    page = visitor.get(f"{table.partie}/cards?hand=2")
    assert visitor.send(page, "/hand", {"hand": ZOE}).location == f"{table.partie}/cards"
    return table


def test_the_keys_of_the_trumps_stand_in_their_own_order_be_4(visitor: Visitor) -> None:
    table = seated(visitor)
    takes(visitor, table, 1)
    page = visitor.get(f"{table.partie}/cards")
    keys = [given["value"] for _, given in page.tags if given.get("name") == "card"]
    assert [code for code in keys if code.endswith("H")] == ["JH", "9H", "AH", "10H", "KH", "QH", "8H", "7H"]
    assert [code for code in keys if code.endswith("S")] == ["AS", "10S", "KS", "QS", "JS", "9S", "8S", "7S"]
    assert "Luc prend à cœur" in page.text


def test_no_card_is_tapped_before_the_trump_is_known_be_3(visitor: Visitor) -> None:
    table = seated(visitor)
    answer = visitor.get(f"{table.partie}/cards")
    assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")


def test_a_manche_is_played_a_breach_let_stand_and_its_cards_recorded_t_5_t_7(visitor: Visitor) -> None:
    table = dealt(visitor)
    play(visitor, table, FIRST[:2])
    answer = tap(visitor, table, "QH")
    assert answer.location == f"{table.partie}/cards?card=QH"
    page = visitor.get(answer.location)
    for said in (
        "Carte interdite",
        "Zoé · pli 1",
        "Interdit : il fallait fournir trèfle, sinon monter à l’atout. La main de Zoé, ouverte, contient V♥.",
        "Article BE-5 Article BE-7 Article T-5",
    ):
        assert said in page.text, said
    assert plays(visitor, table) == FIRST[:2]
    stand = next(form for form in page.forms if form.value("stand"))
    assert visitor.post(stand.action, stand.sent({})).status == 303
    play(visitor, table, [*FIRST[3:], *SECOND])
    text = visitor.get(f"{table.partie}/cards").text
    assert "Luc prend le pli 2" in text
    assert "Anne 0 " in text
    assert "Maxence 30 " in text
    assert "Au compte rendu D♥ de Zoé au pli 1, interdit : il fallait fournir trèfle" in text
    play(visitor, table, [*THIRD, *FOURTH, *FIFTH, *SIXTH, *SEVENTH, *EIGHTH])
    page = visitor.get(f"{table.partie}/cards")
    assert "prise réussie ( Luc ) +131" in page.text
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [(31, 131)]


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["7C", "7D"], "Luc n’a plus de trèfle ni de cœur"),
        (["7C", "9H"], "Luc n’a plus de trèfle"),
        (["7C", "9H", "7H"], "Zoé n’a plus de trèfle, ni V♥"),
        (["7C", "9H", "8C", "7D"], "Maxence n’a plus de trèfle"),
        (["KH", "7H"], "Luc n’a aucune de ces cartes : 9♥, 10♥, V♥ et A♥"),
        (["KH", "7C"], "Luc n’a plus de cœur"),
    ],
)
def test_what_a_card_says_of_its_player_is_said_suit_by_suit_t_3(visitor: Visitor, codes: list[str], said: str) -> None:
    table = seated(visitor, dealer=3)
    takes(visitor, table, 1)
    play(visitor, table, codes)
    assert f"{said} Article T-3" in visitor.get(f"{table.partie}/cards").text


@pytest.mark.parametrize(
    ("down", "hand", "card", "due"),
    [
        ("7C", "8C 7D 8D 9D 7S 8S 9S JS", "7D", ("il fallait fournir trèfle, sinon couper.", "BE-5 BE-6")),
        ("7C", "7H 7D 8D 9D 7S 8S 9S JS", "7D", ("il fallait fournir trèfle, sinon couper.", "BE-5 BE-6")),
        ("7C", "8C 7H 8D 9D 7S 8S 9S JS", "7H", ("il fallait fournir trèfle.", "BE-5")),
        ("KH", "AH QH 8D 9D 7S 8S 9S JS", "QH", ("il fallait monter à l’atout.", "BE-7")),
        ("KH", "QH 7D 8D 9D 7S 8S 9S JS", "7D", ("il fallait fournir cœur.", "BE-5")),
    ],
)
def test_a_forbidden_card_says_what_was_due_with_its_articles(
    visitor: Visitor, down: str, hand: str, card: str, due: tuple[str, str]
) -> None:
    sentence, articles = due
    table = seated(visitor, dealer=3)
    takes(visitor, table, 1)
    visitor.send(visitor.get(f"{table.partie}/cards?hand=1"), "/hand", {"hand": hand.split()})
    play(visitor, table, [down])
    page = visitor.get(tap(visitor, table, card).location or "")
    assert f"Interdit : {sentence} La main de Luc" in page.text
    assert " ".join(f"Article {article}" for article in (*articles.split(), "T-5")) in page.text


def test_a_manche_begun_card_by_card_is_finished_by_points_t_7(visitor: Visitor) -> None:
    table = dealt(visitor)
    play(visitor, table, ["7C", "9H", "JH", "8C"])
    form = visitor.get(f"{table.partie}?entry=open").form("/manches/new")
    assert (form.value("points-0"), form.value("points-1")) == ("34", "0")
    refused(visitor.record(table, {"points-0": "30", "points-1": "132"}), "Cartes jouées : elles disent autre chose")
    assert visitor.record(table, {"points-0": "92", "points-1": ""}).status == 303
    assert visitor.totals(table) == [(162, 0)]


# Whatever is sent, in both languages


def test_every_page_answers_in_both_languages(visitor: Visitor) -> None:
    table = seated(visitor)
    noted(visitor, table, 0, 81, 81)
    (manche,) = visitor.manche_ids(table)
    addresses = ["", "?entry=open", "/rules", f"/manches/{manche}", "/cards"]
    for language in ("fr", "en"):
        visitor.headers = {"Accept-Language": language}
        for begun in (False, True):
            if begun:
                takes(visitor, table, 2, "C")
            for address in addresses:
                assert visitor.get(f"{table.partie}{address}").status in {200, 303}, (language, address)
        text = visitor.get(f"{table.partie}/cards").text
        assert {"fr": "À Zoé de jouer", "en": "Zoé to play"}[language] in text
        assert visitor.press(table.partie, "/undo").status == 303


NASTY = st.sampled_from(["", "0", "1", "3", "4", "81", "162", "-1", "²", "9" * 30, "H", "Z", "yes", "\x00", "1,5"])
FIELDS = ("trump", "taker", "back", "points-0", "points-1", "capot", "note", "penalty_points")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.dictionaries(st.sampled_from(FIELDS), NASTY), begun=st.booleans())
@example(typed={"trump": "H", "taker": "²"}, begun=False)
@example(typed={"points-0": "162", "capot": "81"}, begun=True)
def test_whatever_is_sent_has_an_answer(house: Flask, typed: dict[str, str], *, begun: bool) -> None:
    visitor = Visitor(house).open_carnet()
    table = seated(visitor)
    if begun:
        takes(visitor, table, 0)
    for ending in ("/begin", "/manches/new"):
        sent = visitor.get(f"{table.partie}?entry=open").form("/abandon").sent(typed)
        assert visitor.post(f"{table.partie}{ending}", sent).status in {303, 422}
        assert visitor.get(f"{table.partie}?entry=open").status == 200
