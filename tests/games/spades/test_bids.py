from __future__ import annotations

from typing import Any

import pytest

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
    write_bid,
)

NIL, BLIND = Zero.NIL, Zero.BLIND_NIL
EVEN = (0, 0)
SOUTH, WEST, NORTH, EAST = range(4)  # clockwise


def read_in_turn(
    json: Any,  # noqa: ANN401 - any junk
    dealer: int = SOUTH,
    totals: tuple[int, int] = EVEN,
    **chosen: Any,  # noqa: ANN401 - options of any type
) -> tuple[Bid | None, ...]:
    return read_bids(SPADES.read_options(chosen, 4), Table(4, dealer), totals, json)


def refusal_of(json: Any, **more: Any) -> ImpossibleFactsError:  # noqa: ANN401 - any junk
    with pytest.raises(ImpossibleFactsError) as refusal:
        read_in_turn(json, **more)
    return refusal.value


def test_ap_4_south_deals_w3_n1_e4_s4_makes_5_and_7() -> None:
    bids: tuple[Bid | None, ...] = (None,) * 4
    rules = SPADES.read_options({}, 4)
    for seat, bid in ((WEST, 3), (NORTH, 1), (EAST, 4), (SOUTH, 4)):
        assert next_bidder(Table(4, SOUTH), bids) == seat
        bids = add_bid(rules, Table(4, SOUTH), EVEN, bids, seat, bid)
    assert next_bidder(Table(4, SOUTH), bids) is None
    assert bids == (4, 3, 1, 4)
    assert contracts(bids) == (5, 7)


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
    assert contracts(bids) == expected


@pytest.mark.parametrize("dealer", range(4))
def test_ap_3_bids_go_round_from_the_dealers_left_to_the_dealer(dealer: int) -> None:
    order = bidding_order(Table(4, dealer))
    assert order == tuple((dealer + turn) % 4 for turn in (1, 2, 3, 4))
    values: list[Any] = [None] * 4
    for turn, seat in enumerate(order):
        assert next_bidder(Table(4, dealer), read_in_turn(values, dealer)) == seat
        assert last_bidder(Table(4, dealer), read_in_turn(values, dealer)) == (order[turn - 1] if turn else None)
        values[seat] = 3
    assert next_bidder(Table(4, dealer), read_in_turn(values, dealer)) is None
    assert last_bidder(Table(4, dealer), read_in_turn(values, dealer)) == dealer


@pytest.mark.parametrize(
    ("values", "dealer", "seat", "expected"),
    [
        pytest.param([3, None, None, None], SOUTH, SOUTH, WEST, id="AP-3 the dealer speaks first"),
        pytest.param([None, None, 3, None], SOUTH, NORTH, WEST, id="AP-3 the second speaks first"),
        pytest.param([None, 3, None, 4], SOUTH, EAST, NORTH, id="AP-3 the partner is passed over"),
        pytest.param([2, 3, None, 4], SOUTH, EAST, NORTH, id="AP-3 one has not spoken"),
        pytest.param([None, 3, 1, 4], EAST, WEST, SOUTH, id="AP-3 another dealer"),
    ],
)
def test_bids_out_of_order_are_refused_naming_whose_turn_it_is(
    values: list[Any], dealer: int, seat: int, expected: int
) -> None:
    error = refusal_of(values, dealer=dealer)
    assert (error.key, error.article, error.field) == ("bid_early", "AP-3", "bids")
    assert error.figures == {"seat": seat, "expected": expected}


def test_ap_3_a_seat_bids_once() -> None:
    rules = SPADES.read_options({}, 4)
    for bids in ((None, 3, None, None), (4, 3, 1, 4)):
        with pytest.raises(ImpossibleFactsError) as refusal:
            add_bid(rules, Table(4, SOUTH), EVEN, bids, WEST, 5)
        assert (refusal.value.key, refusal.value.article, refusal.value.figures) == ("bid_twice", "AP-3", {"seat": 1})


def test_ap_3_a_bid_before_its_turn_is_refused() -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        add_bid(SPADES.read_options({}, 4), Table(4, SOUTH), EVEN, (None, 3, None, None), EAST, 5)
    assert (refusal.value.key, refusal.value.figures) == ("bid_early", {"seat": EAST, "expected": NORTH})


def test_ap_5_a_bid_of_0_is_the_zero_and_is_written_so() -> None:
    bids = read_in_turn([0, 0, "nil", 13])
    assert bids == (NIL, NIL, NIL, 13)
    assert [write_bid(bid) for bid in bids if bid is not None] == ["nil", "nil", "nil", 13]


@pytest.mark.parametrize(
    ("value", "key", "article"),
    [
        pytest.param(14, "bid_range", "AP-3", id="AP-3 a bid of 14"),
        pytest.param(-1, "bid_range", "AP-3", id="AP-3 a bid below 0"),
        pytest.param(10**40, "bid_range", "AP-3", id="AP-3 a bid too long to be read"),
        pytest.param(3.0, "bid_value", "AP-3", id="AP-3 three point nought"),
        pytest.param(True, "bid_value", "AP-3", id="AP-3 true"),
        pytest.param(False, "bid_value", "AP-3", id="AP-5 false is not 0"),
        pytest.param("3", "bid_value", "AP-3", id="AP-3 a figure in quotes"),
        pytest.param("zero", "bid_value", "AP-3", id="AP-3 another word"),
        pytest.param("NIL", "bid_value", "AP-3", id="AP-3 capitals"),
        pytest.param("", "bid_value", "AP-3", id="AP-3 empty"),
        pytest.param([3], "bid_value", "AP-3", id="AP-3 a list"),
        pytest.param({"nil": 1}, "bid_value", "AP-3", id="AP-3 an object"),
        pytest.param(float("nan"), "bid_value", "AP-3", id="AP-3 not a number"),
    ],
)
def test_what_is_no_bid_is_refused_with_its_bidder(value: object, key: str, article: str) -> None:
    error = refusal_of([None, value, None, None])
    assert (error.key, error.article, error.field, error.figures["seat"]) == (key, article, "bids", WEST)


@pytest.mark.parametrize("junk", [None, 3, "3144", {}, {"0": 3}, [], [3], [3, 1, 4], [None] * 5, True], ids=repr)
def test_bids_that_are_no_list_of_four_are_refused(junk: object) -> None:
    assert refusal_of(junk).field == "bids"


@pytest.mark.parametrize(
    ("seat", "totals", "behind"),
    [
        pytest.param(WEST, (150, 51), 99, id="AP-7 99 behind"),
        pytest.param(EAST, (150, 51), 99, id="AP-7 99 behind, the partner"),
        pytest.param(WEST, (0, 0), 0, id="AP-7 the first manche"),
        pytest.param(WEST, (100, 300), -200, id="AP-7 200 ahead"),
        pytest.param(SOUTH, (-60, 0), 60, id="AP-7 60 behind, below zero"),
        pytest.param(NORTH, (-60, -160), -100, id="AP-7 the team that is ahead below zero"),
    ],
)
def test_a_double_zero_is_refused_to_a_team_less_than_100_behind_saying_the_deficit(
    seat: int, totals: tuple[int, int], behind: int
) -> None:
    rules = SPADES.read_options({}, 4)
    dealer = (seat - 1) % 4
    with pytest.raises(ImpossibleFactsError) as refusal:
        add_bid(rules, Table(4, dealer), totals, (None,) * 4, seat, "blind_nil")
    error = refusal.value
    assert (error.key, error.article, error.field) == ("blind_nil_close", "AP-7", "bids")
    assert error.figures == {"seat": seat, "deficit": behind, "needed": 100}
    assert not may_bid_blind_nil(rules, seat, totals)


@pytest.mark.parametrize(
    ("seat", "totals"),
    [
        pytest.param(WEST, (150, 50), id="AP-7 exactly 100 behind"),
        pytest.param(EAST, (337, 50), id="AP-7 287 behind"),
        pytest.param(SOUTH, (-100, 0), id="AP-7 100 behind, below zero"),
        pytest.param(NORTH, (-260, -160), id="AP-7 both below zero"),
    ],
)
def test_a_double_zero_is_accepted_from_a_team_at_least_100_behind(seat: int, totals: tuple[int, int]) -> None:
    rules = SPADES.read_options({}, 4)
    bids = add_bid(rules, Table(4, (seat - 1) % 4), totals, (None,) * 4, seat, "blind_nil")
    assert bids[seat] is BLIND
    assert may_bid_blind_nil(rules, seat, totals)


def test_ap_7_a_zero_needs_no_deficit() -> None:
    assert read_in_turn([None, "nil", None, None], totals=(0, 500))[WEST] is NIL


def test_ap_6_a_double_zero_is_refused_where_it_is_not_played() -> None:
    error = refusal_of([None, "blind_nil", None, None], totals=(500, 0), blind_nil=False)
    assert (error.key, error.article) == ("blind_nil_off", "AP-6")
    assert error.figures == {"seat": WEST, "values": ["nil"]}
    assert not may_bid_blind_nil(SPADES.read_options({"blind_nil": False}, 4), WEST, (500, 0))


def test_ap_7_the_deficit_is_the_other_teams_total_less_ones_own() -> None:
    assert [deficit(side, (120, 60)) for side in (0, 1)] == [-60, 60]
