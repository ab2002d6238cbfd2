"""The animations of changes: a new rank, a new row, a trick taken; and the ticks under the thumb."""

from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OpenPhone

ANNE, LUC, ZOE, MAX = evening.NAMES
# Record every animation that a page begins: getAnimations() omits those that have ended.
_WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push([this.dataset.side ?? this.localName, how[0][0].transform]);
    return animate.apply(this, how);
  };
}"""


def animations(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("window.moved")
    return found


def two_manches(page: Page) -> None:
    """Record two manches: Anne 1, Luc 4, Zoé 16, Max 5; then Anne takes 12 hearts and the queen, Luc one heart."""
    evening.sit_down(page, dealer=MAX)
    page.evaluate(_WATCH)
    evening.record(page, (1, 4, 3, 5), ZOE)
    evening.record(page, (12, 1, 0, 0), ANNE)
    expect(page.locator(".standings .name")).to_have_text([LUC, MAX, ZOE, ANNE])


def test_sides_move_to_their_new_ranks_and_a_row_appears(phone: Page) -> None:
    """Anne, Luc, Max and Zoé by 1, 4, 5, 16; then Luc, Max, Zoé by 5, 5, 16, all one row up, and Anne last by 26."""
    two_manches(phone)
    sides = {side: float(by[11:-3]) for side, by in animations(phone)[-5:] if side != "li"}
    assert sides["0"] < 0 < min(sides["1"], sides["2"], sides["3"])
    assert sum(side == "li" for side, _ in animations(phone)) == 2


def test_nothing_moves_with_reduced_motion(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    two_manches(phone)
    assert animations(phone) == []


def test_the_card_that_takes_the_trick_is_highlighted(open_phone: OpenPhone) -> None:
    """A♣ takes the clubs that 2♣ led."""
    for motion in ("no-preference", "reduce"):
        page = open_phone()
        page.emulate_media(reduced_motion=motion)
        evening.sit_down(page, dealer=MAX)
        playing.open_table(page)
        finger = playing.Finger(page)
        finger.lead(0)
        finger.cards(["KC", "3C", "AC"])
        taker = page.locator(".place.trick-winner .card-slot")
        expect(taker.locator(".index")).to_have_text("A♣")
        assert (taker.evaluate("one => getComputedStyle(one).transitionDuration") == "0.2s") is (motion != "reduce")


def refuse_and_record(page: Page) -> None:
    """Send a manche without its hearts, which is refused, then complete and record it."""
    evening.sit_down(page, dealer=MAX)
    evening.open_entry(page)
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    evening.type_hearts(page, 1, 4, 3, 5)
    evening.queen_to(page, ZOE)
    page.locator("#record").tap()
    expect(page.locator(".standings .total")).to_have_text(["1", "4", "5", "16"])


def test_recording_ticks_once_and_a_refusal_twice(open_phone: OpenPhone) -> None:
    for motion, ticks in (("no-preference", [[10, 60, 10], 10]), ("reduce", [])):
        page = open_phone()
        page.emulate_media(reduced_motion=motion)
        page.add_init_script("window.ticks = []; navigator.vibrate = (pattern) => window.ticks.push(pattern);")
        refuse_and_record(page)
        assert page.evaluate("window.ticks") == ticks


def test_a_phone_that_cannot_vibrate_records_without_an_error(open_phone: OpenPhone) -> None:
    page = open_phone()
    page.add_init_script("delete Navigator.prototype.vibrate;")
    refuse_and_record(page)
    assert page.evaluate("navigator.vibrate === undefined")
