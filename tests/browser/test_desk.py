"""The rules search on a phone: from the partie to the ruling on a disputed case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks, playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.tap_table import CheckTaps

pytestmark = pytest.mark.browser


def test_a_ruling_takes_three_taps_and_twelve_characters(phone: Page, check_taps: CheckTaps) -> None:
    """DP-14: with the usual house rules the queen may be played on the first trick only without another card."""
    evening.sit_down(phone)
    finger = playing.Finger(phone)
    finger.tap(phone.get_by_role("link", name="Une règle ?"))
    field = phone.locator("#question")
    expect(field).to_be_focused()
    finger.tap(field)  # some phones open the keyboard only on a tap
    typed = "dame 1er pli"
    phone.keyboard.type(typed)
    assert len(typed) <= 12
    finger.tap(phone.locator("#found").get_by_role("link", name="Peut-il jeter la dame de pique ?").first)
    here = phone.locator(".ruling .here")
    expect(here).to_contain_text("Chez vous : Anne a raison. Non : la dame ne tombe pas au premier pli")
    check_taps("from a partie to a ruling, with 12 characters", finger.taps, 3)
    assert inspection.problems(phone) == []


def test_a_new_question_replaces_the_answer(phone: Page) -> None:
    evening.sit_down(phone)
    phone.get_by_role("link", name="Une règle ?").tap()
    field = phone.locator("#question")
    for typed, number in (("volte", "DP-21"), ("egalite a la fin", "DP-26")):
        field.fill("")
        field.press_sequentially(typed)
        expect(phone.locator("#found .rule .number").first).to_have_text(number)
        expect(field).to_be_focused()


def test_without_script_the_moments_and_the_question_lead_to_a_ruling(open_phone: Callable[..., Page]) -> None:
    page = open_phone(javascript=False)
    evening.sit_down(page)
    partie = page.url
    page.get_by_role("link", name="Une règle ?").tap()
    expect(page.locator("#question")).to_be_visible()
    assert page_checks.needs_script(page) == []
    page.locator("#question").fill("jeter la dame au premier pli")
    page.get_by_role("button", name="Chercher").tap()
    expect(page.locator("#found .rule .number")).to_have_text("DP-14")
    expect(page.locator("#found .played")).to_contain_text("Chez vous : Points au premier pli")
    page.get_by_role("link", name="Le premier pli", exact=True).tap()
    page.get_by_role("link", name=re.compile("Peut-il jeter la dame de pique")).tap()
    expect(page.locator(".here")).to_contain_text("Anne a raison.")
    assert page_checks.needs_script(page) == []
    page.locator("header .back").tap()
    expect(page.locator("#question")).to_be_visible()
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()
    assert page.url == partie
