"""Properties for any house rules and bids, computed from the articles and not by the engine."""

from __future__ import annotations

from typing import Any

from games.spades.drawing import FIGURES, WORDS, ZEROS, Facts, manches, tables
from games.spades.drawing import Table as Drawn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.drawn import parties_of, read, score
from support.junk import junk_of, spoilt

from scorekeeper.games.contract import Table
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import add_bid, bidding_order, next_bidder, read_bids
from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs

steadily = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Partie = tuple[Drawn, list[Facts]]
junk = junk_of(WORDS, FIGURES)
parties = parties_of(tables(), manches)


def expected(chosen: dict[str, Any], facts: Facts, side: int) -> tuple[int, int]:
    """AP-13 and AP-15 to AP-17 in one go: the points of a team before the cost of sacs, and its sacs."""
    seats = (side, side + 2)
    contract = sum(bid for seat in seats if (bid := facts["bids"][seat]) not in ZEROS)
    points = fallen = 0
    for seat in seats:
        if facts["bids"][seat] in ZEROS:
            worth = chosen["nil"] * (2 if facts["bids"][seat] == "blind_nil" else 1)
            taken = facts["nil_tricks"][str(seat)]
            points += -worth if taken else worth
            fallen += taken
    if contract == 0:  # AP-21
        return points + fallen, fallen
    tricks = facts["tricks"][side] - (0 if chosen["failed_nil_tricks"] == "help_contract" else fallen)
    sacs = fallen if chosen["failed_nil_tricks"] == "sacs_only" else 0
    sacs += max(0, tricks - contract)
    return points + sacs + (10 if tricks >= contract else -10) * contract, sacs


def fines(facts: Facts, side: int) -> int:
    return sum(fine["points"] for fine in facts.get("penalties", []) if fine["side"] == side)


@steadily
@given(parties)
def test_the_sheet_follows_the_articles_for_any_bids_and_house_rules(partie: Partie) -> None:
    (_, chosen), facts = partie
    sheet = score(SPADES, *partie)
    for side in (0, 1):
        sacs = total = 0
        for one, row in zip(facts, sheet.manches, strict=True):
            points, more = expected(chosen, one, side)
            limit = chosen["sacs_limit"]
            crossed = (sacs + more) // limit - sacs // limit if limit else 0
            points += fines(one, side) - 10 * crossed * (limit or 0)
            sacs, total = sacs + more, total + points
            assert row.points[side] == points
            assert row.totals[side] == total


@steadily
@given(parties)
def test_all_sacs_are_those_of_the_fines_and_the_remainder_ap_14_ap_23(partie: Partie) -> None:
    (_, chosen), facts = partie
    options, recorded = read(SPADES, *partie)
    sheet = SPADES.score(options, 4, recorded)
    for side, left in enumerate(current_sacs(options, 4, recorded)):
        lines = [line for row in sheet.manches for line in row.lines if line.side == side]
        sacs = sum(line.points for line in lines if line.why in {"overtricks", "nil_tricks"})
        cost = sum(line.points for line in lines if line.why == "sacs_penalty")
        paid = sum(line.count or 0 for line in lines if line.why == "sacs_penalty")
        assert sacs == sum(expected(chosen, one, side)[1] for one in facts)
        assert sacs == -cost // 10 + left == paid + left
        assert left >= 0
        assert chosen["sacs_limit"] is None or left < chosen["sacs_limit"]


@steadily
@given(parties)
def test_the_partie_ends_at_the_first_manche_that_ap_18_and_ap_22_allow(partie: Partie) -> None:
    (_, chosen), _ = partie
    sheet = score(SPADES, *partie)
    end = None
    for after, row in enumerate(sheet.manches, start=1):
        ours, theirs = row.totals
        high = max(ours, theirs) >= chosen["target"]
        low = chosen["floor"] is not None and min(ours, theirs) <= -chosen["floor"]
        if (high or low) and ours != theirs:
            end = ("target" if high else "floor", after, (0 if ours > theirs else 1,))
            break
    assert (sheet.ending and (sheet.ending.why, sheet.ending.after, sheet.ending.winners)) == end


@steadily
@given(parties)
def test_ap_7_exactly_the_double_zeros_of_a_team_less_than_100_behind_are_marked(partie: Partie) -> None:
    _, facts = partie
    options, recorded = read(SPADES, *partie)
    totals = [(0, 0), *(row.totals for row in SPADES.score(options, 4, recorded).manches)]
    marked = {(close.manche, close.seat): close.deficit for close in blind_nil_warnings(options, 4, recorded)}
    assert marked == {
        (index, seat): behind
        for index, one in enumerate(facts)
        for seat, bid in enumerate(one["bids"])
        if bid == "blind_nil" and (behind := totals[index][1 - seat % 2] - totals[index][seat % 2]) < 100
    }


@steadily
@given(st.data(), tables())
def test_omitting_facts_that_follow_changes_nothing(data: st.DataObject, table: Drawn) -> None:
    facts = data.draw(manches(table))
    given_tricks = dict(facts["nil_tricks"])
    for side in (0, 1):
        zeros = [str(seat) for seat in (side, side + 2) if facts["bids"][seat] in ZEROS]
        if facts["tricks"][side] == 0:
            given_tricks = {seat: count for seat, count in given_tricks.items() if seat not in zeros}
        elif len(zeros) == 2:
            del given_tricks[data.draw(st.sampled_from(zeros))]
    assert read(SPADES, table, [{**facts, "nil_tricks": given_tricks}]) == read(SPADES, table, [facts])


@steadily
@given(st.integers(0, 3), st.lists(st.integers(0, 13) | st.just("nil"), min_size=4, max_size=4))
def test_ap_3_bids_added_one_by_one_equal_the_same_bids_read_together(dealer: int, values: list[Any]) -> None:
    options = SPADES.read_options({}, 4)
    bids = read_bids(options, Table(4, dealer), (0, 0), [None] * 4)
    for seat in bidding_order(Table(4, dealer)):
        assert next_bidder(Table(4, dealer), bids) == seat
        bids = read_bids(options, Table(4, dealer), (0, 0), add_bid(bids, seat, values[seat])["bids"])
    assert bids == read_bids(options, Table(4, dealer), (0, 0), values)
    assert next_bidder(Table(4, dealer), bids) is None


@steadily
@given(tables(), st.integers(0, 3), st.tuples(st.integers(-500, 500), st.integers(-500, 500)), st.data())
def test_bids_that_are_any_json_are_read_or_impossible(
    drawn: Drawn, dealer: int, totals: tuple[int, int], data: st.DataObject
) -> None:
    bid = st.none() | st.integers(0, 13) | st.sampled_from(ZEROS)
    sound = data.draw(st.lists(bid, min_size=4, max_size=4))
    try:
        bids = read_bids(SPADES.read_options(drawn[1], 4), Table(4, dealer), totals, data.draw(spoilt(junk, sound)))
    except ImpossibleFactsError:
        return
    spoken = [bids[seat] is not None for seat in bidding_order(Table(4, dealer))]
    assert spoken == sorted(spoken, reverse=True)
