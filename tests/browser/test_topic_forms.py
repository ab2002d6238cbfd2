"""« Nous jouons ainsi »: from a ruling to the changed house rule in two taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect
from support import evening, inspection, playing

if TYPE_CHECKING:
    from support.tap_table import CheckTaps


def totals(page: Page) -> list[list[str]]:
    """Return the name, the current and the new total of each player."""
    return [row.locator("th, td").all_inner_texts() for row in page.locator(".change-preview tbody tr").all()]


def test_from_a_ruling_to_the_changed_house_rule_takes_two_taps(phone: Page, check_taps: CheckTaps) -> None:
    """5 4 16 1, the queen to Zoé: at twelve she has 15 (DP-18)."""
    evening.sit_down(phone)
    evening.record_directly(phone)
    phone.goto(f"{phone.url}/desk/quarrels/what_the_queen_costs")
    assert inspection.problems(phone) == []
    finger = playing.Finger(phone)
    finger.tap(phone.get_by_role("button", name="Nous jouons ainsi · 12 points"))
    expect(phone.locator(".change-preview")).to_be_visible()
    assert totals(phone)[2] == ["Zoé", "16", "15"]
    finger.tap(phone.get_by_role("button", name="Appliquer et recompter"))
    expect(phone.locator(".notice-bar .sentence")).to_have_text("Règles changées")
    check_taps("from a ruling to the changed house rule", finger.taps, 2)
    assert inspection.problems(phone) == []
    evening.expect_points(phone, [["5", "4", "15", "1"]])
