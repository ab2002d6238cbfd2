"""The end of a partie on a phone: shown, shared, or copied where the phone cannot share."""

import re
from itertools import pairwise

from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks
from support.phones import OpenPhone
from web.visitor import plain

MAX = evening.NAMES[3]
PNG = b"\x89PNG\r\n\x1a\n"
# The headless shell cannot share: record what is passed to `navigator.share`.
CAN_SHARE = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ text, files }) => {
    const head = [...new Uint8Array(await files[0].slice(0, 8).arrayBuffer())];
    window.sent = { text, head, name: files[0].name, type: files[0].type, large: files[0].size > 10_000 };
  };
"""
REFUSES_TO_SHARE = "navigator.share = async () => { throw new DOMException('no', 'NotAllowedError'); };"
# Five times one heart to Anne, none to Luc, two to Zoé, ten and the queen to Maximilienne-Alexandrine: 1, 0, 2 and 23.
SENTENCES = [
    f"Plus gros écart à la manche 1 : 0 pour Luc, 23 pour {MAX}.",
    f"La dame de pique, 5 fois pour {MAX}.",
    "Arrivée serrée : 5 points entre Luc et Anne.",
]
RANKED = ["1. Luc : 0", "2. Anne : 5", "3. Zoé : 10", f"4. {MAX} : 115"]
TOLD = plain(" ".join(["Victoire : Luc", *RANKED, *SENTENCES]))
TEXT = re.compile(r"Dame de Pique · 5 manches \w+ \d+(er)? \w+ \d{4} · chez Zoé " + re.escape(TOLD))


def end(page: Page) -> Page:
    """Play a partie of Dame de Pique to its end."""
    evening.sit_down(page)
    evening.record_directly(page, (1, 0, 2, 10), MAX, times=4)
    evening.record(page, (1, 0, 2, 10), MAX)
    expect(page.locator(".winner")).to_have_text("Victoire : Luc")
    return page


def shared_text(page: Page) -> str:
    return plain(page.locator("#told").text_content() or "")


def test_the_end_shows_the_curve_and_highlights_and_can_be_copied(phone: Page) -> None:
    page = end(phone)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert [line.text_content() for line in page.locator(".curve .value").all()] == ["5", "10", "115", "0"]
    assert [plain(one.inner_text()) for one in page.locator(".highlights li").all()] == SENTENCES[:2]
    check_order(page)
    check_labels_apart(page)
    expect(page.locator("#told")).to_be_hidden()
    page.locator(".share > summary").tap()
    assert TEXT.fullmatch(shared_text(page))
    assert inspection.problems(page) == []
    page.locator("[data-copy='told']").tap()
    expect(page.locator("[data-copy='told']")).to_have_text("Texte copié")
    assert TEXT.fullmatch(plain(page.evaluate("navigator.clipboard.readText()")))


def check_order(page: Page) -> None:
    """Check that the winner comes first, then ranking, curve, highlights and what next."""
    parts = [".victory strong", ".standings", ".curve", ".highlights", ".next"]
    tops = [page.locator(part).first.evaluate("part => part.getBoundingClientRect().top") for part in parts]
    assert tops == sorted(tops)
    expect(page.locator(".margin").first).to_have_text("5 points devant Anne.")
    expect(page.locator(".victory strong")).to_be_in_viewport(ratio=1)
    sizes = [page.locator(part).first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") for part in parts]
    assert sizes[0] == max(sizes) > 40


def check_labels_apart(page: Page) -> None:
    """Check that no label of the curve overlaps another or overflows."""
    whole = page.locator(".curve svg").bounding_box()
    boxes = [one.bounding_box() for one in page.locator(".curve svg > g:not(.scale) > text:not(.value)").all()]
    assert whole is not None
    places = sorted((box["y"], box["y"] + box["height"], box["x"] + box["width"]) for box in boxes if box is not None)
    assert len(places) >= 4
    assert max(right for _, _, right in places) <= whole["x"] + whole["width"] + 1
    # Boxes are as high as the lines of the font, which the letters do not fill.
    assert all(below[0] - above[0] >= 12 for above, below in pairwise(places))


def test_a_phone_that_can_share_gets_the_text_and_the_picture(phone: Page) -> None:
    phone.add_init_script(CAN_SHARE)
    page = end(phone)
    page.reload(wait_until="networkidle")  # the script that shares is imported late
    page.locator(".share > summary").tap()
    evening.wait_for(page, lambda page: page.evaluate("'sent' in window"), wanted=True)
    sent = page.evaluate("window.sent")
    assert TEXT.fullmatch(plain(sent.pop("text")))
    assert bytes(sent.pop("head")) == PNG
    assert sent == {"name": "la-marque.png", "type": "image/png", "large": True}
    expect(page.locator("#told")).to_be_hidden()


def test_where_sharing_fails_the_text_can_be_copied(phone: Page) -> None:
    phone.add_init_script(REFUSES_TO_SHARE)
    page = end(phone)
    page.locator(".share > summary").tap()
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("[data-copy='told']")).to_be_visible()


def test_without_a_script_the_text_is_in_its_fold(open_phone: OpenPhone) -> None:
    page = end(open_phone(javascript=False))
    page.locator(".share > summary").tap()
    expect(page.locator("#told")).to_be_visible()
    assert TEXT.fullmatch(shared_text(page))
    assert page_checks.needs_script(page) == []
    expect(page.locator(".send.js-only")).to_be_hidden()
