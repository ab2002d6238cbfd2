"""The first page on a phone."""

from collections.abc import Sequence

import pytest
from browser import first_minute
from playwright.sync_api import Page, expect
from support import evening, page_checks, phones
from support.phones import OpenPhone
from support.playing import Finger
from support.tap_table import CheckTaps

ANNE, LUC, ZOE, MAX = evening.NAMES
LONG = ("Maximilienne-Alexandrine", "Mmmmmmmmmmmmmmmmmmmmmmmm")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568)])
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_games_and_the_link_for_a_code_need_no_scrolling(
    open_phone: OpenPhone, locale: str, width: int, height: int
) -> None:
    page = open_phone(locale)
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    for part in (*page.locator("a.game").all(), page.locator("main a[href='/open']")):
        expect(part).to_be_in_viewport(ratio=1)
    assert page_checks.overflows(page, width) == []
    assert page_checks.too_small(page) == []


def test_the_first_manche_of_dame_de_pique_on_a_new_phone_takes_twelve_taps(phone: Page, check_taps: CheckTaps) -> None:
    finger = Finger(phone)
    first_minute.sit_down(finger, "hearts", evening.NAMES)
    to_the_partie = finger.taps
    finger.tap(phone.locator("#entry > summary"))
    for seat, key in enumerate(("5", "4", "3")):
        finger.tap(phone.locator(f"[data-key='{key}']"))
        expect(phone.locator(f"#H-{seat}")).to_have_value(key)
    finger.pick(evening.chip(phone, ".chip-field", ZOE))
    finger.tap(phone.locator("#record"))
    expect(evening.rows(phone)).to_have_count(1)
    # Hearts 5 4 3, the last one Max's, and the queen, 13, to Zoé.
    evening.wait_for(phone, evening.sheet, [(["5", "4", "16", "1"], ["5", "4", "16", "1"])])
    check_taps("a new phone to its partie, without names", to_the_partie, 3)
    check_taps("a new phone to its first manche, without names", finger.taps, 12)


@pytest.mark.parametrize(
    ("slug", "names"), [("hearts", evening.NAMES), ("spades", evening.NAMES), ("piquet", (ANNE, LUC))]
)
def test_each_game_starts_with_three_taps_and_the_names(phone: Page, slug: str, names: Sequence[str]) -> None:
    finger = Finger(phone)
    first_minute.sit_down(finger, slug, names)
    # The game, the field (for phones that open the keyboard only on a tap), and the button.
    assert finger.taps == 3
    for name in names:
        expect(phone.locator(".standings")).to_contain_text(name)


def test_without_script_it_takes_as_many_taps(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    finger = Finger(page)
    first_minute.sit_down(finger, "spades", evening.NAMES)
    assert finger.taps == 3


def test_a_double_tap_begins_one_partie(phone: Page) -> None:
    phone.goto("/begin/piquet")
    for number, name in enumerate((ANNE, LUC), start=1):
        phone.locator("#name").fill(name)
        phone.keyboard.press("Enter")
        expect(phone.locator(".seats > li")).to_have_count(number)
    phones.double_tap(phone.locator("button[name='go']"))
    phone.wait_for_url("**/parties/*")
    phone.goto("/")
    expect(phone.locator(".playing li .partie-title")).to_have_count(1)
    phone.goto("/carnets")
    expect(phone.locator("a.row:not(.partie)")).to_have_count(1)


# The seats, with a carnet


def test_another_game_with_the_same_players_takes_three_taps(each_phone: Page, check_taps: CheckTaps) -> None:
    evening.sit_down(each_phone, (ANNE, LUC, ZOE, "Paul"))
    evening.record_directly(each_phone, (1, 0, 0, 12), "Paul", times=3)
    evening.record(each_phone, (1, 0, 0, 12), "Paul")  # 12 hearts and the queen to Paul: 25, four times: 100
    expect(each_phone.locator(".winner")).to_be_visible()
    finger = Finger(each_phone)
    finger.tap(each_phone.get_by_role("link", name="Autre jeu"))
    expect(each_phone.locator(".game-tabs [aria-current]")).to_have_text("Atout Pique")
    expect(each_phone.locator(".seats .name")).to_have_text([ANNE, LUC, ZOE, "Paul"])
    first_minute.begin(finger)
    expect(each_phone.locator(".standings-head")).to_contain_text("Atout Pique")
    check_taps("another game with the same players", finger.taps, 3)


def test_the_field_keeps_the_focus_while_names_are_typed(phone: Page) -> None:
    evening.open_new_table(phone, ())
    field = phone.locator("#name")
    expect(field).to_be_focused()
    for number, name in enumerate((ANNE, LUC, ANNE), start=1):
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
        expect(phone.locator(".seats > li")).to_have_count(min(number, 2))
        if number == 3:  # Anne has a seat already: the field still has her name and the focus
            expect(phone.locator("#refusal")).to_be_visible()
            expect(field).to_have_value(ANNE)
        else:
            expect(field).to_have_value("")
        expect(field).to_be_focused()


def test_a_tap_on_a_known_name_does_not_open_the_keyboard(phone: Page) -> None:
    evening.sit_down(phone)
    phone.locator("header .back").tap()
    phone.wait_for_url("**/soirees/*")
    phone.locator(".buttons a[href*='/soirees/'][href$='/table']").tap()
    expect(phone.locator("#name")).to_be_focused()
    phone.locator("#name").fill("In")
    phone.locator(".chips .chip").first.tap()
    expect(phone.locator(".seats > li")).to_have_count(1)
    expect(phone.locator("main")).to_be_focused()
    expect(phone.locator("#name")).to_have_value("In")


# The recovery code


def test_the_code_is_copied_shared_and_opened_on_another_phone(open_phone: OpenPhone) -> None:
    page = open_phone()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async (what) => { window.sent = what.url; };")
    first_minute.sit_down(Finger(page), "piquet", (ANNE, LUC))
    partie = page.url
    page.locator("header .back").tap()
    page.get_by_role("link", name="Voir le code").tap()
    code = page.locator(".big-code").inner_text()
    page.get_by_role("button", name="Copier le code").tap()
    expect(page.get_by_role("button", name="Copié")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code
    page.get_by_role("button", name="Envoyer le lien").tap()
    evening.wait_for(page, lambda shown: shown.evaluate("window.sent"), address := f"{origin(partie)}/open#{code}")

    other = open_phone()
    requests: list[str] = []
    other.on("request", lambda request: requests.append(request.url))
    other.goto(address)
    expect(other.locator("#code")).to_have_value(code)
    assert other.url == f"{origin(partie)}/open"
    other.get_by_role("button", name="Ouvrir le carnet").tap()
    expect(other.locator(".playing")).to_be_visible()
    assert not any(code in url.split("#")[0] for url in requests)


def test_the_code_does_not_move_when_the_script_of_its_buttons_comes(phone: Page) -> None:
    evening.make_carnet(phone)
    expect(phone.get_by_role("button", name="Copier le code")).to_be_visible()
    place = phone.locator(".qr-figure").bounding_box()
    phone.locator("[data-copy], [data-share]").evaluate_all("all => all.forEach(one => { one.hidden = true; })")
    assert phone.locator(".qr-figure").bounding_box() == place


def test_where_sharing_is_impossible_the_link_is_shown_selected(open_phone: OpenPhone) -> None:
    page = open_phone(plain=True)
    evening.make_carnet(page)
    assert page.evaluate("[isSecureContext, 'share' in navigator, 'clipboard' in navigator]") == [False, False, False]
    code = page.locator(".big-code").inner_text()
    for name, text in (("Envoyer le lien", f"{origin(page.url)}/open#{code}"), ("Copier le code", code)):
        page.get_by_role("button", name=name).tap()
        expect(page.locator("textarea.to-copy")).to_have_count(1)
        expect(page.locator("textarea.to-copy")).to_have_attribute("readonly", "")
        evening.wait_for(page, lambda shown: shown.evaluate(SELECTED), text)
    expect(page.get_by_role("button", name="Envoyer le lien")).to_be_visible()


SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return (value ?? "").slice(selectionStart, selectionEnd);
}"""


def origin(address: str) -> str:
    """Return the scheme and host of an address."""
    return "/".join(address.split("/")[:3])


def test_settle_ends_the_transition_inside_a_closed_fold(phone: Page) -> None:
    phone.set_content(
        """<style>button { color: rgb(255, 0, 0); transition: color 60s } .on { color: rgb(0, 0, 255) }</style>
        <details open><summary>Fold</summary><button>Change</button></details>"""
    )
    button = phone.locator("button")
    button.evaluate("one => { getComputedStyle(one).color; one.className = 'on'; getComputedStyle(one).color; }")
    phone.locator("details").evaluate("one => { one.open = false; }")
    assert phone.evaluate("document.getAnimations().length") == 1
    page_checks.settle(phone)
    assert button.evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 255)"
