"""Properties for any house rules and bids, computed from the articles and not by the engine."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.junk import junk_of, spoilt

from scorekeeper.games.contract import MancheFacts, Sheet, Table
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.rulebook import read_articles
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import add_bid, bidding_order, next_bidder, read_bids
from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs

steadily = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Options = dict[str, Any]
Facts = dict[str, Any]
Partie = tuple[Options, list[Facts]]
ZEROS = ("nil", "blind_nil")


@st.composite
def tables(draw: st.DrawFn) -> Options:
    return {
        "target": draw(st.integers(1, 10_000) | st.sampled_from([500, 300, 700])),
        "nil": draw(st.sampled_from([100, 50])),
        "blind_nil": draw(st.booleans()),
        "blind_nil_exchange": draw(st.booleans()),
        "first_trick_spades": draw(st.sampled_from(["ruff_allowed", "none"])),
        "failed_nil_tricks": draw(st.sampled_from(["sacs_only", "help_contract", "ignored"])),
        "floor": draw(st.none() | st.integers(1, 10_000) | st.sampled_from([100, 200])),
        "revoke": draw(st.sampled_from(["nothing", "contract_failed", "three_tricks"])),
    }


@st.composite
def manches(draw: st.DrawFn, chosen: Options) -> Facts:
    """Facts with thirteen tricks distributed at random, and low bids more likely than high ones."""
    zeros = ZEROS if chosen["blind_nil"] else ZEROS[:1]
    bids = draw(st.lists(st.integers(1, 4) | st.integers(1, 13) | st.sampled_from(zeros), min_size=4, max_size=4))
    takers = draw(st.lists(st.integers(0, 3), min_size=13, max_size=13))
    by_seat = [takers.count(seat) for seat in range(4)]
    nil_tricks = {str(seat): by_seat[seat] for seat in range(4) if bids[seat] in ZEROS}
    facts: Facts = {
        "bids": bids,
        "tricks": [by_seat[0] + by_seat[2], by_seat[1] + by_seat[3]],
        "nil_tricks": nil_tricks,
    }
    if draw(st.integers(0, 3)) == 0:
        side, points = st.integers(0, 1), st.integers(-50, 50)
        penalty = st.fixed_dictionaries({"side": side, "points": points, "reason": st.just("renonce")})
        facts["penalties"] = draw(st.lists(penalty, min_size=1, max_size=2))
    return facts


@st.composite
def parties(draw: st.DrawFn, least: int = 0) -> Partie:
    chosen = draw(tables())
    return chosen, draw(st.lists(manches(chosen), min_size=least, max_size=8))


def read(chosen: Options, facts: list[Facts]) -> tuple[Any, list[MancheFacts[Any]]]:
    options = SPADES.read_options(chosen, 4)
    return options, [read_manche(SPADES, options, 4, one) for one in facts]


def score(chosen: Options, facts: list[Facts]) -> Sheet:
    options, recorded = read(chosen, facts)
    return SPADES.score(options, 4, recorded)


def expected(chosen: Options, facts: Facts, side: int) -> tuple[int, int]:
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
@given(parties())
def test_the_sheet_follows_the_articles_for_any_bids_and_house_rules(partie: Partie) -> None:
    chosen, facts = partie
    sheet = score(chosen, facts)
    for side in (0, 1):
        sacs = total = 0
        for one, row in zip(facts, sheet.manches, strict=True):
            points, more = expected(chosen, one, side)
            points += fines(one, side) - 100 * ((sacs + more) // 10 - sacs // 10)
            sacs, total = sacs + more, total + points
            assert row.points[side] == points
            assert row.totals[side] == total


@steadily
@given(parties())
def test_ap_14_all_sacs_are_ten_for_each_penalty_and_the_remainder(partie: Partie) -> None:
    chosen, facts = partie
    options, recorded = read(chosen, facts)
    sheet = SPADES.score(options, 4, recorded)
    for side, left in enumerate(current_sacs(options, 4, recorded)):
        lines = [line for row in sheet.manches for line in row.lines if line.side == side]
        sacs = sum(line.points for line in lines if line.why in {"overtricks", "nil_tricks"})
        cost = sum(line.points for line in lines if line.why == "sacs_penalty")
        paid = sum(line.count or 0 for line in lines if line.why == "sacs_penalty")
        assert sacs == sum(expected(chosen, one, side)[1] for one in facts)
        assert sacs == -cost // 10 + left == paid + left
        assert 0 <= left <= 9


@steadily
@given(parties())
def test_replaying_manche_by_manche_is_replaying_whole(partie: Partie) -> None:
    chosen, facts = partie
    whole = score(chosen, facts)
    for played in range(len(facts) + 1):
        so_far = score(chosen, facts[:played])
        assert so_far.manches == whole.manches[:played]
        if whole.ending is not None and played >= whole.ending.after:
            assert so_far.ending == whole.ending
        else:
            assert so_far.ending is None


@steadily
@given(parties())
def test_lines_add_up_to_points_and_every_line_is_of_some_side(partie: Partie) -> None:
    for row in score(*partie).manches:
        for side in (0, 1):
            assert sum(line.points for line in row.lines if line.side == side) == row.points[side]
        assert all(line.seat is None or line.seat % 2 == line.side for line in row.lines)


@steadily
@given(st.data(), parties(least=1))
def test_correcting_a_manche_equals_recording_it_correctly(data: st.DataObject, partie: Partie) -> None:
    chosen, facts = partie
    wrong = data.draw(st.integers(0, len(facts) - 1))
    correction = data.draw(manches(chosen))
    options, recorded = read(chosen, facts)
    before = SPADES.score(options, 4, recorded)
    recorded[wrong] = read_manche(SPADES, options, 4, correction)
    corrected = SPADES.score(options, 4, recorded)
    assert corrected == score(chosen, [*facts[:wrong], correction, *facts[wrong + 1 :]])
    assert corrected.manches[:wrong] == before.manches[:wrong]


@steadily
@given(parties())
def test_the_partie_ends_at_the_first_manche_that_ap_18_and_ap_22_allow(partie: Partie) -> None:
    chosen, facts = partie
    sheet = score(chosen, facts)
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
@given(parties())
def test_ap_7_exactly_the_double_zeros_of_a_team_less_than_100_behind_are_marked(partie: Partie) -> None:
    chosen, facts = partie
    options, recorded = read(chosen, facts)
    totals = [(0, 0), *(row.totals for row in SPADES.score(options, 4, recorded).manches)]
    marked = {(close.manche, close.seat): close.deficit for close in blind_nil_warnings(options, 4, recorded)}
    assert marked == {
        (index, seat): behind
        for index, one in enumerate(facts)
        for seat, bid in enumerate(one["bids"])
        if bid == "blind_nil" and (behind := totals[index][1 - seat % 2] - totals[index][seat % 2]) < 100
    }


@steadily
@given(parties())
def test_facts_survive_json(partie: Partie) -> None:
    options, recorded = read(*partie)
    for sound, manche in zip(partie[1], recorded, strict=True):
        written = json.loads(json.dumps(write_manche(SPADES, manche)))
        assert written == sound
        assert read_manche(SPADES, options, 4, written) == manche


@steadily
@given(st.data(), tables())
def test_omitting_facts_that_follow_changes_nothing(data: st.DataObject, chosen: Options) -> None:
    facts = data.draw(manches(chosen))
    given_tricks = dict(facts["nil_tricks"])
    for side in (0, 1):
        zeros = [str(seat) for seat in (side, side + 2) if facts["bids"][seat] in ZEROS]
        if facts["tricks"][side] == 0:
            given_tricks = {seat: count for seat, count in given_tricks.items() if seat not in zeros}
        elif len(zeros) == 2:
            del given_tricks[data.draw(st.sampled_from(zeros))]
    assert read(chosen, [{**facts, "nil_tricks": given_tricks}]) == read(chosen, [facts])


@steadily
@given(tables())
def test_options_survive_json(chosen: Options) -> None:
    options = SPADES.read_options(chosen, 4)
    written = json.loads(json.dumps(SPADES.write_options(options)))
    assert written == chosen
    assert SPADES.read_options(written, 4) == options


@steadily
@given(parties())
def test_the_article_of_each_line_and_of_the_ending_is_in_the_rulebook(partie: Partie) -> None:
    known = read_articles(SPADES.package) | read_articles("scorekeeper.cards")
    sheet = score(*partie)
    cited = {line.article for row in sheet.manches for line in row.lines}
    cited |= {sheet.ending.article} if sheet.ending else set()
    assert cited <= set(known)


@steadily
@given(st.integers(0, 3), st.lists(st.integers(0, 13) | st.just("nil"), min_size=4, max_size=4))
def test_ap_3_bids_added_one_by_one_equal_the_same_bids_read_together(dealer: int, values: list[Any]) -> None:
    options = SPADES.read_options({}, 4)
    bids = read_bids(options, Table(4, dealer), (0, 0), [None] * 4)
    for seat in bidding_order(Table(4, dealer)):
        assert next_bidder(Table(4, dealer), bids) == seat
        bids = add_bid(options, Table(4, dealer), (0, 0), bids, seat, values[seat])
    assert bids == read_bids(options, Table(4, dealer), (0, 0), values)
    assert next_bidder(Table(4, dealer), bids) is None


WORDS = (
    *("bids", "tricks", "nil_tricks", "penalties", "side", "points", "reason", "plays", "nil", "blind_nil"),
    *("revokes", "0", "1", "2", "3", "4", "target", "floor", "blind_nil_exchange", "failed_nil_tricks", "sacs_only"),
)
FIGURES = (0, 1, 6, 7, 13, 14, -1, 50, 100, 10_000, 10_001)
junk = junk_of(WORDS, FIGURES)


def only_impossible_facts(chosen: Options, facts: Any) -> None:  # noqa: ANN401 - any JSON value
    """The facts are refused as impossible, or they can be written, read back and scored."""
    options = SPADES.read_options(chosen, 4)
    try:
        manche = read_manche(SPADES, options, 4, facts)
    except ImpossibleFactsError:
        return
    written = json.loads(json.dumps(write_manche(SPADES, manche)))
    assert read_manche(SPADES, options, 4, written) == manche
    SPADES.score(options, 4, [manche])


@steadily
@given(tables(), junk)
def test_facts_that_are_any_json_are_sound_or_impossible_and_nothing_else(chosen: Options, facts: object) -> None:
    only_impossible_facts(chosen, facts)


@steadily
@given(st.data(), tables())
def test_sound_facts_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, chosen: Options) -> None:
    only_impossible_facts(chosen, data.draw(spoilt(junk, data.draw(manches(chosen)))))


@steadily
@given(tables(), st.integers(0, 3), st.tuples(st.integers(-500, 500), st.integers(-500, 500)), st.data())
def test_bids_that_are_any_json_are_read_or_impossible(
    chosen: Options, dealer: int, totals: tuple[int, int], data: st.DataObject
) -> None:
    bid = st.none() | st.integers(0, 13) | st.sampled_from(ZEROS)
    sound = data.draw(st.lists(bid, min_size=4, max_size=4))
    try:
        bids = read_bids(SPADES.read_options(chosen, 4), Table(4, dealer), totals, data.draw(spoilt(junk, sound)))
    except ImpossibleFactsError:
        return
    spoken = [bids[seat] is not None for seat in bidding_order(Table(4, dealer))]
    assert spoken == sorted(spoken, reverse=True)


@steadily
@given(st.data(), tables())
def test_sound_options_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, chosen: Options) -> None:
    spoilt_options = data.draw(spoilt(junk, chosen) | junk)
    try:
        options = SPADES.read_options(spoilt_options, 4)
    except ImpossibleOptionsError:
        return
    assert SPADES.read_options(json.loads(json.dumps(SPADES.write_options(options))), 4) == options
