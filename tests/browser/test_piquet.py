"""Piquet on a phone: the taps of a coup, the calculator, and the layout of its pages.

Anne sits first, Luc second. Luc deals first, so Anne is elder, and leads, in coups 1, 3 and 5 (PI-3, PI-5). By the
default house rules elder makes 1 + 2 for each of her tricks in the play, the dealer 2 (PI-17, the last trick being 2).
"""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect
from support import evening, inspection, page_checks
from support.evening import choice
from support.phones import OpenPhone
from support.tap_table import CheckTaps

ANNE, LUC = evening.NAMES[:2]
# Names of 24 letters without a place to break.
LONG = ("Wilhelminaconstantinople", "Mmmmmmmmmmmmmmmmmmmmmmmm")

# PI-2: both points are 50, 11 + 10 + 10 + 10 + 9.
ANNES = ("AS", "KS", "QS", "JS", "9S", "QH", "8H", "7H", "KD", "QD", "7D", "8C")
LUCS = ("AH", "KH", "JH", "10H", "9H", "AD", "JD", "10D", "AC", "KC", "10C", "9C")
# PI-9: equal points score for no one. PI-10: four cards beat three. PI-11: aces beat queens, and the tens score, too.
DECLARATIONS = [
    ["point de 5, 50", "point de 5, 50"],
    ["quatrième à l’as +4", "tierce au valet"],
    ["brelan de dames", "brelan d’as, brelan de 10 +6"],
]
ANSWERS = ["Réponse : Égal", "Réponse : Bon", "Réponse : Pas bon"]


def test_an_ordinary_coup_takes_at_most_ten_taps(phone: Page, check_taps: CheckTaps) -> None:
    sit_down(phone)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    tap(phone.locator("#entry > summary"))
    for name, value in (
        ("point", "0"),
        ("point_cards", "5"),
        ("runs", "0"),
        ("run_lengths", "4.1"),
        ("sets", "1"),
        ("set_cards", "A.3"),
    ):
        tap(choice(phone, name, value))
        expect(choice(phone, name, value).locator("input")).to_be_checked()
    tap(phone.locator("[data-key='7']"))
    expect(phone.locator("#tricks-1")).to_have_attribute("placeholder", "5")
    tap(choice(phone, "last", "0"))
    expect(choice(phone, "last", "0").locator("input")).to_be_checked()
    tap(phone.locator("#record"))
    # Anne 5 + 4, 1 + 2 × 7 in the play, 10 for the cards (PI-20): 34. Luc 3 + 2 × 5: 13.
    evening.wait_for(phone, evening.first_points, ["34", "13"])
    check_taps("Piquet, a coup by its result", taps, 10)


def test_the_result_takes_a_screen_and_a_half_and_only_what_happened_is_tapped(
    each_phone: Page, *, javascript: bool
) -> None:
    sit_down(each_phone)
    evening.open_entry(each_phone)
    height = "() => document.querySelector('#entry').scrollHeight"
    assert each_phone.evaluate(height) <= 740 * 3 / 2
    assert each_phone.locator(".player-chips :checked").count() == 0
    assert each_phone.locator(".amounts:visible").count() == 0
    expect(each_phone.locator(".nobody:visible")).to_have_count(3)
    for name, value, amount, worth in (
        ("point", "0", "point_cards", "5"),
        ("runs", "0", "run_lengths", "4.1"),
        ("sets", "1", "set_cards", "A.3"),
    ):
        evening.pick(choice(each_phone, name, value))
        evening.pick(choice(each_phone, amount, worth))
    expect(each_phone.locator(".nobody:visible")).to_have_count(0)
    if javascript:
        assert each_phone.evaluate(height) <= 740 * 3 / 2
    each_phone.locator("[name='sets'][value='none']").tap()  # over Luc's name: no one after all
    expect(each_phone.locator("[name='sets'][value='none']")).to_be_checked()
    expect(each_phone.locator(".amounts:visible")).to_have_count(2)
    each_phone.locator(".more-runs").tap()
    evening.pick(choice(each_phone, "run_lengths", "3.2"))
    evening.pick(choice(each_phone, "run_lengths", "3.1"))
    give_tricks(each_phone, 0, 7, "0")
    # Anne 5 + 4 + 3 + 3, 1 + 2 × 7 in the play, 10 for the cards (PI-20): 40. Luc 2 × 5: 10.
    evening.wait_for(each_phone, evening.first_points, ["40", "10"])


def test_the_calculator_compares_two_hands_or_counts_one(each_phone: Page, *, javascript: bool) -> None:
    each_phone.goto("/calculator/piquet")
    tap_cards(each_phone, ANNES[:11], "0")
    each_phone.locator(".dock .primary").tap()
    expect(each_phone.locator(".summary .refusal")).to_contain_text("Il manque 1 carte")
    tap_cards(each_phone, ANNES[11:], "0")
    each_phone.locator(".dock .primary").tap()
    alone = [["point de 5, 50 +5", "–"], ["quatrième à l’as +4", "–"], ["brelan de dames +3", "–"]]
    check_declared(each_phone, alone, ["Réponse : Bon"] * 3, ["12", "0"])
    tap_cards(each_phone, LUCS, *(("1",) if javascript else ("0", "1")))
    each_phone.locator(".dock .primary").tap()
    check_declared(each_phone, DECLARATIONS, ANSWERS, ["4", "6"])


def test_every_page_is_accessible_and_has_no_french_in_english(open_phone: OpenPhone) -> None:
    page = open_phone("en-GB")
    problems, french = [], []
    for name in tour(page):
        problems += [f"{name}: {problem}" for problem in inspection.problems(page)]
        lines = page.evaluate(WORDS).splitlines()
        french += [f"{name}: {line}" for line in lines if FRENCH.search(ENGLISH.sub("", line))]
    assert "\n".join(problems) == ""
    assert "\n".join(french) == ""


def test_without_script_every_page_works_by_links_and_forms(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    problems = [f"{name}: {problem}" for name in tour(page) for problem in page_checks.needs_script(page)]
    assert "\n".join(problems) == ""


# All text of a page, also for screen readers, except what is marked as another language.
WORDS = """() => [...document.body.querySelectorAll("*")]
  .filter((one) => !one.closest("[lang]:not(html), script")).flatMap((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ...["aria-label", "title", "placeholder", "data-none", "data-one", "data-many", "data-over"].map(
      (name) => one.getAttribute(name) ?? ""),
  ]).map((text) => text.trim().replace(/\\s+/g, " ")).filter(Boolean).join("\\n")"""
ENGLISH = re.compile(r"\b(sixième|septième|huitième|soirées?)\b", re.IGNORECASE)  # also used in English
FRENCH = re.compile(
    r"[àâçèéêëîïôùûœ«»]|\b(au|aux|avec|ce|cette|chacun|coups?|de|des|dites|donne|donner|du|elle|en|entame|entre|est|et"
    r"|il|la|le|les|leur|levée|main|mains|marque|ne|ou|pas|personne|plis?|pour|qui|rien|sans|son|sur|un|une)\b",
    re.IGNORECASE,
)


def to_the_rules(page: Page, *names: str) -> None:
    """Open the house rules of Piquet, the only game for two, on a new phone."""
    evening.open_new_table(page, names or (ANNE, LUC), place="Marseille")
    evening.choose_rules(page)
    expect(page.locator("[name='game']")).to_have_value("piquet")


def sit_down(page: Page, *names: str) -> None:
    """Open the first coup on a new phone; the second player deals."""
    seated = names or (ANNE, LUC)
    evening.open_new_partie(page, seated, game="piquet", preset="six_coups", dealer=seated[1])


def fill_quick(page: Page, chosen: dict[str, str], *sets: str) -> None:
    """Enter who scored what."""
    for name, value in chosen.items():
        evening.pick(choice(page, name, value))
    for value in sets:
        evening.pick(choice(page, "set_cards", value))


def give_tricks(page: Page, seat: int, tricks: int, last: str = "", button: str = "#record") -> None:
    """Enter a player's tricks and press the button; the other's tricks, and the last of a capot, are filled in."""
    page.locator(f"#tricks-{seat}").fill(str(tricks))
    if last:
        evening.pick(choice(page, "last", last))
    page.locator(button).tap()


def turn_to(page: Page, way: str) -> None:
    """Switch the declarations to another depth, unless they are at it."""
    other = page.locator(f".segments [value='{way}']:enabled")
    if other.count():
        other.tap()
    expect(page.locator(f".segments [value='{way}'][aria-current]")).to_be_visible()


def declare(page: Page, elder: int) -> None:
    """Enter declarations of PI-15: twelve for elder, seventeen for the dealer, whose point of four is not good."""
    for name, value in (
        (f"point-{elder}", "5"),
        (f"run-{elder}-0", "4"),
        (f"run-{elder}-1", "3"),
        (f"point-{1 - elder}", "4"),
        (f"sets-{1 - elder}", "10.4"),
        (f"sets-{1 - elder}", "J.3"),
    ):
        evening.pick(choice(page, name, value))


def holder(page: Page, card: str) -> Locator:
    """Return the key of one of the thirty-two cards."""
    return page.locator(f".card-choice:has([name='card-{card}'])")


def tap_cards(page: Page, cards: tuple[str, ...], *seats: str) -> None:
    """Tap each of these cards once for each of these values: a seat, or no one."""
    for card in cards:
        for seat in seats:
            holder(page, card).tap()
            expect(page.locator(f"[name='card-{card}']:checked")).to_have_attribute("value", seat)


def check_declared(page: Page, cells: list[list[str]], answers: list[str], totals: list[str]) -> None:
    """Check the summary: the declarations with their points, the answers, and the totals before the play."""
    table = page.locator("table.declarations")
    expect(page.locator("#declarations summary b")).to_have_text(totals)
    evening.wait_for(page, declarations, cells)
    expect(table.locator(".answer-row td:last-child")).to_have_text(answers)


def declarations(page: Page) -> list[list[str]]:
    """Return the cells of the summary, by row."""
    rows = page.locator("table.declarations tbody tr:not(.answer-row)").all()
    return [[" ".join(text.split()) for text in row.locator("td").all_inner_texts()] for row in rows]


def tour(page: Page) -> Iterator[str]:
    """Visit every page of the game with long names, and yield the name of each while it is open."""
    hands = "&".join(f"hand-{seat}={card}" for seat, hand in enumerate((ANNES, LUCS)) for card in hand)
    page.goto(f"/calculator/piquet?{hands}")
    yield "calculator"
    to_the_rules(page, *LONG)
    page.locator("details:has(.cut) > summary").tap()
    page.locator("[name='cut'][value='draw']").tap()
    expect(page.locator(".fold .notice")).to_be_visible()
    page_checks.unfold(page)
    yield "rules, the cards cut"
    evening.start_partie(page, LONG[1])
    yield "partie, nothing played"
    yield from depths(page)
    yield from endings(page)


def depths(page: Page) -> Iterator[str]:
    """The entry at each depth, refused, with the question about a run; the entry trick by trick."""
    evening.open_entry(page)
    turn_to(page, "hands")
    tick(page, *(f"[name='card-{card}'][value='{seat}']" for seat, cards in enumerate((ANNES, LUCS)) for card in cards))
    page.locator("[name='switch'][value='check']").tap()
    expect(page.locator("table.declarations")).to_be_visible()
    yield "entry, hands"
    turn_to(page, "scored")
    fill_quick(page, {"point": "0", "point_cards": "6", "runs": "0", "run_lengths": "5.1", "sets": "0"}, "A.3")
    give_tricks(page, 0, 8, "0")
    expect(page.locator(".question")).to_be_visible()
    page_checks.unfold(page)
    yield "entry, what was scored, the run missing"
    turn_to(page, "declared")
    declare(page, 0)
    page.locator("[name='switch'][value='check']").tap()
    expect(page.locator("table.declarations")).to_be_visible()
    page_checks.unfold(page)
    yield "entry, declarations"
    page.locator("[name='call']").tap()
    expect(page.locator(".player-key")).to_have_count(2)
    page.locator(".player-key").last.tap()
    expect(page.locator(".count-steps li")).not_to_have_count(0)
    expect(page.locator(".trick-count form.action")).to_be_visible()
    yield "calling, the second trick"


def endings(page: Page) -> Iterator[str]:
    """The entry of all tricks at once, the coup with its history, and a partie lost by an irregularity."""
    page.locator(".trick-count a.quiet").tap()
    expect(page.locator("fieldset.tricks")).to_be_visible()
    tick(page, *(f"[name='trick-{index}'][value='1']" for index in range(12)))
    page_checks.unfold(page)
    yield "entry, each trick"
    page.locator("#record").tap()
    expect(evening.rows(page)).to_have_count(1)
    page_checks.unfold(page)
    yield "partie, a coup open"
    evening.manche_link(page, evening.rows(page)).tap()
    expect(page.locator(".versions")).to_be_visible()
    page_checks.unfold(page)
    yield "coup"
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()
    evening.open_entry(page)
    page.locator("details.irregularity > summary").tap()
    evening.pick(page.locator(".chip:has([name='fault'][value='loses_partie:1'])"))
    page.locator("#record").tap()
    expect(page.locator(".winner")).to_be_visible()
    page_checks.unfold(page)
    yield "partie, ended"


def tick(page: Page, *selectors: str) -> None:
    """Check many boxes by script instead of taps."""
    page.wait_for_load_state()
    page.evaluate("all => all.forEach((one) => { document.querySelector(one).checked = true; })", list(selectors))
