"""Two devices record the same manche: the second sees both results, and records another manche only on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from web.people import join_carnet
from web.playing import press_in_sequence
from web.visitor import HAND, Page, Table, Typed, Visitor, hearts, points

from scorekeeper.record.models import Role
from scorekeeper.record.sharing.accesses import Joiner

if TYPE_CHECKING:
    from collections.abc import Sequence

# Anne bids 4, Luc 3, Zoé 1, Maxence 4; 6 tricks for Anne and Zoé (5 bid) are 51, 7 for the others (7 bid) 70 (AP-11).
BIDS: Sequence[int] = (3, 1, 4, 4)
# Elder took seven tricks with the last, without declarations (PI-18): 7 for leads and won leads, 10 for the cards.
COUP: Typed = {"tricks-0": "7", "tricks-1": "5", "last": "0"}


def tables(visitor: Visitor, game: str) -> tuple[Table, Typed, Typed]:
    """Return a table before its first result, that result, and another one."""
    if game == "hearts":
        return visitor.set_table(), HAND, hearts(5, 4, 3, 1, queen=3)
    if game == "spades":
        table = visitor.set_table(game="spades")
        steps = [{"bid": str(bid), "seat": str((1 + turn) % 4)} for turn, bid in enumerate(BIDS)]
        press_in_sequence(visitor, table.partie, "/begin", steps)
        return table, {"tricks-0": "6", "tricks-1": ""}, {"tricks-0": "5", "tricks-1": ""}
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    return table, COUP, {**COUP, "tricks-0": "8", "tricks-1": "4"}


def second_device(visitor: Visitor, game: str, *, same: bool) -> tuple[Table, Page]:
    """Return the table and the page of the second device, which typed the same or another result."""
    table, first, other = tables(visitor, game)
    old = visitor.get(f"{table.partie}?entry=open")
    assert visitor.send(visitor.get(f"{table.partie}?entry=open"), "/manches/new", first).status == 303
    page = visitor.send(old, "/manches/new", first if same else other)
    assert page.status == 409
    return table, page


GAMES = pytest.mark.parametrize("game", ["hearts", "spades", "piquet"])


@GAMES
def test_the_same_result_is_shown_as_the_same_without_a_button(visitor: Visitor, game: str) -> None:
    table, page = second_device(visitor, game, same=True)
    assert "Les mêmes points ont été notés entre-temps" in page.refusal()
    assert f'<a class="primary button" href="{table.partie}">' in page.html
    form = page.form("/manches/new")
    assert [name for name, _, _ in form.buttons if name is not None and name == "exact"] == []
    assert "Ce n’est pas la manche" not in page.text
    assert "Ce n’est pas le coup" not in page.text
    assert len(visitor.totals(table)) == 1


@GAMES
def test_another_result_is_shown_next_to_the_recorded_one_and_corrects_it(visitor: Visitor, game: str) -> None:
    table, page = second_device(visitor, game, same=False)
    before = visitor.totals(table)
    assert "Déjà noté" in page.refusal()
    correct = visitor.manche(table)
    assert correct in [address for _, _, address in page.form("/manches/new").buttons]
    assert visitor.send(page, "/manches/new", to=correct).status == 303
    assert len(visitor.totals(table)) == 1
    assert visitor.totals(table) != before


def test_the_points_of_both_are_side_by_side(visitor: Visitor) -> None:
    """Zoé or Maxence took the queen: 3 hearts and 13, or 1 and 13 (DP-17)."""
    _, page = second_device(visitor, "hearts", same=False)
    assert page.refusal().endswith("Noté Saisi Anne 5 5 Luc 4 4 Zoé 16 3 Maxence 1 14")


def test_tricks_typed_after_another_device_recorded_them_keep_its_bids(visitor: Visitor) -> None:
    """Five tricks for five bid, 50; eight for seven, 71 (AP-11)."""
    table, page = second_device(visitor, "spades", same=False)
    assert page.refusal().endswith("Noté Saisi Anne & Zoé 51 50 Luc & Maxence 70 71")
    visitor.send(page, "/manches/new", to=visitor.manche(table))
    assert visitor.totals(table) == [(50, 71)]


def test_the_result_becomes_another_manche_only_on_request(visitor: Visitor) -> None:
    table, page = second_device(visitor, "hearts", same=False)
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    assert visitor.send(page, "/manches/new").status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1), (10, 8, 19, 15)]


@pytest.mark.parametrize(("number", "conflict"), [("", 1), ("x", 1), ("1", 1), ("2", 2), ("3", None)])
def test_the_conflict_is_with_the_manche_of_the_number_in_the_form(
    visitor: Visitor, number: str, conflict: int | None
) -> None:
    table = visitor.set_table()
    old = visitor.get(table.partie)
    visitor.record(table)
    visitor.record(table, hearts(0, 0, 0, 13, queen=2))
    page = visitor.send(old, "/manches/new", {**hearts(0, 13, 0, 0, queen=2), "number": number})
    offered = [manche for manche in (1, 2, 3) if f"Corriger la manche {manche}" in page.text]
    assert (page.status, offered) == (409, [conflict] if conflict else [])
    assert ("Déjà noté" in page.refusal()) == bool(conflict)
    assert page.form("/manches/new").value("H-1") == "13"


@pytest.mark.parametrize("typed", [hearts(5, 4, 3, 0, queen=2), points("x", "", "", ""), {}])
def test_a_result_that_cannot_be_scored_is_reported_and_stays_in_the_form(
    visitor: Visitor, typed: dict[str, Any]
) -> None:
    table = visitor.set_table()
    old = visitor.get(table.partie)
    visitor.record(table)
    page = visitor.send(old, "/manches/new", typed)
    assert page.status == 409
    assert "ne se compte pas tel quel" in page.refusal()
    form = page.form("/manches/new")
    assert {name: form.value(name) for name in typed} == typed


def test_a_different_note_offers_a_correction(visitor: Visitor) -> None:
    table = visitor.set_table()
    old = visitor.get(table.partie)
    visitor.record(table)
    page = visitor.send(old, "/manches/new", {**HAND, "note": "Zoé rit"})
    assert "Corriger la manche 1" in page.text
    assert page.form("/manches/new").value("note") == "Zoé rit"


@pytest.mark.parametrize("name", ["Luc", ""])
def test_the_recorded_result_has_the_name_of_its_author(visitor: Visitor, name: str) -> None:
    table = visitor.set_table()
    other = join_carnet(visitor, Role.MARQUEUR, joiner=Joiner(name))
    old = visitor.get(table.partie)
    other.record(table)
    for typed in (hearts(5, 4, 3, 1, queen=3), HAND, {}):
        page = visitor.send(old, "/manches/new", typed)
        assert f"Noté par {name or 'un autre téléphone'} ·" in page.refusal()


def test_the_author_is_the_one_of_the_latest_correction(visitor: Visitor) -> None:
    table = visitor.set_table()
    luc = join_carnet(visitor, Role.MARQUEUR, joiner=Joiner("Luc"))
    old, own = luc.get(table.partie), visitor.get(table.partie)
    luc.record(table)
    (manche,) = visitor.manche_ids(table)
    visitor.press(f"{table.partie}/manches/{manche}", f"/manches/{manche}", hearts(5, 4, 3, 1, queen=1))
    assert "Noté par un autre téléphone ·" in luc.send(old, "/manches/new", hearts(5, 4, 3, 1, queen=3)).refusal()
    assert "Noté par ce téléphone ·" in visitor.send(own, "/manches/new", hearts(5, 4, 3, 1, queen=3)).refusal()
