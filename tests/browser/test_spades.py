"""A whole partie of Atout Pique on a phone, every figure worked out by hand; its pages as thumb, eye and axe see them.

Seats, clockwise: Anne, Luc, Zoé, Maximilienne-Alexandrine; Anne and Zoé face each other, Luc and Max too (AP-1). Zoé
deals first. Partie en 300: zéro 100, double zéro 200 to a team 100 behind, the tricks of a failed zéro are sacs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Locator, Page, expect
from support import evening, glass, inspection, playing
from support.tap_table import Counted

pytestmark = pytest.mark.browser

ANNE, LUC, ZOE, MAX = evening.NAMES
TEAMS = (f"{ANNE} & {ZOE}", f"{LUC} & {MAX}")

# Every name is 24 letters long, and has nowhere to break.
LONG = (
    "Wilhelminaconstantinople",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
    "Constantinoplewilhelmina",
    "Шарлоттамаксимилиановнаа",
)


@dataclass(frozen=True)
class Manche:
    """A manche as it is called and played; of each pair the first is of Anne and Zoé, the second of Luc and Max."""

    dealer: str
    called: tuple[tuple[str, str], ...]  # who, and which key, in the order of the calls
    contracts: tuple[int, int]
    announced: int
    tricks: tuple[int, int]
    lines: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int]
    totals: tuple[int, int]
    sacs: tuple[int, int]


# AP-3: Zoé deals, so Max speaks first. AP-4: Anne 3 + Zoé 1 = 4, Luc 3 + Max 4 = 7.
# AP-13: 5 tricks for 4 are 40 + 1, 8 for 7 are 70 + 1; each overtrick is a sac.
FIRST = Manche(
    dealer=ZOE,
    called=((MAX, "4"), (ANNE, "3"), (LUC, "3"), (ZOE, "1")),
    contracts=(4, 7),
    announced=11,
    tricks=(5, 8),
    lines=(
        ("contrat de 4 fait +40 AP-13", "1 sac +1 AP-13"),
        ("contrat de 7 fait +70 AP-13", "1 sac +1 AP-13"),
    ),
    points=(41, 71),
    totals=(41, 71),
    sacs=(1, 1),
)
# AP-15: 5 tricks for 4 + 3 = 7 are −70: 41 − 70 = −29, and a failed contract makes no sac (AP-19: −29 changes nothing).
# AP-16: Luc's zéro, no trick taken, is +100 beside Max's own contract: 8 tricks for 4 are 40 + 4.
# 71 + 144 = 215, sacs 1 + 4 = 5.
SECOND = Manche(
    dealer=MAX,
    called=((ANNE, "4"), (LUC, "nil"), (ZOE, "3"), (MAX, "4")),
    contracts=(7, 4),
    announced=11,
    tricks=(5, 8),
    lines=(
        ("contrat de 7 chuté −70 AP-15",),
        ("contrat de 4 fait +40 AP-13", "4 sacs +4 AP-13", f"zéro réussi ({LUC}) +100 AP-16"),
    ),
    points=(-70, 144),
    totals=(-29, 215),
    sacs=(1, 5),
)
# AP-7: Anne and Zoé are 215 + 29 = 244 behind, so Zoé may bid the double zéro; made, it is 2 × 100 (AP-6).
# Anne's contract: 7 tricks for 2 are 20 + 5. −29 + 225 = 196, sacs 1 + 5 = 6.
# 6 tricks for 3 + 2 = 5 are 50 + 1: 215 + 51 = 266, sacs 5 + 1 = 6.
THIRD = Manche(
    dealer=ANNE,
    called=((LUC, "3"), (ZOE, "blind_nil"), (MAX, "2"), (ANNE, "2")),
    contracts=(2, 5),
    announced=7,
    tricks=(7, 6),
    lines=(
        ("contrat de 2 fait +20 AP-13", "5 sacs +5 AP-13", f"double zéro réussi ({ZOE}) +200 AP-6"),
        ("contrat de 5 fait +50 AP-13", "1 sac +1 AP-13"),
    ),
    points=(225, 51),
    totals=(196, 266),
    sacs=(6, 6),
)
# Anne's zéro fails with 3 of the 9 tricks: −100 (AP-16), and the 3 are sacs that do not help Zoé (AP-17): her 6 tricks
# for 4 are 40 + 2. Sacs 6 + 2 + 3 = 11: ten of them cost 100, one stays (AP-14).
# 40 + 2 − 100 + 3 − 100 = −155: 196 − 155 = 41. AP-15: 4 tricks for 2 + 3 = 5 are −50: 266 − 50 = 216, sacs 6.
FOURTH = Manche(
    dealer=LUC,
    called=((ZOE, "4"), (MAX, "2"), (ANNE, "nil"), (LUC, "3")),
    contracts=(4, 5),
    announced=9,
    tricks=(9, 4),
    lines=(
        (
            "contrat de 4 fait +40 AP-13",
            "2 sacs +2 AP-13",
            f"zéro chuté ({ANNE}) −100 AP-16",
            f"3 sacs du zéro chuté ({ANNE}) +3 AP-17",
            "pénalité pour 10 sacs −100 AP-14",
        ),
        ("contrat de 5 chuté −50 AP-15",),
    ),
    points=(-155, -50),
    totals=(41, 216),
    sacs=(1, 6),
)

# Luc had not bid a zéro in manche 2, but 5: 4 + 5 = 9 with 8 tricks are −90 (AP-15): 71 − 90 = −19, sacs 1.
SECOND_CORRECTED = replace(
    SECOND,
    lines=(SECOND.lines[0], ("contrat de 9 chuté −90 AP-15",)),
    points=(-70, -90),
    totals=(-29, -19),
    sacs=(1, 1),
)
# The same points on those totals: −19 + 51 = 32, sacs 1 + 1 = 2; then 32 − 50 = −18. Before manche 3 Anne and Zoé were
# now only −19 + 29 = 10 behind: the double zéro was not allowed (AP-7), and counts all the same.
THIRD_AFTER = replace(THIRD, totals=(196, 32), sacs=(6, 2))
FOURTH_AFTER = replace(FOURTH, totals=(41, -18), sacs=(1, 2))
IRREGULAR = f"Double zéro irrégulier, {ZOE} : 10 points de retard, il en fallait 100. Il compte tel qu’il a été joué."

# AP-13: 9 tricks for 4 + 5 = 9 are 90 exactly: 41 + 90 = 131, sacs 1. The other 4 for 2 + 1 = 3 are 30 + 1:
# −18 + 31 = 13, sacs 2 + 1 = 3.
FIFTH = Manche(
    dealer=ZOE,
    called=((MAX, "2"), (ANNE, "4"), (LUC, "1"), (ZOE, "5")),
    contracts=(9, 3),
    announced=12,
    tricks=(9, 4),
    lines=(
        ("contrat de 9 fait +90 AP-13",),
        ("contrat de 3 fait +30 AP-13", "1 sac +1 AP-13"),
    ),
    points=(90, 31),
    totals=(131, 13),
    sacs=(1, 3),
)
# Zoé's 8 tricks for 7 are 70 + 1, Anne's zéro +100: 131 + 171 = 302, past 300 (AP-18); sacs 1 + 1 = 2.
# 5 tricks for 2 + 3 = 5 are 50: 13 + 50 = 63, sacs 3.
SIXTH = Manche(
    dealer=MAX,
    called=((ANNE, "nil"), (LUC, "2"), (ZOE, "7"), (MAX, "3")),
    contracts=(7, 5),
    announced=12,
    tricks=(8, 5),
    lines=(
        ("contrat de 7 fait +70 AP-13", "1 sac +1 AP-13", f"zéro réussi ({ANNE}) +100 AP-16"),
        ("contrat de 5 fait +50 AP-13",),
    ),
    points=(171, 50),
    totals=(302, 63),
    sacs=(2, 3),
)


# Each game is played to its end here as little helped as may be, or as much: Dame de Pique both ways.
@pytest.mark.parametrize("javascript", [False], ids=["without_script"])
def test_a_whole_partie_is_scored_right(open_phone: Callable[..., Page], *, javascript: bool) -> None:
    page = open_phone(javascript=javascript)
    sit_down(page)
    evening.sees(page, standings, dict.fromkeys(TEAMS, ("0", "sacs 0/10 · il manque 300")))
    play_the_first(page, javascript=javascript)
    play_the_second(page)
    play_the_third(page)
    play_the_fourth(page)
    correct_the_second(page)
    play_undo_and_restore_the_fifth(page)
    reach_the_target(page)
    play_again(page)


@pytest.mark.parametrize(("exactly", "expected"), [(False, 8), (True, 7)], ids=["tricks", "exactly"])
def test_an_ordinary_manche_takes_at_most_eight_taps(
    phone: Page, counted: Counted, *, exactly: bool, expected: int
) -> None:
    sit_down(phone)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        expect(target).to_be_in_viewport(ratio=1)
        target.tap()
        taps += 1

    tap(phone.locator("#entry > summary"))
    for name, key in FIRST.called:
        expect(phone.locator("#bidder")).to_have_text(f"À {name} d’annoncer")
        tap(bid_key(phone, key))
    expect(phone.locator("#entry:not([open])")).to_have_count(1)
    tap(phone.locator("#entry > summary"))
    if exactly:
        tap(phone.locator("[name='exact']").first)
    else:
        tap(phone.locator("[data-key='5']"))
        expect(phone.locator("#tricks-1")).to_have_attribute("placeholder", "8")
        tap(phone.locator("#record"))

    expect(evening.rows(phone)).to_have_count(1)
    made = ["40", "72"] if exactly else ["41", "71"]  # exactly 4, so 9 for 7
    evening.sees(phone, evening.first_points, made)
    counted(f"Atout Pique, a manche{', exactly made' if exactly else ''}", taps, expected)


def test_a_manche_with_a_nil_takes_one_tap_more(phone: Page, counted: Counted) -> None:
    """Luc bids nothing and holds it: 100, and his partner's 4 made by 6 tricks, 42 (AP-16, AP-13)."""
    sit_down(phone)
    finger = playing.Finger(phone)
    finger.tap(phone.locator("#entry > summary"))
    for name, key in ((MAX, "4"), (ANNE, "3"), (LUC, "nil"), (ZOE, "3")):
        expect(phone.locator("#bidder")).to_have_text(f"À {name} d’annoncer")
        finger.tap(bid_key(phone, key))
    expect(phone.locator("#entry:not([open])")).to_have_count(1)
    finger.tap(phone.locator("#entry > summary"))
    finger.tap(phone.locator("[data-key='7']"))
    expect(phone.locator("#tricks-1")).to_have_attribute("placeholder", "6")
    finger.pick(phone.locator("fieldset.nil .chip:has([value='0'])"))
    finger.tap(phone.locator("#record"))
    evening.sees(phone, evening.first_points, ["61", "142"])
    counted("Atout Pique, a manche with a nil", finger.taps, 9)


def test_every_page_suits_thumb_eye_and_axe(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    assert inspection.faults_on(page, tour(page)) == ""


def test_without_script_every_page_works_by_links_and_forms(open_phone: Callable[..., Page]) -> None:
    page = open_phone(javascript=False)
    faults = [f"{name}: {fault}" for name in tour(page) for fault in glass.scripted(page)]
    assert "\n".join(faults) == ""


def sit_down(page: Page) -> None:
    """From a phone that never was here to the first deal of a partie en 300, Zoé dealing."""
    evening.begin(page, game="spades", preset="trois_cents", dealer=ZOE)


def play_the_first(page: Page, *, javascript: bool) -> None:
    """The phone is put away after two bids, and again when all have spoken."""
    check_deal(page, 1, FIRST)
    address = page.url
    call(page, FIRST, upto=2)
    page.reload()
    check_bids(page, ("3 + ·", "· + 4"), (3, 4), 7)
    expect(page.locator("#bidder")).to_have_text(f"À {LUC} d’annoncer")
    page.goto(address)
    check_bids(page, ("3 + ·", "· + 4"), (3, 4), 7)
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    call(page, FIRST, since=2)
    page.goto(address)
    check_contracts(page, FIRST)
    expect(page.locator(".way")).to_contain_text(f"Entame : {MAX}, sans pique")

    evening.open_entry(page)
    check_contracts(page, FIRST, "#entry")
    if javascript:
        page.locator("[data-key='5']").tap()
        expect(page.locator("#tricks-0")).to_have_value("5")
        expect(page.locator("#tricks-1")).to_have_attribute("placeholder", "8")
    else:
        page.locator("#tricks-0").fill("5")
    expect(page.locator("fieldset.nil")).to_have_count(0)
    page.locator("#record").tap()
    check(page, FIRST)


def play_the_second(page: Page) -> None:
    """The double zéro is refused to a team 30 behind; the tricks of Luc's zéro are asked for."""
    check_deal(page, 2, SECOND)
    open_bids(page)
    bid_key(page, "blind_nil").tap()
    expect(page.locator("#refusal")).to_contain_text(
        f"Pas de double zéro pour {ANNE} et {ZOE} : 30 points de retard, il en faut 100."
    )
    expect(page.locator("#bidder")).to_have_text(f"À {ANNE} d’annoncer")
    call(page, SECOND)
    check_contracts(page, SECOND)

    evening.open_entry(page)
    page.locator("#tricks-0").fill("5")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_contain_text(f"Zéro annoncé : dites combien de plis pour {LUC}.")
    expect(page.locator("#tricks-0")).to_have_value("5")
    expect(page.locator("fieldset.nil")).to_have_count(1)
    take_nil(page, 1, 0)
    page.locator("#record").tap()
    check(page, FIRST, SECOND)


def play_the_third(page: Page) -> None:
    """Zoé bids without looking at her cards."""
    check_deal(page, 3, THIRD)
    call(page, THIRD)
    check_contracts(page, THIRD)
    expect(page.locator(".deal .calls").first).to_have_text("2 + Double zéro")
    give_result(page, 7, {2: 0})
    check(page, FIRST, SECOND, THIRD)
    expect(page.locator("#log .remark")).to_have_count(0)


def play_the_fourth(page: Page) -> None:
    """Two bids are taken back: one within the bidding, one when all have spoken; the eleventh sac falls."""
    check_deal(page, 4, FOURTH)
    call(page, FOURTH, upto=2)
    bid_key(page, "6").tap()
    expect(page.locator("#bidder")).to_have_text(f"À {LUC} d’annoncer")
    page.locator(".bidding").get_by_role("button", name="Reprendre la dernière annonce").tap()
    expect(page.locator("#bidder")).to_have_text(f"À {ANNE} d’annoncer")
    check_bids(page, ("· + 4", "· + 2"), (4, 2), 6)
    bid_key(page, "nil").tap()
    expect(page.locator("#bidder")).to_have_text(f"À {LUC} d’annoncer")
    bid_key(page, "13").tap()
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    evening.open_entry(page)
    page.locator("#entry").get_by_role("button", name="Reprendre la dernière annonce").tap()
    expect(page.locator("#bidder")).to_have_text(f"À {LUC} d’annoncer")
    check_bids(page, ("Zéro + 4", "· + 2"), (4, 2), 6)
    call(page, FOURTH, since=3)
    check_contracts(page, FOURTH)
    give_result(page, 9, {0: 3})
    check(page, FIRST, SECOND, THIRD, FOURTH)


def correct_the_second(page: Page) -> None:
    """Luc had bid 5: all that follows is scored again, and the double zéro of manche 3 is found irregular."""
    evening.rows(page).nth(1).locator("summary").tap()
    page.get_by_role("link", name="Corriger la manche 2").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Manche 2")
    for seat, key in enumerate(("4", "nil", "3", "4")):
        expect(page.locator(f"#bid-{seat}")).to_have_value(key)
    for side, tricks in enumerate(("5", "8")):
        expect(page.locator(f"#tricks-{side}")).to_have_value(tricks)
    page.locator("#bid-1").select_option("5")
    page.get_by_role("button", name="Enregistrer la correction").tap()
    expect(page.locator(".standings")).to_be_visible()
    check(page, FIRST, SECOND_CORRECTED, THIRD_AFTER, FOURTH_AFTER)
    evening.unfold_sheet(page)
    expect(page.locator("#log .remark")).to_have_count(1)
    expect(evening.rows(page).nth(2).locator(".remark .said")).to_have_text(IRREGULAR)


def play_undo_and_restore_the_fifth(page: Page) -> None:
    """The contract is made exactly, at one tap; the manche goes at another and comes back at a third."""
    before = (FIRST, SECOND_CORRECTED, THIRD_AFTER, FOURTH_AFTER)
    check_deal(page, 5, FIFTH)
    call(page, FIFTH)
    check_contracts(page, FIFTH)
    evening.open_entry(page)
    expect(page.locator("[name='exact']")).to_have_text([f"{TEAMS[0]} · 9", f"{TEAMS[1]} · 3"])
    page.locator("[name='exact']").first.tap()
    check(page, *before, FIFTH)
    check_deal(page, 6, SIXTH)

    page.get_by_role("button", name="Annuler la manche 5").tap()
    expect(page.get_by_role("status").filter(has_text="Manche annulée")).to_be_visible()
    check(page, *before)
    expect(page.locator(".deal .dealer")).to_have_text(f"Manche 5 · À {FIFTH.dealer} de donner")
    check_contracts(page, FIFTH)  # its bids are still on the table

    page.get_by_role("button", name="La rétablir").tap()
    check(page, *before, FIFTH)
    check_deal(page, 6, SIXTH)


def reach_the_target(page: Page) -> None:
    """Anne and Zoé come to 302."""
    call(page, SIXTH)
    check_contracts(page, SIXTH)
    give_result(page, 8, {0: 0})
    check(page, FIRST, SECOND_CORRECTED, THIRD_AFTER, FOURTH_AFTER, FIFTH, SIXTH, ended=True)
    expect(page.locator(".winner")).to_have_text(f"Victoire : {TEAMS[0]}")
    expect(page.locator(".ending")).to_contain_text("300 points atteints")
    expect(page.locator("#entry")).to_have_count(0)


def play_again(page: Page) -> None:
    """Max dealt the sixth manche, so Anne deals the first of the revanche; the soirée tells both parties."""
    page.get_by_role("button", name="Revanche").tap()
    expect(evening.rows(page)).to_have_count(0)
    evening.sees(page, standings, dict.fromkeys(TEAMS, ("0", "sacs 0/10 · il manque 300")))
    expect(page.locator(".dealer").first).to_have_text(f"Manche 1 · À {ANNE} de donner")
    expect(page.locator(".way")).to_contain_text(f"À {LUC} d’annoncer, puis chacun à son tour")

    page.get_by_role("link", name="Soirée").tap()
    expect(page.locator(".parties > li")).to_have_count(2)
    played, revanche = page.locator(".parties > li").all()
    expect(played.locator(".won")).to_have_text(f"Gagnée par {TEAMS[0]}")
    expect(played.locator(".total")).to_have_text(["302", "63"])
    expect(played).to_contain_text("6 manches")
    expect(revanche).to_contain_text("en cours")
    expect(revanche.locator(".won")).to_have_count(0)


def take_nil(page: Page, seat: int, tricks: int) -> None:
    """Say how many tricks the nil bidder of this seat took: held at one tap, the keypad when it failed."""
    nil = page.locator(f"fieldset.nil:has([name='nil-{seat}'])")
    if tricks:
        evening.pick(nil.locator(".chip:has(.failed)"))
    evening.pick(nil.locator(f".chip:has([name='nil-{seat}'][value='{tricks}'])"))


def bid_key(page: Page, key: str) -> Locator:
    """The key of a bid."""
    return page.locator(f"[name='bid'][value='{key}']")


def open_bids(page: Page) -> None:
    """Open the sheet of the bids, if it is not."""
    expect(page.locator("#entry > summary")).to_be_visible()
    if page.locator("#entry:not([open])").count():
        page.locator("#entry > summary").tap()
    expect(page.locator("#bidder")).to_be_visible()


def call(page: Page, manche: Manche, since: int = 0, upto: int = 4) -> None:
    """Have these players bid, each named by the page before; the sheet closes on the last bid."""
    open_bids(page)
    for turn, (name, key) in enumerate(manche.called[since:upto], start=since + 1):
        expect(page.locator("#bidder")).to_have_text(f"À {name} d’annoncer")
        bid_key(page, key).tap()
        if turn < len(manche.called):
            expect(page.locator("#bidder")).to_have_text(f"À {manche.called[turn][0]} d’annoncer")
        else:
            expect(page.locator("#entry:not([open])")).to_have_count(1)


def give_result(page: Page, tricks: int, nil_tricks: dict[int, int]) -> None:
    """Write the tricks of Anne and Zoé, and those of each zéro."""
    evening.open_entry(page)
    page.locator("#tricks-0").fill(str(tricks))
    expect(page.locator("fieldset.nil")).to_have_count(len(nil_tricks))
    for seat, count in nil_tricks.items():
        take_nil(page, seat, count)
    page.locator("#record").tap()


def check_deal(page: Page, number: int, manche: Manche) -> None:
    """The page says who deals, and who will speak first."""
    expect(page.locator(".deal .dealer")).to_have_text(f"Manche {number} · À {manche.dealer} de donner")
    expect(page.locator(".way")).to_contain_text(f"À {manche.called[0][0]} d’annoncer, puis chacun à son tour")
    expect(page.locator(".contracts")).to_have_count(1)  # that of the closed sheet
    expect(page.locator(".deal .contracts")).to_have_count(0)


def check_bids(page: Page, calls: tuple[str, str], contracts: tuple[int, int], announced: int) -> None:
    """What was bid so far stands on the sheet, and on the page behind it."""
    for within in (".bidding", ".deal"):
        expect(page.locator(f"{within} .calls")).to_have_text(list(calls))
        expect(page.locator(f"{within} .contracts .total")).to_have_text([str(one) for one in contracts])
        expect(page.locator(f"{within} .contracts + .hint")).to_contain_text(f"{announced} annoncés pour 13 plis")


def check_contracts(page: Page, manche: Manche, within: str = ".deal") -> None:
    """The contracts stand in the first screen, with their total against 13."""
    contracts = page.locator(f"{within} .contracts")
    expect(contracts).to_be_in_viewport(ratio=1)
    expect(contracts.locator(".who")).to_have_text(list(TEAMS))
    expect(contracts.locator(".total")).to_have_text([str(one) for one in manche.contracts])
    expect(page.locator(f"{within} .contracts + .hint")).to_contain_text(f"{manche.announced} annoncés pour 13 plis")


def check(page: Page, *expected: Manche, ended: bool = False) -> None:
    """The log says these manches with their lines, and the standings the last totals, sacs, and what is missing."""
    expect(evening.rows(page)).to_have_count(len(expected))
    log = [([written(one) for one in manche.points], [written(one) for one in manche.totals]) for manche in expected]
    evening.sees(page, evening.sheet, log)
    last = expected[-1]
    assert all(sum(manche.tricks) == 13 for manche in expected)  # AP-20, of the table itself
    evening.sees(page, explained, [manche.lines for manche in expected])
    notes = [
        f"sacs {sacs}/10" if ended else f"sacs {sacs}/10 · il manque {300 - total}"
        for sacs, total in zip(last.sacs, last.totals, strict=True)
    ]
    stand = {team: (written(total), note) for team, total, note in zip(TEAMS, last.totals, notes, strict=True)}
    order = [team for _, team in sorted(zip(last.totals, TEAMS, strict=True), reverse=True)]
    evening.sees(page, lambda page: [*standings(page).items()], [(team, stand[team]) for team in order])


def explained(page: Page) -> list[tuple[tuple[str, ...], ...]]:
    """Of each manche of the log the lines of each team."""
    evening.unfold_sheet(page)
    return [tuple(lines(side) for side in row.locator(".lines .side").all()) for row in evening.rows(page).all()]


def lines(side: Locator) -> tuple[str, ...]:
    """The lines of one team, folded away or not: why, how many points, by which article."""
    return tuple(" ".join(line.replace("Article ", "").split()) for line in side.locator("li").all_text_contents())


def standings(page: Page) -> dict[str, tuple[str, str]]:
    """Of each team, the first before the second: its total and its note."""
    return {
        " & ".join(place.locator(".who bdi").all_inner_texts()): (
            place.locator(".total").inner_text(),
            place.locator(".side-note").inner_text(),
        )
        for place in page.locator(".standings > li").all()
    }


def written(number: int) -> str:
    """A number as the page writes it, with a true minus sign."""
    return str(number).replace("-", "−")


def tour(page: Page) -> Iterator[str]:
    """Walk through every page of the game, the names as long as may be, giving the name of each while it is open."""
    yield from rules(page)
    yield from bidding(page)
    yield from result(page)
    yield from correction(page)
    yield from ending(page)


def rules(page: Page) -> Iterator[str]:
    """The house rules, before the partie."""
    evening.gather(page, LONG, *LONG[:2])
    evening.choose_rules(page)
    evening.choose_game(page, "spades")
    glass.unfold(page)
    yield "rules, every option"
    page.locator("#option-target").fill("200")
    evening.start_partie(page, LONG[3])
    yield "partie, nothing played"


def bidding(page: Page) -> Iterator[str]:
    """The bids, from the first to the contracts."""
    open_bids(page)
    yield "bids, the first"
    bid_key(page, "blind_nil").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "bids, the double zéro refused"
    bid(page, "5", "nil")
    yield "bids, the third"
    bid(page, "5", "3")
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    yield "partie, contracts"


def result(page: Page) -> Iterator[str]:
    """The tricks, and those of a zéro: 30 + 4 + 100 for one team, −100 for the other."""
    evening.open_entry(page)
    yield "result"
    page.locator("#tricks-0").fill("6")
    glass.unfold(page)
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    glass.unfold(page)
    yield "result, the zéro asked"
    take_nil(page, 1, 0)
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(1)
    evening.sees(page, evening.first_points, ["−100", "134"])
    glass.unfold(page)
    yield "partie, a manche open"


def correction(page: Page) -> Iterator[str]:
    """The manche with its past."""
    evening.manche_link(page, evening.rows(page)).tap()
    expect(page.locator(".versions")).to_be_visible()
    glass.unfold(page)
    yield "manche"
    page.locator("#tricks-0").fill("9")
    page.locator("#tricks-1").fill("5")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "manche, refused"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()
    evening.open_menu(page)
    page.locator("header a[href$='/rules']").tap()
    expect(page.locator(".options")).to_be_visible()
    yield "partie, its rules"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()


def ending(page: Page) -> Iterator[str]:
    """The longest bids there are; 134 + 70 ends it."""
    open_bids(page)
    bid(page, "3", "blind_nil", "4")
    yield "bids, the last"
    bid(page, "nil")
    expect(page.locator("#entry:not([open])")).to_have_count(1)
    yield "partie, two zéros"
    evening.open_entry(page)
    page.locator("#tricks-1").fill("7")
    page.locator("#record").tap()
    expect(page.locator("#refusal")).to_be_visible()
    yield "result, two zéros asked"
    take_nil(page, 0, 2)
    take_nil(page, 2, 4)
    page.locator("#record").tap()
    expect(page.locator(".winner")).to_be_visible()
    glass.unfold(page)
    yield "partie, ended"
    page.locator("header .back").tap()
    expect(page.locator(".parties")).to_be_visible()
    yield "soirée"


def bid(page: Page, *keys: str) -> None:
    """Bid by these keys, whoever's turn it is."""
    for key in keys:
        turn = page.locator(".bid-keys [name='seat']")
        seat = turn.get_attribute("value") or ""
        bid_key(page, key).tap()
        expect(page.locator(f".bid-keys [name='seat'][value='{seat}']")).to_have_count(0)
