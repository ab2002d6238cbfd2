"""What two phones at one table do to the same thing: the end, the revanche, the stake, a breach; in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.test_live import OFFLINE, SHORT_PAUSES, record_elsewhere
from playwright.sync_api import Page, expect
from support import evening, playing

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.browser

ANNE, LUC, ZOE, MAX = evening.NAMES


def second_phone(open_phone: Callable[..., Page], first: Page, locale: str = "en-GB", **options: object) -> Page:
    """Open another phone with the first one's access, on its page."""
    phone = open_phone(locale, **options)
    phone.add_init_script(SHORT_PAUSES)
    phone.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
    phone.goto(first.url)
    return phone


def nearly_ended(page: Page) -> None:
    """Sit down and record four manches: Maximilienne-Alexandrine has 92 of 100, Luc none."""
    evening.sit_down(page)
    evening.record_directly(page, (1, 0, 2, 10), MAX, times=4)


@pytest.mark.parametrize("javascript", [True, False], ids=["with_script", "without_script"])
def test_the_end_is_shown_on_both_phones_and_one_revanche_is_begun(
    open_phone: Callable[..., Page], *, javascript: bool
) -> None:
    first = open_phone(javascript=javascript)
    nearly_ended(first)
    second = second_phone(open_phone, first, javascript=javascript)
    evening.record(first, (1, 0, 2, 10), MAX)
    expect(first.locator(".winner")).to_have_text("Victoire : Luc")
    if not javascript:
        second.reload()
    expect(second.locator(".winner")).to_have_text("Winner: Luc")
    ended = second.url.partition("#")[0]
    for phone in (first, second):
        phone.locator(".dock form[action$='/again'] button").tap()
        phone.wait_for_url(lambda url: url.partition("#")[0] != ended)
    assert first.url.partition("#")[0] == second.url.partition("#")[0]
    expect(second.locator(".standings")).to_be_visible()
    second.go_back()
    expect(second.locator(".winner")).to_have_text("Winner: Luc")


def test_a_manche_kept_without_a_network_ends_the_partie_on_both_phones(open_phone: Callable[..., Page]) -> None:
    first = open_phone(tolerate=OFFLINE)
    nearly_ended(first)
    second = second_phone(open_phone, first)
    first.context.set_offline(offline=True)
    evening.fill_entry(first, (1, 0, 2, 10), MAX)
    first.locator("#record").tap()
    expect(first.locator("#offline")).to_be_visible()
    expect(second.locator(".winner")).to_have_count(0)
    first.context.set_offline(offline=False)
    expect(second.locator(".winner")).to_have_text("Winner: Luc")
    expect(first.locator(".winner")).to_have_text("Victoire : Luc")


def test_a_partie_begun_on_one_phone_is_resumed_on_the_other(open_phone: Callable[..., Page]) -> None:
    first = open_phone()
    evening.sit_down(first)
    record_elsewhere(first, (5, 4, 3, 1), 2)
    partie = first.url.partition("#")[0]
    second = second_phone(open_phone, first)
    second.goto("/")
    second.locator(".dock a.primary").tap()
    second.wait_for_url(lambda url: url.partition("#")[0] == partie)
    evening.open_entry(second)
    second.wait_for_url("**#entry")
    second.go_back()
    expect(second.locator("#entry[open]")).to_have_count(0)
    assert second.url.partition("#")[0] == partie
    expect(evening.rows(second)).to_have_count(1)


def test_two_phones_set_a_stake_and_both_show_the_latest(open_phone: Callable[..., Page]) -> None:
    first = open_phone()
    evening.sit_down(first)
    soiree = first.locator("header .back").get_attribute("href") or ""
    second = second_phone(open_phone, first)
    for phone in (first, second):
        phone.goto(f"{soiree}/stake")
    for phone, amount, saved in ((first, "2", "2 € par partie"), (second, "3", "€3 per game")):
        phone.locator("[name='per'][value='partie']").check(force=True)
        phone.locator("#amount").fill(amount)
        phone.locator(".dock button").tap()
        phone.wait_for_url(f"**{soiree}")
        expect(phone.locator(".under-title a").last).to_contain_text(saved)
    first.reload()
    expect(first.locator(".under-title a").last).to_have_text("3 € par partie")


def test_a_breach_is_shown_on_both_phones_and_settled_once(open_phone: Callable[..., Page]) -> None:
    """Anne throws the 5♦ on clubs and then plays the 5♣; the cards go back to her first turn, and no further."""
    first = open_phone(tolerate=("status of 409",))
    evening.sit_down(first, dealer=ANNE)
    second = second_phone(open_phone, first)
    playing.open_table(first)
    finger = playing.Finger(first)
    finger.lead(1)
    finger.cards(["KC", "3C", "5D", "KD", "2D"])
    finger.card("5C")
    expect(first.locator("#breach")).to_have_text(f"{ANNE} avait du trèfle")
    second.goto(first.url)
    expect(second.locator("#breach")).to_have_text(f"{ANNE} still had clubs")
    playing.Finger(second).settle("Go back to trick 1")
    evening.wait_for(second, playing.played_cards, ["", "2♣", "K♣", "3♣"])
    finger.settle("On reprend au pli 1")
    expect(first.locator("#breach")).to_have_count(0)
    evening.wait_for(first, playing.played_cards, ["", "2♣", "R♣", "3♣"])
