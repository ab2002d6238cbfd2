"""Atout Pique on the page: bids saved one by one, the contracts they make, the result, and what is refused of each.

Anne sits South, then Luc, Zoé and Maxence: the teams are Anne & Zoé and Luc & Maxence. Anne deals first.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from record.evening import Facts, bid_and_made, penalty
from web.playing import press_in_sequence
from web.visitor import Form, Page, Table, Typed, Visitor, plain, refused

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie

# Luc 3, Zoé 1, Maxence 4, Anne 4, by seat: contracts of 5 and 7 (AP-4). With 6 tricks to Anne & Zoé, 51 and 70.
BIDS: list[int | str] = [4, 3, 1, 4]
PLAIN = bid_and_made(BIDS, 6)
BEHIND = {**PLAIN, **penalty(0, -81)}  # −30 and 70: Anne & Zoé are 100 behind.
NEARLY = {**PLAIN, **penalty(0, -80)}  # −29 and 70: they are 99 behind.


def seated(visitor: Visitor, *manches: Facts, **options: Any) -> Table:  # noqa: ANN401 - house rules
    """Return a table of Atout Pique with these manches recorded."""
    table = visitor.set_table(game="spades", **options)
    visitor.record_directly(table, *manches)
    return table


def call(visitor: Visitor, table: Table, *bids: object, seats: int = 4) -> None:
    """Bid in turn."""
    first = int(visitor.get(table.partie).form("/begin").value("seat") or "")
    steps = [{"bid": str(bid), "seat": str((first + turn) % seats)} for turn, bid in enumerate(bids)]
    press_in_sequence(visitor, table.partie, "/begin", steps)


def stored_bids(visitor: Visitor, table: Table) -> list[object] | None:
    """Return the bids of the current manche as stored."""
    begun = visitor.replayed(table)[0].current.context
    return None if begun is None else begun["bids"]


def taking_back(page: Page) -> list[Form]:
    """Return the forms with a button that takes the latest bid back."""
    return [form for form in page.forms if form.value("back") or "back" in [name for name, _, _ in form.buttons]]


# Bids


def test_each_bid_is_saved_at_once_and_a_reload_shows_it_ap_3(visitor: Visitor) -> None:
    table = seated(visitor)
    assert "À Luc d’annoncer" in visitor.get(table.partie).text
    steps: list[tuple[int, list[object], str]] = [
        (3, [None, 3, None, None], "À Zoé d’annoncer"),
        (1, [None, 3, 1, None], "À Maxence d’annoncer"),
        (4, [None, 3, 1, 4], "À Anne d’annoncer"),
    ]
    for bid, saved, next_one in steps:
        answer = visitor.press(table.partie, "/begin", {"bid": str(bid)})
        assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")
        assert stored_bids(visitor, table) == saved
        assert next_one in visitor.get(table.partie).text
    answer = visitor.press(table.partie, "/begin", {"bid": "4"})
    assert (answer.status, answer.location) == (303, table.partie)
    assert stored_bids(visitor, table) == BIDS


def test_the_double_zero_is_refused_at_99_behind_saying_so_and_taken_at_100_ap_7(visitor: Visitor) -> None:
    near = seated(visitor, NEARLY)
    page = visitor.get(near.partie)
    assert "À Zoé d’annoncer" in page.text
    assert "Double zéro : il faut 100 points de retard (Anne & Zoé : 99)." in page.text
    page = visitor.send(page, "/begin", {"bid": "blind_nil"})
    refused(page, "Pas de double zéro pour Anne et Zoé : 99 points de retard, il en faut 100.")
    assert stored_bids(visitor, near) is None
    far = seated(visitor, BEHIND)
    assert "Double zéro permis à Anne & Zoé : 100 points de retard." in visitor.get(far.partie).text
    call(visitor, far, "blind_nil")
    assert stored_bids(visitor, far) == [None, None, "blind_nil", None]


def test_a_table_without_double_zero_neither_offers_nor_takes_it_ap_6(visitor: Visitor) -> None:
    table = seated(visitor, BEHIND, blind_nil=False)
    page = visitor.get(table.partie)
    assert "blind_nil" not in [value for _, value, _ in page.form("/begin").buttons]
    refused(visitor.send(page, "/begin", {"bid": "blind_nil"}), "À cette table, pas de double zéro : Zoé en annonce un")
    assert stored_bids(visitor, table) is None


def test_the_exchange_is_shown_after_a_double_zero_ap_8(visitor: Visitor) -> None:
    table = seated(visitor, BEHIND, blind_nil_exchange=True)
    call(visitor, table, "blind_nil", 4, 4, 3)
    assert "échangez deux cartes avec le partenaire. Article AP-8" in visitor.get(table.partie).text


def test_taking_back_takes_the_latest_bid_only(visitor: Visitor) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4, 4)
    expected: list[list[object] | None] = [[None, 3, 1, 4], [None, 3, 1, None], [None, 3, None, None], None]
    for left in expected:
        (form,) = taking_back(visitor.get(table.partie))
        answer = visitor.post(f"{table.partie}/begin", form.sent({"back": "1"}))
        assert (answer.status, answer.location) == (303, f"{table.partie}?entry=open")
        assert stored_bids(visitor, table) == left
    page = visitor.get(table.partie)
    assert not taking_back(page)
    assert visitor.send(page, "/begin", {"bid": None, "back": "1"}).status == 303
    assert stored_bids(visitor, table) is None


@pytest.mark.parametrize("typed", [{"bid": "4"}, {"bid": None, "back": "1"}, {"bid": "x"}], ids=["bid", "back", "x"])
def test_a_bid_older_than_the_partie_is_stale_and_changes_nothing(visitor: Visitor, typed: Typed) -> None:
    table = seated(visitor)
    old = visitor.get(table.partie)
    call(visitor, table, 3)
    page = visitor.send(old, "/begin", typed)
    assert page.status == 409
    assert "entre-temps" in page.refusal()
    assert "À Zoé d’annoncer" in page.text
    assert stored_bids(visitor, table) == [None, 3, None, None]


# Results


def test_no_result_before_all_four_bids_ap_3(visitor: Visitor) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4)
    saved = stored_bids(visitor, table)
    form = visitor.get(table.partie).form("/begin")
    for typed in ({"tricks-0": "6"}, {"exact": "0"}, {}):
        refused(visitor.post(table.new, {**form.sent({}), **typed}), "Il manque une annonce : Anne n’a pas parlé.")
    assert visitor.totals(table) == []
    assert stored_bids(visitor, table) == saved


def test_one_team_s_tricks_are_enough_and_every_point_has_its_line_ap_13(visitor: Visitor) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4, 4)
    answer = visitor.record(table, {"tricks-0": "6"})
    assert (answer.status, answer.location) == (303, table.partie)
    assert visitor.totals(table) == [(51, 70)]
    assert stored_bids(visitor, table) is None
    page = visitor.unfold(table.partie)
    assert "Anne & Zoé +51 contrat de 5 fait +50 Article AP-13 1 sac +1 Article AP-13" in page.text
    assert "Luc & Maxence +70 contrat de 7 fait +70 Article AP-13" in page.text
    assert "Partie en 500" in page.text
    assert "sacs 1/10 · il manque 449" in page.text
    assert "sacs 0/10 · il manque 430" in page.text
    assert "À Zoé d’annoncer" in page.text


@pytest.mark.parametrize(("side", "row"), [("0", (50, 71)), ("1", (51, 70))], ids=["5 and 8 tricks", "6 and 7 tricks"])
def test_one_tap_enters_a_contract_made_exactly(visitor: Visitor, side: str, row: tuple[int, int]) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4, 4)
    page = visitor.get(table.partie)
    assert [value for name, value, _ in page.form("/manches/new").buttons if name == "exact"] == ["0", "1"]
    assert visitor.send(page, "/manches/new", {"exact": side}).status == 303
    assert visitor.totals(table) == [row]


def test_a_team_with_a_zero_has_no_exact_contract_button_ap_17(visitor: Visitor) -> None:
    """Tricks of a failed zero count for the team but not for its contract, so "exactly" would be ambiguous."""
    table = seated(visitor)
    call(visitor, table, 3, "nil", 4, 4)
    buttons = visitor.get(table.new).form("/manches/new").buttons
    assert [value for name, value, _ in buttons if name == "exact"] == ["1"], "Zoé, of the first team, bid the zero"


def test_tricks_that_are_not_thirteen_are_refused_and_kept_ap_20(visitor: Visitor) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4, 4)
    typed = {"tricks-0": "6", "tricks-1": "6", "note": "Zoé rit"}
    page = visitor.record(table, typed)
    refused(page, "Il manque 1 pli : une manche en compte 13.")
    form = page.form("/manches/new")
    assert {name: form.value(name) for name in typed} == typed
    assert visitor.totals(table) == []
    assert stored_bids(visitor, table) == BIDS
    assert visitor.send(page, "/manches/new", {"tricks-0": "6", "tricks-1": ""}).status == 303
    assert visitor.totals(table) == [(51, 70)]


@pytest.mark.parametrize(
    ("own", "line"),
    [("0", "zéro réussi ( Luc ) +100 Article AP-16"), ("2", "zéro chuté ( Luc ) −100 Article AP-16")],
)
def test_made_and_failed_are_one_choice_and_failed_asks_how_many_ap_16(visitor: Visitor, own: str, line: str) -> None:
    table = seated(visitor)
    call(visitor, table, "nil", 1, 4, 4)
    page = visitor.get(table.new)
    assert "Zéro de Luc" in page.text
    assert set(re.findall(r'name="([^"]*)"', nil_of(page))) == {"nil-1"}
    page = visitor.send(page, "/manches/new", {"tricks-0": "6", "nil-1": ""})
    refused(page, "Zéro chuté : combien de plis pour Luc ?")
    assert page.form("/manches/new").value("tricks-0") == "6"
    assert re.search(r'class="failed"[^>]* checked', nil_of(page))
    assert visitor.send(page, "/manches/new", {"nil-1": own}).status == 303
    assert line in visitor.unfold(table.partie).text


def nil_of(page: Page) -> str:
    """Return the HTML of the answer to a zero."""
    found = re.search(r'<div class="chips">.*?</fieldset>', page.html, re.DOTALL)
    assert found
    return found[0]


def test_one_fewer_and_one_more_name_the_team(visitor: Visitor) -> None:
    table = seated(visitor)
    call(visitor, table, 3, 1, 4, 4)
    html = visitor.get(table.new).html
    labels = [plain(label) for label in re.findall(r'aria-label="(Un de [^"]*)"', html.replace("&amp;", "&"))]
    teams = ("Anne & Zoé", "Luc & Maxence")
    assert labels == [f"Un de {step} : {team}" for team in teams for step in ("moins", "plus")]


# Each alone, at three


def test_three_bid_up_to_17_and_score_each_alone_ap_24(visitor: Visitor) -> None:
    """Anne 5, Luc 6 and Zoé a zero take 7, 10 and no tricks: 50 + 2, 60 + 4 and 100, with five sacs a fine (AP-23)."""
    table = visitor.set_table("Anne", "Luc", "Zoé", game="spades", sacs_limit=5)
    assert [value for name, value, _ in visitor.get(table.partie).form("/begin").buttons if name == "bid"] == [
        *(str(number) for number in range(1, 18)),
        "nil",
        "blind_nil",
    ]
    call(visitor, table, 6, "nil", 5, seats=3)
    page = visitor.get(table.new)
    assert "11 annoncés pour 17 plis" in page.text
    assert "Contrat fait exactement" not in page.text
    assert visitor.send(page, "/manches/new", {"tricks-0": "7", "tricks-1": "10"}).status == 303
    assert visitor.totals(table) == [(52, 64, 100)]
    page = visitor.get(table.partie)
    assert "sacs 2/5 · il manque 448" in page.text
    page = visitor.send(page, "/begin", {"bid": "blind_nil"})
    refused(page, "Pas de double zéro pour Zoé, en tête : il faut 100 points de retard.")


# Corrections


def correction(visitor: Visitor, table: Table, manche: int, typed: Typed) -> Page:
    address = f"{table.partie}/manches/{manche}"
    return visitor.press(address, f"/manches/{manche}", typed)


def test_a_corrected_bid_of_zero_asks_for_its_tricks_ap_16(visitor: Visitor) -> None:
    table = seated(visitor, PLAIN)
    (only,) = visitor.manche_ids(table)
    page = correction(visitor, table, only, {"bid-1": "nil"})
    refused(page, "Zéro chuté : combien de plis pour Luc ?")
    assert page.form(f"/manches/{only}").value("bid-1") == "nil"
    assert 'name="nil-1"' in page.html, "the field that the sentence asks for"
    assert visitor.totals(table) == [(51, 70)]
    assert visitor.send(page, f"/manches/{only}", {"nil-1": "0"}).status == 303
    assert visitor.totals(table) == [(51, 143)]


def test_an_impossible_correction_changes_nothing_ap_20(visitor: Visitor) -> None:
    table = seated(visitor, PLAIN)
    (only,) = visitor.manche_ids(table)
    refused(correction(visitor, table, only, {"tricks-0": "x"}), "« x » n’est pas un nombre entier")
    page = correction(visitor, table, only, {"bid-0": ""})
    assert (page.status, "Not a valid" in page.refusal(), page.refusal().strip() == "") == (422, False, False)
    assert visitor.totals(table) == [(51, 70)]


def test_a_correction_of_one_team_s_tricks_computes_the_other_s_ap_20(visitor: Visitor) -> None:
    """Either team's, one after the other."""
    table = seated(visitor, PLAIN)
    (only,) = visitor.manche_ids(table)
    for typed, row in (({"tricks-0": "5"}, (50, 71)), ({"tricks-1": "6"}, (52, -70))):
        assert correction(visitor, table, only, typed).status == 303
        assert visitor.totals(table) == [row]


def test_a_double_zero_made_ineligible_gets_a_remark_and_counts_ap_7(visitor: Visitor) -> None:
    table = seated(visitor, BEHIND, bid_and_made([4, 3, "blind_nil", 4], 6, seat2=0))
    assert visitor.totals(table) == [(-30, 70), (212, 140)]
    first, second = visitor.manche_ids(table)
    assert "irrégulier" not in visitor.unfold(table.partie).text
    assert correction(visitor, table, first, {"penalty_points": "", "penalty_reason": ""}).status == 303
    assert visitor.totals(table) == [(51, 70), (293, 140)]
    sentence = "Double zéro irrégulier, Zoé : 19 points de retard, il en fallait 100. Il compte tel qu’il a été joué."
    assert visitor.unfold(table.partie).text.count(sentence) == 1
    assert sentence in visitor.get(f"{table.partie}/manches/{second}").text
    assert "irrégulier" not in visitor.get(f"{table.partie}/manches/{first}").text


def test_undo_removes_the_current_bids_first_and_then_the_latest_manche(visitor: Visitor) -> None:
    table = seated(visitor, PLAIN)
    call(visitor, table, 3, 1)
    page = visitor.get(table.partie)
    assert "Annuler la dernière saisie" in page.text
    assert visitor.send(page, "/undo").status == 303
    assert stored_bids(visitor, table) == [None, None, 3, None]
    forget = next(form for form in visitor.get(table.partie).forms if form.value("forget"))
    assert visitor.post(forget.action, forget.sent({})).status == 303
    assert stored_bids(visitor, table) is None
    assert visitor.totals(table) == [(51, 70)]
    for _ in range(2):  # what was forgotten, and a bid
        visitor.press(table.partie, "/undo")
    assert "Annuler la manche 1" in visitor.get(table.partie).text


# House rules


def test_a_blank_floor_is_none_ap_22(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/rules?{table.seats}&game=spades")
    form = page.form("/rules")
    assert (form.value("option-floor"), form.value("option-target")) == ("", "500")
    for sent, floor in (("", None), ("250", 250)):
        answer = visitor.send(page, "/rules", {"option-floor": sent, "dealer": "1"})
        assert answer.status == 303
        with visitor.app.app_context():
            partie = db.session.get_one(Partie, int(str(answer.location).rsplit("/", 1)[1]))
            assert (partie.game, partie.options["floor"], partie.first_dealer) == ("spades", floor, 1)
