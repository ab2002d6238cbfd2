from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import piquet as referee
from support.piquet_sheets import sheet

from scorekeeper.games.contract import MancheStart, Penalty
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.shape import ImpossibleFactsError, IncompleteFactsError

Facts = dict[str, Any]
HALVES = [0, 1] * 6
QUICK: Facts = {"elder": 0, "tricks": [7, 5], "last": 0}
ONE_BY_ONE: Facts = {"elder": 0, "winners": HALVES}
HAND_0 = ["AH", "KH", "QH", "JH", "10H", "7H", "AC", "AD", "KC", "8C", "9D", "7S"]
HAND_1 = ["9H", "8H", "QC", "JC", "10C", "9C", "KD", "QD", "JD", "10D", "KS", "QS"]
# Elder plays six hearts, ace and king of clubs, the eight, and the ace of diamonds, under which the dealer keeps KD and
# KS: these take the 9D and the 7S.
OF_BOTH: Facts = {"elder": 0, "winners": [0] * 10 + [1] * 2}
ABOVE_NINE = {"low_card_points": "above_nine"}
CAPTURES = {"won_own_lead": "only_when_captured"}


def read(facts: Any, **chosen: Any) -> Any:  # noqa: ANN401 - facts may be any junk
    options = PIQUET.read_options(chosen, 2)
    return PIQUET.read_facts(options, 2, facts)


def points(facts: Facts, **chosen: Any) -> tuple[int, ...]:  # noqa: ANN401 - an option's value
    return sheet(facts, **chosen).totals


def refusal_of(facts: Any, **chosen: Any) -> ImpossibleFactsError:  # noqa: ANN401 - facts may be any junk
    with pytest.raises(ImpossibleFactsError) as refusal:
        read(facts, **chosen)
    return refusal.value


def assert_error(error: ImpossibleFactsError, key: str, **details: object) -> None:
    """The refusal has this key, and at least these details; `field` is the refusal's own."""
    found = {name: str(value) for name, value in error.details.items()} | {"field": str(error.field)}
    expected = {name: str(value) for name, value in details.items()}
    assert (error.key, {name: found.get(name) for name in expected}) == (key, expected)


def test_the_public_format_is_read_and_written_back() -> None:
    facts = {
        "elder": 0,
        "carte_blanche": [False, False],
        "point": {"winner": 0, "cards": 5},
        "sequences": {"winner": 0, "lengths": [4, 3]},
        "sets": {"winner": 1, "sizes": [4, 3]},
        "tricks": [7, 5],
        "last": 0,
    }
    assert PIQUET.write_facts(read(facts)) == facts
    # Elder: 5 + 4 + 3, then 1 + 2 × 7 and 10 for the cards. Dealer: 14 + 3, then 2 × 5.
    assert points(facts) == (12 + 15 + 10, 17 + 10)


def test_pi_20_an_ordinary_coup_needs_elder_the_tricks_and_the_last_one() -> None:
    assert points(QUICK) == (1 + 14 + 10, 10)
    assert points({**QUICK, "last": 1}) == (1 + 14 + 10, 10)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"point": {"winner": None}}, id="PI-9 a winner of null"),
        pytest.param({"sequences": {"winner": None}}, id="PI-10 a winner of null"),
        pytest.param({"sets": {"winner": None}}, id="PI-11 a winner of null"),
        pytest.param({}, id="PI-12 left out"),
    ],
)
def test_a_missing_category_or_one_without_a_winner_scores_nothing(facts: Facts) -> None:
    assert not read({**QUICK, **facts}).scorers
    assert points({**QUICK, **facts}) == (25, 10)


# --- Refused facts


@pytest.mark.parametrize("trick", range(1, 13))
def test_pi_18_the_trick_whose_marks_disagree_is_named(trick: int) -> None:
    low = [[True, False] if place == trick - 1 else [False, False] for place in range(12)]
    assert_error(refusal_of({"elder": 0, "winners": [0] * 12, "low": low}, **ABOVE_NINE), "low_disagrees", trick=trick)


@pytest.mark.parametrize("name", ["declared", "hands", "winners", "point", "sets", "fault", "answers", "elder"])
def test_junk_nested_too_deep_to_be_shown_is_refused_as_impossible_facts(name: str) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    refusal_of({**QUICK, name: nested})
    refusal_of({**QUICK, name: [nested, None]})
    refusal_of({**QUICK, name: {"winner": nested, "kind": nested, "point": nested}})


# --- Facts that are required only when points depend on them


def declarations(points_wanted: int, seat: int = 0) -> Facts:
    """Scored declarations of one seat with this number of points."""
    worth: dict[int, Facts] = {
        0: {},
        4: {"point": {"winner": seat, "cards": 4}},
        5: {"point": {"winner": seat, "cards": 5}},
        6: {"point": {"winner": seat, "cards": 6}},
        7: {"point": {"winner": seat, "cards": 7}},
        9: {"point": {"winner": seat, "cards": 5}, "sequences": {"winner": seat, "lengths": [4]}},
        14: {"sets": {"winner": seat, "sizes": [4]}},
        20: {"point": {"winner": seat, "cards": 5}, "sequences": {"winner": seat, "lengths": [5]}},
        23: {"point": {"winner": seat, "cards": 7}, "sequences": {"winner": seat, "lengths": [6]}},
        28: {"sets": {"winner": seat, "sizes": [4, 4]}},
        29: {
            "point": {"winner": seat, "cards": 7},
            "sequences": {"winner": seat, "lengths": [6]},
            "sets": {"winner": seat, "sizes": [3, 3]},
        },
    }
    return worth[points_wanted]


def test_pi_17_points_that_no_play_gives_are_refused() -> None:
    assert_error(
        refusal_of({"elder": 0, "tricks": [12, 0], "last": 0, "trick_points": [14, 0]}, **CAPTURES),
        "trick_points_impossible",
    )
    with pytest.raises(ImpossibleFactsError):
        read({**QUICK, "trick_points": [16, 9]})
    assert points({**QUICK, "trick_points": [15, 10]}) == (25, 10)


def play_score(elder: int, winners: list[int], declared: list[Any], table: Facts) -> tuple[int, int]:
    return referee.totals(referee.score(elder, declared, winners, [[False, False]] * 12, {**referee.DEFAULTS, **table}))


def elder_points_of(elder: int, winners: list[int], table: Facts) -> int:
    """Elder's points in the play before the dealer's first point (PI-17, PI-22)."""
    plays = winners[: referee.elder_run(elder, winners) + 1]
    if len(plays) == 12 and plays[-1] == elder:
        return play_score_only(elder, winners, table)[elder]
    own = 1 if table.get("won_own_lead") == "only_when_captured" else 2
    return own * (len(plays) - 1) + (plays[0] == elder or len(plays) == 1)


@pytest.mark.parametrize("table", [{}, CAPTURES, ABOVE_NINE], ids=str)
def test_pi_22_elder_points_are_stored_even_when_nothing_depends_on_them(table: Facts) -> None:
    """Six tricks each, nothing declared; elder led the first trick and lost it: one point before the dealer's.

    The dealer has the last: elder leads seven tricks and the dealer five. Where one's own lead gives no win, the dealer
    takes the first and the last from elder's leads and elder one of the dealer's: 7 + 1 and 5 + 2 + 1.
    """
    facts = {"elder": 0, "tricks": [6, 6], "last": 1, "trick_points": [8, 8] if table else [13, 12], "elder_points": 1}
    options = PIQUET.read_options(table, 2)
    assert PIQUET.write_facts(PIQUET.read_facts(options, 2, facts))["elder_points"] == 1
    assert isinstance(refusal_of({**facts, "elder_points": 26}, **table), ImpossibleFactsError)


@pytest.mark.parametrize(
    "table", [{}, CAPTURES, {"pic_window": "first_lead"}, {"capot_last_trick": "absorbed"}], ids=str
)
def test_pi_22_pi_17_a_figure_is_required_exactly_when_the_orders_of_play_disagree(table: Facts) -> None:
    chance = random.Random(str(table))
    asked = 0
    for _ in range(25):
        elder, took = chance.randrange(2), chance.choice([0, 1, 5, 6, 7, 8, 9, 10, 11, 12])
        last = chance.choice([seat for seat, count in enumerate((took, 12 - took)) if count])
        worth = chance.choice([0, 4, 5, 6, 7, 9, 14, 20, 23, 28, 29])
        facts: Facts = {"elder": elder, "tricks": [took, 12 - took], "last": last, **declarations(worth, elder)}
        plays = list(referee.all_plays(elder, facts["tricks"], last))
        if chance.random() < 0.3:
            facts["elder_run"] = referee.elder_run(elder, chance.choice(plays))
            plays = [play for play in plays if referee.elder_run(elder, play) == facts["elder_run"]]
        if chance.random() < 0.3:
            facts["trick_points"] = list(play_score_only(elder, chance.choice(plays), table))
            plays = [play for play in plays if list(play_score_only(elder, play, table)) == facts["trick_points"]]
        if chance.random() < 0.3:
            facts["elder_points"] = elder_points_of(elder, chance.choice(plays), table)
            plays = [play for play in plays if elder_points_of(elder, play, table) == facts["elder_points"]]
        scores = {play_score(elder, play, [(elder, "sets", worth)], table) for play in plays}
        if len(scores) == 1:
            assert points(facts, **table) == scores.pop(), facts
        else:
            asked += 1
            assert isinstance(refusal_of(facts, **table), IncompleteFactsError), facts
    assert (asked > 0) == (table != {"pic_window": "first_lead"})


def play_score_only(elder: int, winners: list[int], table: Facts) -> tuple[int, int]:
    made = referee.score(elder, [], winners, [[False, False]] * 12, {**referee.DEFAULTS, **table})
    return made[0, "play"], made[1, "play"]


@pytest.mark.parametrize(("tricks", "last"), [([7, 5], 0), ([7, 5], 1), ([12, 0], 0), ([11, 1], 1), ([0, 12], 1)])
def test_pi_22_a_run_is_accepted_exactly_when_some_order_of_play_gives_it(tricks: list[int], last: int) -> None:
    possible = {referee.elder_run(0, play) for play in referee.all_plays(0, tricks, last)}
    for run in range(13):
        facts = {"elder": 0, "tricks": tricks, "last": last, "elder_run": run}
        if run in possible:
            read(facts)
        else:
            assert_error(refusal_of(facts), "elder_run_range", lowest=min(possible), highest=max(possible))


def test_pi_18_elders_points_are_required_when_a_pic_depends_on_them() -> None:
    facts = {**QUICK, **declarations(28), "trick_points": [10, 8]}
    error = refusal_of(facts, **ABOVE_NINE)
    assert isinstance(error, IncompleteFactsError)
    assert_error(error, "elder_points_needed", field="elder_points")
    assert points({**facts, "elder_points": 1}, **ABOVE_NINE) == (28 + 10 + 10, 8)
    assert points({**facts, "elder_points": 2}, **ABOVE_NINE) == (28 + 10 + 10 + 30, 8)
    assert_error(refusal_of({**facts, "elder_points": 11}, **ABOVE_NINE), "elder_points_range")


def low_plays(tricks: list[int], last: int, table: Facts) -> dict[tuple[int, int], set[int]]:
    """By the trick points of both seats, elder's possible points before the dealer's first one."""
    found: dict[tuple[int, int], set[int]] = {}
    for winners in referee.all_plays(0, tricks, last):
        leaders = [0, *winners]
        may_be_low = [
            [("A", "A"), ("7", "A")] if winner == leader else [("A", "A"), ("7", "A"), ("7", "8")]
            for leader, winner in zip(leaders, winners, strict=False)
        ]
        for cards in itertools.product(*may_be_low):
            tricks_of = [
                (leader, led + "S", reply + "S", winner)
                for leader, winner, (led, reply) in zip(leaders, winners, cards, strict=False)
            ]
            coup = referee.Coup(0, ((), ()), (False, False), tuple(tricks_of))
            one, other = referee.play_points(coup, table)
            found.setdefault((one, other), set()).add(referee.elder_points(coup, table))
    return found


@pytest.mark.sweep("tries every choice of low cards")
@pytest.mark.parametrize("window", ["play", "first_lead"])
@pytest.mark.parametrize("own", ["counts", "only_when_captured"])
@pytest.mark.parametrize(("tricks", "last"), [([12, 0], 0), ([0, 12], 1), ([11, 1], 1), ([1, 11], 0)])
def test_pi_18_elders_points_are_accepted_exactly_when_some_low_cards_give_them(
    tricks: list[int], last: int, own: str, window: str
) -> None:
    table = {**referee.DEFAULTS, **ABOVE_NINE, "won_own_lead": own, "pic_window": window}
    possible = low_plays(tricks, last, table)
    for made in random.Random(own).sample(sorted(possible), 5):
        facts = {"elder": 0, "tricks": tricks, "last": last, "trick_points": list(made)}
        for before in range(27):
            if before in possible[made]:
                read({**facts, "elder_points": before}, **table)
            else:
                error = refusal_of({**facts, "elder_points": before}, **table)
                assert_error(error, "elder_points_range", lowest=min(possible[made]), highest=max(possible[made]))
    beyond = next(pair for pair in itertools.product(range(14), range(14)) if pair not in possible)
    assert refusal_of({"elder": 0, "tricks": tricks, "last": last, "trick_points": list(beyond)}, **table).key in {
        "trick_points_impossible",
        "trick_points_range",
    }


def test_pi_18_nothing_more_is_required_when_no_pic_is_near() -> None:
    assert points({**QUICK, **declarations(9), "trick_points": [10, 8]}, **ABOVE_NINE) == (9 + 10 + 10, 8)
    lines = PIQUET.score(
        PIQUET.read_options(ABOVE_NINE, 2),
        2,
        [read_manche(PIQUET, PIQUET.read_options(ABOVE_NINE, 2), 2, {**QUICK, "trick_points": [10, 8]})],
    )
    found = [(line.side, line.why, line.points, line.article) for line in lines.manches[0].lines]
    assert found == [
        (0, "trick_points", 10, "PI-18"),
        (1, "trick_points", 8, "PI-18"),
        (0, "cards", 10, "PI-20"),
    ]


# --- JSON round trip


def round_trip(facts: Facts, table: Facts) -> Facts:
    options = PIQUET.read_options(table, 2)
    manche = read_manche(PIQUET, options, 2, facts)
    written = json.loads(json.dumps(write_manche(PIQUET, manche)))
    again = read_manche(PIQUET, options, 2, written)
    assert again == manche
    assert write_manche(PIQUET, again) == written
    return dict(written)


@given(st.integers(0, 2**32), st.sampled_from(referee.EVERY_TABLE), st.sampled_from(["hands", "declared", "quick"]))
def test_facts_survive_json(seed: int, table: Facts, depth: str) -> None:
    coup = referee.random_coup(random.Random(seed))
    entry = {"hands": referee.with_hands, "declared": referee.with_declarations, "quick": referee.quick}[depth]
    facts = entry(coup, table)
    assert round_trip(facts, table) == facts


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(QUICK, id="PI-20 the quickest"),
        pytest.param(ONE_BY_ONE, id="PI-19 winners only"),
        pytest.param({**QUICK, "declared": [{"point": {"cards": 6}}, None]}, id="PI-13 one seat declared"),
        pytest.param(
            {
                **QUICK,
                "declared": [{"point": {"cards": 5}}, {"point": {"cards": 5}}],
                "answers": {"point": "equal"},
            },
            id="PI-13 an answer",
        ),
        pytest.param({**ONE_BY_ONE, "hands": [HAND_0, None]}, id="PI-12 one hand"),
        pytest.param(
            {**OF_BOTH, "hands": [HAND_0, HAND_1], "declared": [{"sets": [{"rank": "A", "size": 3}]}, None]},
            id="PI-12 hands and what was sunk",
        ),
        pytest.param({**QUICK, "short_hand": 1}, id="PI-38 a short hand"),
        pytest.param({**QUICK, "fault": {"kind": "false_declaration", "seat": 1}}, id="PI-37 a false declaration"),
        pytest.param({"elder": 1, "fault": {"kind": "loses_partie", "seat": 1}}, id="PI-35 a partie lost"),
        pytest.param({"elder": 1, "fault": {"kind": "void", "article": "PI-32"}}, id="PI-32 dealt again"),
        pytest.param(
            {**QUICK, "penalties": [{"side": 1, "points": -10, "reason": "renonce"}]}, id="T-5 an agreed penalty"
        ),
    ],
)
def test_only_given_values_are_written(facts: Facts) -> None:
    written = round_trip(facts, {})
    assert {name: value for name, value in written.items() if name != "carte_blanche"} == facts
    assert written.get("carte_blanche", [False, False]) == [False, False]


def test_pi_19_winners_may_be_entered_with_the_counts_that_follow() -> None:
    assert points({**ONE_BY_ONE, "tricks": [6, 6], "last": 1}) == points(ONE_BY_ONE) == (13, 12)
    round_trip({**ONE_BY_ONE, "tricks": [6, 6], "last": 1}, {})


@pytest.mark.parametrize("kind", ["void", "loses_partie"])
def test_pi_38_a_coup_without_a_score_stores_only_elder(kind: str) -> None:
    fault = {"kind": kind, "seat": 1}
    written = round_trip({**QUICK, "point": {"winner": 0, "cards": 5}, "fault": fault}, {})
    assert set(written) <= {"elder", "fault", "carte_blanche"}
    assert (written["elder"], written["fault"]["kind"], written["fault"]["seat"]) == (0, kind, 1)


def test_t_5_penalties_are_for_a_player() -> None:
    facts = {**QUICK, "penalties": [{"side": 1, "points": -10, "reason": " renonce "}]}
    manche = read_manche(PIQUET, PIQUET.read_options({}, 2), 2, facts)
    assert manche.penalties == (Penalty(1, -10, "renonce"),)
    assert points(facts) == (25, 0)


# --- A coup in progress


def begun(dealer: int, facts: Any) -> Facts:  # noqa: ANN401 - facts may be any junk
    assert PIQUET.check_context is not None
    return PIQUET.check_context(PIQUET.read_options({}, 2), MancheStart(2, dealer, (0, 0)), facts)


def test_pi_3_elder_is_the_seat_that_does_not_deal() -> None:
    assert begun(0, {})["elder"] == 1
    assert begun(1, {"elder": 0})["elder"] == 0
    with pytest.raises(ImpossibleFactsError) as refusal:
        begun(0, {"elder": 0})
    assert_error(refusal.value, "elder_is_not", seat=0)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({}, id="PI-3 nothing yet"),
        pytest.param({"carte_blanche": [True, False]}, id="PI-8 a carte blanche"),
        pytest.param({"declared": [{"point": {"cards": 5}}, None]}, id="PI-13 elder has spoken"),
        pytest.param({"winners": [0, 1, 1]}, id="PI-19 three tricks"),
        pytest.param({"point": {"winner": 0, "cards": 5}, "winners": []}, id="PI-19 before the first lead"),
        pytest.param({"winners": HALVES}, id="PI-19 all twelve"),
    ],
)
def test_pi_19_a_coup_in_progress_is_stored(facts: Facts) -> None:
    stored = begun(1, facts)
    assert begun(1, stored) == stored
    assert json.loads(json.dumps(stored)) == stored
    assert {name: stored[name] for name in facts} == facts


@pytest.mark.parametrize(
    "facts",
    [
        {"winners": [0] * 13},
        {"winners": [2]},
        {"carte_blanche": [True, True]},
        {"plays": []},
        {"point": {"winner": 0, "cards": 9}},
        [],
        None,
    ],
    ids=repr,
)
def test_an_impossible_coup_in_progress_is_refused(facts: object) -> None:
    with pytest.raises(ImpossibleFactsError):
        begun(1, facts)
