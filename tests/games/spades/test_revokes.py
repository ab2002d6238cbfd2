"""The price of a revoke at Atout Pique: a line on each team for what it changes, the sacs counted after it (T-5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.selection import examples

from scorekeeper.games.contract import MancheFacts, Sheet
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.scoring import current_sacs

Facts = dict[str, Any]
FAILED, THREE = "contract_failed", "three_tricks"


def manche(bids: list[Any], tricks: int, *revokes: int, nils: dict[str, int] | None = None) -> Facts:
    """A manche by the bids of the four seats, the tricks of seats 0 and 2, and who revoked."""
    return {"bids": bids, "tricks": [tricks, 13 - tricks], "nil_tricks": nils or {}, "revokes": list(revokes)}


def played(price: str, manches: tuple[Facts, ...], **chosen: object) -> tuple[Any, list[MancheFacts[Any]]]:
    options = SPADES.read_options({"revoke": price, "target": 10_000, **chosen}, 4)
    return options, [read_manche(SPADES, options, 4, facts) for facts in manches]


def sheet(price: str, *manches: Facts, **chosen: object) -> Sheet:
    options, read = played(price, manches, **chosen)
    return SPADES.score(options, 4, read)


def gauge(price: str, *manches: Facts) -> tuple[int, ...]:
    options, read = played(price, manches)
    return current_sacs(options, 4, read)


def revokes(found: Sheet) -> list[tuple[int, str, int, int | None, int | None]]:
    """The lines of revokes in the last manche: side, why, points, sacs, seat."""
    lines = [line for line in found.manches[-1].lines if line.why.startswith("revoke")]
    assert {line.article for line in lines} <= {"T-5"}
    return [(line.side, line.why, line.points, line.count, line.seat) for line in lines]


# Seats 0 and 2 bid 3 + 2 = 5, the others 3 + 3 = 6: with 7 tricks and 6, 52 and 60 before any price.
BIDS = [3, 3, 2, 3]


@pytest.mark.parametrize(
    ("price", "facts", "lines", "totals"),
    [
        pytest.param(
            "nothing", manche(BIDS, 7, 2), [(0, "revoke", 0, None, 2)], (52, 60), id="nothing: it is on record"
        ),
        pytest.param(
            FAILED,
            manche(BIDS, 7, 2),
            [(0, "revoke", -102, -2, 2)],
            (-50, 60),
            id="failed: 50 + 2 become -50, and the 2 sacs go",
        ),
        pytest.param(
            FAILED,
            manche(BIDS, 7, 0, 2),
            [(0, "revoke", -102, -2, 0), (0, "revoke", 0, None, 2)],
            (-50, 60),
            id="failed: it fails but once",
        ),
        pytest.param(FAILED, manche(BIDS, 4, 0), [(0, "revoke", 0, None, 0)], (-50, 63), id="failed: it was already"),
        pytest.param(
            FAILED,
            manche(BIDS, 7, 0, 1),
            [(0, "revoke", -102, -2, 0), (1, "revoke", -120, None, 1)],
            (-50, -60),
            id="failed: both teams, 60 become -60",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 7, 2),
            [(0, "revoke", -102, -2, 2), (1, "revoke_against", 3, 3, None)],
            (-50, 63),
            id="three tricks: 4 of 5 and 9 of 6",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 9, 2),
            [(0, "revoke", -3, -3, 2), (1, "revoke_against", 121, 1, None)],
            (51, 61),
            id="three tricks: 6 of 5, and the 4 of 6 that failed are 7",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 2, 0),
            [(0, "revoke", 0, None, 0), (1, "revoke_against", 2, 2, None)],
            (-50, 67),
            id="three tricks: no more than the two there are",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 0, 0),
            [(0, "revoke", 0, None, 0)],
            (-50, 67),
            id="three tricks: none to give, 60 + 7 stay",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 7, 0, 2),
            [
                (0, "revoke", -102, -2, 0),
                (1, "revoke_against", 3, 3, None),
                (0, "revoke", 0, None, 2),
                (1, "revoke_against", 3, 3, None),
            ],
            (-50, 66),
            id="three tricks each of two partners: 1 of 5 and 12 of 6",
        ),
        pytest.param(
            THREE,
            manche(BIDS, 7, 0, 1),
            [
                (0, "revoke", -102, -2, 0),
                (1, "revoke_against", 3, 3, None),
                (1, "revoke", -3, -3, 1),
                (0, "revoke_against", 102, 2, None),
            ],
            (52, 60),
            id="three tricks each way: all is as it was",
        ),
    ],
)
def test_the_price_is_the_difference_it_makes_t_5(
    price: str, facts: Facts, lines: list[tuple[int, str, int, int | None, int | None]], totals: tuple[int, int]
) -> None:
    found = sheet(price, facts)
    assert revokes(found) == lines
    assert found.totals == totals


@pytest.mark.parametrize(
    ("price", "chosen", "facts", "totals"),
    [
        # Seat 0 bid zero and took 1 of the 5 tricks: -100, its sac 1, and 4 of the 4 bid. The others 62 with 8 of 6.
        pytest.param("nothing", {}, manche(["nil", 3, 4, 3], 5, 0, nils={"0": 1}), (-59, 62), id="AP-17 before"),
        pytest.param(
            THREE,
            {},
            manche(["nil", 3, 4, 3], 5, 0, nils={"0": 1}),
            (-139, 65),
            id="of the 4 that count 1 is left: -40, the zero stays failed with its sac: -100 + 1",
        ),
        pytest.param(
            THREE,
            {"failed_nil_tricks": "help_contract"},
            manche(["nil", 3, 2, 3], 5, 0, nils={"0": 1}),
            (-80, 65),
            id="where they help, 5 count and 2 are left of the 2 bid: 20 - 100",
        ),
        pytest.param(
            FAILED,
            {},
            manche(["nil", 3, 4, 3], 5, 0, nils={"0": 0}),
            (60, 62),
            id="AP-16 a zero made stays made: 100 - 40",
        ),
        # Two zeros, one failed by 3: 100 - 100 + 3; the others 64 with 10 of 6.
        pytest.param(FAILED, {}, manche(["nil", 3, "nil", 3], 3, 0, nils={"0": 3, "2": 0}), (3, 64), id="no contract"),
        pytest.param(
            THREE, {}, manche(["nil", 3, "nil", 3], 3, 0, nils={"0": 3, "2": 0}), (3, 64), id="no trick that counts"
        ),
        pytest.param(
            THREE,
            {},
            manche(["nil", 3, "nil", 3], 3, 1, nils={"0": 3, "2": 0}),
            (3, 61),
            id="three tricks to a team without a contract count for nothing: 7 of 6",
        ),
    ],
)
def test_revokes_do_not_change_whether_a_zero_is_made_t_5(
    price: str, chosen: Facts, facts: Facts, totals: tuple[int, int]
) -> None:
    assert sheet(price, facts, **chosen).totals == totals


# Seats 0 and 2: 10 bid and 12, 12 and 13 tricks, 3 bid and 3: 337 points, 7 sacs. The others lose 4 contracts: of 2
# three times with 1, 1 and 0 tricks, and with 10 they make theirs of 10: -20 - 20 - 20 + 100 = 40.
TO_337 = (
    manche([5, 1, 5, 1], 12),
    manche([5, 1, 5, 1], 12),
    manche([5, 1, 5, 1], 13),
    manche([2, 5, 1, 5], 3),
)


def test_sacs_lost_with_a_contract_are_not_counted_ap_14() -> None:
    """8 tricks of 5 would be the tenth sac; failed, they are -50, and 7 sacs stay. The others make 5 of 3: 32."""
    found = sheet(FAILED, *TO_337, manche([3, 2, 2, 1], 8, 2))
    assert found.totals == (337 - 50, 40 + 32)
    assert gauge(FAILED, *TO_337, manche([3, 2, 2, 1], 8, 2)) == (7, 2)


def test_sacs_given_with_three_tricks_are_counted_ap_14() -> None:
    """5 tricks of 5 and 3 more: 53, and the tenth sac costs 100. The others keep 5 of 3: 32."""
    found = sheet(THREE, *TO_337, manche([3, 2, 2, 1], 5, 1))
    assert found.totals == (337 + 53 - 100, 40 + 32)
    assert gauge(THREE, *TO_337, manche([3, 2, 2, 1], 5, 1)) == (0, 2)
    assert [line.why for line in found.manches[-1].lines][-3:] == ["revoke", "revoke_against", "sacs_penalty"]


bid_by_all = st.lists(st.integers(1, 5), min_size=4, max_size=4)
offenders = st.lists(st.integers(0, 3), unique=True, max_size=4)
deals = st.lists(st.tuples(bid_by_all, st.integers(0, 13), offenders), max_size=6)
steadily = settings(deadline=None, max_examples=examples(100))


def moved(tricks: int, seats: list[int]) -> int:
    """The tricks of seats 0 and 2 once each revoke has cost three of its own team's, as far as it took any."""
    ours, theirs = (3 * sum(seat % 2 == side for seat in seats) for side in (0, 1))
    return tricks - min(ours, tricks) + min(theirs, 13 - tricks)


@steadily
@given(deals)
def test_three_tricks_moved_before_the_count_are_as_good_as_taken_t_5(
    drawn: list[tuple[list[int], int, list[int]]],
) -> None:
    priced = [manche(bids, tricks, *seats) for bids, tricks, seats in drawn]
    plain = [manche(bids, moved(tricks, seats)) for bids, tricks, seats in drawn]
    assert [row.points for row in sheet(THREE, *priced).manches] == [row.points for row in sheet(THREE, *plain).manches]
    assert gauge(THREE, *priced) == gauge(THREE, *plain)


@steadily
@given(deals)
def test_a_contract_made_to_fail_brings_what_a_failed_one_does_t_5(
    drawn: list[tuple[list[int], int, list[int]]],
) -> None:
    for bids, tricks, seats in drawn:
        both = [10 * (bids[side] + bids[side + 2]) for side in (0, 1)]
        honest = sheet(FAILED, manche(bids, tricks)).totals
        lost = [side in {seat % 2 for seat in seats} for side in (0, 1)]
        expected = tuple(-both[side] if lost[side] else honest[side] for side in (0, 1))
        assert sheet(FAILED, manche(bids, tricks, *seats)).totals == expected
