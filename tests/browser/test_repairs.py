"""Repair the table from the hand: who deals, in what order, and whose column is whose; with two phones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.test_live import phones_at_one_table, record_elsewhere
from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OFFLINE, OpenPhone

if TYPE_CHECKING:
    from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES


def deal(page: Page, text: str) -> None:
    expect(page.locator(".deal .turn-line")).to_have_text(text)


def test_the_dealer_is_repaired_in_two_taps_and_undone_in_one(each_phone: Page, check_taps: CheckTaps) -> None:
    each_phone.emulate_media(reduced_motion="reduce")  # the notice bar stays
    evening.sit_down(each_phone, dealer=ZOE)
    evening.record(each_phone)
    deal(each_phone, f"Manche 2 · À {MAX} de donner")
    finger = playing.Finger(each_phone)
    finger.tap(each_phone.locator(".turn-line a"))
    each_phone.wait_for_url("**/dealer")
    assert playing.off_screen(each_phone) == []
    finger.tap(each_phone.locator(".player-keys").get_by_role("button", name=LUC, exact=True))
    deal(each_phone, f"Manche 2 · À {LUC} de donner")
    check_taps("the dealer repaired", finger.taps, 2)
    evening.record(each_phone)
    deal(each_phone, f"Manche 3 · À {ZOE} de donner")
    each_phone.locator(".turn-line a").tap()
    each_phone.locator("form:has([name='dealer_by_first'])").get_by_role(
        "button", name=f"{ZOE} Manche 3 · {ANNE}"
    ).tap()
    deal(each_phone, f"Manche 3 · À {ANNE} de donner")
    each_phone.locator(".notice-bar").get_by_role("button", name="Annuler").tap()
    deal(each_phone, f"Manche 3 · À {ZOE} de donner")


def test_another_order_of_play_takes_four_taps_at_most_and_one_to_undo(
    open_phone: OpenPhone, check_taps: CheckTaps, *, javascript: bool
) -> None:
    """Zoé dealt the first manche; in the new order Luc sits on her left."""
    first, second = phones_at_one_table(open_phone, 2, short_pauses=javascript, javascript=javascript)
    first.emulate_media(reduced_motion="reduce")  # the notice bar stays
    record_elsewhere(first)
    first.reload()
    second.goto(f"{second.url.partition('#')[0]}/players")
    finger = playing.Finger(first)
    finger.tap(first.locator("header summary, .menu summary").first)
    finger.tap(first.get_by_role("link", name="Les joueurs"))
    first.wait_for_url("**/players")
    finger.tap(
        first.locator("[name=order]").filter(has_text=re.compile(f"^\\s*{ANNE}\\s*→ {MAX}\\s*→ {ZOE}\\s*→ {LUC}"))
    )
    deal(first, f"Manche 2 · À {LUC} de donner")
    check_taps("another order of play", finger.taps, 4)
    expect(first.locator(".notice-bar .sentence")).to_contain_text(f"Nouvel ordre : {ANNE}")
    expect(first.locator(".passes li").first).to_contain_text(LUC)  # to the right
    second.locator("[name=order]").first.tap()
    expect(second.locator(".conflict td").first).to_contain_text(f"{ANNE} → {MAX} → {ZOE} → {LUC}")
    expect(second.locator(".conflict td").last).to_contain_text(f"{ANNE} → {LUC} → {MAX} → {ZOE}")
    first.locator(".notice-bar").get_by_role("button", name="Annuler").tap()
    deal(first, f"Manche 2 · À {MAX} de donner")
    expect(first.locator(".notice-bar .sentence")).to_contain_text("Annulé : le changement d’ordre")


def test_the_line_that_says_who_deals_is_a_target_for_a_thumb(open_phone: OpenPhone) -> None:
    page = open_phone()
    evening.sit_down(page, dealer=ZOE)
    box = page.locator(".turn-line a").bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_without_a_network_the_latest_dealer_is_kept_and_sent_later(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page, dealer=ZOE)
    page.locator(".turn-line a").tap()
    page.wait_for_url("**/dealer")
    page.context.set_offline(offline=True)
    for name in (ANNE, LUC):
        page.locator(".player-keys").get_by_role("button", name=name).tap()
        expect(page.locator("#offline")).to_contain_text("tout est gardé ici")
        expect(page.locator("form[data-keys] .pressed")).to_have_text(name)
    page.context.set_offline(offline=False)
    deal(page, f"Manche 1 · À {LUC} de donner")
    expect(page.locator("#offline")).to_be_hidden()


def test_without_a_network_the_order_is_kept_and_sent_later(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page, dealer=ZOE)
    page.goto(f"{page.url.partition('#')[0]}/players")
    page.context.set_offline(offline=True)
    page.locator("[name=order]").last.tap()
    expect(page.locator("#offline")).to_contain_text("tout est gardé ici")
    expect(page.locator("form[data-keys] .pressed")).to_contain_text(f"{ANNE} → {MAX} → {ZOE} → {LUC}")
    page.context.set_offline(offline=False)
    expect(page.locator(".notice-bar .sentence")).to_contain_text(f"Nouvel ordre : {ANNE} → {MAX}")


def test_the_refusal_of_an_order_is_in_view_at_a_large_table(each_phone: Page) -> None:
    evening.open_new_partie(each_phone, names=(ANNE, LUC, ZOE, MAX, "Inès"))
    each_phone.goto(f"{each_phone.url.partition('#')[0]}/players")
    each_phone.locator("[name=other]").first.tap()
    expect(each_phone.locator("#refusal")).to_have_text("Dites qui change de place, puis avec qui.")
    expect(each_phone.locator("#refusal")).to_be_in_viewport()
    expect(each_phone.get_by_text("Qui change de place ?")).to_be_in_viewport()


def test_a_dealer_kept_without_a_network_does_not_overwrite_another_phone(open_phone: OpenPhone) -> None:
    first, second = phones_at_one_table(open_phone, 2, tolerate=OFFLINE)
    second.locator(".turn-line a").tap()
    second.wait_for_url("**/dealer")
    second.context.set_offline(offline=True)
    second.locator(".player-keys").get_by_role("button", name=LUC).tap()
    expect(second.locator("#offline")).to_contain_text("tout est gardé ici")
    first.locator(".turn-line a").tap()
    first.locator(".player-keys").get_by_role("button", name=ANNE).tap()
    deal(first, f"Manche 1 · À {ANNE} de donner")
    second.context.set_offline(offline=False)
    expect(second.locator(".conflict td")).to_have_text([ANNE, LUC])
