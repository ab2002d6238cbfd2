"""A manche by its form: of Cœurs simples, where it asks about the hearts alone (DP-29), and by typed points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.case_files import Case, each
from web.visitor import hearts, points

from scorekeeper.web.forms import complete_counts

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


def test_a_volte_of_typed_points_names_its_player_dp_21(visitor: Visitor) -> None:
    """With the jack at −10, 16 points are those of a volte with the jack: of one player, as nobody has a partner."""
    table = visitor.set_table(jack_of_diamonds=-10)
    page = visitor.record(table, points(16, 0, 0, 0))
    assert page.status == 422
    assert "Tout est chez Anne : est-ce une volte ?" in page.text.replace("\u202f", " ")


@each("hearts/counts")
def test_the_only_blank_of_a_row_of_counts_takes_the_rest(case: Case) -> None:
    typed = [None if part == "_" else int(part) for part in case["typed"].split()]
    assert complete_counts(typed, case["total"]) == [int(part) for part in case["completed"].split()]
