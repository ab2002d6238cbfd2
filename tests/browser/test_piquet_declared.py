"""Declarations of Piquet by key: the grid of thirty-two cards, the declarations, and the answer next to the thumb."""

import pytest
from browser.test_piquet import (
    ANNES,
    ANSWERS,
    DECLARATIONS,
    LUCS,
    check_declared,
    choice,
    give_tricks,
    holder,
    sit_down,
    turn_to,
)
from playwright.sync_api import Locator, Page, Route, expect
from support import evening, page_checks


def open_at(page: Page, depth: str) -> None:
    """Open the entry of the first coup, Anne elder, at one depth of the declarations."""
    sit_down(page)
    evening.open_entry(page)
    turn_to(page, depth)


def selected_owner(page: Page, card: str) -> Locator:
    """Return the checked choice of a card, as a screen reader sees it."""
    return holder(page, card).get_by_role("radio", checked=True)


def scrolled(page: Page) -> int:
    """Return the scroll position of the entry."""
    top: int = page.locator("#entry").evaluate("entry => entry.scrollTop")
    return top


def test_taps_give_a_card_to_elder_then_to_the_dealer_then_to_no_one(each_phone: Page) -> None:
    open_at(each_phone, "hands")
    expect(each_phone.get_by_role("radiogroup", name="A♠")).to_have_count(1)
    for who, mark in (("Anne", "▲"), ("Luc", "▼"), ("Personne", "none"), ("Anne", "▲")):
        holder(each_phone, "AS").tap()
        expect(selected_owner(each_phone, "AS")).to_have_accessible_name(who)
        shown = holder(each_phone, "AS").locator(".face").evaluate("face => getComputedStyle(face, '::after').content")
        assert shown.strip('"') == mark
    expect(selected_owner(each_phone, "KS")).to_have_accessible_name("Personne")


def test_one_tap_gives_a_card_after_another_mode_was_filled_in(phone: Page) -> None:
    sit_down(phone)
    evening.open_entry(phone)
    evening.pick(choice(phone, "point", "1"))
    turn_to(phone, "hands")
    expect(phone.locator(".draft-notice")).to_be_hidden()
    holder(phone, "AS").tap()
    expect(selected_owner(phone, "AS")).to_have_accessible_name("Anne")
    phone.reload()
    evening.open_entry(phone)
    expect(phone.locator(".draft-notice")).to_be_visible()
    turn_to(phone, "hands")
    expect(selected_owner(phone, "AS")).to_have_accessible_name("Anne")
    holder(phone, "KS").tap()
    expect(selected_owner(phone, "KS")).to_have_accessible_name("Anne")


def test_a_hand_shows_its_missing_cards_once_it_is_begun(phone: Page) -> None:
    open_at(phone, "hands")
    hands = phone.locator(".hand-sizes li")
    expect(hands).to_have_text(["▲ Anne", "▼ Luc"])
    for card in ANNES[:9]:
        holder(phone, card).tap()
    expect(hands).to_have_text(["▲ Anne Il manque 3 cartes", "▼ Luc"])
    for card in ANNES[9:]:
        holder(phone, card).tap()
    holder(phone, LUCS[0]).tap()
    expect(hands).to_have_text(["▲ Anne Les 12 cartes y sont", "▼ Luc Il manque 11 cartes"])


def test_once_elder_s_hand_is_full_the_hint_names_the_other_hand(phone: Page) -> None:
    open_at(phone, "hands")
    hint = phone.locator(".hand > .hint")
    usual = "Une touche : Anne, deux : Luc."
    expect(hint).to_have_text(usual)
    for card in ANNES:
        holder(phone, card).tap()
    expect(hint).to_have_text("Anne a ses 12. Touchez celles de Luc.")
    holder(phone, LUCS[0]).tap()
    expect(selected_owner(phone, LUCS[0])).to_have_accessible_name("Luc")
    holder(phone, ANNES[0]).tap()  # now Luc's: Anne has eleven again
    expect(hint).to_have_text(usual)


def test_twenty_four_taps_fill_both_hands_and_the_answer_appears_without_scrolling(phone: Page) -> None:
    open_at(phone, "hands")
    grid = phone.locator(".card-choices").bounding_box()
    assert grid is not None
    assert grid["height"] <= 740 - 116 - 48  # with the head and the dock on the same screen
    for card in (*ANNES, *LUCS[:-1]):
        holder(phone, card).tap()
    before = scrolled(phone)
    holder(phone, LUCS[-1]).tap()
    check_declared(phone, DECLARATIONS, ANSWERS, ["4", "6"])
    for part in ("#declarations", "#record"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    assert scrolled(phone) == before == 0  # both hands, the answer and the button fit on one screen
    phone.locator("#declarations summary").tap()
    expect(phone.locator("table.declarations")).to_be_hidden()
    expect(phone.locator("#declarations summary b")).to_have_text(["4", "6"])
    holder(phone, "AS").tap()
    expect(phone.locator("#declarations")).to_be_empty()  # it was for other hands


def test_the_value_of_a_point_is_needed_when_both_are_as_long(each_phone: Page) -> None:
    """PI-9: five each; Anne's make 48, Luc's 50: only his is good, for 5."""
    open_at(each_phone, "declared")
    values = each_phone.locator(".declared-value")
    evening.pick(choice(each_phone, "point-0", "5"))
    expect(values.first).to_be_hidden()
    evening.pick(choice(each_phone, "point-1", "5"))
    for seat, makes in enumerate(("48", "50")):
        keys = values.nth(seat).locator(".chip:visible")
        expect(keys).to_have_text(["?", "44", "45", "46", "47", "48", "49", "50", "51"])
        evening.pick(choice(each_phone, f"pips-{seat}", makes))
    each_phone.get_by_role("button", name="Voir qui marque").tap()
    cells = [["point de 5, 48", "point de 5, 50 +5"], ["–", "–"], ["–", "–"]]
    check_declared(each_phone, cells, ["Réponse : Pas bon"], ["0", "5"])


def test_a_value_and_a_height_can_be_entered_when_not_needed(each_phone: Page) -> None:
    """PI-9, PI-10: eight for the point, eighteen and three for the sequences; 29 is no repic."""
    open_at(each_phone, "declared")
    evening.pick(choice(each_phone, "point-1", "8"))
    each_phone.locator(".value-box:visible").tap()
    expect(each_phone.locator(".declared-value:visible .chip:visible")).to_have_text(["?", "75"])
    evening.pick(choice(each_phone, "pips-1", "75"))
    for index, (length, top) in enumerate((("8", "A"), ("3", "9"))):
        expect(each_phone.locator(".by-dealer .declared-run:visible")).to_have_count(index + 1)
        evening.pick(choice(each_phone, f"run-1-{index}", length))
        evening.pick(choice(each_phone, f"top-1-{index}", top))
    each_phone.get_by_role("button", name="Voir qui marque").tap()
    cells = [["–", "point de 8, 75 +8"], ["–", "dix-huitième à l’as, tierce au 9 +21"], ["–", "–"]]
    check_declared(each_phone, cells, ["Réponse : Pas bon"] * 2, ["0", "29"])


@pytest.mark.parametrize("button", ["[value='check']", "#record"])
def test_the_value_that_is_needed_is_scrolled_to_and_marked(phone: Page, button: str) -> None:
    """PI-9: Anne's five make 48; Luc's value is missing."""
    open_at(phone, "declared")
    for name, value in (("point-0", "5"), ("point-1", "5"), ("pips-0", "48")):
        evening.pick(choice(phone, name, value))
    give_tricks(phone, 0, 7, "0", button=button)
    asked = phone.locator(".declared-value.wrong")
    expect(asked).to_have_count(1)
    expect(asked.locator("[name='pips-1']").first).to_be_attached()
    evening.wait_for(phone, is_shown_above_the_dock, wanted=True)
    evening.pick(choice(phone, "pips-1", "50"))
    expect(asked).to_have_count(0)


def is_shown_above_the_dock(page: Page) -> bool:
    """Whether the marked field is on the screen, above the dock."""
    field, dock = (page.locator(one).bounding_box() for one in (".declared-value.wrong", "#entry .dock"))
    assert field is not None
    assert dock is not None
    return field["y"] >= 0 and field["y"] + field["height"] <= dock["y"] + 1


def test_declarations_need_no_keyboard_and_no_list(phone: Page) -> None:
    open_at(phone, "declared")
    page_checks.unfold(phone)
    keys = phone.locator(".declarer, .other-answers").locator("input, select, textarea")
    kinds = set(keys.evaluate_all("all => all.map((one) => one.type)"))
    assert kinds == {"radio", "checkbox"}


def test_a_tap_on_the_other_player_gives_the_point_to_that_one(each_phone: Page) -> None:
    open_at(each_phone, "scored")
    players = each_phone.locator(".player-chips").first.locator(".chip")
    for number in (0, 1, 0):
        players.nth(number).tap()
        expect(players.nth(number).locator("input")).to_be_checked()
    each_phone.locator(".player-chips .to-none").first.tap()  # lies on the chosen player
    expect(players.nth(0).locator("input")).not_to_be_checked()


def test_while_its_answer_is_awaited_the_form_takes_no_tap(phone: Page) -> None:
    """The answer would undo it."""
    open_at(phone, "scored")
    sent: list[Route] = []
    phone.route("**/manches/new", lambda route: sent.append(route))  # noqa: PLW0108 — a bound method is no handler
    phone.locator(".segments [value='declared']").tap()
    evening.wait_for(phone, lambda _: len(sent), 1)
    player = phone.locator(".player-chips").first.locator(".chip").first
    player.tap(force=True)  # it is not reached
    expect(player.locator("input")).not_to_be_checked()
    sent[0].continue_()
    expect(phone.locator(".segments [value='declared'][aria-current]")).to_be_visible()


def test_a_coup_to_correct_is_as_wide_as_the_screen(phone: Page) -> None:
    sit_down(phone)
    evening.open_entry(phone)
    phone.locator(".player-chips").first.locator(".chip").nth(1).tap()
    phone.locator("[name='point_cards'][value='5']").check(force=True)
    give_tricks(phone, 0, 7, "0")
    evening.manche_link(phone, evening.rows(phone).first).tap()
    phone.wait_for_url("**/manches/*")
    expect(phone.locator(".player-chips .chip").nth(1).locator("input")).to_be_checked()
    assert page_checks.overflows(phone) == []
