"""Every action is reported, and undone with one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support import evening, playing
from support.phones import OpenPhone

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES


def above_the_dock(notice_bar: Locator, dock: Locator) -> bool:
    """Return whether the notice bar is on the screen above the dock, and not behind it."""
    here, below = notice_bar.bounding_box(), dock.bounding_box()
    assert here is not None
    assert below is not None
    return here["y"] > 0 and here["y"] + here["height"] <= below["y"] + 1


def patient_phone(open_phone: OpenPhone, *, javascript: bool) -> Page:
    """Open a phone with reduced motion, where a message stays until the next action."""
    page = open_phone(javascript=javascript)
    page.emulate_media(reduced_motion="reduce")
    return page


def test_a_recorded_manche_is_reported_and_undone_with_one_tap(
    open_phone: OpenPhone, check_taps: CheckTaps, *, javascript: bool
) -> None:
    """Hearts 5 4 3 1, the queen to Zoé: 16 for her (DP-17)."""
    page = patient_phone(open_phone, javascript=javascript)
    evening.sit_down(page)
    for _ in range(3):
        evening.record(page)
    notice_bar = page.locator(".notice-bar")
    expect(notice_bar.locator(".sentence")).to_have_text(f"Manche 3 : {ANNE} +5, {LUC} +4, {ZOE} +16, {MAX} +1")
    assert above_the_dock(notice_bar, page.locator("#entry > summary"))
    finger = playing.Finger(page)
    finger.tap(notice_bar.get_by_role("button", name="Annuler"))
    expect(evening.rows(page)).to_have_count(2)
    check_taps("a manche undone", finger.taps, 1)
    expect(notice_bar).to_contain_text("Annulé : la manche")
    notice_bar.get_by_role("button", name="Refaire").tap()
    expect(evening.rows(page)).to_have_count(3)
    expect(notice_bar).to_contain_text("Refait : la manche 3")
    page.reload()
    expect(notice_bar).to_have_count(0)
