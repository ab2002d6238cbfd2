"""The tools of the rules on a phone: an irregularity recorded in a coup, and a trick card by card."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks


def start_piquet(page: Page) -> None:
    """Start Piquet with Anne and Luc; Luc deals, so Anne is elder."""
    evening.open_new_partie(page, evening.NAMES[:2], game="piquet", dealer=evening.NAMES[1])


def test_an_irregularity_is_answered_and_recorded_in_a_coup(each_phone: Page, *, javascript: bool) -> None:
    """PI-36: the dealer drew before elder, and loses the partie."""
    start_piquet(each_phone)
    each_phone.get_by_role("link", name="Une règle ?").tap()
    each_phone.get_by_role("link", name="Une irrégularité ?").tap()
    for answer in ("Non", "Oui", "Non", "Oui"):
        question = each_phone.locator("#question").inner_text()
        each_phone.locator(".yes-no").get_by_role("link", name=answer, exact=True).tap()
        expect(each_phone.locator(".answered-steps")).to_contain_text(question)
    expect(each_phone.locator(".tool-answer")).to_contain_text("Le donneur perd la partie")
    assert (inspection.problems(each_phone) if javascript else page_checks.needs_script(each_phone)) == []
    each_phone.get_by_role("link", name="Talon pris à tort, partie perdue · Luc").tap()
    expect(each_phone.locator("[name='fault']:checked")).to_have_value("loses_partie:1")
    expect(each_phone.locator("#record")).to_be_visible()
    each_phone.locator("#record").tap()
    expect(each_phone.locator(".ending .winner")).to_contain_text("Anne")


def test_a_trick_is_entered_card_by_card(phone: Page) -> None:
    """DP-13: the queen of spades, discarded, does not take the trick from the ace of clubs."""
    evening.sit_down(phone)
    phone.get_by_role("link", name="Une règle ?").tap()
    phone.get_by_role("link", name="Qui prend ?").tap()
    phone.locator(".chip-field").get_by_role("link", name="Zoé").tap()
    expect(phone.locator(".chip-field [aria-current]")).to_have_text("Zoé")
    for number, card in enumerate(("2 de trèfle", "as de trèfle", "dame de pique", "roi de trèfle"), start=1):
        phone.get_by_role("button", name=card).tap()
        expect(phone.locator(".place .card-slot:not(.empty-slot)")).to_have_count(number)
    expect(phone.locator(".tool-answer .verdict").last).to_contain_text("prend le pli : A♣.")
    assert inspection.problems(phone) == []
