"""Atout Pique on a phone: the taps of a manche, and the layout of its pages.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine; Anne and Zoé face each other, Luc and Max too (AP-1). Zoé
deals first. Partie en 300: zéro 100, double zéro 200 to a team 100 behind, the tricks of a failed zéro are sacs.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from support import evening, inspection, page_checks, playing
from support.phones import OpenPhone
from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES

# Names of 24 letters without a place to break.
LONG = (
    "Wilhelminaconstantinople",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
    "Constantinoplewilhelmina",
    "Шарлоттамаксимилиановнаа",
)

# AP-3: Zoé deals, so Max bids first. AP-4: Anne 3 + Zoé 1 = 4, Luc 2 + Max 5 = 7.
# AP-13: 5 tricks for 4 are 40 + 1, 8 for 7 are 70 + 1.
# No two players in turn bid the same: a second tap on a key before the answer is ignored as a bounce.
CALLED = ((MAX, "5"), (ANNE, "3"), (LUC, "2"), (ZOE, "1"))


@pytest.mark.parametrize(("exactly", "expected"), [(False, 8), (True, 7)], ids=["tricks", "exactly"])
def test_an_ordinary_manche_takes_at_most_eight_taps(
    phone: Page, check_taps: CheckTaps, *, exactly: bool, expected: int
) -> None:
    sit_down(phone)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        expect(target).to_be_in_viewport(ratio=1)
        target.tap()
        taps += 1

    tap(phone.locator("#entry > summary"))
    for name, key in CALLED:
        expect(phone.locator("#bidder")).to_have_text(f"À {name} d’annoncer")
        tap(bid_key(phone, key))
    expect(phone.locator("#entry:not([open])")).to_have_count(1)
    tap(phone.locator("#entry > summary"))
    if exactly:
        tap(phone.locator("[name='exact']").first)
    else:
        tap(phone.locator("[data-key='5']"))
        expect(phone.locator("#tricks-1")).to_have_attribute("placeholder", "8")
        tap(phone.locator("#record"))

    expect(evening.rows(phone)).to_have_count(1)
    made = ["40", "72"] if exactly else ["41", "71"]  # exactly 4, so 9 for 7
    evening.wait_for(phone, evening.first_points, made)
    check_taps(f"Atout Pique, a manche{', exactly made' if exactly else ''}", taps, expected)


def test_a_manche_with_a_zero_takes_one_tap_more(phone: Page, check_taps: CheckTaps) -> None:
    """Luc makes his zéro: 100, and his partner's 4 with 6 tricks: 42 (AP-16, AP-13)."""
    sit_down(phone)
    finger = playing.Finger(phone)
    finger.tap(phone.locator("#entry > summary"))
    for name, key in ((MAX, "4"), (ANNE, "3"), (LUC, "nil"), (ZOE, "3")):
        expect(phone.locator("#bidder")).to_have_text(f"À {name} d’annoncer")
        finger.tap(bid_key(phone, key))
    expect(phone.locator("#entry:not([open])")).to_have_count(1)
    finger.tap(phone.locator("#entry > summary"))
    finger.tap(phone.locator("[data-key='7']"))
    expect(phone.locator("#tricks-1")).to_have_attribute("placeholder", "6")
    finger.pick(phone.locator("fieldset.nil .chip:has([value='0'])"))
    finger.tap(phone.locator("#record"))
    evening.wait_for(phone, evening.first_points, ["61", "142"])
    check_taps("Atout Pique, a manche with a zéro", finger.taps, 9)


def test_the_layout_and_accessibility_of_every_page(open_phone: OpenPhone) -> None:
    page = open_phone()
    assert inspection.problems_on(page, tour(page)) == ""


def test_without_script_every_page_works_by_links_and_forms(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    problems = [f"{name}: {problem}" for name in tour(page) for problem in page_checks.needs_script(page)]
    assert "\n".join(problems) == ""


def sit_down(page: Page) -> None:
    """Open a new partie en 300 on a new phone; Zoé deals."""
    evening.open_new_partie(page, game="spades", preset="trois_cents", dealer=ZOE)


def take_nil(page: Page, seat: int, tricks: int) -> None:
    """Enter the tricks of the zéro of this seat: one tap when made, the keypad when failed."""
    nil = page.locator(f"fieldset.nil:has([name='nil-{seat}'])")
    if tricks:
        evening.pick(nil.locator(".chip:has(.failed)"))
    evening.pick(nil.locator(f".chip:has([name='nil-{seat}'][value='{tricks}'])"))


def bid_key(page: Page, key: str) -> Locator:
    """Return the key of a bid."""
    return page.locator(f"[name='bid'][value='{key}']")


def open_bids(page: Page) -> None:
    """Open the entry of the bids, unless it is open."""
    expect(page.locator("#entry > summary")).to_be_visible()
    if page.locator("#entry:not([open])").count():
        page.locator("#entry > summary").tap()
    expect(page.locator("#bidder")).to_be_visible()


def tour(page: Page) -> Iterator[str]:
    """Visit every page of the game with long names, and yield the name of each while it is open."""
    yield from rules(page)
    yield from bidding(page)
    yield from result(page)
    yield from correction(page)
    yield from ending(page)


def rules(page: Page) -> Iterator[str]:
    """The house rules, before the partie."""
    evening.open_new_table(page, LONG, *LONG[:2])
    evening.choose_rules(page)
    evening.choose_game(page, "spades")
    page_checks.unfold(page)
    yield "rules, every option"
    page.locator("#option-target").fill("200")
    evening.start_partie(page, LONG[3])
    yield "partie, nothing played"


def bidding(page: Page) -> Iterator[str]:
    """The bids, from the first to the contracts."""
    open_bids(page)
    yield "bids, the first"
    bid_key(page, "blind_nil").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "bids, the double zéro refused"
    bid(page, "5", "nil")
    yield "bids, the third"
    bid(page, "5", "3")
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    yield "partie, contracts"


def result(page: Page) -> Iterator[str]:
    """The tricks, and those of a zéro: 30 + 4 + 100 for one team, −100 for the other."""
    evening.open_entry(page)
    yield "result"
    page.locator("#tricks-0").fill("6")
    page_checks.unfold(page)
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    page_checks.unfold(page)
    yield "result, the zéro missing"
    take_nil(page, 1, 0)
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(1)
    evening.wait_for(page, evening.first_points, ["−100", "134"])
    page_checks.unfold(page)
    yield "partie, a manche open"


def correction(page: Page) -> Iterator[str]:
    """The manche with its history."""
    evening.manche_link(page, evening.rows(page)).tap()
    expect(page.locator(".versions")).to_be_visible()
    page_checks.unfold(page)
    yield "manche"
    page.locator("#tricks-0").fill("9")
    page.locator("#tricks-1").fill("5")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "manche, refused"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()
    evening.open_menu(page)
    page.locator("header a[href$='/rules']").tap()
    expect(page.locator(".options")).to_be_visible()
    yield "partie, its rules"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()


def ending(page: Page) -> Iterator[str]:
    """The longest bids; 134 + 70 ends the partie."""
    open_bids(page)
    bid(page, "3", "blind_nil", "4")
    yield "bids, the last"
    bid(page, "nil")
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    yield "partie, two zéros"
    evening.open_entry(page)
    page.locator("#tricks-1").fill("7")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "result, two zéros missing"
    take_nil(page, 0, 2)
    take_nil(page, 2, 4)
    page.locator("#record").tap()
    expect(page.locator(".winner")).to_be_visible()
    page_checks.unfold(page)
    yield "partie, ended"
    page.locator("header .back").tap()
    expect(page.locator(".parties")).to_be_visible()
    yield "soirée"


def bid(page: Page, *keys: str) -> None:
    """Bid by these keys, for the players in turn."""
    for key in keys:
        turn = page.locator(".bid-keys [name='seat']")
        seat = turn.get_attribute("value") or ""
        bid_key(page, key).tap()
        expect(page.locator(f".bid-keys [name='seat'][value='{seat}']")).to_have_count(0)
