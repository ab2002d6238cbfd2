"""« Nous jouons ainsi »: from a ruling to the changed house rule in two taps, and the decisions of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect
from support import evening, inspection, playing

if TYPE_CHECKING:
    from support.tap_table import CheckTaps


def open_case(page: Page, case: str) -> None:
    """Go from the partie to the ruling on a disputed case."""
    page.goto(f"{page.url}/desk/quarrels/{case}")


def totals(page: Page) -> list[list[str]]:
    """Return the name, the current and the new total of each player."""
    return [row.locator("th, td").all_inner_texts() for row in page.locator("#change tbody tr").all()]


def on_the_screen(page: Page) -> bool:
    """Return whether the button that confirms is on the screen, without scrolling."""
    box = page.locator("#change button").bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return 0 <= box["y"] <= size["height"] - box["height"]


def test_from_a_ruling_to_the_changed_house_rule_takes_two_taps(phone: Page, check_taps: CheckTaps) -> None:
    """5 4 16 1, the queen to Zoé: at twelve she has 15 (DP-18)."""
    evening.sit_down(phone)
    evening.record_directly(phone)
    partie = phone.url
    open_case(phone, "what_the_queen_costs")
    finger = playing.Finger(phone)
    finger.tap(phone.get_by_role("link", name="Nous jouons ainsi · 12 points"))
    expect(phone.locator("#change")).to_be_visible()
    assert totals(phone)[2] == ["Zoé", "16", "15"]
    assert on_the_screen(phone)
    finger.tap(phone.get_by_role("button", name="Oui, nous jouons ainsi"))
    notice_bar = phone.locator(".notice-bar")
    expect(notice_bar.locator(".sentence")).to_have_text("Désormais : Dame de pique · 12 points")
    check_taps("from a ruling to the changed house rule", finger.taps, 2)
    assert inspection.problems(phone) == []
    phone.goto(partie)
    evening.expect_points(phone, [["5", "4", "15", "1"]])
