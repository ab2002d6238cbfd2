"""A whole evening of Dame de Pique on a phone, with figures computed by hand.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine. Zoé deals first. Classique: each heart 1, the queen 13, so a
manche makes 26 points; the partie ends at 100 and the lowest total wins.
"""

from collections.abc import Iterable
from itertools import accumulate
from operator import add

from playwright.sync_api import Locator, Page, expect
from support import evening, playing
from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES

# Points of each player in a manche: Anne, Luc, Zoé, Max.
Row = tuple[int, int, int, int]

FIRST: Row = (5, 4, 16, 1)  # hearts 5 4 3 1, the queen to Zoé
SECOND: Row = (13, 6, 2, 5)  # hearts 0 6 2 5, the queen to Anne
THIRD: Row = (1, 15, 4, 6)  # hearts 1 2 4 6, the queen entered for Luc by mistake
FOURTH: Row = (26, 26, 26, 0)  # a volte of Max: 26 to each of the others
FIFTH: Row = (3, 0, 20, 3)  # by points, Max's left blank: 26 - 23
THIRD_CORRECTED: Row = (1, 2, 4, 19)  # the queen of manche 3 was Max's
SIXTH: Row = (15, 3, 7, 1)  # hearts 2 3 7 1, the queen to Anne
SEVENTH: Row = (0, 0, 25, 1)  # hearts 0 0 12 1, the queen to Zoé, who reaches 16 + 2 + 4 + 26 + 20 + 7 + 25 = 100


def test_a_whole_evening_is_scored_correctly(each_phone: Page) -> None:
    sit_down(each_phone)
    play_five_manches(each_phone)
    correct_the_third(each_phone)
    undo_and_redo_the_sixth(each_phone)
    reach_the_limit(each_phone)
    play_again(each_phone)


def test_a_plain_manche_takes_six_taps(phone: Page, check_taps: CheckTaps) -> None:
    evening.sit_down(phone)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    remaining = phone.locator("fieldset:has(#H-0) .remaining")
    tap(phone.locator("#entry > summary"))
    for key, text in (
        ("5", "Il reste 8 cœurs à placer"),
        ("4", "Il reste 4 cœurs à placer"),
        ("3", "Tous les cœurs sont placés"),
    ):
        tap(phone.locator(f"[data-key='{key}']"))
        expect(remaining).to_have_text(text)
        expect(remaining).to_be_in_viewport(ratio=1)
    expect(phone.locator("#H-3")).to_have_attribute("placeholder", "1")
    tap(evening.chip(phone, ".chip-field", ZOE))
    expect(evening.chip(phone, ".chip-field", ZOE).locator("input")).to_be_checked()
    expect(phone.locator("#record")).to_be_in_viewport(ratio=1)
    tap(phone.locator("#record"))

    expect(evening.rows(phone)).to_have_count(1)
    check(phone, FIRST)
    check_taps("Dame de Pique, a manche", taps, 6)


def test_an_earlier_manche_is_corrected_in_six_taps(phone: Page, check_taps: CheckTaps) -> None:
    """In the first of two manches the queen was Max's: 13 for him, and only 3 for Zoé."""
    evening.sit_down(phone)
    evening.record(phone)
    evening.record(phone, (5, 4, 3, 1), LUC)
    finger = playing.Finger(phone)
    finger.tap(evening.rows(phone).first.locator("summary"))
    finger.tap(evening.rows(phone).first.get_by_role("link", name="Corriger la manche 1"))
    finger.pick(evening.chip(phone, "fieldset:has([name='QS'])", MAX))
    finger.tap(phone.get_by_role("button", name="Enregistrer la correction"))
    evening.wait_for(phone, evening.first_points, ["5", "4", "3", "14"])
    check_taps("an earlier manche corrected", finger.taps, 6)


def sit_down(page: Page) -> None:
    """Go from the first page to the first deal."""
    page.goto("/")
    page.get_by_role("link", name="Commencer sans jouer").tap()
    page.wait_for_url("**/carnets")
    evening.make_carnet(page)
    evening.start_soiree(page)
    evening.seat(page, *evening.NAMES)
    evening.choose_rules(page)
    expect(page.locator(".preset[aria-current]")).to_contain_text("Classique")
    evening.start_partie(page, dealer=ZOE)
    evening.wait_for(page, evening.standings, [("", name, "0") for name in evening.NAMES])
    check_dealer(page, 1)


def play_five_manches(page: Page) -> None:
    """Record five manches, the third with the queen for the wrong player."""
    evening.record(page, (5, 4, 3, ""), ZOE)  # the last player's hearts are filled in
    check(page, FIRST)
    check_dealer(page, 2)
    check_lines(page)

    evening.record(page, (0, 6, 2, 5), ANNE)
    check(page, FIRST, SECOND)
    check_dealer(page, 3)

    evening.record(page, (1, 2, 4, 6), LUC)
    check(page, FIRST, SECOND, THIRD)
    check_dealer(page, 4)

    evening.open_entry(page)
    evening.choose_volte(page, 3)
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(4)
    check(page, FIRST, SECOND, THIRD, FOURTH)
    check_dealer(page, 5)

    evening.open_entry(page)
    evening.switch_entry(page)
    for seat, points in enumerate((3, 0, 20)):
        page.locator(f"#points-{seat}").fill(str(points))
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(5)
    check(page, FIRST, SECOND, THIRD, FOURTH, FIFTH)
    check_dealer(page, 6)


def correct_the_third(page: Page) -> None:
    """Give the queen of manche 3 to Max: every later total is recomputed."""
    evening.manche_link(page, evening.rows(page).nth(2)).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Manche 3")
    expect(page.locator(".under-title")).to_have_text(f"{ANNE} donnait")
    expect(page.locator("#H-1")).to_have_value("2")
    evening.queen_to(page, MAX)
    page.get_by_role("button", name="Enregistrer la correction").tap()
    expect(page.locator(".standings")).to_be_visible()
    check(page, FIRST, SECOND, THIRD_CORRECTED, FOURTH, FIFTH)
    check_dealer(page, 6)


def undo_and_redo_the_sixth(page: Page) -> None:
    """Undo the latest manche with one tap, and restore it with another."""
    before = (FIRST, SECOND, THIRD_CORRECTED, FOURTH, FIFTH)
    evening.record(page, (2, 3, 7, 1), ANNE)
    check(page, *before, SIXTH)
    check_dealer(page, 7)

    page.get_by_role("button", name="Annuler la manche 6").tap()
    expect(evening.rows(page)).to_have_count(5)
    expect(page.get_by_role("status").filter(has_text="Annulé : la manche")).to_be_visible()
    check(page, *before)
    check_dealer(page, 6)

    page.get_by_role("button", name="Refaire", exact=True).tap()
    expect(evening.rows(page)).to_have_count(6)
    check(page, *before, SIXTH)
    check_dealer(page, 7)


def reach_the_limit(page: Page) -> None:
    """Zoé reaches 100, and Max wins."""
    evening.record(page, (0, 0, 12, 1), ZOE)
    check(page, FIRST, SECOND, THIRD_CORRECTED, FOURTH, FIFTH, SIXTH, SEVENTH)
    evening.wait_for(
        page, evening.standings, [("1", MAX, "30"), ("2", LUC, "41"), ("3", ANNE, "63"), ("4", ZOE, "100")]
    )
    expect(page.locator(".winner")).to_have_text(f"Victoire : {MAX}")
    expect(page.locator(".ending")).to_contain_text("100 points atteints")
    expect(page.locator("#entry")).to_have_count(0)


def play_again(page: Page) -> None:
    """Anne dealt the seventh manche, so Luc deals first in the revanche."""
    page.get_by_role("button", name="Revanche").tap()
    expect(evening.rows(page)).to_have_count(0)
    expect(page.locator(".turn-line")).to_have_text(f"Manche 1 · À {LUC} de donner")


def check(page: Page, *rows: Row) -> None:
    """Check the points and the running totals in the log, and the totals of the standings, lowest first."""
    totals = [*accumulate(rows, lambda before, row: tuple(map(add, before, row)))]
    evening.wait_for(page, evening.sheet, [*zip(map(written, rows), map(written, totals), strict=True)])
    expect(page.locator(".standings > li .total")).to_have_text(written(sorted(totals[-1])))


def written(numbers: Iterable[int]) -> list[str]:
    return [str(number) for number in numbers]


def check_dealer(page: Page, number: int) -> None:
    """Check who deals the manche of this number: Zoé the first, then the next one clockwise."""
    dealer = evening.NAMES[(number + 1) % 4]
    expect(page.locator(".turn-line")).to_have_text(f"Manche {number} · À {dealer} de donner")


def check_lines(page: Page) -> None:
    """Unfold the first manche: its lines are loaded, or without scripts on a page of their own."""
    evening.open_row(evening.rows(page).first)
    link = evening.rows(page).first.locator(".lines > a")
    on_own_page = link.count()
    if on_own_page:
        link.tap()
    zoe = page.locator(".lines .side").filter(has_text=ZOE)
    expect(zoe.locator(".side-head .sum")).to_have_text("+16")
    if on_own_page:
        page.go_back()
        expect(page.locator(".standings")).to_be_visible()
