"""Manches keyed one after the other without a network: each figure is recorded for the player it was keyed for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from support import evening

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.browser

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")
EIGHT = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")


def key(page: Page, *counts: int) -> None:
    """Key hearts as a scribe does: one figure after the other, wherever the keypad puts them."""
    for count in counts:
        page.locator("#entry fieldset.counts[data-total] .keypad:visible").first.locator(f"[data-key='{count}']").tap()


# At each table all hearts but those of the last player, who is filled in. With the queen at 13 (DP-17): 3, 4 players,
# 13 hearts; six with jokers likewise (DP-2); eight at Belmont 26 hearts (DP-5, DP-6), Q♠ twice, K♠ and A♠ twice.
THREE_MANCHES = {
    3: ((0, 1), (2, 3), (4, 5)),
    4: ((0, 1, 2), (3, 0, 1), (1, 2, 3)),
    6: ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (1, 1, 1, 1, 1)),
}
POINTS = {
    3: (["13", "1", "12"], ["15", "3", "8"], ["17", "5", "4"]),
    4: (["13", "1", "2", "10"], ["16", "0", "1", "9"], ["14", "2", "3", "7"]),
    6: (
        ["13", "1", "2", "3", "4", "3"],
        ["17", "3", "2", "1", "0", "3"],
        ["14", "1", "1", "1", "1", "8"],
    ),
}


@pytest.mark.parametrize("seats", THREE_MANCHES)
def test_three_manches_keyed_offline_are_recorded_as_keyed(open_phone: Callable[..., Page], seats: int) -> None:
    page = open_phone(tolerate=OFFLINE)
    evening.begin(page, EIGHT[:seats])
    evening.open_entry(page)
    page.context.set_offline(offline=True)
    for number, counts in enumerate(THREE_MANCHES[seats], start=1):
        key(page, *counts)
        evening.queen_to(page, "Anne")
        typed = [page.locator(f"#H-{seat}").input_value() for seat in range(seats - 1)]
        assert typed == [str(count) for count in counts], number
        page.locator("#record").tap()
        expect(page.locator(".queued")).to_be_visible()
        if number < 3:
            page.get_by_role("button", name=f"Noter la manche {number + 1}").tap()
            expect(page.locator("#H-0")).to_have_value("")
    page.context.set_offline(offline=False)
    evening.sees(page, lambda shown: [points for points, _ in evening.sheet(shown)], list(POINTS[seats]))


def test_three_manches_of_belmont_keyed_offline_are_recorded_as_keyed(open_phone: Callable[..., Page]) -> None:
    """Four teams of two: 26 hearts, and twice Q♠ 13, K♠ 10 and A♠ 7 (DP-5, DP-6), each time to another player."""
    page = open_phone(tolerate=OFFLINE)
    evening.begin(page, EIGHT)
    evening.open_entry(page)
    page.context.set_offline(offline=True)
    manches = ((0, 1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1, 0), (1, 1, 1, 1, 1, 1, 1))
    for number, hearts in enumerate(manches, start=1):
        key(page, *hearts)
        for card in ("QS", "KS", "AS"):
            page.locator(f"#{card}-{number - 1}").fill("2")
        assert [page.locator(f"#H-{seat}").input_value() for seat in range(7)] == [str(count) for count in hearts]
        page.locator("#record").tap()
        expect(page.locator(".queued")).to_be_visible()
        if number < 3:
            page.get_by_role("button", name=f"Noter la manche {number + 1}").tap()
            expect(page.locator("#H-0")).to_have_value("")
    page.context.set_offline(offline=False)
    # Anne with Inès 60 + 0 + 4, Luc with Paul 1 + 5, Zoé with Renée 2 + 6, Maxence with Aziz 3 + 5; then 6 + 2,
    # 60 + 5 + 1, 4 + 0, 3 + 5; then 1 + 1, 1 + 1, 60 + 1 + 1, 1 + 19.
    points = [["64", "6", "8", "8"], ["8", "66", "4", "8"], ["2", "2", "62", "20"]]
    evening.sees(page, lambda shown: [row for row, _ in evening.sheet(shown)], points)


def test_three_coups_of_piquet_keyed_offline_are_recorded_as_keyed(open_phone: Callable[..., Page]) -> None:
    """Who is elder leads once more than they took of the first eleven tricks (PI-16); ten for seven tricks (PI-20).

    Anne, elder, takes 7 and the last: 7 leads, 6 tricks, the last 2, the cards 10; Luc 5 leads, 5 tricks.
    Luc, elder, takes 8: 9 leads, 8 tricks, the cards 10; Anne 4 and the last: 3 leads, 3 tricks, the last 2.
    Anne, elder, takes 10: 11 leads, 10 tricks, the cards 10; Luc 2 and the last: 1 lead, 1 trick, the last 2.
    """
    page = open_phone(tolerate=OFFLINE)
    evening.begin(page, EIGHT[:2], game="piquet", dealer="Luc")
    evening.open_entry(page)
    page.context.set_offline(offline=True)
    for number, (tricks, last) in enumerate(((7, 0), (4, 0), (10, 1)), start=1):
        page.locator("#tricks-0").fill(str(tricks))
        evening.pick(page.locator(f"#entry .chip:has([name='last'][value='{last}'])"))
        page.locator("#record").tap()
        expect(page.locator(".queued")).to_be_visible()
        if number < 3:
            page.locator("[data-go-on]").tap()
            expect(page.locator("#tricks-0")).to_have_value("")
            expect(page.locator("[name='last'][value='0']")).not_to_be_checked()
    page.context.set_offline(offline=False)
    evening.sees(page, lambda shown: [row for row, _ in evening.sheet(shown)], [["25", "10"], ["8", "27"], ["31", "4"]])
