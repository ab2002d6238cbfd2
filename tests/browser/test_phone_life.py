"""Phones at a card table: quick thumbs, an unstable network, two players who record at once."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect
from support import evening, phones
from support.phones import AS_IN_2022, OFFLINE, OpenPhone

ANNE, LUC, ZOE, MAX = evening.NAMES
FIRST_LOAD = 60_000  # bytes
REQUESTS = 6
# Whether a page has its style sheet when it is swapped in, before it is drawn.
STYLE_AT_SWAP = """name => document.addEventListener("htmx:after:swap", () => {
  window.styled = [...document.styleSheets].some(({ href }) => href?.endsWith(name));
}, { once: true })"""


def two_phones(open_phone: OpenPhone, *, javascript: bool = True) -> tuple[Page, Page]:
    """Open two phones on the page of one partie, Zoé dealing."""
    first, second = open_phone(javascript=javascript), open_phone(javascript=javascript)
    evening.sit_down(first, dealer=ZOE)
    partie = first.url
    evening.open_by_code(second, evening.recovery_code(first))
    first.goto(partie)
    second.goto(partie)
    return first, second


def test_an_article_opens_over_the_page_and_keeps_the_figures(phone: Page) -> None:
    evening.sit_down(phone)
    evening.fill_entry(phone, (5, 4, 3, ""), ZOE)
    phone.locator(".fold:has(.volte) > summary").tap()
    address = phone.url
    for close in (lambda: phone.locator("dialog .close").tap(), lambda: phone.keyboard.press("Escape")):
        phone.locator("#entry .volte .article").tap()
        expect(phone.get_by_role("dialog")).to_contain_text("DP-21")
        assert phone.url == address
        close()
        expect(phone.locator("dialog")).to_be_hidden()
        check_typed(phone, "5", "4", "3", "", queen="2")
    phone.locator("#record").tap()
    expect(evening.rows(phone)).to_have_count(1)


def test_an_article_closes_completely_before_another_opens(phone: Page) -> None:
    evening.sit_down(phone)
    for number, landmark in (("DP-9", ".deal"), ("DP-11", ".deal"), ("DP-9", ".deal")):
        phone.locator(f"{landmark} .article").filter(has_text=number).tap()
        expect(phone.get_by_role("dialog").locator("p.number")).to_have_text(number)
        phone.locator("dialog .close").tap()
        expect(phone.locator("dialog")).to_be_hidden()


def test_a_refused_manche_stays_as_typed_with_the_difference(each_phone: Page) -> None:
    evening.sit_down(each_phone)
    evening.open_entry(each_phone)
    evening.queen_to(each_phone, ZOE)
    for typed, sentence in (
        (("5", "5", "5", "1"), "3 cœurs de trop : une manche en compte 13."),
        (("5", "4", "trois", "1"), "« trois » n’est pas un nombre entier."),
    ):
        evening.type_hearts(each_phone, *typed)
        each_phone.locator("#record").tap()
        expect(each_phone.locator("#refusal")).to_contain_text(sentence)
        check_typed(each_phone, *typed, queen="2")
    evening.type_hearts(each_phone, 5, 4, 3, 1)
    each_phone.locator("#record").tap()
    expect(evening.rows(each_phone)).to_have_count(1)


def test_two_phones_that_record_at_once_lose_nothing(open_phone: OpenPhone, *, javascript: bool) -> None:
    first, second = two_phones(open_phone, javascript=javascript)

    evening.fill_entry(second, (2, 3, 7, 1), ANNE)
    evening.record(first)
    second.locator("#record").tap()
    refusal = second.locator("#refusal")
    expect(refusal).to_contain_text("Déjà noté : la manche 1.")
    # Hearts 5 4 3 1, the queen to Zoé; hearts 2 3 7 1, the queen to Anne.
    expect(refusal.locator("tbody td")).to_have_text(["5", "15", "4", "3", "16", "7", "1", "1"])
    second.locator("details.fold summary").first.tap()
    check_typed(second, "2", "3", "7", "1", queen="0")

    second.get_by_role("button", name="Ce n’est pas la manche 1").tap()
    expect(evening.rows(second)).to_have_count(2)
    first.reload()
    both = [(["5", "4", "16", "1"], ["5", "4", "16", "1"]), (["15", "3", "7", "1"], ["20", "7", "23", "2"])]
    for phone in (first, second):
        evening.wait_for(phone, evening.sheet, both)

    evening.fill_entry(second, (13, 0, 0, 0), ZOE)
    evening.record(first, (0, 13, 0, 0), ZOE)
    second.locator("#record").tap()
    second.get_by_role("button", name="Corriger la manche 3").tap()
    evening.expect_points(second, [["5", "4", "16", "1"], ["15", "3", "7", "1"], ["13", "0", "13", "0"]])


def test_a_double_tap_records_once(each_phone: Page) -> None:
    evening.sit_down(each_phone)
    partie = each_phone.url
    phones.slow_down(each_phone)
    evening.fill_entry(each_phone)
    phones.double_tap(each_phone.locator("#record"))
    expect(evening.rows(each_phone)).to_have_count(1)
    expect(each_phone.locator("#refusal")).to_have_count(0)
    each_phone.goto(partie)
    expect(evening.rows(each_phone)).to_have_count(1)


def test_going_back_after_recording_records_nothing_twice(each_phone: Page) -> None:
    evening.sit_down(each_phone)
    evening.record(each_phone)
    # Going back reloads the page, which looks the same: mark the current one to tell them apart.
    each_phone.evaluate("document.body.className = 'left'")
    each_phone.go_back()
    expect(each_phone.locator("body.left")).to_have_count(0)
    expect(each_phone.locator(".standings")).to_be_visible()
    evening.open_entry(each_phone)
    each_phone.locator("#record").tap()
    expect(each_phone.locator("#refusal")).to_be_visible()
    expect(evening.rows(each_phone)).to_have_count(1)


def test_a_form_whose_answer_was_lost_is_recorded_once(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page)
    partie = page.url

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/manches/new", lose_the_answer, times=1)
    evening.fill_entry(page)
    page.locator("#record").tap()
    expect(page.locator("#offline")).to_be_visible()
    expect(evening.rows(page)).to_have_count(1)
    expect(page.locator("#refusal")).to_have_count(0)
    expect(page.locator("#offline")).to_be_hidden()
    page.goto(partie)
    expect(evening.rows(page)).to_have_count(1)


def test_without_network_the_form_is_queued_and_a_banner_is_shown(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.sit_down(page)
    evening.fill_entry(page)
    page.context.set_offline(offline=True)
    page.locator("#record").tap()
    expect(page.get_by_role("alert")).to_have_text("Gardé ici, envoyé dès que ça capte.")
    check_typed(page, "5", "4", "3", "1", queen="2")
    evening.wait_for(page, lambda shown: covered_by_banner(shown, "#entry > summary"), wanted=False)
    page.go_back()
    evening.wait_for(page, lambda shown: covered_by_banner(shown, ".top"), wanted=False)
    page.context.set_offline(offline=False)
    expect(evening.rows(page)).to_have_count(1)
    expect(page.locator("#offline")).to_be_hidden()
    evening.wait_for(page, lambda shown: shown.locator(".top").bounding_box()["y"], wanted=0)  # type: ignore[index]


FULL = """() => {
  for (let size = 1 << 20; size; size = size >> 1)
    try {
      for (let number = 0; ; number++) localStorage[`filler ${size} ${number}`] = "x".repeat(size);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
}"""
BLOCKED = (
    """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("", "SecurityError"); } })"""
)


@pytest.mark.parametrize("is_full", [True, False])
def test_where_the_browser_stores_nothing_the_banner_says_so(open_phone: OpenPhone, *, is_full: bool) -> None:
    """The manche is sent as long as its page is open; an iPhone with iOS 15 has no time limit for it."""
    page = open_phone(tolerate=OFFLINE)
    page.add_init_script(AS_IN_2022)
    if not is_full:
        page.add_init_script(BLOCKED)
    evening.sit_down(page)
    if is_full:
        page.evaluate(FULL)
    evening.fill_entry(page)
    page.context.set_offline(offline=True)
    page.locator("#record").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "Pas de réseau, et ce téléphone ne garde rien : laissez cette page ouverte."
    )
    expect(page.get_by_text("Gardé sur ce téléphone")).to_be_hidden()
    page.context.set_offline(offline=False)
    expect(evening.rows(page)).to_have_count(1)
    expect(page.locator("#offline")).to_be_hidden()


def test_a_browser_of_2022_follows_another_phone_and_records(open_phone: OpenPhone) -> None:
    """It has no time limit of requests: the fault of a script is no lost network."""
    first, second = two_phones(open_phone)
    second.add_init_script(AS_IN_2022)
    second.reload()
    evening.record(first)
    expect(evening.rows(second)).to_have_count(1)
    evening.record(second)
    expect(second.locator("#offline")).to_be_hidden()


def covered_by_banner(page: Page, selector: str) -> bool:
    banner, under = (page.locator(one).bounding_box() for one in ("#offline", selector))
    return banner is not None and under is not None and under["y"] < banner["y"] + banner["height"]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (503, "Pas encore noté : votre saisie est toujours là, réessayez."),
        (404, "Pas noté : cette page n’existe plus. Votre saisie est toujours là."),
    ],
)
def test_a_server_error_is_shown_and_the_form_is_kept(open_phone: OpenPhone, status: int, sentence: str) -> None:
    page = open_phone(tolerate=(f"status of {status}",))
    evening.sit_down(page)
    page.route(
        "**/manches/new",
        lambda route: route.fulfill(status=status, body="<p>error</p>", headers=phones.FROM_APP),
        times=1,
    )
    evening.fill_entry(page)
    page.locator("#record").tap()
    expect(page.get_by_role("alert")).to_have_text(sentence)
    check_typed(page, "5", "4", "3", "1", queen="2")
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(1)
    expect(page.locator("#offline")).to_be_hidden()


def test_the_open_entry_traps_the_focus(phone: Page) -> None:
    evening.sit_down(phone)
    evening.open_entry(phone)
    phone.locator("#H-0").focus()
    for _ in range(60):
        phone.keyboard.press("Tab")
        assert phone.evaluate("document.activeElement.matches('body, .skip, .entry *')")
    phone.keyboard.press("Escape")
    expect(phone.locator("#record")).to_be_hidden()
    expect(phone.locator("#entry > summary")).to_be_focused()


def test_every_page_can_be_reloaded(phone: Page) -> None:
    evening.sit_down(phone)
    partie = phone.url
    carnet = partie.split("/parties")[0]
    evening.record_directly(phone)
    manche = evening.manche_link(phone, evening.rows(phone)).get_attribute("href") or ""
    soiree = phone.locator("header .back").get_attribute("href") or ""
    everywhere = [partie, f"{partie}?order=seats", f"{partie}/rules", f"{partie}/manches/new?by=points", manche]
    everywhere += [soiree, f"{soiree}/edit", f"{soiree}/table", f"{carnet}/", f"{carnet}/players", "/carnets"]
    for address in everywhere:
        phone.goto(address)
        before = text_of(phone)
        phone.reload()
        assert text_of(phone) == before, address

    phone.goto(partie)  # and pages swapped in by htmx, at their address
    for selector in ("header .back", ".dock a.primary", "header .back", "header .back", "nav a[href$='/players']"):
        address = phone.url
        phone.locator(selector).tap()
        phone.wait_for_url(lambda url, address=address: url != address)
        # A page with a field for a name focuses it, every other focuses `main`.
        expect(phone.locator("main:not(:has([autofocus])), main [autofocus]").first).to_be_focused()
        before = text_of(phone)
        phone.reload()
        assert text_of(phone) == before, phone.url


def text_of(phone: Page) -> str:
    """Return the text of a page once its hours are those of the phone, without the name of a time zone."""
    expect(phone.locator("main time[data-hour]", has_text=re.compile("[A-Z]{3}"))).to_have_count(0)
    return phone.locator("main").inner_text()


@pytest.mark.parametrize(
    ("locale", "deadline"),
    [
        ("en-US", r"[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M"),
        ("en-GB", r"\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d"),
        ("fr-FR", r"\d{1,2}(er)? \S+ \d{4}, \d\d:\d\d"),
    ],
)
def test_hours_are_written_as_the_phone_writes_dates(open_phone: OpenPhone, locale: str, deadline: str) -> None:
    phone = open_phone(locale)
    evening.sit_down(phone)
    phone.goto(f"{phone.url.split('/parties')[0]}/invite")
    phone.locator("main form button").first.tap()
    expect(phone.locator("main time[data-hour='medium']")).to_have_text(re.compile(f"^{deadline}$"))


@pytest.mark.parametrize(("link", "style"), [("header .back", "soirees"), ("#log a[href*='/print']", "paper")])
def test_a_page_is_shown_once_its_style_is_loaded(phone: Page, link: str, style: str) -> None:
    evening.sit_down(phone)
    evening.record_directly(phone)
    phone.route(f"**/{style}.css", lambda _: None)  # no answer until it is unrouted
    phone.locator(link).first.tap()
    phone.wait_for_timeout(500)
    expect(phone.locator(".standings")).to_be_visible()
    phone.evaluate(STYLE_AT_SWAP, f"/{style}.css")
    phone.unroute(f"**/{style}.css")
    expect(phone.locator("main")).to_be_focused()
    assert phone.evaluate("styled")
    expect(phone.locator(f"head [rel='stylesheet'][href$='/{style}.css']")).to_have_count(
        0
    )  # it is removed with the page
    expect(phone.locator(f"#page [rel='stylesheet'][href$='/{style}.css']")).to_have_count(1)


@pytest.mark.parametrize("answer", [lambda route: route.abort(), lambda _: None], ids=["lost", "none"])
def test_a_page_is_shown_even_if_its_style_fails_to_load(
    open_phone: OpenPhone, answer: Callable[[Route], None]
) -> None:
    phone = open_phone(tolerate=("ERR_FAILED",))
    evening.sit_down(phone)
    phone.route("**/soirees.css", answer)
    phone.locator("header .back").tap()
    phone.wait_for_url("**/soirees/*")
    expect(phone.locator("main h1")).to_be_visible()


def test_the_menu_opens_and_closes(phone: Page) -> None:
    evening.sit_down(phone)
    expect(phone.get_by_role("button", name="English")).to_be_hidden()
    menu = phone.locator("details.menu")
    evening.open_menu(phone)
    expect(menu.get_by_role("button", name="English")).to_be_visible()
    expect(menu.get_by_role("link", name="Règles de cette table")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    evening.open_menu(phone)
    phone.locator("#log h2").tap()
    expect(menu).not_to_have_attribute("open", "")


def test_changing_the_language_keeps_the_page(each_phone: Page) -> None:
    evening.open_new_table(each_phone, (ANNE, LUC))
    address = each_phone.url
    for code, other in (("en", "Français"), ("fr", "English")):
        evening.open_menu(each_phone)
        each_phone.locator(".language [lang]").tap()
        expect(each_phone.locator("html")).to_have_attribute("lang", code)
        expect(each_phone.locator(".language [lang]")).to_have_text(other)
        expect(each_phone).to_have_url(address)
        expect(each_phone.locator(".seats > li")).to_have_count(2)


def test_the_first_load_is_small_and_all_from_this_server(open_phone: OpenPhone) -> None:
    page = open_phone()
    hosts, welcome = first_load(page, "/")
    assert hosts == {urlsplit(page.url).netloc}
    assert 0 < welcome < FIRST_LOAD

    evening.sit_down(page)
    evening.record_directly(page, times=3)
    hosts, partie = first_load(page, page.url)
    assert hosts == {urlsplit(page.url).netloc}
    assert 0 < partie < FIRST_LOAD

    hosts, carnet = first_load(page, page.url.split("/parties")[0])
    assert hosts == {urlsplit(page.url).netloc}
    assert 0 < carnet < FIRST_LOAD


def first_load(page: Page, address: str) -> tuple[set[str], int]:
    """Open an address without a cache; return the hosts requested and the bytes received."""
    hosts: set[str] = set()
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", lambda event: hosts.add(urlsplit(event["request"]["url"]).netloc))
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address, wait_until="networkidle")
    session.detach()
    assert len(sizes) >= 4, "the page, its style and its scripts"
    assert len(sizes) <= REQUESTS
    return hosts, int(sum(sizes))


def check_typed(page: Page, *hearts: str, queen: str) -> None:
    """Check that the entry is open with these figures, and with the queen's taker by seat."""
    for number, typed in enumerate(hearts):
        expect(page.locator(f"#H-{number}")).to_have_value(typed)
        expect(page.locator(f"#H-{number}")).to_be_visible()
    expect(page.locator("[name='QS']:checked")).to_have_value(queen)
