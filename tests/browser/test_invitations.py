"""Joining by an invitation, on several phones."""

import re

import segno
from playwright.sync_api import Page, expect
from support import evening
from support.phones import OpenPhone
from support.playing import Finger
from support.tap_table import CheckTaps

ANNE, LUC, ZOE, _ = evening.NAMES


def invite(page: Page, what: str) -> str:
    """Create an invitation from a partie, check that its QR code is visible, and return its link."""
    page.get_by_role("link", name="Inviter").tap()
    page.get_by_role("button", name=what).tap()
    expect(page.locator(".qr")).to_be_in_viewport(ratio=1)
    return page.locator("#link-told").text_content() or ""


def test_from_a_qr_code_to_the_score_takes_two_taps(open_phone: OpenPhone, check_taps: CheckTaps) -> None:
    page = open_phone()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async (what) => { window.sent = what.url; };")
    evening.sit_down(page)
    evening.record_directly(page)
    partie = page.url
    link = invite(page, "Regarder cette soirée")
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=3, omitsize=True, svgclass="qr whole")
    assert page.locator(".qr path").get_attribute("d") == re.findall(r' d="([^"]+)"', drawn)[0]
    page.get_by_role("button", name="Copier le lien").tap()
    expect(page.get_by_role("button", name="Copié")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Envoyer le lien").tap()
    evening.wait_for(page, lambda shown: shown.evaluate("window.sent"), link)

    other = open_phone(dark=True)
    requests: list[str] = []
    other.on("request", lambda request: requests.append(f"{request.url} {request.headers.get('referer', '')}"))
    finger = Finger(other)
    finger.taps += 1  # on the notice of the camera
    other.goto(link)
    finger.tap(other.get_by_role("button", name=LUC))
    expect(other.locator(".standings .own")).to_contain_text(LUC)
    # Hearts 5 4 3 1 and the queen, 13, to Zoé.
    evening.wait_for(other, evening.sheet, [(["5", "4", "16", "1"], ["5", "4", "16", "1"])])
    assert other.url == partie
    check_taps("from an invitation's QR to the score", finger.taps, 2)
    token = link.partition("#")[2]
    assert not any(token in one for one in requests)
    expect(other.locator("#entry")).to_have_count(0)


def test_without_script_the_link_is_pasted_and_a_marqueur_can_record(open_phone: OpenPhone) -> None:
    page = open_phone()
    evening.sit_down(page)
    partie = page.url
    link = invite(page, "Noter avec vous")
    other = open_phone(javascript=False)
    other.goto(link)
    other.get_by_label("Lien de l’invitation").fill(link)
    other.get_by_role("button", name="Entrer").tap()
    other.get_by_label("Quelqu’un d’autre").fill("Mamie")
    other.get_by_role("button", name="Entrer").tap()
    other.wait_for_url(partie)
    expect(other.locator("#entry > summary")).to_be_visible()
