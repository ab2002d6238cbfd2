"""A notice of what was done is shown once, and its button undoes that and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.history.test_resuming import let_pass
from web.playing import bid, second_device
from web.visitor import FOUR, HAND, Page, hearts, plain

if TYPE_CHECKING:
    from web.visitor import Table, Visitor

SECOND = hearts(0, 0, 3, 10, queen=3)


def notice_bar(page: Page) -> str:
    """Return the text of the notice."""
    _, found, after = page.html.partition('<div class="notice-bar"')
    return after.partition("</div>")[0] if found else ""


def test_a_notice_has_no_button_if_another_device_has_changed_the_partie_since(visitor: Visitor) -> None:
    """The page with the notice of « Manche 1 » is loaded after a second device recorded the next manche."""
    table = visitor.set_table()
    other = second_device(visitor)
    visitor.record(table)
    other.record(table, SECOND)
    page = visitor.get(table.partie)
    assert "Manche 1\u00a0: Anne\u00a0+5, Luc\u00a0+4, Zoé\u00a0+16, Maxence\u00a0+1" in notice_bar(page)
    assert "<form" not in notice_bar(page)


def test_points_stay_beside_their_names_from_right_to_left(visitor: Visitor) -> None:
    table = visitor.set_table("שרה", "محمد", "Zoé", "Max")
    visitor.record(table)
    said = plain(notice_bar(visitor.get(table.partie)))
    assert "Manche 1 : \u2068שרה\u2069 +5, \u2068محمد\u2069 +4, Zoé +16, Max +1" in said


def test_the_notice_of_a_manche_with_a_feat_begins_with_it(visitor: Visitor) -> None:
    """A volte (DP-21); then 3 tricks for a contract of 3 beside a zero, and 10 for one of 6 (AP-5, AP-13)."""
    table = visitor.set_table()
    visitor.record(table, {"volte": "1"})
    assert "Volte de Luc : +26 à Anne, Zoé et Maxence" in plain(notice_bar(visitor.get(table.partie)))
    spades = visitor.set_table(game="spades")
    bid(visitor, spades, 4, 3, 2, "nil")
    visitor.record(spades, {"tricks-0": "3", "nil-0": "0"})
    said = plain(notice_bar(visitor.get(spades.partie)))
    assert "Zéro tenu par Anne : +130 à Anne &amp; Zoé, +64 à Luc &amp; Maxence" in said
    visitor.headers = {"Accept-Language": "en"}
    visitor.record(table, {"volte": "0"})
    assert "Anne shot the moon: +26 to Luc, Zoé and Maxence" in plain(notice_bar(visitor.get(table.partie)))


def test_the_notice_of_a_change_undoes_it_and_then_makes_it_again(visitor: Visitor) -> None:
    table = visitor.with_manche()
    page = visitor.get(table.partie)
    assert notice_bar(visitor.get(table.partie)) == ""
    assert press_notice(visitor, page).status == 303
    assert visitor.totals(table) == []
    page = visitor.get(table.partie)
    assert "Annulé : la manche" in plain(notice_bar(page))
    assert press_notice(visitor, page).status == 303
    page = visitor.get(table.partie)
    assert ("Refait : la manche 1" in plain(notice_bar(page)), visitor.totals(table)) == (True, [(5, 4, 16, 1)])
    assert press_notice(visitor, page).status == 303
    assert visitor.totals(table) == []


def test_a_correction_that_changes_nothing_has_no_notice(visitor: Visitor) -> None:
    table = visitor.with_manche()
    visitor.get(table.partie)
    address = visitor.manche(table)
    assert visitor.press(address, address, HAND).status == 303
    assert notice_bar(visitor.get(table.partie)) == ""
    assert visitor.press(address, address, hearts(5, 4, 3, 1, queen=0)).status == 303
    page = visitor.get(table.partie)
    assert "Manche 1 corrigée" in notice_bar(page)
    assert press_notice(visitor, page).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def press_notice(visitor: Visitor, page: Page) -> Page:
    """Press the button of the notice."""
    (form,) = Page(0, notice_bar(page)).forms
    return visitor.post(form.action, form.sent({}))


def begin(visitor: Visitor, table: Table, how: str) -> str:
    """Begin a partie by one of the buttons, and return its address."""
    if how == "/again":
        visitor.record(table)
        return str(visitor.press(table.partie, how).location)
    if how == "/begin/hearts":
        visitor.client.delete_cookie(visitor.cookie_name)
        for name in FOUR:
            visitor.press(how, how, {"name": name})
        return str(visitor.press(how, how, {"go": "1"}).location)
    page = visitor.get(f"{table.soiree}{how}?{table.seats}")
    return str(visitor.send(page, how, {"go": "1"}).location)


@pytest.mark.parametrize("how", ["/table", "/rules", "/again", "/begin/hearts"])
def test_a_partie_is_begun_with_a_notice_that_removes_it(visitor: Visitor, how: str) -> None:
    table = visitor.set_table(limit=16)
    partie = begin(visitor, table, how)
    page = visitor.get(partie)
    assert "commencée" in notice_bar(page)
    undone = [press_notice(visitor, page).location for _ in range(2)]
    carnet = partie.partition("/parties/")[0]
    assert undone == [f"{carnet}/" if how == "/begin/hearts" else table.soiree] * 2
    assert visitor.get(partie).status == 404


def test_a_soiree_opened_for_a_partie_is_removed_with_it(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = visitor.with_manche(limit=16)
    let_pass(monkeypatch, 48)
    begun = str(visitor.press(table.partie, "/again").location)
    page = visitor.get(begun)
    assert "Soirée et partie commencées" in notice_bar(page)
    assert press_notice(visitor, page).location == f"{visitor.carnet}/"
    carnet = visitor.get(f"{visitor.carnet}/")
    assert carnet.html.count('class="soiree-row"') == 1
    restored = visitor.send(carnet, "/restore")
    assert (restored.status, visitor.get(begun).status) == (303, 200)


def test_a_partie_with_a_manche_is_not_removed_by_the_notice_of_its_beginning(visitor: Visitor) -> None:
    table = visitor.set_table()
    begun = begin(visitor, table, "/table")
    page = visitor.get(begun)
    second_device(visitor).press(f"{begun}/manches/new", "/manches/new", HAND)
    assert press_notice(visitor, page).status == 409
    assert visitor.get(begun).status == 200


def test_a_soiree_is_begun_with_a_notice_that_removes_it_unless_it_is_used(visitor: Visitor) -> None:
    used = False
    for status in (303, 422):
        opened = str(visitor.press(f"{visitor.carnet}/soirees/new", "/new").location)
        page = visitor.get(opened)
        assert "Soirée commencée" in notice_bar(page)
        if used:
            other = second_device(visitor)
            other.press(f"{opened}?{visitor.set_table().seats}", "/table", {"go": "1", "game": "hearts"})
        answer = press_notice(visitor, page)
        assert answer.status == status
        assert (visitor.get(opened).status == 200) is used
        used = True
    assert answer.refusal() == "Une partie y est commencée : la soirée reste."


def test_the_button_of_a_notice_is_of_the_carnet_of_the_action(visitor: Visitor) -> None:
    """The next page that the browser loads is one of another carnet."""
    table = visitor.set_table()
    visitor.press(table.partie, "/delete")
    page = visitor.get(visitor.with_carnet().set_table().soiree)
    assert f'action="{table.partie}/restore"' in notice_bar(page)
