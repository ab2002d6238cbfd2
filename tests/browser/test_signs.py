"""The signs of players as the browser shows them: mark and colour, the same on every page, by day and by night."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page
from support import axe, page_checks, phones
from support.every_page import DemoApplication
from web.visitor import Table

from scorekeeper.web.core.charts.signs import SIGNS

pytestmark = pytest.mark.browser

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
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[DemoApplication, Table]:
    """Four of a carnet of eight, in another order, at the end of a partie: 5 4 16 1, twice."""
    server = DemoApplication(tmp_path_factory.mktemp("server"))
    server.visitor.set_table(*EIGHT, game="hearts", deck="belmont")
    played = server.visitor.set_table("Guillaume", "Catherine", "Anne", "Maximilienne", limit=20)
    facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}
    server.visitor.record_directly(played, facts, facts)
    return server, played


@pytest.mark.parametrize("dark", [False, True], ids=["by day", "by night"])
def test_a_player_has_one_mark_and_one_colour_on_sheet_curve_and_screen(
    chromium: Browser, table: tuple[DemoApplication, Table], *, dark: bool
) -> None:
    server, played = table
    with server.serve() as url:
        opened = phones.Phones(chromium, url)
        page = opened.open(dark=dark)
        phones.copy_access(page, url, server.visitor)
        page.goto(played.partie)
        standings = page.evaluate(SIGNS_OF, ".standings .who")
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
        page.goto(f"{played.soiree}/screen")
        assert (
            page.evaluate(SIGNS_OF, ".standings .who") == page.evaluate(SIGNS_OF, ".latest th[class^=m]") == standings
        )
        assert page.evaluate(_LINES) == {name: colour for name, (_, colour) in standings.items()}
        page.goto(played.soiree)
        texts = page.locator(".curve.small text").all_text_contents()
        assert sorted(texts) == sorted(f"{mark} {name}" for name, (mark, _) in standings.items())
        opened.close()


def test_signs_differ_without_colours(open_phone: Callable[..., Page], table: tuple[DemoApplication, Table]) -> None:
    """In forced colours and in print every mark is in the colour of the text."""
    server, _ = table
    with server.serve() as url:
        page = open_phone(url=url)
        phones.copy_access(page, url, server.visitor)
        page.goto(f"{server.visitor.carnet}/players")
        signs = page.evaluate(SIGNS_OF, ".who")
        assert len({mark for mark, _ in signs.values()}) == len({colour for _, colour in signs.values()}) == SIGNS
        page.emulate_media(forced_colors="active")
        page_checks.settle(page)
        signs = page.evaluate(SIGNS_OF, ".who")
        assert (len({mark for mark, _ in signs.values()}), len({colour for _, colour in signs.values()})) == (SIGNS, 1)
