"""The printed sheets: blank ones by address, those of a partie and of a soirée."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from record.evening import taken
from web.visitor import HAND, hearts, plain

from scorekeeper.games import GAMES
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Partie
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.web.games import PAGES
from scorekeeper.web.transfer.print import column_count, column_ranges

if TYPE_CHECKING:
    from web.visitor import Page, Visitor


def rows(page: Page) -> list[str]:
    """The text of each row in the body of the sheet."""
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page.html, re.DOTALL)
    cells = (re.split(r"</tr>", body)[:-1] for body in bodies)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row)).strip() for body in cells for row in body]


@pytest.mark.parametrize("slug", GAMES)
def test_a_blank_sheet_is_public_for_every_game_and_table_size(stranger: Visitor, slug: str) -> None:
    for seats in GAMES[slug].table_sizes:
        page = stranger.get(f"/print/{slug}?seats={seats}")
        assert page.status == 200
        assert len(rows(page)) == PAGES[slug].blank.lines


def test_the_passes_are_printed_next_to_the_lines_dp_9(stranger: Visitor) -> None:
    four, three = (rows(stranger.get(f"/print/hearts?seats={seats}"))[:5] for seats in (4, 3))
    assert four == ["1 à gauche", "2 à droite", "3 en face", "4 on garde", "5 à gauche"]
    assert three == ["1 à gauche", "2 à droite", "3 on garde", "4 à gauche", "5 à droite"]


def test_the_passes_of_this_table_are_printed_dp_27(stranger: Visitor) -> None:
    two = stranger.get("/print/hearts?pass=left_right&pass_cards=2")
    assert rows(two)[:4] == ["1 à gauche", "2 à droite", "3 à gauche", "4 à droite"]
    assert "Cartes échangées : Deux" in two.text.replace("\u00a0", " ")
    none = stranger.get("/print/hearts?pass=none")
    assert rows(none)[:4] == ["1 on garde", "2 on garde", "3 on garde", "4 on garde"]
    assert "Cartes échangées" not in none.text


def test_partners_share_columns_and_unusual_rules_come_first(stranger: Visitor) -> None:
    page = stranger.get("/print/spades?target=300")
    assert page.text.index("But : 300 points") < page.text.index("Zéro :")
    assert page.text.count("Contrat") == 2


@pytest.mark.parametrize("query", ["seats=9", "seats=x", "preset=x"])
def test_invalid_parameters_give_the_usual_sheet(stranger: Visitor, query: str) -> None:
    page = stranger.get(f"/print/hearts?{query}")
    assert page.status == 200
    assert len(rows(page)) == 20


def test_an_impossible_sheet_is_a_404(stranger: Visitor) -> None:
    assert stranger.get("/print/bridge").status == 404
    assert stranger.get("/print/hearts?deck=belmont&seats=4").status == 404
    assert stranger.get("/print/hearts?limit=rien").status == 404


def test_a_partie_has_a_sheet_and_a_blank_one(visitor: Visitor) -> None:
    table = visitor.set_table(limit=20)
    visitor.record(table, {**hearts(0, 0, 10, 3, queen=2), "note": "Zoé rit"})
    page = visitor.get(f"{table.partie}/print")
    assert rows(page) == ["1 0 0 0 0 23 23 3 3 Zoé rit"]
    assert re.search(r"Égalité : Anne ?, Luc · 20 points atteints", page.text)
    assert "Limite : 20" in page.text
    assert "samedi 21 novembre 2026 · chez Zoé" in page.text
    blank = visitor.get(f"{table.partie}/print/blank")
    assert rows(blank)[:4] == ["1 à gauche", "2 à droite", "3 en face", "4 on garde"]
    assert all(name in blank.text for name in ("Anne", "Luc", "Zoé", "Maxence", "Limite : 20"))
    pair = visitor.set_table(game="spades")
    assert "Anne & Zoé" in visitor.get(f"{pair.partie}/print/blank").text


def test_the_sheet_of_a_soiree_shows_victories(visitor: Visitor) -> None:
    table = visitor.set_table(limit=20)
    visitor.record(table, hearts(0, 0, 10, 3, queen=2))
    page = visitor.get(f"{table.soiree}/print")
    # A single partie is ranked by its totals.
    assert "1 manche 1. Anne 0 1. Luc 0 3. Maxence 3 4. Zoé 23" in page.text
    assert rows(page) == [
        "1. Dame de Pique 1 manche 1.&nbsp;Anne 0 · 1.&nbsp;Luc 0 · 3.&nbsp;Maxence 3 · 4.&nbsp;Zoé 23"
    ]


def test_the_text_of_a_soiree_has_the_order_of_its_page(visitor: Visitor) -> None:
    table = visitor.set_table(limit=20)
    visitor.record(table, hearts(0, 1, 9, 3, queen=2))
    visitor.press(f"{table.soiree}/stake", "/stake", {"per": "partie", "amount": "1"})
    visitor.press(f"{table.soiree}/edit", "/edit", {"notes": "Zoé a renversé le café."})
    page = visitor.get(f"{table.soiree}/print")
    parts = ["Anne mène.", "Zoé doit 1 € à Anne", "Dame de Pique · 1 manche", "Zoé a renversé le café."]
    told = plain(page.html[page.html.index('id="told"') : page.html.index("À imprimer")])
    places = [told.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("count", "sides", "columns"),
    [
        *[(0, 4, 1), (24, 4, 1), (34, 4, 1), (35, 4, 2), (88, 4, 2), (89, 4, 3)],
        *[(180, 4, 3), (44, 5, 1), (45, 5, 2), (120, 8, 2), (500, 8, 2)],
    ],
)
def test_a_long_partie_has_more_columns(count: int, sides: int, columns: int) -> None:
    assert column_count(count, sides) == columns
    parts = column_ranges(count, columns)
    assert [number for start, end in parts for number in range(start, end)] == list(range(count))


def test_the_sheet_of_a_partie_in_progress_has_blank_rows_and_no_empty_column(visitor: Visitor) -> None:
    table = visitor.with_manche()
    page = visitor.get(f"{table.partie}/print")
    assert rows(page) == ["1 5 5 4 4 16 16 1 1", *[str(number) for number in range(2, 21)]]
    assert 'class="remarks"' not in page.html
    visitor.record(table, {**HAND, "note": "Zoé rit"})
    assert rows(visitor.get(f"{table.partie}/print"))[1] == "2 5 10 4 8 16 32 1 2 Zoé rit"


def test_the_six_deals_of_piquet_name_no_points_to_reach(visitor: Visitor) -> None:
    six, target = (
        visitor.set_table("Anne", "Luc", game="piquet", **options) for options in ({}, {"format": "target_single"})
    )
    for page in ("/print/blank", "/desk/table"):
        assert "Points à atteindre" not in visitor.get(six.partie + page).text
        assert "Points à atteindre" in visitor.get(target.partie + page).text
    assert "Points à atteindre" not in visitor.get("/print/piquet").text
    assert "Points à atteindre : 100 points" in visitor.get("/print/piquet?preset=seche_100").text


@pytest.mark.sweep("fills long soirées")
def test_the_sheet_of_a_long_soiree_has_every_partie_and_victory(visitor: Visitor) -> None:
    table = visitor.set_table(limit=20)
    visitor.record(table, hearts(0, 0, 10, 3, queen=2))
    with visitor.app.app_context():
        first = db.session.get_one(Partie, table.partie_id)
        players = first.seated_players
        for _ in range(34):
            with writing():
                partie = journal.start_partie(first.soiree, "hearts", players, {"limit": 20}, 0, visitor.access())
            with writing(), open_partie(partie, None, visitor.access()) as opened:
                opened.record(taken(0, 1, 9, 3, queen=2), "")
    page = visitor.get(f"{table.soiree}/print")
    assert len(rows(page)) == 35
    assert "1. Anne 35 victoires 2. Luc 1 victoire 3. Maxence 0 victoire 4. Zoé 0 victoire" in page.text
    assert rows(page)[0].startswith("1. Dame de Pique 1 manche")
