"""Six and eight players: Belmont's counting cards are tapped on names, and card by card nothing lies on anything."""

import pytest
from playwright.sync_api import Page, expect
from support import evening, page_checks, playing
from support.phones import OpenPhone
from support.tap_table import CheckTaps
from web.playing import dealt

EIGHT = ("Anne", "Bruno", "Catherine", "Maximilienne", "Élodie", "François", "Guillaume", "Henriette")
BELMONT = {6: "belmont_six", 8: "belmont_huit"}
SCREEN_AND_A_HALF = 1110
# The texts and cards of the table that lie on another, with the notice below the table.
_OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(
    ".place .name, .place .seat-note, .place .card-slot, .turn .turn-line, .claim"
  )];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
  return boxes.flatMap((box, one) => boxes.slice(one + 1).flatMap((other, after) =>
    apart(box, other) ? [] : [`${parts[one].innerText} on ${parts[one + 1 + after].innerText}`]));
}"""


def open_belmont(page: Page, seats: int) -> None:
    evening.open_new_partie(page, EIGHT[:seats], dealer="Anne", preset=BELMONT[seats])


def chip(page: Page, key: str, seat: int) -> tuple[float, float]:
    box = page.locator(f"#{key}-{seat}").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def height(page: Page) -> int:
    found: int = page.evaluate("(document.querySelector('.entry[open]') ?? document.scrollingElement).scrollHeight")
    return found


@pytest.mark.parametrize(("seats", "screens"), [(6, 1.6), (8, 1.85)])
def test_a_manche_of_belmont_is_entered_by_taps_on_names(
    phone: Page, seats: int, screens: float, check_taps: CheckTaps
) -> None:
    """The counters of two queens, kings and aces made 2,117 px at eight."""
    open_belmont(phone, seats)
    finger = playing.Finger(phone)
    finger.tap(phone.locator("#entry > summary"))
    assert height(phone) <= 740 * screens
    for count in [*[0] * (seats - 2), 20]:
        finger.tap(phone.locator(f"#entry [data-key='{count}']"))
    expect(phone.locator(f"#H-{seats - 1}")).to_have_attribute("placeholder", "6")
    for key, takers in (("QS", (0, 3)), ("KS", (1, 1)), ("AS", (2, 5))):
        for seat in takers:
            finger.tap(phone.locator(f"#{key}-{seat}"))
    assert [phone.locator(f"#{key}-{seat}").input_value() for key, seat in (("QS", 3), ("KS", 1), ("AS", 4))] == [
        "1",
        "2",
        "",
    ]
    finger.tap(phone.locator("#record"))
    expect(evening.rows(phone)).to_have_count(1)
    check_taps(f"a manche of Belmont at {seats}", finger.taps, seats + 7)


def test_a_third_tap_takes_the_cards_back(phone: Page) -> None:
    open_belmont(phone, 8)
    evening.open_entry(phone)
    queen, line = phone.locator("#QS-3"), phone.locator("fieldset:has(#QS-3) .remaining")
    for value, remaining in (("1", "Il reste 1"), ("2", "le compte y est"), ("", "Il reste 2")):
        queen.tap()
        expect(queen).to_have_value(value)
        expect(line).to_contain_text(remaining)
    assert page_checks.too_small(phone) == []
    queen.tap()
    phone.reload()
    expect(queen).to_have_value("1")  # as a draft


def test_without_scripts_numbers_are_typed_under_the_names(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    open_belmont(page, 8)
    page.locator("#entry > summary").tap()
    for field, count in {"H-0": 20, "H-7": 6, "QS-3": 2, "KS-0": 1, "KS-1": 1, "AS-6": 2}.items():
        page.locator(f"#{field}").fill(str(count))
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(1)


@pytest.mark.parametrize(("seats", "options"), [(6, {"deck": "54"}), (6, {}), (8, {})], ids=["jokers", "six", "eight"])
def test_card_by_card_nothing_lies_on_anything_at_six_and_eight(
    phone: Page, seats: int, options: dict[str, str]
) -> None:
    """The cards that Catherine took were written under hers, on Bruno's name."""
    if options:
        evening.open_new_partie(phone, EIGHT[:seats], dealer="Anne", preset="jokers")
    else:
        open_belmont(phone, seats)
    deal = dealt(seats, 0, seed=3, **(options or {"deck": "belmont", "teams": True, "moon": "off"}))
    playing.open_table(phone)
    phone.locator(f"form:has([name='card']) [name='leader'][value='{deal.leader}']").tap()
    phone.locator("form.keys").wait_for()
    playing.play_without_taps(phone, deal.plays[1 : seats * 7 + 3])
    assert phone.evaluate(_OVERLAPS) == []
    assert height(phone) <= SCREEN_AND_A_HALF
    for size in ((740, 360), (1280, 800)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        page_checks.settle(phone)
        assert phone.evaluate(_OVERLAPS) == [], size
    phone.goto(phone.url.removesuffix("/cards"))
    phone.goto(f"{phone.locator('header .back').get_attribute('href')}/screen")
    assert phone.evaluate(_OVERLAPS) == []
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
