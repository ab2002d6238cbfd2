"""The first page on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support import axe, glass

pytestmark = pytest.mark.browser


def test_it_opens_in_the_phone_s_language(open_phone: Callable[..., Page]) -> None:
    for locale, language in (("fr-FR", "fr"), ("en-GB", "en")):
        page = open_phone(locale)
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page).to_have_title(re.compile("La Marque"))


@pytest.mark.parametrize("dark", [False, True])
def test_everyone_can_use_it(open_phone: Callable[..., Page], *, dark: bool) -> None:
    page = open_phone(dark=dark)
    page.goto("/")
    assert axe.violations(page) == []


def test_it_needs_no_script(open_phone: Callable[..., Page]) -> None:
    page = open_phone(javascript=False)
    page.goto("/")
    expect(page.locator("main")).to_be_visible()


def test_it_fits_the_screen(phone: Page) -> None:
    phone.goto("/")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_page_settles_though_a_fold_closed_on_a_change(phone: Page) -> None:
    phone.set_content(
        """<style>button { color: rgb(255, 0, 0); transition: color 60s } .on { color: rgb(0, 0, 255) }</style>
        <details open><summary>Fold</summary><button>Change</button></details>"""
    )
    button = phone.locator("button")
    button.evaluate("one => { getComputedStyle(one).color; one.className = 'on'; getComputedStyle(one).color; }")
    phone.locator("details").evaluate("one => { one.open = false; }")
    assert phone.evaluate("document.getAnimations().length") == 1
    glass.settle(phone)
    assert button.evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 255)"
