"""What a page takes from the device: its time zone, and its theme unless another is chosen in the menu."""

import datetime as dt
import re
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

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
    page = open_phone(locale, zone="Asia/Tokyo")
    evening.sit_down(page)
    page.goto(f"{page.url.split('/parties')[0]}/people")
    expected = page.evaluate(
        "locale => new Date(document.querySelector('time').dateTime)"
        ".toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'Asia/Tokyo' })",
        locale,
    )
    shown = page.locator(".people time").first
    expect(shown).to_have_text(re.compile(rf"(^|\W){expected}$"))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_a_soiree_has_the_day_and_the_hours_of_the_phone_that_begins_it(open_phone: OpenPhone, zone: str) -> None:
    """Fourteen hours ahead of UTC or twelve behind: the day of one of them is never that of the server."""
    page = open_phone(zone=zone)
    evening.make_carnet(page)
    carnet = page.url.removesuffix("/code")
    page.goto(f"{carnet}/soirees/new")
    six_hours_ago = dt.datetime.now(ZoneInfo(zone)) - dt.timedelta(hours=6)
    expect(page.locator("#held_on")).to_have_value(str(six_hours_ago.date()))
    page.goto(f"{carnet}/")
    evening.start_soiree(page)
    evening.seat(page, *evening.NAMES)
    evening.choose_rules(page)
    evening.start_partie(page)
    evening.record_directly(page)
    manche = evening.manche_link(page, evening.rows(page)).get_attribute("href") or ""
    elsewhere = open_phone(zone="Asia/Tokyo")
    elsewhere.context.add_cookies(page.context.cookies())
    for phone in (page, elsewhere):
        phone.goto(urljoin(page.url, manche))
        hour = phone.evaluate(
            "timeZone => new Date(document.querySelector('.versions time').dateTime)"
            ".toLocaleTimeString('fr-FR', { timeStyle: 'short', timeZone })",
            zone,
        )
        expect(phone.locator(".versions time").first).to_have_text(hour)


def test_without_a_script_hours_name_the_zone_of_the_server(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    evening.sit_down(page)
    page.goto(f"{page.url.split('/parties')[0]}/people")
    expect(page.locator(".people time").first).to_have_text(re.compile(r"\d\d:\d\d\s\S+$"))
