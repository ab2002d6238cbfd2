"""The tool that changes one manche of a partie: the totals then and now, without writing."""

from __future__ import annotations

from urllib.parse import urlencode

from web.playing import bid
from web.visitor import HAND, Page, Table, Typed, Visitor, hearts, points

TOOL = "/desk/tools/what-if"


def answer_with(visitor: Visitor, table: Table, number: int, typed: Typed) -> Page:
    """Choose a manche, from 1, change its form and press the button, as a browser without scripts does."""
    manche = visitor.manche_ids(table)[number - 1]
    page = visitor.get(f"{table.partie}{TOOL}?manche={manche}")
    return visitor.get(f"{table.partie}{TOOL}?{urlencode(page.form(TOOL).sent(typed), doseq=True)}")


def test_a_manche_is_chosen_from_the_sheet(visitor: Visitor) -> None:
    table = visitor.recorded("queen_of_maxence")
    page = visitor.get(f"{table.partie}{TOOL}")
    first, second = visitor.manche_ids(table)
    assert f'href="{table.partie}{TOOL}?manche={first}"' in page.html
    assert f'href="{table.partie}{TOOL}?manche={second}"' in page.html
    assert "Manche 1 Anne +5 · Luc +4 · Zoé +16 · Maxence +1" in page.text


def test_the_totals_are_compared_with_those_of_the_changed_manche(visitor: Visitor) -> None:
    """The queen of the first manche to Anne: 5 + 13, 4, 3, 1 and the second manche as it was."""
    table = visitor.recorded("queen_of_maxence")
    before = visitor.replayed(table)[0].partie.version
    page = answer_with(visitor, table, 1, {"QS": "0"})
    assert "Anne 5 18 +13 Luc 4 4 0 Zoé 19 6 −13 Maxence 24 24 0" in page.text
    assert page.form(TOOL).value("QS") == "0"
    assert visitor.totals(table) == [(5, 4, 16, 1), (5, 4, 19, 24)]
    assert visitor.replayed(table)[0].partie.version == before


def test_entry_by_points_and_the_mode_button_work_too(visitor: Visitor) -> None:
    table = visitor.recorded("queen_of_maxence")
    switched = answer_with(visitor, table, 2, {"switch": "points"})
    assert "Sur la feuille" not in switched.text
    assert switched.form(TOOL).value("by") == "points"
    page = answer_with(visitor, table, 2, points(26 - 20, 20, 0, ""))
    assert "Anne 5 11 +6 Luc 4 24 +20 Zoé 19 16 −3 Maxence 24 1 −23" in page.text


def test_a_wrong_sum_has_the_error_of_the_entry(visitor: Visitor) -> None:
    table = visitor.recorded("queen_of_maxence")
    page = answer_with(visitor, table, 1, {"H-0": "6"})
    assert page.status == 200
    assert "1 cœur de trop" in page.refusal()
    assert "Sur la feuille" not in page.text
    volte = answer_with(visitor, table, 1, {**hearts(13, 0, 0, 0, queen=0)})
    assert "Volte : les autres prennent 26" in volte.text


def test_a_changed_ending_is_shown(visitor: Visitor) -> None:
    """DP-25: at 24 and a limit of 20 the partie is over; with the second queen to Luc no one would have 20.

    At 48 and a limit of 40 it would be over, and Luc has least.
    """
    table = visitor.recorded("queen_of_maxence")
    visitor.change_rules(table, {"option-limit": "20"})
    page = answer_with(visitor, table, 2, {"QS": "1"})
    assert "Anne 5 5 0 Luc 4 17 +13 Zoé 19 19 0 Maxence 24 11 −13" in page.text
    assert "La partie ne serait pas finie." in page.text
    visitor.change_rules(table, {"option-limit": "40"})
    page = answer_with(visitor, table, 1, hearts(1, 0, 0, 12, queen=3))
    assert "Anne 5 1 −4 Luc 4 0 −4 Zoé 19 3 −16 Maxence 24 48 +24" in page.text
    assert "La partie serait finie : 40 points atteints. Victoire : Luc Article DP-25" in page.text


def test_a_penalty_agreed_on_stays(visitor: Visitor) -> None:
    """T-5: 5 points for a revoke, in the changed manche."""
    table = visitor.set_table()
    penalty = {"penalty_side": "1", "penalty_points": "5", "penalty_reason": "renonce"}
    visitor.record(table, {**HAND, **penalty})
    assert visitor.totals(table) == [(5, 9, 16, 1)]
    assert "Anne 5 18 +13 Luc 9 9 0" in answer_with(visitor, table, 1, {"QS": "0"}).text


def test_piquet_and_atout_pique_use_their_own_forms(visitor: Visitor) -> None:
    """Worked out from the articles.

    PI-17, PI-20: 7 tricks for Anne are 7 leads, 7 wins and 10 for the cards; Luc leads first, and has 2 for the last.
    AP-13, AP-15: Anne's 4 and Zoé's 3 make 7, and 8 tricks give 71; with Anne's 6 they fail at 9.
    """
    piquet = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.record(piquet, {"tricks-0": "5", "last": "1"})
    page = answer_with(visitor, piquet, 1, {"tricks-0": "7", "tricks-1": ""})
    assert "Anne 10 24 +14 Luc 25 11 −14" in page.text
    assert "Les cartes de chacun" in answer_with(visitor, piquet, 1, {"switch": "hands"}).text
    spades = visitor.set_table(game="spades")
    bid(visitor, spades, 3, 3, 2, 4)
    visitor.record(spades, {"tricks-0": "8"})
    page = answer_with(visitor, spades, 1, {"bid-0": "6"})
    assert "Anne & Zoé 71 −90 −161 Luc & Maxence 50 50 0" in page.text


def test_an_unknown_manche_is_a_404(visitor: Visitor) -> None:
    table, other = visitor.recorded("queen_of_maxence"), visitor.recorded("queen_of_maxence")
    foreign = visitor.manche_ids(other)[0]
    for manche in (foreign, "0", "x", "²", "-1", ""):
        assert visitor.get(f"{table.partie}{TOOL}?manche={manche}").status == 404
    assert visitor.get("/rules/hearts/tools/what-if").status == 404


def test_a_partie_without_a_manche_says_so(visitor: Visitor) -> None:
    table = visitor.set_table()
    assert visitor.get(f"{table.partie}{TOOL}").status == 200
