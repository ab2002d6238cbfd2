"""Changing a house rule from a ruling: its consequences, the form, and the undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.flow.test_notices import notice_bar
from web.playing import second_device
from web.test_lists import MOST_QUERIES, queries
from web.visitor import HAND, hearts, plain, points, refused

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.journal import changes_since

if TYPE_CHECKING:
    from web.visitor import Page, Table, Visitor


def queen_case(table: Table, **asked: object) -> str:
    """The address of the disputed case about the price of the queen."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"{table.partie}/desk/quarrels/what_the_queen_costs?{query}"


def consequences(page: Page) -> str:
    """The consequences of the change, as the page shows them."""
    _, found, after = page.html.partition('id="change"')
    return plain(after.partition("</section>")[0]) if found else ""


def rows(page: Page) -> list[list[str]]:
    """The totals before and after the change, by name."""
    body = consequences(page).partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [cell.partition(">")[2] for cell in body.replace("</th>", "</td>").split("</td>") if ">" in cell]
    plainly = [
        cell.rpartition('<bdi translate="no">')[2].removesuffix("</bdi>").rpartition(">")[2] or cell for cell in cells
    ]
    return [plainly[start : start + 3] for start in range(0, len(plainly) - 2, 3)]


def rules_of(visitor: Visitor, table: Table) -> tuple[dict[str, object], list[str]]:
    with visitor.app.app_context():
        partie = db.session.get_one(Partie, table.partie_id)
        return dict(partie.options), [one.kind for one in changes_since(partie, 0)]


def test_each_other_value_is_offered_and_viewing_it_writes_nothing(visitor: Visitor) -> None:
    table = visitor.with_manche()
    before = rules_of(visitor, table)
    page = visitor.get(queen_case(table))
    offered = [given["href"] for tag, given in page.tags if tag == "a" and "play=" in given.get("href", "")]
    assert [address.partition("?")[2] for address in offered] == ["play=12", "play=0"]
    assert consequences(page) == ""
    assert visitor.get(offered[0]).status == 200
    assert rules_of(visitor, table) == before


def test_the_totals_before_and_after_and_the_changed_manches_are_shown(visitor: Visitor) -> None:
    """5 4 16 1, then ten hearts and the queen to Anne, 23 1 1 1; at twelve, 15 for Zoé and 22 for Anne (DP-18)."""
    table = visitor.with_manche()
    visitor.record(table, hearts(10, 1, 1, 1, queen=0))
    page = visitor.get(queen_case(table, play=12))
    assert rows(page) == [["Anne", "28", "27"], ["Luc", "5", "5"], ["Zoé", "17", "16"], ["Maxence", "2", "2"]]
    assert "Points changés : Manche 1, Manche 2." in consequences(page)


def test_two_taps_change_the_rule_and_a_third_undoes_it(visitor: Visitor) -> None:
    table = visitor.with_manche()
    done = visitor.press(queen_case(table, play=12), "/play/queen_points/12")
    assert (done.status, done.location) == (303, queen_case(table).removesuffix("?"))
    assert visitor.totals(table) == [(5, 4, 15, 1)]
    page = visitor.get(str(done.location))
    assert "Désormais\u00a0: Dame de pique · 12 points" in notice_bar(page)
    assert visitor.send(page, "/undo").status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    assert rules_of(visitor, table)[1][-2:] == ["rules", "undone"]


def test_the_consequences_are_computed_again_after_a_write_of_another_client(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(queen_case(table, play=12))
    second_device(visitor).record(table, HAND)
    late = visitor.send(page, "/play/queen_points/12")
    assert late.status == 409
    assert "manche 1 notée" in late.refusal()
    assert rows(late)[2] == ["Zoé", "16", "15"]
    assert rules_of(visitor, table)[0]["queen_points"] == 13
    assert visitor.send(late, "/play/queen_points/12").status == 303
    assert visitor.totals(table) == [(5, 4, 15, 1)]


def test_a_value_that_contradicts_the_facts_is_explained_and_cannot_be_sent(visitor: Visitor) -> None:
    """26 points are impossible with the queen at twelve, where a manche makes 25 (DP-18)."""
    table = visitor.set_table()
    old = visitor.get(queen_case(table, play=12))
    visitor.record(table, points(5, 4, 16, 1))
    page = visitor.get(queen_case(table, play=12))
    assert page.status == 200
    assert "Ligne 1 : cela ne peut pas se compter ainsi" in page.refusal()
    assert not any("/play/" in form.action for form in page.forms)
    whole = old.form("/play/queen_points/12").sent({"version": "2"})
    refused(
        visitor.post(old.form("/play/queen_points/12").action, whole), "Ligne 1 : cela ne peut pas se compter ainsi"
    )
    assert rules_of(visitor, table)[0]["queen_points"] == 13


def test_a_deck_that_four_players_cannot_use_is_refused_with_a_sentence(visitor: Visitor) -> None:
    table = visitor.set_table()
    address = f"{table.partie}/desk/articles/DP-3"
    offered = [given["href"] for tag, given in visitor.get(address).tags if "play=" in given.get("href", "")]
    assert offered
    pages = [visitor.get(one) for one in offered]
    assert {page.status for page in pages} == {200}
    refused = [page for page in pages if 'id="refusal"' in page.html]
    assert all(len(page.refusal()) > 20 for page in refused)
    assert refused


def test_each_player_of_a_team_is_shown_the_total_of_the_team(visitor: Visitor) -> None:
    """5 and 16 to Anne and Zoé, 4 and 1 to Luc and Maxence (DP-4)."""
    table = visitor.with_manche()
    page = visitor.get(f"{table.partie}/desk/quarrels/points_of_a_pair?play=true")
    assert rows(page) == [["Anne", "5", "21"], ["Luc", "4", "5"], ["Zoé", "16", "21"], ["Maxence", "1", "5"]]


def test_a_limit_already_reached_would_end_the_partie(visitor: Visitor) -> None:
    """Zoé has 16: at a limit of 16 the partie is over, and Maxence has the fewest (DP-25); any number is allowed."""
    table = visitor.with_manche()
    page = visitor.get(f"{table.partie}/desk/quarrels/where_the_partie_stops?play=16")
    assert "La partie serait finie, gagnée par Maxence." in consequences(page)
    assert "Rien de ce qui est noté ne change." in consequences(page)
    visitor.send(page, "/play/limit/16")
    page = visitor.get(f"{table.partie}/desk/quarrels/where_the_partie_stops?play=100")
    assert "La partie ne serait plus finie." in consequences(page)


def test_an_article_offers_each_of_its_house_rules(visitor: Visitor) -> None:
    table = visitor.with_manche()
    article = f"{table.partie}/desk/articles/DP-18"
    page = visitor.get(f"{article}?rule=queen_points&play=12")
    assert rows(page)[2] == ["Zoé", "16", "15"]
    assert visitor.send(page, "/articles/DP-18/play/queen_points/12").location == article
    assert visitor.totals(table) == [(5, 4, 15, 1)]
    assert f"{table.partie}/undo" in notice_bar(visitor.get(article))


def test_the_current_value_is_no_change(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert consequences(visitor.get(queen_case(table, play=13))) == ""


@pytest.mark.parametrize("value", ["7", "", "²", "a%00b", "13.0", "999999999", "x" * 3000, "null"])
def test_an_impossible_value_is_a_404(visitor: Visitor, value: str) -> None:
    table = visitor.set_table()
    page = visitor.get(queen_case(table, play=12))
    assert visitor.get(queen_case(table, play=value)).status == 404
    address = page.form("/play/queen_points/12").action
    assert visitor.send(page, "/12", to=address.removesuffix("12") + value).status in {404, 405}
    assert visitor.send(page, "/12", to=address.replace("queen_points", "limit")).status == 404
    assert visitor.send(page, "/12", to=address.replace("what_the_queen_costs", "nothing")).status == 404


def test_these_pages_need_few_queries(visitor: Visitor) -> None:
    table = visitor.with_manche()
    for address in (
        queen_case(table),
        queen_case(table, play=12),
        f"{table.partie}/desk/articles/DP-12",
        f"{table.partie}/desk",
    ):
        with queries(visitor) as made:
            assert visitor.get(address).status == 200
        assert len(made) <= MOST_QUERIES, address
