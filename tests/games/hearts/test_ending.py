from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import Sheet
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.manche_json import read_manche


def partie(chosen: dict[str, Any], *manches: dict[str, Any] | list[int], seats: int = 4) -> Sheet:
    options = HEARTS.read_options(chosen, seats)
    facts = [typed if isinstance(typed, dict) else {"points": typed} for typed in manches]
    return HEARTS.score(options, seats, [read_manche(HEARTS, options, seats, one) for one in facts])


def ending(sheet: Sheet) -> tuple[str, int, tuple[int, ...]] | None:
    return sheet.ending and (sheet.ending.why, sheet.ending.after, sheet.ending.winners)


FIRST = [0, 26, 26, 26]
SECOND = [26, 0, 26, 26]
MINUS_26_THIRD = [0, 0, -26, 0]


@pytest.mark.parametrize(
    ("chosen", "manches", "expected"),
    [
        pytest.param({}, [FIRST] * 3, None, id="DP-25 78 is under 100"),
        pytest.param({}, [*[FIRST] * 3, [5, 21, 0, 0]], None, id="DP-25 99 is under 100"),
        pytest.param({}, [*[FIRST] * 3, [4, 22, 0, 0]], ("limit", 4, (0,)), id="DP-25 exactly 100 ends it"),
        pytest.param({}, [FIRST] * 4, ("limit", 4, (0,)), id="DP-25 104 ends it"),
        pytest.param({"limit": 75}, [FIRST] * 2, None, id="DP-25 52 is under 75"),
        pytest.param({"limit": 75}, [FIRST] * 3, ("limit", 3, (0,)), id="DP-25 78 ends a game to 75"),
        pytest.param({"limit": 50}, [FIRST], None, id="DP-25 26 is under 50"),
        pytest.param({"limit": 50}, [FIRST] * 2, ("limit", 2, (0,)), id="DP-25 52 ends a game to 50"),
        pytest.param({"limit": 52}, [FIRST] * 2, ("limit", 2, (0,)), id="DP-25 a limit of 52, reached exactly"),
        pytest.param({"limit": 53}, [FIRST] * 2, None, id="DP-25 a limit of 53, missed by one"),
        pytest.param({"limit": 1}, [[5, 4, 16, 1]], ("limit", 1, (3,)), id="DP-25 a limit of 1"),
    ],
)
def test_the_partie_ends_once_someone_has_the_limit_and_the_lowest_total_wins(
    chosen: dict[str, Any], manches: list[list[int]], expected: tuple[str, int, tuple[int, ...]] | None
) -> None:
    assert ending(partie(chosen, *manches)) == expected


def test_dp_25_the_ending_has_the_limit_the_sides_that_reached_it_and_the_totals() -> None:
    end = partie({}, *[FIRST] * 3, [4, 22, 0, 0]).ending
    assert end is not None
    assert end.result == {"limit": 100, "reached": [1], "totals": [4, 100, 78, 78]}


def test_dp_25_a_limit_reached_midway_ends_the_partie_despite_later_manches() -> None:
    sheet = partie({"moon": "choice"}, *[FIRST] * 4, MINUS_26_THIRD, [0, -26, 0, 0], [0, 0, 0, -26])
    assert ending(sheet) == ("limit", 4, (0,))
    assert len(sheet.manches) == 7
    assert sheet.manches[-1].totals == (0, 78, 78, 78)
    assert sheet.totals == (0, 104, 104, 104)


def test_dp_25_later_manches_do_not_change_the_winner() -> None:
    sheet = partie({}, *[FIRST] * 4, *[[26, 0, 26, 26]] * 5)
    assert sheet.manches[-1].totals == (130, 104, 234, 234)
    assert ending(sheet) == ("limit", 4, (0,))


def test_dp_25_a_total_below_zero_wins() -> None:
    sheet = partie({"moon": "self_minus", "limit": 26}, [0, -26, 0, 0], [25, 1, 0, 0], [1, 0, 25, 0])
    assert sheet.totals == (26, -25, 25, 0)
    assert ending(sheet) == ("limit", 3, (1,))


def test_dp_25_a_penalty_counts_towards_the_limit() -> None:
    fourth = {"points": [5, 21, 0, 0], "penalties": [{"side": 1, "points": 1, "reason": "renonce"}]}
    sheet = partie({}, *[FIRST] * 3, fourth)
    assert sheet.totals == (5, 100, 78, 78)
    assert ending(sheet) == ("limit", 4, (0,))


def test_dp_25_the_price_of_a_revoke_counts_towards_the_limit() -> None:
    sheet = partie({"revoke": 13}, *[FIRST] * 3, {"points": [2, 9, 15, 0], "revokes": [1]})
    assert sheet.totals == (2, 78 + 9 + 13, 93, 78)
    assert ending(sheet) == ("limit", 4, (0,))


def test_dp_4_a_team_reaches_the_limit_together_and_the_lowest_team_wins() -> None:
    sheet = partie({"teams": True}, [0, 52], [21, 5], [4, 22], [2, 24])
    assert [row.totals for row in sheet.manches] == [(0, 52), (21, 57), (25, 79), (27, 103)]
    assert ending(sheet) == ("limit", 4, (0,))


def test_dp_5_a_belmont_partie_ends_by_teams() -> None:
    sheet = partie({"deck": "belmont"}, [36, 29, 21], [40, 26, 20], [30, 31, 25], seats=6)
    assert sheet.totals == (106, 86, 66)
    assert ending(sheet) == ("limit", 3, (2,))


TIED = [FIRST, SECOND, FIRST, SECOND]  # 52, 52, 104, 104


def test_dp_26_equal_lowest_totals_share_the_victory() -> None:
    sheet = partie({}, *TIED)
    assert sheet.totals == (52, 52, 104, 104)
    assert ending(sheet) == ("limit", 4, (0, 1))


def test_dp_26_at_104_62_62_84_the_second_and_the_third_have_won() -> None:
    voltes = [[26, 0, 26, 26], [26, 26, 0, 26], [26, 26, 26, 0]]
    sheet = partie({}, *voltes, [13, 0, 5, 8], [0, 5, 5, 16], [13, 5, 0, 8])
    assert sheet.totals == (104, 62, 62, 84)
    assert ending(sheet) == ("limit", 6, (1, 2))


def test_dp_26_three_may_share_the_victory() -> None:
    sheet = partie({"limit": 26, "moon": "off"}, [26, 0, 0, 0])
    assert ending(sheet) == ("limit", 1, (1, 2, 3))


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        pytest.param([], None, id="DP-26 tied at 52: no end yet"),
        pytest.param([[13, 13, 0, 0]], None, id="DP-26 still tied at 65"),
        pytest.param([[1, 0, 25, 0]], ("limit", 5, (1,)), id="DP-26 52 beats 53"),
        pytest.param([[13, 13, 0, 0], [0, 26, 26, 26]], ("limit", 6, (0,)), id="DP-26 settled after two more"),
        pytest.param([[1, 0, 25, 0], [0, 25, 1, 0]], ("limit", 5, (1,)), id="DP-26 once settled it stays settled"),
    ],
)
def test_when_the_table_plays_on_a_tie_only_one_lowest_total_ends_it(
    more: list[list[int]], expected: tuple[str, int, tuple[int, ...]] | None
) -> None:
    assert ending(partie({"tie": "play_on"}, *TIED, *more)) == expected


def test_dp_26_playing_on_concerns_only_the_lowest() -> None:
    assert ending(partie({"tie": "play_on"}, *[FIRST] * 4)) == ("limit", 4, (0,))


def test_dp_26_a_tie_below_the_limit_ends_nothing() -> None:
    assert ending(partie({}, FIRST, SECOND)) is None
