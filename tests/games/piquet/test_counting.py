from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support.piquet_sheets import sheet

from scorekeeper.games.contract import Line, Table
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.play import elder_of, leader
from scorekeeper.games.piquet.step import Step, running_totals

Facts = dict[str, Any]
ELDER, DEALER = 0, 1
CAPOT = [0] * 12
HALVES = [0, 1] * 6
PLAY = frozenset({"leads", "wins", "last_trick", "trick_points"})


def score_lines(facts: Facts, **chosen: Any) -> list[Line]:  # noqa: ANN401 - an option's value
    return list(sheet({"elder": ELDER, **facts}, **chosen).manches[0].lines)


def lines(facts: Facts, **chosen: Any) -> list[tuple[int, str, int, str]]:  # noqa: ANN401 - an option's value
    return [(line.side, line.why, line.points, line.article) for line in score_lines(facts, **chosen)]


def points(facts: Facts, **chosen: Any) -> tuple[int, int]:  # noqa: ANN401 - an option's value
    found = lines(facts, **chosen)
    return sum(line[2] for line in found if line[0] == 0), sum(line[2] for line in found if line[0] == 1)


def steps(facts: Facts, **chosen: Any) -> tuple[Step, ...]:  # noqa: ANN401 - an option's value
    options = PIQUET.read_options(chosen, 2)
    return count_coup(options, PIQUET.read_facts(options, 2, {"elder": ELDER, **facts}))


def running_count(facts: Facts, **chosen: Any) -> list[tuple[int, int]]:  # noqa: ANN401 - an option's value
    """The running count of a coup in progress: seats and totals."""
    options = PIQUET.read_options(chosen, 2)
    return seats_and_totals(count_coup(options, read_pending(options, {"elder": ELDER, **facts})))


def seats_and_totals(counted: Sequence[Step]) -> list[tuple[int, int]]:
    return list(zip([step.seat for step in counted], running_totals(counted), strict=True))


def changed_lines(facts: Facts, **chosen: Any) -> tuple[set[Any], set[Any]]:  # noqa: ANN401 - an option's value
    """The lines that an option removes, and those that it adds."""
    before, after = lines(facts), lines(facts, **chosen)
    return set(before) - set(after), set(after) - set(before)


def scored(winner: int, *amounts: str | int) -> Facts:
    """Declarations of one seat: `p5` a point of 5, `s4` a sequence of 4, `q` a quatorze, `b` a brelan."""
    written = [str(amount) for amount in amounts]
    facts: Facts = {}
    if cards := [int(one[1:]) for one in written if one[0] == "p"]:
        facts["point"] = {"winner": winner, "cards": cards[0]}
    if lengths := [int(one[1:]) for one in written if one[0] == "s"]:
        facts["sequences"] = {"winner": winner, "lengths": lengths}
    if sizes := [4 if one == "q" else 3 for one in written if one in {"q", "b"}]:
        facts["sets"] = {"winner": winner, "sizes": sizes}
    return facts


# --- The count called aloud

DIALOGUE = {
    "point": {"winner": ELDER, "cards": 5},
    "sequences": {"winner": ELDER, "lengths": [4, 3]},
    "sets": {"winner": DEALER, "sizes": [4, 3], "ranks": ["10", "J"]},
}


def test_pi_15_elder_starts_at_12_and_the_dealer_at_17() -> None:
    # Elder: point 5, quatrième 4, tierce 3. Dealer: quatorze of tens 14, brelan of jacks 3.
    assert running_count({**DIALOGUE, "winners": []})[:5] == [(0, 5), (0, 9), (0, 12), (1, 14), (1, 17)]


def test_pi_15_the_dialogue_is_scored_with_the_slip_mended() -> None:
    assert lines({**DIALOGUE, "winners": HALVES})[:5] == [
        (0, "point", 5, "PI-9"),
        (0, "sequence", 4, "PI-10"),
        (0, "sequence", 3, "PI-10"),
        (1, "quatorze_tens", 14, "PI-11"),
        (1, "brelan_jacks", 3, "PI-11"),
    ]


@pytest.mark.parametrize(
    ("winners", "spoken"),
    [
        pytest.param([], [(0, 13)], id="PI-19 elder at 12 leads 13"),
        pytest.param([1], [(0, 13), (1, 18), (1, 19)], id="PI-19 the dealer at 17 takes it 18, leads 19"),
        pytest.param([1, 0], [(0, 13), (1, 18), (1, 19), (0, 14), (0, 15)], id="PI-19 elder takes it 14, leads 15"),
        pytest.param([0], [(0, 13), (0, 14), (0, 15)], id="PI-17 elder takes it 14 and leads 15"),
    ],
)
def test_the_running_count_of_the_dialogue(winners: list[int], spoken: list[tuple[int, int]]) -> None:
    assert running_count({**DIALOGUE, "winners": winners})[5:] == spoken


def test_pi_19_the_count_of_a_whole_coup_is_spoken_trick_by_trick() -> None:
    # The dealer takes the first trick, elder the other eleven: elder leads 13; dealer 18, leads 19; elder takes 14,
    # then ten more tricks of two points and one more for the last: 15 … 35, and 10 for the cards.
    totals = seats_and_totals(steps({**DIALOGUE, "winners": [1, *[0] * 11]}))
    assert totals[5:8] == [(0, 13), (1, 18), (1, 19)]
    elder = [total for seat, total in totals[8:] if seat == 0]
    assert elder == [*range(14, 34), 34 + 1, 45]
    assert [seat for seat, _ in totals[8:]] == [0] * len(elder)


def test_pi_17_after_the_last_trick_there_is_no_lead() -> None:
    assert running_count({"winners": HALVES})[-1] == (1, 12)
    assert len(running_count({"winners": HALVES})) == 24


def test_pi_18_a_low_lead_is_not_counted_aloud() -> None:
    started = {**DIALOGUE, "winners": [1], "low": [[True, False]]}
    assert next(one for one in running_count(started, low_card_points="above_nine")[5:] if one[0] == 1) == (1, 18)
    assert (0, 13) not in running_count(started, low_card_points="above_nine")


def test_pi_16_elder_leads_the_first_trick_and_then_who_took_the_last_one() -> None:
    assert (elder_of(0), elder_of(1)) == (1, 0)
    assert (leader(Table(2, 0)), leader(Table(2, 1))) == (1, 0)
    assert running_count({"winners": []}) == [(0, 1)]
    assert running_count({"elder": 1, "winners": []}) == [(1, 1)]
    assert running_count({"winners": [1]})[-1] == (1, 2)


# --- PI-17, PI-20, PI-21: the tricks


def test_pi_17_every_point_of_the_play_has_its_line() -> None:
    # Elder takes 1-7, the dealer 8-12. Leads: elder 1-8 (8), dealer 9-12 (4). Wins: elder 7, dealer 4 and the last.
    assert lines({"winners": [0] * 7 + [1] * 5}) == [
        (0, "leads", 8, "PI-17"),
        (0, "wins", 7, "PI-17"),
        (1, "leads", 4, "PI-17"),
        (1, "wins", 4, "PI-17"),
        (1, "last_trick", 2, "PI-17"),
        (0, "cards", 10, "PI-20"),
    ]


def test_pi_21_capot_replaces_the_cards_and_the_last_trick_counts_2() -> None:
    assert lines({"winners": CAPOT, "point": {"winner": 1, "cards": 4}}) == [
        (1, "point", 4, "PI-9"),
        (0, "leads", 12, "PI-17"),
        (0, "wins", 11, "PI-17"),
        (0, "last_trick", 2, "PI-17"),
        (0, "capot", 40, "PI-21"),
    ]


# --- PI-22: pic

PI_22_CASE = scored(ELDER, "p7", "s6", "b", "b")


def test_pi_22_the_case_29_the_first_lead_30_then_60() -> None:
    counted = steps({**PI_22_CASE, "winners": [1] * 12})
    # 7 + 16 + 3 + 3 = 29, lead 1 -> 30 -> 60.
    assert running_totals(counted)[:6] == [7, 23, 26, 29, 30, 60]
    assert (counted[5].why, counted[5].points) == ("pic", 30)


# --- PI-23: repic

PI_23_CASE = scored(ELDER, "p7", "s7", "b", "b")


def repic_lines(facts: Facts, **chosen: Any) -> list[Line]:  # noqa: ANN401 - an option's value
    return [line for line in score_lines(facts, **chosen) if line.why == "repic"]


def test_pi_23_the_case_30_then_90() -> None:
    assert running_totals(steps({**PI_23_CASE, "winners": HALVES}))[:5] == [7, 24, 27, 30, 90]
    assert repic_lines({**PI_23_CASE, "winners": HALVES}) == [Line(0, "repic", 60, "PI-23", 30, made_by="sets")]


# --- The effect of each option


def test_pi_17_only_captures_score_the_win() -> None:
    # Elder takes 1-7 by own leads; the dealer captures the eighth and keeps the rest, the last included.
    facts = {"winners": [0] * 7 + [1] * 5}
    gone, added = changed_lines(facts, won_own_lead="only_when_captured")
    assert gone == {(0, "wins", 7, "PI-17"), (1, "wins", 4, "PI-17"), (1, "last_trick", 2, "PI-17")}
    assert added == {(1, "wins", 1, "PI-17"), (1, "last_trick", 1, "PI-17")}


LOW = {
    # Elder leads a low card, the dealer captures high; leads low and wins by it; leads high, elder captures high.
    "winners": [1, 1, 0, *[0] * 9],
    "low": [[True, False], [True, True], [False, False], *[[False, False]] * 9],
}


def test_pi_18_a_lead_or_a_win_by_a_nine_or_less_gives_nothing() -> None:
    # By default: elder leads 1 and 4-12 (10), wins 3-11 (9), the last 2; the dealer leads 2, 3 and wins 1, 2.
    assert points({"winners": LOW["winners"]}) == (10 + 9 + 2 + 10, 2 + 2)
    # Above nine: elder loses the first lead; the dealer keeps the lead of the third and the win of the first.
    assert points(LOW, low_card_points="above_nine") == (9 + 9 + 2 + 10, 1 + 1)


def test_pi_18_is_cited_exactly_by_the_lines_that_it_reduces() -> None:
    # Elder wins by high cards only; of the rest the low lead of the first trick, and both cards of the second.
    assert lines(LOW, low_card_points="above_nine") == [
        (ELDER, "leads", 9, "PI-18"),
        (ELDER, "wins", 9, "PI-17"),
        (ELDER, "last_trick", 2, "PI-17"),
        (DEALER, "leads", 1, "PI-18"),
        (DEALER, "wins", 1, "PI-18"),
        (ELDER, "cards", 10, "PI-20"),
    ]


def test_pi_23_without_the_need_of_a_zero_the_repic_is_all_that_is_added() -> None:
    facts = {
        "point": {"winner": 1, "cards": 6},
        "sequences": {"winner": 0, "lengths": [5, 3]},
        "sets": {"winner": 0, "sizes": [4]},
        "winners": CAPOT,
    }
    assert changed_lines(facts, repic_needs_zero_opponent=False) == (set(), {(0, "repic", 60, "PI-23")})
    assert changed_lines({**PI_22_CASE, "winners": HALVES}, repic_needs_zero_opponent=False) == (set(), set())


# --- Counts entered without the winners give the same sums


@pytest.mark.parametrize(
    ("winners", "chosen"),
    [
        pytest.param(CAPOT, {}, id="PI-21 capot"),
        pytest.param(HALVES, {}, id="PI-20 six each"),
        pytest.param([0] * 7 + [1] * 5, {}, id="PI-20 seven"),
        pytest.param([0] * 7 + [1] * 5, {"won_own_lead": "only_when_captured"}, id="PI-17 captures only"),
        pytest.param([1, 0] * 6, {"won_own_lead": "only_when_captured"}, id="PI-17 all captured"),
        pytest.param(CAPOT, {"capot_last_trick": "absorbed"}, id="PI-21 absorbed"),
        pytest.param([1] * 12, {"won_own_lead": "only_when_captured"}, id="PI-17 capot of the dealer"),
    ],
)
def test_pi_17_the_totals_by_why_are_the_same_from_trick_counts(winners: list[int], chosen: dict[str, Any]) -> None:
    made = [0, 0]
    for seat, why, amount, _ in lines({**DIALOGUE, "winners": winners}, **chosen):
        made[seat] += amount if why in PLAY else 0
    facts = {**DIALOGUE, "tricks": [winners.count(0), winners.count(1)], "last": winners[-1], "trick_points": made}
    assert lines(facts, **chosen) == lines({**DIALOGUE, "winners": winners}, **chosen)
