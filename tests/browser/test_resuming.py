"""A partie in progress is resumed with one tap from a cold start, in both languages, with and without scripts."""

import pytest
from playwright.sync_api import Page, expect
from support import evening, inspection
from support.phones import OpenPhone
from support.playing import Finger
from support.tap_table import CheckTaps

ZOE = evening.NAMES[2]


@pytest.mark.parametrize(("locale", "label"), [("fr-FR", "Reprendre : Dame de Pique, manche 3"), ("en-GB", "hand 3")])
def test_a_cold_start_resumes_with_one_tap(
    open_phone: OpenPhone, check_taps: CheckTaps, locale: str, label: str, *, javascript: bool
) -> None:
    page = open_phone(locale, javascript=javascript)
    evening.sit_down(page)
    evening.record_directly(page, times=2)
    partie = page.url
    finger = Finger(page)
    page.goto("/")
    expect(page.locator(".playing .total").first).to_have_text("2")
    resume = page.locator(".dock a.primary")
    expect(resume).to_contain_text(label)
    expect(resume).to_be_in_viewport(ratio=1)
    expect(page.locator(".tabs")).to_be_in_viewport(ratio=1)
    if javascript:
        assert inspection.problems(page) == []
    finger.tap(resume)
    page.wait_for_url(partie)
    check_taps("resume a partie from a cold start", finger.taps, 1)


def test_the_soiree_resumes_and_the_back_button_returns_to_it(phone: Page) -> None:
    evening.sit_down(phone)
    partie = phone.url
    phone.locator("header .back").tap()
    phone.wait_for_url("**/soirees/*")
    phone.locator(".dock a.primary").tap()
    phone.wait_for_url(partie)
    phone.go_back()
    expect(phone.locator(".dock a.primary")).to_contain_text("Reprendre")


def test_back_closes_the_entry_of_a_resumed_partie_without_loading_it_again(phone: Page) -> None:
    phone.add_init_script("Object.defineProperty(window, 'navigation', { value: undefined });")  # as in Firefox
    evening.sit_down(phone)
    partie = phone.url
    phone.goto(phone.locator("header .back").get_attribute("href") or "")
    phone.locator(".dock a.primary").tap()
    phone.wait_for_url(partie)
    evening.fill_entry(phone, (5, 4, "", ""), ZOE)
    phone.evaluate("window.left = true")
    phone.go_back()
    expect(phone.locator("#entry")).not_to_have_attribute("open", "")
    phone.wait_for_timeout(300)
    assert phone.evaluate("window.left") is True
    assert phone.url == partie
