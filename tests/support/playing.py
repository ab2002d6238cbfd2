"""A manche entered card by card on a touch screen: each step waits until its tap has taken effect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, expect
from record.evening import play_card
from support import evening, page_checks

from scorekeeper.partie.decide import entry
from scorekeeper.record.database import writing
from scorekeeper.record.partie.open_partie import open_partie as open_for_writing
from scorekeeper.web.flow.cards_view import breaks_rule

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).parents[1] / "data"

# The turn, the trick and every card are on the screen, one under the other, and nothing is scrolled.
_OFF_SCREEN = """height => {
  const found = scrollY ? [`scrolled by ${scrollY} px`] : [];
  let under = 0;
  for (const part of document.querySelectorAll(".turn, .places, .claim, form.keys")) {
    const { top, bottom } = part.getBoundingClientRect();
    if (top < under - 0.5 || bottom > height + 0.5) {
      found.push(`${part.className} from ${top} to ${bottom} px, under ${under} px`);
    }
    under = bottom;
  }
  for (const key of document.querySelectorAll("form.keys button")) {
    const { left, right, width } = key.getBoundingClientRect();
    if (left < 0 || right > 360 || width < 44) found.push(`${key.value} from ${left} to ${right} px`);
  }
  return found;
}"""

# The same in landscape, where the table is next to the turn, and no two elements overlap.
_OFF_SIDEWAYS = """([width, height]) => {
  const box = (one) => one.getBoundingClientRect();
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const found = scrollY ? [`scrolled by ${scrollY} px`] : [];
  const parts = [...document.querySelectorAll(".turn, .claim, .place, form.keys button")];
  for (const part of parts) {
    const { left, top, right, bottom } = box(part);
    if (left < -0.5 || top < -0.5 || right > width + 0.5 || bottom > height + 0.5) {
      found.push(`${part.className} ${part.value ?? ""} from ${left}, ${top} to ${right}, ${bottom}`);
    }
    for (const other of parts) {
      if (other !== part && !apart(box(part), box(other))) found.push(`${part.innerText} lies on ${other.innerText}`);
    }
  }
  for (const key of document.querySelectorAll("form.keys button")) {
    const { width: wide, height: high } = box(key);
    if (Math.min(wide, high) < 44) found.push(`${key.value} is ${wide} px by ${high}`);
  }
  return found;
}"""


def recorded(slug: str, number: int) -> dict[str, Any]:
    """Return one of the recorded deals."""
    line = (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()[number]
    found: dict[str, Any] = json.loads(line)
    return found


class Finger:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        """Tap an element."""
        target.tap()
        self.taps += 1

    def pick(self, choice: Locator) -> None:
        """Tap a choice and wait until it is checked."""
        evening.pick(choice)
        self.taps += 1

    def lead(self, seat: int) -> None:
        """Enter who led the lowest club, which is the first card."""
        self.tap(self.page.locator(f"form:has([name='card']) [name='leader'][value='{seat}']"))
        self.page.locator("form.keys").wait_for()

    def press(self, target: Locator) -> None:
        """Tap an element that changes the table, and wait for the next turn, the end or an interruption."""
        version = self.page.locator(".turn [name='version'], form.keys [name='version']").first.get_attribute("value")
        self.tap(target)
        moved = f"form.keys:not(:has([name='version'][value='{version}']))"
        self.page.locator(f"{moved}, form.confirm, .interruption").wait_for()

    def card(self, code: str) -> None:
        """Tap a card."""
        self.press(key(self.page, code))

    def cards(self, codes: Iterable[str]) -> None:
        """Tap these cards, none of which causes an interruption."""
        for code in codes:
            self.card(code)
            assert not self.page.locator(".interruption").count(), code

    def undo(self, code: str) -> None:
        """Undo the latest card, which the button names."""
        button = self.page.locator(".undo")
        expect(button).to_contain_text(code)
        self.press(button)

    def settle(self, words: str) -> None:
        """Answer an interruption by the control with this text, and wait for the table."""
        self.tap(self.page.locator(".interruption .stack").locator("a, button").filter(has_text=words))
        self.page.locator("form.keys, form.confirm").wait_for()

    def record(self) -> None:
        """Record the manche, and wait for the sheet."""
        partie = self.page.url.removesuffix("/cards")
        self.tap(self.page.locator("#record"))
        self.page.wait_for_url(partie)
        expect(evening.rows(self.page)).not_to_have_count(0)


def play_without_taps(page: Page, codes: Iterable[str]) -> None:
    """Write these cards, none of which causes an interruption, to the database, and reload the table."""
    with evening.partie_of(page) as (partie, access):
        for code in codes:
            with writing(), open_for_writing(partie, None, access) as table:
                if table.scored.current.cards is None:
                    table.act(entry.begin_cards)
                assert not breaks_rule(play_card(table, code)), code
    page.goto(page.url)


def key(page: Page, code: str) -> Locator:
    """Return the key of a card."""
    return page.locator(f".key[value='{code}']")


def open_table(page: Page) -> None:
    """Go from the partie to the page of its cards."""
    evening.open_entry(page)
    page.locator("#entry .cards-link a").first.tap()
    page.wait_for_url("**/cards")


def off_screen(page: Page, height: int = 740) -> list[str]:
    """Return a line for each part of the table that is not on the first screen, or overlaps another."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_OFF_SCREEN, height)
    return found


def off_sideways(page: Page, width: int = 740, height: int = 360) -> list[str]:
    """Return a line for each part of the table that is cut off or too small in landscape."""
    page.set_viewport_size({"width": width, "height": height})
    page_checks.settle(page)
    found: list[str] = page.evaluate(_OFF_SIDEWAYS, [width, height])
    return found


def played_cards(page: Page) -> list[str]:
    """Return the cards of the trick by seat, "" for a seat that has not played."""
    found: list[str] = page.locator(".place > .card-slot").evaluate_all(
        "cards => cards.map(card => card.querySelector('.index')?.innerText ?? '')"
    )
    return found


def taken_tricks(page: Page) -> list[str]:
    """Return the text next to each name: its penalty cards, its tricks and bid, or its count."""
    found: list[str] = page.locator(".place").evaluate_all(
        "places => places.map(place => [...place.querySelectorAll('.seat-note')].map(one => one.innerText).join(' '))"
    )
    return found
