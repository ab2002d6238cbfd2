"""Replace a player in the middle of a partie: four taps, two phones, back, no network, both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.test_live import phones_at_one_table, record_elsewhere
from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OFFLINE, OpenPhone

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import writing

if TYPE_CHECKING:
    from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES
NEW, OTHER = "Denis", "Eva"


def know(page: Page, *names: str) -> None:
    """Add these players to the carnet of the partie on the page."""
    with evening.partie_of(page) as (partie, _access), writing():
        for name in names:
            carnets.add_player(partie.soiree.carnet, name)


def open_players(page: Page) -> None:
    evening.open_menu(page)
    page.get_by_role("link", name="Les joueurs").tap()
    page.wait_for_url("**/players")


def ask_for(page: Page, name: str) -> None:
    page.get_by_role("link", name=f"Remplacer {name}").tap()
    page.wait_for_url("**/players/*")


def heads(page: Page) -> list[str]:
    return page.locator("#log .log-head bdi").all_inner_texts()


def test_a_player_is_replaced_in_four_taps_and_it_is_undone_in_one(
    open_phone: OpenPhone, check_taps: CheckTaps, *, javascript: bool
) -> None:
    first, second = phones_at_one_table(open_phone, 2, short_pauses=javascript, javascript=javascript)
    first.emulate_media(reduced_motion="reduce")  # the notice bar stays
    know(first, NEW, OTHER)
    record_elsewhere(first)
    first.reload()
    finger = playing.Finger(first)
    finger.tap(first.locator("details.menu > summary"))
    finger.tap(first.get_by_role("link", name="Les joueurs"))
    first.wait_for_url("**/players")
    finger.tap(first.get_by_role("link", name=f"Remplacer {LUC}"))
    first.wait_for_url("**/players/1")
    finger.tap(first.get_by_role("button", name=NEW))
    expect(first.locator(".notice-bar .sentence")).to_have_text(f"{NEW} à la place de {LUC}")
    check_taps("a player replaced", finger.taps, 4)
    for page in (first, second):
        if not javascript:
            page.reload()
        evening.wait_for(page, heads, [ANNE, NEW, ZOE, MAX])
        expect(page.locator("#log .marks")).to_have_text(f"{NEW} à la place de {LUC}")
        expect(page.locator(".standings .name")).to_contain_text([MAX, NEW, ANNE, ZOE])
    record_elsewhere(first)
    first.reload()
    expect(first.locator("#log .log-rows > li").nth(1).locator(".marks")).to_have_text(f"{NEW} à la place de {LUC}")
    open_players(first)
    expect(first.get_by_text(f"Manche 2 · {NEW} à la place de {LUC}")).to_be_visible()
    first.locator("form[action$='/players/1/undo'] button").tap()
    evening.wait_for(first, heads, [ANNE, LUC, ZOE, MAX])


def test_without_a_network_the_page_stays_and_a_typed_name_is_sent_later(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page, dealer=ZOE)
    open_players(page)
    ask_for(page, ANNE)
    page.locator("#name").fill(NEW)
    page.context.set_offline(offline=True)
    page.get_by_role("button", name="Ajouter").tap()
    expect(page.locator(".notice, #offline").filter(visible=True).first).to_be_visible()
    expect(page.locator("#name")).to_have_value(NEW)
    page.context.set_offline(offline=False)
    page.get_by_role("button", name="Ajouter").tap()
    expect(page.locator(".standings .name").first).to_contain_text(NEW)


def test_without_a_network_the_chosen_player_is_kept_and_sent_later(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page, dealer=ZOE)
    know(page, NEW)
    open_players(page)
    ask_for(page, LUC)
    page.locator("label.chip").filter(has_text=LUC).tap()
    page.context.set_offline(offline=True)
    page.get_by_role("button", name=NEW).tap()
    expect(page.locator("#offline")).to_contain_text("tout est gardé ici")
    expect(page.locator("form[data-keys] .pressed")).to_have_text(NEW)
    page.context.set_offline(offline=False)
    expect(page.locator(".standings .name").nth(1)).to_contain_text(NEW)
    open_players(page)
    expect(page.locator(".rows .chip[aria-current]")).to_have_text(LUC)
