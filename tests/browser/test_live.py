"""Several phones at one table: each shows automatically what another records, without touching what is typed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from support import evening
from support.phones import FROM_APP, OFFLINE, OpenPhone
from web import visitor

ANNE, LUC, ZOE, MAX = evening.NAMES

# Record long pauses, and shorten them.
SHORT_PAUSES = """
  const wait = window.setTimeout;
  window.pauses = [];
  window.setTimeout = (act, pause, ...more) => {
    if (pause > 1500) window.pauses.push(pause);
    return wait(act, pause < 60000 ? Math.min(pause, 100) : pause, ...more);
  };
"""


# Count the polls of a page while its sheet is empty.
COUNT_POLLS = """() => {
  const { fetch } = window;
  window.polls = 0;
  window.fetch = (address, ...more) => {
    if (String(address).includes("known=") && !document.querySelector("#log .log-rows > li")) window.polls += 1;
    return fetch(address, ...more);
  };
}"""


def phones_at_one_table(
    open_phone: OpenPhone, count: int, *, short_pauses: bool = True, **options: object
) -> list[Page]:
    """Open that many phones on the page of one partie, Zoé dealing; pauses between polls are short by default."""
    first, *others = [open_phone(**options) for _ in range(count)]
    for phone in (first, *others) if short_pauses else ():
        phone.add_init_script(SHORT_PAUSES)
    evening.sit_down(first, dealer=ZOE)
    partie, cookies = first.url, first.context.cookies()
    for other in others:
        other.context.add_cookies(cookies)  # type: ignore[arg-type]
        other.goto(partie)
    return [first, *others]


def record_elsewhere(page: Page, hearts: tuple[int, ...] = (5, 4, 3, 1), queen: int = 2) -> float:
    """Record a manche from this phone by a request; return the time of the answer."""
    typed = {f"H-{seat}": str(count) for seat, count in enumerate(hearts)}
    return send(page, "/manches/new", {**typed, "QS": str(queen)})


def send(page: Page, action: str, typed: dict[str, str]) -> float:
    """Send a form of the partie from this phone by a request; return the time of the answer."""
    form = visitor.Page(200, page.request.get(page.url.partition("#")[0]).text()).form(action)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = page.request.post(form.action, data=urlencode(form.sent(typed), doseq=True), headers=headers)
    assert answer.ok
    return time.monotonic()


def check_the_first_manche_appears(table: list[Page], since: float, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that all phones show it at their first poll after it was recorded; the time is printed only.

    A page polls about every two seconds, which another test checks.
    """
    for phone in table:
        phone.evaluate(COUNT_POLLS)
    delays = []
    for phone in table:
        expect(evening.rows(phone)).to_have_count(1)
        delays.append(time.monotonic() - since)
    with capsys.disabled():
        print(f"\nshown on {len(table)} phones after {min(delays):.1f} to {max(delays):.1f} s")  # noqa: T201 - for the developer
    assert max(phone.evaluate("polls") for phone in table) <= 1


def test_two_phones_show_each_other_s_manches_and_typed_figures_stay(
    open_phone: OpenPhone, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = phones_at_one_table(open_phone, 2, short_pauses=False)
    evening.fill_entry(second, (2, 3, "", ""), ANNE)
    second.locator("#H-2").focus()
    since = record_elsewhere(first)
    check_the_first_manche_appears([first, second], since, capsys)
    # Hearts 5 4 3 1, the queen, 13, to Zoé.
    notice = second.locator("[data-news]")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(f"Manche 1 : Anne +5, Luc +4, Zoé +16, {MAX} +1")
    expect(first.locator("[data-news]")).to_be_hidden()
    for seat, typed in enumerate(("2", "3", "", "")):
        expect(second.locator(f"#H-{seat}")).to_have_value(typed)
    expect(second.locator("#H-2")).to_be_focused()
    evening.wait_for(first, evening.standings, [("1", MAX, "1"), ("2", LUC, "4"), ("3", ANNE, "5"), ("4", ZOE, "16")])
    send(first, "/abandon", {})
    expect(notice).to_contain_text("partie abandonnée")
    evening.type_hearts(second, 2, 3, 7, 1)
    second.locator("#record").tap()
    expect(second.locator("#refusal")).to_be_visible()


def test_twelve_phones_show_a_manche_at_their_next_poll(
    open_phone: OpenPhone, capsys: pytest.CaptureFixture[str]
) -> None:
    table = phones_at_one_table(open_phone, 12, short_pauses=False)
    check_the_first_manche_appears(table, record_elsewhere(table[0]), capsys)


def test_unfolded_manches_stay_open_and_a_revoked_access_closes_the_page(open_phone: OpenPhone) -> None:
    first, second = phones_at_one_table(open_phone, 2, tolerate=("status of 404",))
    record_elsewhere(first)
    expect(evening.rows(second)).to_have_count(1)
    evening.open_row(evening.rows(second).first)
    record_elsewhere(first, (0, 4, 4, 5), 0)
    expect(evening.rows(second)).to_have_count(2)
    expect(evening.rows(second).first.locator(".lines .side").first).to_be_visible()
    expect(evening.rows(second).last.locator("details[open]")).to_have_count(0)
    second.context.clear_cookies()
    expect(second.get_by_role("heading", name="Rien à cette adresse")).to_be_visible()


def test_the_pages_of_cards_and_of_the_soiree_are_updated(open_phone: OpenPhone) -> None:
    first, table, soiree = phones_at_one_table(open_phone, 3)
    table.goto(f"{table.url}/cards")
    soiree.goto(soiree.locator("header .back").get_attribute("href") or "")
    first.goto(f"{first.url}/cards")
    send(first, "/cards", {"leader": "0"})
    expect(table.locator(".places .face")).to_have_count(1)
    expect(table.locator("#to-play")).to_be_visible()
    first.goto(first.url.removesuffix("/cards"))
    record_elsewhere(first)
    expect(soiree.locator(".partie .total")).to_have_text(["1", "4", "5", "16"])


def test_a_page_polls_less_when_hidden_idle_or_unanswered(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=("status of 503",))
    page.add_init_script(SHORT_PAUSES)
    # Answered at once: a slow answer lengthens the pause.
    page.route("**/*known=*", lambda route: route.fulfill(status=204, headers=FROM_APP))
    evening.sit_down(page)
    active = pauses(page)
    assert all(1.7 <= pause <= 2.3 for pause in active)
    page.evaluate(LATER, 21 * 60)
    assert any(12.7 <= pause <= 17.3 for pause in pauses(page))
    page.locator("h1").dispatch_event("pointerdown")
    assert all(1.7 <= pause <= 2.3 for pause in pauses(page)[1:])
    page.route("**/*known=*", lambda route: route.fulfill(status=503, body=""))
    evening.wait_for(page, lambda shown: pauses(shown)[-1] > 25, wanted=True)
    assert max(pauses(page)) <= 34.5
    page.evaluate(HIDE_PAGE)
    page.wait_for_timeout(100)
    page.evaluate("window.pauses = []")
    page.wait_for_timeout(200)
    assert page.evaluate("window.pauses") == []


def pauses(page: Page) -> list[float]:
    """Return the next pauses between two polls, in seconds."""
    page.evaluate("window.pauses = []")
    evening.wait_for(page, lambda shown: shown.evaluate("window.pauses.length >= 4"), wanted=True)
    return [pause / 1000 for pause in page.evaluate("window.pauses")]


LATER = "(seconds) => { const now = Date.now; Date.now = () => now() + seconds * 1000; }"
HIDE_PAGE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize(
    ("elsewhere", "answers", "points"),
    [
        (0, [], ["5 4 16 1", "13 0 13 0", "0 0 19 7"]),
        (1, ["Corriger la manche 1"], ["5 4 16 1", "13 0 13 0", "0 0 19 7"]),
        (1, ["Ce n’est pas la manche 1"], ["1 1 1 23", "5 4 16 1", "13 0 13 0", "0 0 19 7"]),
        (2, ["Corriger la manche 1", "Corriger la manche 2"], ["5 4 16 1", "13 0 13 0", "0 0 19 7"]),
    ],
)
def test_the_queue_stops_at_the_first_refusal_and_continues_once_it_is_resolved(
    open_phone: OpenPhone, elsewhere: int, answers: Sequence[str], points: Sequence[str]
) -> None:
    """A queued manche is compared with the recorded one of its number, not with the undone one nor with any other."""
    first, second = phones_at_one_table(open_phone, 2, tolerate=OFFLINE)
    queue_three(first)
    record_elsewhere(second, (1, 1, 1, 10), 3)
    send(second, "/undo", {})
    for _ in range(elsewhere):
        record_elsewhere(second, (1, 1, 1, 10), 3)
    first.context.set_offline(offline=False)
    for number, answer in enumerate(answers, start=1):
        expect(first.locator("#refusal")).to_contain_text(f"Déjà noté : la manche {number}.")
        expect(evening.rows(first)).to_have_count(elsewhere)
        first.get_by_role("button", name=answer).tap()
    evening.expect_points(first, [row.split() for row in points])
    expect(first.locator("#offline")).to_be_hidden()


def test_a_conflict_answered_in_one_tab_is_answered_in_the_other(open_phone: OpenPhone) -> None:
    first, second = phones_at_one_table(open_phone, 2, tolerate=OFFLINE)
    queue_three(first)
    first.context.route("**/manches/new", lambda route: route.abort())  # the network returns later for manches
    first.context.set_offline(offline=False)
    other = first.context.new_page()
    other.goto(first.url)
    record_elsewhere(second, (1, 1, 1, 10), 3)
    first.context.unroute("**/manches/new")
    for tab in (other, first):
        tab.bring_to_front()
        expect(tab.locator("#refusal")).to_contain_text("Déjà noté : la manche 1.")
    first.evaluate(NOTE_NUMBERS)
    first.get_by_role("button", name="Ce n’est pas la manche 1").tap()
    for tab in (first, other):
        evening.expect_points(tab, [row.split() for row in ("1 1 1 23", "5 4 16 1", "13 0 13 0", "0 0 19 7")])
        expect(tab.locator("#refusal")).to_have_count(0)
    assert sorted(first.evaluate("window.numbers")) == [3, 4]  # no tab could send manche 3 as manche 2


# Note the numbers of the manches that wait when the first one leaves the queue.
NOTE_NUMBERS = """() => document.addEventListener("marque:stored", ({ detail: removed }) => {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("marque waiting manche "));
  if (removed) window.numbers ??= keys.map((key) => JSON.parse(localStorage[key]).number);
})"""


def test_without_network_the_sheet_is_shown_and_a_manche_is_queued(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE, installed=True)
    evening.sit_down(page, dealer=ZOE)
    evening.record(page)
    partie = page.url
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)") == f"{partie.split('/c/')[0]}/"
    evening.wait_for(page, lambda shown: shown.evaluate(CACHED), 1)
    page.context.set_offline(offline=True)
    page.goto(partie)
    evening.wait_for(page, evening.sheet, [(["5", "4", "16", "1"], ["5", "4", "16", "1"])])
    expect(page.locator("#offline")).to_have_text("Pas de réseau : rien n’est perdu, réessayez plus tard.")
    evening.fill_entry(page, (0, 4, 4, 5), ANNE)
    page.locator("#record").tap()
    expect(page.locator(".queued")).to_be_visible()
    page.go_back()
    for again in (lambda: None, lambda: page.goto(partie)):
        again()
        expect(page.locator("#entry > summary .closed")).to_have_text("Noter la manche 3")
        evening.open_entry(page)
        assert [page.locator(f"#H-{seat}").input_value() for seat in range(4)] == ["", "", "", ""]
        expect(page.locator(".remaining").first).to_have_text("Il reste 13 cœurs à placer")
        page.go_back()
    page.goto(f"{partie}/rules")
    expect(page.get_by_role("heading", name="Pas de réseau")).to_be_visible()
    expect(page.locator("#seen-last .standings li")).to_have_count(4)
    expect(page.locator("#offline")).to_have_text("Gardé ici, envoyé dès que ça capte.")
    page.context.set_offline(offline=False)
    expect(page.locator("#offline")).to_be_hidden()
    page.get_by_role("link", name="La dernière feuille vue").tap()
    # Hearts 0 4 4 5, the queen to Anne.
    evening.expect_points(page, [["5", "4", "16", "1"], ["13", "4", "4", "5"]])


def test_without_network_the_year_and_the_carnet_are_read_again(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE, installed=True)
    evening.sit_down(page, dealer=ZOE)
    evening.record(page)
    partie = page.url
    carnet = partie.partition("/soirees")[0].partition("/parties")[0]
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    evening.wait_for(page, lambda shown: shown.evaluate(IS_CACHED), wanted=True)
    for path in ("/", "/years"):
        page.goto(f"{carnet}{path}")
        evening.wait_for(page, lambda shown: shown.evaluate(IS_CACHED), wanted=True)
    year = page.locator("main").inner_text()
    page.context.set_offline(offline=True)
    page.reload()
    assert page.locator("main").inner_text() == year
    expect(page.locator("#offline")).to_be_visible()
    page.get_by_role("link", name="Soirées", exact=True).tap()
    expect(page.get_by_role("link", name="Reprendre")).to_be_visible()
    page.goto(f"{carnet}/settings")
    expect(page.locator("#seen-last h2 a")).to_have_attribute("href", partie)  # the sheet, not the page seen last


def test_a_phone_that_is_put_out_loses_its_copies_and_old_copies_are_deleted(open_phone: OpenPhone) -> None:
    owner, guest = phones_at_one_table(open_phone, 2, tolerate=("status of 404",), installed=True)
    evening.wait_for(guest, lambda shown: shown.evaluate(IS_CACHED), wanted=True)
    partie = guest.url
    guest.evaluate(LET_AGE, "/old")
    guest.reload()
    evening.wait_for(guest, lambda shown: shown.evaluate(COPIES), [partie])
    owner.goto(f"{partie.partition('/parties')[0]}/me")
    send(owner, "/leave", {})  # both phones have the same access
    expect(guest.get_by_role("heading", name="Ce carnet n’est plus ouvert ici")).to_be_visible()
    evening.wait_for(guest, lambda shown: shown.evaluate(COPIES), [])


COPIES = """async () => (await (await caches.open("marque pages")).keys()).map((one) => one.url)"""
LET_AGE = """async (path) => {
  const seen = Date.now() - 31 * 24 * 3600 * 1000;
  await (await caches.open("marque pages")).put(path, new Response("", { headers: { Seen: seen } }));
}"""
IS_CACHED = """async () => Boolean(await (await caches.open("marque pages")).match(location.pathname))"""
# The number of manches in the cached copy of this page.
CACHED = """async () => {
  const copy = await (await caches.open("marque pages")).match(location.pathname);
  return copy ? (await copy.text()).split('<div class="lines"').length - 1 : 0;
}"""


def test_the_big_screen_shows_the_current_partie(open_phone: OpenPhone) -> None:
    first, wall = phones_at_one_table(open_phone, 2, tolerate=("status of 404",))
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto(f"{wall.locator('header .back').get_attribute('href')}/screen")
    expect(wall.locator(".turn-line")).to_have_text("Manche 1 · À Zoé de donner")
    record_elsewhere(first)
    expect(wall.locator(".latest tbody tr")).to_have_count(1)
    evening.wait_for(wall, evening.standings, [("1", MAX, "1"), ("2", LUC, "4"), ("3", ANNE, "5"), ("4", ZOE, "16")])
    assert wall.locator("button:visible, form:visible, input:visible").count() == 0
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for hearts in ((4, 4, 4, 1), (0, 4, 4, 5), (5, 4, 3, 1)):
        record_elsewhere(first, hearts, 1)
    # Zoé deals the first of five, Max, Anne and Luc the next three: the cards of the fifth, led by the 2♣.
    partie = first.url
    first.goto(f"{partie}/cards")
    send(first, "/cards", {"leader": "3"})
    expect(wall.locator(".places .face")).to_have_count(1)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(wall.locator(".latest tbody tr:visible")).to_have_count(2)
    first.goto(partie)
    send(first, "/delete", {})
    expect(wall.locator(".empty")).to_be_visible()


def queue_three(page: Page) -> None:
    """Record three manches without a network."""
    page.context.set_offline(offline=True)
    evening.open_entry(page)
    for number, hearts in enumerate(((5, 4, 3, 1), (13, 0, 0, 0), (0, 0, 6, 7)), start=1):
        evening.type_hearts(page, *hearts)
        evening.queen_to(page, ZOE)
        page.locator("#record").tap()
        expect(page.locator(".queued")).to_be_visible()
        if number < 3:
            page.get_by_role("button", name=f"Noter la manche {number + 1}").tap()
            expect(page.locator("#H-0")).to_have_value("")
