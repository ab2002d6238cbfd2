"""The bids of Atout Pique, one by one and together: cases of data/spades/bids.toml."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from support.case_files import Case, each

from scorekeeper.games.contract import Table
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import (
    Bid,
    Zero,
    add_bid,
    bidding_order,
    contracts,
    deficit,
    last_bidder,
    may_bid_blind_nil,
    next_bidder,
    read_bids,
)

NIL, BLIND = Zero.NIL, Zero.BLIND_NIL
EVEN = (0, 0)
SOUTH, WEST, NORTH, EAST = range(4)  # clockwise
RULES = SPADES.read_options({}, 4)


def bid(table: Table, bids: Sequence[Bid | None], seat: int, value: int) -> tuple[Bid | None, ...]:
    """Return the bids with one more."""
    return read_bids(RULES, table, EVEN, add_bid(bids, seat, value)["bids"])


@each("spades/bids")
def test_bids_are_read_in_turn_or_refused(case: Case) -> None:
    seats = case.get("seats", 4)
    options, totals = SPADES.read_options(case.get("options", {}), seats), tuple(case.get("totals", EVEN))
    typed = json.loads(case["bids"])
    try:
        bids = read_bids(options, Table(seats, case.get("dealer", SOUTH)), totals, typed)
    except ImpossibleFactsError as error:
        found = str(error)
    else:
        found = json.dumps(bids)
    assert found == case.get("refused", case.get("written"))
    if isinstance(typed, list) and "blind_nil" in typed:
        assert may_bid_blind_nil(options, typed.index("blind_nil"), totals) is ("written" in case)


def test_ap_4_south_deals_w3_n1_e4_s4_makes_5_and_7() -> None:
    bids: tuple[Bid | None, ...] = (None,) * 4
    for seat, value in ((WEST, 3), (NORTH, 1), (EAST, 4), (SOUTH, 4)):
        assert next_bidder(Table(4, SOUTH), bids) == seat
        bids = bid(Table(4, SOUTH), bids, seat, value)
    assert next_bidder(Table(4, SOUTH), bids) is None
    assert bids == (4, 3, 1, 4)
    assert contracts(RULES, bids) == (5, 7)


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        pytest.param((None, None, None, None), (0, 0), id="AP-4 no bids yet"),
        pytest.param((None, 3, None, None), (0, 3), id="AP-4 one has bid"),
        pytest.param((4, 3, NIL, BLIND), (4, 3), id="AP-4 a zero adds nothing"),
        pytest.param((NIL, 3, BLIND, 2), (0, 5), id="AP-21 two zeros make no contract"),
        pytest.param((13, 13, 13, 13), (26, 26), id="AP-3 everyone may bid 13"),
    ],
)
def test_a_contract_is_the_sum_of_the_bids(bids: tuple[Bid | None, ...], expected: tuple[int, int]) -> None:
    assert contracts(RULES, bids) == expected


@pytest.mark.parametrize("dealer", range(4))
def test_ap_3_bids_go_round_from_the_dealers_left_to_the_dealer(dealer: int) -> None:
    table, bids, last = Table(4, dealer), (None,) * 4, None
    order = bidding_order(table)
    assert order == tuple((dealer + turn) % 4 for turn in (1, 2, 3, 4))
    for seat in order:
        assert (next_bidder(table, bids), last_bidder(table, bids)) == (seat, last)
        bids, last = bid(table, bids, seat, 3), seat
    assert (next_bidder(table, bids), last_bidder(table, bids)) == (None, dealer)


@pytest.mark.parametrize(
    ("bids", "seat", "refusal"),
    [
        ((None, 3, None, None), WEST, "bid_twice in bids, seat 1 (AP-3)"),
        ((4, 3, 1, 4), WEST, "bid_twice in bids, seat 1 (AP-3)"),
        ((None, 3, None, None), EAST, "bid_early in bids, seat 3, expected 2 (AP-3)"),
    ],
)
def test_ap_3_a_seat_bids_once_and_in_its_turn(bids: tuple[Bid | None, ...], seat: int, refusal: str) -> None:
    with pytest.raises(ImpossibleFactsError) as refused:
        bid(Table(4, SOUTH), bids, seat, 5)
    assert str(refused.value) == refusal


def test_ap_7_the_deficit_is_the_other_teams_total_less_ones_own() -> None:
    assert [deficit(side, (120, 60)) for side in (0, 1)] == [-60, 60]
