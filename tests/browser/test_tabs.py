"""Two tabs of one phone at one table: each has its own draft, and neither is called another phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from support import evening

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.browser

ANNE, LUC, ZOE, MAX = evening.NAMES


@pytest.fixture
def tabs(phone: Page) -> tuple[Page, Page]:
    """Open the page of one partie in two tabs of one phone."""
    evening.sit_down(phone, dealer=ZOE)
    other = phone.context.new_page()
    other.goto(phone.url)
    return phone, other


def test_a_draft_stays_in_its_tab_and_outlives_it(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    evening.fill_entry(first, (5, 4, "", ""), ZOE)
    evening.open_entry(second)
    second.wait_for_timeout(500)
    expect(second.locator("#H-0")).to_have_value("")
    expect(second.locator(".resumed")).to_be_hidden()
    evening.type_hearts(second, 1, 2)
    for page, typed in ((first, "5"), (second, "1")):
        page.reload()
        if not page.locator("#entry[open]").count():
            evening.open_entry(page)
        expect(page.locator("#H-0")).to_have_value(typed)
    second.close()
    third = first.context.new_page()
    third.goto(first.url.partition("#")[0])
    evening.open_entry(third)
    expect(third.locator("#H-0")).to_have_value("1")
    expect(third.locator(".resumed")).to_be_visible()
    expect(first.locator("#H-0")).to_have_value("5")


def test_a_manche_of_another_tab_is_not_from_another_phone(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    evening.fill_entry(second, (5, 4, 3, 1), LUC)
    evening.record(first, (5, 4, 3, 1), ZOE)
    news = second.locator("[data-news]")
    expect(news).to_be_visible()
    expect(news).to_contain_text("Un autre onglet : Manche 1")
    second.locator("#record").tap()
    expect(second.locator("#refusal")).to_contain_text("Noté par ce téléphone")
    expect(second.locator("body")).not_to_contain_text("autre téléphone")


def test_cards_of_another_tab_are_not_from_another_phone(open_phone: Callable[..., Page]) -> None:
    first = open_phone()
    evening.open_new_partie(first, dealer=ZOE)
    first.goto(f"{first.url}/cards")
    second = first.context.new_page()
    second.goto(first.url)
    second.route("**/cards?known=*", lambda route: route.abort())
    first.get_by_role("button", name=ANNE).first.tap()
    expect(first.locator(".keys")).to_be_visible()
    second.get_by_role("button", name=ANNE).first.tap()
    expect(second.locator("#refusal")).to_contain_text("Un autre onglet a noté entre-temps")
