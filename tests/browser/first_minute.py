"""From the first page to a partie on a new phone, with every tap counted and names typed on the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import expect
from support.playing import Finger


def sit_down(finger: Finger, slug: str, names: Sequence[str]) -> None:
    """Go from the first page to a partie of this game; Enter, which is no tap, adds each name."""
    page = finger.page
    page.goto("/")
    finger.tap(page.locator(f"a.game[href$='/{slug}']"))
    field = page.locator("#name")
    expect(field).to_be_focused()
    finger.tap(field)  # some phones open the keyboard only on a tap
    for number, name in enumerate(names, start=1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".seats > li")).to_have_count(number)
    begin(finger)


def begin(finger: Finger) -> None:
    """Start the partie with the players at the table."""
    finger.tap(finger.page.locator("button[name='go']"))
    finger.page.wait_for_url("**/parties/*")
    expect(finger.page.locator(".standings")).to_be_visible()
