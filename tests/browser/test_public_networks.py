"""A public network answers with its own page until one has signed in: the app treats it as no network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support import evening
from support.phones import OFFLINE, OpenPhone

_, _, ZOE, MAX = evening.NAMES


def sign_out(page: Page) -> None:
    """Answer with a page of the network in place of each page of the app."""
    page.route(re.compile("/(c|rules)/"), lambda route: route.fulfill(body="<title>Wi-Fi</title><h1>Portail Wi-Fi"))


@pytest.fixture
def page(open_phone: OpenPhone) -> Page:
    return open_phone(tolerate=OFFLINE)


def test_a_manche_waits_for_the_network(page: Page) -> None:
    evening.sit_down(page)
    evening.fill_entry(page)
    sign_out(page)
    page.locator("#record").tap()
    expect(page.locator("#offline")).to_be_visible()
    with page.expect_response("**/manches/new"):  # from the queue
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#offline")).to_have_text("Gardé ici, envoyé dès que ça capte.")
    expect(page.locator("#H-0")).to_have_value("5")
    page.unroute_all()
    evening.expect_points(page, [["5", "4", "16", "1"]])
    expect(page.locator("#offline")).to_be_hidden()


def test_a_tapped_bid_waits_for_the_network(page: Page) -> None:
    evening.open_new_partie(page, game="spades", dealer=MAX)
    page.locator("#entry > summary").tap()
    sign_out(page)
    page.locator("[name='bid'][value='4']").tap()
    expect(page.locator("#offline[data-kept]")).to_be_visible()
    page.unroute_all()
    expect(page.locator("#entry .contracts .team-bids")).to_have_text(["4 + ·", "· + ·"])


@pytest.mark.parametrize("tapped", ["[action$='/undo'] button", "header .back", "#log .lines a.article", "#log"])
def test_the_page_is_not_replaced(page: Page, tapped: str) -> None:
    """Neither by the answer to a form or link, nor by that to a poll."""
    evening.sit_down(page)
    partie = page.url
    evening.record(page)
    evening.open_row(evening.rows(page).first)
    sign_out(page)
    page.locator(tapped).first.tap()
    expect(page.locator("#offline")).to_have_text("Pas de réseau : rien n’est perdu, réessayez plus tard.")
    expect(page.locator(".standings > li")).to_have_count(4)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url == partie
