"""Atout Pique on a phone: the taps of a manche.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine; Anne and Zoé face each other, Luc and Max too (AP-1). Zoé
deals first. Partie en 300: zéro 100, double zéro 200 to a team 100 behind, the tricks of a failed zéro are sacs.
"""

import pytest
from playwright.sync_api import Locator, Page, expect
from support import evening, playing
from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES

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


def sit_down(page: Page) -> None:
    """Open a new partie en 300 on a new phone; Zoé deals."""
    evening.open_new_partie(page, game="spades", preset="trois_cents", dealer=ZOE)


def bid_key(page: Page, key: str) -> Locator:
    """Return the key of a bid."""
    return page.locator(f"[name='bid'][value='{key}']")
