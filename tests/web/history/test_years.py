"""The page of a year and of all years: its soirées and facts worked out by hand, and the addresses that lead to it."""

from __future__ import annotations

import datetime as dt
import json
from html import unescape
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST
from web.history.test_statistics import play, player_id
from web.test_lists import queries

from scorekeeper.web.remarks.feats import times_done

if TYPE_CHECKING:
    from web.visitor import Visitor

# Access, years, players, parties, feats, two of the best moments; and a title for each game.
MOST_QUERIES = 10


@pytest.fixture
def year(visitor: Visitor) -> Visitor:
    """Three soirées of 2026 with five parties, a fourth with none, and one of 2024.

    FIRST to 10 points: Max 1, Luc 4, Anne 5, Zoé 16. SECOND: a volte of Zoé, who is before the others. To 20, FIRST and
    THIRD: Max 2, Luc 5, Zoé 17, Anne 28.
    """
    visitor.recorded("years")
    return visitor


def test_a_year_tells_who_won_what_and_where_it_is_seen(year: Visitor) -> None:
    """Max wins four of five; of the soirée with two winners, each has one, so that two signs are in its dot."""
    page = year.get(f"{year.carnet}/years/2026")
    assert "L’année 2026" in page.text
    assert "3 soirées, 5 parties" in page.text
    assert "Soirées gagnées : Max 3 Zoé 1" in page.text
    assert "Le plus de victoires Max, 4" in page.text
    assert "Le titre, Dame de Pique Max " in page.text
    assert "La soirée de l’année Max, 2 parties sur 2, 8 janv. 2026" in page.text
    assert "Les plus rares Volte de Zoé" in page.text
    assert "Les fidèles Anne, 3 sur 3 Luc, 3 sur 3 Zoé, 3 sur 3" in page.text
    assert "Par jeu Dame de Pique 5 parties" in page.text
    assert "Où" not in page.text
    # Zoé is before Max in the partie of her volte, and behind him in four.
    max_, zoe = player_id(year, "Max"), player_id(year, "Zoé")
    assert f'href="{year.carnet}/players/{zoe}/with/{max_}?year=2026">1</a>' in " ".join(page.html.split())
    links = [given.get("href", "") for tag, given in page.tags if tag == "a"]
    assert f"{year.carnet}/years/2024" in links
    # Each of the four soirées has its dot, and its row in the list below.
    assert [sum("/soirees/" in link for link in links)] == [4 + 4 + 1]
    year.headers = {"Accept-Language": "en"}
    english = year.get(f"{year.carnet}/years/2026").text
    assert "3 game nights, 5 games" in english
    assert "Game night of the year Max, 2 games of 2, 8 Jan 2026" in english


def test_facts_lead_to_the_manche_that_shows_them(year: Visitor) -> None:
    page = year.get(f"{year.carnet}/years/2026")
    manches = [
        given["href"]
        for tag, given in page.tags
        if tag == "a" and "/parties/" in given.get("href", "") and "#" in given["href"]
    ]
    assert {address.partition("#")[2] for address in manches} == {"m1", "m2"}
    assert {year.get(address.partition("#")[0]).status for address in manches} == {200}


def test_a_year_is_sent_as_its_winners_its_months_and_its_best_moments(year: Visitor) -> None:
    """Of the four soirées Max won three, the fourth has no partie; Zoé shares the second, which has both signs."""
    html = year.get(f"{year.carnet}/years/2026").html
    picture = json.loads(unescape(html.partition("<template>")[2].partition("</template>")[0]))
    assert (picture["title"], picture["figures"]) == ("L’année 2026", "3 soirées, 5 parties")
    places = [[placed[name] for name in ("place", "name", "figure")] for placed in picture["ranking"]]
    assert places == [[1, "Max", "3 soirées"], [2, "Zoé", "1 soirée"]]
    max_, zoe = (placed["sign"] for placed in picture["ranking"])
    assert max_ != zoe
    assert [month["signs"] for month in picture["months"][:4]] == [[max_, zoe, max_], [], [max_, None], []]
    told = html.partition('id="told">')[2].partition("<")[0].replace("\N{NO-BREAK SPACE}", " ")
    assert told.startswith(
        "L’année 2026\nLes jeudis\n3 soirées, 5 parties\n\n1. Max : 3 soirées\n2. Zoé : 1 soirée\n\n"
    )
    assert "Volte de Zoé" in told
    everything = year.get(f"{year.carnet}/years/all").html
    assert json.loads(unescape(everything.partition("<template>")[2].partition("</template>")[0]))["months"] == []


def test_all_years_lead_to_each(year: Visitor) -> None:
    page = year.get(f"{year.carnet}/years/all")
    assert "Toujours" in page.text
    assert "4 soirées, 6 parties" in page.text
    assert "2026 4 soirées 2024 1 soirée" in page.text
    assert "Le plus de victoires Max, 5" in page.text


@pytest.mark.parametrize("path", ["2024", "2019"])
def test_a_year_of_few_soirees_says_what_it_will_show(year: Visitor, path: str) -> None:
    text = year.get(f"{year.carnet}/years/{path}").text
    assert "Dès la troisième soirée viendront ici" in text
    assert ("1 soirée, 1 partie" in text) == (path == "2024")
    assert "Le plus de victoires" not in text


def test_a_carnet_without_soirees_has_a_year(visitor: Visitor) -> None:
    visitor.with_carnet()
    assert "Dès la troisième soirée" in visitor.get(f"{visitor.carnet}/years").text


@pytest.mark.parametrize("year", ["26", "0000", "9999", "20261", "²026", "ALL"])
def test_an_invalid_year_is_a_404(visitor: Visitor, year: str) -> None:
    assert visitor.get(f"{visitor.carnet}/years/{year}").status == 404


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("months", "years"),
        ("months/2026-11", "years/2026"),
        ("statistics", "years/all"),
        ("statistics?game=hearts&year=2025", "years/2025?game=hearts"),
        ("statistics?game=hearts&rules=0123456789ab", "years/all?game=hearts&rules=0123456789ab"),
    ],
)
def test_an_earlier_address_leads_to_the_year_with_its_filters(visitor: Visitor, old: str, new: str) -> None:
    assert visitor.get(f"{visitor.carnet}/{old}").location == f"{visitor.carnet}/{new}"


def test_the_number_of_queries_depends_on_the_games_only(year: Visitor) -> None:
    def cost() -> int:
        with queries(year) as made:
            assert year.get(f"{year.carnet}/years/2026").status == 200
        return len(made)

    before = cost()
    play(year, *[[FIRST]] * 12, day=dt.date(2026, 4, 2), limit=10)
    assert cost() == before <= MOST_QUERIES


def test_a_feat_of_partners_is_counted_once() -> None:
    """A side did it twice, with another player in one of its seats the second time; then someone else alone."""
    rows = [
        SimpleNamespace(partie_id=1, side=0, number=0, times=2),
        SimpleNamespace(partie_id=1, side=0, number=2, times=1),
        SimpleNamespace(partie_id=1, side=0, number=2, times=1),
        SimpleNamespace(partie_id=2, side=1, number=1, times=1),
    ]
    assert times_done(rows, shared=True) == 3
    assert times_done(rows, shared=False) == 5
