"""The agreed price of a revoke: noted when the table plays on, and a chip for each player (T-5).

Anne leads to the first trick: Luc, Zoé and Maxence follow. Luc throws K♦ on a club, and plays 6♣ to the second trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.deals import REVOKED
from web.playing import bid, lay_out, play_on, plays, stored_cards, tap
from web.visitor import HAND, Page, Table, Typed, Visitor, refused

if TYPE_CHECKING:
    from collections.abc import Sequence

DOWN = ("2C", "KD", "3C", "AC", "5C", "4C")
PROOF = REVOKED.index("AD")
# 5 hearts, 4, 3 and the queen, 1: 5, 4, 16, 1 (DP-17).


def at_cards(visitor: Visitor, *codes: str, **options: Any) -> Table:  # noqa: ANN401 - house rules
    """Return a partie of four players with these cards after Anne's lead; the price is 13 points by default."""
    table = visitor.set_table(**{"revoke": 13, **options})
    lay_out(visitor, table, 0, codes)
    return table


def shown(visitor: Visitor, table: Table, code: str) -> Page:
    """Return the page shown before a card that breaks a rule is played."""
    answer = tap(visitor, table, code)
    assert answer.status == 303, answer.text
    return visitor.get(answer.location or "")


def offer(page: Page) -> Typed | None:
    """Return the fields that apply the price, None if it is not offered."""
    form = next((one for one in page.forms if one.value("price") is not None), None)
    return None if form is None else form.sent({})


def apply_price(visitor: Visitor, table: Table, code: str) -> None:
    sent = offer(shown(visitor, table, code))
    assert sent is not None
    answer = visitor.post(table.cards, sent)
    assert (answer.status, answer.location) == (303, table.cards)


def noted(visitor: Visitor, table: Table) -> list[int]:
    """Return the seats with a recorded revoke in the current manche."""
    scored = stored_cards(visitor, table)
    return [one["seat"] for one in (scored or {}).get("revokes", [])]


def chips(page: Page, ending: str) -> list[str]:
    """Return the seats whose chip is selected."""
    return [value for name, value in page.form(ending).fields if name == "revokes"]


@pytest.mark.game("hearts")
def test_one_tap_accepts_the_card_and_records_the_revoke_t_5(visitor: Visitor) -> None:
    table = at_cards(visitor, *DOWN)
    page = shown(visitor, table, "6C")
    assert "On continue pénalité à la fin : Luc, 13 points" in page.text
    assert len([form for form in page.forms if form.value("stand")]) == 1
    assert noted(visitor, table) == []
    apply_price(visitor, table, "6C")
    assert plays(visitor, table) == [*DOWN, "6C"]
    assert noted(visitor, table) == [1]
    text = visitor.get(table.cards).text
    assert "Relevé par l’arbitre Au pli 1, Luc a jeté le R♦" in text
    assert "Pénalité convenue : Luc, 13 points Article T-5" in text


@pytest.mark.game("hearts")
@pytest.mark.parametrize(
    ("options", "codes", "code"),
    [
        pytest.param({"revoke": 0}, DOWN, "6C", id="nothing was agreed"),
        pytest.param({}, ("2C", "2D", "3D", "4D"), "KS", id="T-4 one of three lied"),
    ],
)
def test_no_price_is_offered_without_an_agreed_one_or_a_player_who_owes_it(
    visitor: Visitor, options: dict[str, Any], codes: Sequence[str], code: str
) -> None:
    table = at_cards(visitor, *codes, **options)
    page = shown(visitor, table, code)
    assert "On continue sans pénalité" in page.text
    assert offer(page) is None
    assert "prix" not in page.text


@pytest.mark.game("hearts")
def test_an_accepted_forbidden_card_may_cost_the_price_too_dp_11(visitor: Visitor) -> None:
    table = at_cards(visitor)
    assert "On continue pénalité à la fin : Anne, 13 points" in shown(visitor, table, "KC").text
    apply_price(visitor, table, "KC")
    assert noted(visitor, table) == [0]


@pytest.mark.game("hearts")
def test_the_revoke_is_recorded_with_the_manche_t_7(visitor: Visitor) -> None:
    """Anne 7 hearts, Zoé 6 and the queen; Maxence 13 for the revoke."""
    table = at_cards(visitor, *REVOKED[:PROOF])
    apply_price(visitor, table, "AD")
    play_on(visitor, table, REVOKED[PROOF + 1 :])
    page = visitor.get(table.cards)
    assert chips(page, "/record") == ["3"]
    assert "Maxence +13 renonce, pénalité convenue +13 Article T-5" in page.text
    assert visitor.send(page, "/record").location == table.partie
    assert visitor.totals(table) == [(7, 0, 19, 13)]
    assert "renonce, pénalité convenue +13 Article T-5" in visitor.unfold(table.partie).text


@pytest.mark.game("hearts")
def test_a_chip_records_a_revoke_by_hand_t_5(visitor: Visitor) -> None:
    table = visitor.set_table(revoke=26)
    sentence = "Renonce Article T-5 Pénalité convenue : 26 points Anne Luc Zoé Maxence"
    assert sentence in visitor.get(f"{table.partie}?entry=open").text
    assert visitor.record(table, {**HAND, "revokes": ["1"]}).status == 303
    assert visitor.totals(table) == [(5, 4 + 26, 16, 1)]
    page = visitor.unfold(table.partie)
    assert "renonce, pénalité convenue +26 Article T-5" in page.text
    (luc,) = page.html.split('<ol class="log-rows" translate="no">')[1].split('<span class="cell">')[2:3]
    assert '<span class="mark" translate="yes">renonce</span>' in luc


@pytest.mark.game("hearts")
def test_a_correction_shows_the_chip_and_takes_it_away(visitor: Visitor) -> None:
    table = visitor.set_table(revoke=13)
    visitor.record(table, {**HAND, "revokes": ["1", "3"]})
    (manche,) = visitor.manche_ids(table)
    address = f"{table.partie}/manches/{manche}"
    page = visitor.get(address)
    assert chips(page, f"/manches/{manche}") == ["1", "3"]
    assert visitor.send(page, f"/manches/{manche}", {"revokes": ["3"]}).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 14)]
    assert visitor.press(address, f"/manches/{manche}", {"revokes": None}).status == 303
    assert visitor.totals(table) == [(5, 4, 16, 1)]


@pytest.mark.game("hearts")
@pytest.mark.parametrize("seat", ["4", "²", "\x00"])
def test_a_revoke_of_an_unknown_seat_is_refused_and_the_form_is_unchanged(visitor: Visitor, seat: str) -> None:
    table = visitor.set_table(revoke=13)
    answer = visitor.record(table, {**HAND, "revokes": ["2", seat]})
    refused(answer, "Renonce")
    assert answer.refusal().endswith("Article T-5")
    assert chips(answer, "/manches/new") == ["2"]
    assert visitor.totals(table) == []


@pytest.mark.game("spades")
def test_the_price_at_atout_pique_is_a_line_of_its_consequences(visitor: Visitor) -> None:
    """Anne and Zoé bid 3 + 2 and take 7, the others 3 + 3 and take 6. Maxence deals, so Anne bids first.

    With three tricks more for the others, 4 of 5 and 9 of 6: −50 and 63.
    """
    table = visitor.set_table(game="spades", dealer=3, revoke="three_tricks")
    bid(visitor, table, 3, 3, 2, 3)
    page = visitor.get(f"{table.partie}?entry=open")
    assert "Pénalité convenue : trois plis à l’autre équipe" in page.text
    assert visitor.send(page, "/manches/new", {"tricks-0": "7", "revokes": ["2"]}).status == 303
    assert visitor.totals(table) == [(-50, 63)]
    text = visitor.unfold(table.partie).text
    assert "renonce, pénalité convenue ( Zoé ) −102 Article T-5" in text
    assert "renonce de l’autre équipe +3 Article T-5" in text


@pytest.mark.game("hearts")
def test_the_price_is_a_house_rule_and_changing_it_scores_the_partie_again(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.record(table, {**HAND, "revokes": ["1"]})
    page = visitor.get(f"{table.partie}/rules")
    assert "Pénalité pour une renonce Article T-5" in page.text
    assert visitor.change_rules(table, {"option-revoke": "20"}).status == 303
    assert visitor.totals(table) == [(5, 24, 16, 1)]
    refused = visitor.change_rules(table, {"option-revoke": "101"})
    assert (refused.status, refused.refusal().endswith("Article T-5")) == (422, True)


def test_a_revoke_ticked_at_the_end_is_there_again_after_an_undo(visitor: Visitor) -> None:
    """Anne 7 hearts, Zoé 6 and the queen; Luc 10 for the revoke that the table agreed on."""
    table = visitor.set_table(revoke=10, dealer=3)
    lay_out(visitor, table, 0, REVOKED)
    assert visitor.press(table.cards, "/record", {"revokes": ["1"]}).status == 303
    totals = visitor.totals(table)
    visitor.press(table.partie, "/undo")
    assert visitor.press(table.cards, "/record").status == 303
    assert visitor.totals(table) == totals
