"""What a page takes from the device: its time zone, and its theme unless another is chosen in the menu."""

import re

import pytest
from playwright.sync_api import Page, expect
from support import evening, inspection
from support.phones import OpenPhone

ZOE = evening.NAMES[2]
PAPER = {"day": "rgb(245, 238, 221)", "night": "rgb(13, 31, 24)"}


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_theme_of_the_menu_replaces_that_of_the_device(
    open_phone: OpenPhone, *, dark: bool, javascript: bool
) -> None:
    page = open_phone(dark=dark, javascript=javascript)
    evening.sit_down(page)
    address, own = page.url, PAPER["night" if dark else "day"]
    assert paper(page) == own
    for theme, shown in (("night", PAPER["night"]), ("day", PAPER["day"]), ("auto", own)):
        evening.open_menu(page)
        if javascript:
            assert inspection.problems(page) == []
        page.locator(f".menu [formaction$='/{theme}']").tap()
        expect(page.locator(f".menu [formaction$='/{theme}']")).to_have_attribute("aria-current", "true")
        expect(page).to_have_url(address)
        evening.wait_for(page, paper, shown)
        page.goto(f"{address.split('/parties')[0]}/")
        assert paper(page) == shown
        page.goto(address)


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_hours_are_those_of_the_device(open_phone: OpenPhone, locale: str) -> None:
    page = open_phone(locale)
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    evening.sit_down(page)
    page.goto(f"{page.url.split('/parties')[0]}/people")
    expected = page.evaluate(
        "locale => new Date(document.querySelector('time').dateTime)"
        ".toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'Asia/Tokyo' })",
        locale,
    )
    shown = page.locator(".people time").first
    expect(shown).to_have_text(re.compile(rf"(^|\W){expected}$"))


def test_without_a_script_hours_name_the_zone_of_the_server(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    evening.sit_down(page)
    page.goto(f"{page.url.split('/parties')[0]}/people")
    expect(page.locator(".people time").first).to_have_text(re.compile(r"\d\d:\d\d\s\S+$"))
