"""The pages in browsers with forced colours, and in browsers that are three years old."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Literal

import pytest
from support import phones
from support.every_page import DemoApplication

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

RULE_WITH_HAS = re.compile(r"[^{};]*:has\([^{}]*\{[^{}]*\}")
# The share of pixels of a screenshot that differ from its most frequent colour: text and drawings.
INK = """async (url) => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const ground = [...counts].sort((one, other) => other[1] - one[1])[0][0].split(" ").map(Number);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4)
    if (ground.reduce((sum, part, index) => sum + Math.abs(part - data[at + index]), 0) > 200) ink += 1;
  return ink / (data.length / 4);
}"""

RINGED = """chip => {
  const { opacity, borderTopWidth } = getComputedStyle(chip.querySelector("input"));
  return opacity === "1" && borderTopWidth === "4px";
}"""


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> DemoApplication:
    return DemoApplication(tmp_path_factory.mktemp("application"))


def ink(canvas: Page, part: Locator) -> float:
    picture = base64.b64encode(part.screenshot()).decode()
    share: float = canvas.evaluate(INK, f"data:image/png;base64,{picture}")
    return share


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_as_much_text(
    chromium: Browser, application: DemoApplication, scheme: Literal["light", "dark"]
) -> None:
    """Names on buttons were blank, large totals cut, and the sheet was visible through the dock."""
    table = application.visitor.set_table(limit=1000)
    for _ in range(3):
        application.visitor.record(table)
    parts = {
        table.partie: (".standings .total >> nth=0", ".standings .total >> nth=3", ".notice-bar .sentence"),
        f"{table.partie}/cards": (".player-keys bdi >> nth=0", ".player-keys bdi >> nth=3"),
    }
    canvas = chromium.new_page()  # without the content policy of the app
    with application.phone(chromium) as page:
        for address, shown in parts.items():
            written = []
            for forced in ("none", "active"):
                page.emulate_media(forced_colors=forced, color_scheme=scheme)
                phones.copy_access(
                    page, phones.server_of(page), application.visitor
                )  # with the notice of the latest record again
                page.goto(address)
                page.wait_for_timeout(300)  # the notice bar slides in
                written.append([ink(canvas, page.locator(part)) for part in shown])
            for part, usual, seen in zip(shown, *written, strict=True):
                assert usual > 0.01, part
                assert 0.7 < seen / usual < 1.4, (part, usual, seen)
    canvas.context.close()


def test_in_forced_colours_the_sheet_is_not_visible_through_the_button_over_it(
    chromium: Browser, application: DemoApplication
) -> None:
    table = application.visitor.set_table(limit=1000)
    for _ in range(6):
        application.visitor.record(table)
    with application.phone(chromium) as page:
        page.emulate_media(forced_colors="active")
        page.goto(table.partie)
        box = page.locator(".entry > summary").bounding_box()
        assert box is not None
        clip = {"x": box["x"] + 4, "y": box["y"] + 4, "width": box["width"] - 8, "height": box["height"] - 8}
        pictures = set()
        for scrolled in (0, 40, 90, 150, 220):
            page.evaluate("top => scrollTo({ top, behavior: 'instant' })", scrolled)
            pictures.add(page.screenshot(clip=clip))
        assert len(pictures) == 1


def test_in_a_browser_without_has_the_entry_covers_the_partie_and_shows_the_choice(
    chromium: Browser, application: DemoApplication
) -> None:
    """Remove from the served style sheet the rules that such a browser ignores."""
    table = application.visitor.set_table("Anne", "Luc", game="piquet")

    def without_has(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert "oklch" not in text
        route.fulfill(response=answer, body=RULE_WITH_HAS.sub("", text))

    with application.phone(chromium) as page:
        page.context.route(re.compile(r"\.css"), without_has)
        page.goto(f"{table.partie}?entry=open")
        ground = page.locator(".entry").evaluate("sheet => getComputedStyle(sheet).backgroundColor")
        assert ground == "rgb(245, 238, 221)"
        covering = "([x, y]) => document.elementFromPoint(x, y).closest('.entry') !== null"
        assert all(page.evaluate(covering, [x, y]) for x in (20, 180, 340) for y in (60, 200, 400, 700))
        chips = page.locator(".facts .chip:visible")
        for chip in chips.all():
            assert chip.evaluate(RINGED) is chip.locator("input").is_checked()
        another = chips.filter(has_text="Luc").first
        another.tap()
        assert another.evaluate(RINGED)
        page.context.unroute_all(behavior="wait")  # a sheet still on its way would fail the next test
