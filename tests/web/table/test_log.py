"""The sheet on the page of a partie: its last rows, the marks of each, negative totals, its size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from record.evening import bid_and_made
from support.cases import read_cases, reason
from web.test_lists import MOST_QUERIES, queries
from web.visitor import hearts

if TYPE_CHECKING:
    from web.visitor import Page, Visitor


def marks(page: Page) -> list[str]:
    """Return the marks of the row and of its columns: « 2 volte » for the second column, no number for the row."""
    (row,) = re.findall(r'<ol class="log-rows"[^>]*>(.*?)</ol>', page.html, re.DOTALL)
    columns = enumerate(row.split('<span class="cell">')[1:], start=1)
    found = [
        f"{number} {mark}" for number, cell in columns for mark in re.findall(r'<span class="mark"[^>]*>(.*?)<', cell)
    ]
    return found + re.findall(r'<span class="marks"[^>]*>(.*?)<', row)


CASES = read_cases("marks")


@pytest.mark.parametrize("case", [case for case in CASES if case["game"] == "hearts"], ids=reason)
def test_a_row_of_dame_de_pique_has_its_marks(visitor: Visitor, case: dict[str, Any]) -> None:
    table = visitor.set_table()
    assert visitor.record(table, case["typed"]).status == 303
    page = visitor.get(table.partie)
    assert marks(page) == case["marks"]
    (label,) = [given["aria-label"] for _, given in page.tags if given.get("aria-label", "").startswith("Manche 1,")]
    by_player = re.split(", (?=Anne|Luc|Zoé|Maxence)", label)
    spoken = [f"{number} {mark}" for number, part in enumerate(by_player) for mark in part.split(", ")[2:] if number]
    assert [mark.removeprefix("4 ") if mark == "4 note" else mark for mark in spoken] == case["marks"]


@pytest.mark.parametrize("case", [case for case in CASES if case["game"] == "spades"], ids=reason)
def test_a_row_of_atout_pique_has_its_marks(visitor: Visitor, case: dict[str, Any]) -> None:
    table = visitor.set_table(game="spades")
    visitor.record_directly(table, case["facts"])
    assert marks(visitor.get(table.partie)) == case["marks"]


def test_a_row_of_piquet_has_the_mark_of_a_capot(visitor: Visitor) -> None:
    """Twelve tricks for elder (PI-20)."""
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    assert visitor.record(table, {"tricks-0": "12", "tricks-1": "0", "last": "0"}).status == 303
    assert marks(visitor.get(table.partie)) == ["1 capot"]


def numbers(html: str) -> list[str]:
    """Return the numbers of the rows in a part of the page."""
    return re.findall(r'<summary aria-label="Manche .*?<span class="n">(\d+)</span>', html)


@pytest.mark.parametrize(
    ("played", "folded", "shown"),
    [
        (0, [], []),
        (3, [], ["1", "2", "3"]),
        (4, ["1"], ["2", "3", "4"]),
        (6, ["1", "2", "3"], ["4", "5", "6"]),
    ],
)
def test_the_last_three_manches_are_shown_and_the_earlier_ones_folded(
    visitor: Visitor, played: int, folded: list[str], shown: list[str]
) -> None:
    table = visitor.set_table(limit=1000)
    for number in range(played):
        assert visitor.record(table, hearts(5, 4, 3, 1, queen=number % 4)).status == 303
    html = visitor.get(table.partie).html
    fold, mark, rest = html.rpartition("</ol></details><ol")
    assert numbers(fold) == folded
    assert numbers(rest) == shown
    assert bool(mark) is bool(folded)
    assert html.count("Toute la feuille") == bool(folded)


def test_a_negative_total_has_a_minus_and_no_ring(visitor: Visitor) -> None:
    """DP-22: 26 points less for Luc; AP-15: a contract of 13 failed is −130, of four signs."""
    table = visitor.set_table(moon="self_minus")
    assert visitor.record(table, {"volte": "1"}).status == 303
    html = visitor.get(table.partie).html
    assert html.count(">−26<") == 5  # the points and the total of its row, the foot, the latest points, the standings
    assert "below" not in html
    assert '<span class="total">−26</span>' in html
    spades = visitor.set_table(game="spades")
    visitor.record_directly(spades, bid_and_made([7, 1, 6, 1], 4))
    assert '<span class="total many-digits">−130</span>' in visitor.get(spades.partie).html


def test_the_versions_of_a_manche_can_be_restored(visitor: Visitor) -> None:
    table = visitor.with_manche()
    (manche,) = visitor.manche_ids(table)
    address = f"{table.partie}/manches/{manche}"
    for number in range(3):
        visitor.press(address, f"/manches/{manche}", {"note": f"fois {number}"})
    page = visitor.get(address)
    assert re.findall(r"fois \d", "".join(page.html.split('class="versions"')[1:])) == ["fois 2", "fois 1", "fois 0"]
    assert page.form("/versions/2").action == f"{address}/versions/2"
    assert visitor.send(page, "/versions/2").status == 303
    assert visitor.post(f"{address}/versions/1", page.form("/versions/2").sent({})).status == 404
    # The seventh change deletes the manche, and has no facts.
    visitor.press(address, "/delete")
    page = visitor.get(address)
    assert visitor.send(page, "/versions/3", to=f"{address}/versions/7").status == 404


def test_many_deleted_manches_cost_as_many_queries_as_few(visitor: Visitor) -> None:
    costs = []
    for count in (1, 4):
        table = visitor.set_table()
        for _ in range(count):
            visitor.record(table)
        for manche in visitor.manche_ids(table):
            visitor.press(f"{table.partie}/manches/{manche}", "/delete")
        visitor.get(table.partie)  # shows the notice, which appears once
        with queries(visitor) as made:
            assert visitor.get(f"{table.partie}?order=seats").html.count("/restore") == count
        costs.append(len(made))
    assert costs[0] == costs[1] <= MOST_QUERIES
