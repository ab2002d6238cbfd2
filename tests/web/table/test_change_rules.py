"""House rules changed during a partie: the consequences are shown first, and the change can be undone."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from web.flow.test_notices import notice_bar
from web.rules.test_topic_forms import rules_of

if TYPE_CHECKING:
    from web.visitor import Visitor


def offered(html: str, option: str) -> set[str]:
    (field,) = re.findall(rf'<select id="option-{option}".*?</select>', html, re.DOTALL)
    return {unescape(value) for value in re.findall(r'value="([^"]*)"', field)}


def test_the_totals_before_and_after_are_shown_before_anything_is_written(visitor: Visitor) -> None:
    table = visitor.with_manche()
    before = rules_of(visitor, table)
    page = visitor.press(f"{table.partie}/rules", "/rules", {"option-teams": "true", "option-limit": "16"})
    assert page.status == 200
    assert "Anne 5 21 Luc 4 5 Zoé 16 21 Maxence 1 5" in page.text
    assert "La partie serait finie, gagnée par Luc & Maxence." in page.text
    assert rules_of(visitor, table) == before
    assert visitor.send(page, "/rules").status == 303
    assert visitor.totals(table) == [(21, 5)]


def test_a_change_of_rules_is_undone_with_one_tap(visitor: Visitor) -> None:
    table = visitor.with_manche()
    options, _ = rules_of(visitor, table)
    visitor.change_rules(table, {"option-queen_points": "12", "option-tie": '"play_on"'})
    assert visitor.totals(table) == [(5, 4, 15, 1)]
    page = visitor.get(table.partie)
    assert "Règles changées" in notice_bar(page)
    assert visitor.send(page, "/undo").status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    assert rules_of(visitor, table)[0] == options
    assert rules_of(visitor, table)[1][-2:] == ["rules", "undone"]


def test_facts_that_no_longer_fit_are_named_with_their_manche_dp_29(visitor: Visitor) -> None:
    table = visitor.with_manche()
    page = visitor.press(f"{table.partie}/rules", "/rules", {"option-queen_points": "0"})
    assert page.status == 422
    said = "N° 1 de la feuille : cela ne peut pas se compter ainsi. Dame de pique : cela ne compte pas à cette table."
    assert said in page.refusal().replace("\u00a0", " ")
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_a_change_without_consequences_is_applied_at_once_and_can_be_undone(visitor: Visitor) -> None:
    table = visitor.with_manche()
    assert visitor.press(f"{table.partie}/rules", "/rules", {"option-limit": "1\u202f000"}).status == 303
    assert rules_of(visitor, table)[0]["limit"] == 1000
    assert visitor.send(visitor.get(table.partie), "/undo").status == 303
    assert rules_of(visitor, table)[0]["limit"] == 100


def test_teams_stay_teams_once_a_manche_is_recorded_ap_24(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    visitor.record_directly(table, {"bids": [4, 3, 1, 4], "tricks": [7, 6]})
    refused = visitor.press(f"{table.partie}/rules", "/rules", {"option-alone": "true"})
    assert refused.status == 422
    assert "cela ne change plus une fois la première manche notée" in refused.text


def test_rules_that_few_tables_change_are_folded_until_this_one_changes_them(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", "Zoé", "Maxence", jack_of_diamonds=-10)
    in_sight, _, folded = visitor.get(f"{table.partie}/rules").html.partition("Les autres règles")
    assert {"option-limit", "option-jack_of_diamonds"} <= set(re.findall(r'name="([^"]*)"', in_sight))
    assert {"option-tie", "option-moon"} <= set(re.findall(r'name="([^"]*)"', folded))
    refused = visitor.press(f"{table.partie}/rules", "/rules", {"option-deck": '"36"', "option-queen_points": "13"})
    assert refused.status == 422
    assert re.search(r'<details class="fold" open>\s*<summary>Les autres règles', refused.html)


@pytest.mark.parametrize(
    ("seats", "decks", "teams"),
    [
        (3, {'"52"'}, {"false"}),
        (4, {'"52"', '"36"'}, {"false", "true"}),
        (5, {'"52"'}, {"false"}),
        (6, {'"54"', '"belmont"'}, {"false", "true"}),
        (8, {'"belmont"'}, {"true"}),
    ],
)
def test_only_rules_that_this_table_can_play_are_offered_dp_1_to_dp_8(
    visitor: Visitor, seats: int, decks: set[str], teams: set[str]
) -> None:
    names = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")[:seats]
    options = {6: {"deck": "54"}, 8: {"deck": "belmont"}}.get(seats, {})
    table = visitor.set_table(*names, **options)
    html = visitor.get(f"{table.partie}/rules").html
    assert offered(html, "deck") == decks
    assert offered(html, "teams") == teams


@pytest.mark.parametrize(
    ("seats", "deck", "before", "during"),
    [(4, "52", False, False), (6, "54", True, True), (6, "belmont", True, False), (8, "belmont", False, False)],
)
def test_the_rule_about_jokers_is_offered_where_there_are_jokers_dp_2(
    visitor: Visitor, seats: int, deck: str, *, before: bool, during: bool
) -> None:
    names = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")[:seats]
    table = visitor.set_table(*names, deck=deck)
    new = f"{table.soiree}/rules?{table.seats}&game=hearts"
    assert ("Deux jokers dans un pli" in visitor.get(new).text) == before
    for page in ("rules", "print/blank"):
        assert ("Deux jokers dans un pli" in visitor.get(f"{table.partie}/{page}").text) == during
