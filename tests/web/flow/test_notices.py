"""A notice of what was done is shown once, and its button undoes that and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.playing import second_device
from web.visitor import hearts

if TYPE_CHECKING:
    from web.visitor import Page, Visitor

FIRST, SECOND = hearts(5, 4, 3, 1, queen=2), hearts(0, 0, 3, 10, queen=3)


def strip(page: Page) -> str:
    """Return the text of the notice."""
    _, found, after = page.html.partition('<div class="strip"')
    return after.partition("</div>")[0] if found else ""


def test_undo_deletes_the_manche_of_its_notice_though_another_was_recorded_since(visitor: Visitor) -> None:
    """The page with the notice of « Manche 1 » is loaded after a second device recorded the next manche."""
    table = visitor.set_table()
    other = second_device(visitor)
    visitor.record(table, FIRST)
    other.record(table, SECOND)
    page = visitor.get(table.partie)
    assert "Manche 1\u00a0: Anne\u00a0+5, Luc\u00a0+4, Zoé\u00a0+16, Maxence\u00a0+1" in strip(page)
    (first, second) = visitor.manche_ids(table)
    assert f"/manches/{first}/delete" in strip(page)
    assert visitor.send(page, f"/manches/{first}/delete").status == 303
    assert visitor.manche_ids(table) == [second]


def test_the_notice_of_the_latest_manche_undoes_it(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, FIRST)
    page = visitor.get(table.partie)
    assert f"{table.partie}/undo" in strip(page)
    assert strip(visitor.get(table.partie)) == ""


def test_a_correction_that_changes_nothing_has_no_notice(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, FIRST)
    visitor.get(table.partie)
    (only,) = visitor.manche_ids(table)
    address = f"{table.partie}/manches/{only}"
    assert visitor.press(address, f"/manches/{only}", FIRST).status == 303
    assert strip(visitor.get(table.partie)) == ""
    assert visitor.press(address, f"/manches/{only}", hearts(5, 4, 3, 1, queen=0)).status == 303
    page = visitor.get(table.partie)
    assert "Manche 1 corrigée" in strip(page)
    (back,) = [form for form in page.forms if "/versions/" in form.action]
    assert visitor.post(back.action, back.sent({})).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]
