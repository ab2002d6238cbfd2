"""Every page measured: nothing sticks out, no word breaks, no field is covered, nothing is too small to touch."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from record.evening import bid_and_made, penalty
from support import evening, glass, measure, phones, selection
from support.every_page import NAMES, EveryPage, House

pytestmark = pytest.mark.browser
STYLES = Path(__file__).parents[2] / "static" / "style"
_PARTS = 3
_END_OF_WORDS = """title => {
  const words = document.createRange();
  words.selectNodeContents(title);
  return words.getBoundingClientRect().right;
}"""


@pytest.fixture(scope="module")
def undrawn(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that draws nothing, which is a third of the work: a page is measured by how it is laid out."""
    with phones.undrawn(chromium) as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> EveryPage:
    return EveryPage(tmp_path_factory.mktemp("pages"))


def test_no_style_sets_in_between_the_phones_that_are_measured_and_those_left_out() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))
    bounds = [float(width) * 16 for width in re.findall(r"\((?:min|max)-width: ([\d.]+)rem\)", styles)]
    assert len(bounds) > 10
    left_out = {width for width, _ in measure.SIZES} - {width for width, _ in measure.SIZES_IN[1]}
    assert left_out == {390, 412}
    assert [bound for bound in bounds if 360 < bound <= max(left_out)] == []


def test_every_page_is_visited(pages: EveryPage) -> None:
    assert pages.missing() == set()


# In parts, which several browsers can share.
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize(("locale", "dark"), [("fr-FR", True), ("en-GB", False)])
def test_every_page_fits_every_screen(
    undrawn: Browser, pages: EveryPage, locale: str, part: int, *, dark: bool
) -> None:
    with pages.serve() as url:
        opened = phones.Phones(undrawn, url)
        page = opened.open(locale, dark=dark, tolerate=("status of 404",))
        usual = measure.SIZES_IN if locale == "fr-FR" else measure.TIGHTEST_IN
        every = measure.EVERY_SIZE_IN if selection.thorough() else usual
        screen = page.context.new_cdp_session(page)
        wrong = []
        for name in list(pages.paths)[part::_PARTS]:
            pages.visit(page, url, name)
            glass.unfold(page)
            faults = [*measure.faults(screen, every), *measure.moved_by_reading(screen)]
            wrong += [f"{name}, {fault}" for fault in faults]
        opened.close()
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("javascript", [True, False], ids=["with_script", "without_script"])
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
            expect(manches.first.locator("summary")).to_be_focused()  # the lines came, and took the reader nowhere else
        page.set_viewport_size({"width": 1280, "height": 800})
        page.reload()
        assert all(row.is_visible() for row in manches.all())
        opened.close()


def test_a_name_cut_short_is_spelt_out_where_it_is_touched(phone: Page) -> None:
    evening.sit_down(phone)
    evening.note(phone, (5, 4, 3, 1), "Zoé")
    phone.locator(".log-head bdi").last.tap()
    expect(phone.locator(".spelt-out")).to_have_text("Maximilienne-Alexandrine")
    expect(phone.locator(".spelt-out")).to_be_hidden()


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_a_large_total_below_zero_covers_neither_the_name_nor_what_is_missing(
    chromium: Browser, tmp_path: Path, locale: str
) -> None:
    """-157 of 500 leaves 657 to go; it stood in a ring that covered them."""
    house = House(tmp_path)
    table = house.visitor.set_table("Marie-Anne", "Jean-Paul", "Christine", "Bernadette", game="spades")
    house.visitor.note(table, {**bid_and_made([4, 3, 1, 4], 6), **penalty(0, -208)})  # 51 - 208
    with house.serve() as url:
        opened = phones.Phones(chromium, url)
        page = opened.open(locale)
        phones.copy_access(page, url, house.visitor)
        page.goto(table.partie)
        row = page.locator(".standings > li").filter(has_text="157")
        total = row.locator(".total").bounding_box()
        assert total is not None
        assert "657" in row.locator(".side-note").inner_text()
        for part in (".who", ".side-note"):
            words = row.locator(part).evaluate(_END_OF_WORDS)
            assert words <= total["x"], part
        assert row.locator(".who bdi").evaluate_all("names => names.every(one => one.scrollWidth <= one.clientWidth)")
        opened.close()


def test_held_sideways_the_phone_hides_nothing(phone: Page) -> None:
    evening.sit_down(phone, dealer="Zoé")
    phone.set_viewport_size({"width": 740, "height": 360})
    glass.settle(phone)
    for selector in (".standings > li", ".dealer", "#entry .count input", "#entry .keypad button", "#record"):
        for part in phone.locator(f"{selector}:visible").all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0, selector
            assert box["y"] + box["height"] <= 360, selector
            assert (box["x"] >= 370) is ("entry" in selector or selector == "#record"), selector


def test_six_players_are_on_one_screen_with_the_keys(phone: Page) -> None:
    evening.begin(phone, NAMES[:6])
    evening.open_entry(phone)
    for width, height, last in ((360, 740, "#entry .taker .chip"), (740, 360, "#entry .keypad button")):
        phone.set_viewport_size({"width": width, "height": height})
        glass.settle(phone)
        dock, lowest = (phone.locator(one).last.bounding_box() for one in ("#record", last))
        assert dock is not None
        assert lowest is not None
        assert lowest["y"] + lowest["height"] <= dock["y"], last


def test_in_large_text_the_way_out_of_the_entry_stands_clear_of_its_title(phone: Page) -> None:
    evening.sit_down(phone)
    measure.text_size(phone.context.new_cdp_session(phone), measure.LARGE)
    evening.open_entry(phone)
    out = phone.locator("#entry > summary").bounding_box()
    assert out is not None
    assert min(out["width"], out["height"]) >= 44
    assert out["x"] >= phone.locator("#entry > h2").evaluate(_END_OF_WORDS)


def test_at_a_desk_the_keyboard_alone_records_a_manche(phone: Page, chromium: Browser) -> None:
    evening.sit_down(phone)
    desk = chromium.new_context(viewport={"width": 1280, "height": 800}, storage_state=phone.context.storage_state())
    page = desk.new_page()
    page.goto(phone.url)
    expect(page.locator("#H-0")).to_be_focused()
    for hearts in ("5", "4", "3", "1"):
        page.keyboard.type(hearts)
        page.keyboard.press("Tab")
    page.keyboard.press("Space")  # Anne, the first of the table, took the queen
    page.keyboard.press("Enter")
    expect(evening.rows(page)).to_have_count(1)
    assert evening.first_points(page) == ["18", "4", "3", "1"]
    expect(page.locator("#H-0")).to_be_focused()
    desk.close()
