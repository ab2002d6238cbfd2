"""The wizard of the irregularities of Piquet: its questions, its consequences, and its links to the entry."""

from __future__ import annotations

import re

import pytest
from web.visitor import Page, Table, Visitor

WIZARD = "/rules/piquet/tools/irregularities"
NO_BREAK = str.maketrans("\u00a0\u202f", "  ")


def links(page: Page, ending: str) -> list[str]:
    """Return the links whose text ends with these words."""
    found = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', page.html, re.DOTALL)
    return [address.replace("&amp;", "&") for address, words in found if Page(0, words).text.endswith(ending)]


def answer_questions(visitor: Visitor, address: str, answers: str) -> Page:
    """Follow the links of these answers."""
    page = visitor.get(address)
    for letter in answers:
        page = visitor.get(links(page, {"y": "Oui", "n": "Non"}[letter])[-1])
        assert page.status == 200
    return page


def coup_noted(visitor: Visitor, **options: object) -> Table:
    """Anne and Luc after one coup: Luc, elder, has 25 points and Anne 10 (PI-17, PI-20)."""
    table = visitor.set_table("Anne", "Luc", game="piquet", **options)
    assert visitor.record(table, {"tricks-0": "5", "last": "1"}).status == 303
    assert visitor.totals(table) == [(10, 25)]
    return table


@pytest.mark.parametrize(
    ("answers", "article", "sentence"),
    [
        ("yyy", "PI-38", "Le coup est nul"),
        ("yyny", "PI-38", "le dernier revient à l’autre"),
        ("ynyy", "PI-33", "Le même donneur ramasse les cartes et redonne"),
        ("nyyn", "PI-35", "Le premier en cartes perd la partie"),
        ("nyny", "PI-36", "Le donneur perd la partie"),
        ("nnyy", "PI-37", "Le fautif ne marque rien de tout le coup"),
        ("nnny", "PI-32", "Maldonne"),
        ("nnnn", "T-5", "la table convient de ce qui suit"),
    ],
)
def test_the_links_lead_to_the_consequence(stranger: Visitor, answers: str, article: str, sentence: str) -> None:
    page = answer_questions(stranger, WIZARD, answers)
    verdict = page.text.translate(NO_BREAK)
    assert sentence in verdict
    assert f"Article {article}" in verdict
    assert "À noter" not in verdict
    assert links(page, "Oui") == []


def test_each_answer_can_be_changed(stranger: Visitor) -> None:
    page = answer_questions(stranger, WIZARD, "nny")
    assert links(page, "répondre autrement") == [WIZARD, f"{WIZARD}?said=n", f"{WIZARD}?said=nn"]
    assert links(page, "Oui") == [f"{WIZARD}?said=nnyy"]
    assert links(page, "Non") == [f"{WIZARD}?said=nnyn"]


def test_the_wizard_in_english(application: object) -> None:
    visitor = Visitor(application, language="en")  # type: ignore[arg-type]
    page = visitor.get(f"{WIZARD}?said=nnny")
    assert "A misdeal: the same dealer gathers everything and deals again" in page.text


@pytest.mark.parametrize("answers", ["x", "yyyy", "²"])
def test_invalid_answers_are_a_404(stranger: Visitor, answers: str) -> None:
    assert stranger.client.get(WIZARD, query_string={"said": answers}).status_code == 404


@pytest.mark.parametrize(
    ("answers", "irregularities"),
    [
        ("yyy", ["void:PI-38"]),
        ("yyny", ["short_hand:0", "short_hand:1"]),
        ("ynyy", ["void:PI-33"]),
        ("ynyn", []),
        # Anne dealt the first coup, so Luc deals this one and Anne is elder.
        ("nyyn", ["loses_partie:0"]),
        ("nyny", ["loses_partie:1"]),
        ("nnyy", ["false_declaration:0", "false_declaration:1"]),
        ("nnyn", []),
        ("nnny", ["void:PI-32"]),
        ("nnnn", []),
    ],
)
def test_inside_a_partie_it_leads_into_the_entry_with_the_irregularity_filled_in(
    visitor: Visitor, answers: str, irregularities: list[str]
) -> None:
    table = coup_noted(visitor)
    page = answer_questions(visitor, f"{table.partie}/desk/tools/irregularities", answers)
    ways = re.findall(r'href="([^"]*fault=[^"]*)"', page.html)
    entries = [visitor.get(way.replace("&amp;", "&")) for way in ways]
    assert [entry.form("/manches/new").value("fault") for entry in entries] == irregularities
    assert visitor.totals(table) == [(10, 25)]


def test_the_irregularity_filled_in_is_recorded_only_by_the_form(visitor: Visitor) -> None:
    """PI-36: the dealer loses the partie whatever the score."""
    table = coup_noted(visitor)
    page = answer_questions(visitor, f"{table.partie}/desk/tools/irregularities", "nyny")
    (way,) = re.findall(r'href="([^"]*fault=[^"]*)"', page.html)
    entry = visitor.get(way.replace("&amp;", "&"))
    assert visitor.send(entry, "/manches/new").status == 303
    assert "Victoire : Anne" in visitor.get(table.partie).text


def test_a_coup_whose_tricks_are_called_is_shown_with_the_irregularity(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.call(table, {"point": "1", "point_cards": "5"})
    page = visitor.get(f"{table.partie}/desk/tools/irregularities?said=yyy")
    (way,) = re.findall(r'href="([^"]*fault=[^"]*)"', page.html)
    form = visitor.get(way.replace("&amp;", "&")).form("/manches/new")
    assert (form.value("fault"), form.value("point_cards")) == ("void:PI-38", "5")


@pytest.mark.parametrize("fault", ["void:PI-1", "short_hand:2"])
def test_an_unknown_irregularity_fills_in_nothing(visitor: Visitor, fault: str) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    answer = visitor.client.get(table.partie, query_string={"entry": "open", "fault": fault}, headers=visitor.headers)
    assert answer.status_code == 200
    assert Page(200, answer.get_data(as_text=True)).form("/manches/new").value("fault") == ""


def test_a_partie_that_is_over_has_no_coup_to_enter(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.press(table.partie, "/abandon")
    page = visitor.get(f"{table.partie}/desk/tools/irregularities?said=yyy")
    assert (page.status, "fault=" in page.html) == (200, False)
