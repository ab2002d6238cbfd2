"""The stake of a soirée: chosen, shown, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from record.evening import bid_and_made
from web.visitor import hearts

if TYPE_CHECKING:
    from web.visitor import Visitor


def test_a_soiree_shows_the_debts_once_a_partie_is_over(visitor: Visitor) -> None:
    """0, 0, 23 and 3 points at a cent: 26 to Anne and to Luc, 14 to Maxence, 66 from Zoé."""
    table = visitor.set_table(limit=20)
    address = f"{table.soiree}/stake"
    page = visitor.get(table.soiree)
    assert ("modifier · un enjeu" in page.text, "Les comptes" in page.text) == (True, False)
    assert f'href="{address}"' in page.html
    assert visitor.press(address, "/stake", {"per": "point", "amount": "0,01"}).location == table.soiree
    text = visitor.get(table.soiree).text
    assert ("modifier · 0,01 € par point" in text, "Les comptes" in text) == (True, False)
    visitor.record(table, hearts(0, 0, 10, 3, queen=2))
    payments = "Zoé doit 0,26 € à Anne Zoé doit 0,26 € à Luc Zoé doit 0,14 € à Maxence"
    text = visitor.get(table.soiree).text
    assert f"Les comptes {payments} " in text
    assert text.index("Les comptes") < text.index("Égalité :")
    printed = visitor.get(f"{table.soiree}/print").text
    assert f"Les comptes · 0,01 € par point {payments}" in printed


@pytest.mark.parametrize(
    ("per", "amount", "paid", "rule"),
    [
        ("point", "0,01", "1,31 €", "à tous ceux qui ont fait mieux, une fois par équipe."),
        ("partie", "0,50", "0,50 €", "Les perdants mettent au pot, les gagnants partagent."),
        ("rank", "2", "2 €", "la somme à tous ceux qui sont mieux classés, une fois par équipe."),
    ],
)
def test_in_teams_each_partner_pays_once_a_team(visitor: Visitor, per: str, amount: str, paid: str, rule: str) -> None:
    """Anne and Zoé bid 7 and take 8 tricks: 71; Luc and Maxence bid 6 and take 5: −60 (AP-13, AP-15)."""
    table = visitor.set_table(game="spades", target=50)
    visitor.record_directly(table, bid_and_made([4, 3, 3, 3], 8))
    assert rule in visitor.get(f"{table.soiree}/stake").text
    visitor.press(f"{table.soiree}/stake", "/stake", {"per": per, "amount": amount})
    payments = f"Luc doit {paid} à Anne Maxence doit {paid} à Zoé"
    # The page to share has them in its text and on its sheet.
    for address, times in ((table.soiree, 2), (f"{table.soiree}/print", 4)):
        text = visitor.get(address).text
        assert payments in text
        assert text.count(" doit ") == times


def test_an_amount_in_another_currency_than_the_soiree_s_is_asked_about(visitor: Visitor) -> None:
    table = visitor.set_table()
    address = f"{table.soiree}/stake"
    visitor.press(address, "/stake", {"per": "point", "amount": "0,10"})
    page = visitor.press(address, "/stake", {"amount": "$5"})
    assert (page.status, page.refusal()) == (422, "Le montant est en $ et la monnaie dit € : laquelle ?")
    form = page.form("/stake")
    assert [form.value(name) for name in ("per", "amount", "sign")] == ["point", "$5", "€"]
    assert "0,10 € par point" in visitor.get(table.soiree).text
    assert visitor.send(page, "/stake", {"sign": "$"}).status == 303
    assert "5 $ par point" in visitor.get(table.soiree).text


def test_the_stake_is_shown_in_its_form_and_removed(visitor: Visitor) -> None:
    table = visitor.set_table()
    address = f"{table.soiree}/stake"
    visitor.press(address, "/stake", {"per": "rank", "amount": "2", "sign": "CHF"})
    form = visitor.get(address).form("/stake")
    assert [form.value(name) for name in ("per", "amount", "sign")] == ["rank", "2,00", "CHF"]
    assert "2 CHF par rang" in visitor.get(table.soiree).text
    nonsense = {**form.sent({}), "per": "zzz"}
    assert visitor.post(form.action, nonsense).status == 422
    assert "2 CHF par rang" in visitor.get(table.soiree).text
    visitor.press(address, "/stake", {"per": ""})
    assert "Les comptes" not in visitor.get(table.soiree).text
