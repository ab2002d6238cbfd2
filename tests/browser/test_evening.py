"""A whole evening of Dame de Pique on a phone, with figures computed by hand.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine. Zoé deals first. Classique: each heart 1, the queen 13, so a
manche makes 26 points; the partie ends at 100 and the lowest total wins.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from support import evening, page_checks, playing
from support.tap_table import CheckTaps

pytestmark = pytest.mark.browser

ANNE, LUC, ZOE, MAX = evening.NAMES

# Points of each player, then running totals: Anne, Luc, Zoé, Max.
Row = tuple[tuple[int, int, int, int], tuple[int, int, int, int]]

# Hearts 5 4 3 1, the queen to Zoé: 3 + 13 = 16.
FIRST: Row = (5, 4, 16, 1), (5, 4, 16, 1)
# Hearts 0 6 2 5, the queen to Anne: 0 + 13 = 13. Totals 5+13, 4+6, 16+2, 1+5.
SECOND: Row = (13, 6, 2, 5), (18, 10, 18, 6)
# Hearts 1 2 4 6, the queen entered for Luc by mistake: 2 + 13 = 15. Totals 18+1, 10+15, 18+4, 6+6.
THIRD: Row = (1, 15, 4, 6), (19, 25, 22, 12)
# Volte de Max: 26 to each of the others. Totals 19+26, 25+26, 22+26, 12+0.
FOURTH: Row = (26, 26, 26, 0), (45, 51, 48, 12)
# By points: 3, 0, 20 and Max's left blank: 26 − 23 = 3. Totals 45+3, 51+0, 48+20, 12+3.
FIFTH: Row = (3, 0, 20, 3), (48, 51, 68, 15)

# The queen of manche 3 was Max's: 6 + 13 = 19, and Luc keeps his 2 hearts. Totals 18+1, 10+2, 18+4, 6+19.
THIRD_CORRECTED: Row = (1, 2, 4, 19), (19, 12, 22, 25)
# The same points after it, on those totals: 19+26, 12+26, 22+26, 25+0; then 45+3, 38+0, 48+20, 25+3.
FOURTH_AFTER: Row = (26, 26, 26, 0), (45, 38, 48, 25)
FIFTH_AFTER: Row = (3, 0, 20, 3), (48, 38, 68, 28)

# Hearts 2 3 7 1, the queen to Anne: 2 + 13 = 15. Totals 48+15, 38+3, 68+7, 28+1.
SIXTH: Row = (15, 3, 7, 1), (63, 41, 75, 29)
# Hearts 0 0 12 1, the queen to Zoé: 12 + 13 = 25. Totals 63, 41, 75+25 = 100 exactly, 29+1.
SEVENTH: Row = (0, 0, 25, 1), (63, 41, 100, 30)

LEFT = (f"{ANNE} passe à {LUC}", f"{LUC} passe à {ZOE}", f"{ZOE} passe à {MAX}", f"{MAX} passe à {ANNE}")
RIGHT = (f"{ANNE} passe à {MAX}", f"{LUC} passe à {ANNE}", f"{ZOE} passe à {LUC}", f"{MAX} passe à {ZOE}")
ACROSS = (f"{ANNE} passe à {ZOE}", f"{LUC} passe à {MAX}", f"{ZOE} passe à {ANNE}", f"{MAX} passe à {LUC}")
# The deal goes clockwise from Zoé; the pass goes left, right, across, none, and again.
DEALS = {
    1: (ZOE, "Trois cartes à gauche", LEFT),
    2: (MAX, "Trois cartes à droite", RIGHT),
    3: (ANNE, "Trois cartes en face", ACROSS),
    4: (LUC, "Pas d’échange : chacun garde ses cartes.", ()),
    5: (ZOE, "Trois cartes à gauche", LEFT),
    6: (MAX, "Trois cartes à droite", RIGHT),
    7: (ANNE, "Trois cartes en face", ACROSS),
}


@pytest.mark.parametrize("javascript", [True, False], ids=["with_script", "without_script"])
def test_a_whole_evening_is_scored_correctly(open_phone: Callable[..., Page], *, javascript: bool) -> None:
    page = open_phone(javascript=javascript)
    sit_down(page)
    play_five_manches(page)
    correct_the_third(page)
    undo_and_redo_the_sixth(page)
    reach_the_limit(page)
    play_again(page)


def test_a_plain_manche_takes_six_taps(phone: Page, check_taps: CheckTaps) -> None:
    evening.sit_down(phone)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    remaining = phone.locator("fieldset:has(#H-0) .left")
    tap(phone.locator("#entry > summary"))
    for key, text in (
        ("5", "Il reste 8 cœurs à placer"),
        ("4", "Il reste 4 cœurs à placer"),
        ("3", "Tous les cœurs sont placés"),
    ):
        tap(phone.locator(f"[data-key='{key}']"))
        expect(remaining).to_have_text(text)
        expect(remaining).to_be_in_viewport(ratio=1)
    expect(phone.locator("#H-3")).to_have_attribute("placeholder", "1")
    tap(evening.chip(phone, ".taker", ZOE))
    expect(evening.chip(phone, ".taker", ZOE).locator("input")).to_be_checked()
    expect(phone.locator("#record")).to_be_in_viewport(ratio=1)
    tap(phone.locator("#record"))

    expect(evening.rows(phone)).to_have_count(1)
    evening.wait_for(phone, evening.sheet, [written(FIRST)])
    check_taps("Dame de Pique, a manche", taps, 6)


def test_an_earlier_manche_is_corrected_in_six_taps(phone: Page, check_taps: CheckTaps) -> None:
    """In the first of two manches the queen was Max's: 13 for him, and only 3 for Zoé."""
    evening.sit_down(phone)
    evening.record(phone, (5, 4, 3, 1), ZOE)
    evening.record(phone, (5, 4, 3, 1), LUC)
    finger = playing.Finger(phone)
    finger.tap(evening.rows(phone).first.locator("summary"))
    finger.tap(evening.rows(phone).first.get_by_role("link", name="Corriger la manche 1"))
    finger.pick(evening.chip(phone, "fieldset:has([name='QS'])", MAX))
    finger.tap(phone.get_by_role("button", name="Enregistrer la correction"))
    evening.wait_for(phone, evening.first_points, ["5", "4", "3", "14"])
    check_taps("an earlier manche corrected", finger.taps, 6)


def test_without_script_every_page_of_the_evening_works_by_links_and_forms(open_phone: Callable[..., Page]) -> None:
    page = open_phone(javascript=False)
    steps: list[tuple[Callable[[], object], str]] = [
        (lambda: page.goto("/"), ".welcome"),
        (lambda: evening.make_carnet(page), ".big-code"),
        (lambda: evening.start_soiree(page), "form.inline"),
        (lambda: evening.seat(page, *evening.NAMES), ".seats"),
        (lambda: evening.choose_rules(page), ".presets"),
        (lambda: evening.start_partie(page, ZOE), ".standings"),
        (lambda: evening.open_entry(page), "#H-0"),
        (lambda: evening.switch_entry(page), "#points-0"),
        (lambda: evening.switch_entry(page), "#H-0"),
        (lambda: page.locator("#record").tap(), "#refusal"),  # nothing was typed
        (lambda: page.locator("#entry > summary").tap(), "#entry:not([open]) > summary"),
        (lambda: evening.open_menu(page), ".menu[open]"),
        (lambda: page.get_by_role("link", name="Changer les règles").tap(), ".options"),
        (lambda: page.get_by_role("link", name="La partie").tap(), "#entry:not([open]) > summary"),
        (lambda: evening.record(page, (5, 4, 3, 1), ZOE), "#log ol"),
        (lambda: evening.rows(page).locator("summary").tap(), "#log .lines"),
        (page.locator("#log .lines a").first.tap, ".lines .side"),
        (page.locator(".lines .article").first.tap, "article.rule"),
        (page.go_back, ".lines .side"),
        (page.go_back, ".standings"),
        (lambda: evening.manche_link(page, evening.rows(page)).tap(), ".versions"),
        (lambda: page.get_by_role("button", name="Supprimer la manche").tap(), ".strip"),
    ]
    for step, landmark in steps:
        step()
        expect(page.locator(landmark).first).to_be_visible()
        assert page_checks.needs_script(page) == [], page.url


def sit_down(page: Page) -> None:
    """Go from the first page to the first deal."""
    page.goto("/")
    page.get_by_role("link", name="Commencer sans jouer").tap()
    page.get_by_label("Nom du carnet").fill("Les jeudis de la Marine")
    page.get_by_role("button", name="Ouvrir un nouveau carnet").tap()
    expect(page.locator(".big-code")).to_be_visible()
    page.get_by_role("link", name="C’est noté, au carnet").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Les jeudis de la Marine")
    page.get_by_role("link", name="Commencer une soirée").tap()
    page.get_by_label("Lieu").fill("chez Zoé")
    page.get_by_role("button", name="Passer à table").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Qui est à table ?")
    evening.seat(page, *evening.NAMES)
    page.get_by_role("button", name="Règles et donneur").tap()
    expect(page.locator(".preset[aria-current]")).to_contain_text("Classique")
    evening.start_partie(page, dealer=ZOE)
    evening.wait_for(page, evening.standings, [("", name, "0") for name in evening.NAMES])
    check_deal(page, 1)


def play_five_manches(page: Page) -> None:
    """Record five manches, the third with the queen for the wrong player."""
    evening.record(page, (5, 4, 3, ""), ZOE)  # the last player's hearts are filled in
    check(page, FIRST)
    check_deal(page, 2)
    check_lines(page)

    evening.record(page, (0, 6, 2, 5), ANNE)
    check(page, FIRST, SECOND)
    check_deal(page, 3)

    evening.record(page, (1, 2, 4, 6), LUC)
    check(page, FIRST, SECOND, THIRD)
    check_deal(page, 4)

    evening.open_entry(page)
    evening.choose_volte(page, 3)
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(4)
    check(page, FIRST, SECOND, THIRD, FOURTH)
    check_deal(page, 5)

    evening.open_entry(page)
    evening.switch_entry(page)
    for seat, points in enumerate((3, 0, 20)):
        page.locator(f"#points-{seat}").fill(str(points))
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(5)
    check(page, FIRST, SECOND, THIRD, FOURTH, FIFTH)
    check_deal(page, 6)
    evening.wait_for(page, evening.standings, [("1", MAX, "15"), ("2", ANNE, "48"), ("3", LUC, "51"), ("4", ZOE, "68")])


def correct_the_third(page: Page) -> None:
    """Give the queen of manche 3 to Max: every later total is recomputed."""
    evening.manche_link(page, evening.rows(page).nth(2)).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Manche 3")
    expect(page.locator(".under-title")).to_have_text(f"Donne : {ANNE}")
    expect(page.locator("#H-1")).to_have_value("2")
    evening.queen_to(page, MAX)
    page.get_by_role("button", name="Enregistrer la correction").tap()
    expect(page.locator(".standings")).to_be_visible()
    check(page, FIRST, SECOND, THIRD_CORRECTED, FOURTH_AFTER, FIFTH_AFTER)
    evening.wait_for(page, evening.standings, [("1", MAX, "28"), ("2", LUC, "38"), ("3", ANNE, "48"), ("4", ZOE, "68")])
    check_deal(page, 6)


def undo_and_redo_the_sixth(page: Page) -> None:
    """Undo the latest manche with one tap, and restore it with another."""
    before = (FIRST, SECOND, THIRD_CORRECTED, FOURTH_AFTER, FIFTH_AFTER)
    evening.record(page, (2, 3, 7, 1), ANNE)
    check(page, *before, SIXTH)
    check_deal(page, 7)

    page.get_by_role("button", name="Annuler la manche 6").tap()
    expect(evening.rows(page)).to_have_count(5)
    expect(page.get_by_role("status").filter(has_text="Annulé : la manche")).to_be_visible()
    check(page, *before)
    check_deal(page, 6)

    page.get_by_role("button", name="Refaire", exact=True).tap()
    expect(evening.rows(page)).to_have_count(6)
    check(page, *before, SIXTH)
    check_deal(page, 7)


def reach_the_limit(page: Page) -> None:
    """Zoé reaches 100, and Max wins."""
    evening.record(page, (0, 0, 12, 1), ZOE)
    check(page, FIRST, SECOND, THIRD_CORRECTED, FOURTH_AFTER, FIFTH_AFTER, SIXTH, SEVENTH)
    evening.wait_for(
        page, evening.standings, [("1", MAX, "30"), ("2", LUC, "41"), ("3", ANNE, "63"), ("4", ZOE, "100")]
    )
    expect(page.locator(".winner")).to_have_text(f"Victoire : {MAX}")
    expect(page.locator(".ending")).to_contain_text("100 points atteints")
    expect(page.locator("#entry")).to_have_count(0)


def play_again(page: Page) -> None:
    """Anne dealt the seventh manche, so Luc deals first in the revanche; the soirée lists both parties."""
    page.get_by_role("button", name="Revanche").tap()
    expect(evening.rows(page)).to_have_count(0)
    evening.wait_for(page, evening.standings, [("", name, "0") for name in evening.NAMES])
    expect(page.locator(".dealer")).to_have_text(f"Manche 1 · À {LUC} de donner")
    expect(page.locator(".passes > li")).to_have_text(list(LEFT))

    page.get_by_role("link", name="Soirée").tap()
    expect(page.locator(".under-title")).to_contain_text("chez Zoé")
    expect(page.locator(".parties > li")).to_have_count(1)
    played, revanche = page.locator(".parties > li"), page.locator(".playing li").first
    expect(played.locator(".won")).to_have_text(f"Gagnée par {MAX}")
    expect(played.locator(".total")).to_have_text(["30", "41", "63", "100"])
    expect(played).to_contain_text("7 manches")
    expect(revanche).to_contain_text("en cours")
    expect(revanche.locator(".won")).to_have_count(0)


def check(page: Page, *expected: Row) -> None:
    """Check the manches of the log, and the totals of the standings, lowest first."""
    evening.wait_for(page, evening.sheet, [written(row) for row in expected])
    last = [str(total) for total in sorted(expected[-1][1])]
    expect(page.locator(".standings > li .total")).to_have_text(last)


def written(row: Row) -> tuple[list[str], list[str]]:
    """Return a row as the page shows it."""
    points, totals = row
    return [str(number) for number in points], [str(number) for number in totals]


def check_deal(page: Page, number: int) -> None:
    """Check who deals the next manche, and who passes to whom."""
    dealer, way, passes = DEALS[number]
    expect(page.locator(".dealer")).to_have_text(f"Manche {number} · À {dealer} de donner")
    expect(page.locator(".way:not(.opening)")).to_contain_text(way)
    expect(page.locator(".passes > li")).to_have_text(list(passes))


def check_lines(page: Page) -> None:
    """Check the lines of the first manche and their articles."""
    evening.open_row(evening.rows(page).first)
    link = evening.rows(page).first.locator(".lines > a")
    on_own_page = link.count()
    if on_own_page:
        link.tap()
    zoe = page.locator(".lines .side").filter(has_text=ZOE)
    expect(zoe.locator(".side-head .sum")).to_have_text("+16")
    expect(zoe.locator("li").last).to_be_visible()
    lines = [" ".join(text.split()) for text in zoe.locator("li").all_inner_texts()]
    assert [line.split(" Article")[0] for line in lines] == ["3 cœurs +3", "dame de pique +13"]
    expect(zoe.locator(".article").first).to_contain_text("DP-17")
    if on_own_page:
        page.go_back()
        expect(page.locator(".standings")).to_be_visible()
