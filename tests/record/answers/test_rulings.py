"""Settle each disputed case under every value of its option: the ruling agrees with `score` and `judge`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from support.cases import letters, read_cases

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import REFUSED, AnswerKind, DisputedCase, read_disputed_cases
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import Candidate
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.answers.answer import candidate_answer
from scorekeeper.record.answers.rulings import case_result, options_in_force, settle_case
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.score import score_line

pytestmark = pytest.mark.game("every")

TABLE_WIDE = "scorekeeper.cards"
ALL = [
    pytest.param(game, dispute, id=f"{game.slug}-{dispute.key}")
    for game in GAMES.values()
    for dispute in read_disputed_cases(game.package, TABLE_WIDE).values()
]
every_dispute = pytest.mark.parametrize(("game", "dispute"), ALL)
every_house_rule = pytest.mark.parametrize(
    ("game", "dispute"), [one for one in ALL if isinstance(one.values[1], DisputedCase) and one.values[1].option]
)


def settings(game: AnyGame, names: Collection[str | None]) -> list[dict[str, Any]]:
    """Return the options of a table for each common value of each of these options."""
    return [
        {option.name: plain_value(value)} for option in game.options for value in option.values if option.name in names
    ]


def answer_of_formats(game: AnyGame, dispute: DisputedCase, options: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """Return the answer of `judge` or `score` to the case, without the code under test."""
    line = json.dumps({**dispute.case, "game": game.slug, "options": {**options, **dispute.needs, **dispute.aside}})
    if dispute.asks is AnswerKind.RULING:
        answer = judge_line(line)
        return REFUSED if "error" in answer else answer["verdicts"][-1]["ruling"]
    answer = score_line(line)
    if "error" in answer:
        return REFUSED
    if dispute.asks is AnswerKind.WINNERS:
        return None if answer["ending"] is None else answer["ending"]["winners"]
    return answer["manches"][-1][dispute.asks.value]


@every_dispute
def test_exactly_one_answer_is_right_under_default_options(game: AnyGame, dispute: DisputedCase) -> None:
    found = case_result(game, dispute, dispute.needs)
    assert [answer.right(found) for answer in dispute.answers].count(True) == 1


@every_dispute
def test_the_ruling_agrees_with_score_and_judge(game: AnyGame, dispute: DisputedCase) -> None:
    for options, variant in itertools.product(settings(game, {dispute.option}) or [{}], (dispute, *dispute.variants)):
        try:
            found = case_result(game, variant, {**options, **variant.needs})
        except ImpossibleError:
            assert not settle_case(game, dispute, options).arises
            continue
        if dispute.asks is AnswerKind.OPTION:
            assert found == options[str(dispute.option)]
        else:
            assert found == answer_of_formats(game, variant, options)


@every_dispute
def test_the_answer_is_what_score_and_judge_do_under_every_option_of_its_article(
    game: AnyGame, dispute: DisputedCase
) -> None:
    article = {**library.book(game).articles, **library.book(None).articles}[dispute.article]
    for options in [{}, *settings(game, {dispute.option, *article.options})]:
        given = candidate_answer(Candidate(dispute, article, game, 1), game, options, "fr")
        if given.case is dispute and dispute.asks is not AnswerKind.OPTION:
            found = answer_of_formats(game, dispute, options)
            right = next(one.texts["fr"] for one in dispute.answers if one.right(found))
            assert letters(given.text) == letters(right.format_map(options_in_force(game, options))), options


@every_house_rule
def test_the_ruling_changes_with_the_house_rule(game: AnyGame, dispute: DisputedCase) -> None:
    """Under a value with which the case cannot arise, such as another deck, no answer is right."""
    right = [settle_case(game, dispute, options).answer for options in settings(game, {dispute.option})]
    assert len({dispute.answers.index(answer) for answer in right if answer is not None}) > 1


@pytest.mark.parametrize(
    "case", read_cases("case_results"), ids=lambda case: f"{case['game']} {case['case']} {case['options']}"
)
def test_the_results_follow_the_articles(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]]
    dispute = read_disputed_cases(game.package, TABLE_WIDE)[case["case"]]
    assert case_result(game, dispute, {**case["options"], **dispute.needs}) == case["result"]


def tables(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Yield the usual options, each other value of each option, and each preset of several options."""
    yield {}
    for option in game.options:
        yield from ({option.name: plain_value(value)} for value in option.values[1:])
    yield from (dict(preset.options) for preset in game.presets if len(preset.options) > 1)


def arising_cases(game: AnyGame, options: dict[str, Any]) -> set[str]:
    """Return the cases that can arise at a table with these options; each has an answer, and no other has."""
    in_force = options_in_force(game, options)
    disputes = read_disputed_cases(game.package, TABLE_WIDE)
    settled = {key: settle_case(game, dispute, in_force) for key, dispute in disputes.items()}
    assert [key for key, one in settled.items() if one.arises is (one.answer is None)] == [], options
    return {key for key, one in settled.items() if one.arises}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_refusal_of_the_engine_is_never_read_as_an_answer(game: AnyGame) -> None:
    """Under each value of each option, a case has its answer or is not listed; a usual table has all of them."""
    listed = [arising_cases(game, options) for options in tables(game)]
    assert listed[0] == set(read_disputed_cases(game.package, TABLE_WIDE))


COMMON = [
    {"jack_of_diamonds": -10}, {"seven_of_clubs": 7}, {"queen_points": 12}, {"teams": True}, {"deck": "36"},
    {"moon": "choice"}, {"moon": "self_minus"}, {"limit": 50},
]  # fmt: skip


@pytest.mark.sweep("each pair of common house rules")
def test_a_refusal_is_never_read_as_an_answer_under_two_house_rules() -> None:
    for one, other in itertools.combinations(COMMON, 2):
        if {**one, **other} != {"queen_points": 12, "deck": "36"} and {*one} != {*other}:
            arising_cases(GAMES["hearts"], {**one, **other})


@pytest.mark.parametrize("case", read_cases("cases_listed"), ids=lambda case: str(case["options"]))
def test_a_case_is_listed_where_its_cards_are_dealt_and_its_points_count(case: dict[str, Any]) -> None:
    """At Dame de Pique."""
    found = arising_cases(GAMES["hearts"], case["options"])
    assert found >= set(case["arising"].split())
    assert not found & set(case["absent"].split())


# Of 36 cards (DP-3) the first club is 6♣; they are nine each, as are those with two jokers at six (DP-2). At Belmont
# (DP-5) six play in teams.
@pytest.mark.parametrize("case", read_cases("case_rulings"), ids=lambda case: f"{case['case']} {case['options']}")
def test_the_ruling_with_other_decks_dp_2_dp_3_dp_5(case: dict[str, Any]) -> None:
    hearts = GAMES["hearts"]
    dispute = read_disputed_cases(hearts.package, TABLE_WIDE)[case["case"]]
    answer = settle_case(hearts, dispute, options_in_force(hearts, case["options"])).answer
    assert answer is not None
    assert answer.texts["fr"].startswith(case["begins"])


@every_dispute
def test_what_is_set_aside_does_not_change_which_side_is_right(game: AnyGame, dispute: DisputedCase) -> None:
    """Under the table's own value, the engine refuses the facts or has a figure of the same side, or of none."""
    usual = settle_case(game, dispute, {}).answer
    for options in settings(game, dispute.aside.keys()):
        line = json.dumps({**dispute.case, "game": game.slug, "options": {**dispute.needs, **dispute.aside, **options}})
        answer = score_line(line)
        if dispute.asks is AnswerKind.POINTS and "error" not in answer:
            points = answer["manches"][-1]["points"]
            assert not any(side.right(points) for side in dispute.answers if side is not usual), options


def test_options_that_do_not_affect_the_case_are_ignored() -> None:
    """The value of the queen does not affect when it is played, nor a trick won on one's own lead carte blanche."""
    hearts, piquet = GAMES["hearts"], GAMES["piquet"]
    queen = read_disputed_cases(hearts.package, TABLE_WIDE)["queen_on_first_trick"]
    assert settle_case(hearts, queen, {"queen_points": 12}) == settle_case(hearts, queen, {})
    blank = read_disputed_cases(piquet.package, TABLE_WIDE)["carte_blanche_of_the_dealer"]
    english = {"won_own_lead": "only_when_captured", "capot_last_trick": "absorbed"}
    assert settle_case(piquet, blank, english) == settle_case(piquet, blank, {})


def test_the_options_in_force_are_those_of_a_table_that_can_choose_them() -> None:
    hearts = GAMES["hearts"]
    assert options_in_force(hearts, {})["limit"] == 100
    assert options_in_force(hearts, {"deck": "54"})["joker_tie"] == "first"
    assert options_in_force(hearts, {"deck": "belmont"})["teams"] is True
    assert options_in_force(hearts, {"deck": "36"})["queen_points"] == 5


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"no such rule": 1}, "unknown_option in no such rule"),
        ({"limit": 0}, "option_range in limit, lowest 1, highest 10000 (DP-25)"),
        ({"deck": "belmont", "teams": False}, "belmont_teams in teams (DP-5)"),
    ],
)
def test_options_that_no_table_can_choose_are_refused_with_the_reason(options: dict[str, Any], error: str) -> None:
    with pytest.raises(ImpossibleError) as refusal:
        options_in_force(GAMES["hearts"], options)
    assert str(refusal.value) == error
