"""Whole manches entered card by card on a phone, with figures computed by hand, and the layout of these pages.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine, who deals at Dame de Pique; at Piquet Anne leads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect
from support import evening, every_page, inspection, page_checks, phones, playing
from support.evening import choice
from support.phones import OpenPhone
from support.tap_table import CheckTaps

if TYPE_CHECKING:
    from collections.abc import Iterator

ANNE, LUC, ZOE, MAX = evening.NAMES


_FACELESS = """() => {
  const uses = [...document.querySelectorAll("main use")], symbols = document.querySelectorAll("#faces symbol");
  const found = uses.filter((one) => !one.getBBox().width).map((one) => one.closest("button, li, div").textContent);
  if (!uses.length) found.push("no card is drawn");
  return symbols.length === 8 ? found : [...found, `${symbols.length} symbols`];
}"""

# Names of 24 letters without a place to break.
LONG = (
    "Wilhelminaconstantinople",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
    "Constantinoplewilhelmina",
    "Шарлоттамаксимилиановнаа",
)

# Piquet: Anne leads five spades, of which Luc has none, then her club, which he takes, as he does all that follows.
COUP = (
    *("AS", "9H", "KS", "10H", "QS", "10D", "JS", "JH", "9S", "JD"),
    *("8C", "9C", "AC", "7H", "KC", "8H", "10C", "7D", "AH", "QH", "AD", "QD", "KH", "KD"),
)
# Anne 4 for her quatrième, 6 leads, 5 tricks. Luc 3 + 3 for aces and tens, 6 leads, 7 tricks, the last 2, the cards 10.
SCORED = ["15", "30"]


def test_a_manche_of_hearts_takes_one_tap_for_each_card_and_one_more_t_7(phone: Page, check_taps: CheckTaps) -> None:
    deal = playing.recorded("hearts", 0)
    sit_down(phone)
    finger = playing.Finger(phone)
    finger.lead(deal["leader"])
    problems = playing.off_screen(phone)
    for code in deal["plays"][1:]:
        finger.cards([code])
        problems += playing.off_screen(phone)
    expect(phone.locator("#to-play")).to_have_text("Toutes les cartes sont jouées")
    finger.record()
    check_taps("Dame de Pique, a manche of 52 cards", finger.taps, 52 + 1)
    evening.wait_for(phone, evening.first_points, [str(points) for points in deal["points"]])
    assert problems == []


def test_a_manche_of_spades_takes_one_tap_for_each_card_and_one_more_t_7(phone: Page, check_taps: CheckTaps) -> None:
    """Zoé deals. AP-15: 5 tricks for 5 + 3 = 8 are −80. AP-13: 8 for 3 + 3 = 6 are 60 + 2."""
    deal = playing.recorded("spades", 6)
    begin_spades(phone, [deal["bids"][seat] for seat in (3, 0, 1, 2)])
    playing.open_table(phone)
    evening.wait_for(phone, playing.taken_tricks, ["0/5", "0/3", "0/3", "0/3"])
    finger = playing.Finger(phone)
    problems = []
    half_way = deal["plays"][21]
    for code in deal["plays"]:
        problems += playing.off_screen(phone)
        finger.cards([code])
        if code == half_way:
            evening.wait_for(phone, playing.taken_tricks, ["2/5", "1/3", "0/3", "2/3"])
            check_entry(phone, {"#tricks-0": "2", "#tricks-1": "3"})
    evening.wait_for(phone, playing.taken_tricks, ["2/5", "5/3", "3/3", "3/3"])
    finger.record()
    check_taps("Atout Pique, a manche of 52 cards", finger.taps, 52 + 1)
    evening.wait_for(phone, evening.first_points, ["−80", "62"])
    assert problems == []


def test_a_coup_of_piquet_is_counted_with_one_tap_for_each_card_pi_19(
    each_phone: Page, check_taps: CheckTaps, *, javascript: bool
) -> None:
    begin_piquet(each_phone)
    declare_in_short(each_phone)
    finger = playing.Finger(each_phone)
    assert playing.off_screen(each_phone) == []
    # A lead counts once its card is played: Anne, at 4, leads and takes five tricks, two points each, then leads the
    # sixth, 15, which Luc takes, 7; so on to the last.
    counts = [["4", "6"], ["6", "6"], ["8", "6"], ["10", "6"], ["12", "6"], ["14", "6"]]
    counts += [["15", str(count)] for count in (7, 9, 11, 13, 15, 17)]
    for trick, count in enumerate(counts):
        evening.wait_for(each_phone, playing.taken_tricks, count)
        finger.cards(COUP[2 * trick : 2 * trick + 2])
    evening.wait_for(each_phone, playing.taken_tricks, SCORED)
    scripted = page_checks.needs_script(each_phone)
    finger.record()
    check_taps("Piquet, a coup of 24 cards", finger.taps, 24 + 1)
    evening.wait_for(each_phone, evening.first_points, SCORED)
    evening.manche_link(each_phone, evening.rows(each_phone))
    each_phone.get_by_role("link", name="Pli par pli").tap()
    each_phone.get_by_role("link", name="Pli suivant").tap()
    expect(each_phone.get_by_role("heading", level=1)).to_have_text("Pli 2 sur 12")
    assert javascript or scripted + page_checks.needs_script(each_phone) == []


def test_a_card_that_refutes_a_declaration_is_shown_at_once_pi_37(each_phone: Page, *, javascript: bool) -> None:
    """Anne has scored a quatorze of kings, and Luc's third card is one."""
    begin_piquet(each_phone)
    for name, value in (("sets", "0"), ("set_cards", "K.4")):
        evening.pick(choice(each_phone, name, value))
    open_cards(each_phone)
    finger = playing.Finger(each_phone)
    finger.cards(["AS", "7S", "QS", "8S", "AH"])
    finger.card("KH")
    expect(each_phone.locator("#breach")).to_have_text("Anne a marqué quatorze de rois : ce n’est pas dans ses cartes.")
    assert not javascript or inspection.problems(each_phone) == []
    bottom = each_phone.locator(".interruption .stack > :last-child").evaluate(
        "one => one.getBoundingClientRect().bottom"
    )
    assert bottom <= 740
    finger.settle("On continue")
    expect(each_phone.locator(".irregular")).to_contain_text("Anne a marqué quatorze de rois")


def test_the_end_is_offered_under_the_thumb_once_nothing_counts_any_more_t_7(each_phone: Page) -> None:
    deal = playing.recorded("hearts", 6)
    sit_down(each_phone)
    finger = playing.Finger(each_phone)
    finger.lead(deal["leader"])
    playing.play_without_taps(each_phone, deal["plays"][1:39])
    expect(each_phone.locator(".hand-column .dock")).to_have_count(0)
    finger.cards(deal["plays"][39:40])
    assert playing.off_screen(each_phone) == []
    finish = each_phone.locator(".hand-column .dock a")
    expect(finish).to_be_in_viewport(ratio=1)
    finish.tap()
    each_phone.locator("#record").tap()
    evening.wait_for(each_phone, evening.first_points, [str(points) for points in deal["points"]])


def test_a_breach_shows_both_cards_side_by_side_and_three_choices_t_5(each_phone: Page) -> None:
    """Luc leads the 2♣, Anne throws the 5♦ and plays the 5♣ in the next trick; the cards then go back to her turn."""
    sit_down(each_phone)
    finger = playing.Finger(each_phone)
    finger.lead(1)
    finger.cards(["KC", "3C", "5D", "KD", "2D"])
    finger.card("5C")
    expect(each_phone.locator("#breach")).to_have_text(f"{ANNE} avait du trèfle")
    boxes = [one.bounding_box() or {} for one in each_phone.locator(".breach-cards .card-slot").all()]
    assert [box["y"] for box in boxes] == [boxes[0]["y"]] * 2
    assert each_phone.locator(".breach-cards .hint").all_inner_texts() == ["pli 1, sur trèfle", "pli 2, sur carreau"]
    choices = each_phone.locator(".interruption .stack").locator("a, button")
    expect(choices).to_contain_text(["Erreur de saisie", "On reprend au pli 1", "On continue"])
    for choice_shown in choices.all():
        expect(choice_shown).to_be_in_viewport(ratio=1)
    finger.settle("On reprend au pli 1")
    evening.wait_for(each_phone, playing.played_cards, ["", "2♣", "R♣", "3♣"])


def test_a_double_tap_plays_a_card_once(each_phone: Page) -> None:
    sit_down(each_phone)
    playing.Finger(each_phone).lead(0)
    phones.slow_down(each_phone)
    phones.double_tap(playing.key(each_phone, "JC"))
    expect(each_phone.locator("#to-play")).to_have_text(f"À {ZOE} de jouer")
    expect(each_phone.locator("#refusal")).to_have_count(0)
    each_phone.reload()
    evening.wait_for(each_phone, playing.played_cards, ["2♣", "V♣", "", ""])


def test_the_layout_and_accessibility_of_a_coup(open_phone: OpenPhone) -> None:
    page = open_phone("en-GB", dark=True)
    problems = [
        f"{name}: {problem}"
        for name in tour_of_piquet(page)
        for problem in (*inspection.problems(page), *(playing.off_screen(page) if name.startswith("table") else ()))
    ]
    assert "\n".join(problems) == ""


def test_the_faces_of_cards_are_drawn(open_phone: OpenPhone, *, javascript: bool) -> None:
    page = open_phone(javascript=javascript)
    sit_down(page)
    finger = playing.Finger(page)
    finger.lead(0)
    undrawn = faceless(page)
    finger.cards(["JC"])
    undrawn += faceless(page)
    finger.undo("V♣")
    undrawn += faceless(page)
    page.reload()
    undrawn += faceless(page)
    begin_piquet(other := open_phone(javascript=javascript))
    other.locator(".segments [value='hands']").tap()
    expect(other.locator(".card-choices")).to_be_visible()
    assert undrawn + faceless(other) == []


@pytest.mark.parametrize("count", [4, 6, 8])
def test_in_landscape_the_trick_and_the_keys_are_on_one_screen(phone: Page, count: int) -> None:
    """Six play with jokers, eight with two packs."""
    evening.sit_down(phone, every_page.NAMES[:count], every_page.NAMES[0])
    playing.open_table(phone)
    phone.locator("[name='leader']").first.tap()
    phone.locator("form.keys").wait_for()
    wrong = playing.off_sideways(phone)
    phone.locator("form.keys button:not(.forbidden)").first.tap()
    expect(phone.locator(".card-slot .index")).not_to_have_count(0)
    assert wrong + playing.off_sideways(phone) == []


def test_in_landscape_a_coup_is_on_one_screen(phone: Page) -> None:
    begin_piquet(phone)
    declare_in_short(phone)
    playing.Finger(phone).cards(COUP[:3])
    assert playing.off_sideways(phone) == []


def faceless(page: Page) -> list[str]:
    """Return a line for each card that is not drawn, and one if the symbols are loaded twice."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_FACELESS)
    return found


def sit_down(page: Page) -> None:
    """Open the cards of the first manche on a new phone; Maximilienne-Alexandrine deals."""
    evening.sit_down(page, dealer=MAX)
    playing.open_table(page)


def begin_spades(page: Page, bids: list[Any]) -> None:
    """Enter all bids on a new phone; Zoé deals."""
    evening.open_new_partie(page, game="spades", dealer=ZOE)
    page.locator("#entry:not([open]) > summary").tap()
    for seat, bid in zip((3, 0, 1, 2), bids, strict=True):
        page.locator(f".bid-keys:has([name='seat'][value='{seat}']) [name='bid'][value='{bid}']").tap()
    expect(page.locator("#entry:not([open])")).to_have_count(1)


def begin_piquet(page: Page, *names: str) -> None:
    """Open the declarations of the first coup on a new phone; the second player deals."""
    seated = names or (ANNE, LUC)
    evening.open_new_partie(page, seated, game="piquet", dealer=seated[1])
    evening.open_entry(page)


def declare_in_short(page: Page) -> None:
    """Enter Anne's quatrième, Luc's aces and tens, and no point, since both are equal."""
    for name, value in (("runs", "0"), ("run_lengths", "4.1"), ("sets", "1")):
        evening.pick(choice(page, name, value))
    for value in ("A.3", "10.3"):
        evening.pick(choice(page, "set_cards", value))
    open_cards(page)


def declare_a_quinte(page: Page) -> None:
    """Enter a point of fifty for both; for Anne a quinte, of which she has four; for Luc a tierce, aces and tens."""
    page.locator(".segments [value='declared']").tap()
    expect(page.locator(".segments [value='declared'][aria-current]")).to_be_visible()
    for name, value in (("point", "5"), ("pips", "50")):
        for seat in (0, 1):
            evening.pick(choice(page, f"{name}-{seat}", value))
    for name, value in (("run-0-0", "5"), ("run-1-0", "3")):
        evening.pick(choice(page, name, value))
    for value in ("A.3", "10.3"):
        evening.pick(choice(page, "sets-1", value))
    open_cards(page)


def open_cards(page: Page) -> None:
    """Go from the declarations to the cards."""
    page.locator("#entry [name='cards']").tap()
    page.wait_for_url("**/cards")


def check_entry(page: Page, filled: dict[str, str]) -> None:
    """Go from the cards to the entry, check that the tricks so far are filled in, and go back."""
    page.get_by_role("link", name="Finir sans les cartes").tap()
    expect(page.locator("#entry[open] #record")).to_be_attached()
    for field, value in filled.items():
        expect(page.locator(field)).to_have_value(value)
    # The cards decide who took each trick, so the entry cannot add or undo one.
    expect(page.locator("#entry [name='call']")).to_have_count(0)
    expect(page.get_by_role("button", name="Reprendre le dernier pli")).to_have_count(0)
    page.locator("#entry .cards-link a").first.tap()
    page.wait_for_url("**/cards")


def tour_of_piquet(page: Page) -> Iterator[str]:
    """A coup with a revoke, whose cards refute a declaration, and its replay."""
    begin_piquet(page, *LONG[:2])
    declare_a_quinte(page)
    finger = playing.Finger(page)
    # Anne keeps her club for the ninth trick, having claimed in the seventh and eighth that she has none.
    playing.play_without_taps(page, (*COUP[:10], "7D", "AD", "AC", "7H", "KC", "8H", "10C"))
    page_checks.unfold(page)
    yield "table, a coup and its count"
    finger.card("8C")
    expect(page.locator(".interruption [name='since'][value='13']")).to_have_count(1)
    yield "coup, a revoke proven"
    page.locator(".interruption form:has([name='stand']) button").tap()
    expect(page.locator(".irregular")).to_be_visible()
    page.locator("form.keys").wait_for()
    playing.play_without_taps(page, ("AH", "QH", "9C", "QD", "KH", "KD"))
    page_checks.unfold(page)
    yield "coup, a declaration refuted"
    finger.pick(choice(page, "false", "none"))
    finger.record()
    evening.rows(page).locator("summary").tap()
    expect(evening.rows(page).locator(".buttons a").first).to_be_visible()
    yield "partie, a coup card by card"
    evening.rows(page).locator(".buttons a").first.tap()
    expect(page.locator("#replay")).to_be_visible()
    page.locator(".tricks-table th a").nth(8).tap()
    expect(page.locator("tr[aria-current] th")).to_have_text("9")
    expect(page.locator(".rulings strong")).to_have_count(2)
    yield "tricks, the ninth, which proves"
    page.locator("header .back").tap()
    expect(page.locator(".versions")).to_be_visible()
    yield "coup, its past"
