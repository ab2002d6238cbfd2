"""A manche undone and taken up again: nothing is lost, nothing counts twice, and the page says which it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.playing import bid, kept, lay_out, lead, plays, recorded, version
from web.visitor import Table, Visitor, hearts

from scorekeeper.record import journal
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Partie

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

BIDS = (3, 4, 2, 3)


def begun(visitor: Visitor, table: Table) -> Mapping[str, Any] | None:
    """What the record keeps of the manche under way besides its cards."""
    with visitor.app.app_context():
        return db.session.get_one(Partie, table.partie_id).begun


def spades(visitor: Visitor) -> Table:
    """A manche of Atout Pique on the sheet: 6 bid by Anne and Zoé, who take 7; 6 by the others, who take 6."""
    table = visitor.set_table(game="spades", dealer=3)
    # Dealt by the fourth, the bids come from the first player on (AP-3).
    bid(visitor, table, *BIDS)
    assert visitor.press(f"{table.partie}?entry=open", "/manches/new", {"tricks-0": "7"}).status == 303
    # 5 bid and 7 taken: 50 and 2 bags; 7 bid and 6 taken: 70 lost (AP-13, AP-14).
    assert visitor.totals(table) == [(52, -70)]
    return table


def test_a_form_sent_again_after_its_manche_was_undone_is_asked_again_not_swallowed(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(table.new)
    typed = page.form("/manches/new").sent(hearts(5, 4, 3, 1, queen=2))
    assert visitor.post(table.new, typed).status == 303
    visitor.press(table.partie, "/undo")
    again = visitor.post(table.new, typed)
    assert (again.status, visitor.totals(table)) == (409, [])
    form = again.form("/manches/new")
    assert [form.value(f"H-{seat}") for seat in range(4)] == ["5", "4", "3", "1"]
    assert visitor.send(again, "/manches/new", {"QS": "2"}).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]


def test_a_form_sent_again_while_its_manche_stands_is_the_same_manche(visitor: Visitor) -> None:
    table = visitor.set_table()
    typed = visitor.get(table.new).form("/manches/new").sent(hearts(5, 4, 3, 1, queen=2))
    assert visitor.post(table.new, typed).status == 303
    visitor.record(table, hearts(0, 6, 2, 5, queen=0))
    assert visitor.post(table.new, typed).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1), (18, 10, 18, 6)]


def test_the_bids_of_a_manche_undone_are_not_asked_again_t_6(visitor: Visitor) -> None:
    table = spades(visitor)
    visitor.press(table.partie, "/undo")
    assert begun(visitor, table) == {"bids": list(BIDS)}
    assert visitor.press(f"{table.partie}?entry=open", "/manches/new", {"tricks-0": "5"}).status == 303
    # 5 bid and taken: 50; 7 bid, 8 taken: 70 and a bag (AP-13, AP-14).
    assert visitor.totals(table) == [(50, 71)]
    page = visitor.get(table.partie)
    assert "Rétablir" not in page.text


def test_a_manche_undone_and_put_back_takes_its_bids_up_again(visitor: Visitor) -> None:
    table = spades(visitor)
    visitor.press(table.partie, "/undo")
    assert visitor.press(table.partie, "/restore").status == 303
    assert (begun(visitor, table), visitor.totals(table)) == (None, [(52, -70)])


def test_bids_called_anew_after_an_undo_are_another_manche(visitor: Visitor) -> None:
    table = spades(visitor)
    visitor.press(table.partie, "/undo")
    visitor.press(table.partie, "/undo")
    assert begun(visitor, table) is None
    bid(visitor, table, 4, 4, 2, 3)
    assert visitor.press(f"{table.partie}?entry=open", "/manches/new", {"tricks-0": "6"}).status == 303
    assert visitor.totals(table) == [(60, 70)]
    assert "Rétablir" in visitor.get(table.partie).text


def test_a_manche_recorded_again_from_its_own_cards_cannot_count_twice_t_6(visitor: Visitor) -> None:
    deal = recorded("hearts", 1)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    visitor.press(f"{table.partie}/cards", "/record")
    before = visitor.manche_ids(table)
    visitor.press(table.partie, "/undo")
    visitor.press(f"{table.partie}/cards", "/record")
    assert visitor.manche_ids(table) == before
    assert visitor.totals(table) == [tuple(deal["points"])]
    assert "Rétablir" not in visitor.get(table.partie).text
    history = visitor.get(f"{table.partie}/manches/{before[0]}").text
    assert "annulée, à reprendre" in history


def test_cards_put_away_after_an_undo_leave_the_manche_to_be_put_back(visitor: Visitor) -> None:
    deal = recorded("hearts", 1)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    visitor.press(f"{table.partie}/cards", "/record")
    visitor.press(table.partie, "/undo")
    visitor.press(f"{table.partie}/cards", "/away")
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    assert visitor.totals(table) == [(5, 4, 16, 1)]
    assert "Rétablir" in visitor.get(table.partie).text


def test_cards_of_one_manche_more_are_not_taken_back_unseen_dp_25(visitor: Visitor) -> None:
    """A limit lowered ends the partie with four cards of the next manche down; the page tells, and touches none."""
    table = visitor.set_table()
    page = visitor.get(table.partie)
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    lead(visitor, table, 0)
    undo = visitor.get(table.partie).form("/undo")
    visitor.press(f"{table.partie}/rules", "/rules", {"option-limit": "16"})
    page = visitor.get(table.partie)
    assert "Les cartes d’une manche de plus sont sur la table" in page.text
    assert not any(form.action.endswith("/undo") for form in page.forms)
    answer = visitor.post(undo.action, undo.sent({"version": str(version(visitor, table))}))
    assert answer.status == 422
    assert (plays(visitor, table), kept(visitor, table) is None) == (["2C"], False)


def test_a_partie_of_a_soiree_put_away_is_not_brought_back_alone(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.press(table.partie, f"/{table.partie_id}/delete")
    restore = visitor.get(table.soiree).form("/restore")
    visitor.press(f"{table.soiree}/edit", "/delete")
    assert visitor.post(restore.action, restore.sent({})).status == 404


def test_a_correction_keeps_the_penalties_that_its_form_does_not_show_t_5(visitor: Visitor) -> None:
    """Two penalties of 5 and 6 for Anne, as an import may bring them: 5 + 5 + 6 = 16."""
    table = visitor.set_table()
    penalties = [{"side": 0, "points": points, "reason": "renonce"} for points in (5, 6)]
    facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "penalties": penalties}
    with visitor.app.app_context(), writing():
        partie = db.session.get_one(Partie, table.partie_id)
        journal.record_manche(partie, partie.version, facts, "", visitor.access())
    assert visitor.totals(table) == [(16, 4, 16, 1)]
    address = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    assert visitor.press(address, address, {"H-0": "6", "H-1": "3"}).status == 303
    assert visitor.totals(table) == [(17, 3, 16, 1)]
    assert visitor.press(address, address, {"penalty_points": "", "penalty_reason": ""}).status == 303
    assert visitor.totals(table) == [(12, 3, 16, 1)]


def test_a_penalty_of_before_the_teams_is_shown_for_the_player_s_team_t_5(visitor: Visitor) -> None:
    """The fourth player is in the second team (DP-4)."""
    table = visitor.set_table()
    penalty = {"penalty_side": "3", "penalty_points": "5", "penalty_reason": "renonce"}
    visitor.record(table, {**hearts(5, 4, 3, 1, queen=2), **penalty})
    address = f"{table.partie}/manches/{visitor.manche_ids(table)[0]}"
    visitor.press(table.partie, "/undo")
    assert visitor.press(f"{table.partie}/rules", "/rules", {"option-teams": "true"}).status == 303
    assert visitor.get(address).form(address).value("penalty_side") == "1"
