"""Every printed sheet fills one page, A4 and Letter, in 8.5 points or more, with as much content as possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from record.evening import bid_and_made, taken
from support.every_page import LONG, DemoApplication

from scorekeeper.games import GAMES
from scorekeeper.partie.changes import Recorded
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie import journal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from support.phones import OpenPhone
    from web.visitor import Table

# The size of a page without its margins of 12 mm, in pixels.
FORMATS = {"A4": (702, 1031), "Letter": (725, 965)}
_DEFECTS = """height => {
  const leaf = document.querySelector(".paper-sheet"), found = [];
  const bottom = Math.max(...[...leaf.children].map(part => part.getBoundingClientRect().bottom));
  if (bottom < height * 0.98) found.push(`blank from ${bottom}`);
  for (const element of leaf.querySelectorAll("*")) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest(".visually-hidden, title, desc") || !element.getClientRects().length) continue;
    const scale = element.ownerSVGElement?.getScreenCTM().a ?? 1;
    const points = parseFloat(getComputedStyle(element).fontSize) * scale * 0.75;
    if (points < 8.5) found.push(`${element.textContent.trim()}: ${points}`);
  }
  return found;
}"""
# The most content of a page: manches for four, for five without teams, and parties of an evening.
FOUR, FIVE, PARTIES = 180, 120, 30


def printed_pages(page: Page, paper: str) -> int:
    """Return the number of printed pages."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper)))


def defects(page: Page, paper: str) -> list[str]:
    """Return the texts below 8.5 points, and whether the sheet leaves a fiftieth of the page or more blank."""
    width, height = FORMATS[paper]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    found: list[str] = page.evaluate(_DEFECTS, height)
    page.emulate_media(media="null")
    return found


def play(server: DemoApplication, table: Table, count: int) -> None:
    """Write that many manches, in which the third seat takes everything except a heart."""
    seats = len(table.players)
    facts = taken(1, 0, 12, *[0] * (seats - 3), queen=2)
    with server.visitor.open_table(table) as opened:
        for _ in range(count):
            opened.make(Recorded(facts=facts, note="Zoé rit"))


def evening(server: DemoApplication, table: Table) -> None:
    """Write the parties of a long evening."""
    with server.visitor.writing():
        first = db.session.get_one(Partie, table.partie_id)
        players = first.seated_players
        for _ in range(PARTIES - 1):
            journal.start_partie(first.soiree, "hearts", players, {}, 0, server.visitor.access())


def test_every_sheet_is_one_page(chromium: Browser, demo: DemoApplication) -> None:
    set_table = demo.visitor.set_table
    four, short, five = (set_table(*LONG[:count], limit=9999) for count in (4, 4, 5))
    play(demo, four, FOUR)
    play(demo, short, 24)
    play(demo, five, FIVE)
    evening(demo, short)
    ended = set_table(limit=100)
    demo.visitor.record_directly(ended, *[taken(1, 0, 12, 0, queen=2)] * 4)
    remembered = set_table(game="spades", target=1200, blind_nil=False)
    nils = [
        bid_and_made(bids, tricks, **{f"seat{bids.index('nil')}": 0})
        for bids, tricks in ((["nil", 4, 4, 4], 5), ([4, "nil", 4, 3], 9), ([4, 4, "nil", 4], 5), ([4, 3, 4, "nil"], 9))
    ]
    demo.visitor.record_directly(remembered, *nils * 3)
    printed = [f"{table.partie}/print" for table in (four, short, five, ended, remembered)]
    blank = [*(f"/print/{slug}" for slug in GAMES), "/print/hearts?seats=8"]
    with demo.phone(chromium, "en-GB", dark=True) as page:
        found, misfits = {}, []
        for address in (
            *printed,
            f"{ended.soiree}/print",
            f"{short.soiree}/print",
            f"{five.partie}/print/blank",
            *blank,
        ):
            page.goto(address)
            found |= {(address, paper): printed_pages(page, paper) for paper in FORMATS}
            misfits += [(address, paper, *defects(page, paper)) for paper in FORMATS if defects(page, paper)]
    assert misfits == []
    assert {sheet: count for sheet, count in found.items() if count != 1} == {}
    assert len(found) == 2 * (len(printed) + len(blank) + 3)


def test_a_sheet_is_black_on_white_without_links(chromium: Browser, demo: DemoApplication) -> None:
    table = demo.visitor.set_table()
    with demo.phone(chromium, dark=True) as page:
        for address in (f"{table.partie}/print", f"{table.soiree}/print", "/print"):
            page.goto(address)
            page.emulate_media(media="print")
            seen = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert seen == "rgb(255, 255, 255)", address
            assert page.locator("a:visible, button:visible, input:visible, summary:visible").count() == 0, address
            assert page.locator(".paper-sheet").is_visible()
            page.emulate_media(media="screen")


def test_a_sheet_is_black_on_white_in_the_dark(open_phone: OpenPhone) -> None:
    page = open_phone(dark=True)
    page.goto("/print/hearts")
    colours = "leaf => [getComputedStyle(leaf).color, getComputedStyle(leaf).backgroundColor]"
    assert page.locator(".paper-sheet").evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
