"""A manche of Cœurs simples: the form asks about the hearts alone (DP-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.visitor import hearts

if TYPE_CHECKING:
    from web.visitor import Visitor


def test_the_entry_does_not_ask_for_the_queen_dp_29(visitor: Visitor) -> None:
    table = visitor.set_table(queen_points=0)
    assert "Qui a pris la dame de pique" not in visitor.get(f"{table.partie}/manches/new").text
    assert visitor.record(table, hearts(5, 4, 3, 1)).status == 303
    assert visitor.totals(table) == [(5, 4, 3, 1)]


def test_a_volte_of_hearts_is_asked_about_and_gives_13_dp_29(visitor: Visitor) -> None:
    table = visitor.set_table(queen_points=0)
    page = visitor.record(table, hearts(0, 13, 0, 0))
    assert page.status == 422
    assert "les autres prennent 13" in page.text
    assert visitor.record(table, {**hearts(0, 13, 0, 0), "moon": "others_plus"}).status == 303
    assert visitor.totals(table) == [(13, 0, 13, 13)]
