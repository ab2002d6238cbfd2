"""A soirée on the phone: its stake, and who owes what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support import evening, inspection
from support.phones import OpenPhone
from support.playing import Finger

if TYPE_CHECKING:
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
    expect(page.locator(".debts")).to_have_count(0)
    page.locator(".dock a").tap()
    page.wait_for_url("**/parties/*")
    evening.record_directly(page, times=7)
    page.goto(soiree)
    payments = page.locator(".debts li")
    expect(payments).to_have_count(3)
    expect(payments.last).to_have_text(payment)
    if javascript:
        assert inspection.problems(page) == []
        # The manche of the soirée is the first, which the sheet folds away.
        page.locator(".highlights a").first.tap()
        expect(page.locator("#m1 .lines")).to_contain_text("5 cœurs")
        expect(page.locator("#m1")).to_be_in_viewport()
