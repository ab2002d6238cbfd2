"""The steps of an evening on a touch screen; each waits for the page it leads to.

They find elements by selectors, not by text, so they work in every language.
"""

import datetime as dt
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Error, Locator, Page, expect
from sqlalchemy import select
from support import commands, phones
from support.phones import PATIENCE
from web.visitor import Visitor

from scorekeeper.games import GAMES
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Partie, Role
from scorekeeper.record.partie.open_partie import open_partie

NAMES = ("Anne", "Luc", "Zoé", "Maximilienne-Alexandrine")
# The usual manche: these hearts, and the queen, 13, to the third player: 5 4 16 1 (DP-17).
HEARTS, QUEEN = (5, 4, 3, 1), NAMES[2]


def wait_for(page: Page, read: Callable[[Page], object], wanted: object) -> None:
    """Read the page until the result is `wanted`, because a tap returns before the page has changed."""
    until = time.monotonic() + PATIENCE / 1000
    found: object = None
    while True:
        try:
            found = read(page)
        except Error as error:  # the page was replaced while it was read
            found = error
        if found == wanted:
            return
        if time.monotonic() > until:
            message = f"{page.url} reads {found!r}, not {wanted!r}"
            raise AssertionError(message)
        page.wait_for_timeout(50)


def make_carnet(page: Page, name: str = "Les jeudis de la Marine") -> None:
    """Create a carnet, up to the page of its recovery code."""
    page.goto("/carnets")
    page.locator("#name").fill(name)
    page.locator("form[action$='/carnets'] button").tap()
    page.wait_for_url("**/code")


def start_soiree(page: Page, place: str = "chez Zoé") -> None:
    """Go from the recovery code or the carnet to an empty table."""
    if page.url.endswith("/code"):
        page.locator(".dock a.primary").tap()
        page.wait_for_url(lambda url: not url.endswith("/code"))
    page.locator(".dock a[href$='/soirees/new']").tap()
    page.locator("#place").fill(place)
    page.locator("form[action$='/soirees/new'] button").tap()
    page.wait_for_url("**/table")


def seat(page: Page, *names: str) -> None:
    """Add players to the carnet and seat them, clockwise."""
    seats = page.locator(".seats > li")
    before = seats.count()
    for number, name in enumerate(names, start=before + 1):
        page.locator("#name").fill(name)
        page.locator("form.inline button").tap()
        expect(seats).to_have_count(number)
        expect(seats.last).to_contain_text(name)


def choose_rules(page: Page) -> None:
    """Go from the table to the house rules."""
    page.locator("[form='add'][name='rules']").tap()
    page.wait_for_url("**/rules?**")


def start_partie(page: Page, dealer: str = "") -> None:
    """Go from the house rules to the partie; `dealer` deals first, by default a drawn player."""
    if dealer:
        pick(chip(page, "fieldset:has([name='dealer'])", dealer))
    page.locator(".dock button.primary").tap()
    page.wait_for_url("**/parties/*")
    expect(page.locator(".standings")).to_be_visible()


def open_new_table(
    page: Page, names: Sequence[str] = NAMES, carnet: str = "Les jeudis de la Marine", place: str = "chez Zoé"
) -> None:
    """Write a table with these players to the database, and open it on this phone."""
    with _own_carnet(page, carnet) as visitor, visitor.app.app_context(), writing():
        soiree = carnets.open_soiree(visitor.row(), dt.datetime.now().astimezone().date(), place)
        seats = "&".join(f"seat={carnets.add_player(visitor.row(), name).id}" for name in names)
        table = f"{visitor.carnet}/soirees/{soiree.id}/table?{seats}"
    page.goto(table)
    expect(page.locator(".seats > li")).to_have_count(len(names))


def open_new_partie(
    page: Page, names: Sequence[str] = NAMES, game: str = "hearts", dealer: str = "", preset: str = ""
) -> None:
    """Write a partie without a manche to the database, and open it on this phone."""
    presets = (known for known in GAMES[game].presets if len(names) in known.seats)
    options = next(known.options for known in presets if preset in {"", known.slug})
    seat = names.index(dealer) if dealer else random.randrange(len(names))
    with _own_carnet(page) as visitor:
        table = visitor.set_table(*names, game=game, dealer=seat, **options)
    page.goto(table.partie)
    expect(page.locator(".standings")).to_be_visible()


@contextmanager
def _own_carnet(page: Page, carnet: str = "Les jeudis de la Marine") -> Iterator[Visitor]:
    """Yield a visitor with a new carnet on the phone's server; then give the phone access to the carnet."""
    with application_of(page) as application:
        visitor = Visitor(application).with_carnet(carnet)
        yield visitor
    phones.copy_access(page, phones.server_of(page), visitor)


@contextmanager
def application_of(page: Page) -> Iterator[Flask]:
    """Yield an application in this process, on the database of the phone's server."""
    application = commands.server_at(phones.server_of(page)).application
    try:
        yield application
    finally:
        with application.app_context():
            db.engine.dispose()


@contextmanager
def partie_of(page: Page) -> Iterator[tuple[Partie, Access | None]]:
    """Yield the row of the partie shown on the phone, and an access to its carnet."""
    with application_of(page) as application, application.app_context():
        partie = db.session.get_one(Partie, int(urlsplit(page.url).path.split("/parties/")[1].split("/")[0]))
        accesses = select(Access).where(Access.carnet_id == partie.soiree.carnet_id)
        yield partie, db.session.scalars(accesses).first()


def give_access(page: Page, partie: str) -> None:
    """Give a phone an access of its own to the carnet of a partie, as a marqueur named Gilles."""
    with application_of(page) as application, application.app_context(), writing() as session:
        row = session.get_one(Partie, int(partie.partition("/parties/")[2]))
        access = Access(carnet=row.soiree.carnet, role=Role.MARQUEUR, name="Gilles")
        session.add(access)
        session.flush()
        visitor = Visitor(application)
        with visitor.client.session_transaction() as stored:
            stored["carnets"] = {access.carnet.key: [access.id, access.generation]}
            stored.permanent = True
    phones.copy_access(page, phones.server_of(page), visitor)


def sit_down(page: Page, names: Sequence[str] = NAMES, dealer: str = "") -> None:
    """Open a new partie of Dame de Pique on a new phone."""
    open_new_partie(page, names, dealer=dealer)


def recovery_code(page: Page) -> str:
    """Return the code that opens this carnet on another phone."""
    page.goto(f"{page.url.split('/parties')[0]}/code")
    return page.locator(".big-code").inner_text()


def open_by_code(page: Page, code: str) -> None:
    """Open a carnet with its recovery code."""
    page.goto("/open")
    page.locator("#code").fill(code)
    page.get_by_role("button", name="Ouvrir le carnet").tap()
    expect(page.locator(".playing")).to_be_visible()


def chip(page: Page, group: str, name: str) -> Locator:
    """Return a choice of a group, by its text."""
    return page.locator(f"{group} .chip").filter(has_text=name)


def pick(target: Locator) -> None:
    """Tap a choice and wait until it is checked: Playwright goes on before the tap takes effect, and scrolls."""
    target.tap()
    expect(target.locator("input")).to_be_checked()


def open_entry(page: Page) -> None:
    """Open the sheet of the next manche."""
    page.locator("#entry:not([open]) > summary").tap()
    expect(page.locator("#record")).to_be_visible()


def switch_entry(page: Page) -> None:
    """Switch the entry from cards to points, or back."""
    by = page.locator("#entry [name='by']")
    before = by.input_value()
    page.locator("#entry .alternative").locator("a, button").tap()
    expect(by).not_to_have_value(before)


def type_hearts(page: Page, *hearts: int | str) -> None:
    """Type the hearts of each player, in the order of the seats; "" leaves a blank."""
    for number, count in enumerate(hearts):
        page.locator(f"#H-{number}").fill(str(count))


def queen_to(page: Page, name: str) -> None:
    """Give the queen of spades to a player."""
    pick(chip(page, "fieldset:has([name='QS'])", name))


def open_menu(page: Page) -> None:
    """Open the menu of three dots."""
    page.locator("details.menu > summary").tap()
    expect(page.locator("details.menu li").last).to_be_visible()


def choose_volte(page: Page, seat: int) -> None:
    """Enter a volte of the player of this seat in the open entry."""
    choice = page.locator("fieldset.volte .chip").filter(has=page.locator(f"[value='{seat}']"))
    if not choice.is_visible():
        page.locator(".fold:has(.volte) > summary").tap()
    pick(choice)


def fill_entry(page: Page, hearts: Sequence[int | str] = HEARTS, queen: str = QUEEN) -> None:
    """Open the entry of the next manche and fill it by typing, by default 5 4 16 1."""
    open_entry(page)
    type_hearts(page, *hearts)
    queen_to(page, queen)


def record(page: Page, hearts: Sequence[int | str] = HEARTS, queen: str = QUEEN) -> None:
    """Record the next manche by typing, by default 5 4 16 1."""
    before = rows(page).count()
    fill_entry(page, hearts, queen)
    page.locator("#record").tap()
    expect(rows(page)).to_have_count(before + 1)


def record_directly(page: Page, hearts: Sequence[int] = HEARTS, queen: str = QUEEN, *, times: int = 1) -> None:
    """Write `times` equal manches to the database, by default 5 4 16 1, and reload the page."""
    with partie_of(page) as (partie, access):
        queens = [int(player.name == queen) for player in partie.seated_players]
        for _ in range(times):
            with writing(), open_partie(partie, None, access) as opened:
                opened.record({"taken": {"H": list(hearts), "QS": queens}, "moon": None}, "")
    page.goto(page.url)


def rows(page: Page) -> Locator:
    """Return the manches of the log."""
    return page.locator("#log .log-rows > li")


def unfold_sheet(page: Page) -> None:
    """Unfold the first manches of the log, if they are folded."""
    fold = page.locator("#log .earlier:not([open]) > summary")
    if fold.is_visible():
        fold.tap()
        expect(rows(page).first).to_be_visible()


def open_row(row: Locator) -> None:
    """Unfold a manche of the log: its lines load automatically, or by a link without scripts."""
    unfold_sheet(row.page)
    row.locator("summary").tap()
    scripted = row.page.locator("html.js").count()
    expect(row.locator(".lines .side" if scripted else ".lines a").first).to_be_visible()


def manche_link(page: Page, row: Locator) -> Locator:
    """Unfold a manche and return the link to its page, the last one of its lines."""
    if row.locator("details[open]").count() == 0:
        open_row(row)
    link = row.locator(".lines > a")
    if link.count():
        link.tap()
    return page.locator(".buttons a").last


# A page that polls may be replaced between two steps of Playwright: these functions read it in one.
_SHEET = """rows => rows.map(row =>
    ["b", "i"].map(part => [...row.querySelectorAll(`summary .cell ${part}`)].map(cell => cell.textContent)))"""
_STANDINGS = """places => places.map(place =>
    [".rank", ".name bdi", ".total"].map(part => place.querySelector(part).innerText))"""


def sheet(page: Page) -> list[tuple[list[str], list[str]]]:
    """Return the points and running totals of each manche of the log, in the order of the seats."""
    return [tuple(row) for row in rows(page).evaluate_all(_SHEET)]


def points(page: Page) -> list[list[str]]:
    """Return the points of each manche of the log, in the order of the seats."""
    return [row for row, _ in sheet(page)]


def expect_points(page: Page, wanted: list[list[str]]) -> None:
    """Wait until the log has these points."""
    wait_for(page, points, wanted)


def first_points(page: Page) -> list[str]:
    """Return the points of the first manche of the log, or an empty list."""
    return next(iter(points(page)), [])


def standings(page: Page) -> list[tuple[str, str, str]]:
    """Return rank, name and total of each player, as the page shows them."""
    return [tuple(place) for place in page.locator(".standings > li").evaluate_all(_STANDINGS)]


def expect_totals(page: Page, **wanted: str) -> None:
    """Wait until the players have these totals."""
    wait_for(page, lambda shown: {name: total for _, name, total in standings(shown)}, wanted)


def choice(page: Page, name: str, value: str) -> Locator:
    """Return a chip or a card."""
    return page.locator(f"label:has([name='{name}'][value='{value}'])")
