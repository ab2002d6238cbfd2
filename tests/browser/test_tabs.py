"""Tabs of one phone: each has its own draft, neither is called another phone, and one at a time sends what waits."""

from __future__ import annotations

import pytest
from browser.test_live import LATER, queue_three
from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OFFLINE, OpenPhone

from scorekeeper.record.database import writing
from scorekeeper.record.partie import journal

ANNE, LUC, ZOE, MAX = evening.NAMES
THREE = [["5", "4", "16", "1"], ["13", "0", "13", "0"], ["0", "0", "19", "7"]]  # the points of `queue_three`


def open_tab(page: Page, address: str) -> Page:
    """Open an address in another tab, behind this one."""
    other = page.context.new_page()
    other.goto(address)
    page.bring_to_front()
    return other


@pytest.fixture
def tabs(phone: Page) -> tuple[Page, Page]:
    """Open the page of one partie in two tabs of one phone."""
    evening.sit_down(phone, dealer=ZOE)
    return phone, open_tab(phone, phone.url)


@pytest.fixture(params=[False, True], ids=["localhost", "plain_http"])
def page(open_phone: OpenPhone, request: pytest.FixtureRequest) -> Page:
    """Open a partie of Dame de Pique on a phone with locks, or, over plain HTTP, without them."""
    page = open_phone(tolerate=OFFLINE, plain=request.param)
    evening.sit_down(page, dealer=ZOE)
    return page


@pytest.mark.parametrize("others", [1, 2])
def test_manches_queued_beside_other_tabs_are_recorded_in_order(page: Page, others: int) -> None:
    """A hidden tab shows the first page, another one the partie."""
    tabs = [page, *(open_tab(page, address) for address in ("/", page.url)[:others])]
    queue_three(page)
    page.context.set_offline(offline=False)
    for tab in tabs:
        if "/parties/" in tab.url:
            evening.expect_points(tab, THREE)
        expect(tab.locator("#offline")).to_be_hidden()
    expect(page.locator("#refusal")).to_have_count(0)


def test_two_tabs_queue_the_manches_of_one_partie(page: Page) -> None:
    page.goto(page.url)  # the browser shows both tabs the same stored page
    other = open_tab(page, page.url)
    page.context.set_offline(offline=True)
    for number, (tab, hearts) in enumerate(((page, (5, 4, 3, 1)), (other, (13, 0, 0, 0)), (page, (0, 0, 6, 7))), 1):
        tab.bring_to_front()
        expect(tab.locator("#entry > summary .closed")).to_have_text(f"Noter la manche {number}")
        evening.fill_entry(tab, hearts, ZOE)
        tab.locator("#record").tap()
        expect(tab.locator(".queued")).to_be_visible()
        tab.locator("#entry > summary").tap()
    page.context.set_offline(offline=False)
    for tab in (page, other):
        evening.expect_points(tab, THREE)


def test_a_refused_manche_is_shown_in_the_tab_of_its_page(page: Page) -> None:
    other = open_tab(page, "/")
    page.context.set_offline(offline=True)
    for hearts in ((5, 4, 3, 0), (13, 0, 0, 0)):
        evening.fill_entry(page, hearts, ZOE)
        page.locator("#record").tap()
        page.locator("#entry > summary").tap()
    page.context.set_offline(offline=False)
    expect(page.locator("#refusal")).to_contain_text("Il manque 1 cœur")
    expect(other.locator("#offline")).to_contain_text("Une saisie gardée n’a pas pu être notée.")
    page.locator("#H-3").fill("1")
    page.locator("#record").tap()
    evening.expect_points(page, THREE[:2])
    expect(other.locator("#offline")).to_be_hidden()


def test_a_refused_manche_that_is_dropped_gives_its_number_to_the_next(page: Page) -> None:
    other = open_tab(page, "/")
    page.context.set_offline(offline=True)
    for hearts in ((5, 4, 3, 0), (5, 4, 3, 1), (13, 0, 0, 0)):
        evening.fill_entry(page, hearts, ZOE)
        page.locator("#record").tap()
        page.locator("#entry > summary").tap()
    page.context.set_offline(offline=False)
    expect(page.locator("#refusal")).to_be_visible()
    other.bring_to_front()
    other.locator("#offline button").tap()
    expect(other.locator("#offline")).to_be_hidden()
    evening.expect_points(page, THREE[:2])
    expect(page.locator("#refusal")).to_have_count(0)


def test_when_the_sending_tab_is_closed_another_one_sends(page: Page) -> None:
    other = open_tab(page, page.url)
    queue_three(page)
    page.route("**/manches/new", lambda _: None)  # no answer
    other.route("**/manches/new", lambda route: route.abort())
    with page.expect_request("**/manches/new"):
        page.context.set_offline(offline=False)
    other.unroute("**/manches/new")
    page.close()
    evening.expect_points(other, THREE)


def test_the_lease_of_a_tab_that_has_crashed_ends_after_15_seconds(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE, plain=True)
    evening.sit_down(page, dealer=ZOE)
    queue_three(page)
    page.evaluate("localStorage['marque sender manche'] = `crashed ${Date.now() + 15000}`")
    page.context.set_offline(offline=False)
    page.wait_for_timeout(1000)
    assert evening.points(page) == []
    page.evaluate(LATER, 15)
    evening.expect_points(page, THREE)


def test_cards_tapped_in_two_parties_and_two_tabs_are_all_played(page: Page) -> None:
    """Luc leads the 2♣ in both parties; in the first one, a second tab plays the third card."""
    with evening.partie_of(page) as (partie, access), writing():
        players = partie.seated_players
        second = journal.start_partie(partie.soiree, "hearts", players, {}, 2, access)
    tabs = page, open_tab(page, f"{page.url.rpartition('/')[0]}/{second.id}")
    for tab in tabs:
        tab.bring_to_front()
        playing.open_table(tab)
        playing.Finger(tab).lead(1)
        expect(tab.locator(".keys")).to_be_visible()
    third = open_tab(page, page.url)
    page.context.set_offline(offline=True)
    for tab, card in ((tabs[0], "3C"), (tabs[1], "KC"), (tabs[0], "4C"), (tabs[1], "QC"), (third, "5C")):
        tab.bring_to_front()
        tab.locator(f".key[value='{card}']").tap()
        expect(tab.locator(f".key[value='{card}'].pressed")).to_be_visible()
    expect(third.locator(".key.pressed")).to_have_count(3)
    page.context.set_offline(offline=False)
    for tab, card in ((tabs[0], "5♣"), (third, "5♣"), (tabs[1], "D♣")):
        expect(tab.locator(".undo")).to_contain_text(card)
        expect(tab.locator("#offline")).to_be_hidden()


def test_a_draft_stays_in_its_tab_and_outlives_it(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    evening.fill_entry(first, (5, 4, "", ""), ZOE)
    evening.open_entry(second)
    second.wait_for_timeout(500)
    expect(second.locator("#H-0")).to_have_value("")
    expect(second.locator(".draft-notice")).to_be_hidden()
    evening.type_hearts(second, 1, 2)
    for page, typed in ((first, "5"), (second, "1")):
        page.reload()
        if not page.locator("#entry[open]").count():
            evening.open_entry(page)
        expect(page.locator("#H-0")).to_have_value(typed)
    second.close()
    third = first.context.new_page()
    third.goto(first.url.partition("#")[0])
    evening.open_entry(third)
    expect(third.locator("#H-0")).to_have_value("1")
    expect(third.locator(".draft-notice")).to_be_visible()
    expect(first.locator("#H-0")).to_have_value("5")


def test_a_manche_of_another_tab_is_not_from_another_phone(tabs: tuple[Page, Page]) -> None:
    first, second = tabs
    evening.fill_entry(second, (5, 4, 3, 1), LUC)
    evening.record(first)
    news = second.locator("[data-news]")
    expect(news).to_be_visible()
    expect(news).to_contain_text("Un autre onglet : Manche 1")
    second.locator("#record").tap()
    expect(second.locator("#refusal")).to_contain_text("Noté par ce téléphone")
    expect(second.locator("body")).not_to_contain_text("autre téléphone")


def test_cards_of_another_tab_are_not_from_another_phone(open_phone: OpenPhone) -> None:
    first = open_phone()
    evening.open_new_partie(first, dealer=ZOE)
    first.goto(f"{first.url}/cards")
    second = first.context.new_page()
    second.goto(first.url)
    second.route("**/cards?known=*", lambda route: route.abort())
    first.get_by_role("button", name=ANNE).first.tap()
    expect(first.locator(".keys")).to_be_visible()
    second.get_by_role("button", name=ANNE).first.tap()
    expect(second.locator("#refusal")).to_contain_text("Un autre onglet a noté entre-temps")
