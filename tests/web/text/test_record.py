"""The lines of recent changes, and the refusals, in the words of each game."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.partie.changes import CHANGES
from scorekeeper.partie.payloads import KINDS
from scorekeeper.record.models import Change
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.manche import MANCHE
from scorekeeper.web.text.record import change_label, change_lines, change_noun

NINE = dt.datetime(2026, 11, 21, 21, 0, tzinfo=dt.UTC)
HEARTS, PIQUET = PAGES["hearts"].text.MANCHE, PAGES["piquet"].text.MANCHE
GAMES = pytest.mark.parametrize("slug", PAGES)

pytestmark = pytest.mark.usefixtures("french")


def at(minute: int) -> dt.datetime:
    return NINE + dt.timedelta(minutes=minute)


def changes(*what: tuple[str, int | None]) -> list[Change]:
    """These changes, a minute apart, each of the manche of this id."""
    return [Change(kind=kind, manche_id=manche, at=at(minute)) for minute, (kind, manche) in enumerate(what)]


BEGUN, RECORDED = ("begun", None), "recorded"


def test_equal_consecutive_changes_are_one_line_with_the_latest_time() -> None:
    lines = change_lines(changes(BEGUN, BEGUN, BEGUN, (RECORDED, 40), BEGUN), {40: 1}, HEARTS)
    assert [(line.label, line.at) for line in lines] == [
        ("début de la manche à venir", at(2)),
        ("manche 1 notée", at(3)),
        ("début de la manche à venir", at(4)),
    ]


def test_two_manches_recorded_are_two_lines() -> None:
    lines = change_lines(changes((RECORDED, 40), (RECORDED, 41), (RECORDED, 39)), {40: 1, 41: 2}, PIQUET)
    assert [line.label for line in lines] == ["coup 1 noté", "coup 2 noté", "coup noté"]


@pytest.mark.parametrize(
    ("count", "first", "listed"),
    [(5, None, [1, 2, 3, 4, 5]), (6, "et 1 autre", [2, 3, 4, 5, 6]), (9, "et 4 autres", [5, 6, 7, 8, 9])],
)
def test_only_the_latest_five_lines_are_listed_after_the_count_of_others(
    count: int, first: str | None, listed: list[int]
) -> None:
    numbers = {number: number for number in range(1, count + 1)}
    lines = change_lines(changes(*((RECORDED, number) for number in numbers)), numbers, HEARTS)
    if first is not None:
        assert (lines[0].label, lines[0].at) == (first, None)
        lines = lines[1:]
    assert [line.label for line in lines] == [f"manche {number} notée" for number in listed]


@GAMES
def test_every_game_has_a_label_for_every_change_and_a_name_for_its_button(slug: str) -> None:
    manche_text = PAGES[slug].text.MANCHE
    assert all(change_label(Change(kind=kind, payload={"of": "rules"}), manche_text) for kind in KINDS)
    assert all(change_noun(kind, manche_text, 3) for kind in CHANGES)


@GAMES
def test_every_game_has_a_word_for_every_change_of_a_manche(slug: str) -> None:
    manche_text = PAGES[slug].text.MANCHE
    assert set(manche_text.changes) == set(MANCHE.changes)
