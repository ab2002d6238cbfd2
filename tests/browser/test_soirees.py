"""A soirée on the phone: its stake, who owes what, and the house rules of a partie saved for the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support import evening, inspection
from support.phones import OpenPhone
from support.playing import Finger

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES


@pytest.mark.parametrize(
    ("locale", "javascript", "texts"),
    [
        ("fr-FR", True, ("0,10 £ par partie", f"{ZOE} doit 0,10 £ à {MAX}")),
        ("en-GB", False, ("£0.10 per game", f"{ZOE} owes {MAX} £0.10")),
    ],
)
def test_the_stake_is_one_tap_from_the_soiree_and_each_payment_has_a_line(
    open_phone: OpenPhone, check_taps: CheckTaps, locale: str, texts: tuple[str, str], *, javascript: bool
) -> None:
    stake, payment = texts
    page = open_phone(locale, javascript=javascript)
    evening.open_new_partie(page)
    soiree = page.locator("header .back").get_attribute("href") or ""
    page.goto(soiree)
    finger = Finger(page)
    finger.tap(page.locator(".under-title a[href$='/stake']"))
    page.wait_for_url("**/stake")
    check_taps("reach the stake from the soirée", finger.taps, 1)
    page.locator("[name='per'][value='partie']").check(force=True)
    page.locator("#amount").fill("£0.10")
    page.locator(".dock button").tap()
    page.wait_for_url(f"**{soiree}")
    expect(page.locator(".under-title a").last).to_have_text(stake)
    expect(page.locator(".owed")).to_have_count(0)
    page.locator(".dock a").tap()
    page.wait_for_url("**/parties/*")
    evening.record_directly(page, times=7)
    page.goto(soiree)
    payments = page.locator(".owed li")
    expect(payments).to_have_count(3)
    expect(payments.last).to_have_text(payment)
    if javascript:
        assert inspection.problems(page) == []
        # The manche of the soirée is the first, which the sheet folds away.
        page.locator(".highlights a").first.tap()
        expect(page.locator("#m1 .lines")).to_contain_text("5 cœurs")
        expect(page.locator("#m1")).to_be_in_viewport()


def test_the_house_rules_of_a_partie_in_progress_are_saved_for_the_next(each_phone: Page, *, javascript: bool) -> None:
    evening.open_new_partie(each_phone, preset="rapide")
    soiree = each_phone.locator("header .back").get_attribute("href")
    evening.record_directly(each_phone)
    evening.open_menu(each_phone)
    each_phone.locator(".menu a[href$='/rules']").tap()
    each_phone.wait_for_url("**/rules")
    each_phone.locator("#option-limit").fill("40")
    fold = each_phone.locator("details.fold")
    fold.locator("summary").tap()
    if javascript:
        assert inspection.problems(each_phone) == []
    fold.locator("#preset_name").fill("Nos jeudis")
    fold.get_by_role("button", name="Garder").tap()
    expect(each_phone.locator(".notice")).to_contain_text("Nos jeudis")
    expect(each_phone.locator(".notice")).to_contain_text("Ce qui change de l’habitude\u00a0: Limite\u00a0: 40")
    expect(each_phone.locator("#option-limit")).to_have_value("40")
    each_phone.goto(f"{soiree}/table")
    each_phone.locator(".same").tap()
    evening.choose_rules(each_phone)
    first = each_phone.locator(".preset").first
    expect(first).to_contain_text("Nos jeudis Limite\u00a0: 40")
    first.tap()
    expect(each_phone.locator(".preset[aria-current]")).to_contain_text("Nos jeudis")
