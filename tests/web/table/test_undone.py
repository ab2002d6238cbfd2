"""A manche undone and recorded again: nothing is lost, nothing counts twice, and the page names the manche."""

from __future__ import annotations

from sqlalchemy import update
from web.people import join_carnet
from web.playing import bid, lay_out, lead, plays, recorded
from web.visitor import HAND, Table, Visitor, hearts

from scorekeeper.record.models import Change, Role

BIDS = (3, 4, 2, 3)


def test_a_form_sent_again_after_its_manche_was_undone_is_shown_again(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(table.new)
    typed = page.form("/manches/new").sent(HAND)
    assert visitor.post(table.new, typed).status == 303
    visitor.press(table.partie, "/undo")
    again = visitor.post(table.new, typed)
    assert (again.status, visitor.totals(table)) == (409, [])
    form = again.form("/manches/new")
    assert [form.value(f"H-{seat}") for seat in range(4)] == ["5", "4", "3", "1"]
    assert visitor.send(again, "/manches/new", {"QS": "2"}).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_a_form_is_recorded_when_another_device_has_undone_its_manche_of_this_number(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    typed = visitor.get(table.new).form("/manches/new").sent(HAND)
    other.record(table, hearts(0, 0, 3, 10, queen=3))
    other.press(table.partie, "/undo")
    for _ in range(2):  # the answer may be lost
        assert (visitor.post(table.new, typed).status, visitor.totals(table)) == (303, [(5, 4, 16, 1)])
    visitor.press(table.partie, "/undo")
    for sent in (typed, {**typed, "request_id": "the next one", "number": "2"}):
        assert (visitor.post(table.new, sent).status, visitor.totals(table)) == (409, [])


def test_a_form_is_stale_when_the_sheet_or_the_deal_is_another(visitor: Visitor) -> None:
    table, first = visitor.set_table(), HAND
    visitor.record(table, first)
    page = visitor.get(table.new)
    visitor.press(table.partie, "/undo")
    refused = visitor.send(page, "/manches/new", first)
    assert (refused.status, "Vous aviez saisi la manche 2." in refused.text) == (409, True)  # the next one is the first
    visitor.record(table, first)
    assert visitor.send(page, "/manches/new", first).status == 409  # the first manche is another
    page = visitor.get(table.new)
    visitor.record(table, first)
    visitor.press(table.partie, "/undo")
    visitor.press(f"{table.partie}/dealer", "/dealer", {"dealer": "3"})
    assert visitor.send(page, "/manches/new", first).status == 409
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_the_lines_of_a_manche_undone_on_another_device_say_so(visitor: Visitor) -> None:
    table = visitor.with_manche()
    (manche,) = visitor.manche_ids(table)
    visitor.press(table.partie, "/undo")
    page = visitor.get(f"{table.partie}/manches/{manche}/lines", **{"HX-Request": "true"})
    assert (page.status, any(given.get("href") == table.partie for _, given in page.tags)) == (200, True)
    assert "DP-17" not in page.text


def test_cards_of_a_manche_after_the_end_stay_when_the_change_that_ended_it_is_undone_dp_25(visitor: Visitor) -> None:
    """A lower limit ends the partie after the first card of the next manche; the page says so, and changes none."""
    table = visitor.with_manche()
    lead(visitor, table, 0)
    visitor.change_rules(table, {"option-limit": "16"})
    page = visitor.get(table.partie)
    assert "La suite est commencée" in page.text
    assert "Annuler le changement de règles" in page.text
    assert visitor.send(page, "/undo").status == 303
    assert plays(visitor, table) == ["2C"]


def test_a_partie_of_a_deleted_soiree_is_not_restored_alone(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.press(table.partie, f"/{table.partie_id}/delete")
    restore = visitor.get(table.soiree).form("/restore")
    visitor.press(f"{table.soiree}/edit", "/delete")
    assert visitor.post(restore.action, restore.sent({})).status == 404


def test_a_correction_keeps_the_penalties_that_its_form_does_not_show_t_5(visitor: Visitor) -> None:
    """Two penalties of 5 and 6 for Anne, as an import may have them: 5 + 5 + 6 = 16."""
    table = visitor.set_table()
    penalties = [{"side": 0, "points": points, "reason": "renonce"} for points in (5, 6)]
    facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "penalties": penalties}
    visitor.record_directly(table, facts)
    assert visitor.totals(table) == [(16, 4, 16, 1)]
    address = visitor.manche(table)
    assert visitor.press(address, address, {"H-0": "6", "H-1": "3"}).status == 303
    assert visitor.totals(table) == [(17, 3, 16, 1)]
    assert visitor.press(address, address, {"penalty_points": "", "penalty_reason": ""}).status == 303
    assert visitor.totals(table) == [(12, 3, 16, 1)]


def test_a_penalty_from_before_the_teams_is_shown_for_the_player_s_team_t_5(visitor: Visitor) -> None:
    """The third player, whose seat is the number of teams, is in the first one (DP-4)."""
    table = visitor.set_table()
    penalty = {"penalty_side": "2", "penalty_points": "5", "penalty_reason": "renonce"}
    visitor.record(table, {**HAND, **penalty})
    address = visitor.manche(table)
    visitor.press(table.partie, "/undo")
    assert visitor.change_rules(table, {"option-teams": "true"}).status == 303
    assert visitor.get(address).form(address).value("penalty_side") == "0"


def by_cards(visitor: Visitor, **extras: str) -> Table:
    """Return a partie with a manche entered by hand, then the second recorded deal of Dame de Pique by cards."""
    deal = recorded("hearts", 1)
    table = visitor.with_manche(dealer=(deal["dealer"] - 1) % 4)
    lay_out(visitor, table, deal["leader"], deal["plays"])
    assert visitor.press(f"{table.partie}/cards", "/record", extras).status == 303
    assert len(visitor.manche_ids(table)) == 2
    return table


def delete_the_partie(visitor: Visitor, table: Table) -> None:
    visitor.press(table.partie, f"/{table.partie_id}/delete")
    assert visitor.press(table.soiree, "/restore").status == 303


def test_the_note_and_the_penalty_of_an_undone_manche_are_restored_with_it_t_5(visitor: Visitor) -> None:
    extras = {"note": "belle manche", "penalty_side": "0", "penalty_points": "5", "penalty_reason": "renonce"}
    table = by_cards(visitor, **extras)
    before = visitor.totals(table)
    visitor.press(table.partie, "/undo")
    assert visitor.press(f"{table.partie}/cards", "/record").status == 303
    assert visitor.totals(table) == before
    scored, _, _ = visitor.replayed(table)
    assert scored.manches[1].note == "belle manche"
    bids = visitor.set_table(game="spades", dealer=3)
    bid(visitor, bids, *BIDS)
    assert visitor.press(f"{bids.partie}?entry=open", "/manches/new", {"tricks-0": "7", **extras}).status == 303
    assert visitor.totals(bids) == [(57, -70)]
    visitor.press(bids.partie, "/undo")
    assert visitor.press(f"{bids.partie}?entry=open", "/manches/new", {"tricks-0": "7"}).status == 303
    assert visitor.totals(bids) == [(57, -70)]


def test_cards_recorded_undone_and_sent_again_are_not_ignored(visitor: Visitor) -> None:
    deal = recorded("hearts", 1)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    form = visitor.get(f"{table.partie}/cards").form("/record")
    typed = form.sent({"note": "belle manche"})
    assert visitor.post(form.action, typed).status == 303
    visitor.press(table.partie, "/undo")
    again = visitor.post(form.action, typed)
    assert (again.status, again.form("/record").value("note")) == (409, "belle manche")


def test_redo_from_a_page_of_before_makes_no_other_change(visitor: Visitor) -> None:
    """Another device has recorded another manche since and taken it back: the button named the first one."""
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    visitor.record(table)
    visitor.press(table.partie, "/undo")
    page = visitor.get(table.partie)
    other.record(table, hearts(0, 0, 3, 10, queen=3))
    other.press(table.partie, "/undo")
    assert (visitor.send(page, "/redo").status, visitor.totals(table)) == (409, [])


def test_the_form_after_two_undos_has_the_note_and_the_penalty_of_its_own_manche(visitor: Visitor) -> None:
    table = visitor.set_table()
    for side, points in ((1, 5), (2, 7)):
        extras = {"note": f"N{side}", "penalty_side": str(side), "penalty_points": str(points), "penalty_reason": "x"}
        visitor.record(table, {**HAND, **extras})
    for _ in range(2):
        visitor.press(table.partie, "/undo")
    visitor.record(table)
    assert visitor.totals(table) == [(5, 9, 16, 1)]


def test_to_undo_the_restoring_of_a_partie_deletes_it_with_a_sentence(visitor: Visitor) -> None:
    table = visitor.set_table()
    delete_the_partie(visitor, table)
    assert visitor.press(table.partie, "/undo").location == table.soiree
    assert "Partie supprimée" in visitor.get(table.soiree).text


def test_the_history_of_a_manche_says_nothing_of_rules_for_an_undo(visitor: Visitor) -> None:
    table = visitor.with_manche()
    (manche,) = visitor.manche_ids(table)
    for ending in ("/undo", "/redo"):
        visitor.press(table.partie, ending)
    history = visitor.get(f"{table.partie}/manches/{manche}").text
    assert ("refait : la manche" in history, "ne se compte plus" in history) == (True, False)


def test_where_undoing_ends_the_page_says_so(visitor: Visitor) -> None:
    """As after an upgrade from a version that stored changes otherwise."""
    table = visitor.with_manche()
    with visitor.writing() as session:
        session.execute(update(Change).where(Change.partie_id == table.partie_id).values(below=None))
    page = visitor.get(f"{table.partie}?order=seats")
    assert "Ce qui précède ne s’annule plus pas à pas" in page.text


def test_a_form_of_before_has_no_extras_of_a_manche_that_was_undone_since(visitor: Visitor) -> None:
    table, other = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    page = visitor.get(table.new)
    penalties = [{"side": side, "points": points, "reason": "x"} for side, points in ((0, 5), (1, 6))]
    facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "penalties": penalties}
    visitor.record_directly(table, facts)
    other.press(table.partie, "/undo")
    assert visitor.send(page, "/manches/new", hearts(0, 0, 3, 10, queen=3)).status == 303
    assert visitor.totals(table) == [(0, 0, 3, 23)]
