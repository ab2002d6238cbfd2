"""The layout and accessibility of every page, in the order of an evening."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks
from support.phones import OpenPhone

# The messages of Chromium about the errors that the tour provokes.
PROVOKED = ("status of 404", "status of 400", "ERR_INTERNET_DISCONNECTED", "Failed to fetch")


def test_the_layout_and_accessibility_of_every_page(open_phone: OpenPhone) -> None:
    page = open_phone(dark=True, tolerate=PROVOKED)
    assert inspection.problems_on(page, tour(page)) == ""


def test_the_partie_fits_the_first_screen(phone: Page) -> None:
    evening.sit_down(phone)
    check_first_screen(phone)
    evening.record_directly(phone)
    check_first_screen(phone)
    evening.record_directly(phone, times=2)
    check_first_screen(phone)


def check_first_screen(page: Page) -> None:
    """Check that standings, dealer, pass and button are on the first screen and do not overlap."""
    page_checks.settle(page)
    assert page.evaluate("scrollY") == 0
    button = page.locator("#entry > summary").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= 740
    for selector in (".standings", ".dealer", ".way", ".passes"):
        for part in page.locator(selector).all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= button["y"], f"{selector} goes under the button"


def tour(page: Page) -> Iterator[str]:
    """Visit all pages, and yield the name of each while it is open."""
    yield from public_pages(page)
    yield from carnet(page)
    yield from table(page)
    yield from partie(page)
    yield from manche(page)
    yield from endings(page)
    yield from carnet_in_use(page)


def public_pages(page: Page) -> Iterator[str]:
    """The pages without a carnet."""
    page.goto("/")
    yield "welcome"
    page.goto("/open")
    yield "open"
    page.locator("#code").fill("0000-0000-0000-0000")
    page.locator("form.stack button").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "open, refused"
    page.goto("/nowhere")
    yield "404"
    page.goto("/rules/DP-21")
    yield "article"


def carnet(page: Page) -> Iterator[str]:
    """An empty carnet, and its players."""
    evening.make_carnet(page)
    yield "code"
    page.locator(".dock a.primary").tap()
    expect(page.locator("nav.links")).to_be_visible()
    yield "carnet, empty"
    page.locator("nav a[href$='/settings']").tap()
    expect(page.locator(".put-away")).to_have_count(2)
    page_checks.unfold(page)
    yield "settings"
    page.locator("header .back").tap()
    expect(page.locator(".put-away")).to_have_count(0)
    page.locator("nav a[href$='/players']").tap()
    expect(page.locator(".empty")).to_be_visible()
    yield "players, none"
    for name, landmark in (
        ("Anne", ".row:has-text('Anne')"),
        ("Vincent", ".row:has-text('Vincent')"),
        ("Anne", "#refusal"),
    ):
        page.locator("#name").fill(name)
        page.locator("form.inline button").tap()
        expect(page.locator(landmark)).to_be_visible()
    yield "players, one refused"
    page.locator("a.row").last.tap()
    expect(page.locator("a[href$='/edit']")).to_be_visible()
    yield "player"
    page.locator("a[href$='/edit']").tap()
    expect(page.locator("form[action$='/retire']")).to_be_visible()
    yield "player, edit"
    page.locator("form[action$='/retire'] button").tap()
    expect(page.locator("form[action$='/back']")).to_be_visible()
    yield "players, one retired"


def table(page: Page) -> Iterator[str]:
    """The pages from the form of a soirée to the house rules."""
    page.locator("header .back").tap()
    expect(page.locator("nav.links")).to_be_visible()
    page.locator(".dock a.primary").tap()
    expect(page.locator("#held_on")).to_be_visible()
    yield "soirée, new"
    page.locator("#place").fill("chez Zoé")
    page.locator("form.stack button").tap()
    expect(page.locator("form.inline")).to_be_visible()
    yield "table, empty"
    page.locator(".chips .chip").first.tap()  # Anne, whom the carnet knows
    expect(page.locator(".seats > li")).to_have_count(1)
    evening.seat(page, *evening.NAMES[1:])
    yield "table of four"
    evening.choose_rules(page)
    yield "rules"
    page_checks.unfold(page)
    yield "rules, every option"
    page.locator("[name='option-teams']").select_option(index=1)
    page.locator("[name='option-deck']").select_option(index=1)
    page.locator(".dock button").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "rules, refused"
    page.locator(".preset").first.tap()
    expect(page.locator("#refusal")).to_have_count(0)


def partie(page: Page) -> Iterator[str]:
    """A partie, its entry in every state, an article over it."""
    evening.start_partie(page, "Zoé")
    yield "partie, nothing played"
    evening.open_entry(page)
    yield "entry"
    page_checks.unfold(page)
    yield "entry, with note and penalty"
    evening.type_hearts(page, 5, 4, 3, 2)
    evening.queen_to(page, "Zoé")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "entry, refused"
    page.context.set_offline(offline=True)
    page.locator("#record").tap()
    expect(page.locator("#offline")).to_be_visible()
    yield "entry, without network"
    page.context.set_offline(offline=False)
    expect(page.locator("#offline")).to_be_hidden()
    evening.choose_volte(page, 0)
    page.locator("#record").tap()
    expect(page.locator(".question")).to_be_visible()
    yield "entry, volte over what was typed"
    evening.type_hearts(page, 13, 0, 0, 0)
    evening.queen_to(page, "Anne")
    page.locator("#record").tap()
    expect(page.locator(".question")).to_be_visible()
    yield "entry, volte to confirm"
    page.locator(".question button").first.tap()
    expect(evening.rows(page)).to_have_count(1)
    evening.record(page, (5, 4, 3, 1), "Luc")
    evening.open_entry(page)
    evening.switch_entry(page)
    expect(page.locator("#points-0")).to_be_visible()
    yield "entry, by points"
    evening.switch_entry(page)  # the browser stores the chosen depth
    expect(page.locator("#H-0")).to_be_visible()
    page.locator("#entry > summary").tap()
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    page_checks.unfold(page)
    yield "partie, with manches"
    page.locator("#log .article").first.tap()
    expect(page.locator("dialog article, dialog .rule, dialog h1").first).to_be_visible()
    yield "article, over the partie"
    page.locator("dialog .close").tap()
    evening.open_menu(page)
    page.locator("header a[href$='/rules']").tap()
    expect(page.locator(".options")).to_be_visible()
    yield "partie, its rules"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()


def manche(page: Page) -> Iterator[str]:
    """A manche with its history, and an undone manche."""
    evening.rows(page).last.locator("summary").tap()
    evening.rows(page).last.locator(".buttons a").tap()
    expect(page.locator(".versions")).to_be_visible()
    evening.queen_to(page, "Anne")
    page.locator("#record").tap()
    expect(page.locator(".standings")).to_be_visible()
    evening.rows(page).last.locator("summary").tap()
    evening.rows(page).last.locator(".buttons a").tap()
    expect(page.locator(".versions > li")).to_have_count(2)
    page_checks.unfold(page)
    yield "manche"
    page.locator("form[action$='/delete'] button").tap()
    expect(page.locator(".strip")).to_be_visible()
    page_checks.unfold(page)
    yield "partie, a manche undone"
    page.locator(".put-away a.who").tap()
    expect(page.locator(".versions > li")).to_have_count(3)
    yield "manche, undone"
    page.locator("main form[action$='/restore'] button").first.tap()
    expect(evening.rows(page)).to_have_count(2)


def endings(page: Page) -> Iterator[str]:
    """An abandoned partie, a won partie, an expired form."""
    evening.open_entry(page)
    page.evaluate("document.querySelector('#entry [name=csrf_token]').value = 'too old'")
    evening.type_hearts(page, 5, 4, 3, 1)
    evening.queen_to(page, "Zoé")
    page.locator("#record").tap()
    expect(page.locator("form[hx-boost='false'] button.primary")).to_be_visible()
    yield "token"
    page.locator("form[hx-boost='false'] button.primary").tap()
    expect(evening.rows(page)).to_have_count(3)
    evening.open_menu(page)
    yield "partie, its menu"
    page.locator("form[action$='/abandon'] button").tap()
    expect(page.locator("form[action$='/reopen']")).to_be_visible()
    yield "partie, abandoned"
    page.locator("form[action$='/reopen'] button").tap()
    expect(page.locator("#entry > summary")).to_be_visible()
    for played in range(4):  # 26 each to Luc, Zoé and Maximilienne-Alexandrine ends it in time
        evening.open_entry(page)
        evening.choose_volte(page, 0)
        page.locator("#record").tap()
        expect(evening.rows(page)).to_have_count(4 + played)
        if page.locator(".winner").count():
            break
    expect(page.locator(".winner")).to_be_visible()
    yield "partie, ended"
    page.locator("form[action$='/again'] button").tap()
    expect(evening.rows(page)).to_have_count(0)


def carnet_in_use(page: Page) -> Iterator[str]:
    """The soirée and the carnet with content, and a second carnet."""
    page.locator("header .back").tap()
    expect(page.locator(".playing")).to_be_visible()
    page_checks.unfold(page)
    yield "soirée"
    page.locator(".under-title a[href$='/edit']").tap()
    expect(page.locator("#held_on")).to_be_visible()
    page_checks.unfold(page)
    yield "soirée, its form"
    page.locator("header .back").tap()
    expect(page.locator(".playing")).to_be_visible()
    page.locator("header .back").tap()
    expect(page.locator(".tabs")).to_be_visible()
    yield "carnet, filled"
    page.locator(".tabs a", has_text="L’année").tap()
    expect(page.locator("h1", has_text="L’année")).to_be_visible()
    page_checks.unfold(page)
    yield "year"
    page.go_back()
    expect(page.locator(".playing")).to_be_visible()
    evening.make_carnet(page, "Tournoi de Noël")
    page.goto("/")
    expect(page.locator("a.row:not(.partie)")).to_have_count(2)
    yield "carnets"
