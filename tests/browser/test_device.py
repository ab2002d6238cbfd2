"""What a page takes from the device: its time zone, and its theme unless another is chosen in the menu."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support import axe, evening, page_checks

pytestmark = pytest.mark.browser

ZOE = evening.NAMES[2]
PAPER = {"day": "rgb(245, 238, 221)", "night": "rgb(13, 31, 24)"}


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("javascript", [True, False], ids=["with_script", "without_script"])
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_theme_of_the_menu_replaces_that_of_the_device(
    open_phone: Callable[..., Page], *, dark: bool, javascript: bool
) -> None:
    page = open_phone(dark=dark, javascript=javascript)
    evening.sit_down(page)
    address, own = page.url, PAPER["night" if dark else "day"]
    assert paper(page) == own
    for theme, shown in (("night", PAPER["night"]), ("day", PAPER["day"]), ("auto", own)):
        evening.open_menu(page)
        if javascript:
            assert (axe.violations(page), page_checks.overflows(page), page_checks.too_small(page)) == ([], [], [])
        page.locator(f".menu [formaction$='/{theme}']").tap()
        expect(page.locator(f".menu [formaction$='/{theme}']")).to_have_attribute("aria-current", "true")
        expect(page).to_have_url(address)
        evening.wait_for(page, paper, shown)
        page.goto(f"{address.split('/parties')[0]}/")
        assert paper(page) == shown
        page.goto(address)


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_hours_are_those_of_the_device(open_phone: Callable[..., Page], locale: str) -> None:
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


def test_without_a_script_hours_name_the_zone_of_the_server(open_phone: Callable[..., Page]) -> None:
    page = open_phone(javascript=False)
    evening.sit_down(page)
    page.goto(f"{page.url.split('/parties')[0]}/people")
    expect(page.locator(".people time").first).to_have_text(re.compile(r"\d\d:\d\d\s\S+$"))


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_a_name_and_its_points_are_on_one_line_of_the_confirmation(
    open_phone: Callable[..., Page], locale: str
) -> None:
    page = open_phone(locale)
    evening.sit_down(page)
    evening.record(page, (5, 4, 3, 1), ZOE)
    text = page.locator(".strip .said").first.text_content() or ""
    assert re.findall(r"\w+\xa0[+−]?\d+", text) == ["Anne\xa0+5", "Luc\xa0+4", "Zoé\xa0+16", "Alexandrine\xa0+1"]


def test_the_way_back_from_an_invitation_is_to_the_partie(phone: Page) -> None:
    evening.sit_down(phone)
    partie = phone.url
    phone.get_by_role("link", name="Inviter").tap()
    expect(phone.locator("header .back")).to_have_attribute("href", re.compile(r"/parties/\d+$"))
    phone.get_by_role("button", name="Regarder cette soirée").tap()
    phone.wait_for_url("**/invitations/*")
    phone.locator("header .back").tap()
    phone.wait_for_url(partie)


def test_before_the_first_manche_there_is_no_rank_and_no_distance_to_the_limit(phone: Page) -> None:
    evening.sit_down(phone)
    expect(phone.locator(".standings .side-note")).to_have_count(0)
    assert phone.locator(".standings .rank").all_text_contents() == ["", "", "", ""]
    expect(phone.get_by_role("heading", level=2, name=re.compile("Manche 1 · À .* de donner"))).to_be_visible()
    evening.record_directly(phone, (5, 4, 3, 1), ZOE)
    expect(phone.locator(".standings .side-note").first).to_have_text("encore 99")
