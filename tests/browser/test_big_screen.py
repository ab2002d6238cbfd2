"""The big screen on a television: two players fill it, and the arrow keys of a remote show the other parties."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from support import axe
from support.every_page import DemoApplication
from web.visitor import Table, Visitor

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player, Soiree
from scorekeeper.record.partie import journal

_FILLED = """() => {
  const [first, second] = [...document.querySelectorAll(".standings li")].map((one) => one.getBoundingClientRect());
  const total = document.querySelector(".total").getBoundingClientRect();
  return [second.left >= first.right, first.width > innerWidth * 0.4, total.height > innerHeight * 0.25,
    document.documentElement.scrollHeight <= innerHeight];
}"""


def two_parties(visitor: Visitor) -> tuple[Table, Table]:
    """Piquet and Dame de Pique in one soirée; one coup of Piquet was recorded last."""
    piquet = visitor.set_table("Catherine", "Maximilienne", game="piquet")
    with visitor.writing():
        soiree = db.session.get_one(Soiree, piquet.soiree_id)
        others = [carnets.add_player(visitor.row(), name) for name in ("Anne", "Bruno")]
        four = [*(db.session.get_one(Player, player) for player in piquet.players.values()), *others]
        hearts = journal.start_partie(soiree, "hearts", four, {}, 0, visitor.access()).id
        journal.start_partie(soiree, "piquet", four[:2], {}, 0, visitor.access())
        last = db.session.query(Partie).order_by(Partie.id.desc()).first()
        assert last is not None
    return Table(visitor.carnet, piquet.soiree_id, last.id, piquet.players), Table(
        visitor.carnet, piquet.soiree_id, hearts, {}
    )


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768)])
def test_two_players_fill_the_screen(chromium: Browser, demo: DemoApplication, size: tuple[int, int]) -> None:
    table, _ = two_parties(demo.visitor)
    with television(chromium, demo, f"{table.soiree}/screen", size) as page:
        assert page.evaluate(_FILLED) == [True] * 4
        assert axe.violations(page) == []


def test_the_arrow_keys_of_a_remote_show_the_other_parties(chromium: Browser, demo: DemoApplication) -> None:
    table, hearts = two_parties(demo.visitor)
    with television(chromium, demo, f"{table.soiree}/screen") as page:
        heading = page.locator(".screen-title")
        expect(heading).to_contain_text("Piquet")
        page.wait_for_load_state("networkidle")  # the script of the keys is imported late
        page.keyboard.press("ArrowRight")  # there is no later partie
        page.keyboard.press("ArrowLeft")
        expect(heading).to_contain_text("Dame de Pique")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".screen [rel='prev']")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(heading).to_contain_text("Dame de Pique")
        # Whatever is recorded next is shown.
        facts = {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None}
        page.keyboard.press("ArrowRight")
        expect(heading).to_contain_text("Piquet")
        demo.visitor.record_directly(hearts, facts)
        expect(heading).to_contain_text("Dame de Pique · 1 manche")


@contextmanager
def television(
    browser: Browser, demo: DemoApplication, address: str, size: tuple[int, int] = (1280, 720)
) -> Iterator[Page]:
    """Open the big screen on a television."""
    with demo.phone(browser) as page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(address)
        yield page


def test_on_a_phone_the_heads_show_every_name(chromium: Browser, demo: DemoApplication) -> None:
    table = demo.visitor.set_table("Maximilienne-Alexandrine", "Bartholomé", "Élisabeth", "Guillaumette")
    demo.visitor.record_directly(table, {"taken": {"H": [5, 4, 3, 1], "QS": [0, 0, 1, 0]}, "moon": None})
    with television(chromium, demo, f"{table.soiree}/screen", (360, 740)) as page:
        heads = page.locator(".latest thead th:not(.n)")
        expect(heads).to_have_count(4)
        assert [one.evaluate("head => head.scrollWidth > head.clientWidth") for one in heads.all()] == [False] * 4
