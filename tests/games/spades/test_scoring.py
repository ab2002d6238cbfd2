from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import Line, MancheFacts, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import ForbiddenBlindNil
from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs

Facts = dict[str, Any]


def manche(bids: list[Any], tricks: int, nils: dict[str, int] | None = None, penalty: int = 0) -> Facts:
    """A manche by the bids of the four seats and the tricks of seats 0 and 2; a penalty is theirs."""
    agreed = [{"side": 0, "points": penalty, "reason": "convenue"}] if penalty else []
    return {"bids": bids, "tricks": [tricks, 13 - tricks], "nil_tricks": nils or {}, "penalties": agreed}


def read(chosen: dict[str, Any], manches: tuple[Facts, ...]) -> tuple[Any, list[MancheFacts[Any]]]:
    options = SPADES.read_options(chosen, 4)
    return options, [read_manche(SPADES, options, 4, facts) for facts in manches]


def sheet(chosen: dict[str, Any], *manches: Facts) -> Sheet:
    options, recorded = read(chosen, manches)
    return SPADES.score(options, 4, recorded)


def gauge(chosen: dict[str, Any], *manches: Facts) -> tuple[int, ...]:
    options, recorded = read(chosen, manches)
    return current_sacs(options, 4, recorded)


def ours(chosen: dict[str, Any], facts: Facts) -> list[tuple[str, int, str, int | None, int | None]]:
    """The lines of seats 0 and 2: why, points, article, count, seat."""
    lines = sheet(chosen, facts).manches[0].lines
    return [(line.why, line.points, line.article, line.count, line.seat) for line in lines if line.side == 0]


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        pytest.param(5, (50, 71), id="AP-13 N-S exactly 5, E-W 8: one sac"),
        pytest.param(6, (51, 70), id="AP-13 N-S 6: one sac, E-W exactly 7"),
        pytest.param(7, (52, -70), id="AP-15 E-W 6 of 7: failed"),
        pytest.param(4, (-50, 72), id="AP-15 N-S 4 of 5: failed"),
        pytest.param(0, (-50, 76), id="AP-15 N-S nothing: the same loss"),
        pytest.param(13, (58, -70), id="AP-13 N-S all thirteen: eight sacs"),
    ],
)
def test_ap_4_with_w3_n1_e4_s4_north_south_need_5_and_east_west_7(tricks: int, points: tuple[int, int]) -> None:
    south, west, north, east = 4, 3, 1, 4
    assert sheet({}, manche([south, west, north, east], tricks)).totals == points


# Seats 0 and 2: contracts of 10, 10, 10 and 3 with 12, 12, 13 and 3 tricks: 102 + 102 + 103 + 30 = 337 points, and
# 2 + 2 + 3 + 0 = 7 sacs.
TO_337 = (
    manche([5, 1, 5, 1], 12),
    manche([5, 1, 5, 1], 12),
    manche([5, 1, 5, 1], 13),
    manche([2, 5, 1, 5], 3),
)


@pytest.mark.parametrize(
    ("tricks", "total", "sacs"),
    [
        pytest.param(7, 389, 9, id="AP-14 7 tricks: 337 + 50 + 2 = 389"),
        pytest.param(8, 290, 0, id="AP-14 8 tricks: 337 + 50 + 3 - 100 = 290"),
        pytest.param(9, 291, 1, id="AP-14 9 tricks: 337 + 50 + 4 - 100 = 291, 1 sac left"),
        pytest.param(5, 387, 7, id="AP-14 5 tricks: no sac more"),
        pytest.param(4, 287, 7, id="AP-15 4 tricks: failed, no sac more"),
    ],
)
def test_at_337_points_and_7_sacs_with_a_contract_of_5(tricks: int, total: int, sacs: int) -> None:
    chosen = {"target": 10_000}
    assert sheet(chosen, *TO_337).totals[0] == 337
    assert gauge(chosen, *TO_337)[0] == 7
    partie = (*TO_337, manche([3, 2, 2, 2], tricks))
    assert sheet(chosen, *partie).totals[0] == total
    assert gauge(chosen, *partie)[0] == sacs


def test_ap_14_the_cost_is_a_line_of_the_manche_of_the_tenth_sac() -> None:
    whole = sheet({"target": 10_000}, *TO_337, manche([3, 2, 2, 2], 8), manche([3, 2, 2, 2], 7))
    costs = [[line for line in row.lines if line.why == "sacs_penalty"] for row in whole.manches]
    assert costs == [[], [], [], [], [Line(0, "sacs_penalty", -100, "AP-14", 10)], []]


def test_ap_14_twenty_sacs_at_once_cost_200() -> None:
    # 8 sacs (contract 2, 10 tricks), then contract 1 with 13 tricks: 12 more, 20 in all: 28 + 10 + 12 - 200.
    partie = (manche([1, 1, 1, 2], 10), manche([1, 1, "nil", 1], 13, {"2": 0}))
    whole = sheet({}, *partie)
    assert whole.manches[0].totals == (28, 30)
    assert Line(0, "sacs_penalty", -200, "AP-14", 20) in whole.manches[1].lines
    assert whole.totals == (28 + 10 + 12 + 100 - 200, 30 - 20)
    assert gauge({}, *partie) == (0, 0)


def test_ap_14_each_team_has_its_own_sacs() -> None:
    # Contracts 2 and 2 with 7 and 6 tricks: 5 and 4 sacs each time.
    ordinary = manche([1, 1, 1, 1], 7)
    assert gauge({}, ordinary) == (5, 4)
    assert gauge({}, ordinary, ordinary) == (0, 8)
    assert sheet({}, ordinary, ordinary).totals == (25 + 25 - 100, 24 + 24)
    assert gauge({}) == (0, 0)


# Contract 3 with 11 tricks is 38 and 8 sacs; a penalty of -75 leaves -37.
TO_MINUS_37 = manche([2, 3, 1, 3], 11, penalty=-75)


def test_ap_19_at_minus_37_with_8_sacs_two_overtricks_cost_100() -> None:
    assert sheet({}, TO_MINUS_37).totals[0] == -37
    assert gauge({}, TO_MINUS_37)[0] == 8
    partie = (TO_MINUS_37, manche([2, 3, 2, 3], 6))
    assert sheet({}, *partie).totals[0] == -37 + 40 + 2 - 100 == -95
    assert gauge({}, *partie)[0] == 0


def test_ap_19_the_last_digit_of_a_negative_total_is_not_read() -> None:
    # Contract 4 with 7 tricks: 43; contract 8 failed: -80. At -37 the team has 3 sacs, not 7.
    partie = (manche([2, 3, 2, 3], 7), manche([4, 3, 4, 2], 5))
    assert sheet({}, *partie).totals[0] == -37
    assert gauge({}, *partie)[0] == 3
    assert sheet({}, *partie, manche([2, 3, 2, 3], 8)).totals[0] == -37 + 40 + 4


def test_ap_19_an_agreed_penalty_is_no_sac() -> None:
    assert gauge({}, manche([2, 3, 2, 3], 4, penalty=9))[0] == 0


@pytest.mark.parametrize(
    ("chosen", "bid", "taken", "tricks", "points"),
    [
        pytest.param({}, "nil", 0, 5, 141, id="AP-16 zero made, contract 4 made with 5: 100 + 40 + 1"),
        pytest.param({}, "nil", 0, 3, 60, id="AP-16 zero made, contract 4 failed: 100 - 40"),
        pytest.param({}, "nil", 2, 6, -58, id="AP-16 zero failed by 2, contract 4 made with 4: -100 + 40 + 2"),
        pytest.param({}, "nil", 2, 5, -138, id="AP-17 zero failed by 2, partner 3 of 4: -100 - 40 + 2"),
        pytest.param({}, "blind_nil", 0, 5, 241, id="AP-6 double zero made, contract 4 made with 5: 200 + 40 + 1"),
        pytest.param({}, "blind_nil", 0, 3, 160, id="AP-6 double zero made, contract 4 failed: 200 - 40"),
        pytest.param({}, "blind_nil", 1, 5, -159, id="AP-6 double zero failed by 1, contract 4 made: -200 + 40 + 1"),
        pytest.param({}, "blind_nil", 1, 4, -239, id="AP-6 double zero failed by 1, contract 4 failed: -200 - 40 + 1"),
        pytest.param({"nil": 50}, "nil", 0, 5, 91, id="AP-5 a zero of 50 made: 50 + 40 + 1"),
        pytest.param({"nil": 50}, "nil", 0, 3, 10, id="AP-5 a zero of 50 made, contract failed: 50 - 40"),
        pytest.param({"nil": 50}, "nil", 1, 5, -9, id="AP-5 a zero of 50 failed: -50 + 40 + 1"),
        pytest.param({"nil": 50}, "nil", 1, 4, -89, id="AP-5 a zero of 50 failed, contract failed: -50 - 40 + 1"),
        pytest.param({"nil": 50}, "blind_nil", 0, 5, 141, id="AP-6 when a zero is 50 a double one is 100"),
        pytest.param({"nil": 50}, "blind_nil", 1, 4, -139, id="AP-6 and costs 100: -100 - 40 + 1"),
    ],
)
def test_a_zero_beside_a_contract_of_4(chosen: dict[str, Any], bid: str, taken: int, tricks: int, points: int) -> None:
    facts = manche([bid, 3, 4, 3], tricks, {"0": taken})
    assert sheet(chosen, facts).totals[0] == points


@pytest.mark.parametrize(
    ("value", "taken", "tricks", "points", "sacs"),
    [
        # The partner alone makes 4 with 5, and the zero took 2: 7 in all.
        pytest.param("sacs_only", 2, 7, -100 + 40 + 1 + 2, 3, id="AP-17 sacs, contract made: -57"),
        pytest.param("help_contract", 2, 7, -100 + 40 + 3, 3, id="AP-17 they help, contract made anyway: -57"),
        pytest.param("ignored", 2, 7, -100 + 40 + 1, 1, id="AP-17 ignored, contract made: -59"),
        # The partner alone takes 3 of 4, and the zero 2: 5 in all.
        pytest.param("sacs_only", 2, 5, -100 - 40 + 2, 2, id="AP-17 sacs, contract failed: -138"),
        pytest.param("help_contract", 2, 5, -100 + 40 + 1, 1, id="AP-17 they help, and save the contract: -59"),
        pytest.param("ignored", 2, 5, -100 - 40, 0, id="AP-17 ignored, contract failed: -140"),
        # The partner alone takes 1 of 4, and the zero 2: 3 in all.
        pytest.param("sacs_only", 2, 3, -100 - 40 + 2, 2, id="AP-17 sacs, contract failed by far: -138"),
        pytest.param("help_contract", 2, 3, -100 - 40, 0, id="AP-17 they help, but not enough: -140"),
        pytest.param("ignored", 2, 3, -100 - 40, 0, id="AP-17 ignored, contract failed by far: -140"),
        # The partner alone takes exactly 4, and the zero 1.
        pytest.param("sacs_only", 1, 5, -100 + 40 + 1, 1, id="AP-17 sacs, contract made exactly: -59"),
        pytest.param("help_contract", 1, 5, -100 + 40 + 1, 1, id="AP-17 they help, one over: -59"),
        pytest.param("ignored", 1, 5, -100 + 40, 0, id="AP-17 ignored, contract made exactly: -60"),
    ],
)
def test_the_tricks_of_a_failed_zero_beside_a_contract_of_4(
    value: str, taken: int, tricks: int, points: int, sacs: int
) -> None:
    chosen, facts = {"failed_nil_tricks": value}, manche(["nil", 3, 4, 3], tricks, {"0": taken})
    assert sheet(chosen, facts).totals[0] == points
    assert gauge(chosen, facts)[0] == sacs


def test_ap_17_the_sacs_of_a_failed_zero_count_towards_the_ten_although_the_contract_failed() -> None:
    # 8 sacs from contract 3 with 11; then zero failed by 2, partner 3 of 4: -138, and the tenth sac: -100.
    partie = (manche([2, 3, 1, 3], 11), manche(["nil", 3, 4, 3], 5, {"0": 2}))
    assert sheet({}, *partie).totals[0] == 38 - 138 - 100
    assert gauge({}, *partie)[0] == 0


@pytest.mark.parametrize("value", ["sacs_only", "help_contract", "ignored"])
@pytest.mark.parametrize(
    ("bids", "nils", "points", "sacs"),
    [
        pytest.param(["nil", "nil"], {}, 200, 0, id="AP-21 both made"),
        pytest.param(["nil", "nil"], {"0": 0, "2": 3}, 3, 3, id="AP-21 one failed by 3: 100 - 100 + 3"),
        pytest.param(["nil", "nil"], {"0": 2, "2": 3}, -195, 5, id="AP-21 both failed: -200 + 5"),
        pytest.param(["nil", "blind_nil"], {"0": 0, "2": 1}, -99, 1, id="AP-21 100 - 200 + 1"),
        pytest.param(["nil", "blind_nil"], {"0": 1, "2": 0}, 101, 1, id="AP-21 -100 + 200 + 1"),
        pytest.param(["blind_nil", "blind_nil"], {}, 400, 0, id="AP-21 both blind, both made"),
        pytest.param(["blind_nil", "blind_nil"], {"0": 4, "2": 4}, -392, 8, id="AP-21 both blind, both failed"),
    ],
)
def test_two_zeros_have_no_contract_and_their_tricks_are_sacs_whatever_the_option(
    value: str, bids: list[str], nils: dict[str, int], points: int, sacs: int
) -> None:
    chosen = {"failed_nil_tricks": value}
    facts = manche([bids[0], 6, bids[1], 5], sum(nils.values()), nils)
    assert sheet(chosen, facts).totals[0] == points
    assert gauge(chosen, facts)[0] == sacs
    assert not {"contract_made", "contract_failed"} & {line[0] for line in ours(chosen, facts)}


@pytest.mark.parametrize(
    ("chosen", "facts", "expected"),
    [
        pytest.param(
            {},
            manche([4, 3, 3, 3], 9),
            [("contract_made", 70, "AP-13", 7, None), ("overtricks", 2, "AP-13", 2, None)],
            id="AP-13 contract 7: +70, 2 sacs: +2",
        ),
        pytest.param({}, manche([4, 3, 3, 3], 7), [("contract_made", 70, "AP-13", 7, None)], id="AP-13 exactly"),
        pytest.param({}, manche([4, 3, 3, 3], 6), [("contract_failed", -70, "AP-15", 7, None)], id="AP-15 failed"),
        pytest.param(
            {},
            manche(["nil", 3, 4, 3], 4, {"0": 0}),
            [("contract_made", 40, "AP-13", 4, None), ("nil_made", 100, "AP-16", None, 0)],
            id="AP-16 the zero names its bidder",
        ),
        pytest.param(
            {},
            manche([4, 3, "nil", 3], 5, {"2": 2}),
            [
                ("contract_failed", -40, "AP-15", 4, None),
                ("nil_failed", -100, "AP-16", None, 2),
                ("nil_tricks", 2, "AP-17", 2, 2),
            ],
            id="AP-17 sacs name whose zero they come from",
        ),
        pytest.param(
            {},
            manche([4, 3, "blind_nil", 3], 4, {"2": 0}),
            [("contract_made", 40, "AP-13", 4, None), ("blind_nil_made", 200, "AP-6", None, 2)],
            id="AP-6 a double zero made",
        ),
        pytest.param(
            {},
            manche(["blind_nil", 3, "nil", 3], 3, {"0": 1, "2": 2}),
            [
                ("blind_nil_failed", -200, "AP-6", None, 0),
                ("nil_failed", -100, "AP-16", None, 2),
                ("nil_tricks", 1, "AP-21", 1, 0),
                ("nil_tricks", 2, "AP-21", 2, 2),
            ],
            id="AP-21 two zeros, each its own",
        ),
        pytest.param(
            {},
            manche([4, 3, 3, 3], 7, penalty=-20),
            [("contract_made", 70, "AP-13", 7, None), ("penalty", -20, "T-5", None, None)],
            id="T-5 a penalty is a line of its own",
        ),
    ],
)
def test_every_line_has_its_reason(
    chosen: dict[str, Any], facts: Facts, expected: list[tuple[str, int, str, int | None, int | None]]
) -> None:
    assert ours(chosen, facts) == expected


def test_a_contract_beyond_13_may_be_bid_and_always_fails() -> None:
    assert sheet({}, manche([7, 0, 7, 0], 13)).totals == (-140, 200)


def warnings(*manches: Facts) -> tuple[ForbiddenBlindNil, ...]:
    options, recorded = read({}, manches)
    return blind_nil_warnings(options, 4, recorded)


# Contract 10 made exactly by seats 0 and 2: 100 points; the others take 3 with a contract of 3: 30, or of 4: -40.
HUNDRED_TO_30, HUNDRED_TO_MINUS_40 = manche([5, 2, 5, 1], 10), manche([5, 2, 5, 2], 10)
BLIND = manche([5, "blind_nil", 4, 4], 9, {"1": 0})


def test_ap_7_a_double_zero_allowed_by_the_totals_is_not_marked() -> None:
    assert warnings(HUNDRED_TO_MINUS_40, BLIND) == ()
    exactly_100_behind = manche([5, 2, 5, 1], 10, penalty=30)
    assert sheet({}, exactly_100_behind).totals == (130, 30)
    assert warnings(exactly_100_behind, BLIND) == ()


def test_ap_7_a_double_zero_that_a_correction_made_irregular_is_marked_and_scores_the_same() -> None:
    assert warnings(HUNDRED_TO_30, BLIND) == (ForbiddenBlindNil(1, 1, 70),)
    points = [sheet({}, first, BLIND).manches[1].points for first in (HUNDRED_TO_30, HUNDRED_TO_MINUS_40)]
    assert points == [(90, 240), (90, 240)]


def test_ap_7_each_irregular_double_zero_is_marked_on_its_manche() -> None:
    both = manche(["blind_nil", "blind_nil", 5, 5], 7, {"0": 0, "1": 0})
    # 91 to 30: no team is 100 behind, and the one that leads does so by 61.
    first = manche([5, 2, 4, 1], 10)
    assert sheet({}, first).totals == (91, 30)
    assert warnings(both, first) == (ForbiddenBlindNil(0, 0, 0), ForbiddenBlindNil(0, 1, 0))
    assert warnings(first, both) == (ForbiddenBlindNil(1, 0, -61), ForbiddenBlindNil(1, 1, 61))


def test_ap_7_a_zero_is_never_marked() -> None:
    assert warnings(manche(["nil", 5, 5, 3], 5, {"0": 0})) == ()


def test_the_totals_run_on() -> None:
    whole = sheet({}, manche([4, 3, 1, 4], 7), manche([4, 3, 1, 4], 4))
    assert [row.points for row in whole.manches] == [(52, -70), (-50, 72)]
    assert [row.totals for row in whole.manches] == [(52, -70), (2, 2)]
