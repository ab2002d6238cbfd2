"""Two evenings of games that the app does not know, noted by a phone in French and one in English."""

from __future__ import annotations

import pytest
from browser.test_live import SHORT_PAUSES
from playwright.sync_api import Locator, Page, expect
from support import evening
from support.phones import OFFLINE, OpenPhone

FIVE = ("Anne", "Luc", "Zoé", "Maxence-Emmanuel", "Bérénice")
MOST_TAPS = 8


@pytest.fixture
def phones(open_phone: OpenPhone) -> tuple[Page, Page]:
    first, second = (open_phone(locale, tolerate=(*OFFLINE, "status of 422")) for locale in ("fr-FR", "en-GB"))
    for page in (first, second):
        page.add_init_script(SHORT_PAUSES)
    return first, second


def note(page: Page, *points: int | str) -> None:
    """Note a manche; a negative number by the box beside it, as on a phone without a minus key."""
    evening.open_entry(page)
    for side, typed in enumerate(points):
        page.locator(f"#points-{side}").fill(str(typed).removeprefix("-"))
        if str(typed).startswith("-"):
            evening.pick(page.locator(f"#entry .chip:has([name='points-{side}'])"))
    page.locator("#record").tap()


def test_belote_from_the_first_page_to_its_limit(phones: tuple[Page, Page]) -> None:
    first, second = phones
    taps = []

    def tap(target: Locator) -> None:
        taps.append(target)
        target.tap()

    first.goto("/")
    tap(first.locator("a.game").last)
    first.locator("#name").fill("Belote")
    tap(first.locator(".chip:has([name='option-teams'][value='2'])"))
    for name, value in (("limit", "300"), ("total", "162")):
        tap(first.locator(f"#option-{name}"))
        first.keyboard.type(value)
    tap(first.locator(".dock .primary"))
    expect(first.locator("h1")).to_have_text("Belote")
    for number, name in enumerate(evening.NAMES, start=1):
        first.locator("#name").fill(name)
        first.locator("#name").press("Enter")
        expect(first.locator(".seats > li")).to_have_count(number)
    tap(first.locator(".dock .primary"))
    expect(first.locator(".partie-note")).to_have_text("Limite 300")
    tap(first.locator("#entry > summary"))
    assert len(taps) <= MOST_TAPS
    # The sum does not fit: what was typed stays.
    first.locator("#points-0").fill("90")
    first.locator("#points-1").fill("60")
    first.locator("#record").tap()
    expect(first.locator("#refusal")).to_contain_text("150 en tout, et une manche en fait 162")
    expect(first.locator("#points-1")).to_have_value("60")
    first.locator("#points-1").fill("")
    first.locator("#record").tap()
    evening.expect_points(first, [["90", "72"]])
    evening.give_access(second, first.url.partition("?")[0].partition("#")[0])
    second.goto(first.url)
    second.context.set_offline(offline=True)
    note(second, 100, "")
    expect(second.locator("#waits .keyed")).to_have_text("Points: Anne & Zoé 100")
    second.context.set_offline(offline=False)
    for page in phones:
        evening.expect_points(page, [["90", "72"], ["100", "62"]])
    note(first, "", 20)
    expect(first.locator(".winner")).to_contain_text("Anne & Zoé")
    expect(second.locator(".ending")).to_contain_text("300 points reached")


def test_the_fewest_points_win_at_five_and_the_table_ends_the_partie(phones: tuple[Page, Page]) -> None:
    first, second = phones
    evening.open_new_partie(first, FIVE, game="scoresheet:fewest:Uno")
    evening.give_access(second, first.url)
    second.goto(first.url)
    note(second, 0, 20, 35, 12, 5)
    evening.expect_points(first, [["0", "20", "35", "12", "5"]])
    first.context.set_offline(offline=True)
    note(first, 18, 0, -7, 40, 33)
    expect(first.locator("#waits .keyed")).to_contain_text("Zoé −7, Maxence-Emmanuel 40")
    first.context.set_offline(offline=False)
    for page in phones:
        evening.expect_points(page, [["0", "20", "35", "12", "5"], ["18", "0", "−7", "40", "33"]])
    second.get_by_role("button", name="Finish the game").tap()
    expect(second.locator(".winner")).to_contain_text("Anne")
    expect(first.locator(".ending")).to_contain_text("2 points devant Luc")
