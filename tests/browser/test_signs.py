"""The signs of players as the browser shows them: mark and colour, the same on every page, by day and by night."""

import pytest
from playwright.sync_api import Browser
from support import axe, page_checks
from support.every_page import DemoApplication
from web.visitor import Table

from scorekeeper.web.core.charts.signs import SIGNS

EIGHT = ("Anne", "Bruno", "Catherine", "Maximilienne", "Élodie", "François", "Guillaume", "Henriette")
# The mark before each name, and its colour.
SIGNS_OF = """names => Object.fromEntries([...document.querySelectorAll(names)].filter((one) => one.checkVisibility())
  .map((one) => {
    const before = getComputedStyle(one, "::before");
    return [one.querySelector("bdi").textContent, [before.content[1], before.color]];
  }))"""
_LINES = """() => Object.fromEntries([...document.querySelectorAll(".curve g[class*=m]:not(.scale)")].map((line) =>
  [[...line.querySelectorAll("text")].at(-1).textContent, getComputedStyle(line.querySelector("path")).stroke]))"""


@pytest.fixture
def table(demo: DemoApplication) -> Table:
    """Four of a carnet of eight, in another order, at the end of a partie: 5 4 16 1, twice."""
    demo.visitor.set_table(*EIGHT, game="hearts", deck="belmont")
    played = demo.visitor.set_table("Guillaume", "Catherine", "Anne", "Maximilienne", limit=20)
    facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}
    demo.visitor.record_directly(played, facts, facts)
    return played


@pytest.mark.parametrize("dark", [False, True], ids=["by day", "by night"])
def test_a_player_has_one_mark_and_one_colour_on_sheet_curve_and_screen(
    chromium: Browser, demo: DemoApplication, table: Table, *, dark: bool
) -> None:
    with demo.phone(chromium, dark=dark) as page:
        page.goto(table.partie)
        standings = page.evaluate(SIGNS_OF, ".standings .name")
        assert {name: sign[0] for name, sign in standings.items()} == {
            "Guillaume": "△",
            "Catherine": "▲",
            "Anne": "●",
            "Maximilienne": "✕",
        }
        assert len({colour for _, colour in standings.values()}) == len(standings)
        assert page.evaluate(SIGNS_OF, ".log-head .cell") == standings
        assert page.evaluate(_LINES) == {name: colour for name, (_, colour) in standings.items()}
        assert axe.violations(page) == []
        page.goto(f"{table.soiree}/screen")
        assert (
            page.evaluate(SIGNS_OF, ".standings .name") == page.evaluate(SIGNS_OF, ".latest th[class^=m]") == standings
        )
        assert page.evaluate(_LINES) == {name: colour for name, (_, colour) in standings.items()}
        page.goto(table.soiree)
        texts = page.locator(".curve.small text").all_text_contents()
        assert sorted(texts) == sorted(f"{mark} {name}" for name, (mark, _) in standings.items())


def test_signs_differ_without_colours(chromium: Browser, demo: DemoApplication) -> None:
    """In forced colours and in print every mark is in the colour of the text."""
    demo.visitor.set_table(*EIGHT, game="hearts", deck="belmont")
    with demo.phone(chromium) as page:
        page.goto(f"{demo.visitor.carnet}/players")
        signs = page.evaluate(SIGNS_OF, ".name")
        assert len({mark for mark, _ in signs.values()}) == len({colour for _, colour in signs.values()}) == SIGNS
        page.emulate_media(forced_colors="active")
        page_checks.settle(page)
        signs = page.evaluate(SIGNS_OF, ".name")
        assert (len({mark for mark, _ in signs.values()}), len({colour for _, colour in signs.values()})) == (SIGNS, 1)
