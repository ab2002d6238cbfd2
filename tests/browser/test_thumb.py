"""Quick taps: each shows at once, none is lost or doubled, and typed figures survive closing and reloading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support import evening, phones, playing
from support.phones import OFFLINE, OpenPhone
from web import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

ANNE, LUC, ZOE, MAX = evening.NAMES
KEPT = "Pas de réseau : tout est gardé ici, et envoyé dès que ça capte."
PAUSE = 500  # milliseconds between two taps
LATENCIES = (400, 1500)  # milliseconds: an answer before the next tap, and after several ones
# What a tap shows before the answer.
PRESSED = "() => [...document.querySelectorAll('.pressed')].map((key) => key.value)"
SLOTS = "() => [...document.querySelectorAll('.contracts .slot')].map((slot) => slot.textContent)"


HALF = 370  # pixels: half of the screen


def page_keys(page: Page, selector: str) -> list[float]:
    """Return the distance of each of these keys from the top of the screen."""
    boxes = [key.bounding_box() for key in page.locator(selector).all()]
    return [box["y"] for box in boxes if box is not None]


def top(page: Page, selector: str) -> float:
    """Return the distance of an element from the top of the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


def bottom(page: Page, selector: str) -> float:
    """Return the distance of the end of an element from the top of the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def is_above_the_dock(fold: Locator) -> bool:
    """Whether the end of a fold is not behind the dock, or the fold is too high for the screen."""
    box = fold.bounding_box()
    assert box is not None
    return box["y"] + box["height"] <= top(fold.page, "#entry .dock") + 1 or box["y"] <= 1


def bidding(page: Page) -> None:
    """Open the bids of a partie of Atout Pique; Zoé deals, so that Maximilienne-Alexandrine begins."""
    evening.open_new_partie(page, game="spades", dealer=ZOE)
    page.locator("#entry:not([open]) > summary").tap()
    expect(page.locator("form.bid-keys")).to_be_visible()


def bid(page: Page, *bids: str) -> None:
    """Bid for Maximilienne-Alexandrine, Anne, Luc and Zoé, each after the answer to the bid before."""
    for number, key in enumerate(bids, start=3):
        expect(page.locator("#bidder")).to_contain_text(evening.NAMES[number % 4])
        page.locator(f"[name='bid'][value='{key}']").tap()


def tap_quickly(page: Page, selectors: list[str]) -> None:
    """Tap the positions of these keys, half a second apart, without waiting for the page."""
    boxes = [page.locator(selector).bounding_box() for selector in selectors]
    for box in boxes:
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(PAUSE)


@pytest.mark.parametrize("latency", LATENCIES)
def test_bids_tapped_quickly_are_all_recorded(phone: Page, latency: int) -> None:
    bidding(phone)
    phones.slow_down(phone, latency)
    tap_quickly(phone, [f"[name='bid'][value='{bid}']" for bid in (4, 3, 3, 1)])
    expect(phone.locator("form.bid-keys")).to_have_count(0)
    # Max, Anne, Luc, Zoé in turn: Anne 3 and Zoé 1, Luc 3 and Max 4 (AP-4).
    expect(phone.locator("#entry .contracts .team-bids + .total")).to_have_text(["4", "7"])
    expect(phone.locator("#entry .contracts .team-bids")).to_have_text(["3 + 1", "3 + 4"])


def test_the_keys_of_bids_are_in_the_lower_half(each_phone: Page) -> None:
    bidding(each_phone)
    assert page_keys(each_phone, ".bid-keys button")[0] > HALF
    first = page_keys(each_phone, ".bid-keys button")
    each_phone.locator("[name='bid'][value='4']").tap()
    expect(each_phone.locator("#entry .contracts .team-bids + .total")).to_have_text(["0", "4"])
    evening.wait_for(each_phone, lambda page: page_keys(page, ".bid-keys button"), first)  # no key moves


def test_the_keys_of_the_leader_are_in_the_lower_half(each_phone: Page) -> None:
    evening.sit_down(each_phone, dealer=ANNE)
    playing.open_table(each_phone)
    assert page_keys(each_phone, ".player-key")[0] > HALF


def test_a_failed_nil_shows_as_many_keys_as_its_team_took_above_the_dock(phone: Page) -> None:
    """Max 3, Anne nil, Luc 2, Zoé 4; Anne and Zoé take five tricks."""
    bidding(phone)
    bid(phone, "3", "nil", "2", "4")
    expect(phone.locator("fieldset.nil")).to_have_count(1)
    evening.open_entry(phone)
    phone.locator("[data-key='5']").tap()
    evening.pick(phone.locator(".nil .chip:has(.failed)"))
    expect(phone.locator(".tricks-of p")).to_have_text(f"Combien de plis pour {ANNE} ?")
    expect(phone.locator(".tricks-of .chip:visible")).to_have_text(["1", "2", "3", "4", "5"])
    assert bottom(phone, ".nil") <= top(phone, "#entry .dock") + 1
    evening.pick(phone.locator(".tricks-of .chip:has([value='2'])"))
    assert phone.locator(".nil :checked").count() == 1  # made, failed and the number are one choice
    evening.pick(phone.locator(".nil .chip:has([value='0'])"))
    expect(phone.locator(".tricks-of")).to_be_hidden()


def test_what_was_refused_is_above_the_dock(phone: Page) -> None:
    """Max 3, Anne nil, Luc 2, Zoé nil; Anne and Zoé take five tricks, and no one says whose nil failed."""
    bidding(phone)
    bid(phone, "3", "nil", "2", "nil")
    expect(phone.locator("fieldset.nil")).to_have_count(2)
    evening.open_entry(phone)
    phone.locator("[data-key='5']").tap()
    phone.locator("#record").tap()
    expect(phone.locator(".nil.wrong")).to_have_count(1)
    evening.wait_for(phone, lambda page: is_above_the_dock(page.locator(".nil.wrong")), wanted=True)
    expect(phone.locator("#refusal")).to_be_in_viewport(ratio=1)


def test_a_fold_opens_above_the_dock(phone: Page) -> None:
    evening.sit_down(phone)
    evening.open_entry(phone)
    for number in range(2):
        fold = phone.locator("#entry details.fold").nth(number)
        fold.locator("summary").tap()
        expect(fold).to_have_attribute("open", "")
        expect(fold.locator("input, textarea").first).to_be_in_viewport()
        evening.wait_for(phone, lambda _page, fold=fold: is_above_the_dock(fold), wanted=True)


def test_the_lines_of_the_last_manche_open_above_the_dock(phone: Page) -> None:
    evening.sit_down(phone)
    for _ in range(3):
        evening.record(phone)
    phone.evaluate("scrollTo(0, 0)")
    row = evening.rows(phone).last
    row.locator("summary").tap()
    expect(row.locator(".buttons a").first).to_be_visible()
    dock = top(phone, "#entry > summary")
    evening.wait_for(phone, lambda page: bottom(page, "#log .log-rows > :last-child") < dock, wanted=True)


def test_the_focus_stays_on_the_key_and_the_next_player_is_announced(phone: Page) -> None:
    bidding(phone)
    expect(phone.locator("#announced-turn")).to_be_attached()  # its script is loaded after the page
    for bid, bidder in (("4", ANNE), ("3", LUC), ("3", ZOE)):
        phone.locator(f"[name='bid'][value='{bid}']").press("Enter")
        expect(phone.locator("#announced-turn")).to_have_text(f"À {bidder} d’annoncer")
        expect(phone.locator(f"[name='bid'][value='{bid}']")).to_be_focused()
    phone.get_by_role("button", name="Reprendre la dernière annonce").press("Enter")
    expect(phone.locator("#announced-turn")).to_have_text(f"À {LUC} d’annoncer")
    expect(phone.get_by_role("button", name="Reprendre la dernière annonce")).to_be_focused()


def test_the_focus_stays_among_the_cards_and_goes_to_a_breach(phone: Page) -> None:
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    playing.Finger(phone).lead(1)
    expect(phone.locator("#announced-turn")).to_be_attached()  # its script is loaded after the page
    for card, player in (("KC", MAX), ("3C", ANNE), ("5D", ZOE)):
        phone.locator(f".key[value='{card}']").press("Enter")
        expect(phone.locator("#announced-turn")).to_have_text(f"À {player} de jouer")
        expect(phone.locator("form.keys button:focus")).to_have_count(1)
    phone.locator(".undo").press("Enter")
    expect(phone.locator("#announced-turn")).to_have_text(f"À {ANNE} de jouer")
    expect(phone.locator(".undo")).to_be_focused()
    for card in ("5D", "KD", "2D"):
        phone.locator(f".key[value='{card}']").press("Enter")
        expect(phone.locator(f".key[value='{card}']")).to_have_count(0)
    phone.locator(".key[value='5C']").press("Enter")
    expect(phone.locator(".interruption")).to_be_focused()


def test_a_bid_is_shown_before_the_answer(phone: Page) -> None:
    bidding(phone)
    phones.slow_down(phone, 1500)
    for bid, shown in (("4", ["·", "·", "·", "4"]), ("2", ["2", "·", "·", "4"])):
        phone.locator(f"[name='bid'][value='{bid}']").tap()
        assert phone.evaluate(SLOTS) == shown
        assert bid in phone.evaluate(PRESSED)
    expect(phone.locator("#entry .contracts .team-bids").first).to_have_text("2 + ·")
    expect(phone.locator("#entry .contracts .team-bids").last).to_have_text("· + 4")


def test_a_bouncing_finger_bids_once(phone: Page) -> None:
    bidding(phone)
    phones.slow_down(phone, 400)
    phones.double_tap(phone.locator("[name='bid'][value='3']"))
    expect(phone.locator("#bidder")).to_contain_text(ANNE)
    expect(phone.locator("form.bid-keys [name='seat']")).to_have_value("0")  # that of Anne: one bid was recorded


def calls(page: Page) -> list[str]:
    """Return the bids of each team, as the entry shows them."""
    return page.locator("#entry .contracts .team-bids").all_inner_texts()


def test_bids_tapped_without_network_are_sent_later(open_phone: OpenPhone) -> None:
    """Zoé deals: Max bids 3, Anne 4; Luc's bid is undone offline, and the page is reloaded."""
    phone = open_phone(tolerate=OFFLINE)
    bidding(phone)
    phone.context.set_offline(offline=True)
    for bid in (3, 4):
        phone.locator(f"[name='bid'][value='{bid}']").tap()
    expect(phone.locator("#offline")).to_have_text(KEPT)
    evening.wait_for(phone, calls, ["4 + ·", "· + 3"])
    expect(phone.locator("#bidder")).to_contain_text(LUC)
    phone.context.set_offline(offline=False)
    expect(phone.locator("form.bid-keys [name='seat']")).to_have_value("1")  # both were recorded
    expect(phone.locator("#offline")).to_be_hidden()
    phone.context.set_offline(offline=True)
    for bid in (5, 2):
        phone.locator(f"[name='bid'][value='{bid}']").dblclick()  # a finger that bounces
    evening.wait_for(phone, calls, ["4 + 2", "5 + 3"])
    phone.get_by_role("button", name="Reprendre la dernière annonce").tap()
    evening.wait_for(phone, calls, ["4 + ·", "5 + 3"])
    phone.route("**/begin", lambda route: route.abort())
    phone.context.set_offline(offline=False)
    phone.reload()
    evening.wait_for(phone, calls, ["4 + ·", "5 + 3"])
    phone.unroute("**/begin")
    expect(phone.locator("#bidder")).to_contain_text(ZOE)
    expect(phone.locator("#offline")).to_be_hidden()


def test_a_bid_is_kept_until_its_own_answer_comes(open_phone: OpenPhone) -> None:
    """The page is prepared once more while the bid that waited is on its way; the network fails then."""
    phone = open_phone(tolerate=OFFLINE)
    bidding(phone)
    address = phone.url.partition("#")[0]
    phone.context.set_offline(offline=True)
    phone.locator("[name='bid'][value='3']").tap()
    expect(phone.locator("#offline")).to_have_text(KEPT)
    requests: list[Route] = []
    phone.route("**/begin", lambda route: requests.append(route))  # noqa: PLW0108 — a bound method is no route handler
    phone.context.set_offline(offline=False)
    evening.wait_for(phone, lambda _: len(requests), 1)
    phone.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    requests[0].abort()
    expect(phone.locator("#offline")).to_have_text(KEPT)
    phone.unroute("**/begin")
    phone.reload()
    expect(phone.locator("#bidder")).to_contain_text(ANNE)
    expect(phone.locator("#offline")).to_be_hidden()
    phone.goto(f"{address}?entry=open")  # the page may have been reloaded once more, which closes the entry
    assert calls(phone) == ["· + ·", "· + 3"]


@pytest.mark.parametrize("delay", [0, 50, 150, None], ids=lambda delay: "closed" if delay is None else f"{delay}_ms")
def test_bids_tapped_without_network_are_all_sent_though_the_page_is_left(
    open_phone: OpenPhone, delay: int | None
) -> None:
    """The page is loaded again while they are sent, or closed before."""
    phone = open_phone(tolerate=OFFLINE)
    bidding(phone)
    phone.context.set_offline(offline=True)
    for bid in (3, 4, 1):
        phone.locator(f"[name='bid'][value='{bid}']").tap()
    expect(phone.locator("#bidder")).to_contain_text(ZOE)
    address, context = phone.url, phone.context
    if delay is None:
        phone.close()
        context.set_offline(offline=False)
        phone = context.new_page()
        phone.goto(address)
    else:
        context.set_offline(offline=False)
        phone.wait_for_timeout(delay)
        phone.reload()
    expect(phone.locator("form.bid-keys [name='seat']")).to_have_value("2", timeout=15_000)
    expect(phone.locator("#offline")).to_be_hidden()
    evening.wait_for(phone, calls, ["4 + ·", "1 + 3"])


def test_cards_tapped_without_network_stop_at_an_irregular_one(open_phone: OpenPhone) -> None:
    """Luc leads the 2♣; Zoé takes with the K♣, Max claims to have no club, then plays one: forbidden (T-5)."""
    phone = open_phone(tolerate=OFFLINE)
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    finger = playing.Finger(phone)
    finger.lead(1)
    finger.card("KC")
    phone.context.set_offline(offline=True)
    for card in ("5D", "3C", "8C", "6C", "7S"):
        phone.locator(f".key[value='{card}']").tap()
    expect(phone.locator("#offline")).to_have_text(KEPT)
    expect(phone.locator(".places .stored")).to_have_count(2)
    expect(phone.locator(".key.pressed")).to_have_count(5)
    phone.context.set_offline(offline=False)
    expect(phone.locator(".interruption")).to_be_visible()
    expect(phone.locator("#offline")).to_contain_text("La suite de ce que vous avez tapé n’est pas notée")
    phone.get_by_role("link", name="Erreur de saisie").tap()
    expect(phone.locator(".undo")).to_contain_text("8♣")
    expect(phone.locator("#offline")).to_be_hidden()
    expect(phone.locator(".key[value='7S']")).to_be_visible()


def test_queued_cards_are_not_added_to_those_of_another_phone(open_phone: OpenPhone) -> None:
    phone = open_phone(tolerate=OFFLINE)
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    finger = playing.Finger(phone)
    finger.lead(1)
    phone.route("**/cards*", lambda route: route.abort())
    for card in ("3C", "4C"):
        phone.locator(f".key[value='{card}']").tap()
    expect(phone.locator("#offline")).to_have_text(KEPT)
    form = visitor.Page(200, phone.request.get(phone.url).text()).form("/cards")
    assert phone.request.post(form.action, form=dict(form.fields) | {"card": "5C"}).ok
    phone.unroute("**/cards*")
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator(".undo")).to_contain_text("5♣")
    expect(phone.locator("#offline")).to_contain_text(re.compile("reprenez d’ici"))
    expect(phone.locator(".key[value='4C']:not(.pressed)")).to_be_visible()
    phone.locator(".key[value='4C']").tap()
    expect(phone.locator(".undo")).to_contain_text("4♣")


def test_after_a_server_error_the_next_tap_is_sent(open_phone: OpenPhone) -> None:
    phone = open_phone(tolerate=("status of 503",))
    bidding(phone)
    phone.route(
        "**/begin", lambda route: route.fulfill(status=503, body="<p>error</p>", headers=phones.FROM_APP), times=1
    )
    phone.locator("[name='bid'][value='4']").tap()
    expect(phone.locator("#offline")).to_contain_text("Pas encore noté")
    assert phone.evaluate(SLOTS) == ["·", "·", "·", "·"]
    phone.locator("[name='bid'][value='4']").tap()
    expect(phone.locator("#bidder")).to_contain_text(ANNE)


@pytest.mark.parametrize("latency", LATENCIES)
def test_cards_tapped_quickly_are_all_played(phone: Page, latency: int) -> None:
    """Luc leads the 2♣, all play clubs, and Zoé, who took with the K♣, leads to the next trick."""
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    finger = playing.Finger(phone)
    finger.lead(1)
    phones.slow_down(phone, latency)
    tap_quickly(phone, [f".key[value='{card}']" for card in ("KC", "3C", "4C", "5D")])
    expect(phone.locator(".key[value='5D']")).to_have_count(0)
    expect(phone.locator(".undo")).to_contain_text("5♦")
    for card in ("2C", "KC", "3C", "4C", "5D"):
        expect(phone.locator(f".key[value='{card}']")).to_have_count(0)


@pytest.mark.parametrize("latency", LATENCIES)
def test_cards_undone_before_their_answers_are_taken_back(phone: Page, latency: int) -> None:
    """The first undo is that of the 3♣, the second that of the K♣, which the 4♣ replaces."""
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    playing.Finger(phone).lead(1)
    phones.slow_down(phone, latency)
    tap_quickly(phone, [".key[value='KC']", ".key[value='3C']", ".undo", ".undo", ".key[value='4C']"])
    evening.wait_for(phone, playing.played_cards, ["", "2♣", "4♣", ""])
    expect(phone.locator(".undo")).to_contain_text("4♣")
    assert phone.locator("#refusal").count() == 0


@pytest.mark.parametrize("latency", LATENCIES)
def test_tricks_tapped_quickly_all_count_pi_19(phone: Page, latency: int) -> None:
    """Anne leads, 1; her two tricks and the leads after them make 5, Luc's two 4, and her third with its lead 7."""
    evening.open_new_partie(phone, (ANNE, LUC), "piquet", dealer=LUC)
    evening.open_entry(phone)
    phone.locator("[name='call']").tap()
    expect(phone.locator("#to-lead")).to_have_text(f"Pli 1 · {ANNE} entame : 1")
    phones.slow_down(phone, latency)
    tap_quickly(phone, [f".player-key[value='{taker}']" for taker in (0, 0, 1, 1, 0)])
    expect(phone.locator("#to-lead")).to_have_text(f"Pli 6 · {ANNE} entame : 7")
    expect(phone.locator(".counters .total")).to_have_text(["7", "4"])


def test_back_closes_the_entry_and_keeps_the_figures(phone: Page) -> None:
    evening.sit_down(phone)
    partie = phone.url
    evening.open_entry(phone)
    evening.type_hearts(phone, 5, 4)
    evening.queen_to(phone, LUC)
    phone.go_back()
    expect(phone.locator("#entry")).not_to_have_attribute("open", "")
    assert phone.url == partie
    for again in (lambda: None, phone.reload):
        again()
        evening.open_entry(phone)
        for seat, typed in enumerate(("5", "4", "", "")):
            expect(phone.locator(f"#H-{seat}")).to_have_value(typed)
        expect(phone.locator("#entry [name='QS']:checked")).to_have_value("1")
        phone.go_back()
    expect(phone.locator("#entry")).not_to_have_attribute("open", "")


def test_a_reload_during_an_entry_restores_it(phone: Page) -> None:
    evening.sit_down(phone)
    evening.open_entry(phone)
    for figure in ("5", "4"):
        phone.locator(f"[data-key='{figure}']").tap()
    expect(phone.locator("#H-1")).to_have_value("4")
    phone.reload()
    expect(phone.locator("#record")).to_be_visible()
    expect(phone.locator(".draft-notice")).to_be_visible()
    for figure in ("3", "1"):
        phone.locator(f"[data-key='{figure}']").tap()
    evening.queen_to(phone, ZOE)
    phone.locator("#record").tap()
    expect(evening.rows(phone)).to_have_count(1)
    evening.wait_for(phone, lambda page: evening.sheet(page)[0][0], ["5", "4", "16", "1"])
    evening.open_entry(phone)
    assert [phone.locator(f"#H-{seat}").input_value() for seat in range(4)] == ["", "", "", ""]
    expect(phone.locator(".draft-notice")).to_be_hidden()


def test_stored_figures_can_be_discarded(phone: Page) -> None:
    evening.sit_down(phone)
    evening.open_entry(phone)
    evening.type_hearts(phone, 5, 4)
    phone.go_back()
    phone.reload()
    evening.open_entry(phone)
    expect(phone.locator(".remaining").first).to_have_text("Il reste 4 cœurs à placer")
    expect(phone.locator("#H-2")).to_have_class(re.compile("current"))
    phone.locator("[data-discard]").tap()
    assert phone.locator("#H-0").input_value() == ""
    expect(phone.locator(".remaining").first).to_have_text("Il reste 13 cœurs à placer")
    phone.reload()
    expect(phone.locator(".draft-notice")).to_be_hidden()


def test_the_keypad_replaces_figures_filled_in_from_the_cards(phone: Page) -> None:
    evening.sit_down(phone, dealer=ANNE)
    playing.open_table(phone)
    finger = playing.Finger(phone)
    finger.lead(1)
    finger.cards(["KC", "3C", "4C", "5D", "6D", "7D"])
    phone.get_by_role("link", name="Finir sans les cartes").tap()
    expect(phone.locator("#H-0")).to_have_value("0")
    for figure in ("3", "4", "5"):
        phone.locator(f"[data-key='{figure}']").tap()
    assert [phone.locator(f"#H-{seat}").input_value() for seat in range(4)] == ["3", "4", "5", "1"]
    evening.queen_to(phone, LUC)
    phone.locator("#record").tap()
    expect(evening.rows(phone)).to_have_count(1)
    evening.wait_for(phone, evening.first_points, ["3", "17", "5", "1"])


def test_a_coup_of_piquet_keeps_figures_typed_at_another_depth(phone: Page) -> None:
    """Elder's point of five cards, entered in « Déclarations » after another depth was opened."""
    evening.open_new_partie(phone, (ANNE, LUC), game="piquet", dealer=LUC)
    evening.open_entry(phone)
    for depth in ("declared", "hands", "declared"):
        phone.locator(f"[name='switch'][value='{depth}']").tap()
        expect(phone.locator(f"[name='switch'][value='{depth}'][aria-current]")).to_be_visible()
    evening.pick(phone.locator("label:has([name='point-0'][value='5'])"))
    phone.reload()
    if phone.locator("#entry:not([open])").count():
        evening.open_entry(phone)
    phone.locator("[name='switch'][value='declared']").tap()
    expect(phone.locator("[name='switch'][value='declared'][aria-current]")).to_be_visible()
    expect(phone.locator("[name='point-0'][value='5']")).to_be_checked()
