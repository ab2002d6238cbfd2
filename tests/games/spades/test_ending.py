from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES

MADE: dict[str, Any] = {"bids": [4, 3, 3, 3], "tricks": [7, 6]}  # contracts 7 and 6, both exactly made: 70 and 60


def partie(chosen: dict[str, Any], *rows: tuple[int, int]) -> Sheet:
    """A partie whose manches give these points, brought there by agreed penalties (T-5) on 70 and 60."""
    options = SPADES.read_options(chosen, 4)
    facts = [
        {
            **MADE,
            "penalties": [
                {"side": 0, "points": ours - 70, "reason": "convenue"},
                {"side": 1, "points": theirs - 60, "reason": "convenue"},
            ],
        }
        for ours, theirs in rows
    ]
    return SPADES.score(options, 4, [read_manche(SPADES, options, 4, one) for one in facts])


def ending(sheet: Sheet) -> tuple[str, str, int, tuple[int, ...]] | None:
    end = sheet.ending
    return end and (end.why, end.article, end.after, end.winners)


FLOOR = {"floor": 200}


@pytest.mark.parametrize(
    ("chosen", "rows", "expected"),
    [
        pytest.param({}, [(499, 0)], None, id="AP-18 499 is under 500"),
        pytest.param({}, [(500, 0)], ("target", "AP-18", 1, (0,)), id="AP-18 exactly 500"),
        pytest.param({}, [(400, 0), (150, 90)], ("target", "AP-18", 2, (0,)), id="AP-18 550 after the second"),
        pytest.param({}, [(0, 540)], ("target", "AP-18", 1, (1,)), id="AP-18 the other team"),
        pytest.param({"target": 300}, [(299, 10)], None, id="AP-18 299 is under 300"),
        pytest.param({"target": 300}, [(300, 10)], ("target", "AP-18", 1, (0,)), id="AP-18 a game to 300"),
        pytest.param({"target": 700}, [(699, 10)], None, id="AP-18 699 is under 700"),
        pytest.param({"target": 700}, [(700, 10)], ("target", "AP-18", 1, (0,)), id="AP-18 a game to 700"),
        pytest.param({"target": 123}, [(10, 123)], ("target", "AP-18", 1, (1,)), id="AP-18 a target of its own"),
        pytest.param({}, [(510, 530)], ("target", "AP-18", 1, (1,)), id="AP-18 both past 500: the higher wins"),
        pytest.param({}, [(531, 530)], ("target", "AP-18", 1, (0,)), id="AP-18 both past 500, by one point"),
        pytest.param({}, [(520, 520)], None, id="AP-18 both at 520: play on"),
        pytest.param({}, [(520, 520), (10, 10)], None, id="AP-18 still equal: play on"),
        pytest.param({}, [(520, 520), (10, 11)], ("target", "AP-18", 2, (1,)), id="AP-18 equal, then settled"),
        pytest.param(
            {}, [(520, 520), (-60, -10)], ("target", "AP-18", 2, (1,)), id="AP-18 settled by the smaller loss"
        ),
        pytest.param({}, [(520, 520), (-60, -50)], None, id="AP-18 both fell under 500 again"),
        pytest.param({}, [(200, 200)], None, id="AP-18 equal below 500 is nothing"),
        pytest.param({}, [(510, 0), (-300, 600)], ("target", "AP-18", 1, (0,)), id="AP-18 an ending is final"),
        pytest.param({}, [(-2000, 0)], None, id="AP-22 no floor: no end from below"),
        pytest.param(FLOOR, [(-199, 0)], None, id="AP-22 -199 is above the floor"),
        pytest.param(FLOOR, [(-200, 0)], ("floor", "AP-22", 1, (1,)), id="AP-22 at the floor: lost"),
        pytest.param(FLOOR, [(60, -120), (70, -90)], ("floor", "AP-22", 2, (0,)), id="AP-22 below it after the second"),
        pytest.param(FLOOR, [(-210, -230)], ("floor", "AP-22", 1, (0,)), id="AP-22 both: the higher wins"),
        pytest.param(FLOOR, [(-210, -210)], None, id="AP-22 both, equal: play on"),
        pytest.param(FLOOR, [(-210, -210), (50, 5)], ("floor", "AP-22", 2, (0,)), id="AP-22 equal, then settled"),
        pytest.param(FLOOR, [(-210, 500)], ("target", "AP-18", 1, (1,)), id="AP-18 target and floor at once"),
        pytest.param({"floor": 1}, [(-1, 60)], ("floor", "AP-22", 1, (1,)), id="AP-22 a floor of 1"),
        pytest.param({"floor": 1}, [(0, 60)], None, id="AP-22 zero is above a floor of 1"),
    ],
)
def test_how_a_partie_ends(
    chosen: dict[str, Any], rows: list[tuple[int, int]], expected: tuple[str, str, int, tuple[int, ...]] | None
) -> None:
    assert ending(partie(chosen, *rows)) == expected


# A zero made and a contract of 6 on either side: 161 to the team with 7 tricks, 160 to the other.
ZEROS: dict[str, Any] = {"bids": ["nil", "nil", 6, 6], "nil_tricks": {"0": 0, "1": 0}}


@pytest.mark.parametrize(
    ("tricks", "totals", "expected"),
    [
        pytest.param([7, 7, 7], (483, 480), None, id="AP-18 neither has 500 after three manches"),
        pytest.param([7, 7, 7, 7], (644, 640), ("target", "AP-18", 4, (0,)), id="AP-18 both past 500, unequal"),
        pytest.param([7, 6, 7, 6], (642, 642), None, id="AP-18 both past 500, equal: play on"),
        pytest.param([7, 6, 7, 6, 6], (802, 803), ("target", "AP-18", 5, (1,)), id="AP-18 settled by the fifth"),
    ],
)
def test_both_teams_pass_500_in_one_manche(
    tricks: list[int], totals: tuple[int, int], expected: tuple[str, str, int, tuple[int, ...]] | None
) -> None:
    options = SPADES.read_options({}, 4)
    facts = [{**ZEROS, "tricks": [taken, 13 - taken]} for taken in tricks]
    sheet = SPADES.score(options, 4, [read_manche(SPADES, options, 4, one) for one in facts])
    assert sheet.totals == totals
    assert ending(sheet) == expected


def test_ap_18_the_ending_tells_the_target_who_reached_it_and_the_totals() -> None:
    end = partie({}, (510, 530)).ending
    assert end is not None
    assert end.result == {"limit": 500, "reached": [0, 1], "totals": [510, 530]}


def test_ap_22_the_ending_tells_the_floor_and_who_is_there() -> None:
    end = partie(FLOOR, (-230, 40)).ending
    assert end is not None
    assert end.result == {"limit": -200, "reached": [0], "totals": [-230, 40]}


def test_ap_18_the_totals_that_count_are_those_at_the_ending() -> None:
    sheet = partie({}, (510, 0), (-300, 600))
    assert sheet.totals == (510, 0)
    assert sheet.manches[-1].totals == (210, 600)
