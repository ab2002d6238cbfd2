"""The layout of every page: no overflow, no broken word, no covered field, nothing too small to touch."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.test_replacing import know
from playwright.sync_api import Browser, Page, expect
from record.evening import bid_and_made, penalty
from support import axe, evening, inspection, measure, page_checks, phones, selection
from support.every_page import NAMES, PROVOKED, DemoApplication, EveryPage

STYLES = Path(__file__).parents[2] / "static" / "style"
_PARTS = 3
# Names of eight letters or more, one at a hyphen of two lines, one as long as a name may be.
CHOSEN = (
    "Maximilienne",
    "Jean-Christophe",
    "Bartholomé",
    "Constantinople",
    "Catherine",
    "Wilhelminaconstantinople",
    "Bérénice",
    "Marie-Antoinette",
)
_CUT_NAMES = """() => {
  const found = [];
  for (const control of document.querySelectorAll(":is(button, .chip, label, summary, a):has(bdi)")) {
    if (!control.checkVisibility({visibilityProperty: true})) continue;
    for (const part of [control, ...control.querySelectorAll("*")]) {
      const cut = getComputedStyle(part).overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1;
      if (cut && part.clientWidth) found.push(part.innerText);
    }
  }
  return found;
}"""
_END_OF_WORDS = """title => {
  const words = document.createRange();
  words.selectNodeContents(title);
  return words.getBoundingClientRect().right;
}"""


@pytest.fixture(scope="module")
def undrawn(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that lays out pages without drawing them, which saves a third of the time."""
    with phones.undrawn(chromium) as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> EveryPage:
    return EveryPage(tmp_path_factory.mktemp("pages"))


def test_no_media_query_begins_between_the_measured_and_the_skipped_widths() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))
    bounds = [float(width) * 16 for width in re.findall(r"\((?:min|max)-width: ([\d.]+)rem\)", styles)]
    assert len(bounds) > 10
    skipped = {width for width, _ in measure.SIZES} - {width for width, _ in measure.SIZES_IN[1]}
    assert skipped == {390, 412}
    assert [bound for bound in bounds if 360 < bound <= max(skipped)] == []


def test_every_endpoint_of_a_page_has_a_path(pages: EveryPage) -> None:
    assert pages.missing() == set()


# In parts, which run in several processes.
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize(("locale", "dark"), [("fr-FR", True), ("en-GB", False)])
def test_every_page_fits_every_screen(
    undrawn: Browser, pages: EveryPage, locale: str, part: int, *, dark: bool
) -> None:
    with pages.serve() as url:
        opened = phones.Phones(undrawn, url)
        page = opened.open(locale, dark=dark, tolerate=PROVOKED)
        usual = measure.SIZES_IN if locale == "fr-FR" else measure.TIGHTEST_IN
        every = measure.EVERY_SIZE_IN if selection.thorough() else usual
        screen = page.context.new_cdp_session(page)
        wrong = []
        for name in list(pages.paths)[part::_PARTS]:
            pages.visit(page, url, name)
            page_checks.unfold(page)
            # A sentence with a name of 24 letters does not fit the narrowest screen in the largest text.
            sizes = {1: every[1]} if name in pages.sent else every
            problems = [*measure.problems(screen, sizes), *measure.moved_by_reading(screen)]
            wrong += [f"{name}, {problem}" for problem in problems]
        opened.close()
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("part", range(2 * _PARTS))
def test_every_page_is_accessible(chromium: Browser, pages: EveryPage, part: int) -> None:
    """Every other page in French and in the dark, the others in English by day."""
    locale = ("fr-FR", "en-GB")[part % 2]
    with pages.serve() as url:
        opened = phones.Phones(chromium, url)
        page = opened.open(locale, dark=part % 2 == 0, tolerate=PROVOKED)
        wrong = []
        for name in list(pages.paths)[part :: 2 * _PARTS]:
            pages.visit(page, url, name)
            page_checks.unfold(page)
            # The links of a book are those of a text to read.
            found = axe.violations(page) if name.endswith(", book") else inspection.problems(page)
            wrong += [f"{name}: {problem}" for problem in found]
        opened.close()
    assert "\n".join(wrong) == ""


def test_without_script_every_page_works_by_links_and_forms(undrawn: Browser, pages: EveryPage) -> None:
    with pages.serve() as url:
        opened = phones.Phones(undrawn, url)
        page = opened.open(javascript=False, tolerate=PROVOKED)
        problems = []
        for name in pages.paths:
            pages.visit(page, url, name)
            page_checks.unfold(page)
            problems += [f"{name}, {problem}" for problem in page_checks.needs_script(page)]
        opened.close()
    assert "\n".join(problems) == ""


def test_the_last_three_manches_of_the_sheet_come_first(
    chromium: Browser, pages: EveryPage, *, javascript: bool
) -> None:
    with pages.serve() as url:
        opened = phones.Phones(chromium, url)
        page = opened.open(javascript=javascript)
        pages.visit(page, url, "hearts for 4, ended")
        manches = evening.rows(page)
        played = manches.count()
        assert played > 3
        seen = [number for number, row in enumerate(manches.all(), start=1) if row.is_visible()]
        assert seen == [played - 2, played - 1, played]
        evening.open_row(manches.first)
        assert all(row.is_visible() for row in manches.all())
        if javascript:
            expect(manches.first.locator("summary")).to_be_focused()  # loading the lines does not move the focus
        page.set_viewport_size({"width": 1280, "height": 800})
        page.reload()
        assert all(row.is_visible() for row in manches.all())
        opened.close()


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 8])
def test_no_name_is_cut_where_a_player_is_chosen(each_phone: Page, seats: int) -> None:
    evening.open_new_partie(each_phone, CHOSEN[:seats])
    evening.open_entry(each_phone)
    for fold in each_phone.locator("#entry .fold > summary").all():
        fold.tap()
    assert each_phone.evaluate(_CUT_NAMES) == []
    each_phone.goto(f"{each_phone.url.partition('?')[0].partition('#')[0]}/cards")
    assert each_phone.locator(".player-keys button").count() >= seats
    assert each_phone.evaluate(_CUT_NAMES) == []
    each_phone.goto(each_phone.url.replace("/cards", "/dealer"))
    assert each_phone.evaluate(_CUT_NAMES) == []


def test_no_name_is_cut_where_a_replacement_is_chosen(phone: Page) -> None:
    evening.open_new_partie(phone, ("Anne", "Luc", "Zoé", "Max"))
    know(phone, *CHOSEN)
    phone.goto(f"{phone.url}/players/0")
    assert phone.locator(".player-keys button").count() >= len(CHOSEN) - 4
    assert phone.evaluate(_CUT_NAMES) == []


def test_four_names_of_eight_letters_are_chosen_in_two_rows_of_two(phone: Page) -> None:
    evening.open_new_partie(phone, ("Bérénice", "Anne", "Luc", "Zoé"))
    evening.open_entry(phone)
    chips = [one.bounding_box() for one in phone.locator("fieldset:has([name='QS']) .chip").all()]
    assert [(box["x"] > 100, box["width"] > 150) for box in chips if box] == [(False, True), (True, True)] * 2
    assert len({box["y"] for box in chips if box}) == 2
    phone.locator("fieldset:has([name='QS']) .chip").first.tap()
    expect(phone.get_by_text("Bérénice", exact=True).locator("visible=true")).to_have_count(2)  # no label over the page


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_a_large_total_below_zero_covers_neither_the_name_nor_what_is_missing(
    chromium: Browser, demo: DemoApplication, locale: str
) -> None:
    """-157 of 500: 657 are missing; the ring around the total covered them."""
    table = demo.visitor.set_table("Marie-Anne", "Jean-Paul", "Christine", "Bernadette", game="spades")
    demo.visitor.record_directly(table, {**bid_and_made([4, 3, 1, 4], 6), **penalty(0, -208)})  # 51 - 208
    with demo.phone(chromium, locale) as page:
        page.goto(table.partie)
        row = page.locator(".standings > li").filter(has_text="157")
        total = row.locator(".total").bounding_box()
        assert total is not None
        assert "657" in row.locator(".side-note").inner_text()
        for part in (".name", ".side-note"):
            words = row.locator(part).evaluate(_END_OF_WORDS)
            assert words <= total["x"], part
        assert row.locator(".name bdi").evaluate_all("names => names.every(one => one.scrollWidth <= one.clientWidth)")


def test_in_landscape_nothing_is_cut_off(phone: Page) -> None:
    evening.sit_down(phone, dealer="Zoé")
    phone.set_viewport_size({"width": 740, "height": 360})
    page_checks.settle(phone)
    for selector in (".standings > li", ".turn-line", "#entry .count input", "#entry .keypad button", "#record"):
        for part in phone.locator(f"{selector}:visible").all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0, selector
            assert box["y"] + box["height"] <= 360, selector
            assert (box["x"] >= 370) is ("entry" in selector or selector == "#record"), selector


def test_six_players_and_the_keys_are_on_one_screen(phone: Page) -> None:
    evening.open_new_partie(phone, NAMES[:6])
    evening.open_entry(phone)
    for width, height, last in ((360, 740, "#entry .chip-field .chip"), (740, 360, "#entry .keypad button")):
        phone.set_viewport_size({"width": width, "height": height})
        page_checks.settle(phone)
        dock, lowest = (phone.locator(one).last.bounding_box() for one in ("#record", last))
        assert dock is not None
        assert lowest is not None
        assert lowest["y"] + lowest["height"] <= dock["y"], last


def test_in_large_text_the_button_that_closes_the_entry_does_not_overlap_its_title(phone: Page) -> None:
    evening.sit_down(phone)
    measure.text_size(phone.context.new_cdp_session(phone), measure.LARGE)
    evening.open_entry(phone)
    close = phone.locator("#entry > summary").bounding_box()
    assert close is not None
    assert min(close["width"], close["height"]) >= 44
    assert close["x"] >= phone.locator("#entry > h2").evaluate(_END_OF_WORDS)


def test_on_a_computer_the_keyboard_alone_records_a_manche(phone: Page, chromium: Browser) -> None:
    evening.sit_down(phone)
    computer = chromium.new_context(
        viewport={"width": 1280, "height": 800}, storage_state=phone.context.storage_state()
    )
    page = computer.new_page()
    page.goto(phone.url)
    expect(page.locator("#H-0")).to_be_focused()
    for hearts in ("5", "4", "3", "1"):
        page.keyboard.type(hearts)
        page.keyboard.press("Tab")
    page.keyboard.press("Space")  # Anne, in the first seat, took the queen
    page.keyboard.press("Enter")
    expect(evening.rows(page)).to_have_count(1)
    evening.expect_points(page, [["18", "4", "3", "1"]])
    expect(page.locator("#H-0")).to_be_focused()
    computer.close()
