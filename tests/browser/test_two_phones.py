"""Two phones at one table, the second in English: what one changes while the other has the page open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.test_live import SHORT_PAUSES, record_elsewhere
from browser.test_replacing import know
from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OFFLINE, OpenPhone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Table = Callable[..., tuple[Page, Page]]

ANNE, LUC, ZOE, MAX = evening.NAMES
NEW = "Denis"


@pytest.fixture
def seat(open_phone: OpenPhone) -> Table:
    """A function that opens a partie on a phone in French and on one in English, which poll often; Zoé deals."""

    def open_table(
        names: Sequence[str] = evening.NAMES, *, game: str = "hearts", dealer: str = ZOE, preset: str = ""
    ) -> tuple[Page, Page]:
        first, second = (open_phone(locale, tolerate=(*OFFLINE, "status of 404")) for locale in ("fr-FR", "en-GB"))
        for page in (first, second):
            page.add_init_script(SHORT_PAUSES)
            page.emulate_media(reduced_motion="reduce")  # the notice bar stays
        evening.open_new_partie(first, names, game, dealer, preset)
        evening.give_access(second, first.url)
        second.goto(first.url)
        return first, second

    return open_table


def path_of(page: Page) -> str:
    return page.url.partition("#")[0].partition("?")[0]


def soiree_of(page: Page) -> str:
    return page.locator("header .back").get_attribute("href") or ""


def back(page: Page, address: str) -> None:
    """Go back to this address, and wait until its page is loaded again."""
    page.evaluate("window.left = true; void setTimeout(() => history.back())")
    evening.wait_for(page, lambda shown: shown.evaluate("[location.href, 'left' in window]"), [address, False])


@pytest.mark.parametrize(
    ("page_name", "tap"),
    [("dealer", ".player-keys button >> nth=0"), ("players", "[name=order] >> nth=0"), ("players/1", "[name=player]")],
)
def test_back_after_a_repair_repeats_nothing(seat: Table, page_name: str, tap: str) -> None:
    first, second = seat()
    know(first, NEW)
    address = path_of(first)
    for page in (first, second):
        page.goto(f"{address}/{page_name}")
    first.locator(tap).tap()
    expect(first.locator(".notice-bar")).to_be_visible()
    version = first.locator("[name=version]").first.input_value()
    back(first, f"{address}/{page_name}")
    back(first, address)
    expect(first.locator("[name=version]").first).to_have_value(version)
    back(second, address)
    expect(second.locator("[name=version]").first).to_have_value(version)


def test_a_last_manche_recorded_without_a_network_ends_the_partie_on_both_phones(seat: Table) -> None:
    first, second = seat()
    evening.record_directly(first, (1, 0, 2, 10), MAX, times=4)
    second.goto(f"{soiree_of(first)}/screen")
    expect(second.locator(".screen-title")).to_contain_text("Hearts · 4 hands")
    first.context.set_offline(offline=True)
    evening.fill_entry(first, (1, 0, 2, 10), MAX)
    first.locator("#record").tap()
    expect(first.locator(".queued")).to_be_visible()
    first.context.set_offline(offline=False)
    expect(first.locator(".winner")).to_have_text(f"Victoire : {LUC}")
    expect(second.locator(".winner")).to_have_text(f"Winner: {LUC}")
    expect(second.locator(".screen-title")).to_contain_text("5 hands")


def test_the_end_without_cards_is_kept_without_a_network(seat: Table) -> None:
    deal = playing.recorded("hearts", 6)
    first, second = seat(dealer=ANNE)
    first.goto(f"{path_of(first)}/cards")
    playing.Finger(first).lead(deal["leader"])
    playing.play_without_taps(first, deal["plays"][1:40])
    first.locator(".hand-column .dock a").tap()
    expect(first.locator("#record")).to_be_visible()
    first.context.set_offline(offline=True)
    first.locator("#record").tap()
    expect(first.locator(".queued")).to_be_visible()
    expect(evening.rows(second)).to_have_count(0)
    first.context.set_offline(offline=False)
    for page in (first, second):
        evening.wait_for(page, evening.first_points, [str(points) for points in deal["points"]])


def test_names_are_not_exchanged_without_a_network(seat: Table) -> None:
    """The page says so and keeps the choice, which then exchanges 5 and 16."""
    first, second = seat()
    record_elsewhere(first)
    first.goto(f"{path_of(first)}/players")
    for name in (ANNE, ZOE):
        first.locator("label.chip").filter(has_text=name).tap()
    first.locator(".dock button").tap()
    first.wait_for_selector(".change-preview")
    first.context.set_offline(offline=True)
    exchange = first.get_by_role("button", name="Échanger les deux noms")
    exchange.tap()
    expect(first.locator("#offline")).to_be_visible()
    expect(first.locator(".change-preview li")).to_have_text(
        [f"{ANNE} : 16, au lieu de 5", f"{ZOE} : 5, au lieu de 16"]
    )
    first.context.set_offline(offline=False)
    exchange.tap()
    expect(first.locator(".notice-bar .sentence")).to_have_text(f"Noms échangés : {ZOE} et {ANNE}")
    evening.expect_totals(second, **{MAX: "1", LUC: "4", ZOE: "5", ANNE: "16"})
