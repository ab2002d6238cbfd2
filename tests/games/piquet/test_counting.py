from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import Line, Table
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.near_misses import NearMiss, near_misses
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.play import elder_of, leader

Facts = dict[str, Any]
ELDER, DEALER = 0, 1
CAPOT = [0] * 12
HALVES = [0, 1] * 6
PLAY = frozenset({"leads", "wins", "last_trick", "trick_points"})


def score_lines(facts: Facts, **chosen: Any) -> list[Line]:  # noqa: ANN401 - an option's value
    options = PIQUET.read_options(chosen, 2)
    manche = read_manche(PIQUET, options, 2, {"elder": ELDER, **facts})
    return list(PIQUET.score(options, 2, [manche]).manches[0].lines)


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
    return [(step.seat, step.total) for step in count_coup(options, read_pending(options, {"elder": ELDER, **facts}))]


def misses(facts: Facts, **chosen: Any) -> list[NearMiss]:  # noqa: ANN401 - an option's value
    options = PIQUET.read_options(chosen, 2)
    return list(near_misses(options, PIQUET.read_facts(options, 2, {"elder": ELDER, **facts})))


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
    totals = [(step.seat, step.total) for step in steps({**DIALOGUE, "winners": [1, *[0] * 11]})]
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


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        # Elder makes one point for the first lead and two a trick; the dealer two a trick.
        pytest.param(HALVES, (13, 12), id="PI-20 six each, the last to the dealer: 13 and 12"),
        pytest.param([1, 0] * 6, (1 + 12, 12), id="PI-20 six each, the last to elder: the same"),
        pytest.param([0] * 7 + [1] * 5, (1 + 14 + 10, 10), id="PI-20 seven: 10 for the cards"),
        pytest.param([1] * 7 + [0] * 5, (1 + 10, 14 + 10), id="PI-20 seven of the dealer's"),
        pytest.param([0] * 11 + [1], (1 + 22 + 10, 2), id="PI-21 eleven are no capot"),
        pytest.param([1] * 12, (1, 24 + 40), id="PI-21 capot of the dealer: 40 and no 10"),
    ],
)
def test_the_points_of_the_play(winners: list[int], expected: tuple[int, int]) -> None:
    assert points({"winners": winners}) == expected


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
    counted = [(step.why, step.points, step.total) for step in steps({**PI_22_CASE, "winners": [1] * 12})]
    # 7 + 16 + 3 + 3 = 29, lead 1 -> 30 -> 60.
    assert [total for _, _, total in counted[:6]] == [7, 23, 26, 29, 30, 60]
    assert counted[5][:2] == ("pic", 30)


@pytest.mark.parametrize(
    ("winners", "elder"),
    [
        pytest.param([1] * 12, 29 + 1 + 30, id="PI-22 the lead is all that elder makes: 60"),
        pytest.param([1, 0] * 6, 29 + 13 + 30, id="PI-22 six tricks too"),
        pytest.param([0] * 11 + [1], 29 + 23 + 30 + 10, id="PI-22 eleven tricks and the cards"),
    ],
)
def test_pi_22_at_29_the_first_lead_makes_the_pic_whatever_follows(winners: list[int], elder: int) -> None:
    assert points({**PI_22_CASE, "winners": winners})[0] == elder
    assert points({**PI_22_CASE, "tricks": [winners.count(0), winners.count(1)], "last": winners[-1]})[0] == elder


def pic_line(facts: Facts, **chosen: Any) -> tuple[int | None, str | None] | None:  # noqa: ANN401 - an option's value
    """Elder's points before the step that made the pic, and that step; None without a pic."""
    found = [line for line in score_lines(facts, **chosen) if line.why == "pic"]
    assert all((line.side, line.points, line.article) == (ELDER, 30, "PI-22") for line in found)
    return (found[0].count, found[0].made_by) if found else None


@pytest.mark.parametrize(
    ("facts", "made"),
    [
        pytest.param({**scored(0, "p7", "s6", "b", "b"), "winners": CAPOT}, (29, "lead"), id="PI-22 29, lead 30"),
        pytest.param({**scored(0, "p7", "s7", "s4"), "winners": HALVES}, (29, "win"), id="PI-22 28, 29, win 30"),
        # 27: lead 28, win 29, lead 30.
        pytest.param({**scored(0, "p6", "s5", "b", "b"), "winners": HALVES}, (29, "lead"), id="PI-22 27, second lead"),
        pytest.param({**scored(0, "p6", "s5", "b", "b"), "winners": [1, 0] * 6}, None, id="PI-22 27, first trick lost"),
        # 28: lead 29, then the dealer takes the trick.
        pytest.param({**scored(0, "p7", "s7", "s4"), "winners": [1, 0] * 6}, None, id="PI-22 28, first trick lost"),
        # 7 and two a trick: 29 after the eleventh; the twelfth lead makes 30.
        pytest.param({**scored(0, "p7"), "winners": CAPOT}, (29, "lead"), id="PI-22 7, the twelfth lead"),
        # 6: leads and wins 1-11 make 28, the twelfth lead 29, the last trick 2: 31.
        pytest.param({**scored(0, "p6"), "winners": CAPOT}, (29, "last"), id="PI-22 6, the last trick"),
        pytest.param({**scored(0, "p5"), "winners": CAPOT}, (28, "last"), id="PI-22 5, the last trick counts 2"),
        pytest.param({**scored(0, "p4"), "winners": CAPOT}, None, id="PI-22 4: 29 at the end, capot is no help"),
        pytest.param({"carte_blanche": [True, False], "winners": CAPOT}, (29, "win"), id="PI-22 carte blanche: 10"),
        # 8: eleven tricks and their leads make 30 with the eleventh win.
        pytest.param({**scored(0, "p8"), "winners": [0] * 11 + [1]}, (29, "win"), id="PI-22 8, the eleventh win"),
        # 7 and eleven tricks: 29; the twelfth lead makes 30 before the dealer takes that trick.
        pytest.param({**scored(0, "p7"), "winners": [0] * 11 + [1]}, (29, "lead"), id="PI-22 7, the twelfth lead lost"),
        pytest.param({**scored(0, "p6"), "winners": [0] * 11 + [1]}, None, id="PI-22 6, 29 at the twelfth lead"),
    ],
)
def test_pi_22_pic_is_the_moment_elder_reaches_30_before_the_dealers_first_point(
    facts: Facts, made: tuple[int, str] | None
) -> None:
    assert pic_line(facts) == made


@pytest.mark.parametrize(
    "blocking",
    [
        pytest.param({"carte_blanche": [False, True]}, id="PI-22 by a carte blanche"),
        pytest.param({"point": {"winner": DEALER, "cards": 5}}, id="PI-22 by the point"),
        pytest.param({"sets": {"winner": DEALER, "sizes": [3]}}, id="PI-22 by a brelan, called after the lead"),
    ],
)
def test_pi_22_any_point_of_the_dealers_declarations_blocks_a_pic(blocking: Facts) -> None:
    # Elder's dix-septième and quatrième: 21; all twelve tricks would bring the pic.
    facts = {"sequences": {"winner": ELDER, "lengths": [7, 4]}, "winners": CAPOT}
    assert pic_line(facts) == (29, "lead")
    assert pic_line({**facts, **blocking}) is None


def test_pi_23_a_dealers_good_declaration_blocks_a_pic_even_when_spoken_after_the_lead() -> None:
    facts = {"point": {"winner": 0, "cards": 8}, "sequences": {"winner": 0, "lengths": [8, 3]}, "winners": CAPOT}
    assert pic_line(facts) == (29, "lead")
    assert pic_line({**facts, "sets": {"winner": 1, "sizes": [3]}}) is None


def test_pi_23_equality_blocks_no_repic() -> None:
    # The points are equal at 49 and do not score. Quinte 15 and brelan 3, then six leads and six wins: 30.
    five = {"point": {"cards": 5, "pips": 49}}
    elder = {**five, "sequences": [{"length": 5, "top": "K"}], "sets": [{"rank": "A", "size": 3}]}
    facts = {"declared": [elder, five], "winners": CAPOT}
    assert pic_line(facts) == (29, "win")


def test_pi_22_the_dealer_never_has_it() -> None:
    facts = {**scored(DEALER, "p7", "s6", "b", "b"), "winners": [1] * 12}
    assert pic_line(facts) is None
    assert points(facts) == (1, 29 + 24 + 40)


def test_pi_23_the_cards_and_the_capot_never_help_to_30() -> None:
    # 4 for the point, 25 for the play: 29, then 40 for the capot.
    assert points({**scored(ELDER, "p4"), "winners": CAPOT}) == (4 + 25 + 40, 0)
    assert points({**scored(ELDER, "p5"), "winners": CAPOT}) == (5 + 25 + 30 + 40, 0)
    # 6 and ten tricks: 26, lead 27; the 10 for the cards come too late.
    assert pic_line({**scored(ELDER, "p6"), "winners": [0] * 10 + [1] * 2}) is None


# --- PI-23: repic

PI_23_CASE = scored(ELDER, "p7", "s7", "b", "b")


def repic_lines(facts: Facts, **chosen: Any) -> list[Line]:  # noqa: ANN401 - an option's value
    return [line for line in score_lines(facts, **chosen) if line.why == "repic"]


def test_pi_23_the_case_30_then_90() -> None:
    assert [step.total for step in steps({**PI_23_CASE, "winners": HALVES})][:5] == [7, 24, 27, 30, 90]
    assert repic_lines({**PI_23_CASE, "winners": HALVES}) == [Line(0, "repic", 60, "PI-23", 30, made_by="sets")]


def test_pi_23_no_pic_comes_on_top_of_a_repic() -> None:
    assert points({**PI_23_CASE, "winners": CAPOT}) == (90 + 25 + 40, 0)
    assert points({**PI_23_CASE, "winners": [1] * 12})[0] == 91


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("facts", "declared", "made_by"),
    [
        pytest.param(["p7", "s7", "b", "b"], 30, "sets", id="PI-23 7 + 17 + 3 + 3"),
        pytest.param(["p8", "s8", "s4"], 30, "sequences", id="PI-23 8 + 18 + 4"),
        pytest.param(["p6", "s6", "q"], 36, "sets", id="PI-23 6 + 16 + 14"),
        pytest.param(["p5", "s5", "q"], 34, "sets", id="PI-23 5 + 15 + 14"),
        pytest.param(["q", "q", "b"], 31, "sets", id="PI-23 14 + 14 + 3, nothing else"),
        pytest.param(["p7", "s7", "b"], None, None, id="PI-23 27 is short"),
        pytest.param(["q", "q"], None, None, id="PI-23 28 is short"),
    ],
)
def test_pi_23_either_player_may_have_a_repic(
    seat: int, facts: list[str], declared: int | None, made_by: str | None
) -> None:
    found = repic_lines({**scored(seat, *facts), "winners": HALVES})
    assert found == ([Line(seat, "repic", 60, "PI-23", declared, made_by=made_by)] if declared else [])


def test_pi_23_a_carte_blanche_counts_towards_the_30() -> None:
    # 10 + point 6 + quatorze of tens 14 = 30.
    facts = {
        "carte_blanche": [True, False],
        "point": {"winner": 0, "cards": 6},
        "sets": {"winner": 0, "sizes": [4], "ranks": ["10"]},
        "winners": HALVES,
    }
    assert repic_lines(facts) == [Line(0, "repic", 60, "PI-23", 30, made_by="sets")]


@pytest.mark.parametrize("elder", [0, 1])
@pytest.mark.parametrize(
    ("own", "opponents", "repic"),
    [
        pytest.param(
            {"sequences": [5, 3], "sets": [4]}, {"point": 6}, False, id="PI-23 the point was counted before: blocked"
        ),
        pytest.param(
            {"point": 6, "sets": [4, 4]}, {"sequences": [3]}, False, id="PI-23 a tierce was counted before: blocked"
        ),
        pytest.param(
            {"point": 8, "sequences": [8, 4]}, {"sets": [3]}, True, id="PI-23 the sets are counted after: repic"
        ),
        pytest.param(
            {"point": 8, "sequences": [8, 4]}, {"blank": True}, False, id="PI-23 a carte blanche comes first: blocked"
        ),
    ],
)
def test_pi_23_only_what_the_opponent_counted_before_blocks_a_repic(
    elder: int, own: Facts, opponents: Facts, *, repic: bool
) -> None:
    facts: Facts = {"elder": elder, "winners": HALVES, "carte_blanche": [False, bool(opponents.get("blank"))]}
    for seat, scored in ((0, own), (1, opponents)):
        if "point" in scored:
            facts["point"] = {"winner": seat, "cards": scored["point"]}
        if "sequences" in scored:
            facts["sequences"] = {"winner": seat, "lengths": scored["sequences"]}
        if "sets" in scored:
            facts["sets"] = {"winner": seat, "sizes": scored["sets"]}
    assert bool(repic_lines(facts)) is repic
    assert len(repic_lines(facts, repic_needs_zero_opponent=False)) == 1


# --- Near misses


def summary_of(found: list[NearMiss], kind: str) -> list[tuple[int, str, str | None, int | None, int | None]]:
    return [
        (miss.seat, miss.why, getattr(miss, "by", None), getattr(miss, "points", None), getattr(miss, "missing", None))
        for miss in found
        if miss.kind == kind
    ]


def test_pi_23_a_repic_blocked_says_by_what() -> None:
    facts = {
        "point": {"winner": 1, "cards": 6},
        "sequences": {"winner": 0, "lengths": [5, 3]},
        "sets": {"winner": 0, "sizes": [4]},
        "winners": HALVES,
    }
    [(seat, why, by, scored_first, _)] = summary_of(misses(facts), "repic")
    assert (seat, why, by, scored_first) == (0, "blocked", "point", 6)
    assert [miss.article for miss in misses(facts) if miss.kind == "repic"] == ["PI-23"]


@pytest.mark.parametrize(
    ("facts", "chosen", "miss"),
    [
        # 28, lead 29, and the dealer takes the first trick.
        pytest.param(
            {**scored(ELDER, "q", "q"), "winners": [1, 0] * 6},
            {},
            (0, "blocked", "play", 1, None),
            id="PI-22 28, and the dealer's first trick before the thirtieth point",
        ),
        # 21, the lead 22, and four tricks at the end: exactly 30, and too late.
        pytest.param(
            {**scored(ELDER, "s7", "s4"), "winners": [1] * 8 + [0] * 4},
            {},
            (0, "blocked", "play", 1, None),
            id="PI-22 exactly 30 after the dealer's first trick",
        ),
        pytest.param(
            {**scored(ELDER, "q", "q"), "winners": [1] * 12},
            {},
            (0, "short", None, None, 1),
            id="PI-22 28 and the first lead: one point short",
        ),
        pytest.param(
            {**scored(ELDER, "p5", "s5"), "tricks": [0, 12], "last": 1},
            {},
            (0, "short", None, None, 9),
            id="PI-22 20 and the first lead: nine points short",
        ),
        pytest.param(
            {**scored(ELDER, "q", "q"), "point": {"winner": 1, "cards": 5}, "winners": CAPOT},
            {},
            (0, "blocked", "point", 5, None),
            id="PI-22 28, blocked by the dealer's point",
        ),
        pytest.param(
            {**scored(ELDER, "p5", "s5"), "sets": {"winner": 1, "sizes": [3]}, "winners": CAPOT},
            {},
            (0, "blocked", "sets", 3, None),
            id="PI-22 20, blocked by the dealer's brelan",
        ),
        pytest.param(
            {**scored(ELDER, "p5", "s5"), "carte_blanche": [False, True], "winners": CAPOT},
            {},
            (0, "blocked", "carte_blanche", 10, None),
            id="PI-22 20, blocked by the dealer's carte blanche",
        ),
        pytest.param(
            {**scored(ELDER, "q", "q"), "winners": HALVES},
            {"pic_window": "first_lead"},
            (0, "short", None, None, 1),
            id="PI-22 28 where only the first lead makes it",
        ),
    ],
)
def test_pi_22_a_pic_missed_says_why(facts: Facts, chosen: dict[str, Any], miss: tuple[Any, ...]) -> None:
    assert summary_of(misses(facts, **chosen), "pic") == [miss]
    assert {one.article for one in misses(facts, **chosen) if one.kind == "pic"} == {"PI-22"}


def test_pi_23_a_dealer_at_28_is_short_of_a_repic_by_2() -> None:
    facts = {**scored(DEALER, "q", "q"), "winners": HALVES}
    [(seat, why, _, _, missing)] = summary_of(misses(facts), "repic")
    assert (seat, why, missing) == (1, "short", 2)
    assert summary_of(misses(facts), "pic") == []


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({**PI_23_CASE, "winners": HALVES}, id="PI-23 a repic"),
        pytest.param({**PI_22_CASE, "winners": HALVES}, id="PI-22 a pic"),
        pytest.param({**scored(ELDER, "p5", "s4"), "winners": HALVES}, id="PI-22 elder at 9"),
        pytest.param({**scored(DEALER, "p6", "s6"), "winners": HALVES}, id="PI-23 the dealer at 22"),
        pytest.param({"winners": HALVES}, id="PI-22 nothing declared"),
    ],
)
def test_where_nothing_was_close_there_is_no_near_miss(facts: Facts) -> None:
    assert misses(facts) == []


# --- The effect of each option


def test_pi_17_only_captures_score_the_win() -> None:
    # Elder takes 1-7 by own leads; the dealer captures the eighth and keeps the rest, the last included.
    facts = {"winners": [0] * 7 + [1] * 5}
    gone, join_carnet = changed_lines(facts, won_own_lead="only_when_captured")
    assert gone == {(0, "wins", 7, "PI-17"), (1, "wins", 4, "PI-17"), (1, "last_trick", 2, "PI-17")}
    assert join_carnet == {(1, "wins", 1, "PI-17"), (1, "last_trick", 1, "PI-17")}


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        # Elder leads 12 and takes all by own leads; the last keeps its extra point.
        pytest.param(CAPOT, (13 + 40, 0), id="PI-17 capot: twelve leads and the last's extra point"),
        # Every trick captured: elder leads 1, 3, 5 …; each captures six.
        pytest.param([1, 0] * 6, (6 + 5 + 2, 6 + 6), id="PI-17 every trick captured: as by default"),
        pytest.param([1] + [0] * 11, (1 + 1 + 10 + 1 + 10, 1 + 1), id="PI-17 one captured by the dealer, one by elder"),
    ],
)
def test_pi_17_points_of_the_play_when_only_captures_score(winners: list[int], expected: tuple[int, int]) -> None:
    assert points({"winners": winners}, won_own_lead="only_when_captured") == expected


def test_pi_17_captures_only_make_a_pic_later() -> None:
    # 28, lead 29, the own-led win counts nothing, second lead 30.
    facts = {**scored(ELDER, "p7", "s7", "s4"), "winners": [0, 0, *HALVES[:10]]}
    assert pic_line(facts) == (29, "win")
    assert pic_line(facts, won_own_lead="only_when_captured") == (29, "lead")


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


def test_pi_18_low_cards_change_only_the_points_they_remove() -> None:
    none_low = {"winners": HALVES, "low": [[False, False]] * 12}
    assert points(none_low, low_card_points="above_nine") == points({"winners": HALVES})


def test_pi_18_a_last_trick_won_by_a_low_card_gives_nothing() -> None:
    low = [*[[False, False]] * 11, [True, True]]
    facts = {"winners": CAPOT, "low": low, **scored(ELDER, "p4")}
    assert points(facts, low_card_points="above_nine") == (4 + 22 + 40, 0)


def test_pi_18_a_low_lead_makes_no_pic_and_the_dealers_low_tricks_block_none() -> None:
    above = {"low_card_points": "above_nine"}
    # 29, a low lead; the dealer takes it with a low card and leads low: no points; elder captures high: 30.
    low = [[True, True], [True, False], *[[False, False]] * 10]
    facts = {**PI_22_CASE, "winners": [1, 0, *HALVES[:10]], "low": low}
    assert pic_line(facts, **above) == (29, "win")
    low = [[True, False], [True, False], *[[False, False]] * 10]
    assert pic_line({**facts, "low": low}, **above) is None
    assert pic_line({**facts, "low": [[False, False]] * 12}, **above) == (29, "lead")


def test_pi_21_an_absorbed_last_trick_counts_as_any_other() -> None:
    facts = {"winners": CAPOT, "point": {"winner": 1, "cards": 4}}
    assert points(facts) == (25 + 40, 4)
    assert points(facts, capot_last_trick="absorbed") == (24 + 40, 4)
    assert points(facts, capot_last_trick="absorbed", won_own_lead="only_when_captured") == (12 + 40, 4)
    not_capot = {"winners": [0] * 11 + [1]}
    assert changed_lines(not_capot, capot_last_trick="absorbed") == (set(), set())


def test_pi_21_an_absorbed_last_trick_may_cost_the_pic() -> None:
    # 5 + 11 tricks 27 + lead 28 + last 2 = 30; absorbed, 29.
    facts = {**scored(ELDER, "p5"), "winners": CAPOT}
    assert pic_line(facts) == (28, "last")
    assert pic_line(facts, capot_last_trick="absorbed") is None


@pytest.mark.parametrize(
    ("facts", "pic"),
    [
        pytest.param(scored(ELDER, "p7", "s6", "b", "b"), True, id="PI-22 29: the first lead makes it"),
        pytest.param(scored(ELDER, "p7", "s7", "s4"), False, id="PI-22 28: the first win is too late"),
        pytest.param(scored(ELDER, "p7"), False, id="PI-22 7: far too late"),
    ],
)
def test_pi_22_a_pic_at_the_first_lead_only(facts: Facts, *, pic: bool) -> None:
    gone, join_carnet = changed_lines({**facts, "winners": CAPOT}, pic_window="first_lead")
    assert gone == (set() if pic else {(0, "pic", 30, "PI-22")})
    assert join_carnet == set()


def test_pi_23_without_the_need_of_a_zero_the_repic_is_all_that_is_added() -> None:
    facts = {
        "point": {"winner": 1, "cards": 6},
        "sequences": {"winner": 0, "lengths": [5, 3]},
        "sets": {"winner": 0, "sizes": [4]},
        "winners": CAPOT,
    }
    assert changed_lines(facts, repic_needs_zero_opponent=False) == (set(), {(0, "repic", 60, "PI-23")})
    assert changed_lines({**PI_22_CASE, "winners": HALVES}, repic_needs_zero_opponent=False) == (set(), set())


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({**DIALOGUE, "winners": HALVES}, id="PI-15 the dialogue"),
        pytest.param({"carte_blanche": [False, True], "winners": HALVES}, id="PI-8 a dealer's carte blanche"),
        pytest.param({"carte_blanche": [True, False], "winners": CAPOT}, id="PI-8 elder's carte blanche"),
    ],
)
def test_pi_8_when_a_carte_blanche_is_shown_changes_no_score(facts: Facts) -> None:
    assert changed_lines(facts, carte_blanche_shown="before_elder_exchange") == (set(), set())


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
