"""Every action is reported, and undone with one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support import evening, playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page
    from support.tap_table import CheckTaps

pytestmark = pytest.mark.browser

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["with_script", "without_script"])
ANNE, LUC, ZOE, MAX = evening.NAMES


def above_the_dock(strip: Locator, dock: Locator) -> bool:
    """Return whether the strip is on the screen above the dock, and not behind it."""
    here, below = strip.bounding_box(), dock.bounding_box()
    assert here is not None
    assert below is not None
    return here["y"] > 0 and here["y"] + here["height"] <= below["y"] + 1


def patient_phone(open_phone: Callable[..., Page], *, javascript: bool) -> Page:
    """Open a phone with reduced motion, where a message stays until the next action."""
    page = open_phone(javascript=javascript)
    page.emulate_media(reduced_motion="reduce")
    return page


@BOTH
def test_a_recorded_manche_is_reported_and_undone_with_one_tap(
    open_phone: Callable[..., Page], check_taps: CheckTaps, *, javascript: bool
) -> None:
    """Hearts 5 4 3 1, the queen to Zoé: 16 for her (DP-17)."""
    page = patient_phone(open_phone, javascript=javascript)
    evening.sit_down(page)
    for _ in range(3):
        evening.record(page, (5, 4, 3, 1), ZOE)
    strip = page.locator(".strip")
    expect(strip.locator(".said")).to_have_text(f"Manche 3 : {ANNE} +5, {LUC} +4, {ZOE} +16, {MAX} +1")
    assert above_the_dock(strip, page.locator("#entry > summary"))
    finger = playing.Finger(page)
    finger.tap(strip.get_by_role("button", name="Annuler"))
    expect(evening.rows(page)).to_have_count(2)
    check_taps("a manche undone", finger.taps, 1)
    expect(strip).to_contain_text("Annulé : la manche")
    strip.get_by_role("button", name="Refaire").tap()
    expect(evening.rows(page)).to_have_count(3)
    expect(strip).to_contain_text("Refait : la manche 3")
    page.reload()
    expect(strip).to_have_count(0)


@BOTH
def test_a_correction_is_reported_and_undone(open_phone: Callable[..., Page], *, javascript: bool) -> None:
    page = patient_phone(open_phone, javascript=javascript)
    evening.sit_down(page)
    evening.record(page, (5, 4, 3, 1), ZOE)
    evening.manche_link(page, evening.rows(page).first).tap()
    page.wait_for_url("**/manches/*")
    evening.queen_to(page, LUC)
    page.locator("#record").tap()
    strip = page.locator(".strip")
    expect(strip.locator(".said")).to_have_text("Manche 1 corrigée")
    strip.get_by_role("button", name="Annuler").tap()
    expect(strip.locator(".said")).to_have_text("Annulé : la correction")
    assert [total for _, name, total in evening.standings(page) if name == ZOE] == ["16"]


@BOTH
def test_a_deleted_partie_is_restored(open_phone: Callable[..., Page], *, javascript: bool) -> None:
    page = patient_phone(open_phone, javascript=javascript)
    evening.sit_down(page)
    evening.record(page, (5, 4, 3, 1), ZOE)
    partie = page.url
    assert not page.locator("form[action$='/delete'] button").is_visible()
    evening.open_menu(page)
    page.get_by_role("button", name="Supprimer la partie").tap()
    page.wait_for_url("**/soirees/*")
    expect(page.locator(".strip .said")).to_have_text("Partie supprimée")
    page.locator(".strip").get_by_role("button", name="La rétablir").tap()
    page.wait_for_url(partie)
    expect(evening.rows(page)).to_have_count(1)
    expect(page.locator(".strip .said")).to_have_text("Partie rétablie")


def test_the_menu_closes_on_a_tap_elsewhere(phone: Page) -> None:
    evening.sit_down(phone)
    for close in (lambda: phone.locator("#log h2").tap(), lambda: phone.keyboard.press("Escape")):
        evening.open_menu(phone)
        close()
        expect(phone.locator("details.menu[open]")).to_have_count(0)


@BOTH
def test_regrouping_and_merging_are_undone_where_they_were_done(
    open_phone: Callable[..., Page], *, javascript: bool
) -> None:
    page = patient_phone(open_phone, javascript=javascript)
    evening.open_new_partie(page)
    first = str(page.locator("header .back").get_attribute("href"))
    carnet = first.partition("/soirees")[0]
    page.goto(f"{carnet}/soirees/new")
    page.get_by_role("button", name="Passer à table").tap()
    page.wait_for_url("**/table")
    evening.seat(page, "Inès")
    page.goto(f"{first}/join")
    page.locator(".offered input").first.check(force=True)
    page.get_by_role("button", name="Fusionner").tap()
    page.wait_for_url(f"**{first}")
    strip = page.locator(".strip")
    expect(strip).to_contain_text("Soirées fusionnées")
    strip.get_by_role("button", name="Annuler").tap()
    expect(strip).to_contain_text("Soirées de nouveau séparées")
    assert page.url.endswith(first)
    expect(strip).to_be_in_viewport(ratio=1)
    strip.get_by_role("button", name="Refaire").tap()
    expect(strip).to_contain_text("Soirées fusionnées")
    page.goto(f"{first}/edit")
    page.get_by_role("button", name="Défaire").tap()
    expect(strip).to_contain_text("Soirées de nouveau séparées")
    assert page.url.endswith(f"{first}/edit")
    page.goto(f"{carnet}/players")
    page.get_by_role("link", name="Inès").tap()
    page.locator("a[href$='/edit']").tap()
    page.get_by_text("C’est la même personne qu’un autre").tap()
    page.locator("#other").fill(ZOE)
    page.get_by_role("button", name="Fusionner les deux").tap()
    expect(strip).to_contain_text(f"Joueurs fusionnés : Inès et {ZOE}")
    strip.get_by_role("button", name="Annuler").tap()
    expect(strip).to_contain_text(f"Joueurs séparés : Inès et {ZOE}")
    strip.get_by_role("button", name="Refaire").tap()
    expect(strip).to_contain_text(f"Joueurs fusionnés : Inès et {ZOE}")
