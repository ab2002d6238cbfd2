"""Settle each disputed case under every value of its option: the ruling agrees with `score` and `judge`."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import REFUSED, AnswerKind, DisputedCase, read_disputed_cases
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import Candidate
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.answers.answer import candidate_answer
from scorekeeper.record.answers.rulings import case_result, options_in_force, right_answer
from scorekeeper.record.formats.judge import judge_line
from scorekeeper.record.formats.score import score_line

pytestmark = pytest.mark.game("every")

TABLE_WIDE = "scorekeeper.cards"
ALL = [
    pytest.param(game, quarrel, id=f"{game.slug}-{quarrel.key}")
    for game in GAMES.values()
    for quarrel in read_disputed_cases(game.package, TABLE_WIDE).values()
]
every_quarrel = pytest.mark.parametrize(("game", "quarrel"), ALL)
every_house_rule = pytest.mark.parametrize(
    ("game", "quarrel"), [one for one in ALL if isinstance(one.values[1], DisputedCase) and one.values[1].option]
)


def settings(game: AnyGame, names: Collection[str | None]) -> list[dict[str, Any]]:
    """Return the options of a table for each common value of each of these options."""
    return [
        {option.name: plain_value(value)} for option in game.options for value in option.values if option.name in names
    ]


def answer_of_formats(game: AnyGame, quarrel: DisputedCase, options: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """Return the answer of `judge` or `score` to the case, without the code under test."""
    line = json.dumps({**quarrel.case, "game": game.slug, "options": {**options, **quarrel.needs, **quarrel.aside}})
    if quarrel.asked is AnswerKind.RULING:
        answer = judge_line(line)
        return REFUSED if "error" in answer else answer["verdicts"][-1]["ruling"]
    answer = score_line(line)
    if "error" in answer:
        return REFUSED
    if quarrel.asked is AnswerKind.WINNERS:
        return None if answer["ending"] is None else answer["ending"]["winners"]
    return answer["manches"][-1][quarrel.asked.value]


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


@every_quarrel
def test_exactly_one_answer_is_right_under_default_options(game: AnyGame, quarrel: DisputedCase) -> None:
    found = case_result(game, quarrel, quarrel.needs)
    assert [answer.right(found) for answer in quarrel.answers].count(True) == 1


@every_quarrel
def test_the_ruling_agrees_with_score_and_judge(game: AnyGame, quarrel: DisputedCase) -> None:
    for options in settings(game, {quarrel.option}) or [{}]:
        try:
            found = case_result(game, quarrel, {**options, **quarrel.needs})
        except ImpossibleError:
            assert right_answer(game, quarrel, options) is None
            continue
        if quarrel.asked is AnswerKind.OPTION:
            assert found == options[str(quarrel.option)]
        else:
            assert found == answer_of_formats(game, quarrel, options)


@every_quarrel
def test_the_answer_is_what_score_and_judge_do_under_every_option_of_its_article(
    game: AnyGame, quarrel: DisputedCase
) -> None:
    article = {**library.book(game).articles, **library.book(None).articles}[quarrel.article]
    for options in [{}, *settings(game, {quarrel.option, *article.options})]:
        given = candidate_answer(Candidate(quarrel, article, game, 1), game, options, "fr")
        if given.case is quarrel and quarrel.asked is not AnswerKind.OPTION:
            found = answer_of_formats(game, quarrel, options)
            right = next(one.texts["fr"] for one in quarrel.answers if one.right(found))
            assert letters(given.text) == letters(right.format_map(options_in_force(game, options))), options


@every_house_rule
def test_the_ruling_changes_with_the_house_rule(game: AnyGame, quarrel: DisputedCase) -> None:
    """Under a value with which the case cannot arise, such as another deck, no answer is right."""
    right = [right_answer(game, quarrel, options) for options in settings(game, {quarrel.option})]
    assert len({quarrel.answers.index(answer) for answer in right if answer is not None}) > 1


# The result of each case under these options, derived by hand from the articles.
BY_HAND: list[tuple[str, str, dict[str, Any], Any]] = [
    ("hearts", "queen_on_first_trick", {}, "forbidden"),  # DP-14: there are diamonds to discard
    ("hearts", "queen_on_first_trick", {"first_trick_points": "hearts"}, "forbidden"),  # a heart, never the queen
    ("hearts", "heart_on_first_trick", {}, "forbidden"),
    ("hearts", "worth_of_the_queen", {}, [5, 4, 16, 1]),  # DP-17: 3 hearts and 13
    ("hearts", "worth_of_the_queen", {"queen_points": 12}, [5, 4, 15, 1]),  # DP-18
    ("hearts", "volte", {}, [26, 26, 0, 26]),  # DP-21
    ("hearts", "volte", {"moon": "self_minus"}, [0, 0, -26, 0]),  # DP-22
    ("hearts", "points_of_a_pair", {}, [5, 4, 16, 1]),
    ("hearts", "points_of_a_pair", {"teams": True}, [21, 5]),  # DP-4: 5 + 16 and 4 + 1
    ("spades", "overtricks", {}, [52, 60]),  # AP-13: 50 and two bags; the others make 6
    ("spades", "one_trick_short", {}, [-70, 52]),  # AP-15: 7 bid, 6 taken
    ("spades", "revoke_costs_tricks", {"revoke": "contract_failed"}, [70, -60]),  # T-5: whatever was taken
    ("spades", "revoke_costs_tricks", {"revoke": "three_tricks"}, [73, -60]),  # T-5: 10 for 7, 3 for 6
    ("hearts", "revoke_price", {"revoke": 13}, 13),
    ("piquet", "own_lead_won", {"won_own_lead": "counts"}, [24 + 1, 10]),  # PI-17, PI-20: with 10 for the cards
]


@pytest.mark.parametrize(("slug", "key", "options", "expected"), BY_HAND)
def test_the_results_follow_the_articles(slug: str, key: str, options: dict[str, Any], expected: object) -> None:
    game = GAMES[slug]
    quarrel = read_disputed_cases(game.package, TABLE_WIDE)[key]
    assert case_result(game, quarrel, {**options, **quarrel.needs}) == expected


@pytest.mark.parametrize(
    ("options", "begins"),
    [({}, "Interdit"), ({"first_trick_points": "hearts"}, "Interdit"), ({"first_trick_points": "any"}, "Permis")],
)
def test_the_queen_may_be_played_on_the_first_trick_if_the_table_allows_it(
    options: dict[str, Any], begins: str
) -> None:
    game = GAMES["hearts"]
    answer = right_answer(game, read_disputed_cases(game.package, TABLE_WIDE)["queen_on_first_trick"], options)
    assert answer is not None
    assert answer.texts["fr"].startswith(begins)


@pytest.mark.parametrize("options", [{"deck": "belmont"}, {"deck": "36"}, {"teams": True}, {"queen_points": 12}])
def test_no_answer_is_right_under_options_with_which_the_case_cannot_arise(options: dict[str, Any]) -> None:
    """Its cards are not dealt, or its points are others or another side's: a volte at 26 (DP-24)."""
    game = GAMES["hearts"]
    assert right_answer(game, read_disputed_cases(game.package, TABLE_WIDE)["volte"], options) is None


def test_options_that_do_not_affect_the_case_are_ignored() -> None:
    """The value of the queen does not affect when it is played, nor a trick won on one's own lead carte blanche."""
    hearts, piquet = GAMES["hearts"], GAMES["piquet"]
    queen = read_disputed_cases(hearts.package, TABLE_WIDE)["queen_on_first_trick"]
    assert right_answer(hearts, queen, {"queen_points": 12}) is right_answer(hearts, queen, {}) is not None
    blank = read_disputed_cases(piquet.package, TABLE_WIDE)["carte_blanche_of_the_dealer"]
    english = {"won_own_lead": "only_when_captured", "capot_last_trick": "absorbed"}
    assert right_answer(piquet, blank, english) is right_answer(piquet, blank, {}) is not None


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
