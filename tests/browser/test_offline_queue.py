"""Manches entered without a network: they are recorded later as entered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page, expect
from support import evening
from support.phones import OFFLINE, OpenPhone

from scorekeeper.record.database import writing
from scorekeeper.record.partie.open_partie import open_partie

ANNE, LUC, ZOE, MAX = evening.NAMES
TABLE = ("Anne", "Luc", "Zoé", "Max", "Eva", "Noé", "Lou", "Tom")

# Hearts entered for all players except the last, who gets the rest; 13 in all, or 26 with two packs.
HEARTS = {
    3: ((0, 1, 12), (1, 2, 10), (2, 3, 8)),
    4: ((0, 1, 2, 10), (1, 2, 3, 7), (2, 3, 4, 4)),
    6: ((0, 1, 2, 1, 0, 9), (1, 2, 3, 1, 1, 5), (2, 3, 4, 1, 2, 1)),
    8: ((0, 1, 2, 3, 0, 1, 2, 17), (1, 2, 3, 4, 1, 2, 3, 10), (2, 3, 4, 5, 2, 3, 4, 3)),
}
# The queen of spades counts 13, and goes to the first, the second, then the third player. At Belmont, so do the two
# queens, kings (10) and aces (7), 60 in all; the four teams sit across the table.
POINTS = {
    3: [["13", "1", "12"], ["1", "15", "10"], ["2", "3", "21"]],
    4: [["13", "1", "2", "10"], ["1", "15", "3", "7"], ["2", "3", "17", "4"]],
    6: [["13", "1", "2", "1", "0", "9"], ["1", "15", "3", "1", "1", "5"], ["2", "3", "17", "1", "2", "1"]],
    8: [["60", "2", "4", "20"], ["2", "64", "6", "14"], ["4", "6", "68", "8"]],
}


def key(page: Page, *figures: int) -> None:
    """Tap these figures on the keypad, without choosing a field."""
    for figure in figures:
        page.locator(f"#entry [data-key='{figure}']").tap()


def queue_manche(page: Page) -> None:
    page.locator("#record").tap()
    expect(page.locator(".queued")).to_be_visible()


def reconnect(page: Page, count: int) -> None:
    page.context.set_offline(offline=False)
    expect(evening.rows(page)).to_have_count(count)
    expect(page.locator("#offline")).to_be_hidden()


@pytest.mark.parametrize("seats", HEARTS)
def test_three_manches_of_hearts_are_recorded_as_entered(open_phone: OpenPhone, seats: int) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.open_new_partie(page, TABLE[:seats], dealer="Zoé")
    page.context.set_offline(offline=True)
    evening.open_entry(page)
    for number, hearts in enumerate(HEARTS[seats], start=1):
        key(page, *hearts[:-1])
        for queen in page.locator("#entry fieldset.chip-field").all():
            evening.pick(queen.locator(".chip").filter(has=page.locator(f"[value='{number - 1}']")))
        for black in ("QS", "KS", "AS") if seats == 8 else ():
            page.locator(f"#{black}-{number - 1}").fill("2")
        typed = [page.locator(f"#H-{seat}").input_value() for seat in range(seats - 1)]
        assert typed == [str(count) for count in hearts[:-1]]
        queue_manche(page)
        if number < 3:
            page.locator("[data-go-on]").tap()
            expect(page.locator("#H-0")).to_have_value("")
    reconnect(page, 3)
    evening.expect_points(page, POINTS[seats])


def test_a_manche_queued_by_version_0_2_is_recorded(open_phone: OpenPhone) -> None:
    """It waited in one list, without the number in its form."""
    page = open_phone(tolerate=OFFLINE)
    evening.open_new_partie(page, TABLE[:4], dealer="Zoé")
    page.context.set_offline(offline=True)
    evening.open_entry(page)
    key(page, *HEARTS[4][0][:-1])
    evening.pick(page.locator("#entry fieldset.chip-field .chip").filter(has=page.locator("[value='0']")))
    queue_manche(page)
    page.evaluate("""() => {
        const [name] = Object.keys(localStorage).filter((name) => name.startsWith("marque waiting "));
        const { action, body, number, page } = JSON.parse(localStorage[name]);
        delete localStorage[name];
        const former = new URLSearchParams(body);
        former.delete("number");
        localStorage["marque waiting"] = JSON.stringify([{ action, body: String(former), number, page }]);
    }""")
    page.context.set_offline(offline=False)
    page.reload()
    evening.expect_points(page, POINTS[4][:1])
    assert page.evaluate("localStorage['marque waiting'] ?? null") is None


def test_three_coups_of_piquet_are_recorded_as_entered(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.open_new_partie(page, TABLE[:2], game="piquet", dealer="Luc")
    page.context.set_offline(offline=True)
    evening.open_entry(page)
    for number, tricks in enumerate((5, 4, 3), start=1):
        assert page.locator("#entry .count input").first.get_attribute("id") == "tricks-0"
        key(page, tricks)
        expect(page.locator("#tricks-0")).to_have_value(str(tricks))
        evening.pick(page.locator("#entry label:has([name='last'][value='1'])"))
        queue_manche(page)
        if number < 3:
            page.locator("[data-go-on]").tap()
            expect(page.locator("#tricks-0")).to_have_value("")
    reconnect(page, 3)
    # A point for each lead, for each trick, and for the last; 10 for the most tricks. Anne leads coups 1 and 3.
    # Coup 1: 6 + 5 and 6 + 7 + 1 + 10. Coup 2: 4 + 4 and 8 + 8 + 1 + 10. Coup 3: 4 + 3 and 8 + 9 + 1 + 10.
    evening.expect_points(page, [["11", "24"], ["8", "27"], ["7", "28"]])


BIDS = (("4", "3", "3", "2"), ("3", "3", "2", "3"), ("2", "4", "3", "3"))


def test_three_manches_of_spades_are_recorded_as_entered(open_phone: OpenPhone) -> None:
    """Each result is entered without a network; the form of a manche never becomes that of the next."""
    page = open_phone(tolerate=OFFLINE)
    evening.open_new_partie(page, TABLE[:4], game="spades", dealer="Max")
    for number, tricks in enumerate((8, 6, 5), start=1):
        if not page.locator("#entry[open]").count():
            page.locator("#entry > summary").tap()
        for bid in BIDS[number - 1]:
            page.locator(f"[name='bid'][value='{bid}']").tap()
            page.wait_for_timeout(600)
        evening.open_entry(page)
        page.context.set_offline(offline=True)
        key(page, tricks)
        queue_manche(page)
        page.locator("#entry > summary").tap()
        page.wait_for_timeout(200)  # the toggle event comes a little later
        expect(page.locator("#entry > summary .closed")).to_have_text(f"Noter la manche {number}")
        expect(page.locator("#tricks-0")).to_have_value(str(tricks))
        reconnect(page, number)
    # Anne and Zoé: 7 bid, 8 made; 6 and 6; 5 and 5. Luc and Max: 5 and 5; 5 bid, 7 made; 7 bid, 8 made.
    evening.expect_points(page, [["71", "50"], ["60", "52"], ["50", "71"]])


def test_over_plain_http_entered_figures_survive_a_reload(open_phone: OpenPhone) -> None:
    """One manche is queued, the next partly entered, and the page is reloaded with the network."""
    page = open_phone(tolerate=OFFLINE, plain=True)
    evening.open_new_partie(page, TABLE[:4], dealer="Zoé")
    partie = page.url
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    page.context.set_offline(offline=True)
    evening.fill_entry(page)
    queue_manche(page)
    page.locator("[data-go-on]").tap()
    key(page, 2, 3)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(offline=False)
    page.goto(partie)
    evening.expect_points(page, [["5", "4", "16", "1"]])
    evening.open_entry(page)
    for seat, number in enumerate(("2", "3", "", "")):
        expect(page.locator(f"#H-{seat}")).to_have_value(number)


def test_a_queued_manche_is_a_row_and_changes_the_next_deal(open_phone: OpenPhone) -> None:
    for plain in (False, True):
        page = open_phone(tolerate=OFFLINE, plain=plain)
        evening.open_new_partie(page, TABLE[:4], dealer="Zoé")
        evening.record(page)
        expect(page.locator(".deal .turn-line")).to_have_text("Manche 2 · À Max de donner")
        page.context.set_offline(offline=True)
        evening.open_entry(page)
        key(page, 0, 1, 2)
        evening.queen_to(page, "Luc")
        page.locator("#entry details.fold > summary").filter(has_text="Note").tap()
        page.locator("#note").fill("Zoé rit")
        queue_manche(page)
        expect(page.locator("#record")).to_have_class("primary stored-here")
        page.locator("#entry > summary").tap()
        row = page.locator("#waits > li")
        expect(row).to_have_count(1)
        expect(row.locator(".n")).to_have_text("2")
        expect(row.locator(".keyed > span")).to_have_text(
            ["Cœurs : Anne 0, Luc 1, Zoé 2, Max 10", "Qui a pris la dame de pique ? Luc", "Zoé rit"]
        )
        expect(row.locator(".pending")).to_have_text("en attente")
        expect(page.locator(".missing")).to_have_text("sans la manche 2")
        expect(page.locator(".deal .turn-line")).to_have_text("Manche 3 · À Anne de donner")
        reconnect(page, 2)
        expect(row).to_have_count(0)
        expect(page.locator(".missing")).to_be_hidden()
        expect(page.locator(".deal .turn-line")).to_have_text("Manche 3 · À Anne de donner")


def test_a_queued_bid_is_counted_and_the_next_player_bids(open_phone: OpenPhone) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.open_new_partie(page, TABLE[:4], game="spades", dealer="Zoé")
    # 7 tricks announced and 3 taken, 5 and 10: −70 and 55.
    with evening.partie_of(page) as (partie, access), writing(), open_partie(partie, None, access) as opened:
        opened.record({"bids": [4, 3, 3, 2], "tricks": [3, 10]}, "")
    page.goto(page.url)
    page.locator("#entry > summary").tap()
    page.context.set_offline(offline=True)
    titles = (
        "À Luc d’annoncer",
        "À Zoé d’annoncer",
        "À Max d’annoncer",
        "Tous ont annoncé ; la suite dès que ça capte",
    )
    for bid, title, total in zip("4312", titles, (4, 7, 8, 10), strict=True):
        page.locator(f"[name='bid'][value='{bid}']").tap()
        expect(page.locator("#bidder")).to_have_text(title)
        expect(page.locator(".bidding .bid-sum")).to_have_text(f"{total} annoncés pour 13 plis")
    expect(page.locator(".bidding .contracts .total")).to_have_text(["−70", "55", "5", "5"])
    expect(page.locator(".bid-keys.spent")).to_have_css("pointer-events", "none")
