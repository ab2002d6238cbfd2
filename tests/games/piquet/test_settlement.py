from __future__ import annotations

from typing import Any

import pytest
from support.cases import name_case, read_cases
from support.piquet_sheets import read_coups, sheet

from scorekeeper.games.contract import Deal, Ending, Line, Table
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.scoring import liee_state

Facts = dict[str, Any]
VOID: Facts = {"elder": 0, "fault": {"kind": "void", "article": "PI-32"}}


def coup(penalties: tuple[int, int] = (0, 0), elder: int = 0) -> Facts:
    """Six tricks each: 13 for elder and 12 for the dealer, and penalties on top."""
    items = [{"side": side, "points": points, "reason": "convenu"} for side, points in enumerate(penalties) if points]
    return {"elder": elder, "tricks": [6, 6], "last": 1, "penalties": items}


def coup_of(first: int, second: int, elder: int = 0) -> Facts:
    """A coup with exactly these points."""
    made = (13, 12) if elder == 0 else (12, 13)
    return coup((first - made[0], second - made[1]), elder)


def six(first: int, second: int) -> list[Facts]:
    """Six coups with these totals: the first five make nothing."""
    return [*(coup_of(0, 0, number % 2) for number in range(5)), coup_of(first, second, 1)]


def ending(coups: list[Facts], **chosen: Any) -> Ending:  # noqa: ANN401 - an option's value
    found = sheet(*coups, **chosen).ending
    assert found is not None
    return found


def settlement_of(found: Ending) -> list[tuple[str, int, str]]:
    return [(line["why"], line["points"], line["article"]) for line in found.result["lines"]]


# --- PI-24 to PI-26, PI-31: six coups


@pytest.mark.parametrize("case", read_cases("piquet/settlements"), ids=name_case)
@pytest.mark.parametrize("format_", ["six_coups", "rubicon_four"])
def test_the_settlement_of_a_partie(case: Facts, format_: str) -> None:
    coups = six(*case["totals"]) if format_ == "six_coups" else four(*case["totals"])
    found = ending(coups, format=format_)
    assert (found.why, found.winners, found.after) == (format_, (case["winner"],), len(coups))
    lines = [{"why": why, "points": points, "article": article} for why, points, article in case["lines"]]
    expected = {name: case[name] for name in ("totals", "points", "rubicon")}
    assert found.result == {**expected, "lines": lines, "limit": None}
    assert sum(line["points"] for line in lines) == case["points"]


def test_pi_24_a_partie_is_six_coups_and_no_fewer() -> None:
    coups = six(150, 80)
    assert sheet(*coups[:5]).ending is None
    assert ending([*coups, coup(), coup()]).after == 6
    assert sheet(*coups, coup((500, 0))).totals == (150, 80)


def test_pi_24_void_deals_do_not_count_among_the_six() -> None:
    coups = six(150, 125)
    assert sheet(VOID, *coups[:5], VOID).ending is None
    found = ending([VOID, *coups[:5], VOID, coups[5]])
    assert (found.after, found.result["points"]) == (8, 125)


def test_t_5_a_penalty_counts_in_the_totals_of_the_settlement() -> None:
    coups = [{"elder": number % 2, "tricks": [6, 6], "last": 0} for number in range(6)]
    # Three times 13 and three times 12 for each: 75 all; 60 added, 30 subtracted.
    coups[2]["penalties"] = [
        {"side": 0, "points": 60, "reason": "convenu"},
        {"side": 1, "points": -30, "reason": "convenu"},
    ]
    found = ending(coups)
    assert (list(found.result["totals"]), found.result["points"]) == ([135, 45], 135 + 45 + 100)


# --- PI-30: equal totals


def test_pi_30_equal_totals_play_two_more_coups() -> None:
    tied = six(120, 120)
    assert sheet(*tied).ending is None
    assert sheet(*tied, coup_of(50, 0)).ending is None
    found = ending([*tied, coup_of(50, 0), coup_of(0, 20, 1)])
    assert (found.why, found.winners, found.after, found.result["points"]) == ("six_coups", (0,), 8, 170 - 140 + 100)


def test_pi_30_equal_again_after_two_more_is_a_draw() -> None:
    found = ending([*six(120, 120), coup_of(50, 0), coup_of(0, 50, 1)])
    assert (found.why, found.winners, found.after) == ("drawn", (0, 1), 8)
    assert (found.result["points"], list(found.result["lines"])) == (0, [])


def test_pi_30_void_deals_are_none_of_the_two_more() -> None:
    coups = [*six(120, 120), VOID, coup_of(50, 0), VOID]
    assert sheet(*coups).ending is None
    assert ending([*coups, coup_of(0, 20, 1)]).after == 10


@pytest.mark.parametrize("format_", ["six_coups", "rubicon_four"])
def test_pi_30_where_the_table_says_so_equal_totals_are_drawn_at_once(format_: str) -> None:
    coups = six(120, 120) if format_ == "six_coups" else four(120, 120)
    found = ending(coups, format=format_, tie="drawn")
    assert (found.why, found.winners, found.after) == ("drawn", (0, 1), len(coups))
    assert (found.result["points"], list(found.result["lines"])) == (0, [])


# --- PI-29: Piquet Rubicon


def four(first: int, second: int) -> list[Facts]:
    """Four coups with these totals: coups 1 and 4 make 25 more each by doubling, which the penalties take back."""
    return [
        coup((-26, -24), 0),
        coup_of(0, 0, 1),
        coup_of(first, second, 0),
        coup((-24, -26), 1),
    ]


def test_pi_29_four_coups_the_first_and_the_last_doubled() -> None:
    played = sheet(*(coup(elder=number % 2) for number in range(4)), format="rubicon_four")
    assert [row.points for row in played.manches] == [(26, 24), (12, 13), (13, 12), (24, 26)]
    assert played.totals == (75, 75)
    first = [line for line in played.manches[0].lines if line.why == "doubled"]
    assert first == [Line(0, "doubled", 13, "PI-29"), Line(1, "doubled", 12, "PI-29")]
    assert [sum(line.why == "doubled" for line in row.lines) for row in played.manches] == [2, 0, 0, 2]


@pytest.mark.parametrize(
    ("chosen", "lines", "totals"),
    [
        pytest.param({}, [(1, "revoke", 0)], (13, 12), id="nothing was agreed"),
        pytest.param({"revoke": 30}, [(1, "revoke", 0), (0, "revoke_against", 30)], (43, 12), id="30"),
        pytest.param({"revoke": 7}, [(1, "revoke", 0), (0, "revoke_against", 7)], (20, 12), id="7"),
    ],
)
def test_t_5_the_price_of_a_revoke_goes_to_the_other_player(
    chosen: Facts, lines: list[tuple[int, str, int]], totals: tuple[int, int]
) -> None:
    found = sheet({**coup(), "revokes": [1]}, **chosen)
    assert [(line.side, line.why, line.points) for line in found.manches[0].lines if line.article == "T-5"] == lines
    assert found.totals == totals


def test_pi_29_the_price_of_a_revoke_is_not_doubled() -> None:
    assert sheet({**coup(), "revokes": [0, 1]}, format="rubicon_four", revoke=10).totals == (26 + 10, 24 + 10)


def test_pi_38_a_void_coup_does_not_spare_the_price_of_a_revoke() -> None:
    assert sheet({**VOID, "revokes": [0]}, revoke=10).totals == (0, 10)


def test_pi_29_what_a_side_did_not_make_is_not_doubled() -> None:
    capot = {"elder": 0, "tricks": [12, 0], "last": 0}
    rows = sheet(capot, format="rubicon_four").manches
    assert rows[0].points == (130, 0)
    assert [line for line in rows[0].lines if line.why == "doubled"] == [Line(0, "doubled", 65, "PI-29")]


def test_pi_29_void_deals_are_not_the_first_nor_the_last() -> None:
    coups = [VOID, coup(elder=0), coup(elder=1), VOID, coup(elder=0), coup(elder=1)]
    played = sheet(*coups, format="rubicon_four")
    assert [row.points for row in played.manches] == [(0, 0), (26, 24), (12, 13), (0, 0), (13, 12), (24, 26)]


def test_pi_29_pi_30_the_two_more_coups_are_not_doubled() -> None:
    tied = [coup(elder=number % 2) for number in range(4)]
    coups = [*tied, coup((10, 0), 0), coup(elder=1)]
    assert sheet(*tied, format="rubicon_four").ending is None
    played = sheet(*coups, format="rubicon_four")
    assert [row.points for row in played.manches[4:]] == [(23, 12), (12, 13)]
    assert played.ending is not None
    # 75 + 35 = 110 against 75 + 25 = 100: no rubicon.
    assert (played.ending.after, played.ending.winners, played.ending.result["points"]) == (6, (0,), 110)


# --- PI-27: the sèche


@pytest.mark.parametrize("target", [100, 150, 221])
def test_pi_27_the_first_to_reach_the_target_wins(target: int) -> None:
    chosen = {"format": "target_single", "target": target}
    assert sheet(coup_of(target - 1, 0), **chosen).ending is None
    found = ending([coup_of(target - 1, 50), coup_of(1, 0, 1)], **chosen)
    assert (found.why, found.winners, found.after) == ("target", (0,), 2)
    assert (found.result["points"], list(found.result["lines"]), found.result["limit"]) == (None, [], target)
    assert list(found.result["totals"]) == [target, 50]


def test_pi_27_no_number_of_coups_ends_a_seche() -> None:
    assert (
        sheet(*(coup_of(10, 9, number % 2) for number in range(9)), format="target_single", target=100).ending is None
    )


def test_pi_27_both_in_one_coup_without_tricks_the_higher_total_wins() -> None:
    found = ending([coup_of(90, 95), coup_of(20, 12, 1)], format="target_single", target=100)
    assert (found.winners, found.after) == ((0,), 2)
    found = ending([coup_of(90, 95), coup_of(12, 20, 1)], format="target_single", target=100)
    assert (found.winners, found.after) == ((1,), 2)


def counted(winners: list[int], elder: int = 0, **facts: Any) -> Facts:  # noqa: ANN401 - any fact
    return {"elder": elder, "winners": winners, **facts}


@pytest.mark.parametrize("case", read_cases("piquet/races"), ids=name_case)
def test_pi_27_both_in_one_coup_the_running_count_decides(case: Facts) -> None:
    found = ending([coup_of(*case["before"]), case["coup"]], format="target_single", target=100)
    assert (found.why, found.winners, found.result["totals"]) == ("target", (case["winner"],), case["totals"])


def test_pi_27_a_repic_on_the_way_counts_at_its_place() -> None:
    # The dealer's repic comes before elder's first lead.
    last = counted([0] * 12, sets={"winner": 1, "sizes": [4, 4, 3]})
    assert ending([coup_of(99, 9), last], format="target_single", target=100).winners == (1,)


def test_pi_30_equal_totals_over_the_target_play_two_more_coups() -> None:
    chosen = {"format": "target_single", "target": 100}
    tied = [coup_of(90, 90), coup_of(20, 20, 1)]
    assert sheet(*tied, **chosen).ending is None
    assert sheet(*tied, coup_of(30, 0), **chosen).ending is None
    found = ending([*tied, coup_of(30, 0), coup_of(0, 20, 1)], **chosen)
    assert (found.why, found.winners, found.after) == ("target", (0,), 4)
    found = ending([*tied, coup_of(30, 0), coup_of(0, 30, 1)], **chosen)
    assert (found.why, found.winners, found.after) == ("drawn", (0, 1), 4)
    found = ending(tied, **chosen, tie="drawn")
    assert (found.why, found.winners, found.after) == ("drawn", (0, 1), 2)


# --- PI-28: the liée


def test_pi_28_the_first_to_win_two_seches_wins_150_to_125_for_175() -> None:
    chosen = {"format": "target_linked", "target": 70}
    coups = [coup_of(75, 60), coup_of(75, 65, 1)]
    assert sheet(*coups[:1], **chosen).ending is None
    found = ending(coups, **chosen)
    assert (found.why, found.winners, found.after, found.result["points"]) == ("linked", (0,), 2, 175)
    assert settlement_of(found) == [("total", 150, "PI-28"), ("difference", 25, "PI-28")]
    assert (list(found.result["totals"]), list(found.result["wins"])) == ([150, 125], [2, 0])
    assert found.result["limit"] == 70


def test_pi_28_the_totals_are_summed_over_three_sub_games() -> None:
    chosen = {"format": "target_linked", "target": 100}
    coups = [coup_of(100, 20), coup_of(10, 105, 1), coup_of(60, 40), coup_of(50, 59, 1)]
    found = ending(coups, **chosen)
    # 100 + 10 + 110 against 20 + 105 + 99.
    assert (found.after, list(found.result["wins"])) == (4, [2, 1])
    assert (list(found.result["totals"]), found.result["points"]) == ([220, 224], 220 + (220 - 224))


def test_pi_28_each_sub_game_starts_at_nothing() -> None:
    chosen = {"format": "target_linked", "target": 100}
    options, manches = read_coups(chosen, [coup_of(100, 90), coup_of(0, 20, 1)])
    assert sheet(coup_of(100, 90), coup_of(0, 20, 1), **chosen).ending is None
    found = liee_state(options, manches)
    assert (tuple(found.wins), tuple(found.current_points)) == ((1, 0), (0, 20))
    options, manches = read_coups(chosen, [])
    found = liee_state(options, manches)
    assert (tuple(found.wins), tuple(found.current_points)) == ((0, 0), (0, 0))


def test_pi_28_a_drawn_sub_game_has_no_winner_and_another_is_played() -> None:
    chosen = {"format": "target_linked", "target": 100, "tie": "drawn"}
    coups = [coup_of(100, 100), coup_of(100, 0, 1), coup_of(0, 100), coup_of(100, 0, 1)]
    options, manches = read_coups(chosen, coups[:1])
    assert tuple(liee_state(options, manches).wins) == (0, 0)
    assert sheet(*coups[:3], **chosen).ending is None
    found = ending(coups, **chosen)
    assert (found.winners, list(found.result["wins"])) == ((0,), [2, 1])
    assert list(found.result["totals"]) == [300, 200]
    assert found.result["points"] == 400


def test_pi_28_the_running_count_decides_within_a_sub_game_too() -> None:
    chosen = {"format": "target_linked", "target": 100}
    race = counted([1] * 12, point={"winner": 0, "cards": 4})
    options, manches = read_coups(chosen, [coup_of(100, 50), coup_of(95, 98, 1), race])
    found = ending([coup_of(100, 50), coup_of(95, 98, 1), race], **chosen)
    assert (found.winners, list(found.result["wins"])) == ((0,), [2, 0])
    assert tuple(liee_state(options, manches[:2]).current_points) == (95, 98)


# --- PI-35, PI-36: a partie lost by an irregularity


@pytest.mark.parametrize(
    ("totals", "points", "lines"),
    [
        pytest.param(
            (80, 50),
            130,
            [("difference", 30, "PI-25"), ("partie", 100, "PI-25")],
            id="PI-35 the innocent leads: the difference and the 100",
        ),
        pytest.param((50, 80), 100, [("partie", 100, "PI-25")], id="PI-35 the offender led: the 100 alone"),
        pytest.param((50, 50), 100, [("partie", 100, "PI-25")], id="PI-35 equal totals: only the 100"),
    ],
)
@pytest.mark.parametrize("format_", ["six_coups", "rubicon_four"])
def test_pi_35_the_settlement_of_a_partie_lost_at_once(
    totals: tuple[int, int], points: int, lines: list[tuple[str, int, str]], format_: str
) -> None:
    start = coup((-26, -24)) if format_ == "rubicon_four" else coup_of(0, 0)
    coups = [start, coup_of(*totals, 1), {"elder": 0, "fault": {"kind": "loses_partie", "seat": 1}}]
    found = ending(coups, format=format_)
    assert (found.why, found.winners, found.after) == ("loses_partie", (0,), 3)
    assert (found.result["points"], settlement_of(found)) == (points, lines)
    assert list(found.result["totals"]) == list(totals)


@pytest.mark.parametrize("format_", ["target_single", "target_linked"])
def test_pi_36_a_target_game_lost_at_once_has_no_points(format_: str) -> None:
    coups = [coup_of(20, 50), {"elder": 1, "fault": {"kind": "loses_partie", "seat": 1}}]
    found = ending(coups, format=format_)
    assert (found.why, found.winners, found.result["points"]) == ("loses_partie", (0,), None)


# --- PI-3: the deal


def test_pi_3_the_deal_alternates() -> None:
    options, manches = read_coups({}, [coup(elder=1), coup(elder=0), coup(elder=1)])
    assert [PIQUET.deal(options, Table(2, 0), manches[:count]).dealer for count in range(4)] == [0, 1, 0, 1]
    assert PIQUET.deal(options, Table(2, 1), []).dealer == 1


def test_pi_3_elder_of_the_last_coup_deals_the_next() -> None:
    options, manches = read_coups({}, [coup(elder=0)])
    assert [PIQUET.deal(options, Table(2, first), manches).dealer for first in (0, 1)] == [0, 0]
    assert type(PIQUET.deal(options, Table(2, 0), manches)) is Deal  # only the dealer
