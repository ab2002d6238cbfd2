"""Two phones at one table, the second in English: what one changes while the other has the page open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.test_live import SHORT_PAUSES, record_elsewhere
from browser.test_piquet import give_tricks, turn_to
from browser.test_replacing import know
from browser.test_signs import SIGNS_OF
from playwright.sync_api import Page, expect
from support import evening, playing
from support.phones import OFFLINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Table = Callable[..., tuple[Page, Page]]

pytestmark = pytest.mark.browser

ANNE, LUC, ZOE, MAX = evening.NAMES
NEW = "Denis"


@pytest.fixture
def seat(open_phone: Callable[..., Page]) -> Table:
    """A function that opens a partie on a phone in French and on one in English, which poll often; Zoé deals."""

    def open_table(
        names: Sequence[str] = evening.NAMES, *, game: str = "hearts", dealer: str = ZOE, preset: str = ""
    ) -> tuple[Page, Page]:
        first, second = (open_phone(locale, tolerate=(*OFFLINE, "status of 404")) for locale in ("fr-FR", "en-GB"))
        for page in (first, second):
            page.add_init_script(SHORT_PAUSES)
            page.emulate_media(reduced_motion="reduce")  # the strip stays
        evening.open_new_partie(first, names, game, dealer, preset)
        evening.give_access(second, first.url)
        second.goto(first.url)
        return first, second

    return open_table


def path_of(page: Page) -> str:
    return page.url.partition("#")[0].partition("?")[0]


def soiree_of(page: Page) -> str:
    return page.locator("header .back").get_attribute("href") or ""


def back(page: Page, address: str) -> None:
    """Go back to this address, and wait until its page is loaded again."""
    page.evaluate("window.left = true; void setTimeout(() => history.back())")
    evening.wait_for(page, lambda shown: shown.evaluate("[location.href, 'left' in window]"), [address, False])


def test_a_wrong_first_dealer_is_not_put_right_over_a_manche_of_the_other_phone(seat: Table) -> None:
    first, second = seat()
    record_elsewhere(first, (5, 4, 3, 1), 2)
    second.goto(f"{path_of(first)}/dealer")
    expect(second.get_by_role("heading", name="Was the first dealer wrong?")).to_be_visible()
    record_elsewhere(first, (0, 4, 4, 5), 0)
    second.locator("form:has-text('first dealer')").get_by_role("button", name=f"{ANNE} Hand 2").tap()
    expect(second.locator("#refusal")).to_contain_text("hand 2 recorded")
    expect(second.locator(".dealer")).to_have_text(f"Hand 3 · {ANNE} deals")
    second.locator("form:has-text('first dealer')").get_by_role("button", name=f"{ANNE} Hand 3 · {ZOE}").tap()
    expect(second.locator(".deal .dealer")).to_have_text(f"Hand 3 · {ZOE} deals")
    expect(first.locator(".deal .dealer")).to_have_text(f"Manche 3 · À {ZOE} de donner")
    expect(evening.rows(first)).to_have_count(2)


def test_an_order_kept_without_a_network_does_not_overwrite_that_of_the_other_phone(seat: Table) -> None:
    first, second = seat()
    for page in (first, second):
        page.goto(f"{path_of(page)}/players")
    expect(second.get_by_role("heading", name="Another order of play?")).to_be_visible()
    first.context.set_offline(offline=True)
    first.locator("[name=order]").last.tap()
    expect(first.locator("#offline")).to_contain_text("ce que vous tapez est gardé")
    second.locator("[name=order]").first.tap()
    expect(second.locator(".strip .said")).to_have_text(f"New order: {ANNE} → {LUC} → {MAX} → {ZOE}")
    first.context.set_offline(offline=False)
    expect(first.locator(".conflict td")).to_have_text(
        [f"{ANNE} → {LUC} → {MAX} → {ZOE}", f"{ANNE} → {MAX} → {ZOE} → {LUC}"]
    )
    back(second, f"{path_of(first)}")
    expect(second.get_by_text("Until now")).to_contain_text(f"{ANNE} → {LUC} → {MAX} → {ZOE}")


def test_two_phones_exchange_the_same_names_once(seat: Table) -> None:
    """5 4 16 1: Anne's and Zoé's columns change hands once, not twice, also when one goes back and taps again."""
    first, second = seat()
    record_elsewhere(first, (5, 4, 3, 1), 2)
    for page in (first, second):
        page.goto(f"{path_of(page)}/players")
        for name in (ANNE, ZOE):
            page.locator("label.chip").filter(has_text=name).tap()
        page.locator(".dock button").tap()
        page.wait_for_selector(".change")
    expect(second.locator(".change li")).to_have_text([f"{ANNE}: 16, was 5", f"{ZOE}: 5, was 16"])
    first.get_by_role("button", name="Échanger les deux noms").tap()
    expect(first.locator(".strip .said")).to_have_text(f"Noms échangés : {ZOE} et {ANNE}")
    second.get_by_role("button", name="Exchange the two names").tap()
    expect(second.locator("#refusal")).to_contain_text("two names exchanged")
    expect(second.locator(".conflict th")).to_have_text(["Recorded meanwhile", "Your choice"])
    second.goto(path_of(first))
    for page in (first, second):
        evening.expect_totals(page, **{MAX: "1", LUC: "4", ZOE: "5", ANNE: "16"})


def test_a_player_is_replaced_while_the_other_phone_renames(seat: Table) -> None:
    first, second = seat()
    know(first, NEW)
    first.goto(f"{path_of(first)}/players/1")
    second.goto(f"{path_of(second)}/players")
    second.get_by_role("link", name=f"Rename {LUC}").tap()
    second.locator("#name").fill("Lucien")
    second.get_by_role("button", name="Save", exact=True).tap()
    second.wait_for_url("**/players")
    first.get_by_role("button", name=NEW).tap()
    expect(first.locator(".strip .said")).to_have_text(f"{NEW} à la place de Lucien")
    second.goto(path_of(first))
    expect(second.locator(".standings .who")).to_contain_text([ANNE, NEW, ZOE, MAX])
    second.goto(f"{path_of(first)}/players")
    expect(second.get_by_text(f"Hand 1 · {NEW} in for Lucien")).to_be_visible()


@pytest.mark.parametrize(
    ("page_name", "tap"),
    [("dealer", ".leaders button >> nth=0"), ("players", "[name=order] >> nth=0"), ("players/1", "[name=player]")],
)
def test_back_after_a_repair_repeats_nothing(seat: Table, page_name: str, tap: str) -> None:
    first, second = seat()
    know(first, NEW)
    address = path_of(first)
    for page in (first, second):
        page.goto(f"{address}/{page_name}")
    first.locator(tap).tap()
    expect(first.locator(".strip")).to_be_visible()
    version = first.locator("[name=version]").first.input_value()
    back(first, f"{address}/{page_name}")
    back(first, address)
    expect(first.locator("[name=version]").first).to_have_value(version)
    back(second, address)
    expect(second.locator("[name=version]").first).to_have_value(version)


def test_the_second_phone_resumes_where_the_first_is(seat: Table) -> None:
    first, second = seat()
    partie = path_of(first)
    second.goto(soiree_of(first))
    resume = second.locator(".dock a.primary")
    expect(resume).to_have_text("Resume: Hearts, hand 1")
    record_elsewhere(first, (5, 4, 3, 1), 2)
    expect(resume).to_have_text("Resume: Hearts, hand 2")
    resume.tap()
    second.wait_for_url(partie)
    expect(evening.rows(second)).to_have_count(1)
    record_elsewhere(first, (5, 4, 3, 1), 2)
    expect(evening.rows(second)).to_have_count(2)
    second.go_back()
    expect(resume).to_have_text("Resume: Hearts, hand 3")


def test_a_revanche_tapped_on_two_phones_is_one_partie(seat: Table) -> None:
    first, second = seat()
    ended, soiree = path_of(first), soiree_of(first)
    evening.record_directly(first, (1, 0, 2, 10), MAX, times=5)  # 5, 0, 10 and 115
    expect(second.locator(".winner")).to_have_text(f"Winner: {LUC}")
    second.context.set_offline(offline=True)  # it does not hear of the revanche
    first.get_by_role("button", name="Revanche").tap()
    first.wait_for_url(lambda url: url != ended)
    revanche = path_of(first)
    record_elsewhere(first, (5, 4, 3, 1), 2)
    second.get_by_role("button", name="Rematch").tap()
    expect(second.locator("#offline")).to_be_visible()
    second.context.set_offline(offline=False)
    for again in (lambda: None, lambda: back(second, ended)):  # as old, then loaded again
        again()
        second.get_by_role("button", name="Rematch").tap()
        second.wait_for_url(revanche)
        expect(evening.rows(second)).to_have_count(1)
    back(first, ended)
    first.get_by_role("button", name="Revanche").tap()
    first.wait_for_url(revanche)
    first.goto(soiree)
    expect(first.locator(".parties > li")).to_have_count(1)  # and the revanche


def test_a_last_manche_recorded_without_a_network_ends_the_partie_on_both_phones(seat: Table) -> None:
    first, second = seat()
    evening.record_directly(first, (1, 0, 2, 10), MAX, times=4)
    second.goto(f"{soiree_of(first)}/screen")
    expect(second.locator(".what")).to_contain_text("Hearts · 4 hands")
    first.context.set_offline(offline=True)
    evening.fill_entry(first, (1, 0, 2, 10), MAX)
    first.locator("#record").tap()
    expect(first.locator(".queued")).to_be_visible()
    first.context.set_offline(offline=False)
    expect(first.locator(".winner")).to_have_text(f"Victoire : {LUC}")
    expect(second.locator(".winner")).to_have_text(f"Winner: {LUC}")
    expect(second.locator(".what")).to_contain_text("5 hands")


def test_a_breach_on_one_phone_sends_the_cards_back_on_both(seat: Table) -> None:
    """Luc leads the 2♣, Anne throws the 5♦ and plays the 5♣ in the next trick."""
    first, second = seat(dealer=ANNE)
    for page in (first, second):
        page.goto(f"{path_of(page)}/cards")
    finger = playing.Finger(second)
    finger.lead(1)
    finger.cards(["KC", "3C", "5D", "KD", "2D"])
    expect(first.locator("#to-play")).to_contain_text(ANNE)
    finger.card("5C")
    expect(second.locator("#breach")).to_have_text(f"{ANNE} still had clubs")
    second.go_back()
    expect(second.locator(".interruption")).to_have_count(0)
    second.locator(".key[value='5C']").tap()
    finger.settle("Go back to trick 1")
    for page, king in ((first, "R♣"), (second, "K♣")):
        evening.wait_for(page, playing.played_cards, ["", "2♣", king, "3♣"])


def test_the_end_without_cards_is_offered_and_recorded_for_both_phones(seat: Table) -> None:
    deal = playing.recorded("hearts", 6)
    first, second = seat(dealer=ANNE)
    for page in (first, second):
        page.goto(f"{path_of(page)}/cards")
    playing.Finger(first).lead(deal["leader"])
    playing.play_without_taps(first, deal["plays"][1:40])
    finish = second.locator(".hand-side .dock a")
    expect(finish).to_contain_text("Finish without cards")
    second.route("**/*known=*", lambda route: route.abort())
    finish.tap()
    first.locator(".hand-side .dock a").tap()
    for page in (first, second):  # both tap: the second does not record a manche more
        page.locator("#record").tap()
    evening.wait_for(first, evening.first_points, [str(points) for points in deal["points"]])
    expect(second.locator("#refusal")).to_contain_text("Hand 1 is already recorded.")
    expect(evening.rows(first)).to_have_count(1)


def test_the_end_without_cards_is_kept_without_a_network(seat: Table) -> None:
    deal = playing.recorded("hearts", 6)
    first, second = seat(dealer=ANNE)
    first.goto(f"{path_of(first)}/cards")
    playing.Finger(first).lead(deal["leader"])
    playing.play_without_taps(first, deal["plays"][1:40])
    first.locator(".hand-side .dock a").tap()
    first.context.set_offline(offline=True)
    first.locator("#record").tap()
    expect(first.locator(".queued")).to_be_visible()
    expect(evening.rows(second)).to_have_count(0)
    first.context.set_offline(offline=False)
    for page in (first, second):
        evening.wait_for(page, evening.first_points, [str(points) for points in deal["points"]])


def test_names_are_not_exchanged_without_a_network(seat: Table) -> None:
    """The page says so and keeps the choice, which then exchanges 5 and 16."""
    first, second = seat()
    record_elsewhere(first, (5, 4, 3, 1), 2)
    first.goto(f"{path_of(first)}/players")
    for name in (ANNE, ZOE):
        first.locator("label.chip").filter(has_text=name).tap()
    first.locator(".dock button").tap()
    first.wait_for_selector(".change")
    first.context.set_offline(offline=True)
    exchange = first.get_by_role("button", name="Échanger les deux noms")
    exchange.tap()
    expect(first.locator("#offline")).to_be_visible()
    expect(first.locator(".change li")).to_have_text([f"{ANNE} : 16, au lieu de 5", f"{ZOE} : 5, au lieu de 16"])
    first.context.set_offline(offline=False)
    exchange.tap()
    expect(first.locator(".strip .said")).to_have_text(f"Noms échangés : {ZOE} et {ANNE}")
    evening.expect_totals(second, **{MAX: "1", LUC: "4", ZOE: "5", ANNE: "16"})


def test_piquet_reopens_as_the_other_phone_entered_its_coup(seat: Table) -> None:
    first, second = seat((ANNE, LUC), game="piquet", dealer=LUC, preset="six_coups")
    evening.open_entry(first)
    turn_to(first, "declared")
    give_tricks(first, 0, 7, "0")
    expect(evening.rows(second)).to_have_count(1)
    evening.open_entry(second)
    expect(second.locator(".ways [aria-current]")).to_have_text("Declarations")
    second.go_back()
    expect(second.locator("#entry")).not_to_have_attribute("open", "")
    expect(evening.rows(second)).to_have_count(1)


def test_a_bid_of_the_other_phone_is_not_bid_twice(seat: Table) -> None:
    """Maximilienne-Alexandrine bids first: 3 on one phone, and 4 on the other, which does not know of it."""
    first, second = seat(game="spades")
    for page in (first, second):
        page.locator("#entry > summary").tap()
    second.route("**/*known=*", lambda route: route.abort())
    first.locator("[name='bid'][value='3']").tap()
    expect(first.locator("#bidder")).to_contain_text(ANNE)
    second.locator("[name='bid'][value='4']").tap()
    expect(second.locator("#refusal")).to_be_visible()
    expect(second.locator("#bidder")).to_contain_text(ANNE)
    expect(second.locator("#entry .contracts .calls")).to_have_text(["· + ·", "· + 3"])


def test_eight_players_have_one_sheet_on_both_phones(seat: Table) -> None:
    eight = (ANNE, "Bruno", "Catherine", "Maximilienne", "Élodie", "François", "Guillaume", "Henriette")
    first, second = seat(eight, dealer=ANNE, preset="belmont_huit")
    know(first, NEW)
    evening.open_entry(second)
    for number, hearts in enumerate((4, 2)):
        second.locator(f"#H-{number}").fill(str(hearts))
    first.goto(f"{path_of(first)}/players/1")
    first.get_by_role("button", name=NEW).tap()
    expect(second.locator("[data-news]")).to_have_text("Another phone: player replaced")
    assert [second.locator(f"#H-{number}").input_value() for number in range(3)] == ["4", "2", ""]
    second.go_back()
    expect(second.locator(".standings .who").nth(1)).to_contain_text(NEW)


def test_the_stake_of_one_phone_is_on_the_soiree_of_the_other(seat: Table) -> None:
    first, second = seat()
    soiree = soiree_of(first)
    for page in (first, second):
        page.goto(f"{soiree}/stake")
        page.locator("[name='per'][value='partie']").check(force=True)
        page.locator("#amount").fill("£0.10")
    expect(second.locator("h1")).to_have_text("Stakes for the night")
    first.context.set_offline(offline=True)
    first.locator(".dock button").tap()
    expect(first.locator("#offline")).to_be_visible()
    expect(first.locator("#amount")).to_have_value("£0.10")
    second.locator(".dock button").tap()
    second.wait_for_url(f"**{soiree}")
    first.context.set_offline(offline=False)
    first.locator("#amount").fill("0,20 £")
    first.locator(".dock button").tap()
    first.wait_for_url(f"**{soiree}")
    for page, stake in ((first, "0,20 £ par partie"), (second, "£0.20 per game")):
        expect(page.locator(".under-title a").last).to_have_text(stake)
    second.go_back()
    expect(second.locator("#amount")).to_have_value("0.20")


def test_a_replaced_player_has_one_sign_on_both_phones_and_in_print(seat: Table) -> None:
    first, second = seat()
    know(first, NEW)
    record_elsewhere(first, (5, 4, 3, 1), 2)
    first.goto(f"{path_of(first)}/players/1")
    first.get_by_role("button", name=NEW).tap()
    expect(first.locator(".strip .said")).to_have_text(f"{NEW} à la place de {LUC}")
    signs = first.evaluate(SIGNS_OF, ".standings .who")
    assert {*signs} == {ANNE, NEW, ZOE, MAX}
    evening.wait_for(second, lambda page: page.evaluate(SIGNS_OF, ".standings .who"), signs)
    second.goto(f"{path_of(first)}/print")
    expect(second.locator("main")).to_contain_text(f"{NEW} in for {LUC}")
    second.go_back()
    expect(second.locator(".standings .who").nth(1)).to_contain_text(NEW)


def test_two_phones_give_two_players_the_same_name(seat: Table) -> None:
    first, second = seat()
    players = f"{path_of(first)}/players"
    for page, player in ((first, f"Renommer {ANNE}"), (second, f"Rename {LUC}")):
        page.goto(players)
        page.get_by_role("link", name=player).tap()
        page.locator("#name").fill(NEW)
    first.get_by_role("button", name="Enregistrer").first.tap()
    first.wait_for_url("**/players")
    second.get_by_role("button", name="Save", exact=True).first.tap()
    expect(second.locator("#refusal")).to_contain_text(NEW)
    second.goto(players)
    expect(second.locator(".rows .who")).to_contain_text([NEW, LUC, ZOE, MAX])
