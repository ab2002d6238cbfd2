"""The first screen of a partie, and what only a script or a lost network shows on a page."""

from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks
from support.phones import OFFLINE, OpenPhone


def test_the_layout_and_accessibility_of_an_article_a_menu_and_a_queued_manche(open_phone: OpenPhone) -> None:
    page = open_phone(dark=True, tolerate=OFFLINE)
    evening.sit_down(page)
    evening.record(page)
    page_checks.unfold(page)
    page.locator("#log .article").first.tap()
    expect(page.locator("dialog article, dialog .rule, dialog h1").first).to_be_visible()
    assert inspection.problems(page) == []
    page.locator("dialog .close").tap()
    evening.open_menu(page)
    assert inspection.problems(page) == []
    page.keyboard.press("Escape")
    evening.fill_entry(page)
    page.context.set_offline(offline=True)
    page.locator("#record").tap()
    expect(page.locator("#offline")).to_be_visible()
    assert inspection.problems(page) == []
    page.context.set_offline(offline=False)
    expect(evening.rows(page)).to_have_count(2)


def test_the_partie_fits_the_first_screen(phone: Page) -> None:
    evening.sit_down(phone)
    check_first_screen(phone)
    evening.record_directly(phone)
    check_first_screen(phone)
    evening.record_directly(phone, times=2)
    check_first_screen(phone)


def check_first_screen(page: Page) -> None:
    """Check that standings, dealer, pass and button are on the first screen and do not overlap."""
    page_checks.settle(page)
    assert page.evaluate("scrollY") == 0
    button = page.locator("#entry > summary").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= 740
    for selector in (".standings", ".turn-line", ".turn-note", ".passes"):
        for part in page.locator(selector).all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= button["y"], f"{selector} goes under the button"
