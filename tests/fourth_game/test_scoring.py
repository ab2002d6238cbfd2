"""The score of Petite Belote, computed by hand: made, failed, litige, capot, and the end of the partie."""

from __future__ import annotations

from typing import Any

import pytest
from petite_belote import BELOTE
from petite_belote.scoring import BeloteDeal, deal

from fourth_game.cases import Facts, litige, manche
from scorekeeper.games.contract import Line, Sheet, Table
from scorekeeper.games.manche_json import read_manche


def scored(*manches: Facts, **options: Any) -> Sheet:  # noqa: ANN401 - house rules
    rules = BELOTE.read_options(options, 4)
    return BELOTE.score(rules, 4, [read_manche(BELOTE, rules, 4, facts) for facts in manches])


def points(*manches: Facts, **options: Any) -> list[tuple[int, ...]]:  # noqa: ANN401 - house rules
    return [row.points for row in scored(*manches, **options).manches]


def dealt(*manches: Facts, **options: Any) -> BeloteDeal:  # noqa: ANN401 - house rules
    """Return the deal after these manches, of which seat 1 dealt the first."""
    rules = BELOTE.read_options(options, 4)
    return deal(rules, Table(4, 1), [read_manche(BELOTE, rules, 4, facts) for facts in manches])


def given(first: int, second: int) -> Facts:
    """Return a manche of 100 to 62 with penalties that lead to these points."""
    both = ((0, first - 100), (1, second - 62))
    return manche(0, 100, 62, penalties=[{"side": side, "points": more, "reason": "accord"} for side, more in both])


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(manche(0, 100, 62), (100, 62), id="BE-11: made"),
        pytest.param(manche(0, 80, 82), (0, 162), id="BE-12: just failed"),
        pytest.param(manche(0, 81, 81), (0, 81), id="BE-13: the defence has its 81"),
        pytest.param(manche(0, 162, 0, capot=True), (252, 0), id="BE-14: capot by the takers"),
        pytest.param(manche(0, 162, 0, capot=False), (162, 0), id="BE-11: every point, not every trick"),
        pytest.param(manche(1, 162, 0, capot=False), (162, 0), id="BE-12: failed, not capot"),
    ],
)
def test_the_points_of_one_manche(facts: Facts, expected: tuple[int, int]) -> None:
    assert points(facts) == [expected]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param([manche(0, 100, 62)], [(181, 62)], id="the takers win"),
        pytest.param([manche(0, 100, 62), manche(0, 100, 62)], [(181, 62), (100, 62)], id="once only"),
        pytest.param([litige(0), litige(3), manche(2, 60, 102)], [(0, 81), (81, 0), (0, 405)], id="three, 243"),
    ],
)
def test_a_litige_is_carried_to_the_next_winner_be_13(after: list[Facts], expected: list[tuple[int, int]]) -> None:
    assert points(litige(0), *after) == [(0, 81), *expected]


def test_a_split_litige_carries_nothing_be_13() -> None:
    assert points(litige(0), litige(1), manche(0, 100, 62), litige="split") == [(81, 81), (81, 81), (100, 62)]
    assert dealt(litige(0), litige="split").carried == 0


def test_a_penalty_does_not_change_the_winner_be_13() -> None:
    penalised = manche(0, 82, 80, penalties=[{"side": 0, "points": -50, "reason": "renonce"}])
    assert points(litige(0), penalised) == [(0, 81), (82 + 81 - 50, 80)]


def test_correcting_an_earlier_manche_recomputes_the_carried_points_be_13() -> None:
    later = [litige(1), manche(2, 100, 62), manche(0, 90, 72)]
    assert points(litige(0), *later) == [(0, 81), (81, 0), (262, 62), (90, 72)]
    assert points(manche(0, 82, 80), *later) == [(82, 80), (81, 0), (181, 62), (90, 72)]


def test_every_line_has_its_reason_and_article() -> None:
    sheet = scored(litige(0), litige(0), manche(0, 100, 62), manche(1, 90, 72), manche(0, 0, 162, capot=True))
    assert [row.lines for row in sheet.manches] == [
        (Line(1, "litige", 81, "BE-13"),),
        (Line(1, "litige", 81, "BE-13"),),
        (
            Line(0, "made", 100, "BE-11", seat=0),
            Line(1, "defence", 62, "BE-11"),
            Line(0, "carried", 162, "BE-13", 2),
        ),
        (Line(0, "failed", 162, "BE-12"),),
        (Line(1, "capot", 252, "BE-14"),),
    ]


def test_a_defence_without_a_point_has_no_line_be_11() -> None:
    ((line,),) = [row.lines for row in scored(manche(0, 162, 0, capot=False)).manches]
    assert line == Line(0, "made", 162, "BE-11", seat=0)


@pytest.mark.parametrize(
    ("played", "dealer", "carried"),
    [
        ([], 1, 0),
        ([manche(0, 100, 62)], 2, 0),
        ([litige(0)], 2, 81),
        ([manche(0, 100, 62), litige(0), litige(1)], 0, 162),
        ([litige(0), manche(0, 100, 62), litige(1), manche(1, 100, 62)], 1, 0),
    ],
    ids=["first", "won", "litige", "two litiges", "won since"],
)
def test_the_next_deal_has_the_next_dealer_and_the_carried_points_be_2_be_13(
    played: list[Facts], dealer: int, carried: int
) -> None:
    next_deal = dealt(*played)
    assert (next_deal.dealer, next_deal.carried) == (dealer, carried)


@pytest.mark.parametrize(
    ("manches", "options", "expected"),
    [
        pytest.param([given(401, 400), manche(0, 100, 62)], {}, (0, 2, [0]), id="501"),
        pytest.param([given(420, 440), manche(0, 91, 71)], {}, None, id="511 each: play on"),
        pytest.param(
            [given(430, 420), litige(0)], {}, (1, 2, [1]), id="reached by a litige; carried points go to no one"
        ),
    ],
)
def test_the_partie_ends_at_the_target_be_15(manches: list[Facts], options: Facts, expected: Any) -> None:  # noqa: ANN401
    ending = scored(*manches, **options).ending
    assert (ending and (ending.winners[0], ending.after, ending.result["reached"])) == expected
