"""The rules search on a phone: from the partie to the answer, above the keyboard, and a question kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from support import evening, inspection, page_checks, playing
from support.phones import OpenPhone

from scorekeeper.games import GAMES
from scorekeeper.games.search import library

if TYPE_CHECKING:
    from support.tap_table import CheckTaps


KEYBOARD = {"width": 360, "height": 450}  # what a keyboard leaves of a phone


def longest_answers(slug: str, language: str) -> list[str]:
    """Return the questions of a game whose answers are the longest, as titles in this language."""
    book = library.book(GAMES[slug])
    texts = {
        entry.wordings[language][0]: max(len(answer.texts[language]) for answer in entry.answers)
        for entries in (book.disputes, book.short_answers)
        for entry in entries.values()
    }
    return sorted(texts, key=texts.__getitem__)[-2:]


def test_an_answer_takes_two_taps_and_twelve_characters(phone: Page, check_taps: CheckTaps) -> None:
    """DP-14: with the usual house rules the queen may be played on the first trick only without another card."""
    evening.sit_down(phone)
    finger = playing.Finger(phone)
    finger.tap(phone.get_by_role("link", name="Une règle ?"))
    field = phone.locator("#question")
    expect(field).to_be_focused()
    finger.tap(field)  # some phones open the keyboard only on a tap
    typed = "dame 1er pli"
    phone.keyboard.type(typed)
    assert len(typed) <= 12
    expect(phone.locator("#found .head").first).to_have_text("Interdit.")
    check_taps("from a partie to an answer, with 12 characters", finger.taps, 2)
    assert inspection.problems(phone) == []
    phone.locator("#question").fill("peut-on jeter la dame au premier pli")
    phone.locator("#found summary").first.tap()
    expect(phone.locator(".ruling .table-answer")).to_contain_text("Chez vous : Interdit")
    assert inspection.problems(phone) == []


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["hearts", "spades", "piquet"])
def test_the_longest_answers_are_visible_above_the_keyboard(open_phone: OpenPhone, game: str, language: str) -> None:
    page = open_phone(language)
    page.set_viewport_size(KEYBOARD)
    page.goto(f"/rules/{game}/desk")
    expect(page.locator("#found")).to_have_attribute("aria-live", "polite")
    for question in longest_answers(game, language):
        page.locator("#question").fill(question)
        expect(page.locator("#found .answer").first).to_contain_text(question)
        for part in ("#question", "#found .head", "#found .sentence"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=1)
        expect(page.locator("#question")).to_be_focused()


@pytest.mark.parametrize(
    ("language", "game", "question"),
    [
        ("fr", "hearts", "peut-on jouer cœur"),
        ("en", "spades", "can I ruff on the first trick"),
        ("fr", "spades", "zéro"),
        ("fr", "hearts", "tous les cœurs sauf un et la dame"),
    ],
)
def test_the_first_two_answers_are_visible_above_the_keyboard(
    open_phone: OpenPhone, language: str, game: str, question: str
) -> None:
    page = open_phone(language)
    page.set_viewport_size(KEYBOARD)
    page.goto(f"/rules/{game}/desk?q={question}")
    for number in (0, 1):
        expect(page.locator("#found .answer").nth(number)).to_be_in_viewport(ratio=1)
    assert inspection.problems(page) == []


def test_an_answer_of_the_current_moment_takes_two_taps(phone: Page, check_taps: CheckTaps) -> None:
    """The head of the answer is visible after the first one."""
    evening.sit_down(phone)
    phone.get_by_role("link", name="Une règle ?").tap()
    finger = playing.Finger(phone)
    finger.tap(phone.locator(".topic summary").first)
    head = phone.locator(".topic[open] .row b").first
    expect(head).to_be_in_viewport(ratio=1)
    said = head.inner_text()
    assert inspection.problems(phone) == []
    finger.tap(phone.locator(".topic[open] .row").first)
    expect(phone.locator("#found .head, .ruling .table-answer").first).to_contain_text(said)
    check_taps("from the rules search to an answer of the moment", finger.taps, 2)


def test_a_new_question_replaces_the_answer(phone: Page) -> None:
    evening.sit_down(phone)
    phone.get_by_role("link", name="Une règle ?").tap()
    field = phone.locator("#question")
    for typed, number in (("qui commence", "DP-11"), ("egalite a la fin", "DP-26")):
        field.fill("")
        field.press_sequentially(typed)
        expect(phone.locator("#found .answer .number")).to_have_text(number)
        expect(field).to_be_focused()


def test_a_reply_offers_other_questions_and_its_question_can_be_kept(each_phone: Page, *, javascript: bool) -> None:
    evening.sit_down(each_phone)
    each_phone.get_by_role("link", name="Une règle ?").tap()
    each_phone.locator("#question").fill("fournir")
    if not javascript:
        each_phone.get_by_role("button", name="Chercher").tap()
    expect(each_phone.locator("#found .replies")).to_be_visible()
    each_phone.get_by_role("button", name="Garder cette question").tap()
    expect(each_phone.locator("#found")).to_contain_text("La question est gardée")
    candidate = each_phone.locator("#found .replies a").first
    chosen, head = candidate.locator(".question-of-answer").inner_text(), candidate.locator(".head").inner_text()
    candidate.tap()
    expect(each_phone.locator("#found .answer .question-of-answer").first).to_contain_text(chosen)
    expect(each_phone.locator("#found .answer .head").first).to_have_text(head)
    assert (inspection.problems(each_phone) if javascript else page_checks.needs_script(each_phone)) == []


def test_without_script_the_moments_and_the_question_lead_to_a_ruling(open_phone: OpenPhone) -> None:
    page = open_phone(javascript=False)
    evening.sit_down(page)
    partie = page.url
    page.get_by_role("link", name="Une règle ?").tap()
    expect(page.locator("#question")).to_be_visible()
    assert page_checks.needs_script(page) == []
    page.locator("#question").fill("peut-on jeter la dame au premier pli")
    page.get_by_role("button", name="Chercher").tap()
    expect(page.locator("#found .answer .number")).to_have_text("DP-14")
    page.locator("#found summary").first.tap()
    expect(page.locator("#found .rule-in-force")).to_contain_text("Chez vous : Points au premier pli")
    page.get_by_role("link", name="Le premier pli", exact=True).tap()
    page.locator(".topic").filter(has_text="La dame au premier pli").locator("summary").tap()
    page.get_by_role("link", name=re.compile("La dame au premier pli")).tap()
    expect(page.locator(".table-answer")).to_contain_text("Chez vous : Interdit")
    assert page_checks.needs_script(page) == []
    page.locator("header .back").tap()
    expect(page.locator("#question")).to_be_visible()
    page.locator("header .back").tap()
    expect(page.locator(".standings")).to_be_visible()
    assert page.url == partie
